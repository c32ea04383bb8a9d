/* SPDX-License-Identifier: MIT */
/* A digest of libcrypto, the one that NAME names, as CryptHash. It takes whole bytes.
 */
#include "niccs.h"

#include <openssl/evp.h>

/* Looked up once: from OpenSSL 3.0 on that is dearer than hashing a short message. */
static const EVP_MD *
digest_method(void)
{
	static const EVP_MD *method;

	if (!method) {
#if OPENSSL_VERSION_NUMBER >= 0x30000000L
		method = EVP_MD_fetch(NULL, NAME, NULL);
#else
		method = EVP_get_digestbyname(NAME);
#endif
	}
	return method;
}

int
CryptHash(int digest_len_bits, const unsigned char *msg,
    unsigned long long msg_len_bits, unsigned char *digest)
{
	const EVP_MD *method = digest_method();

	if (!method || digest_len_bits != 8 * EVP_MD_size(method) || msg_len_bits % 8)
		return -1;
	return EVP_Digest(msg, msg_len_bits / 8, digest, NULL, method, NULL) == 1 ? 0
										  : -2;
}

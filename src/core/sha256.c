/* SPDX-License-Identifier: MIT */
#include "core/sha256.h"

#include "core/mem.h"

#include <openssl/evp.h>
#include <openssl/sha.h>

static EVP_MD_CTX *
inside(struct sha256 *s)
{
	return (EVP_MD_CTX *)s;
}

static char *
to_hex(char out[SHA256_HEX], const unsigned char digest[SHA256_DIGEST_LENGTH])
{
	static const char hex[] = "0123456789abcdef";

	for (size_t i = 0; i < SHA256_DIGEST_LENGTH; i++) {
		out[2 * i] = hex[digest[i] >> 4];
		out[2 * i + 1] = hex[digest[i] & 15];
	}
	out[SHA256_HEX - 1] = '\0';
	return out;
}

char *
sha256_hex(char out[SHA256_HEX], const void *bytes, size_t n)
{
	unsigned char digest[SHA256_DIGEST_LENGTH];

	SHA256(bytes, n, digest);
	return to_hex(out, digest);
}

struct sha256 *
sha256_new(void)
{
	EVP_MD_CTX *s = EVP_MD_CTX_new();

	if (!s || !EVP_DigestInit_ex(s, EVP_sha256(), NULL))
		mem_short();
	return (struct sha256 *)s;
}

void
sha256_add(struct sha256 *s, const void *bytes, size_t n)
{
	EVP_DigestUpdate(inside(s), bytes, n);
}

char *
sha256_end(char out[SHA256_HEX], struct sha256 *s)
{
	unsigned char digest[SHA256_DIGEST_LENGTH];

	EVP_DigestFinal_ex(inside(s), digest, NULL);
	EVP_MD_CTX_free(inside(s));
	return to_hex(out, digest);
}

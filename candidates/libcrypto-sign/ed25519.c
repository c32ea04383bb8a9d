/* SPDX-License-Identifier: MIT */
/* Ed25519 (RFC 8032) through libcrypto, from OpenSSL 1.1.1 on. The secret key is the 32
 * random bytes of the RFC, from which every signature computes the public one again. */
#include "niccs.h"

#include <openssl/evp.h>

enum { KEY = 32, SIGNATURE = 64 };
enum { INVALID = -1, BAD_LENGTH = -2, BAD_KEY = -3, FAILED = -4 };

unsigned long long
sig_get_pk_len_bytes(void)
{
	return KEY;
}

unsigned long long
sig_get_sk_len_bytes(void)
{
	return KEY;
}

unsigned long long
sig_get_sn_len_bytes(void)
{
	return SIGNATURE;
}

int
sig_keygen(unsigned char *pk, unsigned long long *pk_len, unsigned char *sk,
    unsigned long long *sk_len)
{
	EVP_PKEY *key;
	size_t n = KEY;
	int code = FAILED;

	if (*pk_len < KEY || *sk_len < KEY)
		return BAD_LENGTH;
	if (get_random_number(&drng_algorithm, sk, 8 * KEY))
		return FAILED;
	key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, sk, KEY);
	if (key && EVP_PKEY_get_raw_public_key(key, pk, &n) == 1)
		code = 0;
	EVP_PKEY_free(key);
	*pk_len = *sk_len = KEY;
	return code;
}

int
sig_sign(unsigned char *sk, unsigned long long sk_len, unsigned char *m,
    unsigned long long m_len, unsigned char *sn, unsigned long long *sn_len)
{
	EVP_MD_CTX *context = EVP_MD_CTX_new();
	EVP_PKEY *key = NULL;
	size_t n = SIGNATURE;
	int code = FAILED;

	if (sk_len != KEY || *sn_len < SIGNATURE)
		code = BAD_LENGTH;
	else if (!(key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, sk, KEY)))
		code = BAD_KEY;
	else if (context && EVP_DigestSignInit(context, NULL, NULL, NULL, key) == 1 &&
	    EVP_DigestSign(context, sn, &n, m, m_len) == 1)
		code = 0;
	EVP_PKEY_free(key);
	EVP_MD_CTX_free(context);
	*sn_len = n;
	return code;
}

int
sig_verify(unsigned char *pk, unsigned long long pk_len, unsigned char *sn,
    unsigned long long sn_len, unsigned char *m, unsigned long long m_len)
{
	EVP_MD_CTX *context = EVP_MD_CTX_new();
	EVP_PKEY *key = NULL;
	int code = FAILED;

	if (pk_len != KEY || sn_len != SIGNATURE)
		code = BAD_LENGTH;
	else if (!(key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, NULL, pk, KEY)))
		code = BAD_KEY;
	else if (context && EVP_DigestVerifyInit(context, NULL, NULL, NULL, key) == 1)
		code =
		    EVP_DigestVerify(context, sn, sn_len, m, m_len) == 1 ? 0 : INVALID;
	EVP_PKEY_free(key);
	EVP_MD_CTX_free(context);
	return code;
}

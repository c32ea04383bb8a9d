/* SPDX-License-Identifier: MIT */
/* RSASVE (NIST SP 800-56B, 7.2.1) with a modulus of 2048 bits through libcrypto. Keys
 * are RSAPublicKey and RSAPrivateKey of RFC 8017 in DER, with the exponent 65537. */
#include "niccs.h"
#include "rand.h"

#include <openssl/evp.h>
#include <openssl/rsa.h>

/* Of the secret key, the longest: each number may need a byte for its sign. */
enum { BITS = 2048, MODULUS = BITS / 8, PUBLIC = 270, SECRET = 1194 };
enum { BAD_LENGTH = -2, BAD_KEY = -3, FAILED = -4 };

#if OPENSSL_VERSION_NUMBER < 0x30000000L

#include <openssl/bn.h>

/* What is used below and came with 3.0, out of what 1.1.1 has: RSASVE is a number from
 * 2 to n - 2, and RSA without padding. */
#define EVP_PKEY_encapsulate_init(context, params) 1
#define EVP_PKEY_decapsulate_init(context, params) 1
#define EVP_PKEY_CTX_set_kem_op(context, name) 1

static EVP_PKEY *
EVP_RSA_gen(int bits)
{
	EVP_PKEY *key = EVP_PKEY_new();
	BIGNUM *exponent = BN_new();
	RSA *rsa = RSA_new();

	if (!key || !exponent || !rsa || BN_set_word(exponent, RSA_F4) != 1 ||
	    RSA_generate_key_ex(rsa, bits, exponent, NULL) != 1 ||
	    EVP_PKEY_assign_RSA(key, rsa) != 1) {
		RSA_free(rsa);
		EVP_PKEY_free(key);
		key = NULL;
	}
	BN_free(exponent);
	return key;
}

static int
EVP_PKEY_encapsulate(EVP_PKEY_CTX *context, unsigned char *ct, size_t *ct_n,
    unsigned char *ss, size_t *ss_n)
{
	RSA *rsa = EVP_PKEY_get0_RSA(EVP_PKEY_CTX_get0_pkey(context));
	BIGNUM *z = BN_new(), *range = BN_dup(RSA_get0_n(rsa));
	int good = RSA_size(rsa) == MODULUS && z && range &&
	    BN_sub_word(range, 3) == 1 && BN_priv_rand_range(z, range) == 1 &&
	    BN_add_word(z, 2) == 1 && BN_bn2binpad(z, ss, MODULUS) == MODULUS &&
	    RSA_public_encrypt(MODULUS, ss, ct, rsa, RSA_NO_PADDING) == MODULUS;

	BN_clear_free(z);
	BN_free(range);
	*ct_n = *ss_n = MODULUS;
	return good;
}

static int
EVP_PKEY_decapsulate(EVP_PKEY_CTX *context, unsigned char *ss, size_t *ss_n,
    const unsigned char *ct, size_t ct_n)
{
	RSA *rsa = EVP_PKEY_get0_RSA(EVP_PKEY_CTX_get0_pkey(context));

	*ss_n = MODULUS;
	return RSA_size(rsa) == MODULUS &&
	    RSA_private_decrypt((int)ct_n, ct, ss, rsa, RSA_NO_PADDING) == MODULUS;
}

#endif

unsigned long long
kem_get_pk_len_bytes(void)
{
	return PUBLIC;
}

unsigned long long
kem_get_sk_len_bytes(void)
{
	return SECRET;
}

unsigned long long
kem_get_ss_len_bytes(void)
{
	return MODULUS;
}

unsigned long long
kem_get_ct_len_bytes(void)
{
	return MODULUS;
}

int
kem_keygen(unsigned char *pk, unsigned long long *pk_len, unsigned char *sk,
    unsigned long long *sk_len)
{
	EVP_PKEY *key;
	const RSA *rsa;
	int n, code = FAILED;

	if (*pk_len < PUBLIC || *sk_len < SECRET)
		return BAD_LENGTH;
	if (!rand_from_application())
		return FAILED;
	key = EVP_RSA_gen(BITS);
	rsa = key ? EVP_PKEY_get0_RSA(key) : NULL;
	if (rsa && (n = i2d_RSAPublicKey(rsa, &pk)) > 0) {
		*pk_len = (unsigned)n;
		n = i2d_RSAPrivateKey(rsa, &sk);
		*sk_len = n > 0 ? (unsigned)n : 0;
		code = n > 0 ? 0 : FAILED;
	}
	EVP_PKEY_free(key);
	return code;
}

/* A context for the key, which is given up; NULL where it is none. */
static EVP_PKEY_CTX *
open_context(RSA *rsa)
{
	EVP_PKEY *key = EVP_PKEY_new();
	EVP_PKEY_CTX *context = NULL;

	if (!rsa || !key || EVP_PKEY_assign_RSA(key, rsa) != 1)
		RSA_free(rsa);
	else
		context = EVP_PKEY_CTX_new(key, NULL);
	EVP_PKEY_free(key);
	return context;
}

int
kem_enc(unsigned char *pk, unsigned long long pk_len, unsigned char *ss,
    unsigned long long *ss_len, unsigned char *ct, unsigned long long *ct_len)
{
	const unsigned char *from = pk;
	EVP_PKEY_CTX *context;
	size_t ss_n = *ss_len, ct_n = *ct_len;
	int code = FAILED;

	if (pk_len > PUBLIC || ss_n < MODULUS || ct_n < MODULUS)
		return BAD_LENGTH;
	context = open_context(d2i_RSAPublicKey(NULL, &from, (long)pk_len));
	if (!context)
		return BAD_KEY;
	if (rand_from_application() && EVP_PKEY_encapsulate_init(context, NULL) == 1 &&
	    EVP_PKEY_CTX_set_kem_op(context, "RSASVE") == 1 &&
	    EVP_PKEY_encapsulate(context, ct, &ct_n, ss, &ss_n) == 1)
		code = 0;
	EVP_PKEY_CTX_free(context);
	*ss_len = ss_n;
	*ct_len = ct_n;
	return code;
}

int
kem_dec(unsigned char *sk, unsigned long long sk_len, unsigned char *ct,
    unsigned long long ct_len, unsigned char *ss, unsigned long long *ss_len)
{
	const unsigned char *from = sk;
	EVP_PKEY_CTX *context;
	size_t n = *ss_len;
	int code = FAILED;

	if (sk_len > SECRET || ct_len != MODULUS || n < MODULUS)
		return BAD_LENGTH;
	context = open_context(d2i_RSAPrivateKey(NULL, &from, (long)sk_len));
	if (!context)
		return BAD_KEY;
	if (rand_from_application() && EVP_PKEY_decapsulate_init(context, NULL) == 1 &&
	    EVP_PKEY_CTX_set_kem_op(context, "RSASVE") == 1 &&
	    EVP_PKEY_decapsulate(context, ss, &n, ct, ct_len) == 1)
		code = 0;
	EVP_PKEY_CTX_free(context);
	*ss_len = n;
	return code;
}

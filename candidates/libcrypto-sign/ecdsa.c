/* SPDX-License-Identifier: MIT */
/* ECDSA on P-256 with SHA-256 through libcrypto. The public key is an uncompressed
 * point, the secret one a number of 32 bytes, a signature r and s of 32 bytes each. The
 * functions on EC_KEY are there from OpenSSL 1.1.1 to 3.x. */
#include "niccs.h"
#include "rand.h"

#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/obj_mac.h>

enum { SCALAR = 32, POINT = 1 + 2 * SCALAR, SIGNATURE = 2 * SCALAR, DIGEST = 32 };
enum { INVALID = -1, BAD_LENGTH = -2, BAD_KEY = -3, FAILED = -4 };

unsigned long long
sig_get_pk_len_bytes(void)
{
	return POINT;
}

unsigned long long
sig_get_sk_len_bytes(void)
{
	return SCALAR;
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
	EC_KEY *key = EC_KEY_new_by_curve_name(NID_X9_62_prime256v1);
	int code = FAILED;

	if (*pk_len < POINT || *sk_len < SCALAR)
		code = BAD_LENGTH;
	else if (key && rand_from_application() && EC_KEY_generate_key(key) == 1 &&
	    EC_KEY_priv2oct(key, sk, SCALAR) == SCALAR &&
	    EC_POINT_point2oct(EC_KEY_get0_group(key), EC_KEY_get0_public_key(key),
		POINT_CONVERSION_UNCOMPRESSED, pk, POINT, NULL) == POINT)
		code = 0;
	EC_KEY_free(key);
	*pk_len = POINT;
	*sk_len = SCALAR;
	return code;
}

static int
digest_message(
    unsigned char digest[DIGEST], const unsigned char *m, unsigned long long n)
{
	return EVP_Digest(m, n, digest, NULL, EVP_sha256(), NULL) == 1;
}

int
sig_sign(unsigned char *sk, unsigned long long sk_len, unsigned char *m,
    unsigned long long m_len, unsigned char *sn, unsigned long long *sn_len)
{
	EC_KEY *key = EC_KEY_new_by_curve_name(NID_X9_62_prime256v1);
	unsigned char digest[DIGEST];
	ECDSA_SIG *s = NULL;
	int code = FAILED;

	if (sk_len != SCALAR || *sn_len < SIGNATURE)
		code = BAD_LENGTH;
	else if (!key || EC_KEY_oct2priv(key, sk, SCALAR) != 1)
		code = BAD_KEY;
	else if (rand_from_application() && digest_message(digest, m, m_len) &&
	    (s = ECDSA_do_sign(digest, DIGEST, key)) &&
	    BN_bn2binpad(ECDSA_SIG_get0_r(s), sn, SCALAR) == SCALAR &&
	    BN_bn2binpad(ECDSA_SIG_get0_s(s), sn + SCALAR, SCALAR) == SCALAR)
		code = 0;
	ECDSA_SIG_free(s);
	EC_KEY_free(key);
	*sn_len = SIGNATURE;
	return code;
}

/* NULL where there is no memory. */
static ECDSA_SIG *
read_signature(const unsigned char *sn)
{
	ECDSA_SIG *signature = ECDSA_SIG_new();
	BIGNUM *r = BN_bin2bn(sn, SCALAR, NULL);
	BIGNUM *s = BN_bin2bn(sn + SCALAR, SCALAR, NULL);

	if (signature && r && s && ECDSA_SIG_set0(signature, r, s) == 1)
		return signature; /* which owns both now */
	BN_free(r);
	BN_free(s);
	ECDSA_SIG_free(signature);
	return NULL;
}

int
sig_verify(unsigned char *pk, unsigned long long pk_len, unsigned char *sn,
    unsigned long long sn_len, unsigned char *m, unsigned long long m_len)
{
	EC_KEY *key = EC_KEY_new_by_curve_name(NID_X9_62_prime256v1);
	unsigned char digest[DIGEST];
	ECDSA_SIG *s = NULL;
	int code = FAILED;

	if (pk_len != POINT || sn_len != SIGNATURE)
		code = BAD_LENGTH;
	else if (!key || EC_KEY_oct2key(key, pk, POINT, NULL) != 1)
		code = BAD_KEY;
	else if (digest_message(digest, m, m_len) && (s = read_signature(sn)))
		code = ECDSA_do_verify(digest, DIGEST, s, key) == 1 ? 0 : INVALID;
	ECDSA_SIG_free(s);
	EC_KEY_free(key);
	return code;
}

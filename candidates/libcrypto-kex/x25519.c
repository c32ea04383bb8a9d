/* SPDX-License-Identifier: MIT */
/* The exchange of RFC 7748, 6.1, through libcrypto, from OpenSSL 1.1.1 on: each side
 * makes a key in its pass and sends the public half; the secret half is its state, from
 * which libcrypto makes the public one again when the secret is derived. There are no
 * keys before the exchange, so that neither side knows with whom it speaks. */
#include "niccs.h"

#include <openssl/evp.h>

enum { PASSES = 2, KEY = 32 };
enum { LAST_PASS = 1, BAD_LENGTH = -2, BAD_KEY = -3, FAILED = -4 };

unsigned long long
kex_get_passes_num(void)
{
	return PASSES;
}

unsigned long long
kex_get_pk_len_bytes(void)
{
	return 0;
}

unsigned long long
kex_get_sk_len_bytes(void)
{
	return 0;
}

unsigned long long
kex_get_sta_len_bytes(void)
{
	return KEY;
}

unsigned long long
kex_get_stb_len_bytes(void)
{
	return KEY;
}

unsigned long long
kex_get_ss_len_bytes(void)
{
	return KEY;
}

unsigned long long
kex_get_total_msg_len_bytes(void)
{
	return PASSES * KEY;
}

/* A side begins with nothing. */
int
kex_init_a(unsigned char *pka, unsigned long long *pka_len, unsigned char *ska,
    unsigned long long *ska_len, unsigned char *sta, unsigned long long *sta_len)
{
	(void)pka;
	(void)ska;
	(void)sta;
	*pka_len = *ska_len = *sta_len = 0;
	return 0;
}

int
kex_init_b(unsigned char *pkb, unsigned long long *pkb_len, unsigned char *skb,
    unsigned long long *skb_len, unsigned char *stb, unsigned long long *stb_len)
{
	return kex_init_a(pkb, pkb_len, skb, skb_len, stb, stb_len);
}

/* A new key: its secret half is the state, its public half the message. */
static int
make_key(unsigned char *st, unsigned long long *st_len, unsigned char *m,
    unsigned long long *m_len)
{
	EVP_PKEY *key;
	size_t n = KEY;
	int code = FAILED;

	if (*st_len < KEY || *m_len < KEY)
		return BAD_LENGTH;
	if (get_random_number(&drng_algorithm, st, 8 * KEY))
		return FAILED;
	key = EVP_PKEY_new_raw_private_key(EVP_PKEY_X25519, NULL, st, KEY);
	if (key && EVP_PKEY_get_raw_public_key(key, m, &n) == 1)
		code = 0;
	EVP_PKEY_free(key);
	*st_len = *m_len = KEY;
	return code;
}

int
kex_generate_pass1_msg_a(unsigned char *ska, unsigned long long ska_len,
    unsigned char *pkb, unsigned long long pkb_len, unsigned char *sta,
    unsigned long long *sta_len, unsigned char *m1, unsigned long long *m1_len)
{
	(void)ska;
	(void)ska_len;
	(void)pkb;
	(void)pkb_len;
	return make_key(sta, sta_len, m1, m1_len);
}

int
kex_generate_pass2_msg_b(unsigned char *skb, unsigned long long skb_len,
    unsigned char *pka, unsigned long long pka_len, unsigned char *m1,
    unsigned long long m1_len, unsigned char *stb, unsigned long long *stb_len,
    unsigned char *m2, unsigned long long *m2_len)
{
	int code = make_key(stb, stb_len, m2, m2_len);

	(void)skb;
	(void)skb_len;
	(void)pka;
	(void)pka_len;
	(void)m1;
	(void)m1_len;
	return code ? code : LAST_PASS;
}

/* From the own secret half and the other side's message. */
static int
derive(const unsigned char *st, unsigned long long st_len, const unsigned char *m,
    unsigned long long m_len, unsigned char *ss, unsigned long long *ss_len)
{
	EVP_PKEY *own, *other;
	EVP_PKEY_CTX *context = NULL;
	size_t n = KEY;
	int code = BAD_KEY;

	if (st_len != KEY || m_len != KEY || *ss_len < KEY)
		return BAD_LENGTH;
	own = EVP_PKEY_new_raw_private_key(EVP_PKEY_X25519, NULL, st, KEY);
	other = EVP_PKEY_new_raw_public_key(EVP_PKEY_X25519, NULL, m, KEY);
	if (own && other) {
		code = FAILED;
		context = EVP_PKEY_CTX_new(own, NULL);
		if (context && EVP_PKEY_derive_init(context) == 1 &&
		    EVP_PKEY_derive_set_peer(context, other) == 1 &&
		    EVP_PKEY_derive(context, ss, &n) == 1)
			code = 0;
	}
	EVP_PKEY_CTX_free(context);
	EVP_PKEY_free(own);
	EVP_PKEY_free(other);
	*ss_len = n;
	return code;
}

int
kex_derive_ss_a(unsigned char *ska, unsigned long long ska_len, unsigned char *pkb,
    unsigned long long pkb_len, unsigned char *mb, unsigned long long mb_len,
    unsigned char *sta, unsigned long long sta_len, unsigned char *ssa,
    unsigned long long *ssa_len)
{
	(void)ska;
	(void)ska_len;
	(void)pkb;
	(void)pkb_len;
	return derive(sta, sta_len, mb, mb_len, ssa, ssa_len);
}

int
kex_derive_ss_b(unsigned char *skb, unsigned long long skb_len, unsigned char *pka,
    unsigned long long pka_len, unsigned char *ma, unsigned long long ma_len,
    unsigned char *stb, unsigned long long stb_len, unsigned char *ssb,
    unsigned long long *ssb_len)
{
	(void)skb;
	(void)skb_len;
	(void)pka;
	(void)pka_len;
	return derive(stb, stb_len, ma, ma_len, ssb, ssb_len);
}

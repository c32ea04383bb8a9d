/* SPDX-License-Identifier: MIT */
/* A signature that proves nothing, but has the interface; and with FAULT one thing that
 * it does wrong. */
#include "niccs.h"

#include <string.h>

enum { KEY = 24, SIGNATURE = 48 };

#ifndef FAULT
#define FAULT 0
#endif

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
	if (*pk_len < KEY || *sk_len < KEY)
		return -2;
	get_random_number(&drng_algorithm, sk, 8 * KEY);
	memcpy(pk, sk, KEY);
	*pk_len = *sk_len = KEY;
	return 0;
}

/* A sum of the key, the salt and the message, spread over 24 bytes. */
static void
mix(unsigned char out[KEY], const unsigned char *key, const unsigned char *salt,
    const unsigned char *m, unsigned long long m_len)
{
	unsigned x = 1;
	unsigned long long i;
	int k;

	for (i = 0; i < m_len; i++)
		x = (x ^ m[i]) * 16777619u;
	for (k = 0; k < KEY; k++, x = x * 1664525u + 1013904223u)
		out[k] = (unsigned char)(x >> 24 ^ key[k] ^ salt[k]);
}

int
sig_sign(unsigned char *sk, unsigned long long sk_len, unsigned char *m,
    unsigned long long m_len, unsigned char *sn, unsigned long long *sn_len)
{
	if (sk_len != KEY || *sn_len < SIGNATURE)
		return -2;
	get_random_number(&drng_algorithm, sn, 8 * KEY);
	mix(sn + KEY, sk, sn, m, m_len);
	*sn_len = FAULT == 1 ? SIGNATURE + 5 : SIGNATURE;
	if (FAULT == 2)
		sn[SIGNATURE] = 0;
	if (FAULT == 3)
		m[0] ^= 1;
	return FAULT == 4 ? -9 : 0;
}

int
sig_verify(unsigned char *pk, unsigned long long pk_len, unsigned char *sn,
    unsigned long long sn_len, unsigned char *m, unsigned long long m_len)
{
	unsigned char wanted[KEY];

	if (pk_len != KEY || sn_len != SIGNATURE)
		return -2;
	mix(wanted, pk, sn, m, m_len);
	if (FAULT == 5)
		return 0;
	if (FAULT == 6)
		return -1;
	return memcmp(wanted, sn + KEY, KEY) ? -1 : 0;
}

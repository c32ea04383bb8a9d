/* SPDX-License-Identifier: MIT */
/* A key encapsulation that keeps no secret, but the interface; and with FAULT one thing
 * that it does wrong. */
#include "niccs.h"

#include <string.h>

enum { KEY = 40, SECRET = 16 };

#ifndef FAULT
#define FAULT 0
#endif

unsigned long long
kem_get_pk_len_bytes(void)
{
	return FAULT == 1 ? 1ULL << 40 : KEY;
}

unsigned long long
kem_get_sk_len_bytes(void)
{
	return KEY;
}

unsigned long long
kem_get_ss_len_bytes(void)
{
	return SECRET;
}

unsigned long long
kem_get_ct_len_bytes(void)
{
	return KEY;
}

/* The public key is the secret one turned by one byte. */
int
kem_keygen(unsigned char *pk, unsigned long long *pk_len, unsigned char *sk,
    unsigned long long *sk_len)
{
	int i;

	if (*pk_len < KEY || *sk_len < KEY)
		return 2;
	get_random_number(&drng_algorithm, sk, 8 * KEY);
	for (i = 0; i < KEY; i++)
		pk[i] = sk[(i + 1) % KEY];
	*pk_len = FAULT == 2 ? KEY + 1 : KEY;
	*sk_len = KEY;
	if (FAULT == 3)
		sk[KEY] = 1;
	return FAULT == 4 ? 4 : 0;
}

int
kem_enc(unsigned char *pk, unsigned long long pk_len, unsigned char *ss,
    unsigned long long *ss_len, unsigned char *ct, unsigned long long *ct_len)
{
	unsigned char r[KEY];
	int i;

	if (pk_len != KEY || *ss_len < SECRET || *ct_len < KEY)
		return 2;
	get_random_number(&drng_algorithm, r, 8 * KEY);
	for (i = 0; i < KEY; i++)
		ct[i] = r[i] ^ pk[i];
	memcpy(ss, r, SECRET);
	*ss_len = SECRET;
	*ct_len = KEY;
	if (FAULT == 5)
		pk[0] ^= 1;
	return FAULT == 6 ? 6 : 0;
}

int
kem_dec(unsigned char *sk, unsigned long long sk_len, unsigned char *ct,
    unsigned long long ct_len, unsigned char *ss, unsigned long long *ss_len)
{
	int i;

	if (sk_len != KEY || ct_len != KEY || *ss_len < SECRET)
		return 2;
	for (i = 0; i < SECRET; i++)
		ss[i] = ct[i] ^ sk[(i + 1) % KEY];
	*ss_len = SECRET;
	if (FAULT == 7)
		ss[SECRET - 1] ^= 1;
	if (FAULT == 8)
		*ss_len = SECRET - 1;
	if (FAULT == 9)
		ct[KEY - 1] ^= 1;
	return 0;
}

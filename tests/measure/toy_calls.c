/* SPDX-License-Identifier: MIT */
/* A key encapsulation that keeps no secret and calls named functions, so often: keygen
 * inner 3 times by itself and once within outer, enc none, dec inner once. */
#include "niccs.h"

#include <string.h>

enum { KEY = 16, LOOPS = 20000 };

#define NAMED __attribute__((noinline, visibility("default")))

unsigned inner(unsigned n);
unsigned outer(unsigned a, unsigned b, unsigned c, unsigned d, unsigned e, unsigned f,
    unsigned g, unsigned h, unsigned i, unsigned j, unsigned k, unsigned l);

/* Takes long. */
NAMED unsigned
inner(unsigned n)
{
	volatile unsigned x = n;
	int i;

	for (i = 0; i < LOOPS; i++)
		x = x * 1664525u + 1013904223u;
	return x;
}

/* Takes long by inner alone. All that it is given has to arrive. */
NAMED unsigned
outer(unsigned a, unsigned b, unsigned c, unsigned d, unsigned e, unsigned f,
    unsigned g, unsigned h, unsigned i, unsigned j, unsigned k, unsigned l)
{
	unsigned sum = a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h +
	    9 * i + 10 * j + 11 * k + 12 * l;

	inner(sum);
	return sum;
}

unsigned long long
kem_get_pk_len_bytes(void)
{
	return KEY;
}

unsigned long long
kem_get_sk_len_bytes(void)
{
	return KEY;
}

unsigned long long
kem_get_ss_len_bytes(void)
{
	return KEY;
}

unsigned long long
kem_get_ct_len_bytes(void)
{
	return KEY;
}

int
kem_keygen(unsigned char *pk, unsigned long long *pk_len, unsigned char *sk,
    unsigned long long *sk_len)
{
	get_random_number(&drng_algorithm, sk, 8 * KEY);
	memcpy(pk, sk, KEY);
	*pk_len = *sk_len = KEY;
	inner(1);
	inner(2);
	inner(3);
	return outer(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12) == 650 ? 0 : 5;
}

int
kem_enc(unsigned char *pk, unsigned long long pk_len, unsigned char *ss,
    unsigned long long *ss_len, unsigned char *ct, unsigned long long *ct_len)
{
	memcpy(ss, pk, pk_len);
	memcpy(ct, pk, pk_len);
	*ss_len = *ct_len = KEY;
	return 0;
}

int
kem_dec(unsigned char *sk, unsigned long long sk_len, unsigned char *ct,
    unsigned long long ct_len, unsigned char *ss, unsigned long long *ss_len)
{
	(void)sk;
	(void)sk_len;
	inner(4);
	memcpy(ss, ct, ct_len);
	*ss_len = KEY;
	return 0;
}

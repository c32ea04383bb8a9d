/* SPDX-License-Identifier: MIT */
/* A hash function that does one thing wrong: what FAULT says. */
#include "niccs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int calls;

/* A sum, spread over the digest: not a hash function, but a function. */
static void
fill(
    unsigned char *digest, int bytes, const unsigned char *msg, unsigned long long bits)
{
	unsigned x = (unsigned)bits + 1;
	unsigned long long i;
	int k;

	for (i = 0; i < (bits + 7) / 8; i++)
		x = (x ^ msg[i]) * 16777619u;
	for (k = 0; k < bytes; k++, x = x * 1664525u + 1013904223u)
		digest[k] = (unsigned char)(x >> 24);
}

int
CryptHash(int digest_len_bits, const unsigned char *msg,
    unsigned long long msg_len_bits, unsigned char *digest)
{
	int bytes = digest_len_bits / 8;

	calls++;
	fill(digest, bytes, msg, msg_len_bits);
#if FAULT == 1
	*(volatile int *)8 = calls;
#elif FAULT == 2
	for (;;)
		calls++;
#elif FAULT == 3
	exit(0);
#elif FAULT == 4
	digest[bytes] = 1;
#elif FAULT == 5
	((unsigned char *)msg)[-1] ^= 1;
#elif FAULT == 6
	if (msg_len_bits >= 8)
		((unsigned char *)msg)[0] ^= 1;
#elif FAULT == 7
	if (calls < 100000)
		printf("call %d\x1b[31m\n", calls);
#elif FAULT == 8
	return 7;
#elif FAULT == 9
	digest[0] ^= (unsigned char)calls;
#elif FAULT == 10
	digest[400] = 1;
#elif FAULT == 11
	if (fork() == 0)
		for (;;)
			pause();
	_exit(0);
#elif FAULT == 12
	abort();
#endif
	return 0;
}

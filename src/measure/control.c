/* SPDX-License-Identifier: MIT */
/*
 * The control function: the same work each time, about a microsecond of dependent
 * shifts and exclusive ors in registers, as a library like a candidate's. What its cost
 * varies by through a campaign is the host's doing.
 */
#include "niccs.h"

#include <stdint.h>
#include <string.h>

enum { ROUNDS = 700 };

int
CryptHash(int digest_len_bits, const unsigned char *msg,
    unsigned long long msg_len_bits, unsigned char *digest)
{
	uint64_t x = msg_len_bits + 1;

	if (digest_len_bits != 256 || !msg)
		return -1;
	for (int i = 0; i < ROUNDS; i++) {
		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
	}
	memset(digest, 0, 32);
	memcpy(digest, &x, sizeof(x));
	return 0;
}

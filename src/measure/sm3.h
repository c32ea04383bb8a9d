/* SPDX-License-Identifier: MIT */
/* sm3.h: SM3 (GB/T 32905-2016) of whole bytes, for the random numbers. It shares
 * nothing with the bundled candidate, whose mistakes must not become those of its
 * tests. */
#ifndef SM3_H
#define SM3_H

#include <stddef.h>
#include <stdint.h>

enum { SM3_BYTES = 32, SM3_BLOCK = 64 };

struct sm3 {
	uint32_t state[8];
	uint64_t bytes; /* added so far */
	unsigned char block[SM3_BLOCK];
};

void sm3_start(struct sm3 *s);
void sm3_add(struct sm3 *s, const void *bytes, size_t n);
void sm3_end(unsigned char digest[SM3_BYTES], struct sm3 *s);

#endif

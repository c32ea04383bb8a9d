/* SPDX-License-Identifier: MIT */
#include "measure/sm3.h"

#include <string.h>

static uint32_t
left(uint32_t x, int n)
{
	return x << (n & 31) | x >> (-n & 31);
}

static uint32_t
read_word(const unsigned char *p)
{
	uint32_t x = 0;

	for (int i = 0; i < 4; i++)
		x = x << 8 | p[i];
	return x;
}

static void
write_word(unsigned char *p, uint32_t x)
{
	for (int i = 3; i >= 0; i--, x >>= 8)
		p[i] = (unsigned char)x;
}

/* Sections 5.3.2 and 5.3.3 of the standard, the message's words in a ring of 16. */
static void
compress(uint32_t state[8], const unsigned char *block)
{
	uint32_t w[16], s[8];

	memcpy(s, state, sizeof(s));
	for (int i = 0; i < 16; i++)
		w[i] = read_word(block + 4 * i);
	for (int i = 0; i < 64; i++) {
		uint32_t turned = left(s[0], 12);
		uint32_t sum = left(turned + s[4] +
			left(i < 16 ? UINT32_C(0x79cc4519) : UINT32_C(0x7a879d8a), i),
		    7);
		uint32_t first = s[0] ^ s[1] ^ s[2], second = s[4] ^ s[5] ^ s[6];
		uint32_t next =
		    w[i & 15] ^ w[(i + 7) & 15] ^ left(w[(i + 13) & 15], 15);

		if (i >= 16) {
			first = (s[0] & (s[1] | s[2])) | (s[1] & s[2]);
			second = s[6] ^ (s[4] & (s[5] ^ s[6]));
		}
		first += s[3] + (sum ^ turned) + (w[i & 15] ^ w[(i + 4) & 15]);
		second += s[7] + sum + w[i & 15];
		next ^= left(next, 15) ^ left(next, 23);
		w[i & 15] = next ^ left(w[(i + 3) & 15], 7) ^ w[(i + 10) & 15];
		memmove(s + 1, s, 7 * sizeof(*s));
		s[0] = first;
		s[2] = left(s[2], 9);
		s[4] = second ^ left(second, 9) ^ left(second, 17);
		s[6] = left(s[6], 19);
	}
	for (int i = 0; i < 8; i++)
		state[i] ^= s[i];
}

void
sm3_start(struct sm3 *s)
{
	*s = (struct sm3){.state = {0x7380166f, 0x4914b2b9, 0x172442d7, 0xda8a0600,
			      0xa96f30bc, 0x163138aa, 0xe38dee4d, 0xb0fb0e4e}};
}

void
sm3_add(struct sm3 *s, const void *bytes, size_t n)
{
	const unsigned char *p = bytes;

	for (; n; n--) {
		s->block[s->bytes++ % SM3_BLOCK] = *p++;
		if (s->bytes % SM3_BLOCK == 0)
			compress(s->state, s->block);
	}
}

void
sm3_end(unsigned char digest[SM3_BYTES], struct sm3 *s)
{
	unsigned char length[8];

	write_word(length, (uint32_t)(s->bytes >> 29));
	write_word(length + 4, (uint32_t)(s->bytes << 3));
	sm3_add(s, "\x80", 1);
	while (s->bytes % SM3_BLOCK != SM3_BLOCK - sizeof(length))
		sm3_add(s, "", 1);
	sm3_add(s, length, sizeof(length));
	for (int i = 0; i < 8; i++)
		write_word(digest + 4 * i, s->state[i]);
}

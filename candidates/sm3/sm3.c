/* SPDX-License-Identifier: MIT */
/* SM3 of GB/T 32905-2016; the numbers in the comments are its sections. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "niccs.h"

enum { BLOCK = 64, WORDS = 8, DIGEST_BITS = 256 };

static uint32_t
rotate(uint32_t x, unsigned n)
{
	return n ? x << n | x >> (32 - n) : x;
}

static uint32_t
load(const unsigned char *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static void
store(unsigned char *p, uint32_t x)
{
	p[0] = (unsigned char)(x >> 24);
	p[1] = (unsigned char)(x >> 16);
	p[2] = (unsigned char)(x >> 8);
	p[3] = (unsigned char)x;
}

/* 5.3.2 */
static void
expand(uint32_t w[68], const unsigned char *block)
{
	int j;

	for (j = 0; j < 16; j++)
		w[j] = load(block + 4 * j);
	for (j = 16; j < 68; j++) {
		uint32_t x = w[j - 16] ^ w[j - 9] ^ rotate(w[j - 3], 15);

		x ^= rotate(x, 15) ^ rotate(x, 23);
		w[j] = x ^ rotate(w[j - 13], 7) ^ w[j - 6];
	}
}

/* 5.3.3; the constants and the Boolean functions are those of 4.2 and 4.3 */
static void
compress(uint32_t v[WORDS], const unsigned char *block)
{
	uint32_t a = v[0], b = v[1], c = v[2], d = v[3];
	uint32_t e = v[4], f = v[5], g = v[6], h = v[7];
	uint32_t w[68];
	unsigned j;

	expand(w, block);
	for (j = 0; j < 64; j++) {
		uint32_t t = j < 16 ? 0x79cc4519 : 0x7a879d8a;
		uint32_t ss1 = rotate(rotate(a, 12) + e + rotate(t, j % 32), 7);
		uint32_t ss2 = ss1 ^ rotate(a, 12);
		uint32_t ff = j < 16 ? a ^ b ^ c : (a & b) | (a & c) | (b & c);
		uint32_t gg = j < 16 ? e ^ f ^ g : (e & f) | (~e & g);
		uint32_t tt1 = ff + d + ss2 + (w[j] ^ w[j + 4]);
		uint32_t tt2 = gg + h + ss1 + w[j];

		d = c;
		c = rotate(b, 9);
		b = a;
		a = tt1;
		h = g;
		g = rotate(f, 19);
		f = e;
		e = tt2 ^ rotate(tt2, 9) ^ rotate(tt2, 17);
	}
	v[0] ^= a;
	v[1] ^= b;
	v[2] ^= c;
	v[3] ^= d;
	v[4] ^= e;
	v[5] ^= f;
	v[6] ^= g;
	v[7] ^= h;
}

/* 5.2: a one behind the last bit, zeros, the length in 64 bits. */
static void
finish(uint32_t v[WORDS], const unsigned char *rest, unsigned long long bits)
{
	unsigned char last[2 * BLOCK] = {0};
	size_t whole = (size_t)(bits / 8 % BLOCK), partial = (size_t)(bits % 8);
	size_t n = whole + 1 + 8 > BLOCK ? 2 * BLOCK : BLOCK;

	if (whole + (partial != 0))
		memcpy(last, rest, whole + (partial != 0));
	last[whole] &= (unsigned char)(0xff00 >> partial);
	last[whole] |= (unsigned char)(0x80 >> partial);
	store(last + n - 8, (uint32_t)(bits >> 32));
	store(last + n - 4, (uint32_t)bits);
	compress(v, last);
	if (n > BLOCK)
		compress(v, last + BLOCK);
}

int
CryptHash(int digest_len_bits, const unsigned char *msg,
    unsigned long long msg_len_bits, unsigned char *digest)
{
	uint32_t v[WORDS] = {0x7380166f, 0x4914b2b9, 0x172442d7, 0xda8a0600, 0xa96f30bc,
	    0x163138aa, 0xe38dee4d, 0xb0fb0e4e};
	unsigned long long left;
	int i;

	if (digest_len_bits != DIGEST_BITS)
		return 1;
	for (left = msg_len_bits; left >= 8 * BLOCK; left -= 8 * BLOCK, msg += BLOCK)
		compress(v, msg);
	finish(v, msg, msg_len_bits);
	for (i = 0; i < WORDS; i++)
		store(digest + 4 * i, v[i]);
	return 0;
}

/* SPDX-License-Identifier: MIT */
/* SHA-256 of FIPS 180-4; the numbers in the comments are its sections. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "niccs.h"

enum { BLOCK = 64, WORD = 4, LENGTH = 8, WORDS = 8, ROUNDS = 64, DIGEST_BITS = 256 };

/* 4.2.2 */
static const uint32_t constants[ROUNDS] = {
    0x428a2f98,
    0x71374491,
    0xb5c0fbcf,
    0xe9b5dba5,
    0x3956c25b,
    0x59f111f1,
    0x923f82a4,
    0xab1c5ed5,
    0xd807aa98,
    0x12835b01,
    0x243185be,
    0x550c7dc3,
    0x72be5d74,
    0x80deb1fe,
    0x9bdc06a7,
    0xc19bf174,
    0xe49b69c1,
    0xefbe4786,
    0x0fc19dc6,
    0x240ca1cc,
    0x2de92c6f,
    0x4a7484aa,
    0x5cb0a9dc,
    0x76f988da,
    0x983e5152,
    0xa831c66d,
    0xb00327c8,
    0xbf597fc7,
    0xc6e00bf3,
    0xd5a79147,
    0x06ca6351,
    0x14292967,
    0x27b70a85,
    0x2e1b2138,
    0x4d2c6dfc,
    0x53380d13,
    0x650a7354,
    0x766a0abb,
    0x81c2c92e,
    0x92722c85,
    0xa2bfe8a1,
    0xa81a664b,
    0xc24b8b70,
    0xc76c51a3,
    0xd192e819,
    0xd6990624,
    0xf40e3585,
    0x106aa070,
    0x19a4c116,
    0x1e376c08,
    0x2748774c,
    0x34b0bcb5,
    0x391c0cb3,
    0x4ed8aa4a,
    0x5b9cca4f,
    0x682e6ff3,
    0x748f82ee,
    0x78a5636f,
    0x84c87814,
    0x8cc70208,
    0x90befffa,
    0xa4506ceb,
    0xbef9a3f7,
    0xc67178f2,
};

static uint32_t
rotate(uint32_t x, int n)
{
	return x >> n | x << (32 - n);
}

static uint32_t
load(const unsigned char *p)
{
	uint32_t x = 0;
	int i;

	for (i = 0; i < WORD; i++)
		x = x << 8 | p[i];
	return x;
}

static void
store(unsigned char *p, uint32_t x)
{
	int i;

	for (i = WORD - 1; i >= 0; i--, x >>= 8)
		p[i] = (unsigned char)x;
}

/* 6.2.2, step 1 */
static void
expand(uint32_t w[ROUNDS], const unsigned char *block)
{
	int t;

	for (t = 0; t < 16; t++)
		w[t] = load(block + WORD * t);
	for (t = 16; t < ROUNDS; t++) {
		uint32_t a = w[t - 15], b = w[t - 2];
		uint32_t s0 = rotate(a, 7) ^ rotate(a, 18) ^ a >> 3;
		uint32_t s1 = rotate(b, 17) ^ rotate(b, 19) ^ b >> 10;

		w[t] = s1 + w[t - 7] + s0 + w[t - 16];
	}
}

/* 6.2.2, steps 2 to 4 */
static void
compress(uint32_t state[WORDS], const unsigned char *block)
{
	uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
	uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
	uint32_t w[ROUNDS];
	int t;

	expand(w, block);
	for (t = 0; t < ROUNDS; t++) {
		uint32_t ch = (e & f) ^ (~e & g), maj = (a & b) ^ (a & c) ^ (b & c);
		uint32_t s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
		uint32_t s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
		uint32_t t1 = h + s1 + ch + constants[t] + w[t];

		h = g;
		g = f;
		f = e;
		e = d + t1;
		d = c;
		c = b;
		b = a;
		a = t1 + s0 + maj;
	}
	state[0] += a;
	state[1] += b;
	state[2] += c;
	state[3] += d;
	state[4] += e;
	state[5] += f;
	state[6] += g;
	state[7] += h;
}

/* 5.1: a one behind the last bit, zeros, the length in 64 bits. */
static void
finish(uint32_t state[WORDS], const unsigned char *rest, unsigned long long bits)
{
	unsigned char last[2 * BLOCK] = {0};
	size_t whole = (size_t)(bits / 8 % BLOCK), partial = (size_t)(bits % 8);
	size_t n = whole + 1 + LENGTH > BLOCK ? 2 * BLOCK : BLOCK, i;

	if (whole + (partial != 0))
		memcpy(last, rest, whole + (partial != 0));
	last[whole] &= (unsigned char)(0xff00 >> partial);
	last[whole] |= (unsigned char)(0x80 >> partial);
	for (i = 1; i <= 8; i++, bits >>= 8)
		last[n - i] = (unsigned char)bits;
	compress(state, last);
	if (n > BLOCK)
		compress(state, last + BLOCK);
}

int
CryptHash(int digest_len_bits, const unsigned char *msg,
    unsigned long long msg_len_bits, unsigned char *digest)
{
	uint32_t state[WORDS] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
	    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
	unsigned long long left;
	int i;

	if (digest_len_bits != DIGEST_BITS)
		return 1;
	for (left = msg_len_bits; left >= 8 * BLOCK; left -= 8 * BLOCK, msg += BLOCK)
		compress(state, msg);
	finish(state, msg, msg_len_bits);
	for (i = 0; i < WORDS; i++)
		store(digest + WORD * i, state[i]);
	return 0;
}

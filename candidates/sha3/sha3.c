/* SPDX-License-Identifier: MIT */
/* SHA3-256 of FIPS 202; the numbers in the comments are its sections. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "niccs.h"

enum { LANES = 25, ROUNDS = 24, RATE = 136, DIGEST_BITS = 256 };

/* 3.2.5: what iota adds in each round, by the shift register of algorithm 5 */
static const uint64_t constants[ROUNDS] = {
    UINT64_C(0x0000000000000001),
    UINT64_C(0x0000000000008082),
    UINT64_C(0x800000000000808a),
    UINT64_C(0x8000000080008000),
    UINT64_C(0x000000000000808b),
    UINT64_C(0x0000000080000001),
    UINT64_C(0x8000000080008081),
    UINT64_C(0x8000000000008009),
    UINT64_C(0x000000000000008a),
    UINT64_C(0x0000000000000088),
    UINT64_C(0x0000000080008009),
    UINT64_C(0x000000008000000a),
    UINT64_C(0x000000008000808b),
    UINT64_C(0x800000000000008b),
    UINT64_C(0x8000000000008089),
    UINT64_C(0x8000000000008003),
    UINT64_C(0x8000000000008002),
    UINT64_C(0x8000000000000080),
    UINT64_C(0x000000000000800a),
    UINT64_C(0x800000008000000a),
    UINT64_C(0x8000000080008081),
    UINT64_C(0x8000000000008080),
    UINT64_C(0x0000000080000001),
    UINT64_C(0x8000000080008008),
};

/* 3.2.2: how far rho turns the lane x + 5y */
static const unsigned offsets[LANES] = {0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43,
    25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14};

static uint64_t
rotate(uint64_t x, unsigned n)
{
	return n ? x << n | x >> (64 - n) : x;
}

/* 3.2.1 */
static void
theta(uint64_t a[LANES])
{
	uint64_t c[5], d;
	int x, y;

	for (x = 0; x < 5; x++)
		c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
	for (x = 0; x < 5; x++) {
		d = c[(x + 4) % 5] ^ rotate(c[(x + 1) % 5], 1);
		for (y = 0; y < LANES; y += 5)
			a[x + y] ^= d;
	}
}

/* 3.2.2 and 3.2.3: the lane (x, y) goes to (y, 2x + 3y). */
static void
rho_pi(uint64_t b[LANES], const uint64_t a[LANES])
{
	int x, y;

	for (y = 0; y < 5; y++)
		for (x = 0; x < 5; x++)
			b[y + 5 * ((2 * x + 3 * y) % 5)] =
			    rotate(a[x + 5 * y], offsets[x + 5 * y]);
}

/* 3.2.4 */
static void
chi(uint64_t a[LANES], const uint64_t b[LANES])
{
	int x, y;

	for (y = 0; y < LANES; y += 5)
		for (x = 0; x < 5; x++)
			a[x + y] =
			    b[x + y] ^ (~b[(x + 1) % 5 + y] & b[(x + 2) % 5 + y]);
}

/* 3.3: Keccak-f[1600] */
static void
permute(uint64_t a[LANES])
{
	uint64_t b[LANES];
	int round;

	for (round = 0; round < ROUNDS; round++) {
		theta(a);
		rho_pi(b, a);
		chi(a, b);
		a[0] ^= constants[round];
	}
}

/* 4: adds a block to the state and permutes it; bytes are a lane's lowest first. */
static void
absorb(uint64_t a[LANES], const unsigned char *block)
{
	size_t i;

	for (i = 0; i < RATE; i++)
		a[i / 8] ^= (uint64_t)block[i] << 8 * (i % 8);
	permute(a);
}

/* B.1 counts a byte's bits from the lowest one. Whole bytes come in that form; only the
 * bits of a partial last byte come from the highest one. */
static unsigned char
mirror(unsigned char x)
{
	unsigned char y = 0;
	int i;

	for (i = 0; i < 8; i++, x >>= 1)
		y = (unsigned char)(y << 1 | (x & 1));
	return y;
}

/* The end of the message, the bits 01 of 6.1 and the padding 10*1 of 5.1. */
static void
finish(uint64_t a[LANES], const unsigned char *rest, unsigned long long bits)
{
	unsigned char last[RATE + 1] = {0};
	size_t whole = (size_t)(bits / 8 % RATE), partial = (size_t)(bits % 8);
	unsigned tail;

	if (whole + (partial != 0))
		memcpy(last, rest, whole + (partial != 0));
	tail = mirror(last[whole]) & ((1u << partial) - 1);
	tail |= 6u << partial;
	last[whole] = (unsigned char)tail;
	last[whole + 1] = (unsigned char)(tail >> 8);
	if (whole + 1 == RATE && tail >= 0x80) {
		/* no room for the padding's last bit */
		absorb(a, last);
		memset(last, 0, sizeof(last));
		last[0] = (unsigned char)(tail >> 8);
	}
	last[RATE - 1] |= 0x80;
	absorb(a, last);
}

int
CryptHash(int digest_len_bits, const unsigned char *msg,
    unsigned long long msg_len_bits, unsigned char *digest)
{
	uint64_t a[LANES] = {0};
	unsigned long long left;
	int i;

	if (digest_len_bits != DIGEST_BITS)
		return 1;
	for (left = msg_len_bits; left >= 8 * RATE; left -= 8 * RATE, msg += RATE)
		absorb(a, msg);
	finish(a, msg, msg_len_bits);
	for (i = 0; i < DIGEST_BITS / 8; i++)
		digest[i] = (unsigned char)(a[i / 8] >> 8 * (i % 8));
	return 0;
}

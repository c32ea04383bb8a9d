/* SPDX-License-Identifier: MIT */
/*
 * drng.c: the random numbers of a submission: Hash_DRBG of NIST SP 800-90A Rev. 1,
 * section 10.1.1, with SM3, seedlen 440 bits and no limit on the number of requests.
 * The seed material is the seed alone.
 */
#include "measure/sm3.h"
#include "niccs.h"

#include <string.h>

enum { SEED_BYTES = sizeof(((DRNG_ctx *)0)->V) };

/* to += x modulo 2^440; x is n bytes, the highest first. */
static void
add(unsigned char to[SEED_BYTES], const unsigned char *x, int n)
{
	unsigned carry = 0;

	for (int i = 1; i <= SEED_BYTES; i++) {
		carry += to[SEED_BYTES - i] + (i <= n ? x[n - i] : 0u);
		to[SEED_BYTES - i] = (unsigned char)carry;
		carry >>= 8;
	}
}

static void
add_one(unsigned char to[SEED_BYTES])
{
	add(to, (const unsigned char *)"\x01", 1);
}

/* Hash_df of section 10.3.1, for the seed's length. out may be a part of the input. */
static void
derive(unsigned char out[SEED_BYTES], const char *before, size_t before_bytes,
    const unsigned char *input, unsigned long long input_bytes)
{
	unsigned char made[2 * SM3_BYTES];
	unsigned char head[5] = {
	    1, 0, 0, (8 * SEED_BYTES) >> 8, (8 * SEED_BYTES) & 255};
	struct sm3 s;

	for (int i = 0; i < 2; i++, head[0]++) {
		sm3_start(&s);
		sm3_add(&s, head, sizeof(head));
		sm3_add(&s, before, before_bytes);
		sm3_add(&s, input, input_bytes);
		sm3_end(made + i * SM3_BYTES, &s);
	}
	memcpy(out, made, SEED_BYTES);
}

int
init_random_number(
    DRNG_ctx *ctx, const unsigned char *seed, unsigned long long seed_len_bytes)
{
	memset(ctx, 0, sizeof(*ctx));
	derive(ctx->V, "", 0, seed, seed_len_bytes);
	derive(ctx->C, "", 1, ctx->V, SEED_BYTES);
	add_one(ctx->reseed_counter);
	return 0;
}

/* Hashgen of section 10.1.1.4 */
static void
generate(const DRNG_ctx *ctx, unsigned char *out, unsigned long long bytes)
{
	unsigned char data[SEED_BYTES], block[SM3_BYTES];
	struct sm3 s;

	memcpy(data, ctx->V, SEED_BYTES);
	while (bytes) {
		size_t n = bytes < SM3_BYTES ? (size_t)bytes : SM3_BYTES;
		sm3_start(&s);
		sm3_add(&s, data, SEED_BYTES);
		sm3_end(block, &s);
		memcpy(out, block, n);
		add_one(data);
		out += n;
		bytes -= n;
	}
}

int
get_random_number(DRNG_ctx *ctx, unsigned char *out, unsigned long long len_bits)
{
	unsigned long long bytes = len_bits / 8 + (len_bits % 8 != 0);
	unsigned char hash[SM3_BYTES];
	struct sm3 s;

	generate(ctx, out, bytes);
	if (len_bits % 8)
		out[bytes - 1] &= (unsigned char)(0xff00 >> len_bits % 8);
	sm3_start(&s);
	sm3_add(&s, "\x03", 1);
	sm3_add(&s, ctx->V, SEED_BYTES);
	sm3_end(hash, &s);
	add(ctx->V, hash, SM3_BYTES);
	add(ctx->V, ctx->C, SEED_BYTES);
	add(ctx->V, ctx->reseed_counter, SEED_BYTES);
	add_one(ctx->reseed_counter);
	return 0;
}

/* SPDX-License-Identifier: MIT */
#include "measure/kat_hash.h"

#include "core/err.h"
#include "measure/guard.h"
#include "measure/library.h"
#include "measure/report.h"

#include <string.h>

enum {
	SEED_BYTES = 64,
	KIND_BYTES = 8, /* of a file's name, its seed */
	SHORT_BITS = 4096,
	LOOP_BITS = 8192,
	LOOPS = 1000000,
};

struct job {
	struct report *report;
	const struct library *library;
	int digest_bits;
	struct guard message, digest;
	unsigned char seed[SEED_BYTES];
	DRNG_ctx drng; /* of the messages */
	struct err *e;
};

/* One call, and that it wrote where it may. */
static enum outcome
hash(struct job *j, unsigned long long bits)
{
	int code;

	guard_seal(&j->message);
	code = j->library->hash(j->digest_bits, j->message.data, bits, j->digest.data);
	if (code) {
		err_set(j->e, ERR_DATA, "CryptHash gave %d for a message of %llu bits",
		    code, bits);
		return OUTCOME_CRYPTOFAIL;
	}
	if (!guard_holds(&j->digest, "the digest", j->e) ||
	    !guard_holds(&j->message, "the message", j->e))
		return OUTCOME_OVERFLOW;
	return OUTCOME_COMPLETE;
}

static void
write_digest(struct job *j)
{
	report_format(j->report, "Dst_Len = %d\nDst = ", j->digest_bits);
	report_hex(j->report, j->digest.data, j->digest.size);
	report_format(j->report, "\n\n");
}

static void
write_message(struct job *j, unsigned long long bits)
{
	report_format(j->report, "Msg_Len = %llu\nMsg = ", bits);
	report_hex(j->report, j->message.data, (size_t)(bits + 7) / 8);
	report_format(j->report, "\n");
}

/* Every length from 0 to 4096 bits; each message in a buffer of just its size. */
static enum outcome
short_messages(struct job *j)
{
	enum outcome outcome = OUTCOME_COMPLETE;

	for (unsigned long long bits = 0; bits <= SHORT_BITS && !outcome; bits++) {
		if (guard_new(&j->message, (size_t)(bits + 7) / 8, j->e))
			return OUTCOME_DRIVER;
		get_random_number(&j->drng, j->message.data, bits);
		outcome = hash(j, bits);
		if (!outcome) {
			write_message(j, bits);
			write_digest(j);
		}
		guard_free(&j->message);
	}
	return outcome;
}

static enum outcome
long_message(struct job *j, const unsigned char *seed)
{
	const struct guard *m = &j->message;
	enum outcome outcome = hash(j, 8ULL * m->size);

	if (outcome)
		return outcome;
	report_format(j->report, "Msg_Len = %llu\nMsg_Seed = ", 8ULL * m->size);
	report_hex(j->report, seed, seed ? SEED_BYTES : 0);
	report_format(j->report, "\nMsg_Exp = ");
	report_hex(j->report, m->data, 8);
	report_format(j->report, " .... ");
	report_hex(j->report, m->data + m->size - 8, 8);
	report_format(j->report, "\n");
	write_digest(j);
	return outcome;
}

/* All bits zero, all one, random. */
static enum outcome
long_messages(struct job *j, size_t bytes)
{
	enum outcome outcome;

	if (guard_new(&j->message, bytes, j->e))
		return OUTCOME_DRIVER;
	outcome = long_message(j, NULL);
	if (!outcome) {
		memset(j->message.data, 0xff, bytes);
		outcome = long_message(j, NULL);
	}
	if (!outcome) {
		get_random_number(&j->drng, j->message.data, 8ULL * bytes);
		outcome = long_message(j, j->seed);
	}
	guard_free(&j->message);
	return outcome;
}

/* The message turned left by the digest's length, the digest added to its start. */
static void
mix(unsigned char *message, size_t n, const unsigned char *digest, size_t digest_bytes)
{
	unsigned char turned[LOOP_BITS / 8];
	size_t by = digest_bytes % n;

	memcpy(turned, message + by, n - by);
	memcpy(turned + n - by, message, by);
	for (size_t i = 0; i < digest_bytes && i < n; i++)
		turned[i] ^= digest[i];
	memcpy(message, turned, n);
}

static enum outcome
loop(struct job *j)
{
	enum outcome outcome;

	if (guard_new(&j->message, LOOP_BITS / 8, j->e))
		return OUTCOME_DRIVER;
	get_random_number(&j->drng, j->message.data, LOOP_BITS);
	write_message(j, LOOP_BITS);
	outcome = hash(j, LOOP_BITS);
	for (int i = 0; i < LOOPS && !outcome; i++) {
		mix(j->message.data, j->message.size, j->digest.data, j->digest.size);
		outcome = hash(j, LOOP_BITS);
	}
	if (!outcome)
		write_digest(j);
	guard_free(&j->message);
	return outcome;
}

enum outcome
kat_hash(struct report *r, const char *kind, const struct library *l, int digest_bits,
    struct err *e)
{
	struct job j = {.report = r, .library = l, .digest_bits = digest_bits, .e = e};
	enum outcome outcome = OUTCOME_DRIVER;

	for (int i = 0; i < SEED_BYTES; i += KIND_BYTES)
		memcpy(j.seed + i, kind, KIND_BYTES);
	init_random_number(&j.drng, j.seed, SEED_BYTES);
	if (guard_new(&j.digest, (size_t)digest_bits / 8, e))
		return OUTCOME_DRIVER;
	if (!strcmp(kind, "KAT_2_12"))
		outcome = short_messages(&j);
	else if (!strcmp(kind, "KAT_2_23"))
		outcome = long_messages(&j, 1u << 20);
	else if (!strcmp(kind, "KAT_2_33"))
		outcome = long_messages(&j, 1u << 30);
	else if (!strcmp(kind, "KAT_Loop"))
		outcome = loop(&j);
	else
		err_set(e, ERR_USAGE, "%s is no known-answer file of a hash function",
		    kind);
	guard_free(&j.digest);
	return outcome;
}

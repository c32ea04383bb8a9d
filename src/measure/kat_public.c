/* SPDX-License-Identifier: MIT */
#include "measure/kat_public.h"

#include "measure/kem_case.h"
#include "measure/library.h"
#include "measure/report.h"
#include "measure/sign_case.h"

#include <string.h>

enum { RECORDS = 10, SEED_BYTES = 64, FIRST_MESSAGE = 56, MESSAGE_STEP = 8 };

/* Seeded with the word again and again, up to 64 bytes. */
static void
start(DRNG_ctx *drng, const char *word)
{
	unsigned char seed[SEED_BYTES];

	for (size_t i = 0; i < SEED_BYTES; i++)
		seed[i] = (unsigned char)word[i % strlen(word)];
	init_random_number(drng, seed, SEED_BYTES);
}

/* The head of a record; from here on the candidate's numbers come from its seed. */
static void
begin(struct report *r, const struct library *l, DRNG_ctx *seeds, int count)
{
	unsigned char seed[SEED_BYTES];

	get_random_number(seeds, seed, 8 * SEED_BYTES);
	report_format(r, "Count = %d\nSeed_Len = %d\nSeed = ", count, SEED_BYTES);
	report_hex(r, seed, SEED_BYTES);
	report_format(r, "\n");
	library_seed(l, seed, SEED_BYTES);
}

static enum outcome
kem_record(struct report *r, const struct library *l, struct err *e)
{
	struct kem_case k;
	enum outcome o = kem_case_new(&k, l, e);

	o = o ? o : kem_case_keygen(&k, l, e);
	o = o ? o : kem_case_enc(&k, l, e);
	o = o ? o : kem_case_dec(&k, l, e);
	if (!o) {
		part_report(&k.pk, "PK", r);
		part_report(&k.sk, "SK", r);
		part_report(&k.ct, "CT", r);
		part_report(&k.ss, "SS", r);
		report_format(r, "\n");
	}
	kem_case_free(&k);
	return o;
}

enum outcome
kat_kem(struct report *r, const struct library *l, struct err *e)
{
	enum outcome o = OUTCOME_COMPLETE;
	DRNG_ctx seeds;

	start(&seeds, "seed");
	for (int i = 0; i < RECORDS && !o; i++) {
		begin(r, l, &seeds, i);
		o = kem_record(r, l, e);
	}
	return o;
}

static enum outcome
sign_record(struct report *r, const struct library *l, DRNG_ctx *messages, size_t bytes,
    struct err *e)
{
	struct sign_case s;
	enum outcome o = sign_case_new(&s, l, bytes, e);

	if (!o)
		get_random_number(messages, s.m.guard.data, 8ULL * bytes);
	o = o ? o : sign_case_keygen(&s, l, e);
	o = o ? o : sign_case_sign(&s, l, e);
	o = o ? o : sign_case_verify(&s, l, e);
	if (!o) {
		part_report(&s.pk, "PK", r);
		part_report(&s.sk, "SK", r);
		part_report(&s.m, "M", r);
		part_report(&s.sn, "Sn", r);
		report_format(r, "\n");
	}
	sign_case_free(&s);
	return o;
}

enum outcome
kat_sign(struct report *r, const struct library *l, struct err *e)
{
	enum outcome o = OUTCOME_COMPLETE;
	DRNG_ctx seeds, messages;

	start(&seeds, "seed");
	start(&messages, "msg");
	for (int i = 0; i < RECORDS && !o; i++) {
		begin(r, l, &seeds, i);
		o = sign_record(
		    r, l, &messages, FIRST_MESSAGE + (size_t)i * MESSAGE_STEP, e);
	}
	return o;
}

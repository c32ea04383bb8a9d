/* SPDX-License-Identifier: MIT */
#include "measure/kat_public.h"

#include "measure/library.h"
#include "measure/report.h"
#include "measure/scheme_kem.h"
#include "measure/scheme_kex.h"
#include "measure/scheme_sign.h"

#include <stdio.h>
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

/* The first steps of a scheme, all of them; the last has to be right. */
static enum outcome
take_all(const struct scheme *s, int steps, const struct library *l,
    struct scheme_case *c, struct err *e)
{
	enum outcome o = OUTCOME_COMPLETE;

	for (int i = 0; i < steps && !o; i++)
		o = scheme_take(&s->step[i], l, c, e);
	return o ? o : s->step[steps - 1].confirm(l, c, c, e);
}

static enum outcome
kem_record(
    struct report *r, const struct library *l, DRNG_ctx *messages, int i, struct err *e)
{
	struct scheme_case c;
	enum outcome o = scheme_kem()->create(&c, l, e);

	(void)messages;
	(void)i;
	o = o ? o : take_all(scheme_kem(), KEM_STEPS, l, &c, e);
	if (!o) {
		part_report(&c.part[KEM_PK], "PK", r);
		part_report(&c.part[KEM_SK], "SK", r);
		part_report(&c.part[KEM_CT], "CT", r);
		part_report(&c.part[KEM_SS], "SS", r);
	}
	scheme_free(&c);
	return o;
}

static enum outcome
sign_record(
    struct report *r, const struct library *l, DRNG_ctx *messages, int i, struct err *e)
{
	struct scheme_case c;
	size_t bytes = FIRST_MESSAGE + (size_t)i * MESSAGE_STEP;
	enum outcome o = scheme_sign_case(&c, l, bytes, messages, e);

	o = o ? o : take_all(scheme_sign(), SIGN_STEPS, l, &c, e);
	if (!o) {
		part_report(&c.part[SIGN_PK], "PK", r);
		part_report(&c.part[SIGN_SK], "SK", r);
		part_report(&c.part[SIGN_M], "M", r);
		part_report(&c.part[SIGN_SN], "Sn", r);
	}
	scheme_free(&c);
	return o;
}

/* A side's keys and its state, which the passes then change. */
static enum outcome
kex_init(struct report *r, const struct library *l, struct scheme_case *c, bool a,
    struct err *e)
{
	enum outcome o =
	    scheme_take(&scheme_kex()->step[a ? KEX_INIT_A : KEX_INIT_B], l, c, e);

	if (!o) {
		part_report(&c->part[a ? KEX_PKA : KEX_PKB], a ? "PKa" : "PKb", r);
		part_report(&c->part[a ? KEX_SKA : KEX_SKB], a ? "SKa" : "SKb", r);
		part_report(
		    &c->part[a ? KEX_STA : KEX_STB], a ? "Init_Sta" : "Init_Stb", r);
	}
	return o;
}

/* Passes until one is the last, with the state that each leaves and its message. */
static enum outcome
kex_passes(
    struct report *r, const struct library *l, struct scheme_case *c, struct err *e)
{
	enum outcome o = OUTCOME_COMPLETE;
	bool is_last = false;
	char name[24];

	for (int k = 1; !o && !is_last; k++) {
		o = scheme_kex_pass(c, l, k, &is_last, e);
		if (o)
			break;
		snprintf(name, sizeof(name), "Pass%d_St%c", k, k % 2 ? 'a' : 'b');
		part_report(&c->part[k % 2 ? KEX_STA : KEX_STB], name, r);
		snprintf(name, sizeof(name), "M%d", k);
		part_report(&c->part[KEX_M + k - 1], name, r);
	}
	return o;
}

static enum outcome
kex_record(
    struct report *r, const struct library *l, DRNG_ctx *messages, int i, struct err *e)
{
	const struct scheme_step *step = scheme_kex()->step;
	struct scheme_case c;
	enum outcome o = scheme_kex()->create(&c, l, e);

	(void)messages;
	(void)i;
	if (!o)
		report_format(r, "Pass_Num = %llu\n", l->kex.passes());
	o = o ? o : kex_init(r, l, &c, true, e);
	o = o ? o : kex_init(r, l, &c, false, e);
	o = o ? o : kex_passes(r, l, &c, e);
	o = o ? o : scheme_take(&step[KEX_DERIVE_A], l, &c, e);
	o = o ? o : scheme_take(&step[KEX_DERIVE_B], l, &c, e);
	o = o ? o : scheme_kex_agree(&c, l, e);
	if (!o)
		part_report(&c.part[KEX_SSA], "SS", r);
	scheme_free(&c);
	return o;
}

/* messages: of what is signed. */
static enum outcome
records(struct report *r, const struct library *l, struct err *e,
    enum outcome (*record)(struct report *r, const struct library *l,
	DRNG_ctx *messages, int i, struct err *e))
{
	enum outcome o = OUTCOME_COMPLETE;
	DRNG_ctx seeds, messages;

	start(&seeds, "seed");
	start(&messages, "msg");
	for (int i = 0; i < RECORDS && !o; i++) {
		begin(r, l, &seeds, i);
		o = record(r, l, &messages, i, e);
		report_format(r, "\n");
	}
	return o;
}

enum outcome
kat_kem(struct report *r, const struct library *l, struct err *e)
{
	return records(r, l, e, kem_record);
}

enum outcome
kat_sign(struct report *r, const struct library *l, struct err *e)
{
	return records(r, l, e, sign_record);
}

enum outcome
kat_kex(struct report *r, const struct library *l, struct err *e)
{
	return records(r, l, e, kex_record);
}

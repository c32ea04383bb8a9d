/* SPDX-License-Identifier: MIT */
#include "measure/operation_public.h"

#include "core/err.h"
#include "core/mem.h"
#include "measure/clock.h"
#include "measure/operation.h"
#include "measure/scheme_kem.h"
#include "measure/scheme_kex.h"
#include "measure/scheme_sign.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS = KEX_PASS + LIBRARY_PASSES };

struct path {
	const struct scheme_step *step[STEPS];
	size_t steps;
};

struct state {
	const struct scheme *scheme;
	struct path before, timed;
	struct scheme_case *ring; /* each with the steps before */
	size_t count, next;       /* next: of the ring, for the next call */
	struct scheme_case out;   /* where the timed calls write */
	const struct scheme_step *failed;
	int failure; /* the last code that was an error, of failed */
};

static void
run(struct operation *o, uint64_t calls)
{
	struct state *s = o->state;
	struct scheme_case *in = &s->out;
	const struct scheme_step *step;
	int code;

	for (uint64_t i = 0; i < calls; i++) {
		if (s->count)
			in = &s->ring[s->next];
		for (size_t k = 0; k < s->timed.steps; k++) {
			step = s->timed.step[k];
			code = step->call(step, &o->library, in, &s->out);
			if (scheme_is_error(step, code)) {
				s->failure = code;
				s->failed = step;
			}
			for (uint32_t w = step->writes; w; w &= w - 1)
				part_note(&s->out.part[__builtin_ctz(w)]);
		}
		s->next = s->next + 1 >= s->count ? 0 : s->next + 1;
	}
}

/* Lengths, zones and inputs of all parts, the code of all calls, and whether the last
 * one did what it should. */
static enum outcome
check(struct operation *o, struct err *e)
{
	struct state *s = o->state;
	const struct scheme_step *last = s->timed.step[s->timed.steps - 1];
	struct scheme_case *in = &s->out;
	enum outcome outcome = scheme_check(&s->out, e);

	for (size_t i = 0; i < s->count && !outcome; i++)
		outcome = scheme_check(&s->ring[i], e);
	if (!outcome && s->failed)
		outcome = part_code(s->failure, s->failed->function, e);
	if (s->count)
		in = &s->ring[(s->next + s->count - 1) % s->count];
	return outcome || !last->confirm ? outcome
					 : last->confirm(&o->library, in, &s->out, e);
}

static enum outcome
sizes(const struct operation *o, struct report *r, struct err *e)
{
	const struct state *s = o->state;

	return s->scheme->sizes(&o->library, r, e);
}

static void
add(struct state *s, struct path *path, int step)
{
	path->step[path->steps++] = &s->scheme->step[step];
}

/* Both orders are those of the calls, so the steps before a step are its inputs'. */
static void
choose_step(struct state *s, const char *const *names, const char *name)
{
	int i = 0;

	for (; strcmp(names[i], name) != 0; i++)
		add(s, &s->before, i);
	add(s, &s->timed, i);
}

/* Of a key exchange the inits and so many passes. */
static void
add_passes(struct state *s, struct path *path, int passes)
{
	add(s, path, KEX_INIT_A);
	add(s, path, KEX_INIT_B);
	for (int k = 0; k < passes; k++)
		add(s, path, KEX_PASS + k);
}

static void
add_exchange(struct state *s, struct path *path, int passes)
{
	add_passes(s, path, passes);
	add(s, path, KEX_DERIVE_A);
	add(s, path, KEX_DERIVE_B);
}

/* Before a derivation there is a whole exchange: its secret is compared with the other
 * side's. */
static enum outcome
choose_exchange(
    struct state *s, const struct library *l, const char *name, struct err *e)
{
	int pass = strncmp(name, "pass", 4) ? 0 : (int)strtol(name + 4, NULL, 10);
	int passes = 0;
	enum outcome o;

	if (!strncmp(name, "init_", 5)) {
		add(s, &s->timed, name[5] == 'a' ? KEX_INIT_A : KEX_INIT_B);
		return OUTCOME_COMPLETE;
	}
	o = scheme_kex_count(l, &passes, e);
	if (!o && pass > passes) {
		err_set(e, ERR_USAGE, "%s: the exchange has %d passes", name, passes);
		return OUTCOME_DRIVER;
	}
	if (pass) {
		add_passes(s, &s->before, pass - 1);
		add(s, &s->timed, KEX_PASS + pass - 1);
	} else if (!strcmp(name, "exchange")) {
		add_exchange(s, &s->timed, passes);
	} else {
		add_exchange(s, &s->before, passes);
		add(s, &s->timed, name[7] == 'a' ? KEX_DERIVE_A : KEX_DERIVE_B);
	}
	return o;
}

static enum outcome
choose(struct state *s, const struct library *l, const struct operation_plan *p,
    struct err *e)
{
	static const char *const kem[] = {
	    [KEM_KEYGEN] = "keygen", [KEM_ENC] = "enc", [KEM_DEC] = "dec"};
	static const char *const sign[] = {
	    [SIGN_KEYGEN] = "keygen", [SIGN_SIGN] = "sign", [SIGN_VERIFY] = "verify"};

	if (p->category == CATEGORY_KEX) {
		s->scheme = scheme_kex();
		return choose_exchange(s, l, p->name, e);
	}
	s->scheme = p->category == CATEGORY_KEM ? scheme_kem() : scheme_sign();
	choose_step(s, p->category == CATEGORY_KEM ? kem : sign, p->name);
	return OUTCOME_COMPLETE;
}

/* Up to p->ring cases; no more are begun after p->ring_s. */
static enum outcome
fill_ring(struct state *s, const struct library *l, const struct operation_plan *p,
    struct err *e)
{
	double end_s = clock_seconds() + p->ring_s;
	enum outcome o = OUTCOME_COMPLETE;

	s->ring = mem_resize(NULL, p->ring, sizeof(*s->ring));
	do {
		struct scheme_case *c = &s->ring[s->count++];
		o = s->scheme->create(c, l, e);
		for (size_t i = 0; i < s->before.steps && !o; i++)
			o = scheme_take(s->before.step[i], l, c, e);
	} while (!o && s->count < p->ring && clock_seconds() < end_s);
	return o;
}

enum outcome
operation_public(struct operation *o, const struct operation_plan *p, struct err *e)
{
	struct state *s = mem_get(sizeof(*s));
	enum outcome outcome;

	*s = (struct state){0};
	outcome = choose(s, &o->library, p, e);
	o->state = s;
	o->run = run;
	o->check = check;
	o->empty = s->scheme->empty;
	o->sizes = sizes;
	outcome = outcome ? outcome : s->scheme->create(&s->out, &o->library, e);
	return outcome || !s->before.steps ? outcome : fill_ring(s, &o->library, p, e);
}

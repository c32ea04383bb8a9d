/* SPDX-License-Identifier: MIT */
#include "measure/operation_kem.h"

#include "core/mem.h"
#include "measure/clock.h"
#include "measure/kem_case.h"
#include "measure/report.h"

#include <string.h>

struct state {
	struct kem_case *ring;
	size_t count, next;  /* next: of the ring, for the next call */
	struct kem_case out; /* where the timed calls write */
	const char *function;
	int failure;                   /* the last code that was not 0 */
	unsigned long long longest[2]; /* lengths that the calls gave */
};

static void
note_length(unsigned long long *longest, unsigned long long len)
{
	if (len > *longest)
		*longest = len;
}

static void
run_keygen(struct operation *o, uint64_t calls)
{
	struct state *s = o->state;
	struct part *pk = &s->out.pk, *sk = &s->out.sk;
	int code;

	for (uint64_t i = 0; i < calls; i++) {
		pk->len = pk->guard.size;
		sk->len = sk->guard.size;
		code = o->library.kem.keygen(
		    pk->guard.data, &pk->len, sk->guard.data, &sk->len);
		if (code)
			s->failure = code;
		note_length(&s->longest[0], pk->len);
		note_length(&s->longest[1], sk->len);
	}
}

static void
run_enc(struct operation *o, uint64_t calls)
{
	struct state *s = o->state;
	struct part *ss = &s->out.ss, *ct = &s->out.ct;
	int code;

	for (uint64_t i = 0; i < calls; i++) {
		const struct part *pk = &s->ring[s->next].pk;
		ss->len = ss->guard.size;
		ct->len = ct->guard.size;
		code = o->library.kem.enc(pk->guard.data, pk->len, ss->guard.data,
		    &ss->len, ct->guard.data, &ct->len);
		if (code)
			s->failure = code;
		note_length(&s->longest[0], ss->len);
		note_length(&s->longest[1], ct->len);
		s->next = s->next + 1 == s->count ? 0 : s->next + 1;
	}
}

static void
run_dec(struct operation *o, uint64_t calls)
{
	struct state *s = o->state;
	struct part *got = &s->out.got;
	int code;

	for (uint64_t i = 0; i < calls; i++) {
		const struct kem_case *k = &s->ring[s->next];
		got->len = got->guard.size;
		code = o->library.kem.dec(k->sk.guard.data, k->sk.len, k->ct.guard.data,
		    k->ct.len, got->guard.data, &got->len);
		if (code)
			s->failure = code;
		note_length(&s->longest[0], got->len);
		s->next = s->next + 1 == s->count ? 0 : s->next + 1;
	}
}

/* Lengths, zones and inputs of all parts; lengths of all calls, not of the last alone.
 */
static enum outcome
check(struct operation *o, struct err *e)
{
	struct state *s = o->state;
	enum outcome outcome = kem_case_check(&s->out, e);

	for (size_t i = 0; i < s->count && !outcome; i++)
		outcome = kem_case_check(&s->ring[i], e);
	return outcome ? outcome : part_code(s->failure, s->function, e);
}

static enum outcome
check_longest(
    const struct part *p, unsigned long long longest, const char *what, struct err *e)
{
	struct part of_call = *p;

	of_call.len = longest;
	return part_check(&of_call, what, e);
}

static enum outcome
check_keygen(struct operation *o, struct err *e)
{
	struct state *s = o->state;
	enum outcome outcome = check(o, e);

	outcome = outcome
	    ? outcome
	    : check_longest(&s->out.pk, s->longest[0], "the public key", e);
	return outcome ? outcome
		       : check_longest(&s->out.sk, s->longest[1], "the secret key", e);
}

static enum outcome
check_enc(struct operation *o, struct err *e)
{
	struct state *s = o->state;
	enum outcome outcome = check(o, e);

	outcome = outcome ? outcome
			  : check_longest(&s->out.ss, s->longest[0], "the secret", e);
	return outcome ? outcome
		       : check_longest(&s->out.ct, s->longest[1], "the ciphertext", e);
}

/* The last call's secret is the one that was encapsulated. */
static enum outcome
check_dec(struct operation *o, struct err *e)
{
	struct state *s = o->state;
	enum outcome outcome = check(o, e);
	struct kem_case last = s->ring[(s->next + s->count - 1) % s->count];

	last.got = s->out.got;
	outcome = outcome ? outcome
			  : check_longest(&last.got, s->longest[0], "the secret", e);
	return outcome ? outcome : kem_case_compare(&last, e);
}

static int
no_keygen(unsigned char *pk, unsigned long long *pk_len, unsigned char *sk,
    unsigned long long *sk_len)
{
	(void)pk;
	(void)pk_len;
	(void)sk;
	(void)sk_len;
	return 0;
}

static int
no_enc(unsigned char *pk, unsigned long long pk_len, unsigned char *ss,
    unsigned long long *ss_len, unsigned char *ct, unsigned long long *ct_len)
{
	(void)pk;
	(void)pk_len;
	(void)ss;
	(void)ss_len;
	(void)ct;
	(void)ct_len;
	return 0;
}

static int
no_dec(unsigned char *sk, unsigned long long sk_len, unsigned char *ct,
    unsigned long long ct_len, unsigned char *ss, unsigned long long *ss_len)
{
	(void)sk;
	(void)sk_len;
	(void)ct;
	(void)ct_len;
	(void)ss;
	(void)ss_len;
	return 0;
}

static void
empty(struct library *l)
{
	l->kem.keygen = no_keygen;
	l->kem.enc = no_enc;
	l->kem.dec = no_dec;
}

static void
sizes(const struct operation *o, struct report *r)
{
	const struct kem_case *k = &((const struct state *)o->state)->out;

	report_format(r, "size pk_bytes %zu\nsize sk_bytes %zu\n", k->pk.guard.size,
	    k->sk.guard.size);
	report_format(r, "size ct_bytes %zu\nsize ss_bytes %zu\n", k->ct.guard.size,
	    k->ss.guard.size);
}

/* Up to p->ring cases, with a ciphertext where it is wanted, each with a key pair of
 * its own; no more are begun after p->ring_s. */
static enum outcome
fill_ring(struct operation *o, struct state *s, const struct operation_plan *p,
    bool ciphertext, struct err *e)
{
	double end_s = clock_seconds() + p->ring_s;
	enum outcome outcome = OUTCOME_COMPLETE;

	s->ring = mem_resize(NULL, p->ring, sizeof(*s->ring));
	do {
		struct kem_case *k = &s->ring[s->count++];
		outcome = kem_case_new(k, &o->library, e);
		outcome = outcome ? outcome : kem_case_keygen(k, &o->library, e);
		if (ciphertext && !outcome)
			outcome = kem_case_enc(k, &o->library, e);
	} while (!outcome && s->count < p->ring && clock_seconds() < end_s);
	return outcome;
}

static enum outcome
prepare(struct operation *o, const char *function, struct err *e)
{
	struct state *s = mem_get(sizeof(*s));

	*s = (struct state){.function = function};
	o->state = s;
	o->empty = empty;
	o->sizes = sizes;
	return kem_case_new(&s->out, &o->library, e);
}

enum outcome
operation_kem_keygen(struct operation *o, const struct operation_plan *p, struct err *e)
{
	enum outcome outcome = prepare(o, "kem_keygen", e);

	(void)p; /* it has no inputs */
	o->run = run_keygen;
	o->check = check_keygen;
	return outcome;
}

enum outcome
operation_kem_enc(struct operation *o, const struct operation_plan *p, struct err *e)
{
	enum outcome outcome = prepare(o, "kem_enc", e);

	o->run = run_enc;
	o->check = check_enc;
	return outcome ? outcome : fill_ring(o, o->state, p, false, e);
}

enum outcome
operation_kem_dec(struct operation *o, const struct operation_plan *p, struct err *e)
{
	enum outcome outcome = prepare(o, "kem_dec", e);

	o->run = run_dec;
	o->check = check_dec;
	return outcome ? outcome : fill_ring(o, o->state, p, true, e);
}

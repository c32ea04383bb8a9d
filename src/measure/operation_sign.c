/* SPDX-License-Identifier: MIT */
#include "measure/operation_sign.h"

#include "core/mem.h"
#include "measure/clock.h"
#include "measure/report.h"
#include "measure/sign_case.h"

/* The guide's length of a message that is signed. */
enum { MESSAGE_BYTES = 64 };

struct state {
	struct sign_case *ring;
	size_t count, next;   /* next: of the ring, for the next call */
	struct sign_case out; /* where the timed calls write */
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
		code = o->library.sign.keygen(
		    pk->guard.data, &pk->len, sk->guard.data, &sk->len);
		if (code)
			s->failure = code;
		note_length(&s->longest[0], pk->len);
		note_length(&s->longest[1], sk->len);
	}
}

static void
run_sign(struct operation *o, uint64_t calls)
{
	struct state *s = o->state;
	struct part *sn = &s->out.sn;
	int code;

	for (uint64_t i = 0; i < calls; i++) {
		const struct sign_case *c = &s->ring[s->next];
		sn->len = sn->guard.size;
		code = o->library.sign.sign(c->sk.guard.data, c->sk.len,
		    c->m.guard.data, c->m.len, sn->guard.data, &sn->len);
		if (code)
			s->failure = code;
		note_length(&s->longest[0], sn->len);
		s->next = s->next + 1 == s->count ? 0 : s->next + 1;
	}
}

static void
run_verify(struct operation *o, uint64_t calls)
{
	struct state *s = o->state;
	int code;

	for (uint64_t i = 0; i < calls; i++) {
		const struct sign_case *c = &s->ring[s->next];
		code = o->library.sign.verify(c->pk.guard.data, c->pk.len,
		    c->sn.guard.data, c->sn.len, c->m.guard.data, c->m.len);
		if (code)
			s->failure = code;
		s->next = s->next + 1 == s->count ? 0 : s->next + 1;
	}
}

/* Lengths, zones and inputs of all parts. */
static enum outcome
check(struct operation *o, struct err *e)
{
	struct state *s = o->state;
	enum outcome outcome = sign_case_check(&s->out, e);

	for (size_t i = 0; i < s->count && !outcome; i++)
		outcome = sign_case_check(&s->ring[i], e);
	return outcome ? outcome : part_code(s->failure, s->function, e);
}

/* The longest that any call gave, not the last alone. */
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

/* The last call's signature is valid. */
static enum outcome
check_sign(struct operation *o, struct err *e)
{
	struct state *s = o->state;
	enum outcome outcome = check(o, e);
	struct sign_case last = s->ring[(s->next + s->count - 1) % s->count];

	outcome = outcome
	    ? outcome
	    : check_longest(&s->out.sn, s->longest[0], "the signature", e);
	last.sn = s->out.sn;
	return outcome ? outcome : sign_case_verify(&last, &o->library, e);
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
no_sign(unsigned char *sk, unsigned long long sk_len, unsigned char *m,
    unsigned long long m_len, unsigned char *sn, unsigned long long *sn_len)
{
	(void)sk;
	(void)sk_len;
	(void)m;
	(void)m_len;
	(void)sn;
	(void)sn_len;
	return 0;
}

static int
no_verify(unsigned char *pk, unsigned long long pk_len, unsigned char *sn,
    unsigned long long sn_len, unsigned char *m, unsigned long long m_len)
{
	(void)pk;
	(void)pk_len;
	(void)sn;
	(void)sn_len;
	(void)m;
	(void)m_len;
	return 0;
}

static void
empty(struct library *l)
{
	l->sign.keygen = no_keygen;
	l->sign.sign = no_sign;
	l->sign.verify = no_verify;
}

static void
sizes(const struct operation *o, struct report *r)
{
	const struct sign_case *c = &((const struct state *)o->state)->out;

	report_format(r,
	    "size pk_bytes %zu\nsize sk_bytes %zu\nsize signature_bytes %zu\n",
	    c->pk.guard.size, c->sk.guard.size, c->sn.guard.size);
}

/* Up to p->ring cases, signed where it is wanted, each with a key pair of its own; no
 * more are begun after p->ring_s. */
static enum outcome
fill_ring(struct operation *o, struct state *s, const struct operation_plan *p,
    bool is_signed, struct err *e)
{
	double end_s = clock_seconds() + p->ring_s;
	enum outcome outcome = OUTCOME_COMPLETE;

	s->ring = mem_resize(NULL, p->ring, sizeof(*s->ring));
	do {
		struct sign_case *c = &s->ring[s->count++];
		outcome = sign_case_new(c, &o->library, MESSAGE_BYTES, e);
		if (!outcome)
			get_random_number(
			    o->library.drng, c->m.guard.data, 8 * MESSAGE_BYTES);
		outcome = outcome ? outcome : sign_case_keygen(c, &o->library, e);
		if (is_signed && !outcome)
			outcome = sign_case_sign(c, &o->library, e);
		part_seal(&c->m);
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
	return sign_case_new(&s->out, &o->library, 0, e);
}

enum outcome
operation_sign_keygen(
    struct operation *o, const struct operation_plan *p, struct err *e)
{
	enum outcome outcome = prepare(o, "sig_keygen", e);

	(void)p; /* it has no inputs */
	o->run = run_keygen;
	o->check = check_keygen;
	return outcome;
}

enum outcome
operation_sign_sign(struct operation *o, const struct operation_plan *p, struct err *e)
{
	enum outcome outcome = prepare(o, "sig_sign", e);

	o->run = run_sign;
	o->check = check_sign;
	return outcome ? outcome : fill_ring(o, o->state, p, false, e);
}

enum outcome
operation_sign_verify(
    struct operation *o, const struct operation_plan *p, struct err *e)
{
	enum outcome outcome = prepare(o, "sig_verify", e);

	o->run = run_verify;
	o->check = check;
	return outcome ? outcome : fill_ring(o, o->state, p, true, e);
}

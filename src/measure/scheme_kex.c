/* SPDX-License-Identifier: MIT */
#include "measure/scheme_kex.h"

#include "core/err.h"
#include "measure/report.h"

#include <string.h>

/* Room for every message; each may have the length of all together. Untouched, it takes
 * no memory. */
static enum outcome
create(struct scheme_case *c, const struct library *l, struct err *e)
{
	const struct library_kex *f = &l->kex;
	const struct {
		const char *what;
		unsigned long long claim;
	} list[] = {
	    [KEX_PKA] = {"the public key of a", f->pk_bytes()},
	    [KEX_SKA] = {"the secret key of a", f->sk_bytes()},
	    [KEX_STA] = {"the state of a", f->sta_bytes()},
	    [KEX_PKB] = {"the public key of b", f->pk_bytes()},
	    [KEX_SKB] = {"the secret key of b", f->sk_bytes()},
	    [KEX_STB] = {"the state of b", f->stb_bytes()},
	    [KEX_SSA] = {"the secret of a", f->ss_bytes()},
	    [KEX_SSB] = {"the secret of b", f->ss_bytes()},
	};
	enum outcome o = OUTCOME_COMPLETE;

	*c = (struct scheme_case){.parts = KEX_M};
	for (size_t i = 0; i < KEX_M && !o; i++)
		o = part_new(&c->part[i], list[i].what, list[i].claim, e);
	for (int k = 1; k <= LIBRARY_PASSES && !o && (k == 1 || f->pass[k - 1]); k++)
		o = part_new(
		    &c->part[c->parts++], "a message", f->total_msg_bytes(), e);
	return o;
}

/* The last message of side a or b, without bytes where there is none. */
static const struct part *
last_message(const struct scheme_case *c, int side)
{
	static const struct part none = {.len = 0};
	int k = c->passes % 2 == side ? c->passes : c->passes - 1;

	return k > 0 ? &c->part[KEX_M + k - 1] : &none;
}

static int
init_a(const struct scheme_step *s, const struct library *l, struct scheme_case *in,
    struct scheme_case *out)
{
	struct part *pk = &out->part[KEX_PKA], *sk = &out->part[KEX_SKA];
	struct part *st = &out->part[KEX_STA];

	(void)s;
	(void)in;
	return l->kex.init_a(
	    part_room(pk), &pk->len, part_room(sk), &sk->len, part_room(st), &st->len);
}

static int
init_b(const struct scheme_step *s, const struct library *l, struct scheme_case *in,
    struct scheme_case *out)
{
	struct part *pk = &out->part[KEX_PKB], *sk = &out->part[KEX_SKB];
	struct part *st = &out->part[KEX_STB];

	(void)s;
	(void)in;
	return l->kex.init_b(
	    part_room(pk), &pk->len, part_room(sk), &sk->len, part_room(st), &st->len);
}

/* A pass changes the state it finds, so each call gets a copy of the prepared one. */
static int
pass(const struct scheme_step *s, const struct library *l, struct scheme_case *in,
    struct scheme_case *out)
{
	bool a = s->pass % 2 == 1;
	struct part *sk = &in->part[a ? KEX_SKA : KEX_SKB];
	struct part *pk = &in->part[a ? KEX_PKB : KEX_PKA];
	struct part *from = &in->part[a ? KEX_STA : KEX_STB];
	struct part *st = &out->part[a ? KEX_STA : KEX_STB];
	struct part *got = &in->part[KEX_M + s->pass - 2]; /* of pass 2 on */
	struct part *made = &out->part[KEX_M + s->pass - 1];

	if (st != from)
		memcpy(st->guard.data, from->guard.data, (size_t)from->len);
	out->passes = s->pass;
	if (s->pass == 1)
		return l->kex.pass1(sk->guard.data, sk->len, pk->guard.data, pk->len,
		    part_room(st), &st->len, part_room(made), &made->len);
	return l->kex.pass[s->pass - 1](sk->guard.data, sk->len, pk->guard.data,
	    pk->len, got->guard.data, got->len, part_room(st), &st->len,
	    part_room(made), &made->len);
}

static int
derive_a(const struct scheme_step *s, const struct library *l, struct scheme_case *in,
    struct scheme_case *out)
{
	struct part *sk = &in->part[KEX_SKA], *pk = &in->part[KEX_PKB];
	struct part *st = &in->part[KEX_STA], *ss = &out->part[KEX_SSA];
	const struct part *m = last_message(in, 0);

	(void)s;
	return l->kex.derive_a(sk->guard.data, sk->len, pk->guard.data, pk->len,
	    m->guard.data, m->len, st->guard.data, st->len, part_room(ss), &ss->len);
}

static int
derive_b(const struct scheme_step *s, const struct library *l, struct scheme_case *in,
    struct scheme_case *out)
{
	struct part *sk = &in->part[KEX_SKB], *pk = &in->part[KEX_PKA];
	struct part *st = &in->part[KEX_STB], *ss = &out->part[KEX_SSB];
	const struct part *m = last_message(in, 1);

	(void)s;
	return l->kex.derive_b(sk->guard.data, sk->len, pk->guard.data, pk->len,
	    m->guard.data, m->len, st->guard.data, st->len, part_room(ss), &ss->len);
}

static enum outcome
agree(const struct part *a, const struct part *b, struct err *e)
{
	if (part_equal(a, b))
		return OUTCOME_COMPLETE;
	err_set(
	    e, ERR_DATA, "kex_derive_ss_a and kex_derive_ss_b give different secrets");
	return OUTCOME_CRYPTOFAIL;
}

static enum outcome
confirm_a(const struct library *l, struct scheme_case *in, struct scheme_case *out,
    struct err *e)
{
	(void)l;
	return agree(&out->part[KEX_SSA], &in->part[KEX_SSB], e);
}

static enum outcome
confirm_b(const struct library *l, struct scheme_case *in, struct scheme_case *out,
    struct err *e)
{
	(void)l;
	return agree(&in->part[KEX_SSA], &out->part[KEX_SSB], e);
}

static unsigned long long
message_bytes(const struct scheme_case *c)
{
	unsigned long long sum = 0;

	for (int k = 0; k < c->passes; k++)
		sum += c->part[KEX_M + k].len;
	return sum;
}

enum outcome
scheme_kex_pass(
    struct scheme_case *c, const struct library *l, int k, bool *is_last, struct err *e)
{
	const struct scheme_step *s = &scheme_kex()->step[KEX_PASS + k - 1];
	enum outcome o;
	int code = 0;

	if (k > LIBRARY_PASSES) {
		err_set(e, ERR_DATA, "pass %d is not the last; no more are taken",
		    LIBRARY_PASSES);
		return OUTCOME_CRYPTOFAIL;
	}
	if (k > 1 && !l->kex.pass[k - 1]) {
		err_set(e, ERR_DATA,
		    "pass %d is not the last, but the library has no function %s",
		    k - 1, s->function);
		return OUTCOME_LOADFAIL;
	}
	o = scheme_call(s, l, c, &code, e);
	*is_last = code == 1;
	return o || !scheme_is_error(s, code) ? o : part_code(code, s->function, e);
}

enum outcome
scheme_kex_agree(const struct scheme_case *c, const struct library *l, struct err *e)
{
	unsigned long long bytes = message_bytes(c), claim = l->kex.total_msg_bytes();
	enum outcome o = agree(&c->part[KEX_SSA], &c->part[KEX_SSB], e);

	if (o || bytes <= claim)
		return o;
	err_set(e, ERR_DATA, "the messages have %llu bytes, they are said to have %llu",
	    bytes, claim);
	return OUTCOME_CRYPTOFAIL;
}

/* In one case, which the caller frees. */
static enum outcome
exchange(struct scheme_case *c, const struct library *l, struct err *e)
{
	const struct scheme_step *step = scheme_kex()->step;
	enum outcome o = create(c, l, e);
	bool is_last = false;

	o = o ? o : scheme_take(&step[KEX_INIT_A], l, c, e);
	o = o ? o : scheme_take(&step[KEX_INIT_B], l, c, e);
	for (int k = 1; !o && !is_last; k++)
		o = scheme_kex_pass(c, l, k, &is_last, e);
	o = o ? o : scheme_take(&step[KEX_DERIVE_A], l, c, e);
	o = o ? o : scheme_take(&step[KEX_DERIVE_B], l, c, e);
	return o ? o : scheme_kex_agree(c, l, e);
}

enum outcome
scheme_kex_count(const struct library *l, int *passes, struct err *e)
{
	struct scheme_case c;
	enum outcome o = exchange(&c, l, e);

	*passes = c.passes;
	scheme_free(&c);
	return o;
}

static int
no_init(unsigned char *pk, unsigned long long *pk_len, unsigned char *sk,
    unsigned long long *sk_len, unsigned char *st, unsigned long long *st_len)
{
	(void)pk;
	(void)pk_len;
	(void)sk;
	(void)sk_len;
	(void)st;
	(void)st_len;
	return 0;
}

static int
no_pass1(unsigned char *sk, unsigned long long sk_len, unsigned char *pk,
    unsigned long long pk_len, unsigned char *st, unsigned long long *st_len,
    unsigned char *m1, unsigned long long *m1_len)
{
	(void)sk;
	(void)sk_len;
	(void)pk;
	(void)pk_len;
	(void)st;
	(void)st_len;
	(void)m1;
	(void)m1_len;
	return 0;
}

static int
no_pass(unsigned char *sk, unsigned long long sk_len, unsigned char *pk,
    unsigned long long pk_len, unsigned char *got, unsigned long long got_len,
    unsigned char *st, unsigned long long *st_len, unsigned char *made,
    unsigned long long *made_len)
{
	(void)sk;
	(void)sk_len;
	(void)pk;
	(void)pk_len;
	(void)got;
	(void)got_len;
	(void)st;
	(void)st_len;
	(void)made;
	(void)made_len;
	return 0;
}

static int
no_derive(unsigned char *sk, unsigned long long sk_len, unsigned char *pk,
    unsigned long long pk_len, unsigned char *m, unsigned long long m_len,
    unsigned char *st, unsigned long long st_len, unsigned char *ss,
    unsigned long long *ss_len)
{
	(void)sk;
	(void)sk_len;
	(void)pk;
	(void)pk_len;
	(void)m;
	(void)m_len;
	(void)st;
	(void)st_len;
	(void)ss;
	(void)ss_len;
	return 0;
}

static void
empty(struct library *l)
{
	l->kex.init_a = l->kex.init_b = no_init;
	l->kex.pass1 = no_pass1;
	for (int k = 1; k < LIBRARY_PASSES; k++)
		l->kex.pass[k] = no_pass;
	l->kex.derive_a = l->kex.derive_b = no_derive;
}

/* What the messages have shows in an exchange only. */
static enum outcome
sizes(const struct library *l, struct report *r, struct err *e)
{
	const struct library_kex *f = &l->kex;
	struct scheme_case c;
	enum outcome o = exchange(&c, l, e);

	if (!o) {
		report_format(r, "size pk_bytes %llu\nsize sk_bytes %llu\n",
		    f->pk_bytes(), f->sk_bytes());
		report_format(r, "size ss_bytes %llu\nsize sta_bytes %llu\n",
		    f->ss_bytes(), f->sta_bytes());
		report_format(r, "size stb_bytes %llu\n", f->stb_bytes());
		for (int k = 0; k < c.passes; k++)
			report_format(
			    r, "size msg%d_bytes %llu\n", k + 1, c.part[KEX_M + k].len);
		report_format(r, "size total_msg_bytes %llu\n", message_bytes(&c));
		report_format(r, "size ss_actual_bytes %llu\n", c.part[KEX_SSA].len);
		report_format(r, "passes %llu %d\n", f->passes(), c.passes);
	}
	scheme_free(&c);
	return o;
}

#define PASS(k, side, state) \
	[KEX_PASS + (k)-1] = {"kex_generate_pass" #k "_msg_" #side, \
	    1u << (state) | 1u << (KEX_M + (k)-1), k, pass, NULL}

const struct scheme *
scheme_kex(void)
{
	static const struct scheme_step steps[] = {
	    [KEX_INIT_A] = {"kex_init_a", 1u << KEX_PKA | 1u << KEX_SKA | 1u << KEX_STA,
		0, init_a, NULL},
	    [KEX_INIT_B] = {"kex_init_b", 1u << KEX_PKB | 1u << KEX_SKB | 1u << KEX_STB,
		0, init_b, NULL},
	    [KEX_DERIVE_A] = {"kex_derive_ss_a", 1u << KEX_SSA, 0, derive_a, confirm_a},
	    [KEX_DERIVE_B] = {"kex_derive_ss_b", 1u << KEX_SSB, 0, derive_b, confirm_b},
	    PASS(1, a, KEX_STA),
	    PASS(2, b, KEX_STB),
	    PASS(3, a, KEX_STA),
	    PASS(4, b, KEX_STB),
	    PASS(5, a, KEX_STA),
	    PASS(6, b, KEX_STB),
	    PASS(7, a, KEX_STA),
	    PASS(8, b, KEX_STB),
	    PASS(9, a, KEX_STA),
	    PASS(10, b, KEX_STB),
	    PASS(11, a, KEX_STA),
	    PASS(12, b, KEX_STB),
	    PASS(13, a, KEX_STA),
	    PASS(14, b, KEX_STB),
	    PASS(15, a, KEX_STA),
	    PASS(16, b, KEX_STB),
	};
	static const struct scheme kex = {steps, create, empty, sizes};

	return &kex;
}

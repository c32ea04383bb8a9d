/* SPDX-License-Identifier: MIT */
#include "measure/scheme_sign.h"

#include "core/err.h"
#include "measure/library.h"
#include "measure/report.h"

/* The guide's length of a message that is signed. */
enum { MESSAGE_BYTES = 64 };

enum outcome
scheme_sign_case(struct scheme_case *c, const struct library *l, size_t message_bytes,
    DRNG_ctx *messages, struct err *e)
{
	const struct library_sign *f = &l->sign;
	struct part *p = c->part;
	enum outcome o;

	*c = (struct scheme_case){.parts = SIGN_PARTS};
	o = part_new(&p[SIGN_PK], "the public key", f->pk_bytes(), e);
	o = o ? o : part_new(&p[SIGN_SK], "the secret key", f->sk_bytes(), e);
	o = o ? o : part_new(&p[SIGN_SN], "the signature", f->sn_bytes(), e);
	o = o ? o : part_new(&p[SIGN_M], "the message", message_bytes, e);
	if (!o) {
		get_random_number(messages, p[SIGN_M].guard.data, 8ULL * message_bytes);
		part_seal(&p[SIGN_M]);
	}
	return o;
}

static enum outcome
create(struct scheme_case *c, const struct library *l, struct err *e)
{
	return scheme_sign_case(c, l, MESSAGE_BYTES, l->drng, e);
}

static int
keygen(const struct scheme_step *s, const struct library *l, struct scheme_case *in,
    struct scheme_case *out)
{
	struct part *pk = &out->part[SIGN_PK], *sk = &out->part[SIGN_SK];

	(void)s;
	(void)in;
	return l->sign.keygen(part_room(pk), &pk->len, part_room(sk), &sk->len);
}

static int
sign(const struct scheme_step *s, const struct library *l, struct scheme_case *in,
    struct scheme_case *out)
{
	struct part *sk = &in->part[SIGN_SK], *m = &in->part[SIGN_M];
	struct part *sn = &out->part[SIGN_SN];

	(void)s;
	return l->sign.sign(
	    sk->guard.data, sk->len, m->guard.data, m->len, part_room(sn), &sn->len);
}

static int
verify(const struct scheme_step *s, const struct library *l, struct scheme_case *in,
    struct scheme_case *out)
{
	struct part *pk = &in->part[SIGN_PK], *sn = &in->part[SIGN_SN];
	struct part *m = &in->part[SIGN_M];

	(void)s;
	(void)out;
	return l->sign.verify(
	    pk->guard.data, pk->len, sn->guard.data, sn->len, m->guard.data, m->len);
}

/* With one bit of the message changed. */
static enum outcome
confirm_verify(const struct library *l, struct scheme_case *in, struct scheme_case *out,
    struct err *e)
{
	struct part *m = &in->part[SIGN_M];
	enum outcome o;
	int code;

	if (!m->len)
		return OUTCOME_COMPLETE;
	m->guard.data[0] ^= 1;
	part_seal(m);
	code = verify(NULL, l, in, out);
	o = scheme_check(in, e);
	m->guard.data[0] ^= 1;
	part_seal(m);
	if (o || code)
		return o;
	err_set(e, ERR_DATA, "sig_verify takes the signature for a changed message");
	return OUTCOME_CRYPTOFAIL;
}

static enum outcome
confirm_sign(const struct library *l, struct scheme_case *in, struct scheme_case *out,
    struct err *e)
{
	struct scheme_case last = *in;
	enum outcome o;
	int code;

	last.part[SIGN_SN] = out->part[SIGN_SN];
	code = verify(NULL, l, &last, &last);
	o = scheme_check(&last, e);
	o = o ? o : part_code(code, "sig_verify", e);
	return o ? o : confirm_verify(l, &last, &last, e);
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

static enum outcome
sizes(const struct library *l, struct report *r, struct err *e)
{
	const struct library_sign *f = &l->sign;

	(void)e;
	report_format(r,
	    "size pk_bytes %llu\nsize sk_bytes %llu\nsize signature_bytes %llu\n",
	    f->pk_bytes(), f->sk_bytes(), f->sn_bytes());
	return OUTCOME_COMPLETE;
}

const struct scheme *
scheme_sign(void)
{
	static const struct scheme_step steps[] = {
	    [SIGN_KEYGEN] = {"sig_keygen", 1u << SIGN_PK | 1u << SIGN_SK, 0, keygen,
		NULL},
	    [SIGN_SIGN] = {"sig_sign", 1u << SIGN_SN, 0, sign, confirm_sign},
	    [SIGN_VERIFY] = {"sig_verify", 0, 0, verify, confirm_verify},
	};
	static const struct scheme signature = {steps, create, empty, sizes};

	return &signature;
}

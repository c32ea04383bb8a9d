/* SPDX-License-Identifier: MIT */
#include "measure/sign_case.h"

#include "core/err.h"
#include "measure/library.h"

enum outcome
sign_case_new(
    struct sign_case *s, const struct library *l, size_t message_bytes, struct err *e)
{
	const struct library_sign *f = &l->sign;
	enum outcome o;

	*s = (struct sign_case){0};
	o = part_new(&s->pk, "the public key", f->pk_bytes(), e);
	o = o ? o : part_new(&s->sk, "the secret key", f->sk_bytes(), e);
	o = o ? o : part_new(&s->sn, "the signature", f->sn_bytes(), e);
	return o ? o : part_new(&s->m, "the message", message_bytes, e);
}

void
sign_case_free(struct sign_case *s)
{
	part_free(&s->pk);
	part_free(&s->sk);
	part_free(&s->m);
	part_free(&s->sn);
}

enum outcome
sign_case_check(const struct sign_case *s, struct err *e)
{
	enum outcome o = part_check(&s->pk, "the public key", e);

	o = o ? o : part_check(&s->sk, "the secret key", e);
	o = o ? o : part_check(&s->m, "the message", e);
	return o ? o : part_check(&s->sn, "the signature", e);
}

enum outcome
sign_case_keygen(struct sign_case *s, const struct library *l, struct err *e)
{
	int code =
	    l->sign.keygen(s->pk.guard.data, &s->pk.len, s->sk.guard.data, &s->sk.len);
	enum outcome o = sign_case_check(s, e);

	part_seal(&s->pk);
	part_seal(&s->sk);
	return o ? o : part_code(code, "sig_keygen", e);
}

enum outcome
sign_case_sign(struct sign_case *s, const struct library *l, struct err *e)
{
	enum outcome o;
	int code;

	part_seal(&s->m);
	code = l->sign.sign(s->sk.guard.data, s->sk.len, s->m.guard.data, s->m.len,
	    s->sn.guard.data, &s->sn.len);
	o = sign_case_check(s, e);
	part_seal(&s->sn);
	return o ? o : part_code(code, "sig_sign", e);
}

static int
verify(struct sign_case *s, const struct library *l)
{
	return l->sign.verify(s->pk.guard.data, s->pk.len, s->sn.guard.data, s->sn.len,
	    s->m.guard.data, s->m.len);
}

/* With one bit of the message changed. */
static enum outcome
verify_other(struct sign_case *s, const struct library *l, struct err *e)
{
	enum outcome o;
	int code;

	s->m.guard.data[0] ^= 1;
	part_seal(&s->m);
	code = verify(s, l);
	o = sign_case_check(s, e);
	s->m.guard.data[0] ^= 1;
	part_seal(&s->m);
	if (o || code)
		return o;
	err_set(e, ERR_DATA, "sig_verify takes the signature for a changed message");
	return OUTCOME_CRYPTOFAIL;
}

enum outcome
sign_case_verify(struct sign_case *s, const struct library *l, struct err *e)
{
	int code = verify(s, l);
	enum outcome o = sign_case_check(s, e);

	o = o ? o : part_code(code, "sig_verify", e);
	return o || !s->m.len ? o : verify_other(s, l, e);
}

/* SPDX-License-Identifier: MIT */
#include "measure/kem_case.h"

#include "core/err.h"
#include "measure/library.h"

#include <string.h>

enum outcome
kem_case_new(struct kem_case *k, const struct library *l, struct err *e)
{
	const struct library_kem *f = &l->kem;
	enum outcome o;

	*k = (struct kem_case){0};
	o = part_new(&k->pk, "the public key", f->pk_bytes(), e);
	o = o ? o : part_new(&k->sk, "the secret key", f->sk_bytes(), e);
	o = o ? o : part_new(&k->ct, "the ciphertext", f->ct_bytes(), e);
	o = o ? o : part_new(&k->ss, "the secret", f->ss_bytes(), e);
	return o ? o : part_new(&k->got, "the secret", f->ss_bytes(), e);
}

void
kem_case_free(struct kem_case *k)
{
	part_free(&k->pk);
	part_free(&k->sk);
	part_free(&k->ct);
	part_free(&k->ss);
	part_free(&k->got);
}

enum outcome
kem_case_check(const struct kem_case *k, struct err *e)
{
	enum outcome o = part_check(&k->pk, "the public key", e);

	o = o ? o : part_check(&k->sk, "the secret key", e);
	o = o ? o : part_check(&k->ct, "the ciphertext", e);
	o = o ? o : part_check(&k->ss, "the secret", e);
	return o ? o : part_check(&k->got, "the decapsulated secret", e);
}

enum outcome
kem_case_keygen(struct kem_case *k, const struct library *l, struct err *e)
{
	int code =
	    l->kem.keygen(k->pk.guard.data, &k->pk.len, k->sk.guard.data, &k->sk.len);
	enum outcome o = kem_case_check(k, e);

	part_seal(&k->pk);
	part_seal(&k->sk);
	return o ? o : part_code(code, "kem_keygen", e);
}

enum outcome
kem_case_enc(struct kem_case *k, const struct library *l, struct err *e)
{
	int code = l->kem.enc(k->pk.guard.data, k->pk.len, k->ss.guard.data, &k->ss.len,
	    k->ct.guard.data, &k->ct.len);
	enum outcome o = kem_case_check(k, e);

	part_seal(&k->ct);
	part_seal(&k->ss);
	return o ? o : part_code(code, "kem_enc", e);
}

enum outcome
kem_case_compare(const struct kem_case *k, struct err *e)
{
	if (k->ss.len == k->got.len &&
	    !memcmp(k->ss.guard.data, k->got.guard.data, (size_t)k->ss.len))
		return OUTCOME_COMPLETE;
	err_set(e, ERR_DATA, "kem_enc and kem_dec give different secrets");
	return OUTCOME_CRYPTOFAIL;
}

enum outcome
kem_case_dec(struct kem_case *k, const struct library *l, struct err *e)
{
	int code = l->kem.dec(k->sk.guard.data, k->sk.len, k->ct.guard.data, k->ct.len,
	    k->got.guard.data, &k->got.len);
	enum outcome o = kem_case_check(k, e);

	o = o ? o : part_code(code, "kem_dec", e);
	return o ? o : kem_case_compare(k, e);
}

/* SPDX-License-Identifier: MIT */
#include "measure/scheme_kem.h"

#include "core/err.h"
#include "measure/library.h"
#include "measure/report.h"

static enum outcome
create(struct scheme_case *c, const struct library *l, struct err *e)
{
	const struct library_kem *f = &l->kem;
	struct part *p = c->part;
	enum outcome o;

	*c = (struct scheme_case){.parts = KEM_PARTS};
	o = part_new(&p[KEM_PK], "the public key", f->pk_bytes(), e);
	o = o ? o : part_new(&p[KEM_SK], "the secret key", f->sk_bytes(), e);
	o = o ? o : part_new(&p[KEM_CT], "the ciphertext", f->ct_bytes(), e);
	o = o ? o : part_new(&p[KEM_SS], "the secret", f->ss_bytes(), e);
	return o ? o
		 : part_new(&p[KEM_GOT], "the decapsulated secret", f->ss_bytes(), e);
}

static int
keygen(const struct scheme_step *s, const struct library *l, struct scheme_case *in,
    struct scheme_case *out)
{
	struct part *pk = &out->part[KEM_PK], *sk = &out->part[KEM_SK];

	(void)s;
	(void)in;
	return l->kem.keygen(part_room(pk), &pk->len, part_room(sk), &sk->len);
}

static int
enc(const struct scheme_step *s, const struct library *l, struct scheme_case *in,
    struct scheme_case *out)
{
	struct part *pk = &in->part[KEM_PK];
	struct part *ss = &out->part[KEM_SS], *ct = &out->part[KEM_CT];

	(void)s;
	return l->kem.enc(
	    pk->guard.data, pk->len, part_room(ss), &ss->len, part_room(ct), &ct->len);
}

static int
dec(const struct scheme_step *s, const struct library *l, struct scheme_case *in,
    struct scheme_case *out)
{
	struct part *sk = &in->part[KEM_SK], *ct = &in->part[KEM_CT];
	struct part *got = &out->part[KEM_GOT];

	(void)s;
	return l->kem.dec(sk->guard.data, sk->len, ct->guard.data, ct->len,
	    part_room(got), &got->len);
}

static enum outcome
confirm_dec(const struct library *l, struct scheme_case *in, struct scheme_case *out,
    struct err *e)
{
	(void)l;
	if (part_equal(&in->part[KEM_SS], &out->part[KEM_GOT]))
		return OUTCOME_COMPLETE;
	err_set(e, ERR_DATA, "kem_enc and kem_dec give different secrets");
	return OUTCOME_CRYPTOFAIL;
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

static enum outcome
sizes(const struct library *l, struct report *r, struct err *e)
{
	const struct library_kem *f = &l->kem;

	(void)e;
	report_format(r, "size pk_bytes %llu\nsize sk_bytes %llu\n", f->pk_bytes(),
	    f->sk_bytes());
	report_format(r, "size ct_bytes %llu\nsize ss_bytes %llu\n", f->ct_bytes(),
	    f->ss_bytes());
	return OUTCOME_COMPLETE;
}

const struct scheme *
scheme_kem(void)
{
	static const struct scheme_step steps[] = {
	    [KEM_KEYGEN] = {"kem_keygen", 1u << KEM_PK | 1u << KEM_SK, 0, keygen, NULL},
	    [KEM_ENC] = {"kem_enc", 1u << KEM_CT | 1u << KEM_SS, 0, enc, NULL},
	    [KEM_DEC] = {"kem_dec", 1u << KEM_GOT, 0, dec, confirm_dec},
	};
	static const struct scheme kem = {steps, create, empty, sizes};

	return &kem;
}

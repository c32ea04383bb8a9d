/* SPDX-License-Identifier: MIT */
/* kem_case.h: one key pair with a ciphertext, made by a candidate and checked. */
#ifndef KEM_CASE_H
#define KEM_CASE_H

#include "measure/part.h"

struct library;

struct kem_case {
	struct part pk, sk, ct, ss;
	struct part got; /* the secret that decapsulation gave */
};

/* What each step makes is an input of the next and sealed. Freed with kem_case_free,
 * also after a failure. */
enum outcome kem_case_new(struct kem_case *k, const struct library *l, struct err *e);
enum outcome kem_case_keygen(
    struct kem_case *k, const struct library *l, struct err *e);
enum outcome kem_case_enc(struct kem_case *k, const struct library *l, struct err *e);

/* Both secrets have to be equal. */
enum outcome kem_case_dec(struct kem_case *k, const struct library *l, struct err *e);
enum outcome kem_case_compare(const struct kem_case *k, struct err *e);

/* All parts are within their claims, inputs unchanged. */
enum outcome kem_case_check(const struct kem_case *k, struct err *e);

void kem_case_free(struct kem_case *k);

#endif

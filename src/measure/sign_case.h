/* SPDX-License-Identifier: MIT */
/* sign_case.h: one key pair with a signed message, made by a candidate and checked. */
#ifndef SIGN_CASE_H
#define SIGN_CASE_H

#include "measure/part.h"

#include <stddef.h>

struct library;

struct sign_case {
	struct part pk, sk, m, sn;
};

/* The message is filled by the caller before sign_case_sign, and an input
 * from sign_case_sign on. Freed with sign_case_free, also after a failure. */
enum outcome sign_case_new(
    struct sign_case *s, const struct library *l, size_t message_bytes, struct err *e);
enum outcome sign_case_keygen(
    struct sign_case *s, const struct library *l, struct err *e);
enum outcome sign_case_sign(
    struct sign_case *s, const struct library *l, struct err *e);

/* The signature has to be valid, and not valid for another message. */
enum outcome sign_case_verify(
    struct sign_case *s, const struct library *l, struct err *e);

/* All parts are within their claims, inputs unchanged. */
enum outcome sign_case_check(const struct sign_case *s, struct err *e);

void sign_case_free(struct sign_case *s);

#endif

/* SPDX-License-Identifier: MIT */
/* scheme_sign.h: the steps of a signature. */
#ifndef SCHEME_SIGN_H
#define SCHEME_SIGN_H

#include "measure/scheme.h"
#include "niccs.h"

enum { SIGN_PK, SIGN_SK, SIGN_M, SIGN_SN, SIGN_PARTS };

enum { SIGN_KEYGEN, SIGN_SIGN, SIGN_VERIFY, SIGN_STEPS };

/* Its cases have the guide's message, 64 random bytes. */
const struct scheme *scheme_sign(void);

/* A case with another message, of random bytes from messages. */
enum outcome scheme_sign_case(struct scheme_case *c, const struct library *l,
    size_t message_bytes, DRNG_ctx *messages, struct err *e);

#endif

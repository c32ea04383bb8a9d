/* SPDX-License-Identifier: MIT */
/* operation_sign.h: keygen, sign and verify of a signature, over a ring of cases. */
#ifndef OPERATION_SIGN_H
#define OPERATION_SIGN_H

#include "measure/operation.h"

enum outcome operation_sign_keygen(
    struct operation *o, const struct operation_plan *p, struct err *e);
enum outcome operation_sign_sign(
    struct operation *o, const struct operation_plan *p, struct err *e);
enum outcome operation_sign_verify(
    struct operation *o, const struct operation_plan *p, struct err *e);

#endif

/* SPDX-License-Identifier: MIT */
/* operation_kem.h: keygen, enc and dec of a key encapsulation, over a ring of cases. */
#ifndef OPERATION_KEM_H
#define OPERATION_KEM_H

#include "measure/operation.h"

enum outcome operation_kem_keygen(
    struct operation *o, const struct operation_plan *p, struct err *e);
enum outcome operation_kem_enc(
    struct operation *o, const struct operation_plan *p, struct err *e);
enum outcome operation_kem_dec(
    struct operation *o, const struct operation_plan *p, struct err *e);

#endif

/* SPDX-License-Identifier: MIT */
/* operation_hash.h: a hash function over one message of whole bytes. */
#ifndef OPERATION_HASH_H
#define OPERATION_HASH_H

#include "measure/operation.h"

enum outcome operation_hash(
    struct operation *o, const struct operation_plan *p, struct err *e);

#endif

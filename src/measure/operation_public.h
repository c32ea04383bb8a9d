/* SPDX-License-Identifier: MIT */
/* operation_public.h: the operations of the public-key categories: steps of a scheme,
 * with inputs from a ring of cases that the steps before them have made. */
#ifndef OPERATION_PUBLIC_H
#define OPERATION_PUBLIC_H

#include "measure/outcome.h"

struct err;
struct operation;
struct operation_plan;

/* As operation_prepare, for a name of its category. An operation that has no inputs has
 * no ring. A pass of a key exchange changes its state: the copying that gives each call
 * the prepared one again is timed with it, and stands in the empty call's cost. */
enum outcome operation_public(
    struct operation *o, const struct operation_plan *p, struct err *e);

#endif

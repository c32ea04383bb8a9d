/* SPDX-License-Identifier: MIT */
#include "measure/operation.h"

#include "core/err.h"
#include "measure/operation_hash.h"
#include "measure/operation_public.h"

#include <string.h>

enum outcome
operation_prepare(struct operation *o, const struct operation_plan *p, struct err *e)
{
	const struct category_operation *known = category_operations(p->category);

	while (known->name && strcmp(known->name, p->name) != 0)
		known++;
	if (!known->name) {
		err_set(e, ERR_USAGE, "%s: there is no such operation", p->name);
		return OUTCOME_DRIVER;
	}
	library_seed(&o->library, p->seed, p->seed_bytes);
	return p->category == CATEGORY_HASH ? operation_hash(o, p, e)
					    : operation_public(o, p, e);
}

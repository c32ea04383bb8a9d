/* SPDX-License-Identifier: MIT */
#include "measure/operation.h"

#include "core/err.h"
#include "measure/operation_hash.h"
#include "measure/operation_kem.h"
#include "measure/operation_sign.h"

#include <string.h>

struct kind {
	enum category category;
	const char *name;
	enum outcome (*prepare)(
	    struct operation *o, const struct operation_plan *p, struct err *e);
};

static const struct kind kinds[] = {
    {CATEGORY_HASH, "hash", operation_hash},
    {CATEGORY_KEM, "keygen", operation_kem_keygen},
    {CATEGORY_KEM, "enc", operation_kem_enc},
    {CATEGORY_KEM, "dec", operation_kem_dec},
    {CATEGORY_SIGN, "keygen", operation_sign_keygen},
    {CATEGORY_SIGN, "sign", operation_sign_sign},
    {CATEGORY_SIGN, "verify", operation_sign_verify},
};

enum outcome
operation_prepare(struct operation *o, const struct operation_plan *p, struct err *e)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (kinds[i].category == p->category &&
		    !strcmp(kinds[i].name, p->name)) {
			library_seed(&o->library, p->seed, p->seed_bytes);
			return kinds[i].prepare(o, p, e);
		}
	err_set(e, ERR_USAGE, "%s: there is no such operation", p->name);
	return OUTCOME_DRIVER;
}

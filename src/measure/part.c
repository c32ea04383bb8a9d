/* SPDX-License-Identifier: MIT */
#include "measure/part.h"

#include "core/err.h"
#include "measure/report.h"

#include <string.h>

enum { CLAIM_MAX = 1 << 30 };

enum outcome
part_new(struct part *p, const char *what, unsigned long long claim, struct err *e)
{
	*p = (struct part){.what = what, .len = claim};
	if (claim > CLAIM_MAX) {
		err_set(e, ERR_DATA, "%s is said to have %llu bytes", what, claim);
		return OUTCOME_CRYPTOFAIL;
	}
	return guard_new(&p->guard, (size_t)claim, e) ? OUTCOME_DRIVER
						      : OUTCOME_COMPLETE;
}

void
part_free(struct part *p)
{
	guard_free(&p->guard);
}

enum outcome
part_check(const struct part *p, struct err *e)
{
	unsigned long long len = p->len > p->longest ? p->len : p->longest;

	if (!guard_holds(&p->guard, p->what, e))
		return OUTCOME_OVERFLOW;
	if (len <= p->guard.size)
		return OUTCOME_COMPLETE;
	err_set(e, ERR_DATA, "%s has %llu bytes, it is said to have %zu", p->what, len,
	    p->guard.size);
	return OUTCOME_CRYPTOFAIL;
}

void
part_seal(struct part *p)
{
	guard_seal(&p->guard);
}

void
part_unseal(struct part *p)
{
	p->guard.sealed = false;
}

bool
part_equal(const struct part *a, const struct part *b)
{
	return a->len == b->len &&
	    !memcmp(a->guard.data, b->guard.data, (size_t)a->len);
}

void
part_report(const struct part *p, const char *name, struct report *r)
{
	report_format(r, "%s_Len = %llu\n%s = ", name, p->len, name);
	report_hex(r, p->guard.data, (size_t)p->len);
	report_format(r, "\n");
}

enum outcome
part_code(int code, const char *function, struct err *e)
{
	if (code == 0)
		return OUTCOME_COMPLETE;
	err_set(e, ERR_DATA, "%s gave %d", function, code);
	return OUTCOME_CRYPTOFAIL;
}

/* SPDX-License-Identifier: MIT */
#include "measure/scheme.h"

#include "core/err.h"

void
scheme_free(struct scheme_case *c)
{
	for (size_t i = 0; i < c->parts; i++)
		part_free(&c->part[i]);
}

enum outcome
scheme_check(const struct scheme_case *c, struct err *e)
{
	enum outcome o = OUTCOME_COMPLETE;

	for (size_t i = 0; i < c->parts && !o; i++)
		o = part_check(&c->part[i], e);
	return o;
}

/* For each part that a step writes. */
static void
for_written(
    const struct scheme_step *s, struct scheme_case *c, void (*act)(struct part *p))
{
	for (size_t i = 0; i < c->parts; i++)
		if (s->writes >> i & 1)
			act(&c->part[i]);
}

enum outcome
scheme_call(const struct scheme_step *s, const struct library *l, struct scheme_case *c,
    int *code, struct err *e)
{
	enum outcome o;

	for_written(s, c, part_unseal);
	*code = s->call(s, l, c, c);
	o = scheme_check(c, e);
	for_written(s, c, part_seal);
	return o;
}

enum outcome
scheme_take(const struct scheme_step *s, const struct library *l, struct scheme_case *c,
    struct err *e)
{
	int code = 0;
	enum outcome o = scheme_call(s, l, c, &code, e);

	return o || !scheme_is_error(s, code) ? o : part_code(code, s->function, e);
}

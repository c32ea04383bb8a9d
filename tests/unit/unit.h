/* SPDX-License-Identifier: MIT */
/*
 * unit.h: what the unit tests share. A check prints the case that differs with both
 * values and returns 1, so that a table goes on; the test asserts at its end that the
 * sum is 0.
 */
#ifndef TESTS_UNIT_H
#define TESTS_UNIT_H

#include "core/err.h"
#include "core/finding.h"
#include "core/json.h"
#include "core/mem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef COUNT_OF
#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))
#endif

/* Two NULLs are equal. */
static inline int
unit_text(const char *name, const char *got, const char *wanted)
{
	if (got && wanted ? !strcmp(got, wanted) : got == wanted)
		return 0;
	print_error("%s: got \"%s\", wanted \"%s\"\n", name, got ? got : "NULL",
	    wanted ? wanted : "NULL");
	return 1;
}

static inline int
unit_holds(const char *name, const char *got, const char *part)
{
	if (got && strstr(got, part))
		return 0;
	print_error(
	    "%s: got \"%s\", wanted \"%s\" in it\n", name, got ? got : "NULL", part);
	return 1;
}

static inline int
unit_lacks(const char *name, const char *got, const char *part)
{
	if (!strstr(got, part))
		return 0;
	print_error("%s: got \"%s\", wanted no \"%s\" in it\n", name, got, part);
	return 1;
}

static inline int
unit_count(const char *name, int64_t got, int64_t wanted)
{
	if (got == wanted)
		return 0;
	print_error(
	    "%s: got %lld, wanted %lld\n", name, (long long)got, (long long)wanted);
	return 1;
}

static inline int
unit_true(const char *name, bool got, bool wanted)
{
	if (got == wanted)
		return 0;
	print_error("%s: got %s, wanted %s\n", name, got ? "true" : "false",
	    wanted ? "true" : "false");
	return 1;
}

/* The same double; two NaNs are equal. */
static inline int
unit_real(const char *name, double got, double wanted)
{
	if (got == wanted || (isnan(got) && isnan(wanted)))
		return 0;
	print_error("%s: got %.17g, wanted %.17g\n", name, got, wanted);
	return 1;
}

/* Up to the rounding of a few operations. */
static inline int
unit_near(const char *name, double got, double wanted)
{
	return fabs(got - wanted) <= 1e-15 * fabs(wanted)
	    ? 0
	    : unit_real(name, got, wanted);
}

/* A copy of text with every old replaced by new, in the arena. old has to be there. */
static inline char *
unit_replace(struct arena *a, const char *text, const char *old, const char *new)
{
	size_t n = strlen(old), more = strlen(new), at = 0;
	char *copy = arena_get(a, strlen(text) * (more + 1) + 1);
	const char *next;

	if (!strstr(text, old))
		fail_msg("\"%s\" is not in the text to be changed", old);
	for (; (next = strstr(text, old)); text = next + n) {
		memcpy(copy + at, text, (size_t)(next - text));
		at += (size_t)(next - text);
		memcpy(copy + at, new, more);
		at += more;
	}
	strcpy(copy + at, text);
	return copy;
}

/* Freed with json_free. */
static inline struct json *
unit_json(const char *text)
{
	struct err e;
	struct json *j = json_parse(text, strlen(text), &e);

	if (!j)
		fail_msg("the test's own JSON %s: %.200s", e.text, text);
	return j;
}

/* Whether it is JSON. */
static inline bool
unit_parses(const char *bytes, size_t n)
{
	struct err e;
	struct json *j = json_parse(bytes, n, &e);

	json_free(j);
	return j != NULL;
}

/* The fields of all findings, in their order, with blanks between: "trials kat"; a
 * finding without a field is "-". */
static inline int
unit_fields(const char *name, const struct findings *f, const char *wanted)
{
	char got[4096] = "";
	size_t at = 0;

	for (size_t i = 0; i < f->count && at < sizeof(got); i++)
		at += (size_t)snprintf(got + at, sizeof(got) - at, "%s%s", i ? " " : "",
		    f->list[i].field ? f->list[i].field : "-");
	if (!strcmp(got, wanted))
		return 0;
	print_error("%s: findings on \"%s\", wanted \"%s\"\n", name, got, wanted);
	for (size_t i = 0; i < f->count; i++)
		print_error("\t%s %s\n", f->list[i].field ? f->list[i].field : "-",
		    f->list[i].text);
	return 1;
}

#endif

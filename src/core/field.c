/* SPDX-License-Identifier: MIT */
#include "core/field.h"

#include "core/decimal.h"
#include "core/finding.h"
#include "core/json.h"
#include "core/mem.h"
#include "core/pack.h"
#include "core/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const wanted[] = {
    [FIELD_TEXT] = "a text of at most 65536 bytes",
    [FIELD_DIGEST] = "a SHA-256 digest of 64 lower-case hex digits",
    [FIELD_COUNT] = "a whole number from 0 to 2^53",
    [FIELD_REAL] = "a number from 0 on",
    [FIELD_BOOL] = "true or false",
};

static const char **
text_at(void *to, const struct field *f)
{
	return (const char **)((char *)to + f->offset);
}

static int64_t *
count_at(void *to, const struct field *f)
{
	return (int64_t *)((char *)to + f->offset);
}

static double *
real_at(void *to, const struct field *f)
{
	return (double *)((char *)to + f->offset);
}

void
field_finding(const struct place *at, const char *name, const char *format, ...)
{
	char field[256], text[900];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	if (at->element)
		snprintf(field, sizeof(field), "%s[%zu].%s", at->path, at->element - 1,
		    name);
	else
		snprintf(field, sizeof(field), "%s%s", at->path, name);
	if (!*name && *field)
		field[strlen(field) - 1] =
		    '\0'; /* the object itself: no dot behind it */
	finding_add(at->findings, at->file, *field ? field : NULL, "%s", text);
}

static void
set_unknown(void *to, const struct field *f)
{
	switch (f->kind) {
	case FIELD_TEXT:
	case FIELD_DIGEST:
		*text_at(to, f) = NULL;
		break;
	case FIELD_COUNT:
	case FIELD_BOOL:
		*count_at(to, f) = UNKNOWN_COUNT;
		break;
	case FIELD_REAL:
		*real_at(to, f) = NAN;
		break;
	}
}

/* False where the value is of another kind; to is then untouched. */
static bool
take(const struct json *j, const struct field *f, void *to, struct arena *arena)
{
	const char *text = json_text(j);
	double number;
	bool truth;

	switch (f->kind) {
	case FIELD_TEXT:
	case FIELD_DIGEST:
		if (!text || strlen(text) > FIELD_TEXT_MAX ||
		    (f->kind == FIELD_DIGEST && !text_is_hex(text, 64)))
			return false;
		*text_at(to, f) = arena_text(arena, text);
		return true;
	case FIELD_COUNT:
		if (!json_number(j, &number) || number < 0 ||
		    number > (double)COUNT_MAX || number != floor(number))
			return false;
		*count_at(to, f) = (int64_t)number;
		return true;
	case FIELD_REAL:
		if (!json_number(j, &number) || number < 0)
			return false;
		*real_at(to, f) = number;
		return true;
	case FIELD_BOOL:
		if (!json_bool(j, &truth))
			return false;
		*count_at(to, f) = truth;
		return true;
	}
	return false;
}

size_t
field_read(const struct json *object, const struct field *f, size_t n, void *to,
    struct arena *arena, const struct place *at)
{
	const struct json *j, *last = NULL;
	size_t before = at->findings->count;
	char stood[80];

	for (size_t i = 0; i < n; i++)
		set_unknown(to, &f[i]);
	if (object && !json_is_null(object) && !json_is_object(object)) {
		field_finding(
		    at, "", "is %s, wanted an object", json_describe(object, stood));
		return 1;
	}
	for (; n > 0; f++, n--) {
		j = json_is_object(object) ? json_seek(object, &last, f->name) : NULL;
		if (!j && f->need == FIELD_OPTIONAL)
			continue;
		if (json_is_null(j) && f->need != FIELD_NEEDED)
			continue;
		if (!take(j, f, to, arena))
			field_finding(at, f->name, "is %s, wanted %s%s",
			    json_describe(j, stood), wanted[f->kind],
			    f->need == FIELD_NEEDED ? "" : " or null");
	}
	return at->findings->count - before;
}

void
field_write(struct json *to, const struct field *f, size_t n, const void *from)
{
	void *of = (void *)from;

	for (; n > 0; f++, n--) {
		if (f->kind == FIELD_REAL)
			json_add_number(to, f->name, *real_at(of, f));
		else if (f->kind == FIELD_BOOL && *count_at(of, f) >= 0)
			json_add_bool(to, f->name, *count_at(of, f));
		else if (f->kind == FIELD_COUNT || f->kind == FIELD_BOOL)
			json_add_number(to, f->name,
			    *count_at(of, f) < 0 ? NAN : (double)*count_at(of, f));
		else
			json_add_text(to, f->name, *text_at(of, f));
	}
}

static bool
close_enough(double claimed, double right)
{
	if (isnan(claimed) || isnan(right))
		return isnan(claimed) && isnan(right);
	return fabs(claimed - right) <= 1e-14 * fabs(right);
}

static const char *
real_text(double value, char out[DECIMAL_SIZE])
{
	return isnan(value) ? "null" : decimal_text(out, value);
}

static const char *
count_text(const struct field *f, int64_t value, char out[DECIMAL_SIZE])
{
	if (value < 0)
		return "null";
	if (f->kind == FIELD_BOOL)
		return value ? "true" : "false";
	return decimal_text(out, (double)value);
}

void
field_compare(const struct field *f, size_t n, const void *claimed, const void *right,
    const struct place *at)
{
	void *c = (void *)claimed, *r = (void *)right;
	char a[DECIMAL_SIZE], b[DECIMAL_SIZE];

	for (; n > 0; f++, n--) {
		if (f->kind == FIELD_REAL) {
			if (!close_enough(*real_at(c, f), *real_at(r, f)))
				field_finding(at, f->name, "is %s, the trials give %s",
				    real_text(*real_at(c, f), a),
				    real_text(*real_at(r, f), b));
		} else if (f->kind == FIELD_COUNT || f->kind == FIELD_BOOL) {
			if (*count_at(c, f) != *count_at(r, f))
				field_finding(at, f->name, "is %s, wanted %s",
				    count_text(f, *count_at(c, f), a),
				    count_text(f, *count_at(r, f), b));
		} else if (!text_equal(*text_at(c, f), *text_at(r, f))) {
			const char *x = *text_at(c, f), *y = *text_at(r, f);
			field_finding(at, f->name, "is \"%.200s\", wanted \"%.200s\"",
			    x ? x : "null", y ? y : "null");
		}
	}
}

const char *
field_text(const struct field *f, const void *of, struct arena *arena)
{
	void *from = (void *)of;
	char text[DECIMAL_SIZE];

	switch (f->kind) {
	case FIELD_TEXT:
	case FIELD_DIGEST:
		return arena_text(arena, *text_at(from, f));
	case FIELD_COUNT:
	case FIELD_BOOL:
		if (*count_at(from, f) < 0)
			return NULL;
		return arena_text(arena, count_text(f, *count_at(from, f), text));
	case FIELD_REAL:
		if (isnan(*real_at(from, f)))
			return NULL;
		return arena_text(arena, decimal_text(text, *real_at(from, f)));
	}
	return NULL;
}

void
field_pack(struct pack *p, const struct field *f, size_t n, void *to)
{
	for (; n > 0; f++, n--) {
		if (f->kind == FIELD_REAL)
			pack_real(p, real_at(to, f));
		else if (f->kind == FIELD_COUNT || f->kind == FIELD_BOOL)
			pack_int(p, count_at(to, f));
		else
			pack_text(p, text_at(to, f));
	}
}

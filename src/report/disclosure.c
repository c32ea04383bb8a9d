/* SPDX-License-Identifier: MIT */
#include "report/disclosure.h"

#include "core/buf.h"
#include "core/json.h"
#include "core/mem.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum { VALUES = 200, VALUE_MAX = 120 }; /* more are not told apart */

static void
note(struct disclosures *d, const char *kind, const char *file, const char *value,
    size_t n)
{
	n = n < VALUE_MAX ? n : VALUE_MAX;
	for (size_t i = 0; i < d->count; i++)
		if (!strcmp(d->list[i].kind, kind) && strlen(d->list[i].value) == n &&
		    !memcmp(d->list[i].value, value, n)) {
			d->list[i].count++;
			return;
		}
	if (d->count >= VALUES)
		return;
	d->list = arena_grow(d->arena, d->list, d->count, sizeof(*d->list));
	d->list[d->count++] = (struct disclosure){
	    kind, arena_copy(d->arena, value, n), arena_text(d->arena, file), 1};
}

/* A byte that a file's name may well end in, other letters than ASCII's included. */
static bool
is_name_byte(char c)
{
	return isalnum((unsigned char)c) || (unsigned char)c >= 0x80 ||
	    strchr("_.~-", c);
}

/* Where a slash begins a path: before a name and not behind one, nor in "</" or "//".
 */
static bool
begins_path(const char *text, const char *at)
{
	return at[1] && is_name_byte(at[1]) &&
	    (at == text || (!is_name_byte(at[-1]) && !strchr("/<)", at[-1])));
}

static void
scan_text(struct disclosures *d, const char *file, const char *text)
{
	for (const char *at = strchr(text, '/'); at; at = strchr(at, '/')) {
		size_t n = strcspn(at, " \t\r\n\"'`;,:<>()[]{}|&=");
		if (begins_path(text, at) && n > 1)
			note(d, "absolute path", file, at, n);
		at += n;
	}
}

static void
scan_json(struct disclosures *d, const char *file, const struct json *j)
{
	const char *text = json_text(j);

	if (text && json_name(j) && !strcmp(json_name(j), "hostname")) {
		/* our own records name the system instead of the host */
		if (*text && strcmp(text, d->system) != 0)
			note(d, "host name", file, text, strlen(text));
	} else if (text)
		scan_text(d, file, text);
	for (j = json_first(j); j; j = json_next(j))
		scan_json(d, file, j);
}

void
disclosure_scan(struct disclosures *d, const char *file, const struct buf *text)
{
	struct json *j = json_parse(text->data, text->len, NULL);

	if (j)
		scan_json(d, file, j);
	else
		scan_text(d, file, text->data);
	json_free(j);
}

/* SPDX-License-Identifier: MIT */
#include "core/json.h"

#include "core/buf.h"
#include "core/decimal.h"
#include "core/err.h"
#include "core/json_strict.h"
#include "core/mem.h"

#include <cjson/cJSON.h>
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { FEW = 64 }; /* members of an object */

static pthread_once_t hooks_once = PTHREAD_ONCE_INIT;

static void
set_hooks(void)
{
	cJSON_Hooks hooks = {.malloc_fn = mem_lib_get, .free_fn = mem_lib_free};

	cJSON_InitHooks(&hooks);
}

static cJSON *
inside(const struct json *j)
{
	return (cJSON *)j; /* cJSON takes no pointer to const */
}

static struct json *
outside(cJSON *j)
{
	return (struct json *)j;
}

/* Names that differ only in the case of ASCII letters share a slot. */
static size_t
fold(const char *name)
{
	size_t hash = 14695981039346656037u;

	for (; *name; name++) {
		unsigned char c = (unsigned char)*name;
		hash = (hash ^ (c >= 'A' && c <= 'Z' ? c + 32u : c)) * 1099511628211u;
	}
	return hash;
}

static bool
equal_but_case(const char *a, const char *b)
{
	for (; *a && *b; a++, b++) {
		unsigned char x = (unsigned char)*a, y = (unsigned char)*b;
		if (x != y && ((x ^ y) != 32 || (x | 32) < 'a' || (x | 32) > 'z'))
			return false;
	}
	return *a == *b;
}

static int
name_twice(const char *first, const char *name, struct err *e)
{
	return err_set(e, ERR_DATA, "member \"%.60s\" stands twice in one object%s",
	    name, strcmp(first, name) ? ", in another case" : "");
}

/* What names that differ only in the case of letters have in common: their length and
 * some characters. */
static size_t
likeness(const char *name)
{
	size_t n = strlen(name);

	return n ? n * 2741 + (name[0] | 32) * 131u + (name[n / 2] | 32) * 17u +
		(name[n - 1] | 32)
		 : 0;
}

/* Each with those before it, where one of them is alike: quick for the few members that
 * are usual. */
static int
check_few(const cJSON *object, struct err *e)
{
	enum { BITS = 2048, WORD = 64 };
	uint64_t seen[BITS / WORD] = {0};

	for (const cJSON *m = object->child; m; m = m->next) {
		size_t bit = likeness(m->string) % BITS;
		uint64_t mask = (uint64_t)1 << bit % WORD;
		if (seen[bit / WORD] & mask)
			for (const cJSON *o = object->child; o != m; o = o->next)
				if (equal_but_case(o->string, m->string))
					return name_twice(o->string, m->string, e);
		seen[bit / WORD] |= mask;
	}
	return 0;
}

/* By a hash table of at least twice their number. */
static int
check_many(const cJSON *object, size_t count, struct err *e)
{
	const char **slot;
	size_t size = FEW, at;
	int result = 0;

	while (size < count * 2)
		size *= 2;
	slot = mem_resize(NULL, size, sizeof(*slot));
	memset(slot, 0, size * sizeof(*slot));
	for (const cJSON *m = object->child; m && !result; m = m->next) {
		for (at = fold(m->string) % size; slot[at] && !result;
		     at = (at + 1) % size)
			if (equal_but_case(slot[at], m->string))
				result = name_twice(slot[at], m->string, e);
		slot[at] = m->string;
	}
	mem_free(slot);
	return result;
}

static int
check_names(const cJSON *object, struct err *e)
{
	size_t count = 0;

	for (const cJSON *m = object->child; m; m = m->next)
		count++;
	if (count > JSON_MEMBERS)
		return err_set(e, ERR_DATA,
		    "an object has %zu members, at most %d are read", count,
		    JSON_MEMBERS);
	return count <= FEW ? check_few(object, e) : check_many(object, count, e);
}

/* What only the tree shows. Recursion is bounded: json_strict checked the depth. */
static int
check_tree(const cJSON *j, struct err *e)
{
	if (cJSON_IsObject(j) && check_names(j, e))
		return -1;
	for (const cJSON *child = j->child; child; child = child->next)
		if (child->child && check_tree(child, e))
			return -1;
	return 0;
}

struct json *
json_parse(const char *text, size_t len, struct err *e)
{
	const char *end = NULL;
	cJSON *j;

	pthread_once(&hooks_once, set_hooks);
	if (json_strict(text, len, e))
		return NULL;
	j = cJSON_ParseWithLengthOpts(text, len + 1, &end, 1);
	if (!j) {
		size_t at = end ? (size_t)(end - text) : 0;
		json_place(text, at < len ? at : len, "is not JSON", e);
		return NULL;
	}
	if (check_tree(j, e)) {
		cJSON_Delete(j);
		return NULL;
	}
	return outside(j);
}

void
json_free(struct json *j)
{
	cJSON_Delete(inside(j));
}

bool
json_is_object(const struct json *j)
{
	return cJSON_IsObject(inside(j));
}

bool
json_is_array(const struct json *j)
{
	return cJSON_IsArray(inside(j));
}

bool
json_is_null(const struct json *j)
{
	return cJSON_IsNull(inside(j));
}

const struct json *
json_member(const struct json *object, const char *name)
{
	if (!json_is_object(object))
		return NULL;
	/* cJSON_GetObjectItemCaseSensitive with a look before the call of strcmp */
	for (cJSON *m = inside(object)->child; m; m = m->next)
		if (*m->string == *name && !strcmp(m->string, name))
			return outside(m);
	return NULL;
}

const struct json *
json_seek(const struct json *object, const struct json **at, const char *name)
{
	const struct json *j = *at ? json_next(*at) : json_first(object);

	/* the next one, mostly: files and tables are in the same order */
	if (!j || strcmp(json_name(j), name) != 0)
		j = json_member(object, name);
	*at = j ? j : *at;
	return j;
}

const struct json *
json_first(const struct json *j)
{
	return json_is_object(j) || json_is_array(j) ? outside(inside(j)->child) : NULL;
}

const struct json *
json_next(const struct json *j)
{
	return outside(inside(j)->next);
}

size_t
json_count(const struct json *j)
{
	size_t n = 0;

	for (j = json_first(j); j; j = json_next(j))
		n++;
	return n;
}

const char *
json_name(const struct json *j)
{
	return inside(j)->string;
}

const char *
json_text(const struct json *j)
{
	return cJSON_GetStringValue(inside(j));
}

bool
json_number(const struct json *j, double *value)
{
	if (!cJSON_IsNumber(inside(j)))
		return false;
	*value = inside(j)->valuedouble;
	return true;
}

bool
json_bool(const struct json *j, bool *value)
{
	if (!cJSON_IsBool(inside(j)))
		return false;
	*value = cJSON_IsTrue(inside(j));
	return true;
}

const char *
json_describe(const struct json *j, char out[80])
{
	char number[DECIMAL_SIZE];
	double value;
	bool truth;

	if (!j)
		return "missing";
	if (json_text(j))
		snprintf(out, 80, "\"%.60s\"", json_text(j));
	else if (json_number(j, &value))
		snprintf(out, 80, "%s", decimal_text(number, value));
	else if (json_bool(j, &truth))
		snprintf(out, 80, truth ? "true" : "false");
	else
		snprintf(out, 80, "%s",
		    json_is_null(j)        ? "null"
			: json_is_array(j) ? "an array"
					   : "an object");
	return out;
}

static cJSON *
attach(struct json *to, const char *name, cJSON *item)
{
	if (name)
		cJSON_AddItemToObjectCS(inside(to), name, item);
	else
		cJSON_AddItemToArray(inside(to), item);
	return item;
}

struct json *
json_new_object(void)
{
	pthread_once(&hooks_once, set_hooks);
	return outside(cJSON_CreateObject());
}

struct json *
json_add_object(struct json *to, const char *name)
{
	return outside(attach(to, name, cJSON_CreateObject()));
}

struct json *
json_add_array(struct json *to, const char *name)
{
	return outside(attach(to, name, cJSON_CreateArray()));
}

void
json_add_text(struct json *to, const char *name, const char *text)
{
	attach(to, name, text ? cJSON_CreateString(text) : cJSON_CreateNull());
}

void
json_add_number(struct json *to, const char *name, double value)
{
	char text[DECIMAL_SIZE];

	/* cJSON itself would print 15 or 17 digits, not the shortest. */
	attach(to, name,
	    isfinite(value) ? cJSON_CreateRaw(decimal_text(text, value))
			    : cJSON_CreateNull());
}

void
json_add_decimal(struct json *to, const char *name, const char *decimal)
{
	attach(to, name, cJSON_CreateRaw(decimal));
}

void
json_add_bool(struct json *to, const char *name, bool value)
{
	attach(to, name, cJSON_CreateBool(value));
}

void
json_copy(struct json *to, const char *name, const struct json *from)
{
	struct json *inner = NULL;
	double number;
	bool truth;

	if (json_is_object(from))
		inner = json_add_object(to, name);
	else if (json_is_array(from))
		inner = json_add_array(to, name);
	else if (json_number(from, &number))
		json_add_number(to, name, number);
	else if (json_bool(from, &truth))
		json_add_bool(to, name, truth);
	else
		json_add_text(to, name, json_text(from));
	/* no deeper than JSON_DEPTH, since it was read */
	for (from = inner ? json_first(from) : NULL; from; from = json_next(from))
		json_copy(inner, json_is_array(inner) ? NULL : json_name(from), from);
}

void
json_print(const struct json *j, bool pretty, struct buf *out)
{
	enum { LEAST = 4096 };
	/* mostly of a text that went before, and one byte for the NUL */
	size_t room = out->cap > out->len ? out->cap - out->len - 1 : 0;
	char *at;

	/* where cJSON found room itself, the text would be copied three times */
	for (room = room > LEAST ? room : LEAST;; room *= 2) {
		if (room > INT_MAX)
			mem_short();
		at = buf_room(out, room);
		if (cJSON_PrintPreallocated(inside(j), at, (int)room, pretty))
			break;
	}
	out->len += strlen(at);
	buf_char(out, '\n');
}

/* SPDX-License-Identifier: MIT */
/*
 * json.h: strict JSON, read and written; the only user of cJSON.
 *
 * Refused, although cJSON takes them: a byte-order mark, text behind the value, invalid
 * UTF-8, control characters and \u0000 in a string, numbers such as 01 or 1e999, two
 * members of one object whose names are equal but for the case of ASCII letters.
 */
#ifndef JSON_H
#define JSON_H

#include <stdbool.h>
#include <stddef.h>

struct buf;
struct err;
struct json; /* a value: an object, array, text, number, bool or null */

enum {
	JSON_DEPTH = 64,       /* levels of nesting */
	JSON_MEMBERS = 65536,  /* members of one object */
	JSON_VALUES = 2000000, /* values of one text */
};

/* Reads text[0..len); text[len] must be NUL. NULL and e where it is not one JSON value
 * or goes over a limit; e then says where. Freed with json_free. */
struct json *json_parse(const char *text, size_t len, struct err *e);
void json_free(struct json *j);

bool json_is_object(const struct json *j); /* false for NULL; so the next three */
bool json_is_array(const struct json *j);
bool json_is_null(const struct json *j);

/* The member of that name; NULL where object is none, NULL or lacks it. */
const struct json *json_member(const struct json *object, const char *name);

/* The same, quick where names are asked for in the order of the file. *at is the member
 * found last in object, NULL at first. */
const struct json *json_seek(
    const struct json *object, const struct json **at, const char *name);

/* Members or elements in their order: the first one, the next one; NULL at the end, or
 * where j is NULL or neither object nor array. */
const struct json *json_first(const struct json *j);
const struct json *json_next(const struct json *j);
size_t json_count(const struct json *j);

/* The name of an object's member. */
const char *json_name(const struct json *j);

/* The value; NULL, or false with nothing written, where j is NULL or of another kind.
 */
const char *json_text(const struct json *j);
bool json_number(const struct json *j, double *value);
bool json_bool(const struct json *j, bool *value);

/* What stands there, for a message: "text", -1, null, an object; cut to a line. */
const char *json_describe(const struct json *j, char out[80]);

/* Building: every function adds to an object (name given) or an array (name NULL) and
 * belongs to it then. Names must outlive the tree. */
struct json *json_new_object(void);
struct json *json_add_object(struct json *to, const char *name);
struct json *json_add_array(struct json *to, const char *name);
void json_add_text(
    struct json *to, const char *name, const char *text);              /* NULL: null */
void json_add_number(struct json *to, const char *name, double value); /* NaN: null */
/* A number that decimal_text has written. */
void json_add_decimal(struct json *to, const char *name, const char *decimal);
void json_add_bool(struct json *to, const char *name, bool value);

/* Adds the text of j and a line end to out; indented where pretty. */
void json_print(const struct json *j, bool pretty, struct buf *out);

/* Adds a copy of from (NULL: null) to an object, or to an array where name is NULL. The
 * names in from have to outlive to. */
void json_copy(struct json *to, const char *name, const struct json *from);

#endif

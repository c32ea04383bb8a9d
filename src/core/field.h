/* SPDX-License-Identifier: MIT */
/*
 * field.h: a struct's members as a table, from which they are read out of JSON,
 * compared and packed. An unknown member (null or missing) is NULL, UNKNOWN_COUNT, NaN
 * or UNKNOWN_BOOL.
 */
#ifndef FIELD_H
#define FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct findings;
struct json;
struct pack;

/* The largest count, and sum of counts: what a double holds exactly. */
#define COUNT_MAX ((int64_t)1 << 53)

/* The number of elements of a table. */
#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))

enum { UNKNOWN_COUNT = -1, UNKNOWN_BOOL = -1, FIELD_TEXT_MAX = 65536 };

enum field_kind {
	FIELD_TEXT,   /* const char * */
	FIELD_DIGEST, /* const char *: 64 hex digits */
	FIELD_COUNT,  /* int64_t: a whole number from 0 to 2^53 */
	FIELD_REAL,   /* double: finite, not negative */
	FIELD_BOOL,   /* int64_t: 0, 1 */
};

enum field_need {
	FIELD_NEEDED,
	FIELD_NULLABLE, /* must be there, may be null */
	FIELD_OPTIONAL, /* may be missing or null */
};

struct field {
	const char *name; /* of the JSON member */
	enum field_kind kind;
	enum field_need need;
	size_t offset; /* of the struct's member */
};

/* Where something is read: what findings say. */
struct place {
	struct findings *findings;
	const char *file;
	const char *path; /* of the object: "processes[0].meta."; "" at the top */
	size_t element;   /* not 0: path names a list, and this is its element, from 1;
			   * who changes one in a copy sets the other too */
};

/* Adds a finding on a member of the place's object. */
void field_finding(const struct place *at, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Reads n members of object into to; texts go to the arena. Every member that is
 * missing or of another kind is a finding and unknown. Where object is NULL, all that
 * is not optional is missing; where it is no object, that is the one finding. Returns
 * the number of findings. */
size_t field_read(const struct json *object, const struct field *f, size_t n, void *to,
    struct arena *arena, const struct place *at);

/* Adds n members of from to a JSON object; an unknown one is null. */
void field_write(struct json *to, const struct field *f, size_t n, const void *from);

/* Compares what a file claims with what is right: reals by more than 1e-14 of the right
 * one, everything else exactly. Each difference is a finding with both values. */
void field_compare(const struct field *f, size_t n, const void *claimed,
    const void *right, const struct place *at);

/* A member's value: a text as it is, a number in full, true or false; NULL where it is
 * unknown. In the arena. */
const char *field_text(const struct field *f, const void *of, struct arena *arena);

void field_pack(struct pack *p, const struct field *f, size_t n, void *to);

#endif

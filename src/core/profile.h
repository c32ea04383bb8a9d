/* SPDX-License-Identifier: MIT */
/* profile.h: which named helper functions an operation of a public-key candidate spends
 * its time in; the fields stand in the tables of profile.c. */
#ifndef PROFILE_H
#define PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct findings;
struct json;
struct pack;

struct profile_function {
	const char *name;
	int64_t calls, ticks; /* over all operations */
};

struct profile {
	const char *candidate, *label, *operation, *status;
	int64_t input_bytes;
	int64_t operations, ticks; /* of the whole run */
	int64_t overflow_calls; /* calls that found no room: shares are a lower bound */
	struct profile_function *function; /* in byte order of the names */
	size_t functions;
	bool complete;
};

/* Reads a profile as record_read reads a record; its shares are checked, not kept. */
void profile_read(struct profile *p, const struct json *j, const char *file,
    struct arena *arena, struct findings *findings);

void profile_pack(struct pack *pack, struct profile *p);

/* The share of all ticks, 0 to 1, spent in drng (or in all others); NaN where no such
 * function was called. */
double profile_share(const struct profile *p, bool drng);

#endif

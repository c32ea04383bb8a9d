/* SPDX-License-Identifier: MIT */
/* shares.h: what share of an operation is spent in named functions: the driver counts
 * and times their calls. */
#ifndef SHARES_H
#define SHARES_H

#include "measure/attempt.h"

struct json;
struct result_library;

struct shares_call {
	const char *name;
	int64_t in_bits, out_bits; /* 0 where they are not known */
	int64_t calls, ticks;
};

struct shares {
	enum outcome outcome;
	const char *detail; /* why it is not complete */
	const char *output; /* what was printed */
	const char *const *command;
	const char *tick_source;
	int64_t operations, ticks, ns; /* of all of them */
	int64_t overflow;              /* calls that found no room */
	struct shares_call *call;
	size_t calls;
	const char **unseen; /* functions that no library finds by their name */
	size_t unseens;
};

/* Runs plan->operation for plan->seconds. functions are names, NULL behind the last.
 * Everything goes to the arena. -1 and e where the driver could not be run. */
int shares_run(struct shares *s, const struct attempt_plan *plan,
    const char *const *functions, struct arena *arena, struct err *e);

/* What is to be looked at, in the arena, NULL behind the last: the names (n of them; 0:
 * the functions by which a library uses a digest of libcrypto), and the random numbers.
 */
const char *const *shares_functions(
    const char *const *names, size_t n, struct arena *arena);

/* Its name among them. */
#define SHARES_DRNG "get_random_number"

/* The share of a function's calls of any length; of all but drng for NULL. */
double shares_of(const struct shares *s, const char *name);

/* As a profile; freed by the caller. s has to live as long. */
struct json *shares_profile(const struct shares *s, const struct attempt_plan *plan,
    const struct result_library *library, struct arena *arena);

#endif

/* SPDX-License-Identifier: MIT */
/* host_check.h: what of a host would spoil a measurement, and how to mend it. */
#ifndef HOST_CHECK_H
#define HOST_CHECK_H

#include <stddef.h>

struct arena;
struct host;

struct host_problem_text {
	const char *text, *mend;
};

struct host_problems {
	struct host_problem_text *problem;
	size_t count;
};

/* Fills list, in the arena. The program is moved to the host's CPU while its clock is
 * looked at. */
void host_check(const struct host *h, struct host_problems *list, struct arena *arena);

/* The clock that the probe shows on the host's CPU just now, in Hz; NaN where the
 * program may not run there. Takes less than a millisecond. */
double host_clock(const struct host *h);

#endif

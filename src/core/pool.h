/* SPDX-License-Identifier: MIT */
/* pool.h: the same work on many things, on up to 16 of the processors that this
 * process may run on, results in order. */
#ifndef POOL_H
#define POOL_H

#include <stddef.h>

struct err;

struct pool_job {
	size_t count;
	void *context;

	/* Does the i-th piece on some thread; the result is passed to done. */
	void *(*work)(void *context, size_t i);

	/* Takes the i-th result, for i = 0, 1, 2 …, one call at a time. */
	void (*done)(void *context, size_t i, void *result);
};

/* Returns when everything is done. At most twice as
 * many results as processors are in memory. */
void pool_run(const struct pool_job *job);

/* Calls call(context, i, …) for i = 0 to n - 1, side by side. 0, or -1 where one did
 * not return 0; e is then that of the first of these. */
int pool_calls(size_t n, int (*call)(void *context, size_t i, struct err *e),
    void *context, struct err *e);

#endif

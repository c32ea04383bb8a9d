/* SPDX-License-Identifier: MIT */
/* sampling.h: one trial in the driver: a cold call, warm-up, then batches of calls,
 * each timed as a whole with a probe of the clock on both sides. */
#ifndef SAMPLING_H
#define SAMPLING_H

#include "measure/outcome.h"

#include <stdint.h>

struct err;
struct operation;
struct report;

struct sampling_plan {
	double seconds;  /* that the batches together should last */
	double budget_s; /* after which no further batch is begun; one is always done */
	uint64_t least;  /* calls, as far as the budget reaches */
	int cpu;         /* for what happens to it; where the process is pinned */
};

struct sampling_split {
	uint64_t calls, batches; /* calls of a batch */
	int64_t probe_ns;        /* how long a probe lasts */
};

/* How a trial is cut: 30 to 50 batches, each at least 1 000 times the clock's grain; a
 * call that is longer than a thirtieth of the trial is a batch by itself. */
struct sampling_split sampling_split(
    double call_ns, double seconds, int64_t grain_ns, uint64_t least);

/* Runs a trial and reports it, a line for each figure:
 * - first_call_ns N, warmups N, overhead_ns X, calls_per_batch N;
 * - counter yes, or counter and why there is none;
 * - probe UNIT_NS CHECK_NS ROUNDS NS, one before each batch and one behind the last;
 * - batch NS TICKS CYCLES VALID, where VALID is 1 or 0 for the cycles;
 * - usage VOLUNTARY INVOLUNTARY MIGRATIONS MINOR MAJOR RUN_DELAY_NS STEAL_NS, during
 *   the batches and probes; -1: unknown. */
enum outcome sampling_run(struct operation *o, const struct sampling_plan *p,
    struct report *r, struct err *e);

#endif

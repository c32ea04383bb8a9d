/* SPDX-License-Identifier: MIT */
/* attempt.h: one attempt at a trial: the driver run once, and what it reported. */
#ifndef ATTEMPT_H
#define ATTEMPT_H

#include "measure/category.h"
#include "measure/outcome.h"
#include "measure/probe.h"
#include "measure/usage.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct err;

/* What is timed, and how long. */
struct attempt_plan {
	const char *driver;
	const char *library;
	enum category category;
	int digest_bits;       /* of a hash function; else 0 */
	const char *operation; /* "hash", "keygen" … */
	int64_t input_bytes;   /* 0 where the operation has none */
	int cpu;
	double seconds;  /* of the batches together */
	double budget_s; /* after which no batch is begun */
	int64_t least;   /* calls, as far as the budget reaches */
	double timeout_s;
};

struct batch {
	int64_t ns, ticks, cycles; /* of all its calls */
	bool counted;              /* cycles are valid */
	bool disturbed;
	double estimate; /* core cycles; NaN where there is none */
};

struct size {
	const char *name; /* "digest_bytes" */
	int64_t bytes;
};

struct attempt {
	/* how it was laid out, from the seed */
	int64_t seed; /* under 2^53 */
	int64_t environment_bytes, stack_offset;
	const char *drng_seed;        /* hex */
	const char *const *command;   /* NULL behind the last word */
	int64_t started_us, ended_us; /* since 1970 */

	/* how it went */
	enum outcome outcome;
	int exit_code;      /* a signal's number negative */
	const char *detail; /* why it is not complete */
	const char *output; /* what was printed */
	double wall_s;
	unsigned sandbox; /* what of it was in force, for sandbox_words */

	/* what was reported; of an attempt that is not complete, what came until then
	 */
	int64_t first_call_ns, warmups, calls_per_batch;
	double overhead_ns;
	const char *no_counter; /* why; NULL: there was one */
	const char *tick_source;
	struct batch *batch;
	struct probe *probe; /* one before each batch and one behind the last */
	size_t batches, probes;
	struct usage usage;
	struct size *size;
	size_t sizes;
	int64_t passes[2]; /* of a key exchange, declared and run; else 0 */

	/* what follows, filled in by judge.h */
	double call_ns;     /* median over the batches */
	double clock_hz[3]; /* quartiles of the usable clock; NaN: the check failed */
	double *core_hz;    /* of each probe, sorted: the core's clock */
	const char *reason; /* why it does not count; NULL: it does */
};

/* Runs trial number trial (from 0), laid out by the seed. All goes to the arena. -1 and
 * e where the driver could not be run; whatever happens in it is an outcome. */
int attempt_run(struct attempt *a, const struct attempt_plan *plan, int trial,
    int64_t seed, struct arena *arena, struct err *e);

/* Memory of a process of its own that makes one call. */
struct attempt_memory {
	enum outcome outcome;
	const char *detail;
	int64_t baseline,
	    peak; /* bytes resident after loading and at most; -1: unknown */
	double wall_s;
};

int attempt_memory(struct attempt_memory *m, const struct attempt_plan *plan,
    struct arena *arena, struct err *e);

/* What is asked of a library before it is timed. */
struct attempt_look {
	/* Of a key exchange: the passes that an exchange ran. Where it failed, up to
	 * the one in which the failure shows; at least 1. Else 0. */
	int passes;
	struct size *further; /* libraries that it loads, with their PT_LOAD segments */
	size_t furthers;
};

int attempt_look(struct attempt_look *look, const struct attempt_plan *plan,
    struct arena *arena, struct err *e);

/* The seed of a trial's random numbers, in hex: 00 01 … 2f, and of the trials behind
 * the first with their number in four bytes. */
const char *attempt_drng_seed(int trial, struct arena *arena);

/* The next number of a pseudo-random series (Steele, Lea, Flood: SplitMix64), under
 * 2^53. */
int64_t attempt_next_seed(uint64_t *state);

#endif

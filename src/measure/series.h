/* SPDX-License-Identifier: MIT */
/* series.h: all trials of one operation: repeated where they were disturbed, until the
 * plan, the precision or the budget ends them. Who runs the attempts, and what between
 * them, is the caller's: everything goes to one arena. */
#ifndef SERIES_H
#define SERIES_H

#include "measure/attempt.h"

enum { SERIES_ATTEMPTS = 3, SERIES_TRIALS_MAX = 1000 };

struct series_plan {
	struct attempt_plan attempt; /* budget_s and least are set from what follows */
	int trials;
	int attempts;     /* at a trial, at most SERIES_ATTEMPTS; 1: none is repeated */
	int64_t least;    /* calls in all, as far as the budget reaches */
	double budget_s;  /* of all attempts together */
	double precision; /* half width of the 95 % interval over its middle; 0: as it
			     comes */
	bool emulated;
};

enum series_limit { LIMIT_PLAN, LIMIT_PRECISION, LIMIT_BUDGET };
enum series_stability { STABILITY_STABLE, STABILITY_DISTURBED, STABILITY_UNSTABLE };

/* What the trials' cost of a call is told in. */
enum series_unit { UNIT_CYCLES, UNIT_ESTIMATE, UNIT_NS };

struct series_trial {
	struct attempt *accepted; /* the last one, where all were disturbed */
	struct attempt *rejected[SERIES_ATTEMPTS - 1];
	int retries;
};

struct series {
	struct series_trial *trial;
	size_t trials;
	struct attempt
	    *failure; /* an attempt that did not complete ended it; else NULL */
	struct attempt_memory memory;
	enum series_limit limit;
	enum series_stability stability;
	enum series_unit unit;
	int64_t started_us, ended_us;      /* since 1970 */
	double load_start[3], load_end[3]; /* NaN: unknown */
	double spent_s;                    /* on attempts */
};

/* Starts s and runs the memory process. -1 and e where the driver could not be run. */
int series_begin(struct series *s, const struct series_plan *plan, struct arena *arena,
    struct err *e);

/* The trial to be attempted next, from 0; -1: it is done. What was attempted decides
 * alone, so that a series can go on where another process left it. */
int series_next(struct series *s, const struct series_plan *plan, struct arena *arena);

/* What an attempt at that trial may take. */
struct attempt_plan series_attempt(
    const struct series *s, const struct series_plan *plan, int trial);

/* Takes an attempt at the trial that series_next named last; one that is not complete
 * ends the series. a must live as long as s. */
void series_add(struct series *s, const struct series_plan *plan, int trial,
    struct attempt *a, struct arena *arena);

/* Fills what follows from all trials, when series_next said -1. */
void series_end(struct series *s, const struct series_plan *plan);

/* The costs of a call, in the series' unit, of its trials in order. */
void series_costs(const struct series *s, double *cost);

#endif

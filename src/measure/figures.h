/* SPDX-License-Identifier: MIT */
/* figures.h: what follows from a series' trials. */
#ifndef FIGURES_H
#define FIGURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct attempt;

/* A trial's sums over the batches that count: all, or those with a valid count. */
struct figures_trial {
	int64_t measurements, ns, ticks;
	int64_t cycles;   /* 0: no counter */
	double estimated; /* core cycles; NaN where there is no estimate */
};

/* counted: only batches whose count is valid. */
struct figures_trial figures_trial(const struct attempt *a, bool counted);

/* Of a series of costs; the interval is NaN for one. */
struct figures_spread {
	double median, q1, q3, mad, low, high;
};

/* Sorts cost[0..n), n > 0, all positive. The 95 % interval of the mean by Student's t
 * on the logarithms. */
void figures_spread(struct figures_spread *s, double *cost, size_t n);

/* Half of the interval's width over its middle; infinite for one trial. */
double figures_half_width(const struct figures_spread *s);

#endif

/* SPDX-License-Identifier: MIT */
/* stats.h: pure arithmetic on series. */
#ifndef STATS_H
#define STATS_H

#include <stddef.h>

/* The sum with Neumaier's compensation (Z. angew. Math. Mech. 54, 1974): its error does
 * not grow with n. */
double stats_sum(const double *x, size_t n);

/* Sorts x ascending. */
void stats_sort(double *x, size_t n);

/* The p-quantile of sorted x, n > 0: linear interpolation at (n-1)p (Hyndman and Fan's
 * type 7; at p = 0.5 the median, an even n: the mean of the middle two). */
double stats_quantile(const double *sorted, size_t n, double p);

#endif

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

/* Leaves at most `most` of n sorted values, most > 1: the k-th, from 0, is then the
 * quantile k/(most-1), so that the first and the last stay. Returns how many there are.
 */
size_t stats_thin(double *sorted, size_t n, size_t most);

/* The median of the absolute deviations from the median, unscaled; x[0..n), n > 0, is
 * overwritten. */
double stats_mad(double *x, size_t n, double median);

/* P(T <= t) of Student's distribution with df > 0 degrees of freedom, through the
 * regularized incomplete beta function (DLMF 8.17). */
double stats_t_below(double t, double df);

/* The t with stats_t_below(t, df) = p, 0.5 <= p < 1. */
double stats_t_quantile(double p, double df);

#endif

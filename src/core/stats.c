/* SPDX-License-Identifier: MIT */
#include "core/stats.h"

#include <math.h>
#include <stdlib.h>

double
stats_sum(const double *x, size_t n)
{
	double sum = 0, lost = 0, next;

	for (size_t i = 0; i < n; i++) {
		next = sum + x[i];
		lost += fabs(sum) >= fabs(x[i]) ? (sum - next) + x[i] : (x[i] - next) + sum;
		sum = next;
	}
	return sum + lost;
}

static int
ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

void
stats_sort(double *x, size_t n)
{
	qsort(x, n, sizeof(*x), ascending);
}

double
stats_quantile(const double *sorted, size_t n, double p)
{
	double at = (double)(n - 1) * p;
	size_t i = (size_t)at;
	double part = at - (double)i;

	if (i + 1 >= n)
		return sorted[n - 1];
	if (part == 0.5)
		return (sorted[i] + sorted[i + 1]) / 2;
	return sorted[i] + part * (sorted[i + 1] - sorted[i]);
}

/* SPDX-License-Identifier: MIT */
#include "core/compare.h"

#include "core/mem.h"
#include "core/stats.h"

#include <float.h>
#include <math.h>

const char *
verdict_word(enum verdict v)
{
	static const char *const words[VERDICTS] = {
	    [VERDICT_FASTER] = "faster",
	    [VERDICT_SLOWER] = "slower",
	    [VERDICT_NO_DIFFERENCE] = "no difference",
	    [VERDICT_CANNOT_TELL] = "cannot tell",
	    [VERDICT_SAME_RECORD] = "same record",
	};

	return words[v];
}

/* Mean of the logarithms, and the variance of that mean (NaN for one value). */
struct logs {
	double mean, variance;
};

static struct logs
log_mean(const double *x, size_t n)
{
	double *y = mem_resize(NULL, n, sizeof(*y));
	struct logs l;

	for (size_t i = 0; i < n; i++)
		y[i] = log(x[i]);
	l.mean = stats_sum(y, n) / (double)n;
	for (size_t i = 0; i < n; i++)
		y[i] = (y[i] - l.mean) * (y[i] - l.mean);
	l.variance = n > 1 ? stats_sum(y, n) / (double)(n - 1) / (double)n : NAN;
	mem_free(y);
	return l;
}

/* The interval about a mean logarithm with that variance. */
static struct interval
student(double mean, double variance, double df)
{
	double error = sqrt(variance), half;

	if (error == 0)
		return (struct interval){exp(mean), exp(mean), mean == 0 ? 1 : 0};
	half = stats_t_quantile(0.975, df) * error;
	return (struct interval){exp(mean - half), fmin(exp(mean + half), DBL_MAX),
	    2 * stats_t_below(-fabs(mean) / error, df)};
}

struct interval
compare_trials(const double *a, size_t n, const double *b, size_t m)
{
	struct logs x, y;
	double both;

	if (n < 2 || m < 2)
		return (struct interval){NAN, NAN, NAN};
	x = log_mean(a, n);
	y = log_mean(b, m);
	both = x.variance + y.variance;
	return student(y.mean - x.mean, both,
	    both * both /
		(x.variance * x.variance / (double)(n - 1) +
		    y.variance * y.variance / (double)(m - 1)));
}

double
compare_limit(double *p, size_t n, double level)
{
	stats_sort(p, n);
	for (size_t i = n; i > 0; i--)
		if (p[i - 1] <= level * (double)i / (double)n)
			return p[i - 1];
	return -1;
}

enum verdict
compare_verdict(const struct interval *i, double effect, bool counts)
{
	double above = 1 + effect, below = 1 / above;

	if (counts && i->low > above)
		return VERDICT_SLOWER;
	if (counts && i->high < below)
		return VERDICT_FASTER;
	if (i->low >= below && i->high <= above)
		return VERDICT_NO_DIFFERENCE;
	return VERDICT_CANNOT_TELL;
}

double
compare_mean(struct interval *i, const double *x, size_t n)
{
	struct logs l = log_mean(x, n);

	*i = n < 2 ? (struct interval){NAN, NAN, NAN}
		   : student(l.mean, l.variance, (double)(n - 1));
	return exp(l.mean);
}

double
compare_floor(const double *ratio, size_t n)
{
	double *x = mem_resize(NULL, n, sizeof(*x)), floor;

	for (size_t i = 0; i < n; i++)
		x[i] = fabs(log(ratio[i]));
	stats_sort(x, n);
	floor = expm1(stats_quantile(x, n, 0.95));
	mem_free(x);
	return floor;
}

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
		lost +=
		    fabs(sum) >= fabs(x[i]) ? (sum - next) + x[i] : (x[i] - next) + sum;
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

size_t
stats_thin(double *sorted, size_t n, size_t most)
{
	if (n <= most)
		return n;
	/* no quantile lies before its own place, so that what is overwritten was read
	 */
	for (size_t k = 0; k < most; k++)
		sorted[k] = stats_quantile(sorted, n, (double)k / (double)(most - 1));
	return most;
}

double
stats_mad(double *x, size_t n, double median)
{
	for (size_t i = 0; i < n; i++)
		x[i] = fabs(x[i] - median);
	stats_sort(x, n);
	return stats_quantile(x, n, 0.5);
}

/* The continued fraction of DLMF 8.17.22 for I_x(a, b), by Lentz's method. */
static double
beta_fraction(double x, double a, double b)
{
	double c = 1, d = 1 - (a + b) * x / (a + 1), f, step, up;

	d = 1 / d;
	f = d;
	for (int m = 1; m < 10000; m++) {
		up = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
		d = 1 / (1 + up * d);
		c = 1 + up / c;
		f *= c * d;
		up = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
		d = 1 / (1 + up * d);
		c = 1 + up / c;
		step = c * d;
		f *= step;
		if (fabs(step - 1) < 1e-16)
			break;
	}
	return f;
}

/* I_x(a, b); the fraction is quick where x is below the mean. */
static double
beta_regularized(double x, double a, double b)
{
	double front;
	int sign;

	if (x <= 0 || x >= 1)
		return x <= 0 ? 0 : 1;
	if (x > (a + 1) / (a + b + 2))
		return 1 - beta_regularized(1 - x, b, a);
	front = lgamma_r(a + b, &sign) - lgamma_r(a, &sign) - lgamma_r(b, &sign) +
	    a * log(x) + b * log1p(-x);
	return exp(front) / a * beta_fraction(x, a, b);
}

double
stats_t_below(double t, double df)
{
	double tail = beta_regularized(df / (df + t * t), df / 2, 0.5) / 2;

	return t < 0 ? tail : 1 - tail;
}

/* The quantile 0.975 for 1 to 30 degrees of freedom, which every record wants, from
 * mpmath with 40 digits; the unit test holds it against what is computed beside. */
static const double t975[] = {
    12.706204736174705,
    4.302652729749464,
    3.1824463052837095,
    2.7764451051977943,
    2.5705818356363155,
    2.44691185114497,
    2.3646242515927853,
    2.3060041352041667,
    2.2621571627982053,
    2.228138851986275,
    2.2009851600916397,
    2.178812829667229,
    2.1603686564627926,
    2.144786687917804,
    2.1314495455597755,
    2.1199052992212546,
    2.109815577833317,
    2.1009220402410387,
    2.0930240544083096,
    2.085963447265865,
    2.0796138447276804,
    2.0738730679040263,
    2.0686576104190486,
    2.063898561628026,
    2.0595385527532977,
    2.055529438642873,
    2.0518305164802855,
    2.048407141795245,
    2.0452296421327043,
    2.042272456301238,
};

/* A start that is not above the quantile: it falls with the degrees of freedom. */
static double
t_start(double p, double df)
{
	enum { LAST = sizeof(t975) / sizeof(t975[0]) };

	if (p < 0.975)
		return 0;
	return df <= LAST ? t975[(size_t)ceil(fmax(df, 1)) - 1] : 1.9599639845400;
}

/* By Newton's method from below: the distribution is concave above its median, so that
 * no step goes too far, and one that does not go up is rounding. */
double
stats_t_quantile(double p, double df)
{
	int sign;
	double t = t_start(p, df), scale, step, density;

	if (p == 0.975 && df >= 1 && df <= 30 && df == floor(df))
		return t;
	scale = exp(lgamma_r((df + 1) / 2, &sign) - lgamma_r(df / 2, &sign)) /
	    sqrt(df * M_PI);
	for (int i = 0; i < 200; i++) {
		density = scale * pow(1 + t * t / df, -(df + 1) / 2);
		step = (p - stats_t_below(t, df)) / density;
		if (step <= 1e-15 * t)
			break;
		t += step;
	}
	return t;
}

/* SPDX-License-Identifier: MIT */
#include "core/stats.h"

#include "unit.h"

static void
sums(void **state)
{
	static const struct {
		const char *name;
		double x[10], sum;
		size_t n;
	} list[] = {
	    {"none", {0}, 0, 0},
	    {"one", {0.1}, 0.1, 1},
	    {"Neumaier's example", {1, 1e100, 1, -1e100}, 2, 4},
	    {"the same backwards", {-1e100, 1, 1e100, 1}, 2, 4},
	    {"ten tenths", {.1, .1, .1, .1, .1, .1, .1, .1, .1, .1}, 1, 10},
	    {"small behind large", {1e16, 1, 1, 1, 1}, 10000000000000004.0, 5},
	    {"small before large", {1, 1, 1, 1, 1e16}, 10000000000000004.0, 5},
	    {"cancels", {3.5, -1.25, -2.25}, 0, 3},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++)
		wrong += unit_real(
		    list[i].name, stats_sum(list[i].x, list[i].n), list[i].sum);
	assert_int_equal(wrong, 0);
}

/* A naive sum of these is off in its eighth digit. */
static void
long_sum(void **state)
{
	size_t n = 1000000;
	double *x = mem_resize(NULL, n + 1, sizeof(*x));

	(void)state;
	x[0] = 1e8;
	for (size_t i = 1; i <= n; i++)
		x[i] = 1e-9;
	assert_true(stats_sum(x, n + 1) == 100000000.001);
	mem_free(x);
}

static void
sorts(void **state)
{
	double x[] = {3, -1, 2.5, 0, 2.5, -1e300, 1e-300};
	static const double wanted[] = {-1e300, -1, 0, 1e-300, 2.5, 2.5, 3};

	(void)state;
	stats_sort(x, COUNT_OF(x));
	assert_memory_equal(x, wanted, sizeof(x));
	stats_sort(x, 0);
}

/* By hand: the value at place (n-1)p, linearly between its neighbours. */
static void
quantiles(void **state)
{
	static const struct {
		const char *name;
		double x[6];
		size_t n;
		double p, value;
	} list[] = {
	    {"one, 0", {7}, 1, 0, 7},
	    {"one, 0.5", {7}, 1, 0.5, 7},
	    {"one, 1", {7}, 1, 1, 7},
	    {"two, 0.25", {1, 2}, 2, 0.25, 1.25},
	    {"two, 0.5", {1, 2}, 2, 0.5, 1.5},
	    {"two, 1", {1, 2}, 2, 1, 2},
	    {"odd median", {1, 10, 100}, 3, 0.5, 10},
	    {"even median", {1, 10, 30, 100}, 4, 0.5, 20},
	    {"four, 0", {1, 2, 3, 4}, 4, 0, 1},
	    {"four, 0.25", {1, 2, 3, 4}, 4, 0.25, 1.75},
	    {"four, 0.75", {1, 2, 3, 4}, 4, 0.75, 3.25},
	    {"four, 1", {1, 2, 3, 4}, 4, 1, 4},
	    {"five, 0.25", {1, 2, 4, 8, 16}, 5, 0.25, 2},
	    {"five, 0.75", {1, 2, 4, 8, 16}, 5, 0.75, 8},
	    {"six, 0.25", {0, 4, 8, 16, 32, 64}, 6, 0.25, 5},
	    {"six, 0.75", {0, 4, 8, 16, 32, 64}, 6, 0.75, 28},
	    {"negative", {-8, -4, 0, 4}, 4, 0.5, -2},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++)
		wrong += unit_real(list[i].name,
		    stats_quantile(list[i].x, list[i].n, list[i].p), list[i].value);
	assert_int_equal(wrong, 0);
}

static void
deviations(void **state)
{
	static const struct {
		const char *name;
		double x[6];
		size_t n;
		double median, mad;
	} list[] = {
	    {"one", {7}, 1, 7, 0},
	    {"two", {1, 4}, 2, 2.5, 1.5},
	    {"odd", {1, 1, 2, 2, 10}, 5, 2, 1},
	    {"even", {1, 2, 3, 9}, 4, 2.5, 1},
	    {"all the same", {3, 3, 3}, 3, 3, 0},
	    {"negative", {-9, -1, 0, 4}, 4, -0.5, 2.5},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		double x[6];
		memcpy(x, list[i].x, sizeof(x));
		wrong += unit_real(
		    list[i].name, stats_mad(x, list[i].n, list[i].median), list[i].mad);
	}
	assert_int_equal(wrong, 0);
}

static int
is_close(const char *name, double got, double wanted)
{
	return fabs(got - wanted) <= 1e-12 * fabs(wanted)
	    ? 0
	    : unit_real(name, got, wanted);
}

/* Closed forms: 1 degree of freedom is 1/2 + atan(t)/pi, 2 are 1/2 + t/(2 sqrt(2 +
 * t^2)), 3 are 1/2 + (u/(1 + u^2) + atan(u))/pi with u = t/sqrt(3). */
static void
below(void **state)
{
	static const struct {
		double t, by_1, by_2, by_3;
	} list[] = {
	    {-10, 0.03172551743055352, 0.0049262285116628, 0.001064199529207055},
	    {-1, 0.25, 0.21132486540518708, 0.19550110947788524},
	    {0, 0.5, 0.5, 0.5},
	    {0.5, 0.6475836176504333, 0.6666666666666666, 0.6742760175759246},
	    {1, 0.75, 0.7886751345948129, 0.8044988905221148},
	    {2, 0.8524163823495667, 0.9082482904638631, 0.9303370157205785},
	    {3, 0.8975836176504333, 0.9522670168666454, 0.9711655571887814},
	    {10, 0.9682744825694465, 0.9950737714883372, 0.9989358004707929},
	    {1000, 0.9996816902199195, 0.99999950000075, 0.9999999988973463},
	};
	char name[32];
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		snprintf(name, sizeof(name), "t = %g", list[i].t);
		wrong += is_close(name, stats_t_below(list[i].t, 1), list[i].by_1);
		wrong += is_close(name, stats_t_below(list[i].t, 2), list[i].by_2);
		wrong += is_close(name, stats_t_below(list[i].t, 3), list[i].by_3);
	}
	assert_int_equal(wrong, 0);
}

/* 1, 2 and 4 degrees of freedom from closed forms, the others from the finite series of
 * sines and cosines of atan(t / sqrt(df)). */
static void
t_quantiles(void **state)
{
	static const struct {
		const char *name;
		double p, df, t;
	} list[] = {
	    {"1, 0.6", 0.6, 1, 0.32491969623290623},
	    {"1, 0.75", 0.75, 1, 1},
	    {"1, 0.975", 0.975, 1, 12.706204736174694},
	    {"1, 0.9995", 0.9995, 1, 636.6192487687345},
	    {"2, 0.75", 0.75, 2, 0.816496580927726},
	    {"2, 0.975", 0.975, 2, 4.302652729749461},
	    {"2, 0.995", 0.995, 2, 9.92484320091829},
	    {"4, 0.9", 0.9, 4, 1.533206274058944},
	    {"4, 0.975", 0.975, 4, 2.7764451051977934},
	    {"4, 0.9995", 0.9995, 4, 8.610301581379522},
	    {"9, 0.975", 0.975, 9, 2.2621571627982053},
	    {"10, 0.975", 0.975, 10, 2.228138851986274},
	    {"30, 0.975", 0.975, 30, 2.042272456301238},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++)
		wrong += is_close(
		    list[i].name, stats_t_quantile(list[i].p, list[i].df), list[i].t);
	/* what stands in a table and what is computed right beside it */
	for (int df = 1; df <= 30; df++) {
		double near = stats_t_quantile(nextafter(0.975, 1), df);
		wrong += unit_true("of the table",
		    fabs(stats_t_quantile(0.975, df) / near - 1) < 1e-13, true);
	}
	/* between whole degrees, as of two unequal series: it is what has that share
	 * below */
	for (double df = 1.03; df < 70; df += 0.37) {
		double t = stats_t_quantile(0.975, df);
		wrong += unit_true(
		    "has its share", fabs(stats_t_below(t, df) - 0.975) < 2e-15, true);
		wrong += unit_true("falls with the degrees",
		    t > stats_t_quantile(0.975, df + 0.01), true);
	}
	wrong += unit_true("the median", fabs(stats_t_quantile(0.5, 5)) < 1e-12, true);
	wrong += unit_true("many degrees: the normal distribution",
	    fabs(stats_t_quantile(0.975, 1e7) - 1.959963984540054) < 1e-6, true);
	assert_int_equal(wrong, 0);
}

/* By hand: of four values the middle one of three lies halfway between the inner two.
 */
static void
thins(void **state)
{
	static const struct {
		const char *name;
		double x[11];
		size_t n, most, left;
		double wanted[6];
	} list[] = {
	    {"none", {0}, 0, 2, 0, {0}},
	    {"few enough", {1, 2, 5}, 3, 3, 3, {1, 2, 5}},
	    {"to the ends", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 11, 2, 2, {0, 10}},
	    {"to three", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 11, 3, 3, {0, 5, 10}},
	    {"to six", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 11, 6, 6,
		{0, 2, 4, 6, 8, 10}},
	    {"between", {1, 2, 4, 8}, 4, 3, 3, {1, 3, 8}},
	    {"one less", {0, 3, 6, 9, 30}, 5, 4, 4, {0, 4, 8, 30}},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		double x[11];
		memcpy(x, list[i].x, sizeof(x));
		wrong += unit_count(list[i].name,
		    (int64_t)stats_thin(x, list[i].n, list[i].most),
		    (int64_t)list[i].left);
		for (size_t k = 0; k < list[i].left; k++)
			wrong += unit_near(list[i].name, x[k], list[i].wanted[k]);
	}
	assert_int_equal(wrong, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(sums),
	    cmocka_unit_test(long_sum),
	    cmocka_unit_test(sorts),
	    cmocka_unit_test(thins),
	    cmocka_unit_test(quantiles),
	    cmocka_unit_test(deviations),
	    cmocka_unit_test(below),
	    cmocka_unit_test(t_quantiles),
	};

	return cmocka_run_group_tests_name("stats", tests, NULL, NULL);
}

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

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(sums),
	    cmocka_unit_test(long_sum),
	    cmocka_unit_test(sorts),
	    cmocka_unit_test(quantiles),
	};

	return cmocka_run_group_tests_name("stats", tests, NULL, NULL);
}

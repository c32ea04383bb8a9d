/* SPDX-License-Identifier: MIT */
#include "core/compare.h"

#include "unit.h"

#include <float.h>

static int
is_close(const char *name, double got, double wanted, double tolerance)
{
	return fabs(got - wanted) <= tolerance * fabs(wanted)
	    ? 0
	    : unit_real(name, got, wanted);
}

/* From a program of its own: the tail of Student's t is the integral of
 * cos(x)^(df - 1) from atan(t / sqrt(df)) to pi/2, over that from 0, by Simpson's rule;
 * the quantile by bisection of it. */
static void
intervals(void **state)
{
	static const struct {
		const char *name;
		double a[5];
		size_t n;
		double b[5];
		size_t m;
		double low, high, p, tolerance;
	} list[] = {
	    {"five and five", {100, 101, 102, 99, 98}, 5, {110, 111, 109, 112, 108}, 5,
		1.0760031396446001, 1.1245710808747773, 9.224745910457863e-06, 1e-9},
	    {"three and four", {5.0, 5.1, 4.9}, 3, {5.05, 5.15, 4.95, 5.0}, 4,
		0.9681208845000953, 1.0485355092024926, 0.6282615102550692, 1e-9},
	    {"two and two", {1, 2}, 2, {3, 4}, 2, 0.1655404349762447, 36.24492107237129,
		0.1991576483881159, 1e-4},
	    {"unlike noise", {1000, 1001, 1002, 999, 1000}, 5,
		{1000, 1030, 980, 1010, 990}, 5, 0.9779616028046778, 1.0255084163420307,
		0.8736883531010887, 1e-9},
	    {"one", {1}, 1, {1, 2, 3}, 3, NAN, NAN, NAN, 0},
	    {"the other one", {1, 2, 3}, 3, {1}, 1, NAN, NAN, NAN, 0},
	    {"equal, no spread", {8, 8, 8}, 3, {8, 8, 8}, 3, 1, 1, 1, 0},
	    {"no spread", {8, 8, 8}, 3, {4, 4, 4}, 3, 0.5, 0.5, 0, 1e-15},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct interval x =
		    compare_trials(list[i].a, list[i].n, list[i].b, list[i].m);
		double t = list[i].tolerance;
		wrong += is_close(list[i].name, x.low, list[i].low, t);
		wrong += is_close(list[i].name, x.high, list[i].high, t);
		wrong += is_close(list[i].name, x.p, list[i].p, t);
		x = compare_trials(list[i].b, list[i].m, list[i].a, list[i].n);
		wrong += is_close("turned", x.low, 1 / list[i].high, t + 1e-15);
		wrong += is_close("turned", x.p, list[i].p, t + 1e-15);
	}
	assert_int_equal(wrong, 0);
}

/* Two degrees of freedom, t the root of 2: p = 1 - t / sqrt(2 + t^2). */
static void
too_wide(void **state)
{
	static const double a[] = {1e-300, 1}, b[] = {1, 1e300};
	struct interval x = compare_trials(a, 2, b, 2);

	(void)state;
	assert_true(x.low == 0 && x.high == DBL_MAX);
	assert_int_equal(is_close("p", x.p, 0.2928932188134525, 1e-12), 0);
}

/* The 15 tests of Benjamini and Hochberg's own example: four count. */
static void
limits(void **state)
{
	double paper[] = {.7590, .0001, .0004, .0344, .0201, .0278, .0298, .0019, .0459,
	    .3240, .4262, .5719, .6528, .0095, 1};
	double none[] = {0.9, 0.06, 0.2}, later[] = {0.03, 0.04, 0.049};
	int wrong = 0;

	(void)state;
	wrong += unit_real("the paper's", compare_limit(paper, 15, 0.05), .0095);
	wrong += unit_true("none", compare_limit(none, 3, 0.05) < 0, true);
	wrong += unit_true("no test", compare_limit(none, 0, 0.05) < 0, true);
	/* the first two are over 1/60 and 2/60, but the last is under 3/60 */
	wrong += unit_real("the last takes all", compare_limit(later, 3, 0.05), 0.049);
	assert_int_equal(wrong, 0);
}

static void
verdicts(void **state)
{
	static const struct {
		struct interval i;
		double effect;
		bool counts;
		enum verdict v;
	} list[] = {
	    {{1.0101, 1.1, 0}, 0.01, true, VERDICT_SLOWER},
	    {{1.01, 1.1, 0}, 0.01, true, VERDICT_CANNOT_TELL},
	    {{1.0101, 1.1, 0}, 0.01, false, VERDICT_CANNOT_TELL},
	    {{0.9, 0.9900, 0}, 0.01, true, VERDICT_FASTER},
	    {{0.9, 0.9902, 0}, 0.01, true, VERDICT_CANNOT_TELL},
	    {{0.9, 0.9900, 0}, 0.01, false, VERDICT_CANNOT_TELL},
	    {{0.9902, 1.01, 0}, 0.01, true, VERDICT_NO_DIFFERENCE},
	    {{0.9902, 1.01, 0}, 0.01, false, VERDICT_NO_DIFFERENCE},
	    {{0.9900, 1.01, 0}, 0.01, true, VERDICT_CANNOT_TELL},
	    {{0.9902, 1.02, 0}, 0.01, true, VERDICT_CANNOT_TELL},
	    {{0.5, 2, 0}, 0.01, true, VERDICT_CANNOT_TELL},
	    {{1.0001, 1.1, 0}, 0, true, VERDICT_SLOWER},
	    {{1, 1, 1}, 0, false, VERDICT_NO_DIFFERENCE},
	    {{NAN, NAN, NAN}, 0.01, true, VERDICT_CANNOT_TELL},
	};
	char name[16];
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		snprintf(name, sizeof(name), "case %zu", i);
		wrong += unit_text(name,
		    verdict_word(
			compare_verdict(&list[i].i, list[i].effect, list[i].counts)),
		    verdict_word(list[i].v));
	}
	assert_int_equal(wrong, 0);
}

/* By the same program as the intervals. */
static void
many_rows(void **state)
{
	static const double four[] = {1.01, 0.99, 1.02, 1.2};
	static const double five[] = {1.01, 0.98, 1.02, 1.005, 0.999};
	struct interval i;
	int wrong = 0;

	(void)state;
	wrong += is_close("mean", compare_mean(&i, four, 4), 1.0518032212469222, 1e-14);
	wrong += is_close("low", i.low, 0.9132774502202173, 1e-9);
	wrong += is_close("high", i.high, 1.2113405580731722, 1e-9);
	wrong += is_close("one", compare_mean(&i, four, 1), 1.01, 1e-15);
	wrong += unit_real("one, low", i.low, NAN);
	wrong += is_close("floor", compare_floor(five, 5), 0.020326517547884854, 1e-13);
	wrong +=
	    is_close("floor of one", compare_floor(five + 1, 1), 1 / .98 - 1, 1e-13);
	assert_int_equal(wrong, 0);
}

/* splitmix64, then Box and Muller: the same numbers on every machine. */
struct chance {
	uint64_t at;
};

static double
uniform(struct chance *c)
{
	uint64_t z = c->at += 0x9e3779b97f4a7c15;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return ((double)((z ^ (z >> 31)) >> 11) + 0.5) / 9007199254740992.0;
}

static double
normal(struct chance *c)
{
	return sqrt(-2 * log(uniform(c))) * cos(2 * M_PI * uniform(c));
}

enum { TRIALS = 5, BATCHES = 10, PAIRS = 2000 };

/* Five trials of a cost: each has a noise of its own, and the mean of its batches. */
static void
measure(struct chance *c, double cost, double trial, double batch, double x[TRIALS])
{
	for (int i = 0; i < TRIALS; i++) {
		double sum = 0, own = cost * exp(trial * normal(c));
		for (int k = 0; k < BATCHES; k++)
			sum += own * exp(batch * normal(c));
		x[i] = sum / BATCHES;
	}
}

static struct interval
pair(struct chance *c, double ratio, double noise_a, double noise_b, double batch)
{
	double a[TRIALS], b[TRIALS];

	measure(c, 1e-6, noise_a, batch, a);
	measure(c, 1e-6 * ratio, noise_b, batch, b);
	return compare_trials(a, TRIALS, b, TRIALS);
}

static void
coverage(void **state)
{
	static const struct {
		const char *name;
		double ratio, a, b, batch;
	} list[] = {
	    {"equal noise", 1, 0.01, 0.01, 0.01},
	    {"a ratio of 1.3", 1.3, 0.002, 0.002, 0.02},
	    {"noise that differs by five", 0.9, 0.002, 0.01, 0.005},
	    {"batches alone", 1.05, 0, 0, 0.03},
	};
	struct chance c = {1};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		int inside = 0;
		for (int k = 0; k < PAIRS; k++) {
			struct interval x = pair(
			    &c, list[i].ratio, list[i].a, list[i].b, list[i].batch);
			inside += x.low <= list[i].ratio && list[i].ratio <= x.high;
		}
		print_message(
		    "%s: %.2f %% inside\n", list[i].name, inside * 100.0 / PAIRS);
		wrong += unit_true(list[i].name,
		    inside >= PAIRS * 94 / 100 && inside <= PAIRS * 97 / 100, true);
	}
	assert_int_equal(wrong, 0);
}

/* Pages of rows; every row's ratio is 1, but for the first shifted ones. Returns in how
 * many pages a row of shift (0: any row) is called. */
static int
called_pages(
    struct chance *c, int rows, int shifted, double shift, double noise, double effect)
{
	struct interval row[64];
	double p[64], limit;
	int pages = 0, called;

	for (int k = 0; k < PAIRS; k++) {
		for (int i = 0; i < rows; i++) {
			row[i] = pair(c, i < shifted ? shift : 1, noise, noise, noise);
			p[i] = row[i].p;
		}
		limit = compare_limit(p, (size_t)rows, COMPARE_LEVEL);
		called = 0;
		for (int i = 0; i < (shifted ? 1 : rows); i++)
			called += compare_verdict(&row[i], effect, row[i].p <= limit) <=
			    VERDICT_SLOWER;
		pages += called > 0;
	}
	return pages;
}

static void
false_calls(void **state)
{
	struct chance c = {2};
	int one = called_pages(&c, 1, 0, 1, 0.01, 0);
	int many = called_pages(&c, 24, 0, 1, 0.01, 0);
	int guarded = called_pages(&c, 24, 0, 1, 0.01, 0.01);

	(void)state;
	print_message(
	    "null pages with a call: %d, %d, %d of %d\n", one, many, guarded, PAIRS);
	assert_true(one <= PAIRS / 20);
	assert_true(many <= PAIRS / 20);
	assert_true(guarded <= many / 2);
}

static void
power(void **state)
{
	struct chance c = {3};
	int small = called_pages(&c, 1, 1, 1.02, 0.002, 0.01);
	int large = called_pages(&c, 1, 1, 1.05, 0.01, 0.01);
	int down = called_pages(&c, 1, 1, 1 / 1.05, 0.01, 0.01);
	int among = called_pages(&c, 24, 1, 1.02, 0.002, 0.01);
	int alone = called_pages(&c, 24, 1, 1.05, 0.01, 0.01);

	(void)state;
	print_message("called: %d, %d, %d; among 24 rows %d, %d of %d\n", small, large,
	    down, among, alone, PAIRS);
	assert_true(small >= PAIRS * 95 / 100);
	assert_true(large >= PAIRS * 95 / 100);
	assert_true(down >= PAIRS * 95 / 100);
	assert_true(among >= PAIRS * 95 / 100);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(intervals),
	    cmocka_unit_test(too_wide),
	    cmocka_unit_test(limits),
	    cmocka_unit_test(verdicts),
	    cmocka_unit_test(many_rows),
	    cmocka_unit_test(coverage),
	    cmocka_unit_test(false_calls),
	    cmocka_unit_test(power),
	};

	return cmocka_run_group_tests_name("compare", tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "core/detail.h"

#include "core/buf.h"
#include "core/decimal.h"
#include "core/detail_form.h"
#include "core/field.h"
#include "core/json.h"
#include "core/mem.h"
#include "core/record.h"
#include "core/stats.h"
#include "core/text.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Sums over the batches of one trial, rejected ones left out. */
struct sums {
	double ns, cycles, estimated; /* NaN where a trial has none of them */
	double batches, calls;        /* calls: calls_per_batch */
};

static double
number(const struct json *object, const char *name)
{
	double value = NAN;

	json_number(json_member(object, name), &value);
	return value;
}

/* By 1e-14 of what is right, as everywhere; an interval's ends, which go through
 * functions that every library rounds its own way, by 1e-9. */
static void
compare(
    const struct place *at, const char *name, double is, double right, double tolerance)
{
	char a[DECIMAL_SIZE], b[DECIMAL_SIZE];

	if (isnan(right) || fabs(is - right) <= tolerance * fabs(right))
		return;
	field_finding(at, name, "is %s, detail gives %s",
	    isnan(is) ? "no number" : decimal_text(a, is), decimal_text(b, right));
}

/* Steps over the index in a list of ascending indices; false where it is not there. */
static bool
take_index(const struct json **list, size_t index)
{
	double one;

	if (!*list || !json_number(*list, &one) || one != (double)index)
		return false;
	*list = json_next(*list);
	return true;
}

/* One series of batches without the rejected ones, *n of them; freed with mem_free.
 * NULL where it is missing or holds no numbers. */
static double *
read_batches(const struct json *batches, const char *name, size_t *n)
{
	const struct json *list = json_member(batches, name);
	const struct json *rejected = json_first(json_member(batches, "rejected"));
	size_t all = json_count(list), i = 0;
	double *x;

	*n = 0;
	if (!json_is_array(list) || !all)
		return NULL;
	x = mem_resize(NULL, all, sizeof(*x));
	for (list = json_first(list); list; list = json_next(list), i++) {
		if (take_index(&rejected, i))
			continue;
		if (!json_number(list, &x[(*n)++])) {
			mem_free(x);
			return NULL;
		}
	}
	return x;
}

/* Their sum; NaN where there are none. */
static double
sum_batches(const struct json *batches, const char *name, double *count)
{
	size_t n;
	double *x = read_batches(batches, name, &n), sum = NAN;

	if (x) {
		sum = stats_sum(x, n);
		*count = (double)n;
	}
	mem_free(x);
	return sum;
}

static struct sums
sum_trial(const struct json *detail)
{
	const struct json *batches = json_member(detail, "batches");
	struct sums s = {.batches = NAN, .calls = number(detail, "calls_per_batch")};
	double unused;

	s.ns = sum_batches(batches, "ns", &s.batches);
	s.cycles = sum_batches(batches, "cycles", &unused);
	s.estimated = sum_batches(batches, "estimated_cycles", &unused);
	return s;
}

static void
check_trial(
    const struct trial *t, const struct sums *s, size_t i, const struct place *at)
{
	struct place inner = {at->findings, at->file, "trials", i + 1};

	compare(
	    &inner, "measurements", (double)t->measurements, s->calls * s->batches, 0);
	compare(&inner, "seconds", t->seconds, s->ns / 1e9, 1e-14);
	compare(&inner, "cycles", (double)t->cycles, s->cycles, 0);
}

/* Median, quartiles, deviation and interval of the trials' means x, which are sorted.
 */
static void
check_statistics(const struct json *j, double *x, size_t n, const struct place *at)
{
	double median = stats_quantile(x, n, 0.5), mean, half, *logs, *squares;
	const struct json *ci = json_member(j, "ci95"), *low = json_first(ci);
	double is_low = NAN, is_high = NAN, mad;
	struct place inner = *at;

	inner.path = "statistics.";
	compare(&inner, "median", number(j, "median"), median, 1e-14);
	compare(&inner, "q1", number(j, "q1"), stats_quantile(x, n, 0.25), 1e-14);
	compare(&inner, "q3", number(j, "q3"), stats_quantile(x, n, 0.75), 1e-14);
	if (n < 2) {
		if (json_is_array(ci))
			field_finding(&inner, "ci95", "is an interval, of one trial");
		return;
	}
	logs = mem_resize(NULL, 2 * n, sizeof(*logs));
	squares = logs + n;
	for (size_t i = 0; i < n; i++)
		logs[i] = log(x[i]);
	mean = stats_sum(logs, n) / (double)n;
	for (size_t i = 0; i < n; i++)
		squares[i] = (logs[i] - mean) * (logs[i] - mean);
	half = stats_t_quantile(0.975, (double)(n - 1)) *
	    sqrt(stats_sum(squares, n) / (double)(n - 1) / (double)n);
	json_number(low, &is_low);
	if (low)
		json_number(json_next(low), &is_high);
	compare(&inner, "ci95[0]", is_low, exp(mean - half), 1e-9);
	compare(&inner, "ci95[1]", is_high, exp(mean + half), 1e-9);
	mem_free(logs);
	/* last: it takes the series apart. A deviation near 0 keeps few of its digits.
	 */
	mad = stats_mad(x, n, median);
	if (!(fabs(number(j, "mad") - mad) <= 1e-14 * (median + mad)))
		compare(&inner, "mad", number(j, "mad"), mad, 0);
}

/* What the statistics are of: a trial's cost of a call, in their unit. */
static double
cost(const char *unit, const struct trial *t, const struct sums *s)
{
	double calls = (double)t->measurements;

	if (text_equal(unit, "cycles"))
		return t->cycles > 0 ? (double)t->cycles / calls : NAN;
	if (text_equal(unit, "estimated_cycles"))
		return s->estimated / calls;
	return text_equal(unit, "ns") ? t->seconds * 1e9 / calls : NAN;
}

/* The stated error, from the quartiles of each trial's clock: half their distance over
 * the median, the mean of that, and what the probe's kind adds. The quartiles stand
 * there in whole Hz, which moves a trial's part by less than 1 Hz over its median. */
static void
check_error(const struct record *r, const struct json *detail, const struct place *at)
{
	static const double probe_bias = 0.005;
	double spread = 0, rounding = 0, right;

	for (detail = json_first(detail); detail; detail = json_next(detail)) {
		const struct json *q = json_first(json_member(detail, "probe_hz"));
		double hz[3] = {NAN, NAN, NAN};

		for (int i = 0; i < 3 && q; i++, q = json_next(q))
			json_number(q, &hz[i]);
		if (!(hz[1] >= 1))
			return; /* no clock, nothing to hold the error against */
		spread += (hz[2] - hz[0]) / 2 / hz[1];
		rounding += 1 / hz[1];
	}
	right = spread / (double)r->trial_count + probe_bias;
	compare(at, "relative_error", r->estimate_error, right,
	    rounding / (double)r->trial_count / right);
}

static void
check_estimate(struct record *r, const struct json *detail, const struct sums *s,
    double *x, const struct place *at)
{
	struct place inner = *at;
	size_t n = r->trial_count;

	inner.path = "estimated_cycles.";
	check_error(r, detail, &inner);
	for (size_t i = 0; i < n; i++)
		x[i] = r->trials[i].estimated = s[i].estimated;
	compare(&inner, "mean", r->estimated_mean,
	    stats_sum(x, n) / (double)r->derived.measurements, 1e-14);
	for (size_t i = 0; i < n; i++)
		x[i] = s[i].estimated / (double)r->trials[i].measurements;
	for (size_t i = 0; i < n; i++)
		if (isnan(x[i]))
			return;
	stats_sort(x, n);
	compare(
	    &inner, "median", r->estimated_median, stats_quantile(x, n, 0.5), 1e-14);
}

/* What the record says of its trials' costs of a call, in a unit that they have. x:
 * room for as many numbers as there are trials. */
static void
check_summary(const struct record *r, const struct json *statistics,
    const struct sums *s, double *x, const struct place *at)
{
	const char *unit = json_text(json_member(statistics, "unit"));
	size_t n = r->trial_count;

	for (size_t i = 0; i < n; i++) {
		x[i] = cost(unit, &r->trials[i], &s[i]);
		if (isnan(x[i])) {
			field_finding(at, "statistics.unit",
			    "is \"%.40s\", wanted cycles, estimated_cycles or ns, and "
			    "what every trial has",
			    unit ? unit : "no text");
			return;
		}
	}
	stats_sort(x, n);
	check_statistics(statistics, x, n, at);
}

/* Adds one trial's batches as costs of a call, ascending. */
static void
keep_trial(struct buf *to, const struct json *detail, const char *series, double scale)
{
	double calls = number(detail, "calls_per_batch");
	size_t n, kept = 0;
	double *x = read_batches(json_member(detail, "batches"), series, &n);

	if (!x)
		return;
	for (size_t i = 0; i < n; i++) {
		double cost = x[i] * scale / calls;
		if (cost >= FLT_MIN && cost <= FLT_MAX)
			x[kept++] = cost;
	}
	stats_sort(x, kept);
	kept = stats_thin(x, kept, DETAIL_BATCHES);
	for (size_t i = 0; i < kept; i++) {
		float one = (float)x[i];
		buf_add(to, &one, sizeof(one));
	}
	mem_free(x);
}

/* x: room for as many numbers as there are trials. */
static void
keep_batches(
    struct record *r, const struct json *detail, double *x, struct arena *arena)
{
	const char *series = !record_costs(r, false, x) ? "ns"
	    : r->cycle_source == CYCLES_ESTIMATE        ? "estimated_cycles"
							: "cycles";
	double scale = strcmp(series, "ns") != 0 ? 1 : 1e-9;
	struct buf all = {0};

	r->batch_end = arena_get(arena, r->trial_count * sizeof(*r->batch_end));
	for (detail = json_first(detail); detail; detail = json_next(detail)) {
		keep_trial(&all, detail, series, scale);
		r->batches = all.len / sizeof(*r->batch);
		r->batch_end[r->batch_ends++] = (uint32_t)r->batches;
	}
	if (r->batches) {
		r->batch = arena_get(arena, all.len);
		memcpy(r->batch, all.data, all.len);
	} else {
		r->batch_ends = 0;
	}
	buf_free(&all);
}

void
detail_check(
    struct record *r, const struct json *j, struct arena *arena, const struct place *at)
{
	const struct json *detail = json_member(j, "detail");
	const struct json *statistics = json_member(j, "statistics");
	size_t n = r->trial_count, i = 0;
	bool estimated = r->cycle_source == CYCLES_ESTIMATE;
	struct sums *s;
	double *x;

	if (!detail || json_is_null(detail))
		return;
	if (json_count(detail) != n) {
		field_finding(at, "detail", "has %zu trials, the record %zu",
		    json_count(detail), n);
		return;
	}
	if (!detail_form(detail, estimated, at))
		return;
	s = mem_resize(NULL, n, sizeof(*s));
	x = mem_resize(NULL, n, sizeof(*x));
	for (detail = json_first(detail); detail; detail = json_next(detail), i++) {
		s[i] = sum_trial(detail);
		check_trial(&r->trials[i], &s[i], i, at);
	}
	if (estimated)
		check_estimate(r, json_member(j, "detail"), s, x, at);
	keep_batches(r, json_member(j, "detail"), x, arena);
	if (statistics && !json_is_null(statistics))
		check_summary(r, statistics, s, x, at);
	mem_free(s);
	mem_free(x);
}

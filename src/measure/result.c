/* SPDX-License-Identifier: MIT */
#include "measure/result.h"

#include "core/derive.h"
#include "core/json.h"
#include "core/mem.h"
#include "core/record.h"
#include "core/stats.h"
#include "core/utc.h"
#include "measure/figures.h"
#include "measure/host.h"
#include "measure/host_check.h"
#include "measure/judge.h"
#include "measure/result_process.h"
#include "measure/series.h"

#include <math.h>
#include <string.h>

const char *
result_time(int64_t utc_us, struct arena *arena)
{
	char seconds[UTC_SIZE];

	utc_text(seconds, utc_us / 1000000);
	return arena_format(arena, "%s.%06d+00:00", seconds, (int)(utc_us % 1000000));
}

const char *
result_key(const struct series_plan *plan, struct arena *arena)
{
	return record_key(plan->attempt.operation, plan->attempt.input_bytes, arena);
}

/* The middle of the trials' figures that are no figures of a call. */
static double
median_overhead(const struct series *s)
{
	double *x = mem_resize(NULL, s->trials, sizeof(*x)), middle;

	for (size_t i = 0; i < s->trials; i++)
		x[i] = s->trial[i].accepted->overhead_ns;
	stats_sort(x, s->trials);
	middle = stats_quantile(x, s->trials, 0.5);
	mem_free(x);
	return middle;
}

static void
add_identity(struct json *j, const struct series *s, const struct series_plan *plan,
    const struct result_library *l)
{
	json_add_number(j, "schema", 2);
	json_add_text(j, "status", s->failure ? "failed_or_partial" : "complete");
	json_add_text(j, "candidate", l->candidate);
	json_add_text(j, "label", l->label);
	json_add_text(j, "instance", l->instance);
	json_add_text(j, "variant", l->variant);
	json_add_text(j, "flags", l->flags);
	json_add_text(j, "operation", plan->attempt.operation);
	json_add_number(j, "input_bytes", (double)plan->attempt.input_bytes);
}

static void
add_plan(struct json *to, const struct series *s, const struct series_plan *plan)
{
	struct json *j = json_add_object(to, "plan");
	const struct attempt *a = s->trials ? s->trial[0].accepted : NULL;
	double calls = a ? (double)(a->calls_per_batch * (int64_t)a->batches) : NAN;

	json_add_number(j, "iterations_per_trial", calls);
	json_add_number(j, "warmups", a ? (double)a->warmups : NAN);
	json_add_number(j, "trials", plan->trials);
	json_add_bool(j, "separate_processes", true);
	json_add_number(j, "estimated_s", plan->trials * plan->attempt.seconds);
	json_add_number(j, "timeout_per_process_s", plan->attempt.timeout_s);
	json_add_number(j, "trial_target_s", plan->attempt.seconds);
	json_add_number(j, "min_total", (double)plan->least);
	json_add_number(j, "op_budget_s", plan->budget_s);
	json_add_number(j, "precision", plan->precision > 0 ? plan->precision : NAN);
	judge_rules(json_add_object(j, "disturbance"));
}

static void
add_library(struct json *j, const struct result_library *l)
{
	json_add_text(j, "kat", l->kat);
	json_add_bool(j, "kat_not_passed", strcmp(l->kat, "PASS") != 0);
	json_add_text(j, "library", l->path);
	json_add_text(j, "library_sha256", l->sha256);
	json_add_text(j, "kat_log", l->kat_log);
	json_add_text(j, "kat_log_sha256", l->kat_log_sha256);
}

static void
add_load(struct json *to, const char *name, const double load[3])
{
	struct json *j = json_add_array(to, name);

	for (int i = 0; i < 3; i++)
		json_add_number(j, NULL, load[i]);
}

/* The environment with the core's clock, as the accepted trials' probes showed it. */
static void
add_environment(struct json *to, const struct series *s, const struct host *host,
    const struct result_library *l, const char *system, struct arena *arena)
{
	struct json *j = json_add_object(to, "environment");
	struct result_clock clock = result_clock(s);

	host_environment(host, j, system, l->compiler, arena);
	json_add_number(j, "core_clock_hz", round(clock.median));
	json_add_number(j, "core_clock_min_hz", round(clock.least));
	json_add_number(j, "core_clock_max_hz", round(clock.most));
	json_add_number(j, "core_clock_mhz", round(clock.median / 1e6));
}

struct sums {
	double *estimates; /* of each trial */
	double measurements, ticks, ns;
};

static void
add_estimate(struct json *to, const struct series *s, const struct sums *t)
{
	struct result_clock clock = result_clock(s);
	size_t n = s->trials;
	double *cost = mem_resize(NULL, n, sizeof(*cost));
	struct json *j;

	for (size_t i = 0; i < n; i++)
		cost[i] = t->estimates[i] /
		    (double)figures_trial(s->trial[i].accepted, s->unit == UNIT_CYCLES)
			.measurements;
	stats_sort(cost, n);
	if (!isnan(clock.median)) {
		j = json_add_object(to, "estimated_cycles");
		json_add_number(
		    j, "mean", stats_sum(t->estimates, n) / t->measurements);
		json_add_number(j, "median", stats_quantile(cost, n, 0.5));
		json_add_number(j, "relative_error", clock.relative_error);
		json_add_text(j, "probe",
		    "chain of register additions, checked by one of "
		    "multiplications; without what interrupts take");
	}
	mem_free(cost);
}

static void
add_statistics(struct json *to, const struct series *s)
{
	static const char *const units[] = {[UNIT_CYCLES] = "cycles",
	    [UNIT_ESTIMATE] = "estimated_cycles",
	    [UNIT_NS] = "ns"};
	double *cost = mem_resize(NULL, s->trials, sizeof(*cost));
	struct json *j = json_add_object(to, "statistics"), *ci;
	struct figures_spread spread;

	series_costs(s, cost);
	figures_spread(&spread, cost, s->trials);
	mem_free(cost);
	json_add_text(j, "unit", units[s->unit]);
	json_add_number(j, "median", spread.median);
	json_add_number(j, "q1", spread.q1);
	json_add_number(j, "q3", spread.q3);
	json_add_number(j, "mad", spread.mad);
	if (isnan(spread.low)) {
		json_add_text(j, "ci95", NULL);
	} else {
		ci = json_add_array(j, "ci95");
		json_add_number(ci, NULL, spread.low);
		json_add_number(ci, NULL, spread.high);
	}
	json_add_text(j, "method",
	    "over the trials' means; interval: Student's t on the logarithms");
}

/* The trials as a reader of the record will see them. */
static struct trial *
list_trials(const struct series *s, struct arena *arena)
{
	struct trial *list = arena_get(arena, s->trials * sizeof(*list));

	for (size_t i = 0; i < s->trials; i++) {
		struct figures_trial one =
		    figures_trial(s->trial[i].accepted, s->unit == UNIT_CYCLES);
		list[i] = (struct trial){.measurements = one.measurements,
		    .seconds = (double)one.ns / 1e9,
		    .cycles = one.cycles};
	}
	return list;
}

static void
sum_trials(const struct series *s, struct sums *t, struct arena *arena)
{
	*t = (struct sums){.estimates = arena_get(arena, s->trials * sizeof(double))};
	for (size_t i = 0; i < s->trials; i++) {
		struct figures_trial one =
		    figures_trial(s->trial[i].accepted, s->unit == UNIT_CYCLES);

		t->estimates[i] = one.estimated;
		t->measurements += (double)one.measurements;
		t->ticks += (double)one.ticks;
		t->ns += (double)one.ns;
	}
}

static void
add_reference(struct json *to, const struct series *s, const struct sums *t)
{
	struct json *j = json_add_object(to, "reference");

	json_add_text(j, "source", s->trial[0].accepted->tick_source);
	json_add_number(j, "hz", round(t->ticks / t->ns * 1e9));
	json_add_number(j, "mean_ticks", t->ticks / t->measurements);
}

/* Everything that only a complete record has. */
static void
add_figures(struct json *j, const struct series *s, const struct series_plan *plan,
    struct arena *arena)
{
	static const char *const sources[] = {
	    [UNIT_CYCLES] = "perf", [UNIT_ESTIMATE] = "estimate", [UNIT_NS] = "none"};
	struct derived derived;
	struct sums t;

	sum_trials(s, &t, arena);
	derived_compute(
	    &derived, list_trials(s, arena), s->trials, plan->attempt.input_bytes);
	json_add_text(j, "cycle_source", sources[s->unit]);
	derived_write(j, &derived);
	add_estimate(j, s, &t);
	add_statistics(j, s);
	add_reference(j, s, &t);
	json_add_number(j, "overhead_ns", median_overhead(s));
}

static void
add_end(struct json *j, const struct series *s, const struct result_library *l,
    const struct host_problems *problems)
{
	static const char *const stabilities[] = {[STABILITY_STABLE] = "stable",
	    [STABILITY_DISTURBED] = "disturbed",
	    [STABILITY_UNSTABLE] = "unstable"};
	static const char *const limits[] = {[LIMIT_PLAN] = "plan",
	    [LIMIT_PRECISION] = "precision",
	    [LIMIT_BUDGET] = "budget"};
	struct json *list;

	json_add_text(j, "build_flags", l->build_flags);
	json_add_number(j, "baseline_rss_bytes",
	    s->memory.baseline < 0 ? NAN : (double)s->memory.baseline);
	json_add_number(
	    j, "peak_rss_bytes", s->memory.peak < 0 ? NAN : (double)s->memory.peak);
	json_add_text(j, "timing_scope", "loop");
	json_add_text(j, "stability", stabilities[s->stability]);
	json_add_text(j, "limit", limits[s->limit]);
	if (l->compile)
		json_copy(j, "compile", l->compile);
	list = json_add_array(j, "host_problems");
	for (size_t i = 0; i < problems->count; i++)
		json_add_text(list, NULL, problems->problem[i].text);
}

struct json *
result_record(const struct series *s, const struct series_plan *plan,
    const struct result_library *library, const struct host *host, const char *system,
    const struct host_problems *problems, struct arena *arena)
{
	struct result_context c = {s, plan, library, arena};
	struct json *j = json_new_object();

	add_identity(j, s, plan, library);
	add_plan(j, s, plan);
	add_library(j, library);
	json_add_number(j, "disturbed_retries", result_retries(s));
	json_add_text(j, "started_utc", result_time(s->started_us, arena));
	json_add_text(j, "ended_utc", result_time(s->ended_us, arena));
	add_load(j, "load_average_start", s->load_start);
	add_load(j, "load_average_end", s->load_end);
	add_environment(j, s, host, library, system, arena);
	result_processes(&c, j);
	if (!s->failure)
		add_figures(j, s, plan, arena);
	result_sizes(&c, j);
	add_end(j, s, library, problems);
	result_detail(&c, j);
	return j;
}

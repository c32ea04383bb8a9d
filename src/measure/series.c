/* SPDX-License-Identifier: MIT */
#include "measure/series.h"

#include "core/err.h"
#include "core/mem.h"
#include "measure/clock.h"
#include "measure/figures.h"
#include "measure/judge.h"
#include "measure/sys.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct running {
	struct series *s;
	const struct series_plan *plan;
	uint64_t *seed;
	struct arena *arena;
	struct err *e;
	double end_s;
};

static void
read_load(double load[3])
{
	char text[128], *at = text, *end;

	sys_read("/proc/loadavg", text, sizeof(text));
	for (int i = 0; i < 3; i++, at = end) {
		load[i] = strtod(at, &end);
		if (end == at)
			load[i] = NAN;
	}
}

/* What one more attempt may take of what is left for the trials to come. */
static double
share_of_budget(const struct running *r, size_t trial)
{
	double left_s = r->end_s - clock_seconds();
	double to_come = (double)r->plan->trials - (double)trial;

	return fmax(left_s / fmax(to_come, 1), 0.001);
}

static struct attempt *
attempt(struct running *r, size_t trial)
{
	struct attempt_plan p = r->plan->attempt;
	struct attempt *a = arena_get(r->arena, sizeof(*a));
	const struct series_trial *t = &r->s->trial[trial];

	p.budget_s = share_of_budget(r, trial);
	p.least = (r->plan->least + r->plan->trials - 1) / r->plan->trials;
	if (r->plan->progress)
		r->plan->progress(r->plan->context, (int)trial + 1, t->retries + 1);
	if (attempt_run(a, &p, (int)trial, attempt_next_seed(r->seed), r->arena, r->e))
		return NULL;
	if (a->outcome == OUTCOME_COMPLETE)
		judge_alone(a, r->plan->emulated, r->arena);
	else
		r->s->failure = a;
	return a;
}

/* Attempts one trial until one is not disturbed, or the last one. 1 where the series
 * has to end, -1 where it failed. */
static int
run_trial(struct running *r, size_t trial)
{
	struct series_trial *t = &r->s->trial[trial];

	for (;;) {
		struct attempt *a = attempt(r, trial);
		if (!a)
			return -1;
		if (r->s->failure)
			return 1;
		t->accepted = a;
		if (!a->reason || t->retries == SERIES_ATTEMPTS - 1)
			return 0;
		if (clock_seconds() > r->end_s)
			return 0; /* it stays, as disturbed as it is */
		t->rejected[t->retries++] = a;
	}
}

static int
add_trial(struct running *r)
{
	struct series *s = r->s;
	int ended;

	s->trial = arena_grow(r->arena, s->trial, s->trials, sizeof(*s->trial));
	s->trial[s->trials] = (struct series_trial){0};
	ended = run_trial(r, s->trials);
	if (!ended)
		s->trials++;
	return ended;
}

/* Repeats what is off the other trials. */
static int
repeat_outliers(struct running *r)
{
	struct series *s = r->s;
	const struct attempt **all = mem_resize(NULL, s->trials + 1, sizeof(*all));
	int ended = 0;

	for (size_t i = 0; i < s->trials; i++)
		all[i] = s->trial[i].accepted;
	for (size_t i = 0; i < s->trials && !ended; i++) {
		struct series_trial *t = &s->trial[i];
		for (;;) {
			if (!t->accepted->reason)
				judge_among(t->accepted, all, s->trials, r->arena);
			if (!t->accepted->reason || t->retries == SERIES_ATTEMPTS - 1 ||
			    clock_seconds() > r->end_s)
				break;
			t->rejected[t->retries++] = t->accepted;
			ended = run_trial(r, i);
			all[i] = t->accepted;
			if (ended)
				break;
		}
	}
	mem_free(all);
	return ended;
}

static void
choose_unit(struct series *s)
{
	bool cycles = s->trials > 0, estimates = cycles;

	for (size_t i = 0; i < s->trials; i++) {
		const struct attempt *a = s->trial[i].accepted;
		cycles = cycles && !a->no_counter && figures_trial(a, true).cycles > 0;
		estimates = estimates && !isnan(a->clock_hz[1]);
	}
	s->unit = cycles ? UNIT_CYCLES : estimates ? UNIT_ESTIMATE : UNIT_NS;
}

void
series_costs(const struct series *s, double *cost)
{
	for (size_t i = 0; i < s->trials; i++) {
		struct figures_trial t =
		    figures_trial(s->trial[i].accepted, s->unit == UNIT_CYCLES);
		double sum = s->unit == UNIT_CYCLES ? (double)t.cycles
		    : s->unit == UNIT_ESTIMATE      ? t.estimated
						    : (double)t.ns;
		cost[i] = sum / (double)t.measurements;
	}
}

static bool
is_precise(struct series *s, double precision)
{
	double *cost = mem_resize(NULL, s->trials, sizeof(*cost));
	struct figures_spread spread;

	choose_unit(s);
	series_costs(s, cost);
	figures_spread(&spread, cost, s->trials);
	mem_free(cost);
	return figures_half_width(&spread) <= precision;
}

/* More trials where a precision was asked for. */
static int
refine(struct running *r)
{
	struct series *s = r->s;
	int ended = 0;

	while (!ended && s->trials < SERIES_TRIALS_MAX &&
	    !is_precise(s, r->plan->precision)) {
		if (clock_seconds() > r->end_s) {
			s->limit = LIMIT_BUDGET;
			return 0;
		}
		ended = add_trial(r);
		if (!ended)
			ended = repeat_outliers(r);
	}
	s->limit = LIMIT_PRECISION;
	return ended;
}

static void
sum_up(struct series *s, const struct series_plan *plan)
{
	int64_t calls = 0;

	choose_unit(s);
	for (size_t i = 0; i < s->trials; i++)
		calls += figures_trial(s->trial[i].accepted, s->unit == UNIT_CYCLES)
			     .measurements;
	if (s->limit == LIMIT_PLAN && calls < plan->least)
		s->limit = LIMIT_BUDGET; /* within the trials */
	for (size_t i = 0; i < s->trials; i++) {
		if (s->trial[i].retries && s->stability == STABILITY_STABLE)
			s->stability = STABILITY_DISTURBED;
		if (s->trial[i].accepted->reason)
			s->stability = STABILITY_UNSTABLE;
	}
}

int
series_run(struct series *s, const struct series_plan *plan, uint64_t *seed,
    struct arena *arena, struct err *e)
{
	struct running r = {s, plan, seed, arena, e, clock_seconds() + plan->budget_s};
	int ended = 0;

	*s = (struct series){.started_us = clock_utc_us()};
	read_load(s->load_start);
	if (attempt_memory(&s->memory, &plan->attempt, arena, e))
		return -1;
	while (!ended && s->trials < (size_t)plan->trials && s->limit == LIMIT_PLAN) {
		if (s->trials && clock_seconds() > r.end_s)
			s->limit = LIMIT_BUDGET;
		else
			ended = add_trial(&r);
	}
	if (!ended)
		ended = repeat_outliers(&r);
	if (!ended && plan->precision > 0 && s->limit == LIMIT_PLAN)
		ended = refine(&r);
	sum_up(s, plan);
	read_load(s->load_end);
	s->ended_us = clock_utc_us();
	return ended < 0 ? -1 : 0;
}

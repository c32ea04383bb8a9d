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

static bool
has_budget(const struct series *s, const struct series_plan *plan)
{
	return s->spent_s < plan->budget_s;
}

static bool
wants_another(const struct series_trial *t, const struct series_plan *plan)
{
	return t->accepted->reason && t->retries < plan->attempts - 1;
}

/* The first trial that is off the others and can be repeated; -1: none. */
static int
find_outlier(struct series *s, const struct series_plan *plan, struct arena *arena)
{
	const struct attempt **all = mem_resize(NULL, s->trials + 1, sizeof(*all));
	int found = -1;

	for (size_t i = 0; i < s->trials; i++)
		all[i] = s->trial[i].accepted;
	for (size_t i = 0; i < s->trials && found < 0; i++) {
		struct series_trial *t = &s->trial[i];
		if (!t->accepted->reason)
			judge_among(t->accepted, all, s->trials, arena);
		if (wants_another(t, plan))
			found = (int)i;
	}
	mem_free(all);
	return found;
}

/* One more trial where a precision was asked for and is not reached; -1: none. */
static int
refine(struct series *s, const struct series_plan *plan)
{
	if (plan->precision <= 0 || s->limit != LIMIT_PLAN)
		return -1;
	if (is_precise(s, plan->precision)) {
		s->limit = LIMIT_PRECISION;
		return -1;
	}
	if (s->trials < SERIES_TRIALS_MAX && has_budget(s, plan))
		return (int)s->trials;
	s->limit = LIMIT_BUDGET;
	return -1;
}

int
series_next(struct series *s, const struct series_plan *plan, struct arena *arena)
{
	bool budget = has_budget(s, plan);
	int outlier;

	if (s->failure)
		return -1;
	/* each trial by itself first */
	if (s->trials && budget && wants_another(&s->trial[s->trials - 1], plan))
		return (int)s->trials - 1;
	if (s->trials < (size_t)plan->trials) {
		if (!s->trials || budget)
			return (int)s->trials;
		s->limit = LIMIT_BUDGET;
	}
	outlier = find_outlier(s, plan, arena);
	if (outlier >= 0 && budget)
		return outlier; /* else it stays, as disturbed as it is */
	return refine(s, plan);
}

struct attempt_plan
series_attempt(const struct series *s, const struct series_plan *plan, int trial)
{
	struct attempt_plan p = plan->attempt;
	double to_come = fmax(plan->trials - trial, 1);

	p.budget_s = fmax((plan->budget_s - s->spent_s) / to_come, 0.001);
	p.least = (plan->least + plan->trials - 1) / plan->trials;
	return p;
}

void
series_add(struct series *s, const struct series_plan *plan, int trial,
    struct attempt *a, struct arena *arena)
{
	struct series_trial *t;

	s->spent_s += a->wall_s;
	s->ended_us = a->ended_us;
	if (a->outcome != OUTCOME_COMPLETE) {
		s->failure = a;
		return;
	}
	judge_alone(a, plan->emulated, arena);
	if ((size_t)trial == s->trials) {
		s->trial = arena_grow(arena, s->trial, s->trials, sizeof(*s->trial));
		s->trial[s->trials++] = (struct series_trial){.accepted = a};
		return;
	}
	t = &s->trial[trial];
	t->rejected[t->retries++] = t->accepted;
	t->accepted = a;
}

int
series_begin(struct series *s, const struct series_plan *plan, struct arena *arena,
    struct err *e)
{
	*s = (struct series){.started_us = clock_utc_us()};
	s->ended_us = s->started_us;
	read_load(s->load_start);
	return attempt_memory(&s->memory, &plan->attempt, arena, e);
}

void
series_end(struct series *s, const struct series_plan *plan)
{
	int64_t calls = 0;

	choose_unit(s);
	for (size_t i = 0; i < s->trials; i++)
		calls += figures_trial(s->trial[i].accepted, s->unit == UNIT_CYCLES)
			     .measurements;
	if (s->limit == LIMIT_PLAN && calls < plan->least)
		s->limit = LIMIT_BUDGET; /* within the trials */
	s->stability = STABILITY_STABLE;
	for (size_t i = 0; i < s->trials; i++) {
		if (s->trial[i].retries && s->stability == STABILITY_STABLE)
			s->stability = STABILITY_DISTURBED;
		if (s->trial[i].accepted->reason)
			s->stability = STABILITY_UNSTABLE;
	}
	read_load(s->load_end);
}

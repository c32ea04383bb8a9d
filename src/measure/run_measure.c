/* SPDX-License-Identifier: MIT */
#include "measure/run_measure.h"

#include "core/err.h"
#include "core/json.h"
#include "measure/figures.h"
#include "measure/filing.h"
#include "measure/judge.h"
#include "measure/run_keep.h"
#include "measure/run_profile.h"
#include "measure/run_store.h"
#include "measure/run_watch.h"

#include <math.h>
#include <string.h>

enum { CONTROL_BITS = 256, CONTROL_BYTES = 32 };

static const double block_s = 1800;

/* A number below n, each equally likely as far as 53 bits and a small n go. */
static size_t
draw(struct run *r, size_t n)
{
	return (size_t)attempt_next_seed(&r->seed) % n;
}

/* Times the control function once. That it fails is told, and no more. */
static int
time_control(struct run *r, struct err *e)
{
	struct attempt_plan p = {.driver = r->o.driver,
	    .library = r->o.control,
	    .category = CATEGORY_HASH,
	    .digest_bits = CONTROL_BITS,
	    .operation = "hash",
	    .input_bytes = CONTROL_BYTES,
	    .cpu = r->host.cpu,
	    .seconds = r->o.trial_s,
	    .budget_s = r->o.budget_s,
	    .least = 1,
	    .timeout_s = r->o.timeout_s};
	struct arena arena = {0};
	struct attempt a;
	struct figures_trial t;
	double cycles;
	int failed = attempt_run(&a, &p, 0, attempt_next_seed(&r->seed), &arena, e);

	if (!failed && a.outcome == OUTCOME_COMPLETE) {
		judge_alone(&a, host_is_emulated(&r->host), &arena);
		t = figures_trial(&a, !a.no_counter);
		cycles = a.no_counter ? t.estimated : (double)t.cycles;
		failed = run_store_add_control(r, (double)t.ns / (double)t.measurements,
		    cycles / (double)t.measurements, e);
	} else if (!failed) {
		run_tell(r, "the control function failed: %s", a.detail);
	}
	arena_free(&arena);
	return failed;
}

static int
finish(struct run *r, struct run_operation *o, struct err *e)
{
	struct run_instance *i = o->instance;
	struct filing filing = {
	    .folder = r->dataset, .system = r->o.system, .library = &i->said};
	struct json *record;
	int failed;

	series_end(&o->series, &o->plan);
	o->state = o->series.failure                    ? RUN_FAILED
	    : o->series.stability == STABILITY_UNSTABLE ? RUN_UNSTABLE
							: RUN_MEASURED;
	if (o->series.failure)
		run_tell(r, "%s: %s %s", run_name(o, &o->arena),
		    outcome_name(o->series.failure->outcome),
		    o->series.failure->detail);
	record = result_record(&o->series, &o->plan, &i->said, &r->host, r->o.system,
	    &r->problems, &o->arena);
	run_profile_drop(r->dataset, run_name(o, &o->arena));
	failed = filing_record(&filing, o->key, record, &o->arena, e) ||
	    run_keep_end(r, o, e);
	json_free(record);
	arena_free(&o->arena);
	return failed ? -1 : 0;
}

/* The memory process also shows how long a first call takes: a better estimate. */
static int
begin(struct run *r, struct run_operation *o, struct err *e)
{
	const struct series_plan *p = &o->plan;
	double wall, least = (double)p->least / p->trials;

	if (series_begin(&o->series, p, &o->arena, e) || run_keep_begin(r, o, e))
		return -1;
	o->begun = true;
	wall = o->series.memory.wall_s;
	o->estimate_s = p->trials *
	    (fmax(run_trial_s(p->attempt.seconds), fmax(wall - 0.05, 0) * least) + wall);
	o->estimate_s = fmin(o->estimate_s, p->budget_s);
	return 0;
}

/* One attempt at what the operation wants next; the last one finishes it. */
static int
attempt(struct run *r, struct run_operation *o, struct err *e)
{
	struct attempt *a = arena_get(&o->arena, sizeof(*a));
	struct attempt_plan p;
	bool again;
	int trial;

	o->plan.attempts = r->repeated_s < r->o.repeat_s ? SERIES_ATTEMPTS : 1;
	trial = series_next(&o->series, &o->plan, &o->arena);
	if (trial < 0)
		return finish(r, o, e);
	again = (size_t)trial < o->series.trials;
	p = series_attempt(&o->series, &o->plan, trial);
	r->repeated += again;
	if (r->progress)
		r->progress(r->context, r, o);
	if (attempt_run(a, &p, trial, attempt_next_seed(&r->seed), &o->arena, e) ||
	    run_keep_attempt(r, o, trial, a, e))
		return -1;
	series_add(&o->series, &o->plan, trial, a, &o->arena);
	o->estimate_s = fmax(o->estimate_s - a->wall_s, 0);
	r->repeated_s += again ? a->wall_s : 0;
	return series_next(&o->series, &o->plan, &o->arena) < 0 ? finish(r, o, e) : 0;
}

static void
shuffle(struct run *r, struct run_operation **list, size_t n)
{
	for (size_t i = n; i > 1; i--) {
		size_t k = draw(r, i);
		struct run_operation *o = list[k];
		list[k] = list[i - 1];
		list[i - 1] = o;
	}
}

struct queue {
	struct run_operation **list;
	size_t count, room;
};

static void
put(struct queue *q, struct run_operation *o)
{
	if (q->count == q->room) {
		q->room = 2 * q->room + 16;
		q->list = mem_resize(q->list, q->room, sizeof(*q->list));
	}
	q->list[q->count++] = o;
	o->queued++;
}

/* The trials of n operations: the planned ones in random order, and what has to be
 * repeated at a random place among those that are left. */
static int
run_block(struct run *r, struct run_operation **list, size_t n, struct err *e)
{
	struct queue q = {0};
	int failed = 0;

	for (size_t i = 0; i < n && !failed && !run_watch_stopped(); i++) {
		if (!list[i]->begun)
			failed = begin(r, list[i], e);
		for (int k = (int)list[i]->series.trials; k < r->o.trials; k++)
			put(&q, list[i]);
		if (!list[i]->queued)
			put(&q, list[i]);
	}
	shuffle(r, q.list, q.count);
	while (q.count && !failed && run_watch_wait(r)) {
		struct run_operation *o = q.list[--q.count];
		o->queued--;
		if (o->state != RUN_WAITING)
			continue;
		failed = attempt(r, o, e);
		if (!failed && o->state == RUN_WAITING && !o->queued) {
			size_t k;
			put(&q, o);
			k = draw(r, q.count);
			q.list[q.count - 1] = q.list[k];
			q.list[k] = o;
		}
	}
	mem_free(q.list);
	return failed;
}

/* What is still to be done; earlier runs' part is taken over. */
static int
list_waiting(struct run *r, struct run_operation **list, size_t *count, struct err *e)
{
	*count = 0;
	for (size_t i = 0; i < r->operations; i++) {
		struct run_operation *o = &r->operation[i];
		if (o->state != RUN_WAITING || !o->instance->measurable)
			continue;
		if (run_keep_operation(r, o, e))
			return -1;
		if (o->state == RUN_WAITING)
			list[(*count)++] = o;
	}
	return 0;
}

int
run_measure(struct run *r, struct err *e)
{
	struct run_operation **list =
	    arena_get(&r->arena, r->operations * sizeof(*list));
	size_t count, from = 0;
	int failed = list_waiting(r, list, &count, e);

	if (failed || !count || run_watch_stopped())
		return failed;
	shuffle(r, list, count);
	failed = time_control(r, e);
	while (from < count && !failed && !run_watch_stopped()) {
		double seconds = 0;
		size_t n = 0;
		while (from + n < count && (!n || seconds < block_s))
			seconds += list[from + n++]->estimate_s;
		failed = run_block(r, list + from, n, e);
		if (!failed && !run_watch_stopped())
			failed = time_control(r, e);
		from += n;
	}
	return failed;
}

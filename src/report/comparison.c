/* SPDX-License-Identifier: MIT */
#include "report/comparison.h"

#include "core/text.h"
#include "report/aggregate.h"
#include "report/candidate.h"
#include "report/dataset.h"
#include "report/difference.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *
metric_word(enum metric m)
{
	return m == METRIC_CYCLES ? "cycles" : "time";
}

static struct comparison_side
make_side(const struct dataset *d, struct arena *arena)
{
	const struct campaign *c = &d->campaign;

	return (struct comparison_side){
	    .dataset = arena_text(arena, d->name),
	    .system = arena_text(arena, c->system_id ? c->system_id : d->system),
	    .started_utc = arena_text(arena, c->started_utc),
	    .ended_utc = arena_text(arena, c->ended_utc),
	    .noise_floor = c->noise_floor,
	};
}

void
comparison_start(struct comparison *c, const struct dataset *a, const struct dataset *b,
    double min_effect)
{
	c->a = make_side(a, &c->arena);
	c->b = make_side(b, &c->arena);
	c->same_system = !strcmp(c->a.system, c->b.system);
	c->min_effect = min_effect;
	difference_campaigns(c, &a->campaign, &b->campaign);
}

void
comparison_warn(struct comparison *c, struct comparison_row *r, const char *format, ...)
{
	char text[256];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	r->warning =
	    arena_grow(&c->arena, r->warning, r->warnings, sizeof(*r->warning));
	r->warning[r->warnings++] = arena_text(&c->arena, text);
}

/* False where cycles are missing in a trial; the interval is then unknown. */
static bool
measure(
    struct measured *x, const struct record *a, const struct record *b, enum metric m)
{
	double *costs =
	    mem_resize(NULL, a->trial_count + b->trial_count, sizeof(*costs));
	bool known;

	x->a = m == METRIC_TIME ? a->derived.mean_seconds : record_mean_cycles(a);
	x->b = m == METRIC_TIME ? b->derived.mean_seconds : record_mean_cycles(b);
	x->ratio = x->b / x->a;
	if (!(x->ratio > 1e-100 && x->ratio < 1e100))
		x->ratio = NAN;
	known = record_costs(a, m == METRIC_TIME, costs) &&
	    record_costs(b, m == METRIC_TIME, costs + a->trial_count);
	x->interval = known ? compare_trials(costs, a->trial_count,
				  costs + a->trial_count, b->trial_count)
			    : (struct interval){NAN, NAN, NAN};
	mem_free(costs);
	return known && !isnan(x->ratio);
}

static const char *
cycle_unit(const struct record *a, const struct record *b)
{
	if (a->cycle_source != b->cycle_source)
		return NULL;
	return a->cycle_source == CYCLES_PERF    ? "cycles"
	    : a->cycle_source == CYCLES_ESTIMATE ? "estimated_cycles"
						 : NULL;
}

/* Both rows are good. */
static void
add_row(struct comparison *c, const char *category, const struct row *x,
    const struct row *y)
{
	const struct record *a = &x->timing->record, *b = &y->timing->record;
	struct measured *cycles, *time;
	struct comparison_row *r;
	bool all;

	c->row = arena_grow(&c->arena, c->row, c->rows, sizeof(*c->row));
	r = &c->row[c->rows++];
	*r = (struct comparison_row){
	    .candidate = arena_text(&c->arena, a->candidate),
	    .category = arena_text(&c->arena, category),
	    .label = arena_text(&c->arena, a->label),
	    .operation = arena_text(&c->arena, a->operation),
	    .key = arena_text(&c->arena, x->operation->key),
	    .input_bytes = a->input_bytes,
	    .few_trials =
		a->trial_count < COMPARE_TRIALS || b->trial_count < COMPARE_TRIALS,
	    .same_record =
		text_equal(x->timing->source.digest, y->timing->source.digest),
	    .known_libraries = a->library_sha256 && b->library_sha256,
	};
	r->same_library =
	    r->known_libraries && !strcmp(a->library_sha256, b->library_sha256);
	cycles = &r->of[METRIC_CYCLES];
	time = &r->of[METRIC_TIME];
	time->unit = "s";
	cycles->unit = cycle_unit(a, b);
	measure(time, a, b, METRIC_TIME);
	all = measure(cycles, a, b, METRIC_CYCLES);
	r->cycles_decide = all && cycles->unit;
	difference_records(c, r, a, b);
}

/* What stands for a side of a row without figures on both. */
static const char *
state_text(struct comparison *c, const struct row *r)
{
	if (!r || r->state == ROW_MISSING)
		return NULL;
	return r->state == ROW_GOOD ? "complete"
				    : arena_text(&c->arena, row_reason(r, &c->arena));
}

/* x or y may be NULL, or missing; not both. */
static void
add_absent(
    struct comparison *c, const char *id, const struct row *x, const struct row *y)
{
	struct comparison_absent one = {.a = state_text(c, x), .b = state_text(c, y)};
	const struct row *r = x ? x : y;
	struct comparison_absents *to = !one.a ? &c->added
	    : !one.b                           ? &c->removed
					       : &c->failed;

	if (!one.a && !one.b)
		return;
	one.candidate = arena_text(&c->arena, id);
	one.label = arena_text(&c->arena, r->instance->label);
	one.operation = arena_text(&c->arena, r->operation->name);
	one.key = arena_text(&c->arena, r->operation->key);
	one.input_bytes = r->operation->input_bytes;
	to->list = arena_grow(&c->arena, to->list, to->count, sizeof(one));
	to->list[to->count++] = one;
}

static const struct row *
find(const struct aggregate *a, const struct row *wanted)
{
	for (size_t i = 0; a && i < a->instances * a->operations; i++)
		if (!strcmp(a->row[i].instance->label, wanted->instance->label) &&
		    !strcmp(a->row[i].operation->key, wanted->operation->key))
			return &a->row[i];
	return NULL;
}

static bool
is_wanted(const struct comparison *c, const char *id, const struct row *r)
{
	struct arena arena = {0};
	bool wanted = !c->wanted ||
	    c->wanted(c->context,
		arena_format(
		    &arena, "%s/%s__%s", id, r->instance->label, r->operation->key));

	arena_free(&arena);
	return wanted;
}

void
comparison_add(
    struct comparison *c, const struct aggregate *a, const struct aggregate *b)
{
	const struct aggregate *any = a ? a : b;
	const char *id = any->candidate->id;

	for (size_t i = 0; a && i < a->instances * a->operations; i++) {
		const struct row *x = &a->row[i], *y = find(b, x);
		if (!is_wanted(c, id, x))
			continue;
		if (y && x->state == ROW_GOOD && y->state == ROW_GOOD)
			add_row(c, any->category, x, y);
		else
			add_absent(c, id, x, y);
	}
	for (size_t i = 0; b && i < b->instances * b->operations; i++)
		if (!find(a, &b->row[i]) && is_wanted(c, id, &b->row[i]))
			add_absent(c, id, NULL, &b->row[i]);
}

void
comparison_free(struct comparison *c)
{
	arena_free(&c->arena);
}

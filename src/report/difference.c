/* SPDX-License-Identifier: MIT */
#include "report/difference.h"

#include "core/campaign.h"
#include "core/field.h"
#include "core/text.h"
#include "report/comparison.h"

#include <math.h>
#include <string.h>

/* Pairs of values that are told of one thing. */
enum { TOLD = 8 };

/* Adds d behind the last one of the same thing. */
static void
insert(struct comparison *c, const struct difference *d)
{
	struct difference *list;
	size_t at = c->differences, i = at;

	c->difference = list =
	    arena_grow(&c->arena, c->difference, c->differences, sizeof(*d));
	while (i > 0 && strcmp(list[i - 1].what, d->what) != 0)
		i--;
	at = i ? i : at;
	memmove(&list[at + 1], &list[at], (c->differences - at) * sizeof(*d));
	list[at] = *d;
	c->differences++;
}

/* row: of a row; else of the campaigns. */
static void
note(struct comparison *c, const char *what, const char *a, const char *b, bool row)
{
	struct difference one = {.what = what, .rows = row};
	size_t told = 0;

	if (text_equal(a, b))
		return;
	for (size_t i = 0; i < c->differences; i++) {
		struct difference *d = &c->difference[i];
		if (strcmp(d->what, what) != 0)
			continue;
		told++;
		if (d->rest || (text_equal(d->a, a) && text_equal(d->b, b))) {
			d->rows += row;
			return;
		}
	}
	one.rest = told == TOLD;
	if (!one.rest) {
		one.a = arena_text(&c->arena, a);
		one.b = arena_text(&c->arena, b);
	}
	insert(c, &one);
}

/* A field in which a and b differ. */
static void
note_field(struct comparison *c, const char *what, const struct field *f, const void *a,
    const void *b, bool row)
{
	struct arena texts = {0};

	note(c, what, field_text(f, a, &texts), field_text(f, b, &texts), row);
	arena_free(&texts);
}

void
difference_campaigns(
    struct comparison *c, const struct campaign *a, const struct campaign *b)
{
	static const char *const parts[] = {"planning", "arch_config", "tool"};
	const struct field *f;
	size_t n;

	for (size_t i = 0; i < COUNT_OF(parts); i++) {
		f = campaign_fields(parts[i], &n);
		for (; n > 0; f++, n--)
			note_field(c,
			    arena_format(&c->arena, "%s.%s", parts[i], f->name), f, a,
			    b, false);
	}
	note(c, "harness_additions", a->harness_additions, b->harness_additions, false);
}

static const char *
source_word(enum cycle_source source)
{
	static const char *const words[] = {[CYCLES_PERF] = "perf",
	    [CYCLES_ESTIMATE] = "estimate",
	    [CYCLES_NONE] = "none"};

	return words[source];
}

/* A field of the environment that is not a machine's property from one boot to the
 * next: the clock that was measured. */
static bool
is_measured(const struct field *f)
{
	return !strcmp(f->name, "core_clock_hz");
}

static void
note_environment(struct comparison *c, const struct record *a, const struct record *b)
{
	size_t n;
	const struct field *f = environment_fields(&n);

	for (size_t i = 0; i < n; i++)
		if (!is_measured(&f[i]))
			note_field(c, f[i].name, &f[i], &a->environment,
			    &b->environment, true);
}

static void
warn_stability(
    struct comparison *c, struct comparison_row *row, char side, const struct record *r)
{
	if (r->stability && strcmp(r->stability, "stable") != 0)
		comparison_warn(c, row, "%c is %.40s", side, r->stability);
}

void
difference_records(struct comparison *c, struct comparison_row *row,
    const struct record *a, const struct record *b)
{
	const char *x = source_word(a->cycle_source), *y = source_word(b->cycle_source);

	note_environment(c, a, b);
	note(c, "variant", a->variant, b->variant, true);
	note(c, "flags", a->flags, b->flags, true);
	note(c, "build_flags", a->build_flags, b->build_flags, true);
	note(c, "kat", a->kat, b->kat, true);
	note(c, "timing_scope", a->timing_scope, b->timing_scope, true);
	note(c, "cycle_source", x, y, true);
	if (x != y)
		comparison_warn(
		    c, row, "cycles of different sources, %s in A and %s in B", x, y);
	else if (row->of[METRIC_CYCLES].unit && !row->cycles_decide &&
	    !isnan(row->of[METRIC_CYCLES].ratio))
		comparison_warn(c, row, "the trials have no cycles of their own");
	if (!text_equal(a->timing_scope, b->timing_scope))
		comparison_warn(c, row,
		    "what was timed differs: %.40s in A, %.40s in B",
		    a->timing_scope ? a->timing_scope : "unknown",
		    b->timing_scope ? b->timing_scope : "unknown");
	if (!text_equal(a->kat, b->kat))
		comparison_warn(
		    c, row, "the KAT result is %.40s in A, %.40s in B", a->kat, b->kat);
	warn_stability(c, row, 'A', a);
	warn_stability(c, row, 'B', b);
	if (a->trial_count < COMPARE_TRIALS || b->trial_count < COMPARE_TRIALS)
		comparison_warn(c, row, "%zu trials in A, %zu in B: too few to tell",
		    a->trial_count, b->trial_count);
}

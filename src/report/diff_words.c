/* SPDX-License-Identifier: MIT */
#include "report/diff_words.h"

#include "core/field.h"
#include "core/mem.h"
#include "report/aggregate.h"
#include "report/comparison.h"
#include "report/diff_rows.h"
#include "report/environment.h"
#include "report/number.h"
#include "report/sheet.h"

#include <math.h>

static const char *
percent(double fraction, struct arena *arena)
{
	char text[NUMBER_SIZE];

	return arena_format(arena, "%s %%", number_digits(text, 100 * fraction));
}

static const char *
side_text(const char *name, const struct comparison_side *s, struct arena *arena)
{
	return arena_format(arena, "%s is %s: system %s, measured %s to %s (UTC).",
	    name, s->dataset, s->system, environment_time(s->started_utc, arena),
	    environment_time(s->ended_utc, arena));
}

static void
add_verdict_facts(struct sheets *s, const struct comparison *c)
{
	const size_t *n = c->verdicts;

	sheet_fact(s,
	    arena_format(s->arena,
		"%zu rows: %zu slower, %zu faster, %zu no difference, %zu cannot tell, "
		"%zu same record.",
		c->rows, n[VERDICT_SLOWER], n[VERDICT_FASTER], n[VERDICT_NO_DIFFERENCE],
		n[VERDICT_CANNOT_TELL], n[VERDICT_SAME_RECORD]));
	sheet_fact(s,
	    "Slower or faster: the whole 95 % interval is beyond the minimum effect, "
	    "and p passes Benjamini and Hochberg's procedure at 5 %.");
	if (c->same_libraries)
		sheet_fact(s,
		    "All libraries are equal: time decides, since a change of clock "
		    "does "
		    "not show in cycles, and the minimum effect alone.");
	sheet_fact(s,
	    isnan(c->noise_floor)
		? arena_format(s->arena, "Minimum effect %s; no noise floor is used.",
		      percent(c->effect, s->arena))
		: arena_format(s->arena,
		      "Minimum effect %s: the larger of %s and the noise floor %s.",
		      percent(c->effect, s->arena), percent(c->min_effect, s->arena),
		      percent(c->noise_floor, s->arena)));
	if (!isnan(c->control_floor))
		sheet_fact(s,
		    arena_format(s->arena,
			"%zu rows with equal libraries differ by %s in 95 %% of cases.",
			c->controls, percent(c->control_floor, s->arena)));
}

static void
add_facts(struct sheets *s, const struct comparison *c)
{
	sheet_fact(s, side_text("A", &c->a, s->arena));
	sheet_fact(s, side_text("B", &c->b, s->arena));
	sheet_fact(s, "A ratio is B's mean over A's: above 1, B is slower.");
	if (c->same_system)
		add_verdict_facts(s, c);
	else
		sheet_fact(s,
		    arena_format(s->arena,
			"%zu rows of two systems: machine, compiler and settings "
			"differ, so that there are ratios and no verdicts.",
			c->rows));
	sheet_fact(s,
	    arena_format(s->arena,
		"The library is the same file in %zu rows, another one in %zu, "
		"unknown in %zu.",
		c->equal, c->different, c->unknown));
	sheet_fact(s,
	    arena_format(s->arena,
		c->same_system ? "%zu rows added, %zu removed, %zu failed."
			       : "%zu rows only in B, %zu only in A, %zu failed.",
		c->added.count, c->removed.count, c->failed.count));
}

static void
add_differences(struct sheets *s, const struct comparison *c)
{
	static const struct column columns[] = {
	    {"What", false}, {"A", false}, {"B", false}, {"Rows", true}};
	struct sheet *own = sheet_add(s,
	    (struct sheet){.name = "differences",
		.title = "What else differs",
		.caption = "Fields of campaigns and records, with the number of rows"},
	    columns, COUNT_OF(columns), c->differences);

	for (size_t i = 0; i < c->differences; i++) {
		const struct difference *d = &c->difference[i];
		struct cell *cell = sheet_row(own);
		cell[0] = cell_words(d->what);
		cell[1] = cell_words(d->rest ? "others" : d->a);
		cell[2] = cell_words(d->rest ? "others" : d->b);
		cell[3] =
		    d->rows ? cell_count(d->rows, s->arena) : cell_words("campaign");
	}
}

static void
add_means(struct sheets *s, const struct comparison *c)
{
	static const struct column columns[] = {{"Category", false}, {"Metric", false},
	    {"Rows", true}, {"Ratio", true}, {"95 % interval", true}};
	struct sheet *own = sheet_add(s,
	    (struct sheet){.name = "means",
		.title = "Geometric means",
		.caption =
		    "Ratios of the rows in common, B over A; the interval takes "
		    "rows for independent, which those of one candidate are not"},
	    columns, COUNT_OF(columns), c->means);

	for (size_t i = 0; i < c->means; i++) {
		const struct comparison_mean *m = &c->mean[i];
		struct cell *cell = sheet_row(own);
		cell[0] = cell_words(m->category ? m->category : "all");
		cell[1] = cell_words(metric_word(m->metric));
		cell[2] = cell_count(m->rows, s->arena);
		cell[3] = cell_ratio(m->ratio, s->arena);
		cell[4] = cell_interval(&m->interval, s->arena);
	}
}

static void
add_deviations(struct sheets *s, const struct comparison *c)
{
	static const struct column columns[] = {{"Candidate", false}, {"Label", false},
	    {"Operation", false}, {"Metric", false}, {"Ratio", true},
	    {"Over the mean", true}};
	struct sheet *own = sheet_add(s,
	    (struct sheet){.name = "deviations",
		.head = 1,
		.title = "Furthest from the mean",
		.caption = "Rows whose ratio differs most from their category's"},
	    columns, COUNT_OF(columns), c->deviations);

	for (size_t i = 0; i < c->deviations; i++) {
		const struct comparison_row *r = c->deviation[i].row;
		struct cell *cell = sheet_row(own);
		cell[0] = cell_words(r->candidate);
		cell[1] = cell_words(r->label);
		cell[2] = cell_words(r->key);
		cell[3] = cell_words(metric_word(r->metric));
		cell[4] = cell_ratio(r->of[r->metric].ratio, s->arena);
		cell[5] = cell_ratio(c->deviation[i].from_mean, s->arena);
	}
}

static void
add_absents(struct sheets *s, struct sheet like, const struct comparison_absents *all)
{
	static const struct column columns[] = {{"Candidate", false}, {"Label", false},
	    {"Operation", false}, {"A", false}, {"B", false}};
	struct sheet *own = sheet_add(s, like, columns, COUNT_OF(columns), all->count);

	for (size_t i = 0; i < all->count; i++) {
		struct cell *cell = sheet_row(own);
		cell[0] = cell_words(all->list[i].candidate);
		cell[1] = cell_words(all->list[i].label);
		cell[2] = cell_words(all->list[i].key);
		cell[3] = cell_words(all->list[i].a);
		cell[4] = cell_words(all->list[i].b);
	}
}

static void
add_summary(struct sheets *s, const struct comparison *c)
{
	add_facts(s, c);
	add_differences(s, c);
	add_means(s, c);
	add_deviations(s, c);
}

static void
add_others(struct sheets *s, const struct comparison *c)
{
	struct sheet added = {.name = "added", .title = "Added", .head = 1};
	struct sheet removed = {.name = "removed", .title = "Removed", .head = 1};
	struct sheet failed = {.name = "failed", .title = "Failed", .head = 1};

	/* of two systems, neither came before the other */
	if (!c->same_system) {
		added.title = "Only in B";
		removed.title = "Only in A";
	}
	added.caption = arena_format(s->arena, "Rows only in B, %s", c->b.dataset);
	removed.caption = arena_format(s->arena, "Rows only in A, %s", c->a.dataset);
	failed.caption = "Rows without figures on a side";
	add_absents(s, added, &c->added);
	add_absents(s, removed, &c->removed);
	add_absents(s, failed, &c->failed);
}

void
diff_words(struct sheets *s, const struct comparison *c, enum extent extent,
    const char *category, struct arena *arena)
{
	size_t kept = 0;

	*s = (struct sheets){.arena = arena};
	if (extent != EXTENT_ROWS)
		add_summary(s, c);
	if (extent != EXTENT_SUMMARY)
		diff_rows_add(s, c, category);
	if (extent != EXTENT_ROWS)
		add_others(s, c);
	for (size_t i = 0; i < s->count; i++)
		if (s->list[i].rows)
			s->list[kept++] = s->list[i];
	s->count = kept;
}

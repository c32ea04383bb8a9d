/* SPDX-License-Identifier: MIT */
#include "report/diff_words.h"

#include "core/buf.h"
#include "core/field.h"
#include "core/mem.h"
#include "core/text.h"
#include "report/aggregate.h"
#include "report/comparison.h"
#include "report/environment.h"
#include "report/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct words {
	struct sheets *to;
	const struct comparison *c;
	struct arena *arena;
};

static void
add_fact(struct words *w, const char *text)
{
	struct sheets *s = w->to;

	s->fact = arena_grow(w->arena, s->fact, s->facts, sizeof(*s->fact));
	s->fact[s->facts++] = text;
}

/* Room for a sheet; cells are filled in order. */
static struct sheet *
add_sheet(struct words *w, struct sheet like, const struct column *column,
    size_t columns, size_t rows)
{
	struct sheets *s = w->to;
	struct sheet *one;

	s->list = arena_grow(w->arena, s->list, s->count, sizeof(*s->list));
	one = &s->list[s->count++];
	*one = like;
	one->column = column;
	one->columns = columns;
	one->cell = arena_get(w->arena, rows * columns * sizeof(*one->cell));
	return one;
}

static const char *
percent(double fraction, struct arena *arena)
{
	char text[NUMBER_SIZE];

	return arena_format(arena, "%s %%", number_digits(text, 100 * fraction));
}

static const char *
side_text(const char *name, const struct comparison_side *s, struct arena *arena)
{
	return arena_format(arena, "%s is %s: system %s, measured %s to %s.", name,
	    s->dataset, s->system, environment_time(s->started_utc, arena),
	    environment_time(s->ended_utc, arena));
}

static void
add_verdict_facts(struct words *w)
{
	const struct comparison *c = w->c;
	const size_t *n = c->verdicts;

	add_fact(w,
	    arena_format(w->arena,
		"%zu rows: %zu slower, %zu faster, %zu no difference, %zu cannot tell, "
		"%zu same record.",
		c->rows, n[VERDICT_SLOWER], n[VERDICT_FASTER], n[VERDICT_NO_DIFFERENCE],
		n[VERDICT_CANNOT_TELL], n[VERDICT_SAME_RECORD]));
	add_fact(w,
	    "Slower or faster: the whole 95 % interval is beyond the minimum effect, "
	    "and p passes Benjamini and Hochberg's procedure at 5 %.");
	if (c->same_libraries)
		add_fact(w,
		    "All libraries are equal: time decides, since a change of clock "
		    "does "
		    "not show in cycles, and the minimum effect alone.");
	add_fact(w,
	    isnan(c->noise_floor)
		? arena_format(w->arena, "Minimum effect %s; no noise floor is used.",
		      percent(c->effect, w->arena))
		: arena_format(w->arena,
		      "Minimum effect %s: the larger of %s and the noise floor %s.",
		      percent(c->effect, w->arena), percent(c->min_effect, w->arena),
		      percent(c->noise_floor, w->arena)));
	if (!isnan(c->control_floor))
		add_fact(w,
		    arena_format(w->arena,
			"%zu rows with equal libraries differ by %s in 95 %% of cases.",
			c->controls, percent(c->control_floor, w->arena)));
}

static void
add_facts(struct words *w)
{
	const struct comparison *c = w->c;

	add_fact(w, side_text("A", &c->a, w->arena));
	add_fact(w, side_text("B", &c->b, w->arena));
	add_fact(w, "A ratio is B's mean over A's: above 1, B is slower.");
	if (c->same_system)
		add_verdict_facts(w);
	else
		add_fact(w,
		    arena_format(w->arena,
			"%zu rows of two systems: the ratio is the answer, there is no "
			"verdict.",
			c->rows));
	add_fact(w,
	    arena_format(w->arena,
		"Libraries: equal in %zu rows, different in %zu, unknown in %zu.",
		c->equal, c->different, c->unknown));
	add_fact(w,
	    arena_format(w->arena, "%zu rows added, %zu removed, %zu failed.",
		c->added.count, c->removed.count, c->failed.count));
}

static void
add_differences(struct words *w)
{
	static const struct column columns[] = {
	    {"What", false}, {"A", false}, {"B", false}, {"Rows", true}};
	const struct comparison *c = w->c;
	struct sheet *s = add_sheet(w,
	    (struct sheet){.name = "differences",
		.title = "What else differs",
		.caption = "Fields of campaigns and records, with the number of rows"},
	    columns, COUNT_OF(columns), c->differences);

	for (size_t i = 0; i < c->differences; i++) {
		const struct difference *d = &c->difference[i];
		struct cell *cell = &s->cell[s->rows++ * s->columns];
		cell[0] = cell_words(d->what);
		cell[1] = cell_words(d->rest ? "others" : d->a);
		cell[2] = cell_words(d->rest ? "others" : d->b);
		cell[3] =
		    d->rows ? cell_count(d->rows, w->arena) : cell_words("campaign");
	}
}

static void
add_means(struct words *w)
{
	static const struct column columns[] = {{"Category", false}, {"Metric", false},
	    {"Rows", true}, {"Ratio", true}, {"95 % interval", true}};
	const struct comparison *c = w->c;
	struct sheet *s = add_sheet(w,
	    (struct sheet){.name = "means",
		.title = "Geometric means",
		.caption = "Ratios of the rows in common, B over A"},
	    columns, COUNT_OF(columns), c->means);

	for (size_t i = 0; i < c->means; i++) {
		const struct comparison_mean *m = &c->mean[i];
		struct cell *cell = &s->cell[s->rows++ * s->columns];
		cell[0] = cell_words(m->category ? m->category : "all");
		cell[1] = cell_words(metric_word(m->metric));
		cell[2] = cell_count(m->rows, w->arena);
		cell[3] = cell_ratio(m->ratio, w->arena);
		cell[4] = cell_interval(&m->interval, w->arena);
	}
}

static void
add_deviations(struct words *w)
{
	static const struct column columns[] = {{"Candidate", false}, {"Label", false},
	    {"Operation", false}, {"Metric", false}, {"Ratio", true},
	    {"Over the mean", true}};
	const struct comparison *c = w->c;
	struct sheet *s = add_sheet(w,
	    (struct sheet){.name = "deviations",
		.head = 1,
		.title = "Furthest from the mean",
		.caption = "Rows whose ratio differs most from their category's"},
	    columns, COUNT_OF(columns), c->deviations);

	for (size_t i = 0; i < c->deviations; i++) {
		const struct comparison_row *r = c->deviation[i].row;
		struct cell *cell = &s->cell[s->rows++ * s->columns];
		cell[0] = cell_words(r->candidate);
		cell[1] = cell_words(r->label);
		cell[2] = cell_words(r->key);
		cell[3] = cell_words(metric_word(r->metric));
		cell[4] = cell_ratio(r->of[r->metric].ratio, w->arena);
		cell[5] = cell_ratio(c->deviation[i].from_mean, w->arena);
	}
}

/* Slower, faster, then what is not known; the largest changes first. */
static int
by_interest(const void *a, const void *b)
{
	static const int order[VERDICTS] = {[VERDICT_SLOWER] = 0,
	    [VERDICT_FASTER] = 1,
	    [VERDICT_CANNOT_TELL] = 2,
	    [VERDICT_NO_DIFFERENCE] = 3,
	    [VERDICT_SAME_RECORD] = 4};
	const struct comparison_row *x = *(const struct comparison_row *const *)a;
	const struct comparison_row *y = *(const struct comparison_row *const *)b;
	double p = fabs(log(x->of[x->metric].ratio)),
	       q = fabs(log(y->of[y->metric].ratio));

	if (order[x->verdict] != order[y->verdict])
		return order[x->verdict] - order[y->verdict];
	if (x->verdict <= VERDICT_SLOWER && p != q)
		return p < q ? 1 : -1;
	return (x > y) - (x < y);
}

static const char *
metric_text(const struct measured *x, enum metric m)
{
	if (m == METRIC_TIME || (x->unit && !strcmp(x->unit, "cycles")))
		return metric_word(m);
	return x->unit ? "estimated cycles" : "cycles, unlike";
}

static const char *
warnings_text(const struct comparison_row *r, struct arena *arena)
{
	const char *text = "";

	for (size_t i = 0; i < r->warnings; i++)
		text =
		    arena_format(arena, "%s%s%s", text, i ? "; " : "", r->warning[i]);
	return text;
}

static void
fill_row(const struct words *w, const struct comparison_row *r, struct cell *cell)
{
	const struct measured *x = &r->of[r->metric];
	enum metric other = METRIC_TIME - r->metric;
	const struct measured *y = &r->of[other];

	if (w->c->same_system)
		*cell++ = cell_words(verdict_word(r->verdict));
	*cell++ = cell_words(r->candidate);
	*cell++ = cell_words(r->label);
	*cell++ = cell_words(r->key);
	*cell++ = cell_words(metric_text(x, r->metric));
	*cell++ = cell_figure(x->a, r->metric, w->arena);
	*cell++ = cell_figure(x->b, r->metric, w->arena);
	*cell++ = cell_ratio(x->ratio, w->arena);
	*cell++ = cell_interval(&x->interval, w->arena);
	if (w->c->same_system)
		*cell++ = cell_chance(x->interval.p, w->arena);
	*cell++ = cell_words(isnan(y->ratio) ? NULL : metric_text(y, other));
	*cell++ = cell_figure(y->a, other, w->arena);
	*cell++ = cell_figure(y->b, other, w->arena);
	*cell++ = cell_ratio(y->ratio, w->arena);
	*cell++ = cell_interval(&y->interval, w->arena);
	*cell = (struct cell){warnings_text(r, w->arena), NAN};
}

static int
by_address(const void *a, const void *b)
{
	const struct comparison_row *x = *(const struct comparison_row *const *)a;
	const struct comparison_row *y = *(const struct comparison_row *const *)b;
	int order = strcmp(x->label, y->label);

	order = order ? order : strcmp(x->key, y->key);
	return order ? order : (x > y) - (x < y);
}

/* A row's address is that of the candidate's page; where another candidate's row has it
 * already, the candidate stands before it. By their place in the comparison. */
static const char **
make_addresses(const struct words *w)
{
	const struct comparison *c = w->c;
	const struct comparison_row **r = arena_get(w->arena, c->rows * sizeof(*r));
	const char **id = arena_get(w->arena, c->rows * sizeof(*id));
	struct buf prefix = {0};

	for (size_t i = 0; i < c->rows; i++)
		r[i] = &c->row[i];
	qsort(r, c->rows, sizeof(*r), by_address);
	for (size_t i = 0; i < c->rows; i++) {
		buf_clear(&prefix);
		if (i && !strcmp(r[i]->label, r[i - 1]->label) &&
		    !strcmp(r[i]->key, r[i - 1]->key)) {
			text_id(&prefix, r[i]->candidate);
			buf_text(&prefix, "--");
		}
		id[r[i] - c->row] =
		    row_id(buf_string(&prefix), r[i]->label, r[i]->key, w->arena);
	}
	buf_free(&prefix);
	return id;
}

/* Verdict and p are for campaigns of one system. */
static void
add_rows(struct words *w, const char *category)
{
	static const struct column all[] = {{"Verdict", false}, {"Candidate", false},
	    {"Label", false}, {"Operation", false}, {"Metric", false}, {"A", true},
	    {"B", true}, {"Ratio", true}, {"95 % interval", true}, {"p", true},
	    {"Other metric", false}, {"A", true}, {"B", true}, {"Ratio", true},
	    {"95 % interval", true}, {"Remarks", false}};
	enum { VERDICT = 0, P = 9 };
	const struct comparison *c = w->c;
	struct column *column = arena_get(w->arena, sizeof(all));
	const struct comparison_row **r = arena_get(w->arena, c->rows * sizeof(*r));
	const char **id = make_addresses(w);
	struct sheet *s;
	size_t n = 0, rows = 0;

	for (size_t i = 0; i < COUNT_OF(all); i++)
		if (c->same_system || (i != VERDICT && i != P))
			column[n++] = all[i];
	s = add_sheet(w,
	    (struct sheet){.name = "rows",
		.title = "Rows",
		.caption = "Means of a call in A and B, and their ratio, B over A"},
	    column, n, c->rows);
	s->head = c->same_system ? 2 : 1;
	s->id = arena_get(w->arena, c->rows * sizeof(*s->id));
	for (size_t i = 0; i < c->rows; i++)
		if (!category || !strcmp(c->row[i].category, category))
			r[rows++] = &c->row[i];
	if (c->same_system)
		qsort(r, rows, sizeof(*r), by_interest);
	for (size_t i = 0; i < rows; i++) {
		s->id[i] = id[r[i] - c->row];
		fill_row(w, r[i], &s->cell[s->rows++ * s->columns]);
	}
}

static void
add_absents(struct words *w, struct sheet like, const struct comparison_absents *all)
{
	static const struct column columns[] = {{"Candidate", false}, {"Label", false},
	    {"Operation", false}, {"A", false}, {"B", false}};
	struct sheet *s = add_sheet(w, like, columns, COUNT_OF(columns), all->count);

	for (size_t i = 0; i < all->count; i++) {
		struct cell *cell = &s->cell[s->rows++ * s->columns];
		cell[0] = cell_words(all->list[i].candidate);
		cell[1] = cell_words(all->list[i].label);
		cell[2] = cell_words(all->list[i].key);
		cell[3] = cell_words(all->list[i].a);
		cell[4] = cell_words(all->list[i].b);
	}
}

static void
add_summary(struct words *w)
{
	add_facts(w);
	add_differences(w);
	add_means(w);
	add_deviations(w);
}

static void
add_others(struct words *w)
{
	const struct comparison *c = w->c;
	struct sheet added = {.name = "added", .title = "Added", .head = 1};
	struct sheet removed = {.name = "removed", .title = "Removed", .head = 1};
	struct sheet failed = {.name = "failed", .title = "Failed", .head = 1};

	added.caption = "Rows only in B";
	removed.caption = "Rows only in A";
	failed.caption = "Rows without figures on a side";
	add_absents(w, added, &c->added);
	add_absents(w, removed, &c->removed);
	add_absents(w, failed, &c->failed);
}

void
diff_words(struct sheets *s, const struct comparison *c, enum extent extent,
    const char *category, struct arena *arena)
{
	struct words w = {.to = s, .c = c, .arena = arena};
	size_t kept = 0;

	*s = (struct sheets){0};
	if (extent != EXTENT_ROWS)
		add_summary(&w);
	if (extent != EXTENT_SUMMARY)
		add_rows(&w, category);
	if (extent != EXTENT_ROWS)
		add_others(&w);
	for (size_t i = 0; i < s->count; i++)
		if (s->list[i].rows)
			s->list[kept++] = s->list[i];
	s->count = kept;
}

/* SPDX-License-Identifier: MIT */
#include "report/diff_rows.h"

#include "core/buf.h"
#include "core/field.h"
#include "core/mem.h"
#include "core/text.h"
#include "report/aggregate.h"
#include "report/comparison.h"
#include "report/sheet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

void
diff_rows_sort(const struct comparison_row **r, size_t n)
{
	qsort(r, n, sizeof(*r), by_interest);
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
fill_row(const struct comparison *c, const struct comparison_row *r, struct cell *cell,
    struct arena *arena)
{
	const struct measured *x = &r->of[r->metric];
	enum metric other = METRIC_TIME - r->metric;
	const struct measured *y = &r->of[other];

	if (c->same_system)
		*cell++ = cell_words(verdict_word(r->verdict));
	*cell++ = cell_words(r->candidate);
	*cell++ = cell_words(r->label);
	*cell++ = cell_words(r->key);
	*cell++ = cell_words(metric_text(x, r->metric));
	*cell++ = cell_figure(x->a, r->metric, arena);
	*cell++ = cell_figure(x->b, r->metric, arena);
	*cell++ = cell_ratio(x->ratio, arena);
	*cell++ = cell_interval(&x->interval, arena);
	if (c->same_system)
		*cell++ = cell_chance(x->interval.p, arena);
	*cell++ = cell_words(isnan(y->ratio) ? NULL : metric_text(y, other));
	*cell++ = cell_figure(y->a, other, arena);
	*cell++ = cell_figure(y->b, other, arena);
	*cell++ = cell_ratio(y->ratio, arena);
	*cell++ = cell_interval(&y->interval, arena);
	*cell = (struct cell){warnings_text(r, arena), NAN};
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
make_addresses(const struct comparison *c, struct arena *arena)
{
	const struct comparison_row **r = arena_get(arena, c->rows * sizeof(*r));
	const char **id = arena_get(arena, c->rows * sizeof(*id));
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
		    row_id(buf_string(&prefix), r[i]->label, r[i]->key, arena);
	}
	buf_free(&prefix);
	return id;
}

void
diff_rows_add(struct sheets *s, const struct comparison *c, const char *category)
{
	static const struct column all[] = {{"Verdict", false}, {"Candidate", false},
	    {"Label", false}, {"Operation", false}, {"Metric", false}, {"A", true},
	    {"B", true}, {"Ratio", true}, {"95 % interval", true}, {"p", true},
	    {"Other metric", false}, {"A", true}, {"B", true}, {"Ratio", true},
	    {"95 % interval", true}, {"Remarks", false}};
	enum { VERDICT = 0, P = 9 };
	struct column *column = arena_get(s->arena, sizeof(all));
	const struct comparison_row **r = arena_get(s->arena, c->rows * sizeof(*r));
	const char **id = make_addresses(c, s->arena);
	struct sheet *own;
	size_t n = 0, rows = 0;

	for (size_t i = 0; i < COUNT_OF(all); i++)
		if (c->same_system || (i != VERDICT && i != P))
			column[n++] = all[i];
	own = sheet_add(s,
	    (struct sheet){.name = "rows",
		.title = "Rows",
		.caption = arena_format(s->arena,
		    "Means of a call in A (%s) and B (%s), and their ratio, B over A",
		    c->a.dataset, c->b.dataset)},
	    column, n, c->rows);
	own->head = c->same_system ? 2 : 1;
	own->id = arena_get(s->arena, c->rows * sizeof(*own->id));
	for (size_t i = 0; i < c->rows; i++)
		if (!category || !strcmp(c->row[i].category, category))
			r[rows++] = &c->row[i];
	if (c->same_system)
		diff_rows_sort(r, rows);
	for (size_t i = 0; i < rows; i++) {
		own->id[i] = id[r[i] - c->row];
		fill_row(c, r[i], sheet_row(own), s->arena);
	}
}

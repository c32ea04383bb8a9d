/* SPDX-License-Identifier: MIT */
#include "report/chart_ratios.h"

#include "report/chart.h"
#include "report/comparison.h"
#include "report/diff_rows.h"
#include "report/number.h"
#include "report/page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	ROWS = 120, /* that are drawn */
	TICKS = 6,  /* at most, on the axis */
	TOP = 20,   /* px above the field */
	PITCH = 14, /* px of a row */
	NAME = 36,  /* characters of a row's name */
};

static const double left = 0.43; /* of the field, as a share */

struct drawing {
	struct chart chart;
	const struct comparison *c;
	const struct comparison_row **row;
	size_t rows, all; /* drawn; there are */
	struct scale scale;
	double right; /* of the field, as a share */
	bool any_beyond;
};

static const struct measured *
measured(const struct comparison_row *r)
{
	return &r->of[r->metric];
}

static int
by_ratio(const void *a, const void *b)
{
	const struct comparison_row *x = *(const struct comparison_row *const *)a;
	const struct comparison_row *y = *(const struct comparison_row *const *)b;
	double p = measured(x)->ratio, q = measured(y)->ratio;

	return p != q ? (p > q) - (p < q) : (x > y) - (x < y);
}

/* Of campaigns the first rows of the table, where those that changed stand; of systems
 * rows evenly over the order of their ratios. */
static void
choose_rows(struct drawing *d, const char *category, struct arena *arena)
{
	const struct comparison *c = d->c;

	d->row = arena_get(arena, (c->rows + 1) * sizeof(*d->row));
	for (size_t i = 0; i < c->rows; i++)
		if ((!category || !strcmp(c->row[i].category, category)) &&
		    !isnan(measured(&c->row[i])->ratio))
			d->row[d->all++] = &c->row[i];
	d->rows = d->all < ROWS ? d->all : ROWS;
	if (c->same_system) {
		diff_rows_sort(d->row, d->all);
		return;
	}
	qsort(d->row, d->all, sizeof(*d->row), by_ratio);
	for (size_t i = 0; i < d->rows && d->all > ROWS; i++)
		d->row[i] = d->row[i * (d->all - 1) / (ROWS - 1)];
}

/* All ratios, 1 and the minimum effect; the intervals up to twice as far as the ratios
 * reach, so that a wide one leaves the others room. */
static void
find_scale(struct drawing *d)
{
	double effect = d->c->same_system ? log1p(d->c->effect) : 0.005;
	double low = -1.5 * effect, high = 1.5 * effect, from = 0, to = 0;

	for (size_t i = 0; i < d->rows; i++) {
		const struct measured *m = measured(d->row[i]);
		low = fmin(low, log(m->ratio));
		high = fmax(high, log(m->ratio));
		from = fmin(from, log(m->interval.low)); /* of a NaN: the other */
		to = fmax(to, log(m->interval.high));
	}
	low = fmin(low, fmax(from, 2 * low - 0.01));
	high = fmax(high, fmin(to, 2 * high + 0.01));
	d->scale = (struct scale){
	    exp(low - (high - low) * 0.02), exp(high + (high - low) * 0.02), true};
}

static void
add_axis(struct drawing *d, struct node *field)
{
	struct path band = {{0}, 0, 0}, grid = {{0}, 0, 0}, one = {{0}, 0, 0};
	double height = (double)(PITCH * d->rows), tick[TICKS];
	size_t n = scale_ticks(&d->scale, TICKS, tick);
	char digits[NUMBER_SIZE];
	long x, bottom = lround(height * SVG_DOWN);

	for (size_t i = 0; i < n; i++) {
		double at = scale_place(&d->scale, tick[i]);
		number_digits(digits, tick[i]);
		path_move(&grid, svg_across(at), 0);
		path_line(&grid, svg_across(at), bottom);
		at = left + at * (d->right - left);
		svg_text(d->chart.svg, "small middle", at, TOP - 6, digits);
		svg_text(d->chart.svg, "small middle", at, TOP + height + 14, digits);
	}
	if (d->c->same_system) {
		chart_place(&d->scale, 1 / (1 + d->c->effect), &x);
		path_move(&band, x, 0);
		path_line(&band, x, bottom);
		chart_place(&d->scale, 1 + d->c->effect, &x);
		path_line(&band, x, bottom);
		path_line(&band, x, 0);
	}
	chart_place(&d->scale, 1, &x);
	path_move(&one, x, 0);
	path_line(&one, x, bottom);
	path_add(&band, field, "band");
	path_add(&grid, field, "grid");
	path_add(&one, field, "axis");
}

static void
add_row(struct drawing *d, size_t i, struct path *marks, struct path *bars,
    struct path *beyond)
{
	const struct comparison_row *r = d->row[i];
	const struct measured *m = measured(r);
	struct page *p = d->chart.page;
	double middle = ((double)i + 0.5) * PITCH;
	long x, y = lround(middle * SVG_DOWN);
	bool low = false, high = false;

	svg_text(d->chart.svg, "small", 0, TOP + middle + 4,
	    chart_cut(p,
		arena_format(&p->arena, "%s %s %s", r->candidate, r->label, r->key),
		NAME));
	if (d->c->same_system && r->verdict <= VERDICT_SLOWER)
		svg_text(d->chart.svg, "small", d->right + 0.03, TOP + middle + 4,
		    verdict_word(r->verdict));
	if (!isnan(m->interval.low))
		chart_interval(
		    bars, &d->scale, m->interval.low, m->interval.high, y, &low, &high);
	chart_arrows(beyond, y, low, high);
	d->any_beyond = d->any_beyond || low || high;
	chart_place(&d->scale, m->ratio, &x);
	path_dot(marks, x, y);
}

static void
finish(struct drawing *d)
{
	struct arena *arena = &d->chart.page->arena;
	const char *lines[5];
	size_t n = 0;

	lines[n++] = "Dot: mean in B over that in A, above 1: B is slower.";
	lines[n++] = "Bar with ends: 95 % interval of the ratio.";
	if (d->c->same_system)
		lines[n++] = "Band: within the minimum effect.";
	if (d->any_beyond)
		lines[n++] = "Arrows at the edge: the interval goes on.";
	if (d->all > d->rows)
		lines[n++] = arena_format(arena,
		    d->c->same_system ? "The first %zu of the table's %zu rows."
				      : "%zu of %zu rows, evenly over their order.",
		    d->rows, d->all);
	chart_finish(&d->chart, TOP + (double)(PITCH * d->rows) + TOP, lines, n);
}

static void
draw(struct drawing *d)
{
	struct path marks = {{0}, 0, 0}, bars = {{0}, 0, 0}, beyond = {{0}, 0, 0};
	struct node *field =
	    svg_field(d->chart.svg, left, d->right, TOP, (double)(PITCH * d->rows));

	find_scale(d);
	add_axis(d, field);
	for (size_t i = 0; i < d->rows; i++)
		add_row(d, i, &marks, &bars, &beyond);
	path_add(&bars, field, "interval");
	path_add(&marks, field, "marks");
	path_add(&beyond, field, "beyond");
	finish(d);
}

void
chart_ratios(struct page *p, struct node *parent, const struct comparison *c,
    const char *category)
{
	struct arena *arena = &p->arena;
	const char *name = strrchr(p->path, '/') + 1;
	struct drawing d = {
	    .chart = {.page = p, .id = "ratios", .table = "rows", .wide = true},
	    .c = c,
	    .right = c->same_system ? 0.88 : 0.96};

	choose_rows(&d, category, arena);
	if (!d.rows)
		return;
	d.chart.title = arena_format(arena, "Ratios of %s (B) to %s (A)%s%s",
	    c->b.dataset, c->a.dataset, category ? ": " : "", category ? category : "");
	d.chart.description =
	    "A line for each row of the table: a dot is the ratio of the means, a bar "
	    "its 95 % interval; the strong upright line is the ratio 1. The axis is "
	    "logarithmic.";
	d.chart.file = arena_format(
	    arena, "%.*s.svg", (int)(strlen(name) - strlen(".html")), name);
	chart_start(&d.chart, parent);
	draw(&d);
}

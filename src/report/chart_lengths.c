/* SPDX-License-Identifier: MIT */
#include "report/chart_lengths.h"

#include "core/record.h"
#include "report/aggregate.h"
#include "report/candidate.h"
#include "report/chart.h"
#include "report/dataset.h"
#include "report/html.h"
#include "report/number.h"
#include "report/page.h"
#include "report/view_sections.h"

#include <math.h>
#include <stdlib.h>

enum {
	LINES = 40,   /* that are drawn */
	TICKS = 6,    /* at most, of cycles per byte */
	TOP = 24,     /* px above the field */
	HEIGHT = 260, /* px of the field, or more where the names need it */
	NAME = 17,    /* characters of an instance's name */
	PITCH = 14,   /* px from one name to the next */
	DASHES = 4,   /* kinds of lines in picture.css */
};

static const double left = 0.12, right = 0.66; /* of the field, as shares */
static const double apart = 0.2; /* of lengths that are named, in shares of the axis */

struct line {
	const struct instance *instance;
	const struct row *row; /* one for each operation */
	bool estimated;        /* its last figure */
	double y, end;         /* px below TOP: its name, its last point */
	long x;                /* of that, in the field */
};

struct drawing {
	struct chart chart;
	const struct aggregate *a;
	struct line *line;
	size_t lines, counted, estimated; /* rows of either kind */
	struct scale across, down;
	double height;
};

static double
figure(const struct row *r)
{
	return r->state == ROW_GOOD && r->figures.cycles_per_byte > 0
	    ? r->figures.cycles_per_byte
	    : NAN;
}

static void
widen(struct scale *s, double value)
{
	s->low = s->low > 0 ? fmin(s->low, value) : value;
	s->high = fmax(s->high, value);
}

/* The instances with at least one figure, and what the axes have to hold. */
static void
read_lines(struct drawing *d, struct arena *arena)
{
	const struct aggregate *a = d->a;

	d->line = arena_get(arena, (a->instances + 1) * sizeof(*d->line));
	for (size_t i = 0; i < a->instances && d->lines < LINES; i++) {
		struct line l = {&a->instance[i], aggregate_row(a, i, 0), 0, 0, 0, 0};
		bool any = false;
		for (size_t k = 0; k < a->operations; k++) {
			double y = figure(&l.row[k]);
			if (isnan(y))
				continue;
			any = true;
			l.estimated =
			    l.row[k].timing->record.cycle_source == CYCLES_ESTIMATE;
			d->estimated += l.estimated;
			d->counted += !l.estimated;
			widen(&d->across, (double)a->operation[k].input_bytes);
			widen(&d->down, y);
		}
		if (any)
			d->line[d->lines++] = l;
	}
	if (d->across.low == d->across.high) {
		d->across.low /= 2;
		d->across.high *= 2;
	}
	d->down.low /= 1.1;
	d->down.high *= 1.1;
	d->height = fmax(HEIGHT, (double)(PITCH * d->lines));
}

static long
across(const struct drawing *d, const struct operation *o)
{
	return svg_across(scale_place(&d->across, (double)o->input_bytes));
}

/* px below TOP */
static double
down(const struct drawing *d, double value)
{
	return d->height * (1 - scale_place(&d->down, value));
}

/* A line is broken where a figure is missing. */
static void
add_line(struct drawing *d, struct line *l, size_t dash, struct node *field,
    struct path *marks)
{
	struct path p = {{0}, 0, 0};
	bool pen = false;

	for (size_t k = 0; k < d->a->operations; k++) {
		double value = figure(&l->row[k]);
		long y;
		if (isnan(value)) {
			pen = false;
			continue;
		}
		l->x = across(d, &d->a->operation[k]);
		l->end = down(d, value);
		y = lround(l->end * SVG_DOWN);
		(pen ? path_line : path_move)(&p, l->x, y);
		path_dot(marks, l->x, y);
		pen = true;
	}
	path_add(&p, field,
	    arena_format(&d->chart.page->arena, "line dash%zu", dash % DASHES));
}

static int
by_end(const void *a, const void *b)
{
	const struct line *x = a, *y = b;

	return (x->end > y->end) - (x->end < y->end);
}

/* Names stand beside the lines' ends, in their order, none over another. */
static void
place_names(struct drawing *d)
{
	double y = -PITCH, limit = d->height;

	qsort(d->line, d->lines, sizeof(*d->line), by_end);
	for (size_t i = 0; i < d->lines; i++)
		y = d->line[i].y = fmax(d->line[i].end, y + PITCH);
	for (size_t i = d->lines; i-- > 0; limit = d->line[i].y - PITCH)
		d->line[i].y = fmin(d->line[i].y, limit);
}

static void
add_names(struct drawing *d, struct node *field)
{
	struct page *p = d->chart.page;
	struct path leaders = {{0}, 0, 0};

	place_names(d);
	for (size_t i = 0; i < d->lines; i++) {
		const struct line *l = &d->line[i];
		const char *name = view_label(l->instance, &p->arena);
		if (d->counted && l->estimated)
			name = arena_format(&p->arena, "%s est.", name);
		path_move(&leaders, l->x + 8, lround(l->end * SVG_DOWN));
		path_line(&leaders, SVG_ACROSS + 8, lround(l->end * SVG_DOWN));
		path_line(&leaders, SVG_ACROSS + 28, lround(l->y * SVG_DOWN));
		svg_text(d->chart.svg, "small", right + 0.022, TOP + l->y + 4,
		    chart_cut(p, name, NAME));
	}
	path_add(&leaders, field, "grid");
}

/* Every length has a line; those far enough apart are named. */
static void
add_lengths(struct drawing *d, struct path *grid)
{
	struct page *p = d->chart.page;
	double last = -1;

	for (size_t k = 0; k < d->a->operations; k++) {
		const struct operation *o = &d->a->operation[k];
		double at = scale_place(&d->across, (double)o->input_bytes);
		if (!(at >= 0 && at <= 1))
			continue;
		path_move(grid, svg_across(at), 0);
		path_line(grid, svg_across(at), lround(d->height * SVG_DOWN));
		if (last >= 0 && at - last < apart)
			continue;
		last = at;
		svg_text(d->chart.svg, "small middle", left + at * (right - left),
		    TOP + d->height + 15,
		    arena_format(&p->arena, "%lld B", (long long)o->input_bytes));
	}
}

static void
add_axes(struct drawing *d, struct node *field)
{
	struct path grid = {{0}, 0, 0};
	double tick[TICKS];
	size_t n = scale_ticks(&d->down, TICKS, tick);
	char digits[NUMBER_SIZE];

	for (size_t i = 0; i < n; i++) {
		double y = down(d, tick[i]);
		path_move(&grid, 0, lround(y * SVG_DOWN));
		path_line(&grid, SVG_ACROSS, grid.y);
		svg_text(d->chart.svg, "small end", left - 0.015, TOP + y + 4,
		    number_digits(digits, tick[i]));
	}
	add_lengths(d, &grid);
	path_add(&grid, field, "grid");
	svg_text(d->chart.svg, "small head", 0, 11,
	    !d->counted         ? "estimated cycles/byte"
		: !d->estimated ? "cycles/byte"
				: "cycles/byte (est.: estimated)");
}

static void
draw(struct drawing *d)
{
	static const char *const lines[] = {
	    "Across: message length. Both axes are logarithmic."};
	struct node *field = svg_field(d->chart.svg, left, right, TOP, d->height);
	struct path marks = {{0}, 0, 0};

	add_axes(d, field);
	for (size_t i = 0; i < d->lines; i++)
		add_line(d, &d->line[i], i, field, &marks);
	path_add(&marks, field, "marks");
	add_names(d, field);
	chart_finish(&d->chart, TOP + d->height + TOP, lines, 1);
}

void
chart_lengths(struct page *p, struct node *section, const struct aggregate *a)
{
	struct arena *arena = &p->arena;
	const char *id = a->candidate->id;
	struct drawing d = {
	    .chart = {.page = p, .id = "lengths", .table = "performance"},
	    .a = a,
	    .across.logarithmic = true,
	    .down.logarithmic = true};

	if (a->layout != LAYOUT_HASH)
		return;
	read_lines(&d, arena);
	if (!d.lines)
		return;
	d.chart.title = arena_format(arena,
	    "Cycles per byte of %s on %s over the message's length%s", id,
	    a->dataset->name,
	    d.lines == LINES && a->instances > LINES
		? arena_format(
		      arena, "; the first %d of %zu instances", LINES, a->instances)
		: "");
	d.chart.description =
	    "A line for each instance, with a dot for each row of the table of section "
	    "4; its name stands at its end. Both axes are logarithmic.";
	d.chart.file = arena_format(arena, "%s-lengths.svg", id);
	chart_start(&d.chart, section);
	draw(&d);
}

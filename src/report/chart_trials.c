/* SPDX-License-Identifier: MIT */
#include "report/chart_trials.h"

#include "core/compare.h"
#include "core/record.h"
#include "core/stats.h"
#include "report/aggregate.h"
#include "report/candidate.h"
#include "report/chart.h"
#include "report/dataset.h"
#include "report/html.h"
#include "report/number.h"
#include "report/page.h"
#include "report/view_sections.h"

#include <math.h>
#include <string.h>

enum {
	STRIPS = 200, /* that are drawn */
	TICKS = 5,    /* at most, on the axis */
	TOP = 20,     /* px above the strips: the axis' texts */
	HEAD = 18,    /* px of an instance's name */
	LINE = 3,     /* px of a trial's line of batches */
	LINES = 8,    /* a strip is as high as so many, or fewer */
	BARE = 9,     /* px of a strip without batches */
	GAP = 8,      /* px below a strip, where the interval stands */
	NAME = 14,    /* characters of an operation's name */
	LABEL = 60,   /* of an instance's */
	REACH = 4,    /* the axis ends at so many times the median strip's reach */
};

static const double left = 0.2, right = 0.94; /* of the field, as shares */

/* Values are relative to the row's mean: 0 is the mean, 0.01 is 1 % above. */
struct strip {
	const struct row *row;
	double *trial; /* NULL: the row has no figures */
	size_t trials;
	double *batch;      /* of one trial after the other, ascending in each */
	size_t *end;        /* of each trial's batches; NULL: there are none */
	double low, high;   /* the interval; NaN: unknown */
	double top, height; /* px */
};

struct drawing {
	struct chart chart;
	struct strip *strip;
	size_t strips;
	struct scale scale;
	struct path dots, ticks, intervals, beyond, base;
	size_t budget; /* points of a strip */
	bool any_batch, any_interval, any_beyond;
};

static double
relative(double cost, double mean)
{
	return cost / mean - 1;
}

static void
read_batches(struct strip *s, const struct record *r, double mean, struct arena *arena)
{
	if (!r->batch_ends)
		return;
	s->batch = arena_get(arena, r->batches * sizeof(*s->batch));
	s->end = arena_get(arena, r->batch_ends * sizeof(*s->end));
	for (size_t i = 0; i < r->batches; i++)
		s->batch[i] = relative(r->batch[i], mean);
	for (size_t i = 0; i < r->batch_ends; i++)
		s->end[i] = r->batch_end[i];
}

/* In cycles where every trial has them, as the batches are. */
static void
read_strip(struct strip *s, struct arena *arena)
{
	const struct record *r = &s->row->timing->record;
	struct interval interval;
	double mean = s->row->figures.cycles;
	double *x = arena_get(arena, r->trial_count * sizeof(*x));

	if (!record_costs(r, false, x)) {
		mean = s->row->figures.seconds;
		if (!record_costs(r, true, x))
			return;
	}
	s->trial = x;
	s->trials = r->trial_count;
	compare_mean(&interval, x, s->trials);
	s->low = relative(interval.low, mean);
	s->high = relative(interval.high, mean);
	for (size_t i = 0; i < s->trials; i++)
		x[i] = relative(x[i], mean);
	read_batches(s, r, mean, arena);
}

/* How far a strip reaches to the side of sign; of each trial's batches up to their
 * quantile p. */
static double
reach(const struct strip *s, double sign, double p)
{
	double most = fmax(sign * (sign < 0 ? s->low : s->high), 0);

	for (size_t i = 0; i < s->trials; i++)
		most = fmax(most, sign * s->trial[i]);
	for (size_t i = 0, from = 0; s->end && i < s->trials; from = s->end[i++])
		if (s->end[i] > from)
			most = fmax(most,
			    sign *
				stats_quantile(s->batch + from, s->end[i] - from,
				    sign < 0 ? 1 - p : p));
	return most;
}

/* Where the axis ends: neither one wild strip nor each strip's few wild batches may
 * press everything else together. x has room for all strips. */
static double
find_end(const struct drawing *d, double sign, double *x)
{
	double furthest = 0, median;
	size_t n = 0;

	for (size_t i = 0; i < d->strips; i++) {
		if (!d->strip[i].trial)
			continue;
		x[n++] = reach(&d->strip[i], sign, 0.975);
		furthest = fmax(furthest, reach(&d->strip[i], sign, 1));
	}
	stats_sort(x, n);
	median = stats_quantile(x, n, 0.5);
	if (median > 0 && x[n - 1] > REACH * median)
		return REACH * median;
	return fmin(furthest, 1.5 * x[n - 1]);
}

static void
find_scale(struct drawing *d, struct arena *arena)
{
	double *x = arena_get(arena, d->strips * sizeof(*x));
	double low = find_end(d, -1, x), high = find_end(d, 1, x);
	double least = fmax(fmax(low, high) / 4, 0.0005);

	d->scale.low = -1.05 * fmax(low, least);
	d->scale.high = 1.05 * fmax(high, least);
}

static double
down(double px)
{
	return (px - TOP) * SVG_DOWN;
}

/* n ascending values as dots or upright ticks at the height y. */
static void
add_dots(
    struct drawing *d, const double *value, size_t n, long y, bool *low, bool *high)
{
	long x;

	for (size_t i = 0; i < n; i++)
		if (chart_place(&d->scale, value[i], &x))
			path_dot(&d->dots, x, y);
		else
			*(value[i] < 0 ? low : high) = true;
}

static void
add_trials(struct drawing *d, const struct strip *s, bool *low, bool *high)
{
	size_t most = d->budget / (s->end ? 2 : 1), n = s->trials, from = 0;
	double line = s->height / (double)s->trials, *kept = s->trial;
	long x, half = s->end ? lround(fmax(line, 6)) : lround(s->height);

	if (n > most) { /* too many for a line of each */
		stats_sort(kept, n);
		n = stats_thin(kept, n, most);
	}
	for (size_t i = 0; i < n; i++) {
		long y = lround(
		    down(s->end ? s->top + ((double)i + 0.5) * s->height / (double)n
				: s->top + s->height / 2));
		if (chart_place(&d->scale, kept[i], &x)) {
			path_move(&d->ticks, x, y - half);
			path_line(&d->ticks, x, y + half);
		} else {
			*(kept[i] < 0 ? low : high) = true;
		}
	}
	if (!s->end)
		return;
	most = s->trials < most ? (d->budget - s->trials) / s->trials : 0;
	for (size_t i = 0; i < s->trials; from = s->end[i++]) {
		size_t count = s->end[i] - from;
		if (most > 1)
			count = stats_thin(s->batch + from, count, most);
		else if (count > most)
			continue;
		add_dots(d, s->batch + from, count,
		    lround(down(s->top + ((double)i + 0.5) * line)), low, high);
	}
}

/* A trial that is beyond the edge is not lost: how far, in words. One trial alone
 * stands at the mean, as if it were exact. */
static void
add_far_trials(const struct drawing *d, const struct strip *s)
{
	double middle = s->top + s->height / 2 + 4;
	double at[2] = {left + 0.02, right - 0.02}, most[2] = {0, 0};
	struct page *p = d->chart.page;
	char digits[NUMBER_SIZE];
	long unused;

	for (size_t i = 0; i < s->trials; i++) {
		most[0] = fmin(most[0], s->trial[i]);
		most[1] = fmax(most[1], s->trial[i]);
	}
	for (int side = 0; side < 2; side++)
		if (!chart_place(&d->scale, most[side], &unused))
			svg_text(d->chart.svg, side ? "name end" : "name", at[side],
			    middle,
			    arena_format(&p->arena, "%s%s %%", side ? "+" : "−",
				number_digits(digits, fabs(100 * most[side]))));
	if (s->trials == 1)
		svg_text(d->chart.svg, "name",
		    left + 0.02 + scale_place(&d->scale, 0) * (right - left), middle,
		    "one trial");
}

static void
add_strip(struct drawing *d, const struct strip *s)
{
	const struct operation *o = s->row->operation;
	struct page *p = d->chart.page;
	double middle = s->top + s->height / 2 + 4;
	const char *name = o->input_bytes
	    ? arena_format(&p->arena, "%lld B", (long long)o->input_bytes)
	    : chart_cut(p, o->key, NAME);
	bool low = false, high = false;

	svg_text(d->chart.svg, "small", 0.01, middle, name);
	path_move(&d->base, 0, lround(down(s->top + s->height + GAP / 2.0 - 1)));
	path_line(&d->base, SVG_ACROSS, d->base.y);
	if (!s->trial) {
		svg_text(d->chart.svg, "small", left, middle,
		    s->row->state == ROW_FAILED       ? "failed"
			: s->row->state == ROW_BROKEN ? "not usable"
						      : "–");
		return;
	}
	add_trials(d, s, &low, &high);
	if (!isnan(s->low))
		chart_interval(&d->intervals, &d->scale, s->low, s->high,
		    lround(down(s->top + s->height + GAP / 2.0 - 1)), &low, &high);
	chart_arrows(&d->beyond, lround(down(s->top + s->height / 2)), low, high);
	d->any_interval = d->any_interval || !isnan(s->low);
	d->any_beyond = d->any_beyond || low || high;
}

/* "+0.5 %", at every tick; a line for each from the top of the field to its bottom. */
static void
add_axis(struct drawing *d, struct node *field, double bottom)
{
	struct path grid = {{0}, 0, 0}, axis = {{0}, 0, 0};
	double tick[TICKS];
	size_t n = scale_ticks(&d->scale, TICKS, tick);
	char digits[NUMBER_SIZE];

	for (size_t i = 0; i < n; i++) {
		double at = scale_place(&d->scale, tick[i]);
		struct path *path = tick[i] == 0 ? &axis : &grid;
		const char *text = arena_format(&d->chart.page->arena, "%s%s%s",
		    tick[i] < 0       ? "−"
			: tick[i] > 0 ? "+"
				      : "",
		    number_digits(digits, fabs(100 * tick[i])),
		    tick[i] == 0 ? "" : " %");
		path_move(path, svg_across(at), 0);
		path_line(path, svg_across(at), lround(down(bottom)));
		at = left + at * (right - left);
		svg_text(d->chart.svg, "small middle", at, TOP - 6, text);
		svg_text(d->chart.svg, "small middle", at, bottom + 14, text);
	}
	path_add(&grid, field, "grid");
	path_add(&axis, field, "axis");
}

/* Sets the strips' places, and writes the instances' names; returns where they end. */
static double
lay_out(struct drawing *d)
{
	const struct instance *last = NULL;
	struct page *p = d->chart.page;
	double y = TOP;

	for (size_t i = 0; i < d->strips; i++) {
		struct strip *s = &d->strip[i];
		if (s->row->instance != last) {
			last = s->row->instance;
			y += HEAD;
			svg_text(d->chart.svg, "small head", 0, y - 4,
			    chart_cut(p, view_label(last, &p->arena), LABEL));
		}
		s->top = y;
		s->height =
		    s->end ? LINE * fmin((double)fmax(s->trials, 3), LINES) : BARE;
		y += s->height + GAP;
	}
	return y;
}

static void
draw(struct drawing *d)
{
	double bottom = lay_out(d);
	struct node *field = svg_field(d->chart.svg, left, right, TOP, bottom - TOP);

	add_axis(d, field, bottom);
	for (size_t i = 0; i < d->strips; i++)
		add_strip(d, &d->strip[i]);
	path_add(&d->base, field, "grid");
	path_add(&d->dots, field, "dots");
	path_add(&d->ticks, field, "ticks");
	path_add(&d->intervals, field, "interval");
	path_add(&d->beyond, field, "beyond");
	for (size_t i = 0; i < d->strips; i++)
		add_far_trials(d, &d->strip[i]); /* over the paths */
	{
		const char *lines[4];
		size_t n = 0;
		lines[n++] = "Cost of a call against the row's mean, which is 0.";
		lines[n++] = d->any_batch
		    ? "Dots: batches, one line a trial. Ticks: trials."
		    : "Upright ticks: trials.";
		if (d->any_interval)
			lines[n++] = "Bar below with ends: 95 % interval of the mean.";
		if (d->any_beyond)
			lines[n++] =
			    "Arrows: more beyond, up to the trial that is told.";
		chart_finish(&d->chart, bottom + TOP, lines, n);
	}
}

/* False where there is nothing to be drawn. */
static bool
read_strips(struct drawing *d, const struct aggregate *a, struct arena *arena)
{
	size_t rows = a->instances * a->operations, good = 0;

	d->strips = rows < STRIPS ? rows : STRIPS;
	d->strip = arena_get(arena, d->strips * sizeof(*d->strip));
	for (size_t i = 0; i < d->strips; i++) {
		d->strip[i].row = &a->row[i];
		if (a->row[i].state == ROW_GOOD)
			read_strip(&d->strip[i], arena);
		good += d->strip[i].trial != NULL;
		d->any_batch = d->any_batch || d->strip[i].end;
	}
	if (good)
		d->budget = CHART_POINTS / good;
	return good > 0;
}

void
chart_trials(struct page *p, struct node *section, const struct aggregate *a)
{
	struct arena *arena = &p->arena;
	const char *id = a->candidate->id;
	struct drawing d = {
	    .chart = {.page = p, .id = "trials", .table = "performance"}};
	size_t rows = a->instances * a->operations;

	if (!read_strips(&d, a, arena))
		return;
	d.chart.title =
	    arena_format(arena, "%s of %s on %s, against the mean of each row%s",
		d.any_batch ? "Trials and batches" : "Trials", id, a->dataset->name,
		rows > STRIPS
		    ? arena_format(arena, "; the first %d of %zu rows", STRIPS, rows)
		    : "");
	d.chart.description =
	    "A strip for each row of the table of section 4: upright ticks are trials, "
	    "dots are batches of calls in them, the bar below is the 95 % interval of "
	    "the mean.";
	d.chart.file = arena_format(arena, "%s-trials.svg", id);
	find_scale(&d, arena);
	chart_start(&d.chart, section);
	draw(&d);
}

/* SPDX-License-Identifier: MIT */
#include "report/chart_sizes.h"

#include "report/chart.h"
#include "report/html.h"
#include "report/number.h"
#include "report/page.h"
#include "report/summary.h"

#include <math.h>
#include <string.h>

enum {
	TICKS = 5,    /* at most, on an axis */
	TOP = 24,     /* px above the field */
	HEIGHT = 340, /* px of the field */
	NARROW =
	    270,    /* px of the field's width on a telephone: names find room there */
	LETTER = 7, /* px of a name's letter, */
	NAME_HIGH = 12,
	NAME_LETTERS = 8,
	FEW = 20, /* points that have a name each, of */
	LABEL_LETTERS = 14,
	AWAY = 5, /* px from a point to its name */
};

static const double left = 0.16, right = 0.97; /* of the field, as shares */

/* What is added up; each is one transfer and what both sides compute for it. */
static const struct kind {
	const char *keys[2]; /* operations; the second may be NULL */
	const char *time, *bytes;
} kinds[] = {
    [LAYOUT_KEM] = {{"enc", "dec"}, "enc + dec",
	"Across: bytes of public key and ciphertext."},
    [LAYOUT_SIGN] = {{"sign", "verify"}, "sign + verify",
	"Across: bytes of public key and signature."},
    [LAYOUT_KEX] = {{"exchange", NULL}, "exchange", "Across: bytes of all messages."},
};

struct point {
	const struct summary *of;
	double bytes, seconds;
	double x, y; /* px in a field of NARROW and HEIGHT */
};

/* A name's place: its box, in the same px. */
struct name {
	double x, y, width;
};

struct drawing {
	struct chart chart;
	struct point *point;
	struct name *name;
	size_t points, names, nameless;
	struct scale across, down;
	bool any_failed; /* of the KATs */
};

/* NaN where an operation is not known. */
static double
seconds(const struct summary *s)
{
	const struct kind *k = &kinds[s->layout];
	double sum = 0;

	for (int i = 0; i < 2 && k->keys[i]; i++) {
		const struct summary_operation *o = summary_operation(s, k->keys[i]);
		sum += o ? o->seconds : NAN;
	}
	return sum;
}

/* 0 where a size is not known. */
static double
bytes(const struct summary *s)
{
	int64_t sent = s->layout == LAYOUT_KEM ? s->ct : s->signature;

	if (s->layout == LAYOUT_KEX)
		return s->transferred > 0 ? (double)s->transferred : 0;
	return s->pk > 0 && sent > 0 ? (double)(s->pk + sent) : 0;
}

static void
widen(struct scale *s, double value)
{
	s->low = s->low > 0 ? fmin(s->low, value) : value;
	s->high = fmax(s->high, value);
}

/* A little room beyond the outermost points. */
static void
pad(struct scale *s)
{
	double room = fmax(pow(s->high / s->low, 0.05), 1.1);

	s->low /= room;
	s->high *= room;
}

static void
read_points(struct drawing *d, const struct summaries *all, const char *category,
    struct arena *arena)
{
	d->point = arena_get(arena, all->count * sizeof(*d->point));
	d->name = arena_get(arena, all->count * sizeof(*d->name));
	for (size_t i = 0; i < all->count && d->points < CHART_POINTS; i++) {
		const struct summary *s = &all->list[i];
		struct point p = {.of = s};
		if (strcmp(s->category, category) != 0)
			continue;
		p.bytes = bytes(s);
		p.seconds = seconds(s);
		if (!(p.bytes > 0 && p.seconds > 0))
			continue;
		widen(&d->across, p.bytes);
		widen(&d->down, p.seconds);
		d->any_failed = d->any_failed || !s->passed;
		d->point[d->points++] = p;
	}
	pad(&d->across);
	pad(&d->down);
	for (size_t i = 0; i < d->points; i++) {
		struct point *p = &d->point[i];
		p->x = NARROW * scale_place(&d->across, p->bytes);
		p->y = HEIGHT * (1 - scale_place(&d->down, p->seconds));
	}
}

static bool
is_free(const struct drawing *d, const struct name *n)
{
	if (n->x < 0 || n->x + n->width > NARROW || n->y < 0 ||
	    n->y + NAME_HIGH > HEIGHT)
		return false;
	for (size_t i = 0; i < d->names; i++) {
		const struct name *other = &d->name[i];
		if (n->x < other->x + other->width && other->x < n->x + n->width &&
		    fabs(n->y - other->y) < NAME_HIGH)
			return false;
	}
	for (size_t i = 0; i < d->points; i++) {
		const struct point *p = &d->point[i];
		if (p->x > n->x && p->x < n->x + n->width && p->y > n->y &&
		    p->y < n->y + NAME_HIGH)
			return false;
	}
	return true;
}

/* A name beside one of the points from first to end, where there is room. */
static void
put_name(struct drawing *d, size_t first, size_t end, const char *text)
{
	double width = (double)(LETTER * strlen(text));

	for (size_t i = first; i < end; i++)
		for (int side = 0; side < 2; side++) {
			const struct point *p = &d->point[i];
			struct name n = {side ? p->x - AWAY - width : p->x + AWAY,
			    p->y - NAME_HIGH / 2.0, width};
			double at = left + p->x / NARROW * (right - left);
			if (!is_free(d, &n))
				continue;
			d->name[d->names++] = n;
			/* the distance keeps its size: it is a shift of the text */
			html_attr_number(
			    svg_text(d->chart.svg, side ? "name end" : "name", at,
				TOP + p->y + 4, text),
			    "dx", side ? -AWAY : AWAY);
			return;
		}
	d->nameless++;
}

/* The names of a candidate's points, from first to end: of each instance where there
 * are few, else one for all. */
static void
add_name(struct drawing *d, size_t first, size_t end)
{
	const char *candidate = d->point[first].of->candidate;
	const char *dash = strchr(candidate, '-');

	if (d->points > FEW) {
		put_name(d, first, end,
		    chart_cut(
			d->chart.page, dash ? dash + 1 : candidate, NAME_LETTERS));
		return;
	}
	for (size_t i = first; i < end; i++)
		put_name(d, i, i + 1,
		    chart_cut(d->chart.page, d->point[i].of->label, LABEL_LETTERS));
}

static void
add_axes(struct drawing *d, struct node *field)
{
	struct path grid = {{0}, 0, 0};
	double tick[TICKS];
	size_t n = scale_ticks(&d->across, TICKS, tick);
	char text[NUMBER_SIZE];

	for (size_t i = 0; i < n; i++) {
		double at = scale_place(&d->across, tick[i]);
		path_move(&grid, svg_across(at), 0);
		path_line(&grid, svg_across(at), HEIGHT * SVG_DOWN);
		svg_text(d->chart.svg, "small middle", left + at * (right - left),
		    TOP + HEIGHT + 15, number_digits(text, tick[i]));
	}
	n = scale_ticks(&d->down, TICKS, tick);
	for (size_t i = 0; i < n; i++) {
		double y = HEIGHT * (1 - scale_place(&d->down, tick[i]));
		path_move(&grid, 0, lround(y * SVG_DOWN));
		path_line(&grid, SVG_ACROSS, grid.y);
		svg_text(d->chart.svg, "small end", left - 0.015, TOP + y + 4,
		    number_time(text, tick[i]));
	}
	path_add(&grid, field, "grid");
}

static void
add_mark(struct path *dots, struct path *crosses, long x, long y, bool passed)
{
	if (passed) {
		path_dot(dots, x, y);
		return;
	}
	path_move(crosses, x - 6, y - 7);
	path_line(crosses, x + 6, y + 7);
	path_move(crosses, x - 6, y + 7);
	path_line(crosses, x + 6, y - 7);
}

/* The instances of a candidate are joined by a thin line. */
static void
add_points(struct drawing *d, struct node *field)
{
	struct path joins = {{0}, 0, 0}, dots = {{0}, 0, 0}, crosses = {{0}, 0, 0};
	size_t first = 0;

	for (size_t i = 0; i < d->points; i++) {
		const struct point *p = &d->point[i];
		long x = svg_across(p->x / NARROW), y = lround(p->y * SVG_DOWN);
		bool next = !i || strcmp(p->of->candidate, p[-1].of->candidate) != 0;
		if (next && i)
			add_name(d, first, i);
		first = next ? i : first;
		(next ? path_move : path_line)(&joins, x, y);
		add_mark(&dots, &crosses, x, y, p->of->passed);
	}
	add_name(d, first, d->points);
	path_add(&joins, field, "join");
	path_add(&dots, field, "marks");
	path_add(&crosses, field, "crosses");
}

static void
draw(struct drawing *d, const struct kind *k)
{
	struct node *field = svg_field(d->chart.svg, left, right, TOP, HEIGHT);
	struct arena *arena = &d->chart.page->arena;
	const char *lines[5];
	size_t n = 0;

	svg_text(d->chart.svg, "small head", 0, 11, k->time);
	add_axes(d, field);
	add_points(d, field);
	lines[n++] = k->bytes;
	lines[n++] = d->points > FEW
	    ? "Name: candidate. Thin lines join its instances."
	    : "Name: instance. Thin lines join those of a candidate.";
	lines[n++] = "Both axes are logarithmic; lower left is better.";
	if (d->any_failed)
		lines[n++] = "Cross: the known-answer test did not pass.";
	if (d->nameless)
		lines[n++] =
		    arena_format(arena, "Names that found no room: %zu.", d->nameless);
	chart_finish(&d->chart, TOP + HEIGHT + TOP, lines, n);
}

void
chart_sizes(struct page *p, struct node *section, const struct summaries *all,
    const char *category, const char *dataset, const char *table)
{
	struct arena *arena = &p->arena;
	struct drawing d = {.chart = {.page = p, .table = table},
	    .across.logarithmic = true,
	    .down.logarithmic = true};
	const struct kind *k;

	read_points(&d, all, category, arena);
	if (d.points < 2)
		return;
	k = &kinds[d.point[0].of->layout];
	d.chart.id = arena_format(arena, "size-%s", category);
	d.chart.title = arena_format(
	    arena, "Time against size, %s on %s: %s", category, dataset, k->time);
	d.chart.description = "A mark for each instance of the table that has time and "
			      "sizes: the further "
			      "down, the less time; the further left, the fewer bytes.";
	d.chart.file = arena_format(arena, "size-%s.svg", category);
	chart_start(&d.chart, section);
	draw(&d, k);
}

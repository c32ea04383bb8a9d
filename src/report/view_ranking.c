/* SPDX-License-Identifier: MIT */
#include "report/view_ranking.h"

#include "core/catalog.h"
#include "report/dataset.h"
#include "report/html.h"
#include "report/number.h"
#include "report/page.h"
#include "report/ranking.h"
#include "report/summary.h"
#include "report/table.h"

#include <math.h>
#include <string.h>

struct view {
	struct page page;
	const struct dataset *dataset;
	const struct rankings *all;
};

static const char *
section_title(const struct ranking_section *t, struct arena *arena)
{
	const char *name = summary_title(t->category, t->layout);

	return t->is_rest ? arena_format(arena, "%s without a target", name)
	    : t->bits < 0
	    ? name
	    : arena_format(arena, "%s, target %lld bits", name, (long long)t->bits);
}

/* Unique on the page, since a category has no "-" in it. */
static const char *
section_id(const struct ranking_section *t, struct arena *arena)
{
	return row_id("", t->category,
	    t->is_rest        ? "rest"
		: t->bits < 0 ? "all"
			      : arena_format(arena, "%lld", (long long)t->bits),
	    arena);
}

/* What names a row: its candidate and instance, with links to their pages. */
static void
add_names(struct view *v, struct node *row, const struct summary *s)
{
	struct page *p = &v->page;
	const char *name = v->dataset->name;
	struct node *cell = table_head(row, "");

	html_attr(row, "data-category", s->category);
	html_attr(row, "data-kat", s->kat ? s->kat : "unknown");
	html_link(cell, page_link(p, "%s/%s.html", name, s->candidate), s->candidate);
	cell = table_head(row, "");
	html_link(cell,
	    arena_format(&p->arena, "%s#%s", page_link(p, "%s/index.html", name),
		row_id("", s->candidate, s->label, &p->arena)),
	    s->passed ? s->label : arena_format(&p->arena, "%s ⚠", s->label));
}

/* Half its length, relative: the ends are the centre over and times 1.01 for 1 %. */
static void
add_interval(struct node *row, const struct ranked *x, size_t trials)
{
	double share = sqrt(x->high / x->low) - 1;
	char text[NUMBER_SIZE];

	if (share < 10)
		table_figure(row, number_share(text, share), share);
	else
		html_attr(table_text(row,
			      !isnan(share)    ? "over 1000%"
				  : trials < 2 ? "one trial"
					       : "none"),
		    "class", "n");
}

/* The leading group stands out as a whole: who leads in it is not known. */
static void
add_rank(struct view *v, struct node *row, const struct ranked *x)
{
	char text[NUMBER_SIZE];
	struct node *cell = table_figure(row, "", x->rank);
	const char *rank = number_digits(text, x->rank);

	if (x->first != x->last)
		rank = arena_format(
		    &v->page.arena, "%s (%zu–%zu)", rank, x->first, x->last);
	if (x->first == 1)
		html_add_text(cell, "strong", rank);
	else
		html_text(cell, rank);
}

/* A figure leads to the file behind it. */
static void
add_metric(struct view *v, struct node *row, const struct ranking_metric *m,
    const struct ranking_row *of, size_t i)
{
	struct page *p = &v->page;
	const struct ranked *x = &of->by[i];
	struct node *cell;
	char text[NUMBER_SIZE];

	if (m->is_size) {
		table_count(row, (int64_t)x->value);
	} else {
		cell = table_figure(row, "", x->value);
		html_link(cell,
		    arena_format(&p->arena, "%s#%s",
			page_link(p, "%s/%s.html", v->dataset->name, of->of->candidate),
			row_id("evidence--", of->of->label, m->key, &p->arena)),
		    number_cycles(text, x->value));
		if (summary_is_unstable(of->stability[i]))
			html_text(cell, SUMMARY_UNSTABLE);
		add_interval(row, x, of->trials[i]);
	}
	add_rank(v, row, x);
}

enum { COLUMNS = 4 + 3 * RANKING_METRICS };

static size_t
make_columns(
    struct column *columns, const struct ranking_section *t, struct arena *arena)
{
	size_t n = 0;

	columns[n++] = (struct column){"candidate", false};
	columns[n++] = (struct column){"instance", false};
	columns[n++] = (struct column){"overall", true};
	columns[n++] = (struct column){"mean rank", true};
	for (size_t i = 0; i < t->metrics; i++) {
		const struct ranking_metric *m = &t->metric[i];
		columns[n++] = (struct column){m->title, true};
		if (!m->is_size)
			columns[n++] = (struct column){
			    arena_format(arena, "%s ±", m->title), true};
		columns[n++] =
		    (struct column){arena_format(arena, "%s rank", m->title), true};
	}
	return n;
}

static const char *
caption(const struct ranking_section *t, const struct ranking *r, struct arena *arena)
{
	bool estimate = r->source == CYCLES_ESTIMATE;
	char share[NUMBER_SIZE];

	return arena_format(arena, "%s: %s cycles of one call%s%s%s%s",
	    section_title(t, arena), estimate ? "estimated" : "counted",
	    t->layout == LAYOUT_HASH ? ", by message length" : "; sizes in bytes",
	    isnan(r->estimate_error) ? "" : "; stated error of an estimate up to ",
	    isnan(r->estimate_error) ? "" : number_share(share, r->estimate_error),
	    isnan(r->estimate_error) ? "" : ", which is not in the intervals");
}

static void
add_ranking(struct view *v, struct node *section, const struct ranking_section *t,
    const struct ranking *r)
{
	struct arena *arena = &v->page.arena;
	const char *id = section_id(t, arena);
	struct column columns[COLUMNS];
	char text[NUMBER_SIZE];
	struct rows rows = {
	    .table = table_add(section,
		arena_format(arena, "%s--%s", id,
		    r->source == CYCLES_ESTIMATE ? "estimate" : "perf"),
		caption(t, r, arena), columns, make_columns(columns, t, arena))};

	for (size_t i = 0; i < r->rows; i++) {
		const struct ranking_row *of = &r->row[i];
		struct node *row = table_next_row(&rows,
		    row_id(arena_format(arena, "%s--", id), of->of->candidate,
			of->of->label, arena));
		add_names(v, row, of->of);
		table_figure(row, number_digits(text, of->rank), of->rank);
		table_figure(row, number_digits(text, of->mean_rank), of->mean_rank);
		for (size_t m = 0; m < t->metrics; m++)
			add_metric(v, row, &t->metric[m], of, m);
	}
	table_end_rows(&rows);
}

static void
add_absents(struct view *v, struct node *section, const struct ranking_section *t)
{
	static const struct column columns[] = {
	    {"candidate", false}, {"instance", false}, {"why it is not ranked", false}};
	struct arena *arena = &v->page.arena;
	const char *id = section_id(t, arena);
	struct node *table = table_add(section, arena_format(arena, "%s--absent", id),
	    arena_format(arena, "%s: not ranked", section_title(t, arena)), columns, 3);

	for (size_t i = 0; i < t->absents; i++) {
		const struct ranking_absent *x = &t->absent[i];
		struct node *row = table_row(table,
		    row_id(arena_format(arena, "%s--", id), x->of->candidate,
			x->of->label, arena));
		add_names(v, row, x->of);
		html_attr(table_text(row, x->reason), "class", "words");
	}
}

static void
add_section(struct view *v, const struct ranking_section *t)
{
	struct arena *arena = &v->page.arena;
	struct node *section = html_add(v->page.main, "section");

	html_attr(section, "id", section_id(t, arena));
	html_add_text(section, "h2", section_title(t, arena));
	for (size_t i = 0; i < t->rankings; i++)
		add_ranking(v, section, t, &t->ranking[i]);
	if (t->absents)
		add_absents(v, section, t);
}

static void
add_contents(struct view *v)
{
	struct arena *arena = &v->page.arena;
	struct node *nav = NULL;

	for (size_t i = 0; i < v->all->sections; i++) {
		const struct ranking_section *t = &v->all->section[i];
		if (nav)
			html_text(nav, " · ");
		else
			nav = html_attr(
			    html_add(v->page.main, "nav"), "aria-label", "Sections");
		html_link(nav, arena_format(arena, "#%s", section_id(t, arena)),
		    section_title(t, arena));
	}
	if (!nav)
		html_add_text(v->page.main, "p", "The dataset has no candidate.");
}

static void
add_lead(struct view *v)
{
	static const char *const rules[] = {
	    "Each metric is ranked by itself, the least value first; overall is the "
	    "order of the means of these ranks, each metric counting alike. A rank "
	    "does not say how far ahead an instance is; the values do.",
	    "From the least value on, a new group starts at the first instance whose "
	    "95 % "
	    "interval (±) lies above that of the group's first. A group shares one "
	    "rank, and the order in it is not known: “2.5 (1–4)” is the rank 2.5 of "
	    "all four on the places 1 to 4. The leading group is in bold. Sizes are "
	    "exact and tie only where they are equal.",
	    "With one trial, or where trials have no cycles of their own, there is no "
	    "interval; the instance then joins the group above it.",
	    "Counted and estimated cycles are never in one ranking. Instances that "
	    "lack a metric, did not pass their known-answer test (⚠) or are withdrawn "
	    "stand below the table with the reason. " SUMMARY_UNSTABLE
	    " marks a value that is unstable: every attempt at one of its trials was "
	    "disturbed.",
	};
	const char *name = v->dataset->name;
	struct page *p = &v->page;
	struct node *list = html_add(p->main, "ul"), *line;

	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
		html_add_text(list, "li", rules[i]);
	line = html_attr(html_add(p->main, "p"), "class", "files");
	html_text(line, "The same, exact: ");
	html_link(line, page_link(p, "%s/ranking.csv", name), "ranking.csv");
	html_text(line, ", ");
	html_link(line, page_link(p, "%s/ranking.json", name), "ranking.json");
	html_text(line, ". A figure leads to the file behind it. ");
	html_link(line,
	    arena_format(&p->arena, "%s#how-a-rank-comes-about",
		page_link(p, "%s/method.html", name)),
	    "Why groups");
	html_text(line, ".");
}

int
view_ranking(const struct dataset *d, const struct rankings *r,
    const struct publication *pub, struct buf *out, struct err *e)
{
	struct view v = {.dataset = d, .all = r};
	const struct catalog_system *known = catalog_system(pub->catalog, d->system);
	struct arena names = {0};
	struct page *p = &v.page;
	int result;

	page_start(p, pub, arena_format(&names, "%s/ranking.html", d->name));
	p->title = arena_format(&p->arena, "%s — ranking on %s", d->name,
	    known && known->architecture ? known->architecture : d->system);
	page_breadcrumb(p, d->name, "ranking");
	html_add_text(p->main, "h1", p->title);
	page_earlier(p, d, "ranking.html");
	add_lead(&v);
	add_contents(&v);
	html_attr(html_add(p->main, "div"), "id", "filter");
	for (size_t i = 0; i < r->sections; i++)
		add_section(&v, &r->section[i]);
	result = page_finish(p, out, e);
	arena_free(&names);
	return result;
}

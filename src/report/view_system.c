/* SPDX-License-Identifier: MIT */
#include "report/view_system.h"

#include "core/buf.h"
#include "core/catalog.h"
#include "core/text.h"
#include "report/chart_sizes.h"
#include "report/dataset.h"
#include "report/environment.h"
#include "report/html.h"
#include "report/number.h"
#include "report/page.h"
#include "report/summary.h"
#include "report/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One table: a category and its operations. */
struct category {
	const char *name;
	enum layout layout;
	const char **key; /* operations, in their order */
	size_t keys;
	bool all_estimates, any_estimate, any_notes;
};

struct view {
	struct page page;
	const struct dataset *dataset;
	const struct summaries *all;
	const char *baseline; /* of hashes: "<candidate>/<label prefix>"; may be NULL */
};

static const char *const hash_keys[] = {"hash_32", "hash_1024", "hash_65536"};
static const char *const hash_titles[] = {"32 B", "1 KiB", "64 KiB"};

static bool
has_key(const struct category *c, const char *key)
{
	for (size_t i = 0; i < c->keys; i++)
		if (!strcmp(c->key[i], key))
			return true;
	return false;
}

static bool
is_dated(const struct catalog_note *n)
{
	return !strcmp(n->kind, "erratum") || !strcmp(n->kind, "withdrawn");
}

/* Whether it is of the kinds that stand in the row, and of this instance. */
static bool
is_note_of(const struct catalog_note *n, const struct summary *s)
{
	return (is_dated(n) || !strcmp(n->kind, "summary")) &&
	    text_equal(n->candidate, s->candidate) &&
	    (!n->label || !strcmp(n->label, "*") || !strcmp(n->label, s->label));
}

static bool
has_no_figure(const struct summary_operation *o)
{
	return o->state == ROW_FAILED || o->state == ROW_BROKEN;
}

static bool
has_notes(const struct catalog *c, const struct summary *s)
{
	for (size_t i = 0; i < c->notes; i++)
		if (is_note_of(&c->note[i], s))
			return true;
	for (size_t o = 0; o < s->operations; o++)
		if (has_no_figure(&s->operation[o]))
			return true;
	return false;
}

/* A hash's three lengths, or every operation that an instance of the category has. */
static void
find_keys(struct category *c, const struct view *v, struct arena *arena)
{
	const struct summaries *all = v->all;
	size_t counted = 0, estimates = 0;

	if (c->layout == LAYOUT_HASH) {
		c->key = (const char **)hash_keys;
		c->keys = 3;
	}
	for (size_t i = 0; i < all->count; i++) {
		const struct summary *s = &all->list[i];
		if (strcmp(s->category, c->name) != 0)
			continue;
		c->any_notes = c->any_notes || has_notes(v->page.pub->catalog, s);
		for (size_t o = 0; o < s->operations; o++) {
			counted += s->operation[o].source == CYCLES_PERF;
			estimates += s->operation[o].source == CYCLES_ESTIMATE;
			if (c->layout == LAYOUT_HASH || has_key(c, s->operation[o].key))
				continue;
			c->key = arena_grow(arena, c->key, c->keys, sizeof(*c->key));
			c->key[c->keys++] = s->operation[o].key;
		}
	}
	c->any_estimate = estimates > 0;
	c->all_estimates = estimates > 0 && !counted;
}

/* The baseline's instance with the same output length, where the catalog names one. */
static const struct summary *
find_baseline(const struct view *v, const struct summary *s)
{
	const char *slash = v->baseline ? strchr(v->baseline, '/') : NULL;
	size_t n;

	if (!slash || s->layout != LAYOUT_HASH || s->digest < 0)
		return NULL;
	n = (size_t)(slash - v->baseline);
	for (size_t i = 0; i < v->all->count; i++) {
		const struct summary *b = &v->all->list[i];
		if (strlen(b->candidate) == n &&
		    !memcmp(b->candidate, v->baseline, n) &&
		    !strncmp(b->label, slash + 1, strlen(slash + 1)) &&
		    b->digest == s->digest)
			return b;
	}
	return NULL;
}

/* Cycles over those of the baseline; NaN unless both are of one kind. */
static double
ratio(const struct summary *s, const struct summary *b, const char *key)
{
	const struct summary_operation *x = summary_operation(s, key),
				       *y = b ? summary_operation(b, key) : NULL;

	if (!x || !y || x->source != y->source)
		return NAN;
	return x->cycles / y->cycles;
}

static void
add_cycles(struct view *v, struct node *row, const struct category *c,
    const struct summary *s, const char *key)
{
	const struct summary_operation *o = summary_operation(s, key);
	char text[NUMBER_SIZE];
	struct node *cell;

	if (!o || isnan(o->cycles)) {
		cell = table_unknown(row);
		return;
	}
	cell = table_figure(row, "", o->cycles);
	/* straight to the file behind it */
	html_link(cell,
	    arena_format(&v->page.arena, "%s#%s",
		page_link(&v->page, "%s/%s.html", v->dataset->name, s->candidate),
		row_id("evidence--", s->label, key, &v->page.arena)),
	    number_cycles(text, o->cycles));
	if (summary_is_unstable(o->stability))
		html_text(cell, SUMMARY_UNSTABLE);
	if (c->any_estimate && !c->all_estimates && o->source == CYCLES_ESTIMATE)
		html_text(cell, " est.");
}

static void
add_sizes(struct node *row, const struct summary *s)
{
	table_count(row, s->pk);
	if (s->layout == LAYOUT_KEM)
		table_count(row, s->ct);
	if (s->layout == LAYOUT_SIGN)
		table_count(row, s->signature);
	if (s->layout == LAYOUT_KEX)
		table_count(row, s->transferred);
}

/* What the catalog says of it, and which operations have no figures. */
static void
add_notes(struct view *v, struct node *row, const struct summary *s)
{
	const struct catalog *c = v->page.pub->catalog;
	struct buf text = {0};

	for (size_t i = 0; i < c->notes; i++) {
		const struct catalog_note *n = &c->note[i];
		if (!is_note_of(n, s))
			continue;
		buf_text(&text, text.len ? " " : "");
		if (is_dated(n))
			buf_format(&text, "%s, %s: ", n->kind, n->date);
		buf_text(&text, n->text);
	}
	for (size_t o = 0; o < s->operations; o++) {
		const struct summary_operation *op = &s->operation[o];
		if (has_no_figure(op))
			buf_format(&text, "%s%s %s.", text.len ? " " : "", op->key,
			    op->state == ROW_FAILED ? "failed" : "not usable");
	}
	if (text.len)
		html_attr(table_text(row, buf_string(&text)), "class", "words");
	else
		table_text(row, NUMBER_UNKNOWN);
	buf_free(&text);
}

static void
add_row(struct view *v, struct rows *rows, const struct category *c,
    const struct summary *s)
{
	const char *page =
	    page_link(&v->page, "%s/%s.html", v->dataset->name, s->candidate);
	struct node *row = table_next_row(
			rows, row_id("", s->candidate, s->label, &v->page.arena)),
		    *cell;
	char text[NUMBER_SIZE];
	double r;

	html_attr(row, "data-category", s->category);
	html_attr(row, "data-kat", s->kat ? s->kat : "unknown");
	cell = html_attr(html_add(row, "th"), "scope", "row");
	html_link(cell, page, s->candidate);
	html_attr(
	    html_add_text(row, "th",
		s->passed ? s->label : arena_format(&v->page.arena, "%s ⚠", s->label)),
	    "scope", "row");
	html_attr(table_text(row, s->algorithm ? s->algorithm : "–"), "class", "name");
	for (size_t i = 0; i < c->keys; i++)
		add_cycles(v, row, c, s, c->key[i]);
	if (c->layout == LAYOUT_HASH && v->baseline) {
		r = ratio(s, find_baseline(v, s), "hash_65536");
		table_figure(row, number_digits(text, r), r);
	}
	if (c->layout != LAYOUT_HASH)
		add_sizes(row, s);
	table_text(row, s->kat ? s->kat : "unknown");
	if (c->any_notes)
		add_notes(v, row, s);
}

enum { COLUMNS_MAX = 64 };

static size_t
make_columns(struct column *columns, const struct view *v, const struct category *c)
{
	static const char *const sizes[] = {
	    [LAYOUT_KEM] = "ciphertext",
	    [LAYOUT_SIGN] = "signature",
	    [LAYOUT_KEX] = "transferred",
	};
	size_t n = 0;

	columns[n++] = (struct column){"candidate", 0};
	columns[n++] = (struct column){"instance", 0};
	columns[n++] = (struct column){"algorithm", 0};
	for (size_t i = 0; i < c->keys; i++)
		columns[n++] = (struct column){
		    c->layout == LAYOUT_HASH ? hash_titles[i] : c->key[i], 1};
	if (c->layout == LAYOUT_HASH && v->baseline)
		columns[n++] = (struct column){"64 KiB / baseline", 1};
	if (c->layout != LAYOUT_HASH)
		columns[n++] = (struct column){"public key", 1};
	if (c->layout != LAYOUT_HASH && c->layout != LAYOUT_OTHER)
		columns[n++] = (struct column){sizes[c->layout], 1};
	columns[n++] = (struct column){"KAT", 0};
	if (c->any_notes)
		columns[n++] = (struct column){"notes", 0};
	return n;
}

static void
add_category(struct view *v, struct category *c)
{
	struct arena *arena = &v->page.arena;
	struct node *section = html_add(v->page.main, "section");
	const char *title = summary_title(c->name, c->layout);
	struct column columns[COLUMNS_MAX];
	struct rows rows = {0};
	const char *id;

	find_keys(c, v, arena);
	if (c->keys > COLUMNS_MAX - 8)
		c->keys = COLUMNS_MAX - 8;
	html_attr(section, "data-category", c->name);
	html_add_text(section, "h2", title);
	id = row_id("t", c->name, "figures", arena);
	rows.table = table_add(section, id,
	    arena_format(arena, "%s: %s cycles of one call%s", title,
		c->all_estimates ? "estimated" : "mean",
		c->layout == LAYOUT_HASH ? ", by message length" : "; sizes in bytes"),
	    columns, make_columns(columns, v, c));
	for (size_t i = 0; i < v->all->count; i++)
		if (!strcmp(v->all->list[i].category, c->name))
			add_row(v, &rows, c, &v->all->list[i]);
	table_end_rows(&rows);
	if (c->layout != LAYOUT_HASH && c->layout != LAYOUT_OTHER)
		chart_sizes(&v->page, section, v->all, c->name, v->dataset->name, id);
}

/* In the order hash, kem, sign, kex, others as they come. */
static void
add_categories(struct view *v)
{
	struct category *list =
	    arena_get(&v->page.arena, (v->all->count + 1) * sizeof(*list));
	size_t n = 0, k;

	for (int layout = LAYOUT_HASH; layout <= LAYOUT_OTHER; layout++)
		for (size_t i = 0; i < v->all->count; i++) {
			const struct summary *s = &v->all->list[i];
			if ((int)s->layout != layout)
				continue;
			for (k = 0; k < n && strcmp(list[k].name, s->category) != 0;)
				k++;
			if (k == n)
				list[n++] = (struct category){
				    .name = s->category, .layout = s->layout};
		}
	for (k = 0; k < n; k++)
		add_category(v, &list[k]);
	if (!n)
		html_add_text(v->page.main, "p", "The dataset has no candidate.");
}

static void
add_lead(struct view *v)
{
	const struct dataset *d = v->dataset;
	const struct catalog_system *known =
	    catalog_system(v->page.pub->catalog, d->system);
	struct summary_counts n = summary_count(v->all);
	struct page *p = &v->page;
	struct environment_item items[ENVIRONMENT_ITEMS];
	struct node *line = html_attr(html_add(p->main, "p"), "class", "lead");

	environment_campaign_items(items, &d->campaign, &p->arena);
	if (known && known->description)
		html_format(line, "%s. ", known->description);
	html_format(line,
	    "%zu candidates, %zu instances, %zu operations measured; %zu failed, %zu "
	    "not "
	    "usable. Campaign (UTC): %s. ",
	    n.candidates, n.instances, n.operations, n.failed, n.unusable,
	    items[ENVIRONMENT_ITEMS - 1].value);
	html_link(line, page_link(p, "%s/method.html", d->name), "How it was measured");
	html_text(line, ".");
	if (n.not_passed)
		page_not_passed(p, html_add(p->main, "p"), d->name);
	if (n.unstable)
		html_format(html_add(p->main, "p"),
		    "%zu operations are unstable: every attempt at one of their "
		    "trials was disturbed. " SUMMARY_UNSTABLE
		    " marks those that stand here.",
		    n.unstable);
	line = html_attr(html_add(p->main, "p"), "class", "files");
	html_text(line, "Every figure of this system: ");
	html_link(line, page_link(p, "%s/all.csv", d->name), "all.csv");
	html_text(line, " with ");
	html_link(line, page_link(p, "%s/all-columns.csv", d->name),
	    "a dictionary of its columns");
	html_text(line, ". A figure leads to the file behind it. The order: ");
	html_link(line, page_link(p, "%s/ranking.html", d->name), "ranking");
	html_text(line, ".");
	page_comparisons(p, d->name, NULL);
}

int
view_system(const struct dataset *d, const struct summaries *s,
    const struct publication *pub, struct buf *out, struct pictures *pictures,
    struct err *e)
{
	struct view v = {
	    .dataset = d, .all = s, .baseline = pub->catalog->hash_baseline};
	const struct catalog_system *known = catalog_system(pub->catalog, d->system);
	const struct findings *problems[] = {&d->found, &d->campaign_file.found,
	    &d->build_file.found, &d->sums_file.found};
	struct arena names_arena = {0};
	struct page *p = &v.page;
	int result;

	page_start(p, pub, arena_format(&names_arena, "%s/index.html", d->name));
	p->pictures = pictures;
	p->title = arena_format(&p->arena, "%s — performance on %s", d->name,
	    known && known->architecture ? known->architecture : d->system);
	page_breadcrumb(p, d->name, NULL);
	html_add_text(p->main, "h1", p->title);
	page_earlier(p, d, "index.html");
	add_lead(&v);
	page_problems(p, problems, sizeof(problems) / sizeof(problems[0]));
	html_attr(html_add(p->main, "div"), "id", "filter");
	add_categories(&v);
	result = page_finish(p, out, e);
	arena_free(&names_arena);
	return result;
}

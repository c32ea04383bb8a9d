/* SPDX-License-Identifier: MIT */
#include "report/view_home.h"

#include "core/catalog.h"
#include "core/text.h"
#include "core/utc.h"
#include "report/environment.h"
#include "report/html.h"
#include "report/page.h"
#include "report/table.h"

#include <string.h>

static const struct home_entry *
current_of(const struct home_entry *entries, size_t n, const char *system)
{
	for (size_t i = 0; i < n; i++)
		if (!entries[i].day && !strcmp(entries[i].system, system))
			return &entries[i];
	return NULL;
}

/* The days; the times stand on the dataset's pages. */
static void
add_campaign(struct page *p, struct node *row, const struct home_entry *h)
{
	table_kept(row,
	    arena_format(&p->arena, "%.10s to %.10s",
		environment_time(h->started_utc, &p->arena),
		environment_time(h->ended_utc, &p->arena)));
}

static void
add_counts(struct node *row, const struct summary_counts *c)
{
	table_count(row, (int64_t)c->candidates);
	table_count(row, (int64_t)c->instances);
	table_count(row, (int64_t)c->operations);
	table_count(row, (int64_t)c->failed);
	table_count(row, (int64_t)c->unusable);
	table_count(row, (int64_t)c->not_passed);
}

static void
add_systems(struct page *p, const struct home_entry *entries, size_t n)
{
	static const struct column columns[] = {{"system", 0}, {"architecture", 0},
	    {"machine", 0}, {"candidates", 1}, {"instances", 1}, {"operations", 1},
	    {"failed", 1}, {"not usable", 1}, {"KAT not passed", 1},
	    {"campaign (UTC)", 0}};
	struct node *section = html_add(p->main, "section"), *table = NULL;

	html_add_text(section, "h2", "Systems");
	for (size_t i = 0; i < p->pub->systems; i++) {
		const char *id = p->pub->system[i];
		const struct home_entry *h = current_of(entries, n, id);
		const struct catalog_system *known =
		    catalog_system(p->pub->catalog, id);
		struct node *row;
		if (!h)
			continue;
		if (!table)
			table = table_add(section, "t-systems",
			    "Test machines and what was measured on them", columns,
			    sizeof(columns) / sizeof(columns[0]));
		row = table_row(table, NULL);
		html_link(html_attr(html_add(row, "th"), "scope", "row"),
		    page_link(p, "%s/index.html", h->name), id);
		table_text(row,
		    known && known->architecture ? known->architecture : "unknown");
		html_attr(
		    table_text(row,
			known && known->description ? known->description : "unknown"),
		    "class", "words");
		add_counts(row, &h->counts);
		add_campaign(p, row, h);
	}
	if (!table)
		html_add_text(section, "p", "There is no dataset.");
	else
		html_add_text(section, "p",
		    "Operations: complete timing records. Failed: the measurement "
		    "itself "
		    "failed, and its row says why. Not usable: the file is not as its "
		    "format "
		    "says. KAT not passed: instances whose known-answer test gave "
		    "another "
		    "result than PASS.");
}

/* The current dataset whose campaign ended last. */
static const struct home_entry *
newest(const struct home_entry *entries, size_t n)
{
	const struct home_entry *best = NULL;
	int64_t latest = 0, ended;

	for (size_t i = 0; i < n; i++)
		if (!entries[i].day && utc_read(entries[i].ended_utc, &ended) &&
		    (!best || ended > latest)) {
			best = &entries[i];
			latest = ended;
		}
	return best;
}

/* "added: hash-01 Alpha-512, …"; instances lead to their pages, in this dataset or the
 * one before. */
static void
add_list(struct page *p, struct node *list, const char *title, const char *dataset,
    const struct change_list *items)
{
	enum { SHOWN = 12 };
	struct node *line;

	if (!items->count)
		return;
	line = html_add(list, "li");
	html_format(line, "%s: ", title);
	for (size_t i = 0; i < items->count && i < SHOWN; i++) {
		const struct change_item *c = &items->item[i];
		html_text(line, i ? ", " : "");
		html_link(line, page_link(p, "%s/%s.html", dataset, c->candidate),
		    arena_format(&p->arena, "%s %s%s%s", c->candidate, c->label,
			c->key ? " " : "", c->key ? c->key : ""));
	}
	if (items->count > SHOWN)
		html_format(line, " and %zu more", items->count - SHOWN);
}

static void
add_change(struct page *p, struct node *section, const struct home_entry *h)
{
	const struct change *c = &h->change;
	struct node *list;

	if (!c->before) {
		html_add_text(section, "p",
		    "There is no earlier campaign of this system to hold it against.");
		return;
	}
	html_add_text(section, "p", change_text(c, &p->arena));
	if (!c->added.count && !c->removed.count && !c->failed.count)
		return;
	list = html_add(section, "ul");
	add_list(p, list, "Added", h->name, &c->added);
	add_list(p, list, "Removed", c->before, &c->removed);
	add_list(p, list, "Failed", h->name, &c->failed);
}

static void
add_newest(struct page *p, const struct home_entry *entries, size_t n)
{
	const struct home_entry *h = newest(entries, n);
	struct node *section, *line;

	if (!h)
		return;
	section = html_add(p->main, "section");
	html_add_text(section, "h2", "Newest campaign");
	line = html_add(section, "p");
	html_link(line, page_link(p, "%s/index.html", h->name), h->name);
	html_format(line, ", ended %s (UTC): %zu operations of %zu instances measured.",
	    environment_time(h->ended_utc, &p->arena), h->counts.operations,
	    h->counts.instances);
	add_change(p, section, h);
}

static void
add_earlier(struct page *p, const struct home_entry *entries, size_t n)
{
	struct node *section, *list = NULL, *item;

	for (size_t i = 0; i < n; i++) {
		if (!entries[i].day)
			continue;
		if (!list) {
			section = html_add(p->main, "section");
			html_add_text(section, "h2", "Earlier campaigns");
			list = html_add(section, "ul");
		}
		item = html_add(list, "li");
		html_link(item, page_link(p, "%s/index.html", entries[i].name),
		    entries[i].name);
		html_format(item, ": %zu operations, ended %s (UTC)",
		    entries[i].counts.operations,
		    environment_time(entries[i].ended_utc, &p->arena));
	}
}

static void
add_comparisons(struct page *p)
{
	struct node *section, *list = NULL;

	for (size_t i = 0; i < p->pub->comparisons; i++) {
		const struct compared *c = &p->pub->comparison[i];
		if (!list) {
			section = html_add(p->main, "section");
			html_add_text(section, "h2", "Comparisons");
			list = html_add(section, "ul");
		}
		html_link(html_add(list, "li"), page_link(p, "%s.html", c->path),
		    arena_format(&p->arena, "%s against %s", c->b->name, c->a->name));
	}
}

static void
add_start(struct page *p, const struct home_entry *entries, size_t n)
{
	struct node *section = html_add(p->main, "section"), *list, *item;

	html_add_text(section, "h2", "Where to start");
	list = html_add(section, "ul");
	html_add_text(list, "li",
	    "A system's page lists every instance by category; sort it, filter it, and "
	    "follow a figure to the file behind it.");
	html_add_text(list, "li",
	    "A candidate's page has the seven sections of the assessment report, the "
	    "last "
	    "one with the digest of every file.");
	for (size_t i = 0; i < n; i++) {
		if (entries[i].day)
			continue;
		item = html_add(list, "li");
		html_link(item, page_link(p, "%s/method.html", entries[i].name),
		    arena_format(&p->arena, "How %s was measured", entries[i].name));
		html_text(item, ", and what the figures cannot say.");
	}
}

int
view_home(const struct home_entry *entries, size_t n, const struct publication *pub,
    struct buf *out, struct err *e)
{
	struct page p;

	page_start(&p, pub, "index.html");
	p.title =
	    arena_format(&p.arena, "%s — %s", pub->catalog->title, pub->catalog->brand);
	page_breadcrumb(&p, NULL, NULL);
	html_add_text(p.main, "h1", pub->catalog->title);
	html_attr(
	    html_add_text(p.main, "p",
		"Independent measurements of cryptographic submissions: for every "
		"figure its spread, the number of calls, the file it comes from and "
		"that file's digest."),
	    "class", "lead");
	add_systems(&p, entries, n);
	add_newest(&p, entries, n);
	add_earlier(&p, entries, n);
	add_comparisons(&p);
	add_start(&p, entries, n);
	return page_finish(&p, out, e);
}

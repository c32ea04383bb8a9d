/* SPDX-License-Identifier: MIT */
#include "report/feed.h"

#include "core/buf.h"
#include "core/catalog.h"
#include "core/text.h"
#include "core/utc.h"
#include "report/change.h"
#include "report/html.h"
#include "report/page.h"
#include "report/view_home.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One entry, before they are sorted. */
struct item {
	const char *id, *title, *text, *link; /* link: below the site's folder */
	int64_t updated;
};

struct feed {
	const struct publication *pub;
	struct item *item;
	size_t count;
	struct arena arena;
};

/* A name-based UUID (RFC 9562, version 8) of the text. */
static const char *
make_id(struct arena *arena, const char *kind, const char *of)
{
	char hex[SHA256_HEX];
	const char *name = arena_format(arena, "ngcc %s\n%s", kind, of);

	sha256_hex(hex, name, strlen(name));
	return arena_format(arena, "urn:uuid:%.8s-%.4s-8%.3s-a%.3s-%.12s", hex, hex + 8,
	    hex + 13, hex + 17, hex + 20);
}

static const char *
link_to(struct feed *f, const char *path)
{
	struct buf b = {0};
	const char *link;

	buf_text(&b, f->pub->base_url ? f->pub->base_url : "");
	text_url(&b, path, true);
	link = arena_copy(&f->arena, b.data, b.len);
	buf_free(&b);
	return link;
}

static void
add_item(struct feed *f, struct item item)
{
	f->item = arena_grow(&f->arena, f->item, f->count, sizeof(item));
	f->item[f->count++] = item;
}

/* When it ended, else when it began, else the day in its folder's name. */
static bool
time_of(const struct home_entry *h, struct arena *arena, int64_t *time)
{
	if (utc_read(h->ended_utc, time) || utc_read(h->started_utc, time))
		return true;
	return h->day &&
	    utc_read(arena_format(arena, "%.4s-%.2s-%.2sT00:00:00Z", h->day,
			 h->day + 4, h->day + 6),
		time);
}

static void
add_campaign(struct feed *f, const struct home_entry *h)
{
	struct arena *a = &f->arena;
	int64_t ended;

	/* a time that is invented would be worse than no entry */
	if (!time_of(h, a, &ended))
		return;
	add_item(f,
	    (struct item){
		.id = make_id(a, "campaign",
		    arena_format(a, "%s\n%s", h->system,
			h->started_utc ? h->started_utc : h->name)),
		.title = arena_format(a, "Campaign of %s", h->system),
		.text = arena_format(a, "%zu operations of %zu instances measured. %s",
		    h->counts.operations, h->counts.instances,
		    h->change.before ? change_text(&h->change, a) : ""),
		.link = link_to(f, arena_format(a, "%s/index.html", h->name)),
		.updated = ended,
	    });
}

/* The page of a candidate on the first system that has it; else the first page. */
static const char *
page_of(struct feed *f, const char *candidate)
{
	for (size_t i = 0; i < f->pub->systems; i++)
		if (page_has_candidate(
			page_dataset(f->pub, f->pub->system[i]), candidate))
			return arena_format(
			    &f->arena, "%s/%s.html", f->pub->system[i], candidate);
	return "index.html";
}

/* How many notes of the same kind, subject and day stand before it: a further one has
 * an id of its own. */
static size_t
place_of(const struct catalog *c, const struct catalog_note *n)
{
	size_t place = 0;

	for (const struct catalog_note *o = c->note; o < n; o++)
		place += text_equal(o->kind, n->kind) &&
		    text_equal(o->candidate, n->candidate) &&
		    text_equal(o->label, n->label) && text_equal(o->date, n->date);
	return place;
}

static void
add_note(struct feed *f, const struct catalog_note *n)
{
	struct arena *a = &f->arena;
	size_t place = place_of(f->pub->catalog, n);
	const char *label = n->label ? n->label : "*";
	bool all = !strcmp(label, "*");
	int64_t day = 0;

	utc_read(arena_format(a, "%sT00:00:00Z", n->date), &day); /* it was checked */
	add_item(f,
	    (struct item){
		.id = make_id(a, n->kind,
		    arena_format(a, place ? "%s\n%s\n%s\n%zu" : "%s\n%s\n%s",
			n->candidate, label, n->date, place)),
		.title = arena_format(a, "%s: %s%s%s",
		    strcmp(n->kind, "erratum") ? "Withdrawn" : "Erratum", n->candidate,
		    all ? "" : " ", all ? "" : label),
		.text = n->text,
		.link = link_to(f, page_of(f, n->candidate)),
		.updated = day,
	    });
}

/* Newest first; those of one moment by id. */
static int
newest_first(const void *a, const void *b)
{
	const struct item *x = a, *y = b;

	if (x->updated != y->updated)
		return x->updated > y->updated ? -1 : 1;
	return strcmp(x->id, y->id);
}

static void
write_item(struct node *feed, const struct item *i)
{
	struct node *entry;
	char time[UTC_SIZE];

	html_line(feed);
	entry = html_add(feed, "entry");
	html_add_text(entry, "id", i->id);
	html_add_text(entry, "title", i->title);
	html_format(html_add(entry, "updated"), "%sZ", utc_text(time, i->updated));
	html_attr(html_add(entry, "link"), "href", i->link);
	html_add_text(entry, "summary", i->text);
}

void
feed_write(const struct home_entry *entries, size_t n, const struct publication *pub,
    struct buf *out)
{
	struct feed f = {.pub = pub};
	const struct catalog *c = pub->catalog;
	struct node *document = html_fragment(), *feed = html_add(document, "feed"),
		    *link;
	char time[UTC_SIZE];

	for (size_t i = 0; i < n; i++)
		add_campaign(&f, &entries[i]);
	for (size_t i = 0; i < c->notes; i++)
		if (c->note[i].candidate && c->note[i].date &&
		    (!strcmp(c->note[i].kind, "erratum") ||
			!strcmp(c->note[i].kind, "withdrawn")))
			add_note(&f, &c->note[i]);
	if (f.count)
		qsort(f.item, f.count, sizeof(*f.item), newest_first);
	html_attr(feed, "xmlns", "http://www.w3.org/2005/Atom");
	html_add_text(feed, "id", make_id(&f.arena, "feed", c->brand));
	html_format(html_add(feed, "title"), "%s: %s", c->brand, c->title);
	html_format(html_add(feed, "updated"), "%sZ",
	    utc_text(time, f.count ? f.item[0].updated : 0));
	html_add_text(html_add(feed, "author"), "name", c->brand);
	html_attr(html_add(feed, "link"), "href", link_to(&f, "index.html"));
	link = html_attr(html_add(feed, "link"), "rel", "self");
	html_attr(link, "href", link_to(&f, "feed.xml"));
	for (size_t i = 0; i < f.count; i++)
		write_item(feed, &f.item[i]);
	html_write_xml(document, out);
	arena_free(&f.arena);
}

static void
add_url(struct node *set, struct feed *f, const char *path)
{
	html_line(set);
	html_add_text(html_add(set, "url"), "loc", link_to(f, path));
}

void
feed_sitemap(const struct publication *pub, struct buf *out)
{
	struct feed f = {.pub = pub};
	struct node *document = html_fragment(), *set = html_add(document, "urlset");

	html_attr(set, "xmlns", "http://www.sitemaps.org/schemas/sitemap/0.9");
	add_url(set, &f, "index.html");
	for (size_t i = 0; i < pub->datasets; i++) {
		const struct presence *d = &pub->dataset[i];
		add_url(set, &f, arena_format(&f.arena, "%s/index.html", d->name));
		add_url(set, &f, arena_format(&f.arena, "%s/method.html", d->name));
		add_url(set, &f, arena_format(&f.arena, "%s/ranking.html", d->name));
		for (size_t k = 0; k < d->candidates; k++)
			add_url(set, &f,
			    arena_format(
				&f.arena, "%s/%s.html", d->name, d->candidate[k]));
	}
	for (size_t i = 0; i < pub->comparisons; i++) {
		const struct compared *c = &pub->comparison[i];
		add_url(set, &f, arena_format(&f.arena, "%s.html", c->path));
		for (size_t k = 0; k < c->categories; k++)
			add_url(set, &f,
			    arena_format(
				&f.arena, "%s--%s.html", c->path, c->category[k]));
	}
	html_write_xml(document, out);
	arena_free(&f.arena);
}

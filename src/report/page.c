/* SPDX-License-Identifier: MIT */
#include "report/page.h"

#include "core/catalog.h"
#include "core/finding.h"
#include "core/text.h"
#include "report/dataset.h"
#include "report/html.h"
#include "report/template.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void
page_start(struct page *p, const struct publication *pub, const char *path)
{
	*p = (struct page){.pub = pub, .path = path, .title = pub->catalog->title};
	p->root = strchr(path, '/') ? "../" : "";
	mem_scope(&p->tree);
	p->head = html_fragment();
	p->header = html_fragment();
	p->main = html_fragment();
	p->foot = html_fragment();
	if (pub->catalog->notice)
		html_attr(html_add_text(p->header, "p", pub->catalog->notice), "class",
		    "notice");
}

/* What readers of the head want to know: where the page lives, and the feed. */
static void
add_head(struct page *p)
{
	const char *base = p->pub->base_url;
	struct node *link = html_attr(html_add(p->head, "link"), "rel", "alternate");
	struct buf url = {0};

	html_attr(
	    html_attr(link, "type", "application/atom+xml"), "title", "Campaigns");
	html_attr(link, "href", page_link(p, "feed.xml"));
	if (!base || !strcmp(p->path, "404.html"))
		return;
	buf_text(&url, base);
	text_url(&url, p->path, true);
	link = html_attr(html_add(p->head, "link"), "rel", "canonical");
	html_attr(link, "href", url.data);
	{
		const char *const pairs[][2] = {
		    {"og:type", "website"},
		    {"og:site_name", p->pub->catalog->brand},
		    {"og:title", p->title},
		    {"og:url", url.data},
		};
		for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
			html_attr(html_attr(html_add(p->head, "meta"), "property",
				      pairs[i][0]),
			    "content", pairs[i][1]);
	}
	buf_free(&url);
}

/* The digest stands there in full, so that it can be read off a printed page. */
static void
add_foot(struct page *p, bool with_link)
{
	struct node *line = html_add(p->foot, "p");
	const char *list = "evidence/SHA256SUMS";
	struct node *code;

	if (with_link)
		html_link(line, page_link(p, "%s", list), list);
	else
		html_text(line, list);
	html_text(line, ": SHA-256 ");
	code = html_attr(html_code(line, ""), "class", "digest");
	html_format(code, "%.32s", p->pub->sums_digest);
	if (!with_link)
		html_add(code, "wbr"); /* no style there to break it by */
	html_text(code, p->pub->sums_digest + 32);
	line = html_add(p->foot, "p");
	html_format(
	    line, "%s · rendered by ngcc-report " VERSION, p->pub->catalog->brand);
}

/* Fills the frame and frees p. */
static int
finish(struct page *p, const struct template *frame, struct buf *out, struct err *e)
{
	bool bare = frame == p->pub->bare;
	int result;

	if (!bare)
		add_head(p);
	add_foot(p, !bare);
	{
		const struct slot slots[] = {
		    {"title", p->title, NULL},
		    {"brand", p->pub->catalog->brand, NULL},
		    {"root", p->root, NULL},
		    {"head", NULL, p->head},
		    {"header", NULL, p->header},
		    {"main", NULL, p->main},
		    {"foot", NULL, p->foot},
		};
		result = template_fill(
		    frame, slots, sizeof(slots) / sizeof(slots[0]), out, e);
	}
	mem_scope(NULL);
	arena_free(&p->tree);
	arena_free(&p->arena);
	return result;
}

int
page_finish(struct page *p, struct buf *out, struct err *e)
{
	return finish(p, p->pub->page, out, e);
}

void
page_free_pictures(struct pictures *p)
{
	for (size_t i = 0; i < p->count; i++)
		buf_free(&p->list[i].bytes);
	arena_free(&p->arena);
}

int
page_not_found(const struct publication *pub, struct buf *out, struct err *e)
{
	struct page p;

	page_start(&p, pub, "404.html");
	/* It is shown at any address: its links are absolute, or there are none. */
	p.root = pub->base_url ? pub->base_url : "";
	p.title = arena_format(&p.arena, "Not found — %s", pub->catalog->brand);
	html_add_text(p.main, "h1", "There is no such page");
	html_add_text(p.main, "p",
	    "Addresses of this site do not change; the one asked for was never among "
	    "them.");
	if (!pub->base_url)
		return finish(&p, pub->bare, out, e);
	html_link(
	    html_add(p.main, "p"), page_link(&p, "index.html"), pub->catalog->title);
	return page_finish(&p, out, e);
}

const char *
page_link(struct page *p, const char *format, ...)
{
	struct buf b = {0};
	char path[2048];
	const char *link;
	va_list args;

	va_start(args, format);
	vsnprintf(path, sizeof(path), format, args);
	va_end(args);
	buf_text(&b, p->root);
	text_url(&b, path, true);
	link = arena_copy(&p->arena, b.data, b.len);
	buf_free(&b);
	return link;
}

const struct presence *
page_dataset(const struct publication *pub, const char *system)
{
	for (size_t i = 0; i < pub->datasets; i++)
		if (!pub->dataset[i].day && !strcmp(pub->dataset[i].system, system))
			return &pub->dataset[i];
	return NULL;
}

bool
page_has_candidate(const struct presence *d, const char *candidate)
{
	for (size_t i = 0; d && i < d->candidates; i++)
		if (!strcmp(d->candidate[i], candidate))
			return true;
	return false;
}

void
page_comparisons(struct page *p, const char *dataset, const char *candidate)
{
	struct node *line = NULL;

	for (size_t i = 0; i < p->pub->comparisons; i++) {
		const struct compared *c = &p->pub->comparison[i];
		if (strcmp(c->a->name, dataset) != 0 &&
		    strcmp(c->b->name, dataset) != 0)
			continue;
		if (candidate &&
		    !(page_has_candidate(c->a, candidate) &&
			page_has_candidate(c->b, candidate)))
			continue;
		if (line) {
			html_text(line, ", ");
		} else {
			line = html_attr(html_add(p->main, "p"), "class", "files");
			html_text(line, "Compared: ");
		}
		html_link(line, page_link(p, "%s.html", c->path),
		    arena_format(&p->arena, "%s against %s", c->b->name, c->a->name));
	}
}

void
page_not_passed(struct page *p, struct node *to, const char *dataset)
{
	html_text(to,
	    "⚠: its known-answer test was not passed: failed, incomplete or absent (");
	html_link(to,
	    arena_format(&p->arena, "%s#the-results-of-a-known-answer-test",
		page_link(p, "%s/method.html", dataset)),
	    "the results");
	html_text(to, "). What was timed of it may not be the specified algorithm.");
}

static bool
is_of_every_dataset(const char *page)
{
	return !strcmp(page, "method") || !strcmp(page, "ranking");
}

/* The same page on every system that has it; this one's is not a link. */
static void
add_systems(
    struct page *p, struct node *nav, const char *dataset, const char *candidate)
{
	const struct publication *pub = p->pub;

	for (size_t i = 0; i < pub->systems; i++) {
		const char *system = pub->system[i];
		const struct presence *d = page_dataset(pub, system);
		html_text(nav, i ? " · " : " · system: ");
		if (dataset && !strcmp(system, dataset))
			html_attr(html_add_text(nav, "span", system), "aria-current",
			    candidate ? "page" : "true");
		else if (candidate && d &&
		    (is_of_every_dataset(candidate) ||
			page_has_candidate(d, candidate)))
			html_link(
			    nav, page_link(p, "%s/%s.html", system, candidate), system);
		else if (!candidate && d)
			html_link(nav, page_link(p, "%s/index.html", system), system);
		else
			html_text(nav, system);
	}
}

void
page_breadcrumb(struct page *p, const char *dataset, const char *candidate)
{
	struct node *nav = html_add(p->header, "nav");
	const char *home = p->pub->catalog->title;

	html_attr(nav, "aria-label", "Breadcrumb");
	if (dataset)
		html_link(nav, page_link(p, "index.html"), home);
	else
		html_attr(html_add_text(nav, "span", home), "aria-current", "page");
	if (dataset) {
		html_text(nav, " › ");
		html_link(nav, page_link(p, "%s/index.html", dataset), dataset);
	}
	if (candidate)
		html_format(nav, " › %s", candidate);
	add_systems(p, nav, dataset, candidate);
}

void
page_earlier(struct page *p, const struct dataset *d, const char *file)
{
	const struct presence *now;
	struct node *line;
	char candidate[300];

	if (!d->day)
		return;
	now = page_dataset(p->pub, d->system);
	line = html_attr(html_add(p->main, "p"), "class", "notice");
	html_format(line, "An earlier campaign of %s, of %.8s. ", d->system, d->day);
	if (!now) {
		html_text(line, "There is no current dataset of this system.");
		return;
	}
	snprintf(candidate, sizeof(candidate), "%.*s",
	    (int)(strlen(file) - strlen(".html")), file);
	html_text(line, "The current one: ");
	if (!strcmp(file, "index.html") || !strcmp(file, "method.html") ||
	    !strcmp(file, "ranking.html") || page_has_candidate(now, candidate))
		html_link(line, page_link(p, "%s/%s", now->name, file), now->name);
	else
		html_link(line, page_link(p, "%s/index.html", now->name), now->name);
	html_text(line, ".");
}

void
page_problems(struct page *p, const struct findings *const *all, size_t n)
{
	enum { SHOWN = 3 }; /* of one file: the first ones say it */
	struct node *list = NULL;

	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < all[i]->count && k < SHOWN; k++) {
			const struct finding *f = &all[i]->list[k];
			struct node *item;
			if (!list) {
				struct node *box = html_attr(
				    html_add(p->main, "div"), "class", "problems");
				html_add_text(box, "p",
				    "Problems in the data behind this page, found "
				    "while it was "
				    "rendered:");
				list = html_add(box, "ul");
			}
			item = html_add(list, "li");
			if (f->file)
				html_code(item, f->file);
			html_format(item, "%s%s%s%s", f->file ? ": " : "",
			    f->field ? f->field : "", f->field && *f->field ? " " : "",
			    f->text);
			if (k + 1 == SHOWN && all[i]->count > SHOWN)
				html_format(
				    item, " (and %zu more)", all[i]->count - SHOWN);
		}
	}
}

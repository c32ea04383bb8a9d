/* SPDX-License-Identifier: MIT */
#include "report/chart.h"

#include "core/text.h"
#include "report/html.h"
#include "report/page.h"

#include <string.h>

enum { WIDTH = 720, LINE = 16 /* px, of a line of text */ };

void
chart_start(struct chart *c, struct node *parent)
{
	struct arena *arena = &c->page->arena;
	const char *title = arena_format(arena, "%s-title", c->id);
	const char *description = arena_format(arena, "%s-description", c->id);

	html_line(parent);
	c->figure = html_attr(html_add(parent, "figure"), "id", c->id);
	c->svg = html_attr(html_add(c->figure, "svg"), "class", "picture");
	html_attr(c->svg, "xmlns", "http://www.w3.org/2000/svg");
	html_attr_number(c->svg, "width", WIDTH);
	html_attr(c->svg, "role", "img");
	html_attr(c->svg, "aria-labelledby", title);
	html_attr(c->svg, "aria-describedby", description);
	html_attr(html_add_text(c->svg, "title", c->title), "id", title);
	html_attr(html_add_text(c->svg, "desc", c->description), "id", description);
}

static void
keep_file(const struct chart *c)
{
	struct pictures *all = c->page->pictures;
	struct picture *one;

	all->list = arena_grow(&all->arena, all->list, all->count, sizeof(*one));
	one = &all->list[all->count++];
	*one = (struct picture){.name = arena_text(&all->arena, c->file)};
	html_write_styled(c->svg, c->page->pub->picture_style, &one->bytes);
}

void
chart_finish(struct chart *c, double y, const char *const *lines, size_t n)
{
	struct page *p = c->page;
	const char *name = strrchr(p->path, '/') + 1;
	struct buf url = {0};
	struct node *caption;

	for (size_t i = 0; i < n; i++, y += LINE)
		svg_text(c->svg, "note", 0, y + LINE, lines[i]);
	svg_text(c->svg, "note", 0, y + LINE,
	    arena_format(
		&p->arena, "The figures: %s#%s", chart_cut(p, name, 40), c->table));
	html_attr_number(c->svg, "height", y + LINE + LINE / 2);
	caption = html_add_text(c->figure, "figcaption", c->title);
	html_text(caption, ". ");
	text_url(&url, c->file, true);
	html_link(caption, arena_text(&p->arena, url.data), "The picture as a file");
	html_text(caption, ".");
	buf_free(&url);
	keep_file(c);
}

const char *
chart_cut(struct page *p, const char *text, size_t n)
{
	const char *end = text;

	for (; *end && n > 0; n--)
		do
			end++;
		while ((*end & 0xc0) == 0x80);
	if (!*end)
		return text;
	return arena_format(&p->arena, "%.*s…", (int)(end - text), text);
}

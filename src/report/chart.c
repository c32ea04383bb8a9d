/* SPDX-License-Identifier: MIT */
#include "report/chart.h"

#include "core/text.h"
#include "report/html.h"
#include "report/page.h"

#include <math.h>
#include <string.h>

enum {
	WIDTH = 720,
	LINE = 16, /* px, of a line of text */
	CAP = 4,   /* units, half an end of a bar */
};

void
chart_start(struct chart *c, struct node *parent)
{
	struct arena *arena = &c->page->arena;
	const char *title = arena_format(arena, "%s-title", c->id);
	const char *description = arena_format(arena, "%s-description", c->id);
	struct node *box;

	html_line(parent);
	c->figure = html_attr(html_add(parent, "figure"), "id", c->id);
	box = c->figure;
	if (c->wide) {
		box = html_attr(html_add(c->figure, "div"), "class", "box");
		html_attr(html_attr(box, "tabindex", "0"), "role", "region");
		html_attr(box, "aria-label", c->title);
	}
	c->svg = html_attr(
	    html_add(box, "svg"), "class", c->wide ? "picture wide" : "picture");
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

bool
chart_place(const struct scale *s, double value, long *x)
{
	double at = scale_place(s, value);

	*x = svg_across(fmin(fmax(at, 0), 1));
	return at >= 0 && at <= 1;
}

void
chart_interval(struct path *to, const struct scale *s, double low, double high, long y,
    bool *is_low, bool *is_high)
{
	long from, end;
	bool has_low = chart_place(s, low, &from),
	     has_high = chart_place(s, high, &end);

	if (has_low) {
		path_move(to, from, y - CAP);
		path_line(to, from, y + CAP);
	}
	path_move(to, from, y);
	path_line(to, end, y);
	if (has_high) {
		path_move(to, end, y - CAP);
		path_line(to, end, y + CAP);
	}
	*is_low = *is_low || !has_low;
	*is_high = *is_high || !has_high;
}

void
chart_arrows(struct path *to, long y, bool low, bool high)
{
	for (int side = 0; side < 2; side++) {
		long edge = side ? SVG_ACROSS : 0, out = side ? 8 : -8;
		if (!(side ? high : low))
			continue;
		path_move(to, edge + out, y - 6);
		path_line(to, edge + 2 * out, y);
		path_line(to, edge + out, y + 6);
	}
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

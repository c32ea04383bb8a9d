/* SPDX-License-Identifier: MIT */
#include "report/view_compare.h"

#include "core/buf.h"
#include "core/catalog.h"
#include "core/err.h"
#include "core/file.h"
#include "core/text.h"
#include "report/aggregate.h"
#include "report/chart_ratios.h"
#include "report/comparison.h"
#include "report/diff_words.h"
#include "report/html.h"
#include "report/number.h"
#include "report/page.h"
#include "report/sheet.h"
#include "report/template.h"

#include <fcntl.h>
#include <math.h>
#include <string.h>

enum { KEPT = 40 }; /* bytes of a text that are not broken into lines */

static void
add_cell(struct node *row, const struct column *column, const struct cell *cell)
{
	if (!column->is_figure && strlen(cell->text) > KEPT)
		html_attr(table_text(row, cell->text), "class", "words");
	else if (!column->is_figure)
		table_kept(row, cell->text);
	else if (isnan(cell->value) && !strcmp(cell->text, NUMBER_UNKNOWN))
		table_unknown(row);
	else if (isnan(cell->value))
		html_attr(table_text(row, cell->text), "class", "n");
	else
		table_figure(row, cell->text, cell->value);
}

/* What names a row leads to it on the candidate's page in dataset b, on a page p of the
 * site. The columns beside it are the candidate and the operation. */
static void
add_head(struct node *row, const struct cell *cell, struct page *p, const char *b)
{
	struct node *head = table_head(row, p ? "" : cell->text);

	if (p)
		html_link(head,
		    arena_format(&p->arena, "%s#%s",
			page_link(p, "%s/%s.html", b, cell[-1].text),
			row_id("", cell->text, cell[1].text, &p->arena)),
		    cell->text);
}

/* p: NULL on a page by itself. */
static void
add_sheet(struct node *main, const struct sheet *s, struct page *p, const char *b)
{
	struct node *section = html_add(main, "section"), *row;
	const struct cell *cell = s->cell;
	struct rows rows = {0};

	html_add_text(section, "h2", s->title);
	rows.table = table_add(section, s->name, s->caption, s->column, s->columns);
	for (size_t i = 0; i < s->rows; i++) {
		row = table_next_row(&rows, s->id ? s->id[i] : NULL);
		for (size_t k = 0; k < s->columns; k++, cell++)
			if (k == s->head)
				add_head(row, cell, s->id ? p : NULL, b);
			else
				add_cell(row, &s->column[k], cell);
	}
	table_end_rows(&rows);
}

static void
add_facts(struct node *main, const struct sheets *s)
{
	struct node *list = s->facts ? html_add(main, "ul") : NULL;

	for (size_t i = 0; i < s->facts; i++)
		html_add_text(list, "li", s->fact[i]);
}

/* On a page of a site, with the picture of the rows before them. */
static void
add_sheets(struct page *p, const struct sheets *s, const struct comparison *c,
    const char *category, const char *b)
{
	struct node *section;

	add_facts(p->main, s);
	for (size_t i = 0; i < s->count; i++) {
		if (!strcmp(s->list[i].name, "rows")) {
			section = html_add(p->main, "section");
			html_add_text(section, "h2", "All ratios");
			chart_ratios(p, section, c, category);
		}
		add_sheet(p->main, &s->list[i], p, b);
	}
}

static void
add_breadcrumb(struct page *p, const struct compared *which)
{
	struct node *nav =
	    html_attr(html_add(p->header, "nav"), "aria-label", "Breadcrumb");
	const char *a = which->a->name, *b = which->b->name;

	html_link(nav, page_link(p, "index.html"), p->pub->catalog->title);
	html_text(nav, " › ");
	html_link(nav, page_link(p, "%s/index.html", a), a);
	html_text(nav, " · ");
	html_link(nav, page_link(p, "%s/index.html", b), b);
}

/* Where the rows are, if not here. */
static void
add_categories(struct page *p, const struct compared *which)
{
	struct node *list;

	if (!which->categories)
		return;
	html_add_text(p->main, "p", "The rows are many; each category has a page:");
	list = html_add(p->main, "ul");
	for (size_t i = 0; i < which->categories; i++)
		html_link(html_add(list, "li"),
		    page_link(p, "%s--%s.html", which->path, which->category[i]),
		    which->category[i]);
}

int
view_compare(const struct comparison *c, const struct compared *which,
    const char *category, const char *path, const struct publication *pub,
    struct buf *out, struct pictures *pictures, struct err *e)
{
	struct sheets s;
	struct page p;

	page_start(&p, pub, path);
	p.pictures = pictures;
	p.title = arena_format(&p.arena, "%s against %s%s%s", which->b->name,
	    which->a->name, category ? ": " : "", category ? category : "");
	add_breadcrumb(&p, which);
	html_add_text(p.main, "h1", p.title);
	if (category)
		html_link(html_add(p.main, "p"), page_link(&p, "%s.html", which->path),
		    "The summary of this comparison");
	else
		add_categories(&p, which);
	diff_words(&s, c,
	    category                ? EXTENT_ROWS
		: which->categories ? EXTENT_SUMMARY
				    : EXTENT_ALL,
	    category, &p.arena);
	add_sheets(&p, &s, c, category, which->b->name);
	return page_finish(&p, out, e);
}

static int
read_text(struct buf *out, const char *path, struct err *e)
{
	struct err why;

	if (file_read(AT_FDCWD, path, FILE_MAX, out, NULL, &why))
		return err_set(e, ERR_SYSTEM, "%s: %s", path, why.text);
	return 0;
}

static int
fill(const struct comparison *c, const struct template *frame, const char *style,
    struct buf *out, struct err *e)
{
	struct arena arena = {0};
	struct node *main = html_fragment(), *foot = html_fragment();
	const char *title =
	    arena_format(&arena, "%s against %s", c->b.dataset, c->a.dataset);
	const struct slot slots[] = {
	    {"title", title, NULL},
	    {"style", style, NULL},
	    {"main", NULL, main},
	    {"foot", NULL, foot},
	};
	struct sheets s;
	int result;

	diff_words(&s, c, EXTENT_ALL, NULL, &arena);
	html_add_text(main, "h1", title);
	add_facts(main, &s);
	for (size_t i = 0; i < s.count; i++)
		add_sheet(main, &s.list[i], NULL, NULL);
	html_add_text(foot, "p", "compared by ngcc-report " VERSION);
	result = template_fill(frame, slots, sizeof(slots) / sizeof(slots[0]), out, e);
	arena_free(&arena);
	return result;
}

int
view_compare_alone(
    const struct comparison *c, const char *templates, struct buf *out, struct err *e)
{
	struct arena names = {0}, tree = {0};
	struct buf text = {0}, style = {0}, url = {0};
	const char *path = arena_format(&names, "%s/alone.html", templates);
	struct template *frame = NULL;
	int result = read_text(&text, path, e) ||
	    read_text(&style, arena_format(&names, "%s/style.css", templates), e);

	if (!result)
		frame = template_read(text.data, text.len, path, e);
	if (frame) {
		text_url(&url, buf_string(&style), true);
		mem_scope(&tree);
		result = fill(c, frame, url.data, out, e);
		mem_scope(NULL);
		arena_free(&tree);
		template_free(frame);
	} else {
		result = -1;
	}
	arena_free(&names);
	buf_free(&text);
	buf_free(&style);
	buf_free(&url);
	return result;
}

/* SPDX-License-Identifier: MIT */
#include "report/view_compare.h"

#include "core/buf.h"
#include "core/err.h"
#include "core/file.h"
#include "core/text.h"
#include "report/diff_words.h"
#include "report/html.h"
#include "report/number.h"
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

static void
add_sheet(struct node *main, const struct sheet *s)
{
	struct node *section = html_add(main, "section"), *table, *row;
	const struct cell *cell = s->cell;

	html_add_text(section, "h2", s->title);
	table = table_add(section, s->name, s->caption, s->column, s->columns);
	for (size_t i = 0; i < s->rows; i++) {
		row = table_row(table, s->id ? s->id[i] : NULL);
		for (size_t k = 0; k < s->columns; k++, cell++)
			if (k == s->head)
				table_head(row, cell->text);
			else
				add_cell(row, &s->column[k], cell);
	}
}

/* All that stands between head and foot. */
static void
add_main(struct node *main, const struct comparison *c, const char *title,
    struct arena *arena)
{
	struct node *list;
	struct sheets s;

	diff_words(&s, c, arena);
	html_add_text(main, "h1", title);
	list = html_add(main, "ul");
	for (size_t i = 0; i < s.facts; i++)
		html_add_text(list, "li", s.fact[i]);
	for (size_t i = 0; i < s.count; i++)
		add_sheet(main, &s.list[i]);
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
	int result;

	add_main(main, c, title, &arena);
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

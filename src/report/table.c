/* SPDX-License-Identifier: MIT */
#include "report/table.h"

#include "report/html.h"
#include "report/number.h"

#include <math.h>

enum { ROWS_OF_A_PIECE = 16 };

struct node *
table_add(struct node *parent, const char *id, const char *caption,
    const struct column *columns, size_t n)
{
	struct node *box = html_attr(html_add(parent, "div"), "class", "box");
	struct node *table, *row;

	html_attr(html_attr(box, "tabindex", "0"), "role", "region");
	html_attr(box, "aria-label", caption);
	table = html_attr(html_add(box, "table"), "class", "figures");
	html_attr(table, "id", id);
	html_add_text(table, "caption", caption);
	row = html_add(html_add(table, "thead"), "tr");
	for (size_t i = 0; i < n; i++) {
		struct node *head = html_add_text(row, "th", columns[i].title);
		html_attr(head, "scope", "col");
		html_attr(head, "class", columns[i].is_figure ? "n" : NULL);
	}
	return html_add(table, "tbody");
}

struct node *
table_row(struct node *table, const char *id)
{
	struct node *row;

	html_line(table);
	row = html_add(table, "tr");
	return html_attr(row, "id", id);
}

/* Writes the piece, and leaves its scope. */
static void
end_piece(struct rows *rows)
{
	html_write_inside(rows->piece, &rows->text);
	rows->piece = NULL;
	rows->count = 0;
	mem_scope(rows->before);
	arena_reset(&rows->tree);
}

struct node *
table_next_row(struct rows *rows, const char *id)
{
	if (rows->count == ROWS_OF_A_PIECE)
		end_piece(rows);
	if (!rows->piece) {
		rows->before = mem_scope(&rows->tree);
		rows->piece = html_fragment();
	}
	rows->count++;
	return table_row(rows->piece, id);
}

void
table_end_rows(struct rows *rows)
{
	if (rows->piece)
		end_piece(rows);
	if (rows->text.len)
		html_add_raw(rows->table, &rows->text);
	buf_free(&rows->text);
	arena_free(&rows->tree);
}

struct node *
table_head(struct node *row, const char *text)
{
	return html_attr(html_add_text(row, "th", text), "scope", "row");
}

struct node *
table_text(struct node *row, const char *text)
{
	return html_add_text(row, "td", text);
}

struct node *
table_kept(struct node *row, const char *text)
{
	return html_attr(table_text(row, text), "class", "keep");
}

struct node *
table_unknown(struct node *row)
{
	return html_attr(html_add_text(row, "td", NUMBER_UNKNOWN), "class", "u");
}

struct node *
table_figure(struct node *row, const char *text, double value)
{
	if (isnan(value))
		return table_unknown(row);
	return html_attr_number(html_add_text(row, "td", text), "data-value", value);
}

struct node *
table_count(struct node *row, int64_t count)
{
	char text[NUMBER_SIZE];

	return table_figure(
	    row, number_count(text, count), count < 0 ? NAN : (double)count);
}

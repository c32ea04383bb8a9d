/* SPDX-License-Identifier: MIT */
/* table.h: tables of figures, each in a box of its own that scrolls. */
#ifndef TABLE_H
#define TABLE_H

#include "core/buf.h"
#include "core/mem.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct node;

struct column {
	const char *title;
	bool is_figure; /* right-aligned */
};

/* Adds a box with a table; caption also names the box. Rows are added to what is
 * returned. id is unique on the page. */
struct node *table_add(struct node *parent, const char *id, const char *caption,
    const struct column *columns, size_t n);

/* A row; id may be NULL. */
struct node *table_row(struct node *table, const char *id);

/* Rows of a table that may be long. They go into it as text, some at a time, so that
 * the page's tree stays small. rows is {0} but for the table; a row is to be filled
 * before the next one, or the end, is asked for, and nothing else of the page
 * meanwhile. */
struct rows {
	struct node *table, *piece;
	size_t count; /* in the piece */
	struct buf text;
	struct arena tree, *before;
};

struct node *table_next_row(struct rows *rows, const char *id);
void table_end_rows(struct rows *rows);

/* Cells: what names the row; a text, broken into lines or not; a figure with its exact
 * value; an unknown figure. Each returns the cell. A NaN value, or a negative count,
 * gives the unknown one. */
struct node *table_head(struct node *row, const char *text);
struct node *table_text(struct node *row, const char *text);
struct node *table_kept(struct node *row, const char *text); /* not broken into lines */
struct node *table_figure(struct node *row, const char *text, double value);
struct node *table_unknown(struct node *row);
struct node *table_count(struct node *row, int64_t count);

#endif

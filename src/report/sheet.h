/* SPDX-License-Identifier: MIT */
/* sheet.h: tables of texts, and sentences before them, as the views of a comparison
 * show them. All in an arena, texts as they stand in the data. */
#ifndef SHEET_H
#define SHEET_H

#include "report/diff_cell.h"
#include "report/table.h"

#include <stddef.h>

struct arena;

/* A table of texts. */
struct sheet {
	const char *name; /* of its own: "rows" */
	const char *title, *caption;
	const struct column *column;
	size_t columns, rows;
	size_t head;       /* the column that names a row */
	struct cell *cell; /* rows × columns */
	const char **id;   /* a row's address; NULL: rows have none */
};

struct sheets {
	struct sheet *list;
	size_t count;
	const char **fact; /* sentences that stand before the sheets */
	size_t facts;
	struct arena *arena;
};

/* Adds a sentence. */
void sheet_fact(struct sheets *s, const char *text);

/* Adds a sheet with the names and captions of like, and room for so many rows; it is
 * good until the next one is added. */
struct sheet *sheet_add(struct sheets *s, struct sheet like,
    const struct column *column, size_t columns, size_t rows);

/* The cells of one more row. */
struct cell *sheet_row(struct sheet *s);

#endif

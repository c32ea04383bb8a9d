/* SPDX-License-Identifier: MIT */
/* diff_words.h: a comparison in words and figures, for all views that people read. */
#ifndef DIFF_WORDS_H
#define DIFF_WORDS_H

#include "report/diff_cell.h"
#include "report/table.h"

#include <stddef.h>

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
};

/* What is in sheets. */
enum extent { EXTENT_ALL, EXTENT_SUMMARY, EXTENT_ROWS };

/* The summary first; the rows that changed before the others. EXTENT_ROWS is the rows
 * of one category alone, EXTENT_SUMMARY all but the rows. Sheets without rows are left
 * out. All in the arena, texts as they stand in the data. */
void diff_words(struct sheets *s, const struct comparison *c, enum extent extent,
    const char *category, struct arena *arena);

#endif

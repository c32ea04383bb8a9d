/* SPDX-License-Identifier: MIT */
/* diff_words.h: a comparison in words and figures, for all views that people read. */
#ifndef DIFF_WORDS_H
#define DIFF_WORDS_H

#include "report/table.h"

#include <stddef.h>

struct arena;
struct comparison;

/* A table of texts. */
struct sheet {
	const char *title;
	const struct column *column;
	size_t columns, rows;
	const char **cell; /* rows × columns */
};

struct sheets {
	struct sheet *list;
	size_t count;
	const char **fact; /* sentences that stand before the sheets */
	size_t facts;
};

/* The summary first; the rows that changed before the others. Sheets without rows are
 * left out. All in the arena, texts as they stand in the data. */
void diff_words(struct sheets *s, const struct comparison *c, struct arena *arena);

#endif

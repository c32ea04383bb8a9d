/* SPDX-License-Identifier: MIT */
/* diff_words.h: a comparison in words and figures, for all views that people read. */
#ifndef DIFF_WORDS_H
#define DIFF_WORDS_H

struct arena;
struct comparison;
struct sheets;

/* What is in sheets. */
enum extent { EXTENT_ALL, EXTENT_SUMMARY, EXTENT_ROWS };

/* The summary first; the rows that changed before the others. EXTENT_ROWS is the rows
 * of one category alone, EXTENT_SUMMARY all but the rows. Sheets without rows are left
 * out. All in the arena, texts as they stand in the data. */
void diff_words(struct sheets *s, const struct comparison *c, enum extent extent,
    const char *category, struct arena *arena);

#endif

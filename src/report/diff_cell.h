/* SPDX-License-Identifier: MIT */
/* diff_cell.h: what stands in one cell of a comparison. Texts go to the arena. */
#ifndef DIFF_CELL_H
#define DIFF_CELL_H

#include "report/comparison.h"

#include <stddef.h>

struct cell {
	const char *text;
	double value; /* the exact figure; NaN: none */
};

/* NULL and "" are unknown. The text is borrowed. */
struct cell cell_words(const char *text);

struct cell cell_count(size_t n, struct arena *arena);
struct cell cell_ratio(double ratio, struct arena *arena);
struct cell cell_chance(double p, struct arena *arena);

/* Its value is the low end. */
struct cell cell_interval(const struct interval *i, struct arena *arena);

/* A mean in cycles or s. */
struct cell cell_figure(double value, enum metric m, struct arena *arena);

#endif

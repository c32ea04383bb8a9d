/* SPDX-License-Identifier: MIT */
/* diff_rows.h: the rows of a comparison as a sheet, and their order. */
#ifndef DIFF_ROWS_H
#define DIFF_ROWS_H

#include <stddef.h>

struct comparison;
struct comparison_row;
struct sheets;

/* The order of the rows of campaigns of one system: slower, faster, then what is not
 * known; the largest changes first. */
void diff_rows_sort(const struct comparison_row **r, size_t n);

/* Adds the sheet; category: of one alone, NULL of all. Campaigns of one system have a
 * verdict and p, and are sorted by interest. */
void diff_rows_add(struct sheets *s, const struct comparison *c, const char *category);

#endif

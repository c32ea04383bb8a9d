/* SPDX-License-Identifier: MIT */
/* chart_ratios.h: the picture of a comparison: the ratio of each row with its interval.
 */
#ifndef CHART_RATIOS_H
#define CHART_RATIOS_H

struct comparison;
struct node;
struct page;

/* Adds the picture of the rows of a category (NULL: of all) to parent, where there are
 * any. */
void chart_ratios(struct page *p, struct node *parent, const struct comparison *c,
    const char *category);

#endif

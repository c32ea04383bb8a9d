/* SPDX-License-Identifier: MIT */
/* chart_sizes.h: the picture of a public-key category of a system: time against bytes.
 */
#ifndef CHART_SIZES_H
#define CHART_SIZES_H

struct node;
struct page;
struct summaries;

/* Adds the picture of the category's instances to section, where at least two have time
 * and sizes. table is the id of their table; dataset names the system. */
void chart_sizes(struct page *p, struct node *section, const struct summaries *all,
    const char *category, const char *dataset, const char *table);

#endif

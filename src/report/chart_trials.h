/* SPDX-License-Identifier: MIT */
/* chart_trials.h: the picture of a candidate's page: a strip for each operation with
 * its trials, batches and interval. */
#ifndef CHART_TRIALS_H
#define CHART_TRIALS_H

struct aggregate;
struct node;
struct page;

/* Adds the picture to section, unless no row has figures. */
void chart_trials(struct page *p, struct node *section, const struct aggregate *a);

#endif

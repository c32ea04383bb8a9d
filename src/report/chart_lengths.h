/* SPDX-License-Identifier: MIT */
/* chart_lengths.h: the picture of a hash: cycles per byte over the message's length. */
#ifndef CHART_LENGTHS_H
#define CHART_LENGTHS_H

struct aggregate;
struct node;
struct page;

/* Adds the picture to section, where it is of a hash and rows have cycles. */
void chart_lengths(struct page *p, struct node *section, const struct aggregate *a);

#endif

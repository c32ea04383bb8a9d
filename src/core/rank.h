/* SPDX-License-Identifier: MIT */
/* rank.h: the order of measured values, as far as their intervals tell it. */
#ifndef RANK_H
#define RANK_H

#include <stddef.h>

/* A value with its 95 % interval, and its rank among others. */
struct ranked {
	double value;       /* the less, the better; finite */
	double low, high;   /* an exact value has itself twice; NaN: not known */
	size_t first, last; /* the places of its group, from 1 */
	double rank;        /* their mean: what all members of the group share */
};

/* Fills in places and ranks of x[0..n), which keep their order. Going down by value, a
 * new group starts at the first one whose interval lies above that of the group's first
 * one; the order within a group is not known. So a group holds no chain: each member
 * reaches its first. What has no interval joins the group above it; as the first of all
 * it opens a group that reaches to its value. Of equal values those with an interval
 * come first, the one that begins lower before the other: names decide nothing. */
void rank_values(struct ranked *x, size_t n);

#endif

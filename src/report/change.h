/* SPDX-License-Identifier: MIT */
/* change.h: what a campaign changed against the one before of the same system. */
#ifndef CHANGE_H
#define CHANGE_H

#include "report/summary.h"

/* An instance, or an operation of one (key not NULL). */
struct change_item {
	const char *candidate, *label, *key;
};

struct change_list {
	struct change_item *item;
	size_t count;
};

struct change {
	const char *before; /* the dataset it is held against; NULL: there is none */
	struct change_list added, removed; /* instances */
	struct change_list failed;  /* operations that had figures, or instances whose
				     * KAT  passed, and do not any more */
	size_t compared;            /* operations with figures in both */
	struct change_item largest; /* the ratio that is furthest from 1 */
	double ratio; /* of means, now over before; NaN where compared is 0 */
	bool by_time; /* of time; else of cycles of one source */
};

/* Everything points into the summaries and the arena. */
void change_make(struct change *c, const struct summaries *now,
    const struct summaries *before, struct arena *arena);

/* "2 instances added, 1 removed, …; largest ratio: …". In the arena. */
const char *change_text(const struct change *c, struct arena *arena);

#endif

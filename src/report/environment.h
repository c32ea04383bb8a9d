/* SPDX-License-Identifier: MIT */
/* environment.h: the machine and the campaign in words. Texts go to the arena. */
#ifndef ENVIRONMENT_H
#define ENVIRONMENT_H

#include <stddef.h>

struct aggregate;
struct arena;
struct campaign;
struct record;

/* "processor" and its value, and so on: the rows of section 2. An item that is left out
 * has no value. */
struct environment_item {
	const char *name, *value;
};

enum { ENVIRONMENT_ITEMS = 7 };

/* From the candidate's records; where it has none that can be shown, from
 * campaign.json. */
void environment_items(struct environment_item items[ENVIRONMENT_ITEMS],
    const struct aggregate *a, struct arena *arena);

/* The same for a whole campaign. */
void environment_campaign_items(struct environment_item items[ENVIRONMENT_ITEMS],
    const struct campaign *c, struct arena *arena);

/* "2026-09-28T15:05:46", or "unknown". */
const char *environment_time(const char *utc, struct arena *arena);

#endif

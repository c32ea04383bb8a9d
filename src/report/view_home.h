/* SPDX-License-Identifier: MIT */
/* view_home.h: the site's first page. */
#ifndef VIEW_HOME_H
#define VIEW_HOME_H

#include "report/change.h"
#include "report/summary.h"

struct buf;
struct err;
struct publication;

/* What the first page says of one dataset; texts live as long as the build. */
struct home_entry {
	const char *name, *system, *day;
	const char *started_utc, *ended_utc;
	struct summary_counts counts;
	struct change change; /* against the campaign before; before is NULL: none */
};

/* Adds index.html to out. entries are in the order of the publication's datasets. */
int view_home(const struct home_entry *entries, size_t n, const struct publication *pub,
    struct buf *out, struct err *e);

#endif

/* SPDX-License-Identifier: MIT */
/* run_merge.h: the folder of a shard that another machine worked on. */
#ifndef RUN_MERGE_H
#define RUN_MERGE_H

#include <stdbool.h>

struct err;
struct run;

/* Takes over what the folder, a copy of another machine's DIR/.<system>.run/, has and
 * the campaign's own folder lacks: records, logs, entries of build.json, runs. A file
 * that both have must be the same in both: else -1, and nothing was changed. The lock
 * is held. *all: all shards are complete now. */
int run_merge(struct run *r, const char *folder, bool *all, struct err *e);

#endif

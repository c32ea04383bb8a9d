/* SPDX-License-Identifier: MIT */
/* run_store.h: a campaign's folder: who is at work in it, when it began, who has worked
 * on it. Several processes may, each on its shard of the instances. */
#ifndef RUN_STORE_H
#define RUN_STORE_H

#include "measure/run.h"

/* Takes the lock of this run's shard, waiting and saying so where another process has
 * it. */
int run_store_open(struct run *r, struct err *e);

/* Between these two no other process changes what all shards share. -1 and e where
 * there is no lock. */
int run_store_lock(struct run *r, struct err *e);
void run_store_unlock(struct run *r);

/* run.json; NULL where there is none. Freed with json_free. */
int run_store_read(struct run *r, struct json **file, struct err *e);

/* Enters this run in run.json, and begins a campaign where there is none. -1 and e too
 * where the campaign was begun with other shards, or later than now. */
int run_store_enter(struct run *r, struct err *e);

/* Enters that this run ended, and why; done: its shard is complete. *all: so are all
 * shards. */
int run_store_leave(
    struct run *r, const char *reason, bool done, bool *all, struct err *e);

/* Whether all shards of the campaign are complete; file is run.json. */
bool run_store_all_done(struct run *r, const struct json *file);

/* One more cost of the control function; all that were kept, of all shards, in the
 * arena. */
int run_store_add_control(struct run *r, double ns, double cycles, struct err *e);
size_t run_store_controls(struct run *r, double **ns, double **cycles, struct err *e);

#endif

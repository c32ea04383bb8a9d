/* SPDX-License-Identifier: MIT */
/* run_watch.h: what may stop a campaign between two trials: its user, and a host that
 * is not what it was. */
#ifndef RUN_WATCH_H
#define RUN_WATCH_H

#include <stdbool.h>

struct arena;
struct host;
struct run;

/* From here on the first SIGINT, SIGTERM or SIGHUP is noted; a second one ends the
 * program at once, and with it what it has started. */
void run_watch_start(void);
bool run_watch_stopped(void);

/* The host's settings that a trial depends on, a line each: name, value. In the arena.
 */
const char *run_watch_host(const struct host *h, struct arena *arena);

/* Returns when the host is as it was when the run began; while it is not, the user is
 * told what differs. False where the user stopped it meanwhile. */
bool run_watch_wait(struct run *r);

#endif

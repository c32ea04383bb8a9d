/* SPDX-License-Identifier: MIT */
/* filing_lock.h: who may add to a dataset, one at a time. */
#ifndef FILING_LOCK_H
#define FILING_LOCK_H

struct arena;
struct err;

/* -1 and e where the folder holds a campaign of run: single timings would stand in it
 * as if they were of that campaign. */
int filing_refuse_campaign(const char *folder, struct arena *arena, struct err *e);

/* Makes the folder and waits for others who add to it. Returns what is to be closed
 * behind the last file, or -1 and e. */
int filing_lock(const char *folder, struct arena *arena, struct err *e);

#endif

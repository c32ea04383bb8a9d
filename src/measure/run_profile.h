/* SPDX-License-Identifier: MIT */
/* run_profile.h: what public-key operations spend in named functions. */
#ifndef RUN_PROFILE_H
#define RUN_PROFILE_H

struct err;
struct run;

/* Profiles each public-key operation that was measured and has no profile yet. One that
 * fails is told, and no more. Returns early where the user stopped it. */
int run_profile(struct run *r, struct err *e);

/* Takes a profile away, since its operation was measured anew. */
void run_profile_drop(const char *dataset, const char *name);

#endif

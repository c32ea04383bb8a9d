/* SPDX-License-Identifier: MIT */
/* run_prepare.h: before anything is timed: libraries built, known answers tested, on
 * all processors at once. */
#ifndef RUN_PREPARE_H
#define RUN_PREPARE_H

struct err;
struct run;

/* Builds every instance's library, or looks it up where they are prebuilt; what does
 * not compile is BUILDFAIL. */
int run_build(struct run *r, struct err *e);

/* Tests the known answers of all that was built and files each in build.json. What
 * breaks (CRASH, OVERFLOW …) is not measured. Where the user stops it, what was not
 * begun is left to the next run. */
int run_kat(struct run *r, struct err *e);

#endif

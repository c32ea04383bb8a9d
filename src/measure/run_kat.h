/* SPDX-License-Identifier: MIT */
/* run_kat.h: the known answers of a campaign's instances, on all processors. */
#ifndef RUN_KAT_H
#define RUN_KAT_H

struct err;
struct run;

/* Tests the known answers of all that was built and files each in build.json. What was
 * not built (BUILDFAIL) or breaks (CRASH, OVERFLOW …) is not measured. Where the
 * user stops it, what was not begun is left to the next run; of run_kat_again too. */
int run_kat(struct run *r, struct err *e);

/* The same once more after timing: a library that gives other answers than before loses
 * its figures. */
int run_kat_again(struct run *r, struct err *e);

#endif

/* SPDX-License-Identifier: MIT */
/* run_build.h: the libraries of a campaign. */
#ifndef RUN_BUILD_H
#define RUN_BUILD_H

struct err;
struct run;

/* Builds every instance's library on all processors, or looks it up where they are
 * prebuilt; what does not compile is told. */
int run_build(struct run *r, struct err *e);

#endif

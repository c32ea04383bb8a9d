/* SPDX-License-Identifier: MIT */
/* run_measure.h: all trials of a campaign, those of different operations interleaved.
 */
#ifndef RUN_MEASURE_H
#define RUN_MEASURE_H

struct err;
struct run;

/* Takes over what earlier runs did and measures the rest: blocks of operations of about
 * half an hour together, in random order; within a block the trials of all of them in
 * random order; the control function before the first block and behind each. Returns
 * when all is done or the user stopped it. -1 and e where the disk or the driver
 * failed; nothing that was finished is lost. */
int run_measure(struct run *r, struct err *e);

#endif

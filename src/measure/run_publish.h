/* SPDX-License-Identifier: MIT */
/* run_publish.h: a campaign that is done becomes the system's dataset. */
#ifndef RUN_PUBLISH_H
#define RUN_PUBLISH_H

struct err;
struct run;

/* Writes campaign.json and SHA256SUMS, puts the dataset in the place of DIR/<system>/
 * by one exchange, moves the one that was there to DIR/<system>@<day of its start>/
 * (with -2, -3 … where that is taken), and removes the campaign's folder. */
int run_publish(struct run *r, struct err *e);

/* What a program killed within run_publish left is brought to its end: 1 where there
 * was such a thing, and the campaign's folder is gone; 0 where not. */
int run_publish_recover(struct run *r, struct err *e);

#endif

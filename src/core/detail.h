/* SPDX-License-Identifier: MIT */
/* detail.h: what our own core adds to a record, held against its trials and batches. */
#ifndef DETAIL_H
#define DETAIL_H

struct json;
struct place;
struct record;

/* Checks detail, estimated_cycles and statistics of j, where they are there, against
 * r's trials, which have been read and are right. Differences are findings. Where
 * cycles are estimated, the trials get their share from the batches. */
void detail_check(struct record *r, const struct json *j, const struct place *at);

#endif

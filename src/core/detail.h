/* SPDX-License-Identifier: MIT */
/* detail.h: what our own core adds to a record, held against its trials and batches. */
#ifndef DETAIL_H
#define DETAIL_H

struct arena;
struct json;
struct place;
struct record;

/* Batches of a trial that are kept, for a picture of them; our own core makes as many.
 */
enum { DETAIL_BATCHES = 100 };

/* Checks detail, estimated_cycles and statistics of j, where they are there, against
 * r's trials, which have been read and are right. Differences are findings. Where
 * cycles are estimated, the trials get their share from the batches. r also gets each
 * trial's batches, but the rejected ones, as costs of a call in cycles, or in s where
 * record_costs has no cycles; of more than DETAIL_BATCHES as many quantiles. */
void detail_check(struct record *r, const struct json *j, struct arena *arena,
    const struct place *at);

#endif

/* SPDX-License-Identifier: MIT */
/* run_keep.h: what was done of each instance and operation, on the disk, so that
 * another process can go on with it. */
#ifndef RUN_KEEP_H
#define RUN_KEEP_H

#include "measure/run.h"

/* What is known of the KAT of a library: true where it was done, the library is the
 * same and nothing failed; fills kat, kat_detail and the log's digest. */
bool run_keep_kat(struct run *r, struct run_instance *i);

/* Keeps an instance's KAT: its log in the dataset, the digests of its files, and that
 * it is done. */
int run_keep_add_kat(struct run *r, struct run_instance *i, const struct buf *log,
    const struct buf *digests, struct err *e);

/* Whether the digests are those that were kept. */
bool run_keep_same_answers(
    struct run *r, const struct run_instance *i, const struct buf *digests);

/* Sets the state of an operation that is complete, or takes over the attempts of one
 * that was begun; both only where library, flags and plan are the same. */
int run_keep_operation(struct run *r, struct run_operation *o, struct err *e);

/* Keeps the start of a series, and one more attempt of it. */
int run_keep_begin(struct run *r, struct run_operation *o, struct err *e);
int run_keep_attempt(struct run *r, struct run_operation *o, int trial,
    struct attempt *a, struct err *e);

/* After the record was written: the operation is complete, its attempts go. */
int run_keep_end(struct run *r, struct run_operation *o, struct err *e);

/* Nothing was done of the operation, or of an earlier library: its record goes. */
int run_keep_drop(struct run *r, struct run_operation *o, struct err *e);

#endif

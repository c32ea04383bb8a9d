/* SPDX-License-Identifier: MIT */
/* run_store.h: what a campaign keeps on the disk while it is on its way, so that
 * another process can go on with it. */
#ifndef RUN_STORE_H
#define RUN_STORE_H

#include "measure/run.h"

/* Locks the campaign's folder (waiting and saying so where another process has it) and
 * reads run.json, if there is one. */
int run_store_open(struct run *r, struct err *e);

/* run.json as it is now; NULL where there is none. Freed with json_free. */
int run_store_read(struct run *r, struct json **file, struct err *e);

/* Enters this run in run.json, and begins a campaign where there is none. */
int run_store_enter(struct run *r, struct err *e);

/* What is known of the KAT of a library: true where it was done, the library is the
 * same and nothing failed; fills kat, kat_detail and the log's digest. */
bool run_store_kat(struct run *r, struct run_instance *i);

/* Keeps an instance's KAT: its log in the dataset and that it is done. */
int run_store_add_kat(
    struct run *r, struct run_instance *i, const struct buf *log, struct err *e);

/* Sets the state of an operation that is complete, or takes over the attempts of one
 * that was begun; both only where library, flags and plan are the same. */
int run_store_operation(struct run *r, struct run_operation *o, struct err *e);

/* Keeps the start of a series, and one more attempt of it. */
int run_store_begin(struct run *r, struct run_operation *o, struct err *e);
int run_store_attempt(struct run *r, struct run_operation *o, int trial,
    struct attempt *a, struct err *e);

/* After the record was written: the operation is complete, its attempts go. */
int run_store_end(struct run *r, struct run_operation *o, struct err *e);

/* One more cost of the control function; all that were kept, in the arena. */
int run_store_add_control(struct run *r, double ns, double cycles, struct err *e);
size_t run_store_controls(struct run *r, double **ns, double **cycles, struct err *e);

/* Enters in run.json that this run ended, and why. */
int run_store_close(struct run *r, const char *reason, struct err *e);

#endif

/* SPDX-License-Identifier: MIT */
/* operation.h: what is timed: a candidate's function with inputs that were prepared. */
#ifndef OPERATION_H
#define OPERATION_H

#include "measure/category.h"
#include "measure/library.h"
#include "measure/outcome.h"

#include <stddef.h>
#include <stdint.h>

struct err;
struct report;

struct operation_plan {
	enum category category;
	const char *name;   /* "hash", "keygen" … */
	size_t input_bytes; /* 0 where the operation has none */
	int digest_bits;
	const unsigned char *seed; /* of the random numbers */
	size_t seed_bytes;
	size_t ring;   /* different inputs, at most; 1 or more */
	double ring_s; /* after which no further one is prepared */
};

struct operation {
	struct library library;
	void *state; /* of its category */
	/* So many consecutive calls, with nothing else in the loop than the next input.
	 */
	void (*run)(struct operation *o, uint64_t calls);
	/* Whether all calls so far did what they should. */
	enum outcome (*check)(struct operation *o, struct err *e);
	/* Replaces what is timed by a function that does nothing. */
	void (*empty)(struct library *l);
	/* Reports the lengths: lines "size <name> <bytes>", and of a key exchange
	 * "passes <declared> <run>". */
	enum outcome (*sizes)(
	    const struct operation *o, struct report *r, struct err *e);
};

/* Prepares the inputs, with the candidate's own functions where it takes them.
 * o->library is loaded before. What is prepared stays until the process ends. */
enum outcome operation_prepare(
    struct operation *o, const struct operation_plan *p, struct err *e);

#endif

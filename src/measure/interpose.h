/* SPDX-License-Identifier: MIT */
/* interpose.h: counts and times the calls of named functions: where a candidate's
 * library or a further one finds such a function by its name, it finds a function of
 * ours, which calls it. A call that the compiler bound within the library is not seen.
 */
#ifndef INTERPOSE_H
#define INTERPOSE_H

#include <stddef.h>
#include <stdint.h>

struct err;
struct report;

enum { INTERPOSE_FUNCTIONS = 16, INTERPOSE_ENTRIES = 256 };

/* Calls of a function with the same lengths. */
struct interpose_entry {
	const char *name;
	uint64_t in_bits, out_bits; /* 0 where they are not known */
	uint64_t calls, ticks;      /* ticks without those of named functions inside */
};

struct interpose {
	struct interpose_entry entry[INTERPOSE_ENTRIES];
	size_t entries;
	uint64_t overflow; /* calls that found no room */
};

/* From here on calls are noted in to, which has to stay; one at a time. The names, NULL
 * behind the last, are at most INTERPOSE_FUNCTIONS and have to stay too; one that no
 * library looks for is unseen. object is the candidate's number in objects.h. -1 and e
 * where the memory that holds the addresses cannot be written. */
int interpose_start(
    struct interpose *to, const char *const *names, size_t object, struct err *e);

/* Lines "call <name> <in_bits> <out_bits> <calls> <ticks>", "overflow <calls>", and
 * "unseen <name>" for each function that no library finds by its name. */
void interpose_tell(const struct interpose *i, struct report *r);

#endif

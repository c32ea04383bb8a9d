/* SPDX-License-Identifier: MIT */
/* guard.h: buffers that are handed to a candidate, between zones that show whether they
 * were written, between pages that cannot be touched. */
#ifndef GUARD_H
#define GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GUARD_ZONE = 256 };

struct guard {
	unsigned char *data; /* size bytes, zeroed, aligned to 64 */
	size_t size;
	uint64_t sum; /* of what stood there when it was sealed */
	bool sealed;
	void *map;
	size_t map_bytes;
};

struct err;

/* size may be 0. -1 and e where there is no memory. */
int guard_new(struct guard *g, size_t size, struct err *e);
void guard_free(struct guard *g);

/* Tells a change, not a forgery. */
uint64_t guard_sum(const unsigned char *p, size_t n);

/* From here on the contents are an input, which must not change. */
void guard_seal(struct guard *g);

/* False, and e says what was written, where a zone or a sealed buffer is not as it was.
 */
bool guard_holds(const struct guard *g, const char *what, struct err *e);

#endif

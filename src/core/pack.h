/* SPDX-License-Identifier: MIT */
/*
 * pack.h: values as bytes and back, for the state file of a build. One function per
 * struct walks its members for both directions, so that they cannot differ. The bytes
 * are for the same program on the same machine; a state of another version is not read.
 */
#ifndef PACK_H
#define PACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct buf;

struct pack {
	struct buf *out;      /* writing: where to; NULL: reading */
	const char *in, *end; /* reading: what is left */
	struct arena *arena;  /* reading: where texts and lists go */
	bool bad;             /* reading: the bytes are not what was written */
};

void pack_int(struct pack *p, int64_t *value);
void pack_real(struct pack *p, double *value);
void pack_bool(struct pack *p, bool *value);
void pack_text(struct pack *p, const char **text); /* NULL stays NULL */

/* count elements of size bytes at *list, without pointers in them; reading sets both.
 */
void pack_list(struct pack *p, void **list, size_t *count, size_t size);

/* The number of elements that follow, each at least one byte. Reading a larger one than
 * there can be sets bad and gives 0. */
void pack_count(struct pack *p, size_t *count);

#endif

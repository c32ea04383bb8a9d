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

enum { PACK_KNOWN = 512 };

struct pack {
	struct buf *out; /* writing: where to; NULL: reading */
	uint32_t
	    known[PACK_KNOWN]; /* writing: where texts stand in out, by their hash */
	const char *start, *in, *end; /* reading: the bytes; what is left */
	struct arena *arena;          /* reading: where lists go */
	bool bad;                     /* reading: the bytes are not what was written */
};

/* For reading all n bytes that were written. Texts are not copied but stand in the
 * bytes, which must outlive them. */
struct pack pack_from(const char *bytes, size_t n, struct arena *arena);

void pack_int(struct pack *p, int64_t *value);
void pack_real(struct pack *p, double *value);
void pack_bool(struct pack *p, bool *value);

/* NULL stays NULL. A text that was written before is written as its place. */
void pack_text(struct pack *p, const char **text);

/* count elements of size bytes at *list, without pointers in them; reading sets both.
 */
void pack_list(struct pack *p, void **list, size_t *count, size_t size);

/* The number of elements that follow, each at least one byte. Reading a larger one than
 * there can be sets bad and gives 0. */
void pack_count(struct pack *p, size_t *count);

#endif

/* SPDX-License-Identifier: MIT */
/* kat_manifest.h: the digests that pin known-answer files: lines
 *	<sha256> strict|nolen[:<records>] <label>/<file> */
#ifndef KAT_MANIFEST_H
#define KAT_MANIFEST_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct err;

struct kat_pin {
	const char *digest; /* of the canonical text */
	const char *file;   /* without the label */
	bool nolen;         /* lines with lengths are left out */
	size_t records;     /* that are covered; 0: all */
};

struct kat_manifest {
	struct kat_pin *pin;
	size_t count;
};

/* Texts go to the arena. -1 and e where the file cannot be read or a line is none. */
int kat_manifest_read(
    struct kat_manifest *m, const char *path, struct arena *arena, struct err *e);

/* The entry of that file; NULL where there is none. */
const struct kat_pin *kat_manifest_find(const struct kat_manifest *m, const char *file);

#endif

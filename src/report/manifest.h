/* SPDX-License-Identifier: MIT */
/* manifest.h: digests of files in the format of sha256sum, read. */
#ifndef MANIFEST_H
#define MANIFEST_H

#include <stddef.h>

struct arena;
struct findings;
struct pack;

struct manifest_line {
	const char *path, *digest;
};

struct manifest {
	struct manifest_line *line; /* sorted by path */
	size_t count;
};

/* Reads the text into the arena; a line that is none is a finding on file. */
void manifest_read(struct manifest *m, const char *text, const char *file,
    struct arena *arena, struct findings *findings);

/* The digest of a path; NULL where it is not named. */
const char *manifest_digest(const struct manifest *m, const char *path);

void manifest_pack(struct pack *p, struct manifest *m);

#endif

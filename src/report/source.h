/* SPDX-License-Identifier: MIT */
/* source.h: one file of a dataset, read and hashed once, and what was found in it. */
#ifndef SOURCE_H
#define SOURCE_H

#include "core/file.h"
#include "core/finding.h"

#include <stdbool.h>

struct arena;
struct buf;
struct manifest;
struct pack;

struct source {
	const char *path; /* below the dataset's folder; NULL: there is no such file */
	const char *digest;      /* SHA-256; NULL where it could not be read */
	struct file_stamp stamp; /* of the data file */
	struct file_stamp copy;  /* of its published copy; zeros where there is none */
	struct findings found;
};

/* Where the files of one dataset are and where they go. */
struct source_folder {
	int dir;                         /* the data folder */
	const char *dataset;             /* its folder's name */
	const struct manifest *manifest; /* its SHA256SUMS; NULL: it has none */
	struct evidence *evidence;       /* where copies go; NULL: nowhere */
};

/* Reads the file s->path names into out and fills s; texts go to the arena. A copy is
 * published. True where it could be read; what is wrong is a finding in s. */
bool source_read(struct source *s, const struct source_folder *from, struct buf *out,
    struct arena *arena);

/* Whether s, from an earlier build, still describes the file and its published copy:
 * nothing is read. */
bool source_is_current(const struct source *s, const struct source_folder *from);

/* The same where the file's own folder is open, which spares the way to it. */
bool source_is_current_in(
    const struct source *s, const struct source_folder *from, int folder);

/* Publishes the old copy of a current source again; false where that cannot be. */
bool source_keep(const struct source *s, const struct source_folder *from);

/* Adds a finding about this file. */
void source_finding(struct source *s, const char *field, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* "<dataset>/<path>" in the arena. */
const char *source_name(
    const struct source_folder *from, const char *path, struct arena *arena);

void source_pack(struct pack *p, struct source *s);

#endif

/* SPDX-License-Identifier: MIT */
/* evidence.h: the published copies of the data files, and the manifest over them. */
#ifndef EVIDENCE_H
#define EVIDENCE_H

#include "core/buf.h"
#include "core/err.h"
#include "core/file.h"
#include "core/sha256.h"

#include <pthread.h>
#include <stdbool.h>

struct arena;
struct site;

enum evidence_mode { EVIDENCE_COPY, EVIDENCE_LINK, EVIDENCE_NONE };

struct evidence {
	struct site *site;
	enum evidence_mode mode;
	struct err failure;   /* the first copy that could not be written */
	pthread_mutex_t lock; /* of failure */
};

/* "copy", "link", "none"; false for another word. */
bool evidence_mode_read(enum evidence_mode *mode, const char *word);
const char *evidence_mode_text(enum evidence_mode mode);

/* Publishes the file name of folder dir, whose bytes are given, as evidence/<name>;
 * copy gets the published file's stamp (NULL: the site notes it). A failure is kept in
 * ev->failure. Threads may.
 */
void evidence_publish(struct evidence *ev, int dir, const char *name,
    const struct buf *bytes, struct file_stamp *copy);

/* Whether the old site's copy looks as copy says, and the same with linking it. */
bool evidence_has(
    const struct evidence *ev, const char *name, const struct file_stamp *copy);
bool evidence_keep(
    struct evidence *ev, const char *name, const struct file_stamp *copy);

/* The manifest of a site, in the making: files are added in any order within a dataset,
 * datasets in the order of their paths. */
struct sums {
	struct arena *arena; /* lives until sums_flush */
	struct sum {
		const char *path, *digest;
	} * sum;
	size_t count;
	struct buf text;
};

void sums_add(struct sums *s, const char *path, const char *digest);

/* Sorts what was added since the last call into the text and frees the arena. */
void sums_flush(struct sums *s);

#endif

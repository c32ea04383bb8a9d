/* SPDX-License-Identifier: MIT */
/* journal.h: entries that were on the disk before the next thing was begun. A file of
 * "length, SHA-256 as hex, bytes"; what a killed program left at its end is cut off. */
#ifndef JOURNAL_H
#define JOURNAL_H

#include <stdbool.h>
#include <stddef.h>

struct buf;
struct err;

/* Appends an entry, its folders made before, and waits for the disk. Where that fails,
 * the file is as it was. */
int journal_add(const char *path, const struct buf *entry, struct err *e);

/* Reads all whole entries into text, for journal_next, and cuts the rest off the file.
 * No file is one without entries. */
int journal_read(const char *path, struct buf *text, struct err *e);

/* The next entry from *at, which is text->data at first and is moved on; false at the
 * end. */
bool journal_next(
    const struct buf *text, const char **at, const char **entry, size_t *n);

#endif

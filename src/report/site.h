/* SPDX-License-Identifier: MIT */
/*
 * site.h: the output folder, written as a whole. A new folder "<out>.building" is
 * filled beside the old one; what is byte-equal is hard-linked from there, so that its
 * time stays; at the end the two are exchanged. Until then the old site is untouched.
 */
#ifndef SITE_H
#define SITE_H

#include "core/file.h"

#include <stdbool.h>

struct buf;
struct err;
struct site;

#define SITE_MARKER ".ngcc-report.json" /* tells that a folder is ours */

/* Locks the folder above (waits for another build that writes there), clears what a
 * killed build left, and makes the new folder. ERR_USAGE where out is something else
 * than a folder that is empty or bears our marker and nothing foreign. Freed by
 * site_close. */
struct site *site_open(const char *out, struct err *e);

/* Whether the old site has path and it looks as stamp says. */
bool site_has(const struct site *s, const char *path, const struct file_stamp *stamp);

/* Writes a file of the new site (or links the old one); folders are made. It is noted
 * in site_made, unless the caller wants to note it and gives a stamp to be filled. May
 * be called from several threads. */
int site_put(struct site *s, const char *path, const void *bytes, size_t n,
    struct file_stamp *stamp, struct err *e);

/* Links path from the old site, where site_has it; false where that cannot be. */
bool site_keep(struct site *s, const char *path, const struct file_stamp *stamp);

/* Hard-links a file from elsewhere, noted like site_put's; false where that cannot be.
 */
bool site_link(struct site *s, const char *path, int dir, const char *from,
    struct file_stamp *stamp);

/* Whether the old site's path is the very file from, by a hard link: a copy of it has
 * to be written with site_write, which is site_put without linking the old one. */
bool site_shares(const struct site *s, const char *path, int dir, const char *from);
int site_write(struct site *s, const char *path, const void *bytes, size_t n,
    struct file_stamp *stamp, struct err *e);

/* What site_put wrote so far, for site_is_whole of a later build. Borrowed. */
const struct buf *site_made(const struct site *s);

/* Whether the old site still has all that the n bytes of made list, unchanged. */
bool site_is_whole(const struct site *s, const char *made, size_t n);

/* How many files the new site has. */
size_t site_files(const struct site *s);

/* Exchanges the folders: the new site is in its place. It stays locked. */
int site_finish(struct site *s, struct err *e);

/* Removes the old site, after site_finish. */
int site_remove_old(struct site *s, struct err *e);

/* Unlocks the place; what was not finished is removed and the old site stays. NULL is
 * fine. */
void site_close(struct site *s);

#endif

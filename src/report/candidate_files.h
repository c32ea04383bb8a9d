/* SPDX-License-Identifier: MIT */
/* candidate_files.h: which files of a candidate are read, by their names. */
#ifndef CANDIDATE_FILES_H
#define CANDIDATE_FILES_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct candidate;
struct dataset;

/* The files of a part of the candidate ("records", "profile", "kat"), below the
 * dataset, in natural order; their number. A name that cannot be shown, and what is
 * beyond the limits of candidate.h, is a finding of c. All in c's arena. */
size_t candidate_files_list(struct candidate *c, const struct dataset *d,
    const char *part, const char ***paths);

/* Splits "<label>__<key>.json" at its last "__"; false for another name. */
bool candidate_files_split(
    const char *name, const char **label, const char **key, struct arena *arena);

/* "<label>.log" */
bool candidate_files_is_log(const char *name);

#endif

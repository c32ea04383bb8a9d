/* SPDX-License-Identifier: MIT */
/* intake.h: the first half of a build: every dataset is read, hashed and reduced into
 * the state; what did not change since the last build is taken over from there. */
#ifndef INTAKE_H
#define INTAKE_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct candidate;
struct dataset;
struct err;
struct evidence;
struct listener;
struct state;
struct sums;

struct intake {
	int data;                  /* the data folder */
	struct evidence *evidence; /* where copies go; NULL: nowhere */
	struct state *old, *new;   /* old may be NULL */
	struct sums *sums;         /* gets every file's digest */
	const struct listener *listener;
	size_t findings;     /* told so far */
	struct err *failure; /* of the first chunk that could not be written */
};

/* Reads the dataset of that name into in->new. -1 where the state cannot be written. */
int intake_dataset(struct intake *in, const char *name, struct err *e);

/* Whether all that in->old knows of the dataset is still so. Reads no data. */
bool intake_is_current(const struct intake *in, const char *name);

/* Takes a dataset, or a candidate of it before check_candidate, out of a state. False
 * where it is not in there, or damaged. What is taken is freed by dataset_free and
 * candidate_free. name and id must outlive it. */
bool intake_get_dataset(struct dataset *d, const struct state *s, const char *name,
    int data, struct evidence *evidence);
bool intake_get_candidate(struct candidate *c, const struct state *s,
    const struct dataset *d, const char *id);

#endif

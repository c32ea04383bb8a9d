/* SPDX-License-Identifier: MIT */
/* compile.h: an instance's library, made with the guide's flags, and the note beside it
 * that says how: lib<label>.so and lib<label>.json in <out>/<id>/. */
#ifndef COMPILE_H
#define COMPILE_H

#include "core/buf.h"

#include <stdbool.h>

struct arena;
struct err;
struct recipe;
struct recipe_instance;

struct compile_plan {
	const char *compiler; /* "cc" */
	const char *include;  /* the folder with niccs.h */
	const char *folder;   /* of candidate.json */
	const char *out;
};

struct compile_result {
	bool failed;         /* the sources do not compile */
	const char *library; /* its path; in the arena */
	const char
	    *flags; /* guide, guide-performance, guide-resource, harness-default */
	struct buf messages; /* of the compiler; freed by the caller */
};

/* -1 and e where the compiler could not be run or a file not be written. r is zeroed
 * before. */
int compile_instance(const struct compile_plan *plan, const struct recipe *recipe,
    const struct recipe_instance *instance, struct compile_result *r,
    struct arena *arena, struct err *e);

/* A path as it may stand in a record: below the current folder, else its last part. */
const char *compile_relative(const char *path);

#endif

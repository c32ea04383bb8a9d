/* SPDX-License-Identifier: MIT */
/* workshop.h: a folder in which a compiler works on foreign sources: all that it may
 * write to. It finds there niccs.h, and the program takes from there what was made. */
#ifndef WORKSHOP_H
#define WORKSHOP_H

#include <stddef.h>

struct arena;
struct buf;
struct err;

enum { WORKSHOP_FILE_MAX = 256 * 1024 * 1024 };

struct workshop {
	const char *folder;   /* absolute */
	const char *compiler; /* as it was called */
	const char *program;  /* its path */
	const char
	    *start; /* the sources' folder, absolute; the compiler starts there */
	const char **environment;
	const char **readable;
	unsigned sandbox; /* what was in force when it last ran, for sandbox_words */
	struct arena *arena;
};

/* header is the niccs.h to be copied. Everything goes to the arena. Closed with
 * workshop_close, also after a failure. -1 and e. */
int workshop_open(struct workshop *w, const char *compiler, const char *start,
    const char *header, struct arena *arena, struct err *e);

/* Runs it; its messages are added to out. 0 where it went well, 1 where it did not, -1
 * and e where it could not be run, or had no space left. words[0] is the compiler. */
int workshop_run(
    struct workshop *w, const char *const *words, struct buf *out, struct err *e);

/* Copies what it made under that name. */
int workshop_take(
    const struct workshop *w, const char *name, const char *to, struct err *e);

/* Removes the folder. */
void workshop_close(struct workshop *w);

#endif

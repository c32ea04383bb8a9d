/* SPDX-License-Identifier: MIT */
/*
 * state.h: what a build remembers for the next one, in the file "<out>.state": named
 * chunks of bytes. It is also where a build keeps what it read until it has read
 * everything, so that its memory does not grow with the data. Deleting it costs one
 * full build.
 */
#ifndef STATE_H
#define STATE_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct buf;
struct err;
struct state;

/* A new, empty state in "<path>.new", for writing and reading. */
struct state *state_create(const char *path, struct err *e);

/* The state at path, for reading; NULL where there is none, or one that was not
 * finished or whose table is damaged. */
struct state *state_open(const char *path);

int state_add(
    struct state *s, const char *name, const struct buf *bytes, struct err *e);

/* A chunk's *n bytes, in the arena, with a NUL behind them; NULL where there is none of
 * that name or its bytes are not those that were added. May be called from several
 * threads while nothing is added. */
const char *state_get(
    const struct state *s, const char *name, struct arena *arena, size_t *n);

/* Finishes a created state and renames it to path. */
int state_finish(struct state *s, struct err *e);

/* Closes; what was created and not finished is removed. NULL is fine. */
void state_close(struct state *s);

#endif

/* SPDX-License-Identifier: MIT */
/* remember.h: what a build knows of the one before: whether its state can be used, and
 * whether anything changed at all. */
#ifndef REMEMBER_H
#define REMEMBER_H

#include "core/buf.h"
#include "core/finding.h"

#include <stdbool.h>

struct err;
struct intake;
struct listener;
struct site;
struct state;

struct remember {
	struct buf
	    origin; /* program and options: another one, and the state is of no use */
	struct buf inputs;   /* everything else but the datasets' files */
	struct buf findings; /* what was told, to be told again */
};

/* The state at path, where a build of the same origin left it; NULL otherwise. */
struct state *remember_open(const struct remember *r, const char *path);

/* Whether data, site and inputs are as the build of that state left them. in->old is
 * the state; names are the datasets'. */
bool remember_is_current(const struct remember *r, const struct intake *in,
    const struct site *site, const char *const *names, size_t n);

/* Adds what r holds and the site's files to a new state. */
int remember_keep(const struct remember *r, struct state *new, const struct site *site,
    struct err *e);

/* Notes a finding, so that remember_tell can tell it again. */
void remember_finding(struct remember *r, const char *dataset, const struct finding *f);

/* Tells what the build of that state told; returns the number of findings. */
size_t remember_tell(const struct state *old, const struct listener *l);

void remember_free(struct remember *r);

#endif

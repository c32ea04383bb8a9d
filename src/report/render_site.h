/* SPDX-License-Identifier: MIT */
/* render_site.h: the second half of a build: all pages and files that are not evidence,
 * out of the state. */
#ifndef RENDER_SITE_H
#define RENDER_SITE_H

#include "report/render.h"

#include <stddef.h>

struct arena;
struct err;
struct evidence;
struct publication;
struct resources;

struct render_site {
	struct publication *pub; /* its datasets, systems and comparisons are listed */
	const struct resources *resources;
	const char *const *name; /* of the datasets, in the order of their paths */
	size_t names;
	int data;                  /* the data folder */
	struct evidence *evidence; /* NULL: none is published */
	struct render with;        /* state and site are set */
	struct arena *arena;
	size_t pages; /* that were made, added to */
};

int render_site(struct render_site *r, struct err *e);

#endif

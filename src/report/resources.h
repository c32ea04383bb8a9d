/* SPDX-License-Identifier: MIT */
/* resources.h: what pages are made with: catalog, frames, style, script, method text.
 */
#ifndef RESOURCES_H
#define RESOURCES_H

#include "core/buf.h"
#include "core/catalog.h"
#include "core/finding.h"
#include "core/mem.h"
#include "core/sha256.h"

#include <stdbool.h>

struct err;
struct template;

struct resources {
	struct catalog catalog;
	bool has_catalog; /* there is one that could be read */
	struct buf catalog_text;
	struct findings found;        /* of the catalog */
	struct template *page, *bare; /* page.html, bare.html */
	struct buf style;             /* style.css, then picture.css */
	size_t picture_style;         /* where the latter begins */
	struct buf script, method;
	char digest[SHA256_HEX]; /* over all of them */
	struct arena arena;
};

/* Reads the catalog of data folder dir, and the others from templates and method. -1
 * and e where one of the others is missing or wrong. Freed by resources_free in any
 * case. */
int resources_read(struct resources *r, int dir, const char *templates,
    const char *method, struct err *e);

void resources_free(struct resources *r);

#endif

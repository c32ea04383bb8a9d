/* SPDX-License-Identifier: MIT */
/* render_compare.h: the pages of one comparison, out of the state. */
#ifndef RENDER_COMPARE_H
#define RENDER_COMPARE_H

#include <stddef.h>

struct arena;
struct compared;
struct dataset;
struct err;
struct render;

/* Writes the page of a comparison, and where it is long one for each category, which
 * are then named in which, in the arena. a and b are its datasets. *pages grows by the
 * number of pages. */
int render_compare(const struct render *r, struct compared *which,
    const struct dataset *a, const struct dataset *b, struct arena *arena,
    size_t *pages, struct err *e);

#endif

/* SPDX-License-Identifier: MIT */
/* view_system.h: the page of a dataset: every instance by category, with key figures.
 */
#ifndef VIEW_SYSTEM_H
#define VIEW_SYSTEM_H

struct buf;
struct dataset;
struct err;
struct pictures;
struct publication;
struct summaries;

/* Adds the page <dataset>/index.html to out, and its pictures to pictures. */
int view_system(const struct dataset *d, const struct summaries *s,
    const struct publication *pub, struct buf *out, struct pictures *pictures,
    struct err *e);

#endif

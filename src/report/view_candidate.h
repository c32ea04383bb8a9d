/* SPDX-License-Identifier: MIT */
/* view_candidate.h: the page of one candidate on one system. */
#ifndef VIEW_CANDIDATE_H
#define VIEW_CANDIDATE_H

struct aggregate;
struct buf;
struct err;
struct pictures;
struct publication;

/* Adds the page <dataset>/<candidate>.html to out, and its pictures, that stand beside
 * it, to pictures. */
int view_candidate(const struct aggregate *a, const struct publication *pub,
    struct buf *out, struct pictures *pictures, struct err *e);

#endif

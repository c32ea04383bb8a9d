/* SPDX-License-Identifier: MIT */
/* view_ranking.h: the page of a dataset's rankings. */
#ifndef VIEW_RANKING_H
#define VIEW_RANKING_H

struct buf;
struct dataset;
struct err;
struct publication;
struct rankings;

/* Adds the page <dataset>/ranking.html to out. */
int view_ranking(const struct dataset *d, const struct rankings *r,
    const struct publication *pub, struct buf *out, struct err *e);

#endif

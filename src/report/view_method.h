/* SPDX-License-Identifier: MIT */
/* view_method.h: how a dataset was measured: docs/method.md with its values. */
#ifndef VIEW_METHOD_H
#define VIEW_METHOD_H

struct buf;
struct dataset;
struct err;
struct publication;

/* Adds the page <dataset>/method.html to out. A slot in the text that is not known is
 * an error. */
int view_method(const struct dataset *d, const struct publication *pub, struct buf *out,
    struct err *e);

#endif

/* SPDX-License-Identifier: MIT */
/* view_compare.h: the page of a comparison. */
#ifndef VIEW_COMPARE_H
#define VIEW_COMPARE_H

struct buf;
struct compared;
struct comparison;
struct err;
struct publication;

/* Adds a page of the site to out, to stand at path: of one category's rows, or with
 * category NULL the rest: all rows, or links to the pages of which's categories. */
int view_compare(const struct comparison *c, const struct compared *which,
    const char *category, const char *path, const struct publication *pub,
    struct buf *out, struct err *e);

/* Adds the page by itself to out, as one file that loads nothing: its frame and style
 * are alone.html and style.css in the folder templates. -1 and e where these cannot be
 * used. */
int view_compare_alone(
    const struct comparison *c, const char *templates, struct buf *out, struct err *e);

#endif

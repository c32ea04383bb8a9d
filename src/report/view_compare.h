/* SPDX-License-Identifier: MIT */
/* view_compare.h: the page of a comparison. */
#ifndef VIEW_COMPARE_H
#define VIEW_COMPARE_H

struct buf;
struct comparison;
struct err;

/* Adds the page by itself to out, as one file that loads nothing: its frame and style
 * are alone.html and style.css in the folder templates. -1 and e where these cannot be
 * used. */
int view_compare_alone(
    const struct comparison *c, const char *templates, struct buf *out, struct err *e);

#endif

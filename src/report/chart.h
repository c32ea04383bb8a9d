/* SPDX-License-Identifier: MIT */
/* chart.h: what all pictures share: a figure with a title, a description, a caption,
 * and the same picture as a file of its own. */
#ifndef CHART_H
#define CHART_H

#include "report/svg.h"

struct page;

/* Marks of one picture: beyond so many they are thinned, by quantiles. */
enum { CHART_POINTS = 2000 };

struct chart {
	struct page *page;
	const char *id;            /* of its own on the page: "trials" */
	const char *title;         /* what it shows */
	const char *description;   /* how to read it */
	const char *table;         /* id of the page's table that has the figures */
	const char *file;          /* name of its own file, beside the page's */
	bool wide;                 /* scrolls where there is little room */
	struct node *figure, *svg; /* set by chart_start */
};

/* Adds the figure to parent; what is drawn goes into c->svg. c's texts must last until
 * chart_finish. */
void chart_start(struct chart *c, struct node *parent);

/* Says at y how the picture is read, in lines of at most 50 characters, and where the
 * figures are; then writes the file. What is in the svg is final. */
void chart_finish(struct chart *c, double y, const char *const *lines, size_t n);

/* The place of a value in a field; false where it lies beyond an end of the scale, x
 * being that end then. */
bool chart_place(const struct scale *s, double value, long *x);

/* Adds a bar with ends at the height y (units). Where one lies beyond the scale, the
 * bar reaches to the edge without it, and *is_low or *is_high is set. */
void chart_interval(struct path *to, const struct scale *s, double low, double high,
    long y, bool *is_low, bool *is_high);

/* Adds an arrow at each edge that is asked for. */
void chart_arrows(struct path *to, long y, bool low, bool high);

/* The first n characters of a text, "…" in the place of the rest. In the page's arena.
 */
const char *chart_cut(struct page *p, const char *text, size_t n);

#endif

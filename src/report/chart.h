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
	struct node *figure, *svg; /* set by chart_start */
};

/* Adds the figure to parent; what is drawn goes into c->svg. c's texts must last until
 * chart_finish. */
void chart_start(struct chart *c, struct node *parent);

/* Says at y how the picture is read, in lines of at most 50 characters, and where the
 * figures are; then writes the file. What is in the svg is final. */
void chart_finish(struct chart *c, double y, const char *const *lines, size_t n);

/* The first n characters of a text, "…" in the place of the rest. In the page's arena.
 */
const char *chart_cut(struct page *p, const char *text, size_t n);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * svg.h: drawing: scales with their ticks, and shapes as elements of a tree.
 *
 * A picture is as wide as its place allows. What stands across is therefore given as a
 * share of its width, 0 at the left and 1 at the right; what stands down is in pixels
 * from the top. Texts keep their size. Lines and points lie in fields, which are
 * stretched; a field has SVG_ACROSS units across and SVG_DOWN units for each pixel
 * down, and only whole ones, since short numbers are most of a picture's bytes.
 */
#ifndef SVG_H
#define SVG_H

#include "core/buf.h"

#include <stdbool.h>
#include <stddef.h>

struct node;

enum { SVG_ACROSS = 1000, SVG_DOWN = 2 };

/* The values at both ends, low < high; logarithmic ones are positive. */
struct scale {
	double low, high;
	bool logarithmic;
};

/* Where value stands: 0 at low, 1 at high; others lie outside. */
double scale_place(const struct scale *s, double value);

/* Ticks in ascending order at 1, 2 or 5 times a power of ten, or at powers of ten
 * alone, at most `most` (2 or more) of them. A logarithmic scale that is too short for
 * these has those of a linear one. Returns how many there are. */
size_t scale_ticks(const struct scale *s, size_t most, double *tick);

/* One path of many lines and points; start with {{0}}. */
struct path {
	struct buf text;
	long x, y; /* where the pen is */
};

void path_move(struct path *p, long x, long y);
void path_line(struct path *p, long x, long y); /* from where the pen is */
void path_dot(struct path *p, long x, long y);  /* round in a line with round ends */

/* Adds the path, unless it is empty, and empties it. */
void path_add(struct path *p, struct node *parent, const char *class);

/* The units across of a share of the field's width. */
long svg_across(double share);

/* A text whose anchor is its class. */
struct node *svg_text(struct node *parent, const char *class, double across,
    double down, const char *text);

/* A field from left to right (shares), from top on, so high. */
struct node *svg_field(
    struct node *parent, double left, double right, double top, double height);

#endif

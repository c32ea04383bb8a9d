/* SPDX-License-Identifier: MIT */
/*
 * html.h: a page as a tree, written out once. Text and attribute values arrive as they
 * are and cannot become markup; what would not be seen becomes a visible escape.
 */
#ifndef HTML_H
#define HTML_H

#include <stddef.h>

struct arena;
struct buf;
struct node; /* an element of the tree; lives as long as its page */

/* To be called once, before any thread uses html.h or template.h. */
void html_start(void);

/* Adds an empty element, or one with a text (NULL: none), as the last child; returns
 * it. name is one of HTML's (or SVG's). */
struct node *html_add(struct node *parent, const char *name);
struct node *html_add_text(struct node *parent, const char *name, const char *text);

/* Adds text as the last child. */
void html_text(struct node *parent, const char *text);
void html_format(struct node *parent, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* <code> with a text of several lines, whose line ends stay: for <pre>. */
void html_lines(struct node *parent, const char *text);

/* A line end in the file, where it does not show: between rows. */
void html_line(struct node *parent);

/* Sets an attribute; a NULL value sets none. Returns n. */
struct node *html_attr(struct node *n, const char *name, const char *value);
struct node *html_attr_number(struct node *n, const char *name, double value);

/* <a href>text</a>, and <code>text</code>, as the last child of parent. */
struct node *html_link(struct node *parent, const char *href, const char *text);
struct node *html_code(struct node *parent, const char *text);

/* A tree without a page: children to be filled into a slot of a frame. Freed by
 * html_free, or by template_fill, which takes it over; in a scope (mem.h) with that.
 * NULL is fine. */
struct node *html_fragment(void);
void html_free(struct node *fragment);

/* Adds what is in a fragment to out, as HTML. */
void html_write_inside(struct node *fragment, struct buf *out);

/* What html_write_inside wrote, as the last child of parent; or in the document of
 * beside, without a place yet. The tree of what was written need not stay. */
void html_add_raw(struct node *parent, const struct buf *markup);
struct node *html_raw(struct node *beside, const struct buf *markup);

/* Adds an element with all that is in it to out, as XML, and a line end. */
void html_write_tree(struct node *root, struct buf *out);

/* Adds n with all that is in it as an XML document of its own to out, a style sheet in
 * it; n stays as it is. */
void html_write_styled(struct node *n, const char *style, struct buf *out);

/* Adds the fragment's one element as an XML document to out, and frees the fragment. */
void html_write_xml(struct node *fragment, struct buf *out);

#endif

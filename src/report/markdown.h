/* SPDX-License-Identifier: MIT */
/* markdown.h: CommonMark into a page's tree; raw HTML in it is shown, not used. */
#ifndef MARKDOWN_H
#define MARKDOWN_H

#include <stddef.h>

struct err;
struct node;

struct markdown_slot {
	const char *name, *value;
};

/* Adds the text's blocks to parent; headings keep their level and get an id.
 * {{name}} in text or code gives way to the slot's value, which stays a text. -1 and e
 * for a slot that is not among slots. */
int markdown_add(struct node *parent, const char *text,
    const struct markdown_slot *slots, size_t n, struct err *e);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * template.h: page frames: well-formed XML files with named slots and no logic. An
 * element <slot name="x"/> gives way to what was filled in for x; {x} in an attribute's
 * value gives way to x's text.
 */
#ifndef TEMPLATE_H
#define TEMPLATE_H

#include <stddef.h>

struct buf;
struct err;
struct node;
struct template;

struct slot {
	const char *name;
	const char *text;  /* either a text … */
	struct node *tree; /* … or the children of a fragment (html_fragment) */
};

/* Reads a frame of len bytes; name is for messages. NULL and e where it is not
 * well-formed. Freed with template_free. May be shared between threads. */
struct template *template_read(
    const char *text, size_t len, const char *name, struct err *e);
void template_free(struct template *t);

/* -1 and e where the frame has no slot element of that name. */
int template_need(const struct template *t, const char *slot, struct err *e);

/* Adds the page to out: doctype and the filled frame. Takes the slots' trees over; one
 * that the frame names twice stands there twice. A slot of the frame that is not among
 * them is an error in e, -1. */
int template_fill(const struct template *t, const struct slot *slots, size_t n,
    struct buf *out, struct err *e);

#endif

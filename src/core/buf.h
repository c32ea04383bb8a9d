/* SPDX-License-Identifier: MIT */
/* buf.h: bytes that grow. */
#ifndef BUF_H
#define BUF_H

#include <stddef.h>

/* Start with {0}. data has a NUL behind len bytes once anything was added. */
struct buf {
	char *data;
	size_t len, cap;
};

void buf_add(struct buf *b, const void *bytes, size_t n);
void buf_char(struct buf *b, char c);
void buf_text(struct buf *b, const char *s);
void buf_format(struct buf *b, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Room for n more bytes behind len; returns where they go. The caller adds to len what
 * it wrote. */
char *buf_room(struct buf *b, size_t n);

/* The text so far, never NULL; borrowed until b changes. */
const char *buf_string(const struct buf *b);

/* Empties b and keeps its memory. */
void buf_clear(struct buf *b);

void buf_free(struct buf *b);

#endif

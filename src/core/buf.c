/* SPDX-License-Identifier: MIT */
#include "core/buf.h"

#include "core/mem.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

char *
buf_room(struct buf *b, size_t n)
{
	size_t cap = b->cap ? b->cap : 256;

	while (cap - b->len <= n)
		cap *= 2;
	if (cap != b->cap) {
		b->data = mem_realloc(b->data, cap);
		b->cap = cap;
	}
	return b->data + b->len;
}

void
buf_add(struct buf *b, const void *bytes, size_t n)
{
	char *to = buf_room(b, n);

	if (n)
		memcpy(to, bytes, n);
	b->len += n;
	b->data[b->len] = '\0';
}

void
buf_char(struct buf *b, char c)
{
	buf_add(b, &c, 1);
}

void
buf_text(struct buf *b, const char *s)
{
	buf_add(b, s, strlen(s));
}

void
buf_format(struct buf *b, const char *format, ...)
{
	enum { USUAL = 128 };
	char *at = buf_room(b, USUAL);
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(at, USUAL, format, args);
	va_end(args);
	if (n >= USUAL) {
		at = buf_room(b, (size_t)n);
		va_start(args, format);
		vsnprintf(at, (size_t)n + 1, format, args);
		va_end(args);
	}
	b->len += (size_t)n;
}

const char *
buf_string(const struct buf *b)
{
	return b->len ? b->data : "";
}

void
buf_clear(struct buf *b)
{
	b->len = 0;
}

void
buf_free(struct buf *b)
{
	mem_free(b->data);
	*b = (struct buf){0};
}

/* SPDX-License-Identifier: MIT */
/* text.h: UTF-8, the natural order, and texts made fit for a page or a link. */
#ifndef TEXT_H
#define TEXT_H

#include <stdbool.h>
#include <stddef.h>

struct buf;

/* The length of the valid UTF-8 sequence at the start of n > 0 bytes (shortest form, no
 * surrogate, at most U+10FFFF), its code point in *code; 0 where there is none. */
size_t text_decode(const char *s, size_t n, unsigned *code);

/* Whether a code point would not be seen, or would change how its neighbours are seen:
 * control characters, marks of writing direction, line separators, byte-order mark. */
bool text_is_invisible(unsigned code);

/* Adds s to out; what would not be seen as itself, and bytes that are no UTF-8, stand
 * there as visible escapes: \u{202E}, \x{FF}. A tab or line end becomes a blank. */
void text_visible(struct buf *out, const char *s);

/* Whether a name can stand in a path, a manifest line and a page as it is: not empty,
 * at most 255 bytes, UTF-8, no slash, no backslash, nothing invisible, not "." or "..".
 */
bool text_is_name(const char *s);

/* Runs of digits compare as numbers, everything else byte by byte; texts that are equal
 * so compare byte by byte. Like strcmp; a total order. */
int text_natural(const char *a, const char *b);

/* Adds s, percent-encoded but for A-Z a-z 0-9 . _ - and, where it is a path, slashes.
 */
void text_url(struct buf *out, const char *s, bool is_path);

/* The same with _ in the place of the percent sign: an element's id. */
void text_id(struct buf *out, const char *s);

bool text_equal(const char *a, const char *b); /* two NULLs are equal */

/* Whether s is n lower-case hex digits and no more. */
bool text_is_hex(const char *s, size_t n);

#endif

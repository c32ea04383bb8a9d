/* SPDX-License-Identifier: MIT */
/* sys.h: small files of /proc and /sys. */
#ifndef SYS_H
#define SYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads the file's start, NUL behind it, without the line end at its end; false (and
 * "") where it cannot be read. */
bool sys_read(const char *path, char *out, size_t size);

/* Finds a line that starts with name and then ':' or a blank or a tab; returns what
 * stands behind that, blanks skipped, up to the text's end; NULL where there is none.
 */
const char *sys_find(const char *text, const char *name);

/* The number behind name; -1 where there is none. */
int64_t sys_number(const char *text, const char *name);

/* Whether a list such as "0-3,8" holds n. */
bool sys_list_has(const char *list, long n);

#endif

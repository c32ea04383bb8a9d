/* SPDX-License-Identifier: MIT */
/* lines.h: a known-answer file, line by line in its canonical form: trailing blanks are
 * stripped, empty lines left out. */
#ifndef LINES_H
#define LINES_H

#include "core/buf.h"

#include <stdbool.h>
#include <stddef.h>

struct err;

struct lines {
	int fd;
	struct buf line;
	size_t number;  /* of that line in the file, from 1 */
	size_t at, len; /* what is left of bytes */
	char bytes[65536];
};

/* -1 and e where there is no such regular file. */
int lines_open(struct lines *l, int dir, const char *path, struct err *e);

/* The next canonical line, in l->line; false at the end of the file, and where a line
 * is over 64 MiB. */
bool lines_next(struct lines *l);

void lines_close(struct lines *l);

/* The length of the line without its trailing blanks. */
size_t lines_canonical(const char *line, size_t len);

#endif

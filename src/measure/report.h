/* SPDX-License-Identifier: MIT */
/* report.h: what the driver tells its parent: text, through a pipe. */
#ifndef REPORT_H
#define REPORT_H

#include <stddef.h>

/* The pipe's number in the driver. */
enum { REPORT_FD = 3, REPORT_BUFFER = 8192 };

/* The driver's first line: the next code that runs may be the candidate's. */
#define REPORT_BEGUN "begun"

struct report {
	int fd;
	size_t len;
	char text[REPORT_BUFFER]; /* not yet written */
};

/* A text of at most 2047 bytes; what is longer is cut. When the parent is gone the
 * writing process ends by SIGPIPE. */
void report_format(struct report *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The bytes in capital hex. */
void report_hex(struct report *r, const unsigned char *bytes, size_t n);

/* Writes what is waiting. */
void report_flush(struct report *r);

#endif

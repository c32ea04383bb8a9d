/* SPDX-License-Identifier: MIT */
/* disclosure.h: what a dataset shows of the machine it was made on: host name, absolute
 * paths. These are notes, no findings: a publisher may want to know before publishing.
 */
#ifndef DISCLOSURE_H
#define DISCLOSURE_H

#include <stddef.h>

struct arena;
struct buf;

struct disclosure {
	const char *kind;  /* "host name", "absolute path" */
	const char *value; /* "vivo", "/home/x/…" */
	const char *file;  /* the first one that shows it */
	size_t count;      /* how often */
};

/* Distinct ones, in the order of their first place. Start with arena and system
 * set. */
struct disclosures {
	const char *system; /* a host name that is the system's shows nothing */
	struct arena *arena;
	struct disclosure *list;
	size_t count;
};

/* Looks through a file's text: every text of a JSON file, the whole of another one. */
void disclosure_scan(struct disclosures *d, const char *file, const struct buf *text);

#endif

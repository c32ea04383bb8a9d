/* SPDX-License-Identifier: MIT */
/* catalog.h: catalog.json: what the site knows of systems and candidates. The format
 * stands in ngcc-report(1). */
#ifndef CATALOG_H
#define CATALOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct findings;
struct json;

struct catalog_system {
	const char *id, *architecture, *description, *guide;
};

struct catalog_candidate {
	const char *id, *algorithm;
	const char *report, *submission, *specification; /* http or https, or NULL */
};

struct catalog_target {
	const char *candidate, *label;
	int64_t bits;
};

enum { CATALOG_NOTES = 10000 }; /* at most */

struct catalog_note {
	const char *candidate, *label, *kind, *date, *text;
};

struct catalog_pair {
	const char *a, *b; /* systems to compare */
};

struct catalog {
	const char *brand, *title, *base_url, *notice;
	const char *hash_baseline; /* "<candidate>/<label prefix>" */
	struct catalog_system *system;
	struct catalog_candidate *candidate;
	struct catalog_target *target;
	struct catalog_note *note;
	struct catalog_pair *pair;
	size_t systems, candidates, targets, notes, pairs;
};

/* Reads the catalog, everything in the arena. What is wrong is a finding and left out.
 * j may be NULL: an empty catalog. */
void catalog_read(struct catalog *c, const struct json *j, const char *file,
    struct arena *arena, struct findings *findings);

/* Whether a text is an http or https address. */
bool catalog_is_link(const char *url);

/* Whether it can stand before the paths of a site. */
bool catalog_is_base(const char *url);

/* The note by which an instance was withdrawn; NULL where there is none. */
const struct catalog_note *catalog_withdrawn(
    const struct catalog *c, const char *candidate, const char *label);

/* The entry with that id; NULL where there is none. */
const struct catalog_system *catalog_system(const struct catalog *c, const char *id);
const struct catalog_candidate *catalog_candidate(
    const struct catalog *c, const char *id);

#endif

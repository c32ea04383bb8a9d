/* SPDX-License-Identifier: MIT */
/* pairing.h: the candidates of two datasets side by side, for a comparison. */
#ifndef PAIRING_H
#define PAIRING_H

#include <stdbool.h>

struct candidate;
struct catalog;
struct comparison;
struct dataset;
struct listener;

struct pairing {
	const struct dataset *a, *b;
	const struct catalog *catalog;

	/* Fills c ({0} before) before check_candidate, on some thread; false where that
	 * cannot be. Freed by candidate_free in any case. */
	bool (*get)(const void *context, struct candidate *c, const struct dataset *d,
	    const char *id);
	const void *context;

	const struct listener *listener; /* of findings of no single file; NULL: none */
	const char *name_a, *name_b;     /* of the datasets, for the listener */
};

/* Adds every candidate of a or b to c, which was started. False where one could not be
 * got; it is then left out. */
bool pairing_run(const struct pairing *p, struct comparison *c);

#endif

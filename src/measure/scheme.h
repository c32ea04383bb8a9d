/* SPDX-License-Identifier: MIT */
/* scheme.h: what the public-key categories share: a case, which holds the keys,
 * messages and secrets of one run through a scheme, and the steps that make them, each
 * a function of the candidate. */
#ifndef SCHEME_H
#define SCHEME_H

#include "measure/part.h"

#include <stddef.h>
#include <stdint.h>

struct library;
struct report;

enum { SCHEME_PARTS = 24 };

struct scheme_case {
	struct part part[SCHEME_PARTS]; /* numbered by the category */
	size_t parts;
	int passes; /* of a key exchange: messages made so far */
};

struct scheme_step {
	const char *function; /* its name */
	uint32_t writes;      /* a bit for each of the parts */
	int pass;             /* of a key exchange, from 1; else 0 */

	/* Calls it: what it reads is in in, what it writes in out, which may be the
	 * same. Returns its code. */
	int (*call)(const struct scheme_step *s, const struct library *l,
	    struct scheme_case *in, struct scheme_case *out);

	/* Whether what the last call made of in is right; NULL where that does not show
	 * before the steps behind it. */
	enum outcome (*confirm)(const struct library *l, struct scheme_case *in,
	    struct scheme_case *out, struct err *e);
};

/* A category. */
struct scheme {
	const struct scheme_step *step; /* numbered by the category */
	/* A case with room for every part. Freed with scheme_free, also after a
	 * failure. */
	enum outcome (*create)(
	    struct scheme_case *c, const struct library *l, struct err *e);
	/* Replaces the functions of the steps by ones that do nothing. */
	void (*empty)(struct library *l);
	/* Reports the lengths: lines "size <name> <bytes>", for a key exchange also
	 * "passes <declared> <run>". */
	enum outcome (*sizes)(const struct library *l, struct report *r, struct err *e);
};

void scheme_free(struct scheme_case *c);

/* All parts are within their claims, inputs unchanged. */
enum outcome scheme_check(const struct scheme_case *c, struct err *e);

/* Takes a step within a case, checked; what it wrote is sealed. *code is what the
 * function gave, which is not judged. */
enum outcome scheme_call(const struct scheme_step *s, const struct library *l,
    struct scheme_case *c, int *code, struct err *e);

/* The same, and the function has to say that it went well. */
enum outcome scheme_take(const struct scheme_step *s, const struct library *l,
    struct scheme_case *c, struct err *e);

/* Whether the code of a step is an error: all but 0, and 1 from a pass. */
static inline bool
scheme_is_error(const struct scheme_step *s, int code)
{
	return code != 0 && !(code == 1 && s->pass);
}

#endif

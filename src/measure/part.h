/* SPDX-License-Identifier: MIT */
/* part.h: a key, ciphertext, signature or secret: a buffer of the length that the
 * candidate claims, and the length that it then gave. */
#ifndef PART_H
#define PART_H

#include "measure/guard.h"
#include "measure/outcome.h"

struct err;
struct report;

struct part {
	struct guard guard;     /* its size is the claim */
	unsigned long long len; /* in: the claim; out: what was written */
};

/* CRYPTOFAIL where the claim is over 1 GiB. */
enum outcome part_new(
    struct part *p, const char *what, unsigned long long claim, struct err *e);
void part_free(struct part *p);

/* Whether it is within its claim, its zones are whole and, if sealed, it is as it was.
 */
enum outcome part_check(const struct part *p, const char *what, struct err *e);

/* From here on an input. */
void part_seal(struct part *p);

/* "<name>_Len = …" and "<name> = …" of a known-answer file. */
void part_report(const struct part *p, const char *name, struct report *r);

/* What a function of the candidate returned, which should be 0. */
enum outcome part_code(int code, const char *function, struct err *e);

#endif

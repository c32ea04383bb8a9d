/* SPDX-License-Identifier: MIT */
/* part.h: a key, ciphertext, signature, message or secret: a buffer of the length that
 * the candidate claims, and the length that it then gave. */
#ifndef PART_H
#define PART_H

#include "measure/guard.h"
#include "measure/outcome.h"

struct err;
struct report;

struct part {
	const char *what;           /* its name in messages: "the public key" */
	struct guard guard;         /* its size is the claim */
	unsigned long long len;     /* in: the claim; out: what was written */
	unsigned long long longest; /* of all lengths that were noted */
};

/* what is a constant. CRYPTOFAIL where the claim is over 1 GiB. */
enum outcome part_new(
    struct part *p, const char *what, unsigned long long claim, struct err *e);
void part_free(struct part *p);

/* Where a function is to write: the length is the claim again. */
static inline unsigned char *
part_room(struct part *p)
{
	p->len = p->guard.size;
	return p->guard.data;
}

/* After a call that wrote it. */
static inline void
part_note(struct part *p)
{
	if (p->len > p->longest)
		p->longest = p->len;
}

/* Whether every length was within the claim, the zones are whole and, if sealed, it is
 * as it was. */
enum outcome part_check(const struct part *p, struct err *e);

/* From here on an input; and no longer. */
void part_seal(struct part *p);
void part_unseal(struct part *p);

/* Whether both hold the same bytes. */
bool part_equal(const struct part *a, const struct part *b);

/* "<name>_Len = …" and "<name> = …" of a known-answer file. */
void part_report(const struct part *p, const char *name, struct report *r);

/* What a function of the candidate returned, which should be 0. */
enum outcome part_code(int code, const char *function, struct err *e);

#endif

/* SPDX-License-Identifier: MIT */
/* finding.h: what is wrong in the data: file, field, what stood there, what was wanted.
 */
#ifndef FINDING_H
#define FINDING_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct pack;

struct finding {
	const char *file;  /* below the dataset's folder, or the data folder */
	const char *field; /* "trials[2].seconds"; NULL: the file as a whole */
	const char *text;  /* "is -1, wanted a positive number" */
};

/* A list in an arena. Start with {.arena = a}. */
struct findings {
	struct arena *arena;
	struct finding *list;
	size_t count;
};

/* Texts are copied. file and field may be NULL. */
void finding_add(struct findings *f, const char *file, const char *field,
    const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Whether both lists say the same, in the same order. */
bool finding_same(const struct findings *a, const struct findings *b);

void finding_pack(struct pack *p, struct findings *f);

#endif

/* SPDX-License-Identifier: MIT */
/* library.h: a candidate's library, loaded. */
#ifndef LIBRARY_H
#define LIBRARY_H

#include "measure/category.h"
#include "niccs.h"

#include <stddef.h>

struct err;

struct library {
	int (*hash)(int digest_bits, const unsigned char *message, unsigned long long bits,
	    unsigned char *digest);
	DRNG_ctx *drng;     /* the program's, which the library finds by name */
	DRNG_ctx *own_drng; /* the library's, where it has one; else NULL */
};

/* Loads path with all functions of the category. -1 and e where something is missing. It
 * stays loaded until the process ends. */
int library_open(struct library *l, const char *path, enum category category,
    DRNG_ctx *drng, struct err *e);

void library_seed(const struct library *l, const unsigned char *seed, size_t bytes);

#endif

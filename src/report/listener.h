/* SPDX-License-Identifier: MIT */
/* listener.h: who is told what was found wrong; the mains print it. */
#ifndef LISTENER_H
#define LISTENER_H

#include <stddef.h>

struct finding;
struct findings;

struct listener {
	void (*finding)(void *context, const char *dataset, const struct finding *f);
	void *context;
};

/* Tells all of a list; dataset may be NULL. Returns their number. */
size_t listener_tell(const struct listener *l, const char *dataset,
    const struct findings *all);

#endif

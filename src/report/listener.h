/* SPDX-License-Identifier: MIT */
/* listener.h: who is told what was found; the mains print it. Only verify has notes. */
#ifndef LISTENER_H
#define LISTENER_H

#include <stddef.h>

struct disclosure;
struct finding;
struct findings;

struct listener {
	void (*finding)(void *context, const char *dataset, const struct finding *f);
	void (*note)(void *context, const char *dataset, const struct disclosure *d);
	void *context;
};

/* Tells all of a list; dataset may be NULL. Returns their number. */
size_t listener_tell(
    const struct listener *l, const char *dataset, const struct findings *all);

#endif

/* SPDX-License-Identifier: MIT */
/* render.h: the pages and files of one dataset, out of the state. */
#ifndef RENDER_H
#define RENDER_H

#include <stddef.h>

struct dataset;
struct err;
struct publication;
struct site;
struct state;
struct summaries;

struct render {
	const struct publication *pub;
	const struct state *state;
	struct site *site;
};

/* Writes everything below <dataset>/ and fills summaries ({0} before). */
int render_dataset(const struct render *r, struct dataset *d,
    struct summaries *summaries, struct err *e);

#endif

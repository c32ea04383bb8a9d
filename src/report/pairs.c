/* SPDX-License-Identifier: MIT */
#include "report/pairs.h"

#include "core/catalog.h"
#include "core/text.h"
#include "report/page.h"

#include <string.h>

enum {
	SYSTEMS = 4, /* of more, not all pairs are wanted */
	NAMES = 120, /* bytes of both, as both stand in a file's name */
};

static const struct presence *
find(const struct publication *pub, const char *name)
{
	for (size_t i = 0; i < pub->datasets; i++)
		if (!strcmp(pub->dataset[i].name, name))
			return &pub->dataset[i];
	return NULL;
}

/* By a comparison before the last one: "a-vs-b" against "c" and "a" against "b-vs-c"
 * have one path. */
static bool
is_taken(const struct publication *pub, const char *path)
{
	for (size_t i = 0; i + 1 < pub->comparisons; i++)
		if (!strcmp(pub->comparison[i].path, path))
			return true;
	return false;
}

/* A pair that is there already has its page. */
static void
add(struct publication *pub, const struct presence *a, const struct presence *b,
    struct arena *arena)
{
	struct compared *c;

	if (!a || !b || a == b || strlen(a->name) + strlen(b->name) > NAMES)
		return;
	for (size_t i = 0; i < pub->comparisons; i++)
		if (pub->comparison[i].a == a && pub->comparison[i].b == b)
			return;
	pub->comparison =
	    arena_grow(arena, pub->comparison, pub->comparisons, sizeof(*c));
	c = &pub->comparison[pub->comparisons++];
	*c = (struct compared){.a = a, .b = b};
	c->path = arena_format(arena, "compare/%s-vs-%s", a->name, b->name);
	for (size_t n = 2; is_taken(pub, c->path); n++)
		c->path =
		    arena_format(arena, "compare/%s-vs-%s-%zu", a->name, b->name, n);
}

/* The latest earlier dataset of the system; NULL where there is none. */
static const struct presence *
before(const struct publication *pub, const char *system)
{
	const struct presence *best = NULL, *d;

	for (size_t i = 0; i < pub->datasets; i++) {
		d = &pub->dataset[i];
		if (d->day && !strcmp(d->system, system) &&
		    (!best || text_natural(d->day, best->day) > 0))
			best = d;
	}
	return best;
}

void
pairs_list(struct publication *pub, struct arena *arena)
{
	const struct catalog *c = pub->catalog;
	const struct presence *now[SYSTEMS], *d;
	size_t systems = 0;

	for (size_t i = 0; i < c->pairs; i++)
		add(pub, find(pub, c->pair[i].a), find(pub, c->pair[i].b), arena);
	for (size_t i = 0; i < pub->systems && !c->pairs; i++) {
		d = page_dataset(pub, pub->system[i]);
		add(pub, before(pub, pub->system[i]), d, arena);
		if (d && systems++ < SYSTEMS)
			now[systems - 1] = d;
	}
	for (size_t i = 1; i < systems && systems <= SYSTEMS; i++)
		for (size_t k = 0; k < i; k++)
			add(pub, now[k], now[i], arena);
}

/* SPDX-License-Identifier: MIT */
#include "report/render_site.h"

#include "core/catalog.h"
#include "core/text.h"
#include "report/dataset.h"
#include "report/front.h"
#include "report/intake.h"
#include "report/page.h"
#include "report/pairs.h"
#include "report/render_compare.h"
#include "report/view_home.h"

#include <stdlib.h>
#include <string.h>

static void
get_dataset(const struct render_site *r, struct dataset *d, const char *name)
{
	intake_get_dataset(d, r->with.state, name, r->data, r->evidence);
}

static int
by_name(const void *a, const void *b)
{
	return text_natural(*(const char *const *)a, *(const char *const *)b);
}

/* The catalog's systems in its order, then others that have data. */
static void
list_systems(struct render_site *r)
{
	struct publication *pub = r->pub;
	const struct catalog *c = pub->catalog;
	size_t known;

	pub->system =
	    arena_get(r->arena, (c->systems + pub->datasets) * sizeof(*pub->system));
	for (size_t i = 0; i < c->systems; i++)
		pub->system[pub->systems++] = c->system[i].id;
	known = pub->systems;
	for (size_t i = 0; i < pub->datasets; i++) {
		const char *system = pub->dataset[i].system;
		size_t k = 0;
		while (k < pub->systems && strcmp(pub->system[k], system) != 0)
			k++;
		if (k == pub->systems)
			pub->system[pub->systems++] = system;
	}
	if (pub->systems > known)
		qsort(pub->system + known, pub->systems - known, sizeof(*pub->system),
		    by_name);
}

/* What all pages have to know of all datasets. The rest of them is taken out of the
 * state when its turn comes: twenty systems are no more in memory than two. */
static void
list_datasets(struct render_site *r)
{
	struct publication *pub = r->pub;
	struct arena *arena = r->arena;

	pub->dataset = arena_get(arena, r->names * sizeof(*pub->dataset));
	for (size_t i = 0; i < r->names; i++) {
		struct dataset d = {0};
		const char **id;
		get_dataset(r, &d, r->name[i]);
		id = arena_get(arena, d.candidates * sizeof(*id));
		for (size_t k = 0; k < d.candidates; k++)
			id[k] = arena_text(arena, d.candidate[k]);
		pub->dataset[pub->datasets++] = (struct presence){
		    .name = r->name[i],
		    .system = arena_text(arena, d.system),
		    .day = arena_text(arena, d.day),
		    .candidate = id,
		    .candidates = d.candidates,
		};
		dataset_free(&d);
	}
	list_systems(r);
	pairs_list(pub, r->arena);
}

/* The latest earlier dataset of the same system; the number of all where there is none.
 */
static size_t
campaign_before(const struct publication *pub, size_t of)
{
	const struct presence *all = pub->dataset;
	size_t n = pub->datasets, best = n;

	for (size_t i = 0; i < n && !all[of].day; i++)
		if (all[i].day && !strcmp(all[i].system, all[of].system) &&
		    (best == n || text_natural(all[i].day, all[best].day) > 0))
			best = i;
	return best;
}

/* Renders the i-th dataset; its summaries are kept where another one is held against
 * them. */
static int
render_one(struct render_site *r, size_t i, struct summaries *kept,
    struct home_entry *home, struct err *e)
{
	const struct presence *p = &r->pub->dataset[i];
	struct dataset d = {0};
	int failed;

	get_dataset(r, &d, p->name);
	failed = render_dataset(&r->with, &d, kept, e);
	*home = (struct home_entry){
	    .name = p->name,
	    .system = p->system,
	    .day = p->day,
	    .started_utc = arena_text(r->arena, d.campaign.started_utc),
	    .ended_utc = arena_text(r->arena, d.campaign.ended_utc),
	    .counts = summary_count(kept),
	};
	r->pages += p->candidates + 3;
	if (!p->day && campaign_before(r->pub, i) == r->names)
		arena_free(&kept->arena);
	dataset_free(&d);
	return failed;
}

static int
render_datasets(struct render_site *r, struct summaries *kept, struct home_entry *home,
    struct err *e)
{
	const struct publication *pub = r->pub;

	for (size_t i = 0; i < r->names; i++)
		if (render_one(r, i, &kept[i], &home[i], e))
			return -1;
	for (size_t i = 0; i < r->names; i++) {
		size_t before = campaign_before(pub, i);
		if (before == r->names)
			continue;
		change_make(&home[i].change, &kept[i], &kept[before], r->arena);
		home[i].change.before = pub->dataset[before].name;
	}
	return 0;
}

/* A pair's two datasets are taken out of the state once more. */
static int
render_comparisons(struct render_site *r, struct err *e)
{
	int failed = 0;

	for (size_t i = 0; i < r->pub->comparisons && !failed; i++) {
		struct compared *c = &r->pub->comparison[i];
		struct dataset from = {0}, to = {0};
		get_dataset(r, &from, c->a->name);
		get_dataset(r, &to, c->b->name);
		failed =
		    render_compare(&r->with, c, &from, &to, r->arena, &r->pages, e);
		dataset_free(&from);
		dataset_free(&to);
	}
	return failed;
}

int
render_site(struct render_site *r, struct err *e)
{
	struct home_entry *home = arena_get(r->arena, r->names * sizeof(*home));
	struct summaries *kept = arena_get(r->arena, r->names * sizeof(*kept));
	int failed;

	r->with.pub = r->pub;
	list_datasets(r);
	failed = render_datasets(r, kept, home, e) || render_comparisons(r, e) ||
	    front_write(r->with.site, r->pub, r->resources, home, r->names, e);
	r->pages += 2;
	for (size_t i = 0; i < r->names; i++)
		arena_free(&kept[i].arena);
	return failed ? -1 : 0;
}

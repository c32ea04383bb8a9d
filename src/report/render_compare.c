/* SPDX-License-Identifier: MIT */
#include "report/render_compare.h"

#include "core/buf.h"
#include "core/err.h"
#include "report/candidate.h"
#include "report/comparison.h"
#include "report/dataset.h"
#include "report/intake.h"
#include "report/page.h"
#include "report/pairing.h"
#include "report/render.h"
#include "report/site.h"
#include "report/view_compare.h"

#include <string.h>

enum { ROWS_OF_A_PAGE = 500, CATEGORY_NAME = 100 /* bytes, in a file's name */ };

static bool
get_candidate(
    const void *context, struct candidate *c, const struct dataset *d, const char *id)
{
	struct buf scratch = {0};
	bool got = intake_get_candidate(c, context, d, id, &scratch);

	buf_free(&scratch);
	return got;
}

/* The means of all rows come first, then each category has one or two. */
static void
list_categories(struct compared *which, const struct comparison *c, struct arena *arena)
{
	const char *last = NULL;

	if (c->rows <= ROWS_OF_A_PAGE)
		return;
	for (size_t i = 0; i < c->means; i++)
		if (c->mean[i].category && strlen(c->mean[i].category) > CATEGORY_NAME)
			return;
	for (size_t i = 0; i < c->means; i++) {
		const char *name = c->mean[i].category;
		if (!name || (last && !strcmp(name, last)))
			continue;
		last = name;
		which->category = arena_grow(arena, which->category, which->categories,
		    sizeof(*which->category));
		which->category[which->categories++] = arena_text(arena, name);
	}
}

static int
put_page(const struct render *r, const struct comparison *c,
    const struct compared *which, const char *category, struct err *e)
{
	struct arena names = {0};
	struct buf b = {0};
	const char *path = category
	    ? arena_format(&names, "%s--%s.html", which->path, category)
	    : arena_format(&names, "%s.html", which->path);
	int result = view_compare(c, which, category, path, r->pub, &b, e);

	if (!result)
		result = site_put(r->site, path, b.data, b.len, NULL, e);
	buf_free(&b);
	arena_free(&names);
	return result;
}

int
render_compare(const struct render *r, struct compared *which, const struct dataset *a,
    const struct dataset *b, struct arena *arena, size_t *pages, struct err *e)
{
	struct comparison c = {0};
	struct pairing p = {.a = a,
	    .b = b,
	    .catalog = r->pub->catalog,
	    .get = get_candidate,
	    .context = r->state};
	int result = 0;

	comparison_start(&c, a, b, COMPARE_MIN_EFFECT);
	if (!pairing_run(&p, &c))
		result = err_set(e, ERR_SYSTEM, "the state file changed meanwhile");
	comparison_judge(&c);
	list_categories(which, &c, arena);
	if (!result)
		result = put_page(r, &c, which, NULL, e);
	for (size_t i = 0; i < which->categories && !result; i++)
		result = put_page(r, &c, which, which->category[i], e);
	*pages += 1 + which->categories;
	comparison_free(&c);
	return result;
}

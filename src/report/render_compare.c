/* SPDX-License-Identifier: MIT */
#include "report/render_compare.h"

#include "core/buf.h"
#include "core/err.h"
#include "core/pool.h"
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
	return intake_get_candidate(c, context, d, id);
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

struct job {
	const struct render *render;
	const struct comparison *comparison;
	const struct compared *which;
	const char **page; /* in the order of making */
};

/* The number of rows of a category. */
static size_t
rows_of(const struct comparison *c, const char *category)
{
	size_t most = 0;

	for (size_t i = 0; i < c->means; i++)
		if (c->mean[i].category && !strcmp(c->mean[i].category, category) &&
		    c->mean[i].rows > most)
			most = c->mean[i].rows;
	return most;
}

/* The categories by their rows, the most first, so that no processor waits long for the
 * last page; then NULL for the page of all, which is short beside others. */
static const char **
order_pages(
    const struct compared *which, const struct comparison *c, struct arena *arena)
{
	size_t n = which->categories, k;
	const char **page = arena_get(arena, (n + 1) * sizeof(*page));

	for (size_t i = 0; i < n; i++) {
		for (k = i;
		     k && rows_of(c, page[k - 1]) < rows_of(c, which->category[i]); k--)
			page[k] = page[k - 1];
		page[k] = which->category[i];
	}
	return page;
}

static int
put_page(void *context, size_t i, struct err *e)
{
	const struct job *job = context;
	const struct compared *which = job->which;
	const char *category = job->page[i];
	struct pictures pictures = {0};
	struct arena names = {0};
	struct buf b = {0};
	const char *path = category
	    ? arena_format(&names, "%s--%s.html", which->path, category)
	    : arena_format(&names, "%s.html", which->path);
	int result = view_compare(
	    job->comparison, which, category, path, job->render->pub, &b, &pictures, e);

	if (!result)
		result = site_put(job->render->site, path, b.data, b.len, NULL, e);
	for (size_t k = 0; k < pictures.count && !result; k++)
		result = site_put(job->render->site,
		    arena_format(&names, "compare/%s", pictures.list[k].name),
		    pictures.list[k].bytes.data, pictures.list[k].bytes.len, NULL, e);
	page_free_pictures(&pictures);
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
	struct job job = {r, &c, which, NULL};
	int result = 0;

	comparison_start(&c, a, b, COMPARE_MIN_EFFECT);
	if (!pairing_run(&p, &c))
		result = err_set(e, ERR_SYSTEM, "the state file changed meanwhile");
	comparison_judge(&c);
	list_categories(which, &c, arena);
	job.page = order_pages(which, &c, &c.arena);
	if (!result)
		result = pool_calls(1 + which->categories, put_page, &job, e);
	*pages += 1 + which->categories;
	comparison_free(&c);
	return result;
}

/* SPDX-License-Identifier: MIT */
#include "report/render.h"

#include "core/buf.h"
#include "core/err.h"
#include "report/aggregate.h"
#include "report/candidate.h"
#include "report/check.h"
#include "report/dataset.h"
#include "report/export.h"
#include "report/export_ranking.h"
#include "report/intake.h"
#include "report/page.h"
#include "core/pool.h"
#include "report/ranking.h"
#include "report/site.h"
#include "report/summary.h"
#include "report/view_candidate.h"
#include "report/view_method.h"
#include "report/view_ranking.h"
#include "report/view_system.h"

#include <string.h>

struct job {
	const struct render *render;
	struct dataset *dataset;
	struct summaries *summaries;
	struct rankings rankings; /* of them */
	struct buf all;           /* all.csv */
	struct err *e;
	int failed;
};

struct result {
	struct candidate candidate;
	struct aggregate aggregate;
	struct buf rows; /* of its CSV, without the header */
	struct err e;
	int failed;
};

static int
put(const struct job *job, const char *id, const char *ending, const struct buf *bytes,
    struct arena *arena, struct err *e)
{
	const char *path =
	    arena_format(arena, "%s/%s.%s", job->dataset->name, id, ending);

	return site_put(job->render->site, path, bytes->data, bytes->len, NULL, e);
}

static int
put_pictures(
    const struct job *job, const struct pictures *p, struct arena *arena, struct err *e)
{
	int failed = 0;

	for (size_t i = 0; i < p->count && !failed; i++)
		failed = site_put(job->render->site,
		    arena_format(arena, "%s/%s", job->dataset->name, p->list[i].name),
		    p->list[i].bytes.data, p->list[i].bytes.len, NULL, e);
	return failed;
}

static int
write_files(const struct job *job, struct result *r)
{
	struct arena *arena = &r->candidate.arena;
	const char *id = r->candidate.id;
	struct pictures pictures = {0};
	struct export x;
	struct buf b = {0};
	int failed;

	export_make(&x, &r->aggregate, arena);
	failed =
	    view_candidate(&r->aggregate, job->render->pub, &b, &pictures, &r->e) ||
	    put(job, id, "html", &b, arena, &r->e) ||
	    put_pictures(job, &pictures, arena, &r->e);
	page_free_pictures(&pictures);
	buf_clear(&b);
	export_csv_rows(&x, &r->rows);
	export_csv_head(&b);
	buf_add(&b, r->rows.data, r->rows.len);
	failed = failed || put(job, id, "csv", &b, arena, &r->e);
	buf_clear(&b);
	export_json(&x, &b);
	failed = failed || put(job, id, "json", &b, arena, &r->e);
	buf_free(&b);
	return failed;
}

static void *
render_candidate(void *context, size_t i)
{
	const struct job *job = context;
	struct result *r = mem_get(sizeof(*r));

	memset(r, 0, sizeof(*r));
	if (!intake_get_candidate(&r->candidate, job->render->state, job->dataset,
		job->dataset->candidate[i]))
		r->failed =
		    err_set(&r->e, ERR_SYSTEM, "the state file changed meanwhile");
	if (r->failed)
		return r;
	check_candidate(&r->candidate, job->dataset);
	aggregate_make(&r->aggregate, &r->candidate, job->dataset,
	    job->render->pub->catalog, &r->candidate.arena);
	r->failed = write_files(job, r);
	return r;
}

static void
keep_result(void *context, size_t i, void *result)
{
	struct job *job = context;
	struct result *r = result;

	(void)i;
	if (r->failed && !job->failed) {
		*job->e = r->e;
		job->failed = 1;
	} else if (!r->failed) {
		summary_add(job->summaries, &r->aggregate);
		buf_add(&job->all, r->rows.data, r->rows.len);
	}
	buf_free(&r->rows);
	candidate_free(&r->candidate);
	mem_free(r);
}

static int
write_ranking(const struct job *job, struct arena *arena, struct err *e)
{
	struct buf b = {0};
	int failed =
	    view_ranking(job->dataset, &job->rankings, job->render->pub, &b, e) ||
	    put(job, "ranking", "html", &b, arena, e);

	buf_free(&b);
	return failed;
}

static int
write_ranking_files(const struct job *job, struct arena *arena, struct err *e)
{
	const char *name = job->dataset->name;
	struct buf b = {0};
	int failed;

	export_ranking_csv(&job->rankings, name, &b);
	failed = put(job, "ranking", "csv", &b, arena, e);
	buf_clear(&b);
	export_ranking_json(&job->rankings, name, &b);
	failed = failed || put(job, "ranking", "json", &b, arena, e);
	buf_free(&b);
	return failed;
}

static int
write_system(const struct job *job, struct arena *arena, struct err *e)
{
	struct pictures pictures = {0};
	struct buf b = {0};
	int failed = view_system(job->dataset, job->summaries, job->render->pub, &b,
			 &pictures, e) ||
	    put(job, "index", "html", &b, arena, e) ||
	    put_pictures(job, &pictures, arena, e);

	page_free_pictures(&pictures);
	buf_free(&b);
	return failed;
}

static int
write_rest(const struct job *job, struct arena *arena, struct err *e)
{
	struct buf b = {0};
	int failed = put(job, "all", "csv", &job->all, arena, e);

	export_columns(&b);
	failed = failed || put(job, "all-columns", "csv", &b, arena, e);
	buf_clear(&b);
	failed = failed || view_method(job->dataset, job->render->pub, &b, e) ||
	    put(job, "method", "html", &b, arena, e);
	buf_free(&b);
	return failed;
}

typedef int writer(const struct job *job, struct arena *arena, struct err *e);

/* The pages and files of the dataset as a whole; what takes longest comes first, so
 * that no processor waits long for the last. */
static writer *const whole[] = {
    write_ranking, write_system, write_ranking_files, write_rest};

static int
write_whole(void *context, size_t i, struct err *e)
{
	struct arena arena = {0};
	int failed = whole[i](context, &arena, e);

	arena_free(&arena);
	return failed;
}

int
render_dataset(const struct render *r, struct dataset *d, struct summaries *summaries,
    struct err *e)
{
	struct job job = {.render = r, .dataset = d, .summaries = summaries, .e = e};
	struct pool_job work = {.count = d->candidates,
	    .context = &job,
	    .work = render_candidate,
	    .done = keep_result};
	struct arena arena = {0};
	int result = -1;

	export_csv_head(&job.all);
	pool_run(&work);
	if (!job.failed) {
		rankings_make(&job.rankings, summaries, r->pub->catalog, &arena);
		result =
		    pool_calls(sizeof(whole) / sizeof(whole[0]), write_whole, &job, e);
	}
	buf_free(&job.all);
	arena_free(&arena);
	return result;
}

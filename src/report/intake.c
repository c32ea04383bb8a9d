/* SPDX-License-Identifier: MIT */
#include "report/intake.h"

#include "core/buf.h"
#include "core/err.h"
#include "core/pack.h"
#include "core/text.h"
#include "report/candidate.h"
#include "report/check.h"
#include "report/dataset.h"
#include "report/evidence.h"
#include "report/listener.h"
#include "core/pool.h"
#include "report/state.h"

#include <string.h>

static const char *
dataset_chunk(const char *name, struct arena *arena)
{
	return arena_format(arena, "dataset %s", name);
}

/* A candidate is two chunks: what a build that finds nothing changed looks at is one.
 */
static const char *
sources_chunk(const char *dataset, const char *id, struct arena *arena)
{
	return arena_format(arena, "sources %s/%s", dataset, id);
}

static const char *
content_chunk(const char *dataset, const char *id, struct arena *arena)
{
	return arena_format(arena, "content %s/%s", dataset, id);
}

bool
intake_get_dataset(struct dataset *d, const struct state *s, const char *name, int data,
    struct evidence *evidence)
{
	struct pack p;
	const char *bytes;
	size_t n;

	dataset_start(d, name, data, evidence);
	bytes = state_get(s, dataset_chunk(name, &d->arena), &d->arena, &n);
	if (!bytes)
		return false;
	p = pack_from(bytes, n, &d->arena);
	dataset_pack(&p, d);
	return !p.bad;
}

/* Unpacks a chunk; false where it is not there or not whole. */
static bool
get(const struct state *s, const char *chunk,
    void (*unpack)(struct pack *, struct candidate *), struct candidate *c)
{
	struct pack p;
	size_t n;
	const char *bytes = state_get(s, chunk, &c->arena, &n);

	if (!bytes)
		return false;
	p = pack_from(bytes, n, &c->arena);
	unpack(&p, c);
	return !p.bad;
}

static bool
get_sources(
    struct candidate *c, const struct state *s, const struct dataset *d, const char *id)
{
	bool got =
	    get(s, sources_chunk(d->name, id, &c->arena), candidate_pack_sources, c);

	c->id = id;
	return got;
}

bool
intake_get_candidate(
    struct candidate *c, const struct state *s, const struct dataset *d, const char *id)
{
	bool got = get_sources(c, s, d, id) &&
	    get(s, content_chunk(d->name, id, &c->arena), candidate_pack_content, c);

	candidate_link(c, d);
	return got;
}

struct job {
	struct intake *in;
	struct dataset *dataset, *old; /* old: NULL where nothing can be taken over */
};

struct result {
	struct candidate candidate, old; /* the first borrows from the second */
	struct buf sources, content;     /* packed */
};

static void *
read_candidate(void *context, size_t i)
{
	struct job *job = context;
	const char *id = job->dataset->candidate[i];
	struct result *r = mem_get(sizeof(*r));
	struct pack sources = {.out = &r->sources}, content = {.out = &r->content};
	bool known;

	memset(r, 0, sizeof(*r));
	known = job->old && intake_get_candidate(&r->old, job->in->old, job->old, id);
	candidate_read(&r->candidate, id, job->dataset, known ? &r->old : NULL);
	candidate_pack_sources(&sources, &r->candidate);
	candidate_pack_content(&content, &r->candidate);
	check_candidate(&r->candidate, job->dataset);
	return r;
}

static void
add_source(
    struct intake *in, const char *dataset, const struct source *s, struct arena *arena)
{
	in->findings += listener_tell(in->listener, dataset, &s->found);
	if (s->digest)
		sums_add(in->sums, arena_format(arena, "%s/%s", dataset, s->path),
		    s->digest);
}

static void
keep_candidate(void *context, size_t i, void *result)
{
	struct job *job = context;
	struct intake *in = job->in;
	struct result *r = result;
	struct candidate *c = &r->candidate;
	const struct source *s;
	struct err e;

	(void)i;
	for (size_t k = 0; (s = candidate_source(c, k)); k++)
		add_source(in, job->dataset->name, s, &c->arena);
	in->findings += listener_tell(in->listener, job->dataset->name, &c->found);
	if ((state_add(in->new, sources_chunk(job->dataset->name, c->id, &c->arena),
		 &r->sources, &e) ||
		state_add(in->new, content_chunk(job->dataset->name, c->id, &c->arena),
		    &r->content, &e)) &&
	    in->failure->code == ERR_NONE)
		*in->failure = e;
	buf_free(&r->sources);
	buf_free(&r->content);
	candidate_free(c);
	candidate_free(&r->old);
	mem_free(r);
}

int
intake_dataset(struct intake *in, const char *name, struct err *e)
{
	struct dataset d = {0}, old = {0};
	struct job job = {.in = in, .dataset = &d};
	struct pool_job work = {
	    .context = &job, .work = read_candidate, .done = keep_candidate};
	struct buf packed = {0};
	struct pack p = {.out = &packed};
	bool known =
	    in->old && intake_get_dataset(&old, in->old, name, in->data, in->evidence);
	int result;

	dataset_read(&d, name, in->data, in->evidence, known ? &old : NULL);
	/* as dataset_read does with its own files */
	if (known && text_equal(d.sums_file.digest, old.sums_file.digest))
		job.old = &old;
	in->findings += listener_tell(in->listener, name, &d.found);
	if (d.sums_file.path)
		add_source(in, name, &d.sums_file, &d.arena);
	add_source(in, name, &d.campaign_file, &d.arena);
	add_source(in, name, &d.build_file, &d.arena);
	work.count = d.candidates;
	pool_run(&work);
	dataset_pack(&p, &d);
	result = state_add(in->new, dataset_chunk(name, &d.arena), &packed, e);
	if (!result && in->failure->code != ERR_NONE) {
		*e = *in->failure;
		result = -1;
	}
	buf_free(&packed);
	dataset_free(&d);
	dataset_free(&old);
	return result;
}

struct current {
	const struct intake *in;
	struct dataset *dataset;
	bool all;
};

static void *
check_current(void *context, size_t i)
{
	static const char yes;
	struct current *job = context;
	struct candidate c = {0};
	bool same =
	    get_sources(&c, job->in->old, job->dataset, job->dataset->candidate[i]) &&
	    candidate_is_current(&c, job->dataset);

	candidate_free(&c);
	return same ? (void *)&yes : NULL;
}

static void
note_current(void *context, size_t i, void *result)
{
	struct current *job = context;

	(void)i;
	job->all = job->all && result;
}

bool
intake_is_current(const struct intake *in, const char *name)
{
	struct dataset d = {0};
	struct current job = {.in = in, .dataset = &d};
	struct pool_job work = {
	    .context = &job, .work = check_current, .done = note_current};

	job.all = intake_get_dataset(&d, in->old, name, in->data, in->evidence) &&
	    dataset_is_current(&d);
	work.count = job.all ? d.candidates : 0;
	pool_run(&work);
	dataset_free(&d);
	return job.all;
}

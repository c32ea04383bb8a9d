/* SPDX-License-Identifier: MIT */
#include "report/pairing.h"

#include "core/text.h"
#include "report/aggregate.h"
#include "report/candidate.h"
#include "report/check.h"
#include "report/comparison.h"
#include "report/dataset.h"
#include "report/listener.h"
#include "core/pool.h"

#include <string.h>

struct job {
	const struct pairing *pairing;
	struct comparison *comparison;
	const char **id; /* candidates of either, in natural order */
	size_t ids;
	bool complete;
};

/* A candidate on one side. */
struct half {
	struct candidate candidate;
	struct aggregate aggregate;
	bool there, failed;
};

struct pair {
	struct half a, b;
};

/* Both lists are in natural order. */
static void
merge_ids(struct job *job, struct arena *arena)
{
	const struct dataset *a = job->pairing->a, *b = job->pairing->b;
	size_t i = 0, k = 0;
	int order;

	job->id = arena_get(arena, (a->candidates + b->candidates) * sizeof(*job->id));
	while (i < a->candidates || k < b->candidates) {
		order = i == a->candidates ? 1
		    : k == b->candidates
		    ? -1
		    : text_natural(a->candidate[i], b->candidate[k]);
		job->id[job->ids++] = order <= 0 ? a->candidate[i] : b->candidate[k];
		i += order <= 0;
		k += order >= 0;
	}
}

static void
read_half(
    struct half *h, const struct pairing *p, const struct dataset *d, const char *id)
{
	size_t i = 0;

	while (i < d->candidates && strcmp(d->candidate[i], id) != 0)
		i++;
	if (i == d->candidates)
		return;
	h->there = p->get(p->context, &h->candidate, d, d->candidate[i]);
	h->failed = !h->there;
	if (h->failed)
		return;
	check_candidate(&h->candidate, d);
	aggregate_make(
	    &h->aggregate, &h->candidate, d, p->catalog, &h->candidate.arena);
}

static void *
read_pair(void *context, size_t i)
{
	struct job *job = context;
	struct pair *pair = mem_get(sizeof(*pair));

	memset(pair, 0, sizeof(*pair));
	read_half(&pair->a, job->pairing, job->pairing->a, job->id[i]);
	read_half(&pair->b, job->pairing, job->pairing->b, job->id[i]);
	return pair;
}

static void
add_pair(void *context, size_t i, void *result)
{
	struct job *job = context;
	const struct pairing *p = job->pairing;
	struct pair *pair = result;
	struct half *a = &pair->a, *b = &pair->b;

	(void)i;
	if (p->listener) {
		listener_tell(p->listener, p->name_a, &a->candidate.found);
		listener_tell(p->listener, p->name_b, &b->candidate.found);
	}
	if (a->failed || b->failed)
		job->complete = false;
	else
		comparison_add(job->comparison, a->there ? &a->aggregate : NULL,
		    b->there ? &b->aggregate : NULL);
	candidate_free(&a->candidate);
	candidate_free(&b->candidate);
	mem_free(pair);
}

bool
pairing_run(const struct pairing *p, struct comparison *c)
{
	struct arena arena = {0};
	struct job job = {.pairing = p, .comparison = c, .complete = true};
	struct pool_job work = {.context = &job, .work = read_pair, .done = add_pair};

	merge_ids(&job, &arena);
	work.count = job.ids;
	pool_run(&work);
	arena_free(&arena);
	return job.complete;
}

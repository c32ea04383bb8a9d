/* SPDX-License-Identifier: MIT */
#include "report/diff.h"

#include "core/buf.h"
#include "core/catalog.h"
#include "core/err.h"
#include "core/text.h"
#include "report/aggregate.h"
#include "report/candidate.h"
#include "report/check.h"
#include "report/comparison.h"
#include "report/dataset.h"
#include "report/listener.h"
#include "report/pool.h"
#include "report/view_compare.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* One of the two folders. */
struct side {
	const char *path; /* as it was given */
	char real[PATH_MAX];
	int above; /* the folder that holds it; -1: not open */
	struct dataset dataset;
};

struct job {
	struct side *a, *b;
	const char **id; /* candidates of either, in natural order */
	size_t ids;
	const struct catalog *catalog;
	const struct listener *listener;
	struct comparison *comparison;
};

/* A candidate on both sides. */
struct pair {
	struct candidate a, b;
	struct aggregate x, y;
	bool has_a, has_b;
	struct arena arena;
};

static int
open_side(struct side *s, const char *path, struct err *e)
{
	char *slash;
	int self;

	s->path = path;
	if (!realpath(path, s->real))
		return err_system(e, "%s: cannot be opened", path);
	self = open(s->real, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (self < 0)
		return err_system(e, "%s: cannot be opened", path);
	close(self);
	slash = strrchr(s->real, '/');
	*slash = '\0';
	s->above =
	    open(slash == s->real ? "/" : s->real, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (s->above < 0)
		return err_system(e, "%s: the folder above cannot be opened", path);
	dataset_read(&s->dataset, slash[1] ? slash + 1 : ".", s->above, NULL, NULL);
	return 0;
}

static void
close_side(struct side *s)
{
	if (s->above >= 0)
		close(s->above);
	dataset_free(&s->dataset);
}

/* All findings but that on the folder's name: a dataset to be compared may lie under
 * any. */
static void
tell(const struct job *job, const struct side *s)
{
	const struct dataset *d = &s->dataset;
	const struct findings *all = &d->campaign_file.found;

	listener_tell(job->listener, s->path, &d->found);
	listener_tell(job->listener, s->path, &d->sums_file.found);
	listener_tell(job->listener, s->path, &d->build_file.found);
	for (size_t i = 0; i < all->count; i++)
		if (!text_equal(all->list[i].field, "system_id"))
			job->listener->finding(
			    job->listener->context, s->path, &all->list[i]);
}

/* Both lists are in natural order. */
static void
merge_ids(struct job *job, struct arena *arena)
{
	const struct dataset *a = &job->a->dataset, *b = &job->b->dataset;
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

static bool
read_side(struct candidate *c, struct aggregate *x, const char *id,
    const struct job *job, const struct dataset *d, struct arena *arena)
{
	size_t i = 0;

	while (i < d->candidates && strcmp(d->candidate[i], id) != 0)
		i++;
	if (i == d->candidates)
		return false;
	candidate_read(c, id, d, NULL);
	check_candidate(c, d);
	aggregate_make(x, c, d, job->catalog, arena);
	return true;
}

static void *
read_pair(void *context, size_t i)
{
	struct job *job = context;
	struct pair *p = mem_get(sizeof(*p));

	memset(p, 0, sizeof(*p));
	p->has_a =
	    read_side(&p->a, &p->x, job->id[i], job, &job->a->dataset, &p->arena);
	p->has_b =
	    read_side(&p->b, &p->y, job->id[i], job, &job->b->dataset, &p->arena);
	return p;
}

static void
add_pair(void *context, size_t i, void *result)
{
	struct job *job = context;
	struct pair *p = result;

	(void)i;
	listener_tell(job->listener, job->a->path, &p->a.found);
	listener_tell(job->listener, job->b->path, &p->b.found);
	comparison_add(
	    job->comparison, p->has_a ? &p->x : NULL, p->has_b ? &p->y : NULL);
	candidate_free(&p->a);
	candidate_free(&p->b);
	arena_free(&p->arena);
	mem_free(p);
}

static bool
is_wanted(const void *context, const char *row)
{
	return !regexec(context, row, 0, NULL, 0);
}

static void
compare(struct job *job, double min_effect)
{
	struct arena arena = {0};
	struct pool_job work = {.context = job, .work = read_pair, .done = add_pair};

	tell(job, job->a);
	tell(job, job->b);
	merge_ids(job, &arena);
	comparison_start(
	    job->comparison, &job->a->dataset, &job->b->dataset, min_effect);
	work.count = job->ids;
	pool_run(&work);
	comparison_judge(job->comparison);
	arena_free(&arena);
}

static bool
is_found(const struct comparison *c, unsigned fail_on)
{
	size_t slower = c->verdicts[VERDICT_SLOWER], few = 0;

	for (size_t i = 0; i < c->rows; i++)
		few += c->row[i].few_trials && !c->row[i].same_record;
	return ((fail_on & DIFF_SLOWER) && slower) ||
	    ((fail_on & DIFF_CHANGED) && slower + c->verdicts[VERDICT_FASTER]) ||
	    ((fail_on & DIFF_INCOMPARABLE) &&
		few + c->added.count + c->removed.count + c->failed.count);
}

static int
show(const struct comparison *c, const struct diff_options *o, struct buf *out,
    struct err *e)
{
	if (!c->same_system && o->fail_on)
		return err_set(e, ERR_USAGE,
		    "--fail-on is for campaigns of one system; these are of %.80s and "
		    "%.80s",
		    c->a.system, c->b.system);
	if (!c->rows)
		return err_set(e, ERR_SYSTEM,
		    "%s and %s have no row with figures in common%s", o->a, o->b,
		    o->only ? " that --only takes" : "");
	if (o->format == DIFF_HTML && view_compare_alone(c, o->templates, out, e))
		return -1;
	if (o->format == DIFF_JSON)
		diff_json(c, out);
	if (o->format == DIFF_TEXT)
		diff_text(c, out);
	return is_found(c, o->fail_on);
}

int
diff_run(const struct diff_options *o, const struct listener *l, struct buf *out,
    struct err *e)
{
	struct side a = {.above = -1}, b = {.above = -1};
	struct catalog none = {0};
	struct comparison c = {0};
	struct job job = {
	    .a = &a, .b = &b, .catalog = &none, .listener = l, .comparison = &c};
	regex_t only;
	char why[200];
	int result = o->only ? regcomp(&only, o->only, REG_EXTENDED | REG_NOSUB) : 0;

	if (result) {
		regerror(result, &only, why, sizeof(why));
		return err_set(e, ERR_USAGE, "--only: \"%.200s\": %s", o->only, why);
	}
	if (o->only) {
		c.wanted = is_wanted;
		c.context = &only;
	}
	result = open_side(&a, o->a, e);
	if (!result)
		result = open_side(&b, o->b, e);
	if (!result) {
		compare(&job, o->min_effect);
		result = show(&c, o, out, e);
	}
	comparison_free(&c);
	close_side(&a);
	close_side(&b);
	if (o->only)
		regfree(&only);
	return result;
}

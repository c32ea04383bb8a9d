/* SPDX-License-Identifier: MIT */
#include "report/diff.h"

#include "core/buf.h"
#include "core/catalog.h"
#include "core/err.h"
#include "core/text.h"
#include "report/candidate.h"
#include "report/comparison.h"
#include "report/dataset.h"
#include "report/listener.h"
#include "report/pairing.h"
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
tell(const struct listener *l, const struct side *s)
{
	const struct dataset *d = &s->dataset;
	const struct findings *all = &d->campaign_file.found;

	listener_tell(l, s->path, &d->found);
	listener_tell(l, s->path, &d->sums_file.found);
	listener_tell(l, s->path, &d->build_file.found);
	for (size_t i = 0; i < all->count; i++)
		if (!text_equal(all->list[i].field, "system_id"))
			l->finding(l->context, s->path, &all->list[i]);
}

static bool
get_candidate(
    const void *context, struct candidate *c, const struct dataset *d, const char *id)
{
	(void)context;
	candidate_read(c, id, d, NULL);
	return true;
}

static bool
is_wanted(const void *context, const char *row)
{
	return !regexec(context, row, 0, NULL, 0);
}

static void
compare(struct comparison *c, const struct side *a, const struct side *b,
    const struct diff_options *o, const struct listener *l)
{
	struct catalog none = {0};
	struct pairing p = {.a = &a->dataset,
	    .b = &b->dataset,
	    .catalog = &none,
	    .get = get_candidate,
	    .listener = l,
	    .name_a = a->path,
	    .name_b = b->path};

	tell(l, a);
	tell(l, b);
	comparison_start(c, &a->dataset, &b->dataset, o->min_effect);
	pairing_run(&p, c);
	comparison_judge(c);
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
	struct comparison c = {0};
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
		compare(&c, &a, &b, o, l);
		result = show(&c, o, out, e);
	}
	comparison_free(&c);
	close_side(&a);
	close_side(&b);
	if (o->only)
		regfree(&only);
	return result;
}

/* SPDX-License-Identifier: MIT */
#include "measure/run_publish.h"

#include "core/buf.h"
#include "core/err.h"
#include "core/file.h"
#include "core/json.h"
#include "core/json_file.h"
#include "core/text.h"
#include "core/utc.h"
#include "measure/clock.h"
#include "measure/filing.h"
#include "measure/run_store.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* How far the largest and the smallest cost are apart, as a share. */
static double
spread(const double *cost, size_t n)
{
	double low = INFINITY, high = 0;

	for (size_t i = 0; i < n; i++) {
		low = fmin(low, cost[i]);
		high = fmax(high, cost[i]);
	}
	return log(high / low);
}

static int
add_noise_floor(struct json *to, struct run *r, struct err *e)
{
	struct err why = {0};
	double *ns, *cycles;
	size_t n = run_store_controls(r, &ns, &cycles, &why);
	bool counted = n > 0;
	struct json *j, *list;

	if (why.code != ERR_NONE)
		return err_set(e, why.code, "%s", why.text);
	if (n < 2)
		return 0; /* one cost has no spread */
	for (size_t i = 0; i < n; i++)
		counted = counted && isfinite(cycles[i]);
	j = json_add_object(to, "noise_floor");
	json_add_number(j, "relative", spread(counted ? cycles : ns, n));
	json_add_text(j, "method",
	    "logarithm of the largest over the smallest cost of the control function, "
	    "timed at the start, between blocks and at the end");
	json_add_text(j, "unit", counted ? "cycles or estimated cycles" : "ns");
	list = json_add_array(j, "costs");
	for (size_t i = 0; i < n; i++)
		json_add_number(list, NULL, counted ? cycles[i] : ns[i]);
	return 0;
}

static void
add_planning(struct json *to, const struct run *r)
{
	const struct series_plan *p = &r->operation[0].plan;
	struct json *j = json_add_object(to, "planning");

	json_add_number(j, "trials", r->o.trials);
	json_add_number(j, "trial_target_s", r->o.trial_s);
	json_add_number(j, "min_total", (double)p->least);
	json_add_number(j, "max_iters_per_trial", NAN);
	json_add_number(j, "op_budget_s", r->o.budget_s);
	json_add_number(j, "separate_process_setup_s", NAN);
}

/* Of the first instance that says it; one run has one. */
static const char *
compiler_of(const struct run *r)
{
	for (size_t i = 0; i < r->instances; i++)
		if (r->instance[i].said.compiler)
			return r->instance[i].said.compiler;
	return NULL;
}

/* Whether flags, separated by blanks, have that one. */
static bool
has_flag(const char *flags, const char *flag, size_t n)
{
	for (size_t m; *flags; flags += m + (flags[m] == ' ')) {
		m = strcspn(flags, " ");
		if (m == n && !memcmp(flags, flag, n))
			return true;
	}
	return false;
}

static bool
all_have_flag(const struct run *r, const char *kind, const char *flag, size_t n)
{
	for (size_t i = 0; i < r->instances; i++) {
		const struct result_library *l = &r->instance[i].said;
		if (text_equal(l->flags, kind) && l->build_flags &&
		    !has_flag(l->build_flags, flag, n))
			return false;
	}
	return true;
}

/* What the build_flags of all instances of that kind share; a flag of one instance
 * stands in its records. */
static void
add_flags(struct json *to, const struct run *r, const char *name, const char *kind)
{
	const char *flag = NULL;
	struct buf shared = {0};
	size_t n;

	for (size_t i = 0; i < r->instances && !flag; i++)
		if (text_equal(r->instance[i].said.flags, kind))
			flag = r->instance[i].said.build_flags;
	for (; flag && *flag; flag += n + (flag[n] == ' ')) {
		n = strcspn(flag, " ");
		if (n && all_have_flag(r, kind, flag, n))
			buf_format(
			    &shared, "%s%.*s", shared.len ? " " : "", (int)n, flag);
	}
	if (flag || !strcmp(name, "reference"))
		json_add_text(to, name, flag ? buf_string(&shared) : NULL);
	buf_free(&shared);
}

static void
copy(struct json *to, const struct json *from, const char *name)
{
	if (json_member(from, name))
		json_copy(to, name, json_member(from, name));
}

/* How many there were, and each one's last CPU. */
static void
add_shards(struct json *to, const struct run *r, const struct json *file)
{
	struct json *list;

	if (r->o.shards == 1)
		return;
	json_add_number(to, "shards", r->o.shards);
	list = json_add_array(to, "shard_cpus");
	for (int k = 1; k <= r->o.shards; k++) {
		const struct json *run = json_first(json_member(file, "runs"));
		double shard, cpu = NAN;
		for (; run; run = json_next(run))
			if (json_number(json_member(run, "shard"), &shard) &&
			    shard == k)
				json_number(json_member(run, "cpu"), &cpu);
		json_add_number(list, NULL, cpu);
	}
}

static int
write_campaign(struct run *r, const struct json *file, struct err *e)
{
	const char *now = result_time(clock_utc_us(), &r->arena);
	struct json *j = json_new_object(), *inner;
	int failed;

	json_add_text(j, "system_id", r->o.system);
	json_add_text(j, "started_utc", result_time(r->started_us, &r->arena));
	copy(j, file, "environment_at_start");
	copy(j, file, "host_checks");
	inner = json_add_object(j, "arch_config");
	add_flags(inner, r, "reference", "guide");
	add_flags(inner, r, "performance", "guide-performance");
	json_add_text(j, "harness_additions", NULL);
	add_planning(j, r);
	json_add_text(j, "ended_utc", now);
	host_environment(&r->host, json_add_object(j, "environment_at_end"),
	    r->o.system, compiler_of(r), &r->arena);
	inner = json_add_array(j, "host_problems");
	for (size_t i = 0; i < r->problems.count; i++)
		json_add_text(inner, NULL, r->problems.problem[i].text);
	copy(j, file, "runs");
	add_shards(j, r, file);
	failed = add_noise_floor(j, r, e);
	inner = json_add_object(j, "tool");
	json_add_text(inner, "name", "ngcc-measure");
	json_add_text(inner, "version", VERSION);
	failed = failed ||
	    filing_json(arena_format(&r->arena, "%s/campaign.json", r->dataset), j, e);
	json_free(j);
	return failed ? -1 : 0;
}

/* started_utc of a dataset's campaign.json; NULL where there is none. */
static const char *
start_of(struct run *r, const char *dataset)
{
	const char *path = arena_format(&r->arena, "%s/campaign.json", dataset);
	struct json *j;
	const char *start;

	json_file_read(&j, path, NULL);
	start = arena_text(&r->arena, json_text(json_member(j, "started_utc")));
	json_free(j);
	return start;
}

/* "2026-09-28T…" as 20260928; 00000000 where it is not known. */
static const char *
day_of(struct run *r, const char *start)
{
	int64_t seconds;

	if (!utc_read(start, &seconds))
		return "00000000";
	return arena_format(&r->arena, "%.4s%.2s%.2s", start, start + 5, start + 8);
}

static const char *
place_of(struct run *r)
{
	return arena_format(&r->arena, "%s/%s", r->o.data, r->o.system);
}

/* The dataset that was exchanged for the new one goes to a name of its own. */
static int
move_earlier(struct run *r, struct err *e)
{
	const char *name = arena_format(&r->arena, "%s@%s", place_of(r),
		       day_of(r, start_of(r, r->dataset))),
		   *to = name;

	for (int k = 2; renameat2(AT_FDCWD, r->dataset, AT_FDCWD, to, RENAME_NOREPLACE);
	     k++) {
		if (errno != EEXIST)
			return err_system(
			    e, "%s: cannot be moved to %s", r->dataset, to);
		to = arena_format(&r->arena, "%s-%d", name, k);
	}
	run_tell(r, "the campaign before is %s", to);
	return 0;
}

static int
clear(struct run *r, struct err *e)
{
	/* run.json last: without it there is no campaign to go on with */
	return file_remove_tree(AT_FDCWD, r->folder, "run.json", e);
}

/* The candidates that were built, as their recipes name them. */
static int
write_catalog(struct run *r, struct err *e)
{
	int failed = filing_catalog(r->o.data, NULL, &r->arena, e);

	for (size_t i = 0; i < r->instances && !failed; i++)
		failed = filing_catalog(
		    r->o.data, r->instance[i].said.catalog, &r->arena, e);
	return failed;
}

int
run_publish(struct run *r, struct err *e)
{
	const char *place = place_of(r);
	struct json *file;
	int failed;

	if (run_store_read(r, &file, e))
		return -1;
	failed = write_campaign(r, file, e);
	json_free(file);
	if (failed || filing_sums(r->dataset, &r->arena, e) || write_catalog(r, e))
		return -1;
	sync();
	if (!access(place, F_OK)) {
		if (renameat2(AT_FDCWD, r->dataset, AT_FDCWD, place, RENAME_EXCHANGE))
			return err_system(
			    e, "%s: cannot be exchanged for %s", r->dataset, place);
		if (move_earlier(r, e))
			return -1;
	} else if (rename(r->dataset, place)) {
		return err_system(e, "%s: cannot be renamed to %s", r->dataset, place);
	}
	return clear(r, e);
}

int
run_publish_recover(struct run *r, struct err *e)
{
	struct json *file;
	bool mine;

	if (run_store_read(r, &file, e))
		return -1;
	mine = file &&
	    text_equal(
		json_text(json_member(file, "started_utc")), start_of(r, place_of(r)));
	json_free(file);
	if (!mine)
		return 0;
	if (!access(r->dataset, F_OK) && move_earlier(r, e))
		return -1;
	return clear(r, e) ? -1 : 1;
}

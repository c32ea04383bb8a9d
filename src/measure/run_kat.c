/* SPDX-License-Identifier: MIT */
#include "measure/run_kat.h"

#include "core/buf.h"
#include "core/err.h"
#include "core/pool.h"
#include "measure/filing.h"
#include "measure/kat.h"
#include "measure/run_keep.h"
#include "measure/run_store.h"
#include "measure/run_watch.h"

#include <string.h>

struct job {
	struct run *run;
	bool again; /* after timing: what ran must give the same answers */
	struct err *e;
	int failed;
};

/* Of one instance, by the thread that worked on it. */
struct result {
	struct kat_result kat;
	bool skipped;
	bool stopped; /* by the user, before it was begun */
	struct arena arena;
	struct err e;
	int failed;
};

static struct result *
new_result(void)
{
	struct result *r = mem_get(sizeof(*r));

	*r = (struct result){0};
	return r;
}

static void
drop(struct job *job, struct result *r)
{
	if (r->failed && !job->failed) {
		*job->e = r->e;
		job->failed = -1;
	}
	kat_free(&r->kat);
	arena_free(&r->arena);
	mem_free(r);
}

/* Whether an instance with this result runs at all. */
static bool
runs(const char *kat)
{
	static const char *const all[] = {"PASS", "NOKAT", "PARTIAL", "MISMATCH"};

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (!strcmp(kat, all[i]))
			return true;
	return false;
}

static void *
test(void *context, size_t k)
{
	const struct job *job = context;
	const struct run_options *o = &job->run->o;
	const struct run_instance *i = &job->run->instance[k];
	struct result *r = new_result();
	struct kat_plan plan = {.driver = o->driver,
	    .library = i->library,
	    .category = i->recipe->category,
	    .digest_bits = i->recipe->digest_bits,
	    .candidate = i->id,
	    .instance = i->recipe->label,
	    .whole_bytes = i->recipe->whole_bytes,
	    .note = i->recipe->note,
	    .timeout_s = o->timeout_s};

	r->skipped = job->again ? !i->measurable : i->measurable || !i->library;
	r->stopped = run_watch_stopped();
	if (r->skipped || r->stopped)
		return r;
	if (i->recipe->manifest)
		plan.manifest =
		    arena_format(&r->arena, "%s/%s", i->folder, i->recipe->manifest);
	r->failed = kat_run(&plan, &r->kat, &r->e);
	return r;
}

static int
keep_kat(struct run *run, struct run_instance *i, struct result *r)
{
	struct filing filing = {.folder = run->dataset,
	    .system = run->o.system,
	    .library = &i->said,
	    .elf_load_bytes = i->elf_load_bytes,
	    .look = &i->look};
	struct buf none = {0};
	int failed;

	if (!i->library) {
		i->said.kat = run->o.libraries ? "LOADFAIL" : "BUILDFAIL";
		buf_format(
		    &none, "RESULT %s %s %s \n", i->id, i->recipe->label, i->said.kat);
	} else if (!r->skipped) {
		i->said.kat = arena_text(&run->arena, r->kat.status);
		i->kat_detail = arena_text(&run->arena, r->kat.detail);
		i->measurable = runs(i->said.kat);
	}
	failed = (!r->skipped || !i->library) &&
	    run_keep_add_kat(
		run, i, i->library ? &r->kat.log : &none, &r->kat.manifest, &r->e);
	buf_free(&none);
	if (failed || run_store_lock(run, &r->e))
		return -1;
	failed = filing_build(&filing, &run->arena, &r->e);
	run_store_unlock(run);
	return failed;
}

static void
keep_tested(void *context, size_t k, void *result)
{
	struct job *job = context;
	struct run *run = job->run;
	struct run_instance *i = &run->instance[k];
	struct result *r = result;

	if (!r->failed && !i->other_shard && !r->stopped)
		r->failed = keep_kat(run, i, r);
	if (!r->failed && !r->skipped && !r->stopped)
		run_tell(run, "%s/%s: KAT %s%s%s", i->id, i->recipe->label, i->said.kat,
		    *i->kat_detail ? ": " : "", i->kat_detail);
	drop(job, r);
}

/* Answers that changed: the instance's figures go, and the new result stands. */
static int
withdraw(struct run *run, struct run_instance *i, struct result *r)
{
	int failed = 0;

	run_tell(run,
	    strcmp(r->kat.status, i->said.kat) != 0
		? "%s/%s: after timing its known answers are others (%s, before %s): "
		  "its figures are dropped"
		: "%s/%s: after timing its known answers are others (%s as before, but "
		  "with other digests): its figures are dropped",
	    i->id, i->recipe->label, r->kat.status, i->said.kat);
	for (size_t k = 0; k < run->operations && !failed; k++) {
		struct run_operation *o = &run->operation[k];
		if (o->instance != i)
			continue;
		o->state = RUN_FAILED;
		failed = run_keep_drop(run, o, &r->e);
	}
	if (!failed && runs(r->kat.status)) {
		r->kat.status = "MISMATCH";
		buf_format(&r->kat.log,
		    "RESULT %s %s MISMATCH the answers after timing are others than "
		    "before\n",
		    i->id, i->recipe->label);
	}
	return failed || keep_kat(run, i, r);
}

static void
compare(void *context, size_t k, void *result)
{
	struct job *job = context;
	struct run_instance *i = &job->run->instance[k];
	struct result *r = result;

	if (!r->failed && !r->skipped && !r->stopped &&
	    (strcmp(r->kat.status, i->said.kat) != 0 ||
		!run_keep_same_answers(job->run, i, &r->kat.manifest)))
		r->failed = withdraw(job->run, i, r);
	drop(job, r);
}

int
run_kat_again(struct run *r, struct err *e)
{
	struct job job = {.run = r, .again = true, .e = e};
	const struct pool_job work = {
	    .count = r->instances, .context = &job, .work = test, .done = compare};

	pool_run(&work);
	return job.failed;
}

int
run_kat(struct run *r, struct err *e)
{
	struct job job = {.run = r, .e = e};
	const struct pool_job work = {
	    .count = r->instances, .context = &job, .work = test, .done = keep_tested};

	for (size_t i = 0; i < r->instances; i++)
		r->instance[i].measurable =
		    r->instance[i].library && run_keep_kat(r, &r->instance[i]);
	pool_run(&work);
	if (run_watch_stopped())
		return job.failed; /* what was not tested is not failed */
	for (size_t i = 0; i < r->operations && !job.failed; i++)
		if (!r->operation[i].instance->measurable)
			r->operation[i].state = RUN_FAILED;
	return job.failed;
}

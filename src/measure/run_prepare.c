/* SPDX-License-Identifier: MIT */
#include "measure/run_prepare.h"

#include "core/buf.h"
#include "core/err.h"
#include "core/pool.h"
#include "measure/compile.h"
#include "measure/elf.h"
#include "measure/filing.h"
#include "measure/kat.h"
#include "measure/note.h"
#include "measure/run_keep.h"
#include "measure/run_store.h"
#include "measure/run_watch.h"

#include <string.h>
#include <unistd.h>

struct job {
	struct run *run;
	struct err *e;
	int failed;
};

/* Of one instance, by the thread that worked on it. */
struct result {
	struct compile_result compile;
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
	buf_free(&r->compile.messages);
	kat_free(&r->kat);
	arena_free(&r->arena);
	mem_free(r);
}

static void *
build(void *context, size_t k)
{
	const struct job *job = context;
	const struct run_options *o = &job->run->o;
	const struct run_instance *i = &job->run->instance[k];
	struct result *r = new_result();
	const char *out = arena_format(&r->arena, "%s/lib", job->run->folder);
	const struct compile_plan plan = {.compiler = o->compiler,
	    .include = o->include,
	    .folder = i->folder,
	    .out = out};

	r->stopped = run_watch_stopped();
	if (i->other_shard || r->stopped)
		r->skipped = true;
	else if (o->libraries)
		r->compile.library = arena_format(
		    &r->arena, "%s/%s/lib%s.so", o->libraries, i->id, i->recipe->label);
	else
		r->failed = compile_instance(
		    &plan, i->of, i->recipe, &r->compile, &r->arena, &r->e);
	return r;
}

/* What the library's file and the note beside it say. */
static void
look_at(struct run *r, struct run_instance *i)
{
	struct elf elf;

	if (elf_read(&elf, i->library, &r->arena, NULL)) {
		i->library = NULL;
		return;
	}
	i->elf_load_bytes = elf.load_bytes;
	i->said.flags = NULL; /* the recipe does not say them */
	i->note = note_read(&i->said, i->library, &elf, &r->arena);
	i->said.path = arena_format(&r->arena, "%s/lib%s.so", i->id, i->recipe->label);
}

static void
keep_built(void *context, size_t k, void *result)
{
	struct job *job = context;
	struct run *run = job->run;
	struct run_instance *i = &run->instance[k];
	struct result *r = result;

	if (!r->failed && !r->compile.failed && !r->skipped) {
		i->library = arena_text(&run->arena, r->compile.library);
		look_at(run, i);
	}
	if (!r->failed && !i->library && !r->skipped)
		run_tell(run, "%s/%s: %s\n%s", i->id, i->recipe->label,
		    run->o.libraries ? "its library is not there" : "BUILDFAIL",
		    buf_string(&r->compile.messages));
	drop(job, r);
}

/* Looks at each library once, and leaves out the passes that a key exchange does not
 * have. */
static int
look_at_all(struct run *r, struct err *e)
{
	const struct run_instance *last = NULL;
	size_t n = 0;

	for (size_t i = 0; i < r->operations; i++) {
		struct run_operation *o = &r->operation[i];
		struct run_instance *of = o->instance;
		if (of != last && of->library &&
		    attempt_look(&of->look, &o->plan.attempt, &r->arena, e))
			return -1;
		last = of;
		if (!of->library || o->pass <= of->look.passes)
			r->operation[n++] = *o;
	}
	r->operations = n;
	return 0;
}

int
run_build(struct run *r, struct err *e)
{
	struct job job = {.run = r, .e = e};
	const struct pool_job work = {
	    .count = r->instances, .context = &job, .work = build, .done = keep_built};

	pool_run(&work);
	for (size_t i = 0; i < r->operations; i++)
		r->operation[i].plan.attempt.library =
		    r->operation[i].instance->library;
	return job.failed || look_at_all(r, e) ? -1 : 0;
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

	r->skipped = i->measurable || !i->library;
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
	    run_keep_add_kat(run, i, i->library ? &r->kat.log : &none, &r->e);
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

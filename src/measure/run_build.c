/* SPDX-License-Identifier: MIT */
#include "measure/run_build.h"

#include "core/buf.h"
#include "core/err.h"
#include "core/pool.h"
#include "measure/compile.h"
#include "measure/elf.h"
#include "measure/note.h"
#include "measure/run.h"
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
	bool skipped;
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

	if (i->other_shard || run_watch_stopped())
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

/* SPDX-License-Identifier: MIT */
#include "measure/run.h"

#include "core/err.h"
#include "core/folder.h"
#include "core/json.h"
#include "measure/category.h"
#include "measure/kat_manifest.h"

#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { LEAST = 100 };

/* What a process costs beside its batches: exec, loading and preparing; warming up, as
 * a share; probes, up to 51 of 4 ms. */
static const double start_s = 0.06, warm_up = 0.3, probes_s = 0.2;

const char *
run_name(const struct run_operation *o, struct arena *arena)
{
	return arena_format(
	    arena, "%s/%s__%s", o->instance->id, o->instance->recipe->label, o->key);
}

void
run_tell(const struct run *r, const char *format, ...)
{
	char text[2048];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	if (r->tell)
		r->tell(r->context, text);
}

static bool
is_wanted(const struct run *r, const struct run_operation *o)
{
	struct arena arena = {0};
	bool wanted =
	    !r->o.only || !regexec(r->o.only, run_name(o, &arena), 0, NULL, 0);

	arena_free(&arena);
	return wanted;
}

double
run_trial_s(double batches_s)
{
	return batches_s * (1 + warm_up) + fmin(batches_s, probes_s);
}

static void
add_operation(
    struct run *r, struct run_instance *i, const struct category_operation *named)
{
	const struct run_options *o = &r->o;
	struct run_operation op = {.instance = i, .pass = named->pass};

	op.plan = (struct series_plan){.attempt = {.driver = o->driver,
					   .category = i->recipe->category,
					   .digest_bits = i->recipe->digest_bits,
					   .operation = named->name,
					   .input_bytes = named->input_bytes,
					   .cpu = r->host.cpu,
					   .seconds = o->trial_s,
					   .timeout_s = o->timeout_s},
	    .trials = o->trials,
	    .attempts = SERIES_ATTEMPTS,
	    .least = LEAST,
	    .budget_s = o->budget_s,
	    .precision = o->precision,
	    .emulated = host_is_emulated(&r->host)};
	op.key = result_key(&op.plan, &r->arena);
	op.estimate_s = o->trials * (run_trial_s(o->trial_s) + start_s) + start_s;
	if (!is_wanted(r, &op))
		return;
	r->operation =
	    arena_grow(&r->arena, r->operation, r->operations, sizeof(*r->operation));
	r->operation[r->operations++] = op;
}

static void
add_instance(struct run *r, const char *folder, const struct recipe *of,
    const struct recipe_instance *recipe)
{
	struct run_instance *i = &r->instance[r->instances];
	size_t before = r->operations;
	const struct category_operation *o = category_operations(recipe->category);

	*i = (struct run_instance){.folder = folder,
	    .id = of->id,
	    .of = of,
	    .recipe = recipe,
	    .elf_load_bytes = -1,
	    .said = {.candidate = of->id,
		.label = recipe->label,
		.instance = recipe->label,
		.variant = recipe->variant,
		.flags = "unknown",
		.kat = "NOKAT"}};
	for (; o->name; o++)
		add_operation(r, i, o);
	if (r->operations > before)
		r->instances++;
}

/* Two instances of one name would be one file. */
static int
check_names(const struct run *r, struct err *e)
{
	for (size_t i = 1; i < r->instances; i++)
		for (size_t k = 0; k < i; k++) {
			const struct run_instance *a = &r->instance[k],
						  *b = &r->instance[i];
			if (!strcmp(a->id, b->id) &&
			    !strcmp(a->recipe->label, b->recipe->label))
				return err_set(e, ERR_DATA,
				    "%s and %s both have the instance %s/%s: give one "
				    "of them another id or label",
				    a->folder, b->folder, a->id, a->recipe->label);
		}
	return 0;
}

/* Now, and not behind hours of building and testing. */
static int
check_manifests(struct run *r, struct err *e)
{
	struct kat_manifest unused;

	for (size_t i = 0; i < r->instances; i++) {
		const struct run_instance *one = &r->instance[i];
		if (one->recipe->manifest &&
		    kat_manifest_read(&unused,
			arena_format(
			    &r->arena, "%s/%s", one->folder, one->recipe->manifest),
			&r->arena, e))
			return -1;
	}
	return 0;
}

/* All recipes first: instances are pointed at, so their list must not move. */
int
run_list(struct run *r, struct err *e)
{
	struct folder f;
	struct recipe *recipe;
	const char **folder;
	size_t recipes = 0, instances = 0;

	if (access(r->o.candidates, F_OK))
		return err_system(e, "%s: cannot be listed", r->o.candidates);
	if (folder_list(&f, AT_FDCWD, r->o.candidates, &r->arena, e))
		return -1;
	recipe = arena_get(&r->arena, f.count * sizeof(*recipe));
	folder = arena_get(&r->arena, f.count * sizeof(*folder));
	for (size_t i = 0; i < f.count; i++) {
		const char *path =
		    arena_format(&r->arena, "%s/%s", r->o.candidates, f.entry[i].name);
		if (!f.entry[i].is_folder ||
		    access(arena_format(&r->arena, "%s/candidate.json", path), F_OK))
			continue;
		if (recipe_read(&recipe[recipes], path, &r->arena, e))
			return -1;
		folder[recipes] = path;
		instances += recipe[recipes++].instances;
	}
	r->instance = arena_get(&r->arena, (instances + 1) * sizeof(*r->instance));
	for (size_t i = 0; i < recipes; i++)
		for (size_t k = 0; k < recipe[i].instances; k++)
			add_instance(r, folder[i], &recipe[i], &recipe[i].instance[k]);
	if (!r->operations)
		return err_set(e, ERR_DATA,
		    "%s: there is nothing to be measured; wanted are folders with a "
		    "candidate.json%s",
		    r->o.candidates, r->o.only ? " that --only leaves" : "");
	return check_names(r, e) || check_manifests(r, e) ? -1 : 0;
}

size_t
run_count(const struct run *r, enum run_state state)
{
	size_t n = 0;

	for (size_t i = 0; i < r->operations; i++)
		n += r->operation[i].state == state;
	return n;
}

double
run_left(const struct run *r)
{
	double left = 0;

	for (size_t i = 0; i < r->operations; i++)
		if (r->operation[i].state == RUN_WAITING)
			left += r->operation[i].estimate_s;
	return left;
}

void
run_free(struct run *r)
{
	for (size_t i = 0; i < r->operations; i++)
		arena_free(&r->operation[i].arena);
	for (size_t i = 0; i < r->instances; i++)
		json_free(r->instance[i].note);
	if (r->lock >= 0)
		close(r->lock);
	if (r->shared_lock >= 0)
		close(r->shared_lock);
	arena_free(&r->arena);
}

/* SPDX-License-Identifier: MIT */
#include "measure/filing.h"

#include "core/buf.h"
#include "core/err.h"
#include "core/file.h"
#include "core/folder.h"
#include "core/json.h"
#include "core/json_file.h"
#include "core/mem.h"
#include "core/sha256.h"
#include "core/text.h"
#include "measure/attempt.h"
#include "measure/clock.h"
#include "measure/host.h"
#include "measure/host_check.h"
#include "measure/result.h"
#include "measure/series.h"

#include <fcntl.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *
below(const struct filing *f, const char *name, struct arena *arena)
{
	return arena_format(arena, "%s/%s", f->folder, name);
}

int
filing_json(const char *path, const struct json *j, struct err *e)
{
	struct buf text = {0};
	int failed;

	json_print(j, true, &text);
	failed = file_make_folders(AT_FDCWD, path, e) ||
	    file_replace(AT_FDCWD, path, text.data, text.len, e);
	buf_free(&text);
	return failed ? -1 : 0;
}

int
filing_record(const struct filing *f, const char *key, const struct json *record,
    struct arena *arena, struct err *e)
{
	const char *name = arena_format(arena, "records/%s/%s__%s.json",
	    f->library->candidate, f->library->label, key);

	return filing_json(below(f, name, arena), record, e);
}

/* The libraries of others that it loads, told apart from its own size. */
static void
add_further(struct json *to, const struct attempt_look *look)
{
	struct json *list = json_add_array(to, "further_libraries"), *one;

	for (size_t i = 0; look && i < look->furthers; i++) {
		one = json_add_object(list, NULL);
		json_add_text(one, "name", look->further[i].name);
		json_add_number(one, "elf_load_bytes", (double)look->further[i].bytes);
	}
}

static void
add_entry(struct json *instances, const struct filing *f, const char *name)
{
	const struct result_library *l = f->library;
	struct json *j = json_add_object(instances, name);

	json_add_text(j, "candidate", l->candidate);
	json_add_text(j, "label", l->label);
	json_add_text(j, "instance", l->instance);
	json_add_text(j, "variant", l->variant);
	json_add_text(j, "flags", l->flags);
	json_add_text(j, "kat", l->kat);
	json_add_text(j, "library", l->path);
	json_add_text(j, "library_sha256", l->sha256);
	json_add_number(j, "elf_load_bytes",
	    f->elf_load_bytes < 0 ? NAN : (double)f->elf_load_bytes);
	add_further(j, f->look);
	json_add_text(j, "kat_log", l->kat_log);
	json_add_text(j, "kat_log_sha256", l->kat_log_sha256);
}

int
filing_build(const struct filing *f, struct arena *arena, struct err *e)
{
	const char *path = below(f, "build.json", arena);
	const char *own =
	    arena_format(arena, "%s/%s", f->library->candidate, f->library->label);
	struct json *old, *j, *instances;
	const struct json *one;
	int failed;

	if (json_file_read(&old, path, e))
		return -1;
	j = json_new_object();
	instances = json_add_object(j, "instances");
	one = json_first(json_member(old, "instances"));
	for (; one; one = json_next(one))
		if (strcmp(json_name(one), own) != 0)
			json_copy(instances, json_name(one), one);
	add_entry(instances, f, own);
	failed = filing_json(path, j, e);
	json_free(j);
	json_free(old);
	return failed;
}

static void
add_runs(struct json *j, const struct json *old, const struct filing *f,
    const char *now, struct arena *arena)
{
	const struct json *run = json_first(json_member(old, "runs"));
	struct json *list = json_add_array(j, "runs"), *own;

	for (; run; run = json_next(run))
		json_copy(list, NULL, run);
	own = json_add_object(list, NULL);
	json_add_text(own, "started_utc", result_time(f->started_us, arena));
	json_add_text(own, "ended_utc", now);
	json_add_text(own, "reason",
	    arena_format(
		arena, "time %s/%s", f->library->candidate, f->library->label));
}

static void
add_check(
    struct json *j, const struct json *old, const struct filing *f, struct arena *arena)
{
	const struct json *check = json_first(json_member(old, "host_checks"));
	struct json *list = json_add_array(j, "host_checks"), *own, *problems;

	for (; check; check = json_next(check))
		json_copy(list, NULL, check);
	own = json_add_object(list, NULL);
	json_add_text(own, "phase", "measure");
	json_add_number(own, "cpu", f->host->cpu);
	json_add_text(own, "utc", result_time(f->started_us, arena));
	problems = json_add_array(own, "problems");
	for (size_t i = 0; i < f->problems->count; i++)
		json_add_text(problems, NULL, f->problems->problem[i].text);
}

static void
add_planning(struct json *j, const struct filing *f)
{
	struct json *p = json_add_object(j, "planning");

	json_add_number(p, "trials", f->plan->trials);
	json_add_number(p, "trial_target_s", f->plan->attempt.seconds);
	json_add_number(p, "min_total", (double)f->plan->least);
	json_add_number(p, "max_iters_per_trial", NAN);
	json_add_number(p, "op_budget_s", f->plan->budget_s);
	json_add_number(p, "separate_process_setup_s", NAN);
}

/* A later run adds to the campaign: its start and the environment there stay. */
static int
write_campaign(const struct filing *f, struct arena *arena, struct err *e)
{
	const char *path = below(f, "campaign.json", arena);
	const char *now = result_time(clock_utc_us(), arena), *start;
	struct json *old, *j, *inner;
	int failed;

	if (json_file_read(&old, path, e))
		return -1;
	start = json_text(json_member(old, "started_utc"));
	j = json_new_object();
	json_add_text(j, "system_id", f->system);
	json_add_text(
	    j, "started_utc", start ? start : result_time(f->started_us, arena));
	if (json_member(old, "environment_at_start"))
		json_copy(j, "environment_at_start",
		    json_member(old, "environment_at_start"));
	else
		host_environment(f->host, json_add_object(j, "environment_at_start"),
		    f->system, f->library->compiler, arena);
	add_check(j, old, f, arena);
	inner = json_add_object(j, "arch_config");
	json_add_text(inner, "reference", f->library->build_flags);
	json_add_text(j, "harness_additions", NULL);
	add_planning(j, f);
	json_add_text(j, "ended_utc", now);
	host_environment(f->host, json_add_object(j, "environment_at_end"), f->system,
	    f->library->compiler, arena);
	inner = json_add_array(j, "host_problems");
	for (size_t i = 0; i < f->problems->count; i++)
		json_add_text(inner, NULL, f->problems->problem[i].text);
	add_runs(j, old, f, now, arena);
	inner = json_add_object(j, "tool");
	json_add_text(inner, "name", "ngcc-measure");
	json_add_text(inner, "version", VERSION);
	failed = filing_json(path, j, e);
	json_free(j);
	json_free(old);
	return failed;
}

struct sums {
	int dir;
	struct arena *arena;
	const char **path;
	size_t count;
};

/* What a killed program had not yet renamed. */
static bool
is_left_over(const char *path)
{
	size_t n = strlen(path);

	return n > 4 && !strcmp(path + n - 4, ".new");
}

static int
list_files(struct sums *s, const char *path, struct err *e)
{
	struct folder folder;

	if (folder_list(&folder, s->dir, path, s->arena, e))
		return -1;
	for (size_t i = 0; i < folder.count; i++) {
		const struct folder_entry *entry = &folder.entry[i];
		const char *full = strcmp(path, ".") != 0
		    ? arena_format(s->arena, "%s/%s", path, entry->name)
		    : entry->name;
		if (entry->is_folder && list_files(s, full, e))
			return -1;
		if (!entry->is_file || !strcmp(full, "SHA256SUMS"))
			continue;
		if (is_left_over(full)) {
			if (unlinkat(s->dir, full, 0))
				return err_system(e, "%s: cannot be removed", full);
			continue;
		}
		s->path = arena_grow(s->arena, s->path, s->count, sizeof(*s->path));
		s->path[s->count++] = full;
	}
	return 0;
}

static int
by_bytes(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

int
filing_sums(const char *folder, struct arena *arena, struct err *e)
{
	struct sums s = {
	    .dir = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC), .arena = arena};
	struct buf text = {0}, bytes = {0};
	char digest[SHA256_HEX];
	struct err why;
	int failed;

	if (s.dir < 0)
		return err_system(e, "%s", folder);
	failed = list_files(&s, ".", e);
	if (s.count)
		qsort(s.path, s.count, sizeof(*s.path), by_bytes);
	for (size_t i = 0; i < s.count && !failed; i++) {
		if (file_read(s.dir, s.path[i], FILE_MAX, &bytes, NULL, &why))
			failed = err_set(
			    e, why.code, "%s/%s: %s", folder, s.path[i], why.text);
		else
			buf_format(&text, "%s  %s\n",
			    sha256_hex(digest, bytes.data, bytes.len), s.path[i]);
	}
	if (!failed)
		failed = file_replace(s.dir, "SHA256SUMS", text.data, text.len, e);
	close(s.dir);
	buf_free(&text);
	buf_free(&bytes);
	return failed;
}

int
filing_profile(const struct filing *f, const char *key, const struct json *profile,
    struct arena *arena, struct err *e)
{
	const char *name = arena_format(arena, "profile/%s/%s__%s.json",
	    f->library->candidate, f->library->label, key);

	return filing_json(below(f, name, arena), profile, e);
}

static bool
has_candidate(const struct json *catalog, const char *id)
{
	const struct json *one = json_first(json_member(catalog, "candidates"));

	while (one && !text_equal(json_text(json_member(one, "id")), id))
		one = json_next(one);
	return one != NULL;
}

int
filing_catalog(
    const char *data, const struct json *entry, struct arena *arena, struct err *e)
{
	const char *path = arena_format(arena, "%s/catalog.json", data);
	const char *id = json_text(json_member(entry, "id"));
	const struct json *one;
	struct json *old, *j, *list;
	int failed;

	if (json_file_read(&old, path, e))
		return -1;
	if (old && (!id || has_candidate(old, id))) {
		json_free(old);
		return 0;
	}
	j = json_new_object();
	for (one = json_first(old); one; one = json_next(one))
		if (strcmp(json_name(one), "candidates") != 0)
			json_copy(j, json_name(one), one);
	if (!old)
		json_add_array(j, "systems");
	list = json_add_array(j, "candidates");
	one = json_first(json_member(old, "candidates"));
	for (; one; one = json_next(one))
		json_copy(list, NULL, one);
	if (id)
		json_copy(list, NULL, entry);
	failed = filing_json(path, j, e);
	json_free(j);
	json_free(old);
	return failed;
}

int
filing_finish(const struct filing *f, struct arena *arena, struct err *e)
{
	return filing_build(f, arena, e) || write_campaign(f, arena, e) ||
		filing_sums(f->folder, arena, e)
	    ? -1
	    : 0;
}

/* SPDX-License-Identifier: MIT */
#include "measure/run_merge.h"

#include "core/buf.h"
#include "core/err.h"
#include "core/file.h"
#include "core/folder.h"
#include "core/json.h"
#include "core/json_file.h"
#include "core/text.h"
#include "measure/filing.h"
#include "measure/run.h"
#include "measure/run_store.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

struct merging {
	struct run *run;
	const char *from;
	bool write; /* else only a look at what both have */
	struct err *e;
};

/* What is no file of an instance: merged by itself, or of a process. */
static bool
is_left_out(const char *path)
{
	static const char *const all[] = {"run.json", "lock", "lib",
	    "dataset/build.json", "dataset/campaign.json", "dataset/SHA256SUMS"};

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (!strcmp(path, all[i]))
			return true;
	return !strncmp(path, "shard-", 6);
}

static int
merge_file(struct merging *m, const char *path)
{
	struct arena arena = {0};
	const char *from = arena_format(&arena, "%s/%s", m->from, path);
	const char *to = arena_format(&arena, "%s/%s", m->run->folder, path);
	struct buf theirs = {0}, ours = {0};
	struct err why = {0};
	int failed = 0;

	if (file_read(AT_FDCWD, from, FILE_MAX, &theirs, NULL, &why))
		failed = err_set(m->e, why.code, "%s: %s", from, why.text);
	else if (!file_read(AT_FDCWD, to, FILE_MAX, &ours, NULL, &why)) {
		if (ours.len != theirs.len ||
		    memcmp(buf_string(&ours), buf_string(&theirs), ours.len) != 0)
			failed = err_set(m->e, ERR_DATA,
			    "%s and %s differ: both machines worked on it; divide the "
			    "instances with --shard K/N",
			    from, to);
	} else if (m->write) {
		failed = file_make_folders(AT_FDCWD, to, m->e) ||
		    file_replace(AT_FDCWD, to, theirs.data, theirs.len, m->e);
	}
	buf_free(&theirs);
	buf_free(&ours);
	arena_free(&arena);
	return failed ? -1 : 0;
}

static int
merge_folder(struct merging *m, const char *path)
{
	struct arena arena = {0};
	struct folder f;
	int failed = folder_list(
	    &f, AT_FDCWD, arena_format(&arena, "%s/%s", m->from, path), &arena, m->e);

	for (size_t i = 0; i < f.count && !failed; i++) {
		const char *name = *path
		    ? arena_format(&arena, "%s/%s", path, f.entry[i].name)
		    : f.entry[i].name;
		if (is_left_out(name))
			continue;
		if (f.entry[i].is_folder)
			failed = merge_folder(m, name);
		else if (f.entry[i].is_file)
			failed = merge_file(m, name);
	}
	arena_free(&arena);
	return failed;
}

static int
read_json(struct json **j, const char *folder, const char *name, struct err *e)
{
	struct arena arena = {0};
	const char *path = arena_format(&arena, "%s/%s", folder, name);
	int failed = json_file_read(j, path, e);

	if (!failed && !*j)
		failed = err_set(e, ERR_USAGE,
		    "%s is not there: wanted a campaign's folder, .ID.run", path);
	arena_free(&arena);
	return failed;
}

/* Our entries of build.json, and theirs that we lack. */
static int
merge_build(struct merging *m, const struct json *ours, const struct json *theirs)
{
	struct json *j = json_new_object(),
		    *instances = json_add_object(j, "instances");
	const struct json *mine = json_member(ours, "instances"), *one;
	int failed;

	for (one = json_first(mine); one; one = json_next(one))
		json_copy(instances, json_name(one), one);
	one = json_first(json_member(theirs, "instances"));
	for (; one; one = json_next(one))
		if (!json_member(mine, json_name(one)))
			json_copy(instances, json_name(one), one);
	failed = filing_json(
	    arena_format(&m->run->arena, "%s/build.json", m->run->dataset), j, m->e);
	json_free(j);
	return failed;
}

/* Whether they are of one campaign: system and number of shards. */
static int
check_run(struct merging *m, const struct json *ours, const struct json *theirs)
{
	double a = 0, b = 0;

	json_number(json_member(ours, "shards"), &a);
	json_number(json_member(theirs, "shards"), &b);
	if (text_equal(json_text(json_member(theirs, "system_id")), m->run->o.system) &&
	    a == b && a > 0)
		return 0;
	return err_set(m->e, ERR_DATA,
	    "%s is of another campaign: wanted system %s with %g shards, as %s is",
	    m->from, m->run->o.system, a, m->run->folder);
}

/* The first one's shards is also run.json's: theirs are added to its lists. */
static int
merge_runs(struct merging *m, const struct json *ours, const struct json *theirs)
{
	static const char *const lists[] = {"host_checks", "runs"};
	struct json *j = json_new_object(), *list;
	int failed;

	for (const struct json *one = json_first(ours); one; one = json_next(one))
		if (!json_is_array(one))
			json_copy(j, json_name(one), one);
	for (size_t i = 0; i < 2; i++) {
		const struct json *both[] = {
		    json_member(ours, lists[i]), json_member(theirs, lists[i])};
		list = json_add_array(j, lists[i]);
		for (size_t k = 0; k < 2; k++)
			for (const struct json *one = json_first(both[k]); one;
			     one = json_next(one))
				json_copy(list, NULL, one);
	}
	failed = filing_json(
	    arena_format(&m->run->arena, "%s/run.json", m->run->folder), j, m->e);
	json_free(j);
	return failed;
}

int
run_merge(struct run *r, const char *folder, bool *all, struct err *e)
{
	struct merging m = {.run = r, .from = folder, .e = e};
	struct json *run = NULL, *their_run = NULL, *build = NULL, *their_build = NULL;
	int failed = read_json(&run, r->folder, "run.json", e) ||
	    read_json(&their_run, folder, "run.json", e) ||
	    check_run(&m, run, their_run) ||
	    read_json(&build, r->dataset, "build.json", e) ||
	    read_json(&their_build, folder, "dataset/build.json", e) ||
	    merge_folder(&m, "");

	m.write = true;
	failed = failed || merge_folder(&m, "") ||
	    merge_build(&m, build, their_build) || merge_runs(&m, run, their_run);
	if (!failed)
		*all = run_store_all_done(r, run);
	json_free(run);
	json_free(their_run);
	json_free(build);
	json_free(their_build);
	return failed ? -1 : 0;
}

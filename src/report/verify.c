/* SPDX-License-Identifier: MIT */
#include "report/verify.h"

#include "core/buf.h"
#include "core/catalog.h"
#include "core/err.h"
#include "core/folder.h"
#include "core/json.h"
#include "core/sha256.h"
#include "core/text.h"
#include "report/candidate.h"
#include "report/check.h"
#include "report/dataset.h"
#include "report/disclosure.h"
#include "report/listener.h"
#include "core/pool.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

struct job {
	const struct listener *listener;
	struct verify_result *result;
	struct dataset *dataset;
	struct disclosures shown;
};

static void *
read_candidate(void *context, size_t i)
{
	struct job *job = context;
	struct candidate *c = mem_get(sizeof(*c));

	memset(c, 0, sizeof(*c));
	candidate_read(c, job->dataset->candidate[i], job->dataset, NULL);
	check_candidate(c, job->dataset);
	return c;
}

/* Looks for what a file shows of its host; a file that cannot be read has its finding.
 */
static void
scan(struct job *job, const char *path)
{
	struct arena arena = {0};
	struct buf text = {0};

	if (!file_read(job->dataset->from.dir,
		source_name(&job->dataset->from, path, &arena), FILE_MAX, &text, NULL,
		NULL))
		disclosure_scan(&job->shown, path, &text);
	buf_free(&text);
	arena_free(&arena);
}

static void
tell_source(struct job *job, const struct source *s)
{
	if (!s->path)
		return;
	job->result->files++;
	job->result->findings +=
	    listener_tell(job->listener, job->dataset->name, &s->found);
	scan(job, s->path);
}

static void
tell_candidate(void *context, size_t i, void *result)
{
	struct job *job = context;
	struct candidate *c = result;
	const struct source *s;

	(void)i;
	for (size_t k = 0; (s = candidate_source(c, k)); k++)
		tell_source(job, s);
	job->result->findings +=
	    listener_tell(job->listener, job->dataset->name, &c->found);
	candidate_free(c);
	mem_free(c);
}

/* Every file that SHA256SUMS names; those that belong to candidates are hashed already,
 * which costs less than to remember them. */
/* A path that leads out of the dataset's folder. */
static bool
is_outside(const char *path)
{
	const char *part = path;

	for (; part; part = strchr(part, '/'), part += part != NULL)
		if (!strncmp(part, "..", 2) && (part[2] == '/' || !part[2]))
			return true;
	return *path == '/';
}

static void
check_sums(struct dataset *d)
{
	struct source *sums = &d->sums_file;
	char digest[SHA256_HEX];
	struct buf text = {0};
	struct err e;

	for (size_t i = 0; i < d->manifest.count; i++) {
		const struct manifest_line *line = &d->manifest.line[i];
		if (is_outside(line->path))
			source_finding(sums, NULL,
			    "names \"%.200s\", outside the dataset", line->path);
		else if (file_read(d->from.dir,
			     source_name(&d->from, line->path, &d->arena), FILE_MAX,
			     &text, NULL, &e))
			source_finding(sums, NULL, "names \"%.200s\", which %s",
			    line->path, e.text);
		else if (strcmp(sha256_hex(digest, text.data, text.len),
			     line->digest) != 0)
			source_finding(sums, NULL,
			    "%.200s has digest %s, the list says %s", line->path,
			    digest, line->digest);
	}
	buf_free(&text);
}

static void
verify_dataset(
    const char *name, int dir, const struct listener *l, struct verify_result *result)
{
	struct dataset d = {0};
	struct job job = {.listener = l, .result = result, .dataset = &d};
	struct pool_job work = {
	    .context = &job, .work = read_candidate, .done = tell_candidate};

	dataset_read(&d, name, dir, NULL, NULL);
	job.shown = (struct disclosures){.arena = &d.arena, .system = d.system};
	check_sums(&d);
	result->findings += listener_tell(l, name, &d.found);
	tell_source(&job, &d.sums_file);
	tell_source(&job, &d.campaign_file);
	tell_source(&job, &d.build_file);
	work.count = d.candidates;
	pool_run(&work);
	for (size_t i = 0; i < job.shown.count; i++)
		l->note(l->context, name, &job.shown.list[i]);
	result->notes += job.shown.count;
	dataset_free(&d);
}

int
verify_data(const char *data, const struct listener *l, struct verify_result *result,
    struct err *e)
{
	struct arena arena = {0};
	struct findings found = {.arena = &arena};
	struct catalog catalog;
	struct json *j = NULL;
	struct buf text = {0};
	const char **names;
	struct err why;
	size_t n;
	int dir = open(data, O_RDONLY | O_DIRECTORY | O_CLOEXEC), failed;

	if (dir < 0)
		return err_system(e, "%s: cannot be opened", data);
	if (file_read(dir, "catalog.json", FILE_MAX, &text, NULL, &why) ||
	    !(j = json_parse(text.data, text.len, &why)))
		finding_add(&found, "catalog.json", NULL, "%s", why.text);
	catalog_read(&catalog, j, "catalog.json", &arena, &found);
	json_free(j);
	failed = dataset_list(&names, &n, dir, &arena, &found, e);
	result->files++;
	result->findings += listener_tell(l, NULL, &found);
	for (size_t i = 0; i < n && !failed; i++)
		verify_dataset(names[i], dir, l, result);
	close(dir);
	buf_free(&text);
	arena_free(&arena);
	return failed;
}

/* Reads j as what it looks like. */
static void
read_any(
    const struct json *j, const char *path, struct arena *arena, struct findings *found)
{
	struct build *builds = NULL;
	struct campaign *campaign;

	if (json_member(j, "candidates") || json_member(j, "site")) {
		catalog_read(
		    arena_get(arena, sizeof(struct catalog)), j, path, arena, found);
	} else if (json_member(j, "instances")) {
		build_read(&builds, j, path, arena, found);
	} else if (json_member(j, "planning") || json_member(j, "system_id")) {
		campaign = arena_get(arena, sizeof(*campaign));
		campaign_unknown(campaign);
		campaign_read(campaign, j, path, arena, found);
	} else if (json_member(j, "calls")) {
		profile_read(
		    arena_get(arena, sizeof(struct profile)), j, path, arena, found);
	} else {
		record_read(
		    arena_get(arena, sizeof(struct record)), j, path, arena, found);
	}
}

int
verify_file(const char *path, const struct listener *l, struct verify_result *result,
    struct err *e)
{
	struct arena arena = {0};
	struct findings found = {.arena = &arena};
	struct buf text = {0};
	struct json *j;
	struct err why;
	int failed = 0;

	if (file_read(AT_FDCWD, path, FILE_MAX, &text, NULL, &why)) {
		failed = err_set(e, why.code, "%s: %s", path, why.text);
	} else {
		j = json_parse(text.data, text.len, &why);
		if (j)
			read_any(j, path, &arena, &found);
		else
			finding_add(&found, path, NULL, "%s", why.text);
		json_free(j);
	}
	result->files++;
	result->findings += listener_tell(l, NULL, &found);
	buf_free(&text);
	arena_free(&arena);
	return failed;
}

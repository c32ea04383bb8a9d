/* SPDX-License-Identifier: MIT */
#include "report/dataset.h"

#include "core/buf.h"
#include "core/err.h"
#include "core/field.h"
#include "core/folder.h"
#include "core/json.h"
#include "core/pack.h"
#include "core/text.h"
#include "report/evidence.h"
#include "report/foreign.h"

#include <stdlib.h>
#include <string.h>

static const char *const parts[] = {"records", "profile", "kat"};
enum { PARTS = sizeof(parts) / sizeof(parts[0]) };

/* <system>@<8 digits> with -2, -3 … behind it; NULL for another name. */
static const char *
earlier_day(const char *name)
{
	const char *at = strrchr(name, '@'), *rest;

	if (!at || at == name || strspn(at + 1, "0123456789") != 8)
		return NULL;
	rest = at + 9;
	if (*rest == '-' && rest[1])
		rest += 1 + strspn(rest + 1, "0123456789");
	return *rest ? NULL : at + 1;
}

void
dataset_start(struct dataset *d, const char *name, int dir, struct evidence *evidence)
{
	d->name = name;
	d->day = earlier_day(name);
	d->system =
	    d->day ? arena_copy(&d->arena, name, (size_t)(d->day - name - 1)) : name;
	d->from =
	    (struct source_folder){.dir = dir, .dataset = name, .evidence = evidence};
	d->found = (struct findings){.arena = &d->arena};
}

static bool
is_dataset(int dir, const char *name, struct arena *arena)
{
	static const char *const wanted[] = {
	    "records", "profile", "kat", "campaign.json", "build.json"};
	struct folder f;

	if (folder_list(&f, dir, name, arena, NULL))
		return true; /* not readable: to be reported */
	for (size_t i = 0; i < COUNT_OF(wanted); i++)
		if (folder_find(&f, wanted[i]))
			return true;
	return false;
}

/* By path, that is with the slash behind the name. */
static int
by_path(const void *a, const void *b)
{
	const char *x = *(const char *const *)a, *y = *(const char *const *)b;

	while (*x && *x == *y) {
		x++;
		y++;
	}
	return (*x ? (unsigned char)*x : '/') - (*y ? (unsigned char)*y : '/');
}

int
dataset_list(const char ***names, size_t *count, int dir, struct arena *arena,
    struct findings *findings, struct err *e)
{
	struct folder f;

	*names = NULL;
	*count = 0;
	if (folder_list(&f, dir, ".", arena, e))
		return -1;
	for (size_t i = 0; i < f.count; i++) {
		const char *name = f.entry[i].name;
		if (*name == '.' || f.entry[i].is_file)
			continue;
		if (!f.entry[i].is_folder) {
			finding_add(findings, name, NULL,
			    "is no folder; links and devices are not followed");
			continue;
		}
		if (!is_dataset(dir, name, arena))
			continue;
		if (!text_is_name(name) || foreign_is_taken(name)) {
			finding_add(findings, name, NULL,
			    "has a name that no page can have; rename the folder");
			continue;
		}
		*names = arena_grow(arena, *names, *count, sizeof(**names));
		(*names)[(*count)++] = name;
	}
	if (*count)
		qsort(*names, *count, sizeof(**names), by_path);
	return 0;
}

/* Reads one of the dataset's own files; NULL where it is missing or no JSON. */
static struct json *
read_json(struct dataset *d, struct source *s, const char *path)
{
	struct json *j = NULL;
	struct buf text = {0};
	struct err e;

	s->path = path;
	if (source_read(s, &d->from, &text, &d->arena)) {
		j = json_parse(text.data, text.len, &e);
		if (!j)
			source_finding(s, NULL, "%s", e.text);
	}
	buf_free(&text);
	return j;
}

static bool
take_over(struct source *s, const struct source *old, const struct source_folder *from)
{
	if (!old->path || !source_is_current(old, from) || !source_keep(old, from))
		return false;
	*s = *old;
	return true;
}

static void
read_sums(struct dataset *d, const struct dataset *old)
{
	struct buf text = {0};

	d->from.manifest = &d->manifest;
	if (old && take_over(&d->sums_file, &old->sums_file, &d->from)) {
		d->manifest = old->manifest;
		return;
	}
	d->from.manifest = NULL; /* it does not name itself */
	d->sums_file.path = "SHA256SUMS";
	if (source_read(&d->sums_file, &d->from, &text, &d->arena)) {
		if (strlen(text.data) != text.len)
			source_finding(&d->sums_file, NULL, "has a NUL byte");
		manifest_read(&d->manifest, text.data, "SHA256SUMS", &d->arena,
		    &d->sums_file.found);
		d->from.manifest = &d->manifest;
	}
	buf_free(&text);
}

static void
read_campaign(struct dataset *d, const struct dataset *old)
{
	struct json *j;

	if (old && take_over(&d->campaign_file, &old->campaign_file, &d->from)) {
		d->campaign = old->campaign;
		return;
	}
	j = read_json(d, &d->campaign_file, "campaign.json");
	campaign_unknown(&d->campaign);
	if (j)
		campaign_read(&d->campaign, j, "campaign.json", &d->arena,
		    &d->campaign_file.found);
	json_free(j);
	if (d->campaign.system_id && strcmp(d->campaign.system_id, d->system) != 0)
		source_finding(&d->campaign_file, "system_id",
		    "is \"%.80s\", the folder is of \"%.80s\"", d->campaign.system_id,
		    d->system);
}

static void
read_build(struct dataset *d, const struct dataset *old)
{
	struct arena parsed = {0};
	struct json *j;

	if (old && take_over(&d->build_file, &old->build_file, &d->from)) {
		d->build = old->build;
		d->builds = old->builds;
		return;
	}
	mem_scope(&parsed); /* thousands of members */
	j = read_json(d, &d->build_file, "build.json");
	if (j)
		d->builds = build_read(
		    &d->build, j, "build.json", &d->arena, &d->build_file.found);
	mem_scope(NULL);
	arena_free(&parsed);
}

static void
add_candidate(struct dataset *d, const char *id)
{
	for (size_t i = 0; i < d->candidates; i++)
		if (!strcmp(d->candidate[i], id))
			return;
	d->candidate =
	    arena_grow(&d->arena, d->candidate, d->candidates, sizeof(*d->candidate));
	d->candidate[d->candidates++] = id;
}

static int
by_id(const void *a, const void *b)
{
	return text_natural(*(const char *const *)a, *(const char *const *)b);
}

/* So that "<candidate>-lengths.svg" is still a file's name. */
enum { CANDIDATE_MAX = 240 };

/* A page's name must not be one of the dataset's own. */
static bool
is_candidate(const char *id)
{
	static const char *const own[] = {
	    "index", "method", "ranking", "all", "all-columns"};

	for (size_t i = 0; i < COUNT_OF(own); i++)
		if (!strcmp(id, own[i]))
			return false;
	return strlen(id) <= CANDIDATE_MAX && text_is_name(id);
}

/* Every candidate that has a folder or an entry in build.json. */
static void
find_candidates(struct dataset *d)
{
	struct folder f;
	struct err e;

	for (size_t i = 0; i < PARTS; i++) {
		if (folder_list(&f, d->from.dir,
			source_name(&d->from, parts[i], &d->arena), &d->arena, &e))
			finding_add(&d->found, parts[i], NULL, "%s", e.text);
		for (size_t k = 0; k < f.count; k++) {
			const char *id = f.entry[k].name;
			if (f.entry[k].is_folder && is_candidate(id))
				add_candidate(d, id);
			else
				finding_add(&d->found,
				    arena_format(&d->arena, "%s/%s", parts[i], id),
				    NULL,
				    "is no folder of a candidate, or has a name that "
				    "no "
				    "page can have; it is left out");
		}
	}
	for (size_t i = 0; i < d->builds; i++)
		if (is_candidate(d->build[i].candidate))
			add_candidate(d, d->build[i].candidate);
		else
			finding_add(&d->found, "build.json", NULL,
			    "has a candidate \"%s\", a name that no page can have",
			    d->build[i].candidate);
	if (d->candidates)
		qsort(d->candidate, d->candidates, sizeof(*d->candidate), by_id);
}

void
dataset_read(struct dataset *d, const char *name, int dir, struct evidence *evidence,
    const struct dataset *old)
{
	struct folder f;
	struct err e;

	dataset_start(d, name, dir, evidence);
	if (folder_list(&f, dir, name, &d->arena, &e))
		finding_add(&d->found, NULL, NULL, "%s", e.text);
	if (folder_find(&f, "SHA256SUMS"))
		read_sums(d, old);
	/* another list of digests: every file is held against it again */
	if (old && !text_equal(d->sums_file.digest, old->sums_file.digest))
		old = NULL;
	read_campaign(d, old);
	read_build(d, old);
	find_candidates(d);
}

bool
dataset_is_current(const struct dataset *d)
{
	const struct source *own[] = {&d->campaign_file, &d->build_file, &d->sums_file};
	struct dataset now = {0};
	struct folder f;
	bool same;

	dataset_start(&now, d->name, d->from.dir, d->from.evidence);
	now.build = d->build;
	now.builds = d->builds;
	same = !folder_list(&f, d->from.dir, d->name, &now.arena, NULL) &&
	    !folder_find(&f, "SHA256SUMS") == !d->sums_file.path;
	for (size_t i = 0; i < 3 && same; i++)
		same = !own[i]->path || source_is_current(own[i], &d->from);
	if (same)
		find_candidates(&now);
	same = same && now.candidates == d->candidates &&
	    finding_same(&now.found, &d->found);
	for (size_t i = 0; i < now.candidates && same; i++)
		same = !strcmp(now.candidate[i], d->candidate[i]);
	arena_free(&now.arena);
	return same;
}

void
dataset_pack(struct pack *p, struct dataset *d)
{
	finding_pack(p, &d->found);
	campaign_pack(p, &d->campaign);
	source_pack(p, &d->campaign_file);
	source_pack(p, &d->build_file);
	source_pack(p, &d->sums_file);
	manifest_pack(p, &d->manifest);
	pack_count(p, &d->candidates);
	if (!p->out)
		d->candidate =
		    arena_get(p->arena, d->candidates * sizeof(*d->candidate));
	for (size_t i = 0; i < d->candidates && !p->bad; i++)
		pack_text(p, &d->candidate[i]);
	pack_count(p, &d->builds);
	if (!p->out)
		d->build = arena_get(p->arena, d->builds * sizeof(*d->build));
	for (size_t i = 0; i < d->builds && !p->bad; i++)
		build_pack(p, &d->build[i]);
	if (!p->out && d->sums_file.path)
		d->from.manifest = &d->manifest;
}

void
dataset_free(struct dataset *d)
{
	arena_free(&d->arena);
}

/* SPDX-License-Identifier: MIT */
#include "report/candidate.h"

#include "core/buf.h"
#include "core/err.h"
#include "core/json.h"
#include "core/pack.h"
#include "report/candidate_files.h"
#include "report/dataset.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* What reading the files of one folder needs. */
struct reader {
	struct candidate *c;
	const struct dataset *d;
	struct buf text;     /* used again for every file; so is the next */
	struct arena parsed; /* what cJSON makes of one */
};

static const char *
file_name(const char *path)
{
	return strrchr(path, '/') + 1;
}

static void
leave_out(struct candidate *c, const char *path)
{
	finding_add(&c->found, path, NULL, "is not named %s; it is left out",
	    *path == 'k' ? "<label>.log" : "<label>__<operation>.json");
}

/* Reads the source and parses it; NULL where that failed, with a finding. drop_json
 * must follow. */
static struct json *
read_json(struct reader *r, struct source *s)
{
	struct json *j;
	struct err e;

	if (!source_read(s, &r->d->from, &r->text, &r->c->arena))
		return NULL;
	mem_scope(&r->parsed);
	j = json_parse(r->text.data, r->text.len, &e);
	if (!j)
		source_finding(s, NULL, "%s", e.text);
	return j;
}

/* The tree goes with its arena, without a walk through it. */
static void
drop_json(struct reader *r)
{
	mem_scope(NULL);
	arena_reset(&r->parsed);
}

/* Whether an old source can stand for the file at path. */
static bool
is_reusable(const struct source *old, const char *path, const struct dataset *d)
{
	return !strcmp(old->path, path) && source_is_current(old, &d->from) &&
	    source_keep(old, &d->from);
}

static void
read_timing(struct reader *r, const char *path, const struct candidate *old)
{
	struct timing *t = &r->c->timing[r->c->timings];
	struct json *j;

	if (!candidate_files_split(file_name(path), &t->label, &t->key, &r->c->arena)) {
		leave_out(r->c, path);
		return;
	}
	r->c->timings++;
	for (size_t i = 0; old && i < old->timings; i++)
		if (is_reusable(&old->timing[i].source, path, r->d)) {
			*t = old->timing[i];
			return;
		}
	t->source.path = path;
	j = read_json(r, &t->source);
	if (j)
		record_read(&t->record, j, path, &r->c->arena, &t->source.found);
	drop_json(r);
}

static void
read_profiling(struct reader *r, const char *path, const struct candidate *old)
{
	struct profiling *p = &r->c->profiling[r->c->profilings];
	struct json *j;

	if (!candidate_files_split(file_name(path), &p->label, &p->key, &r->c->arena)) {
		leave_out(r->c, path);
		return;
	}
	r->c->profilings++;
	for (size_t i = 0; old && i < old->profilings; i++)
		if (is_reusable(&old->profiling[i].source, path, r->d)) {
			*p = old->profiling[i];
			return;
		}
	p->source.path = path;
	j = read_json(r, &p->source);
	if (j)
		profile_read(&p->profile, j, path, &r->c->arena, &p->source.found);
	drop_json(r);
}

/* A log is a text; what stands behind a NUL would not be seen. */
static void
read_text(struct logged *l, const struct buf *text, struct arena *arena)
{
	if (strlen(text->data) != text->len)
		source_finding(&l->source, NULL, "has a NUL byte");
	else
		katlog_read(
		    &l->log, text->data, l->source.path, arena, &l->source.found);
}

static void
read_log(struct reader *r, const char *path, const struct candidate *old)
{
	struct logged *l = &r->c->log[r->c->logs];
	const char *name = file_name(path);
	if (!candidate_files_is_log(name)) {
		leave_out(r->c, path);
		return;
	}
	r->c->logs++;
	for (size_t i = 0; old && i < old->logs; i++)
		if (is_reusable(&old->log[i].source, path, r->d)) {
			*l = old->log[i];
			return;
		}
	l->label = arena_copy(&r->c->arena, name, strlen(name) - strlen(".log"));
	l->source.path = path;
	if (source_read(&l->source, &r->d->from, &r->text, &r->c->arena))
		read_text(l, &r->text, &r->c->arena);
}

bool
candidate_link(struct candidate *c, const struct dataset *d)
{
	size_t from = 0;

	c->builds = 0;
	while (from < d->builds && strcmp(d->build[from].candidate, c->id) != 0)
		from++;
	c->build = d->builds ? d->build + from : NULL;
	while (from + c->builds < d->builds &&
	    !strcmp(d->build[from + c->builds].candidate, c->id) &&
	    c->builds < CANDIDATE_INSTANCES)
		c->builds++;
	return from + c->builds == d->builds ||
	    strcmp(d->build[from + c->builds].candidate, c->id) != 0;
}

static void
start(struct candidate *c, const char *id, const struct dataset *d)
{
	c->id = id;
	c->found = (struct findings){.arena = &c->arena};
	if (!candidate_link(c, d))
		finding_add(&c->found, "build.json", c->id,
		    "has more than %d instances; the others are left out",
		    CANDIDATE_INSTANCES);
}

void
candidate_read(struct candidate *c, const char *id, const struct dataset *d,
    const struct candidate *old)
{
	struct reader r = {.c = c, .d = d};
	const char **paths;
	size_t n;

	start(c, id, d);
	n = candidate_files_list(c, d, "records", &paths);
	c->timing = arena_get(&c->arena, n * sizeof(*c->timing));
	for (size_t i = 0; i < n; i++)
		read_timing(&r, paths[i], old);
	n = candidate_files_list(c, d, "profile", &paths);
	c->profiling = arena_get(&c->arena, n * sizeof(*c->profiling));
	for (size_t i = 0; i < n; i++)
		read_profiling(&r, paths[i], old);
	n = candidate_files_list(c, d, "kat", &paths);
	c->log = arena_get(&c->arena, n * sizeof(*c->log));
	for (size_t i = 0; i < n; i++)
		read_log(&r, paths[i], old);
	buf_free(&r.text);
	arena_free(&r.parsed);
}

struct source *
candidate_source(const struct candidate *c, size_t i)
{
	if (i < c->timings)
		return &c->timing[i].source;
	i -= c->timings;
	if (i < c->profilings)
		return &c->profiling[i].source;
	i -= c->profilings;
	return i < c->logs ? &c->log[i].source : NULL;
}

/* Whether a file of this name is read at all; others are findings of the candidate. */
static bool
is_taken(size_t part, const char *name, struct arena *arena)
{
	const char *label, *key;

	return part == 2 ? candidate_files_is_log(name)
			 : candidate_files_split(name, &label, &key, arena);
}

/* The folder of one part of a candidate; -1 where there is none, and then no files. */
static int
open_part(struct candidate *c, const struct dataset *d, const char *part)
{
	const char *path = arena_format(&c->arena, "%s/%s/%s", d->name, part, c->id);

	return openat(
	    d->from.dir, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

bool
candidate_is_current(const struct candidate *c, const struct dataset *d)
{
	static const char *const parts[] = {"records", "profile", "kat"};
	struct candidate now = {0};
	const char **paths;
	struct source *s;
	size_t at = 0, n;
	bool same = true;

	start(&now, c->id, d);
	for (size_t part = 0; part < 3 && same; part++) {
		int folder = open_part(&now, d, parts[part]);
		n = candidate_files_list(&now, d, parts[part], &paths);
		for (size_t i = 0; i < n && same; i++) {
			if (!is_taken(part, file_name(paths[i]), &now.arena)) {
				leave_out(&now, paths[i]);
				continue;
			}
			s = candidate_source(c, at++);
			same = s && !strcmp(s->path, paths[i]) &&
			    source_is_current_in(s, &d->from, folder);
		}
		if (folder >= 0)
			close(folder);
	}
	same = same && !candidate_source(c, at) && finding_same(&now.found, &c->found);
	candidate_free(&now);
	return same;
}

void
candidate_pack_sources(struct pack *p, struct candidate *c)
{
	struct source *s;

	pack_text(p, &c->id);
	finding_pack(p, &c->found);
	pack_count(p, &c->timings);
	pack_count(p, &c->profilings);
	pack_count(p, &c->logs);
	if (!p->out) {
		c->timing = arena_get(p->arena, c->timings * sizeof(*c->timing));
		c->profiling =
		    arena_get(p->arena, c->profilings * sizeof(*c->profiling));
		c->log = arena_get(p->arena, c->logs * sizeof(*c->log));
	}
	for (size_t i = 0; (s = candidate_source(c, i)) && !p->bad; i++)
		source_pack(p, s);
}

void
candidate_pack_content(struct pack *p, struct candidate *c)
{
	for (size_t i = 0; i < c->timings && !p->bad; i++) {
		pack_text(p, &c->timing[i].label);
		pack_text(p, &c->timing[i].key);
		record_pack(p, &c->timing[i].record);
	}
	for (size_t i = 0; i < c->profilings && !p->bad; i++) {
		pack_text(p, &c->profiling[i].label);
		pack_text(p, &c->profiling[i].key);
		profile_pack(p, &c->profiling[i].profile);
	}
	for (size_t i = 0; i < c->logs && !p->bad; i++) {
		pack_text(p, &c->log[i].label);
		katlog_pack(p, &c->log[i].log);
	}
}

const struct build *
candidate_build(const struct candidate *c, const char *label)
{
	for (size_t i = 0; i < c->builds; i++)
		if (!strcmp(c->build[i].label, label))
			return &c->build[i];
	return NULL;
}

const struct logged *
candidate_log(const struct candidate *c, const char *label)
{
	for (size_t i = 0; i < c->logs; i++)
		if (!strcmp(c->log[i].label, label))
			return &c->log[i];
	return NULL;
}

void
candidate_free(struct candidate *c)
{
	arena_free(&c->arena);
}

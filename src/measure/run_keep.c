/* SPDX-License-Identifier: MIT */
#include "measure/run_keep.h"

#include "core/buf.h"
#include "core/err.h"
#include "core/file.h"
#include "core/pack.h"
#include "core/sha256.h"
#include "core/text.h"
#include "measure/attempt_pack.h"
#include "measure/journal.h"
#include "measure/run_profile.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static const char *
path_of(const struct run *r, const char *folder, const struct run_operation *o,
    struct arena *arena)
{
	return arena_format(arena, "%s/%s/%s", r->folder, folder, run_name(o, arena));
}

/* What has to be the same for an attempt to count. */
static const char *
identity(const struct run_operation *o, struct arena *arena)
{
	const struct series_plan *p = &o->plan;
	const struct result_library *l = &o->instance->said;

	return arena_format(arena,
	    "ngcc-measure " VERSION
	    "\n%s\n%s\n%s\n%s\n%s\ntrials %d of %g s, %lld calls, "
	    "budget %g s, precision %g, timeout %g s, CPU %d, %d bits\n",
	    l->sha256, l->kat_log_sha256, l->variant, l->flags,
	    l->build_flags ? l->build_flags : "", p->trials, p->attempt.seconds,
	    (long long)p->least, p->budget_s, p->precision, p->attempt.timeout_s,
	    p->attempt.cpu, p->attempt.digest_bits);
}

static const char *
log_path(const struct run_instance *i, struct arena *arena)
{
	return arena_format(arena, "kat/%s/%s.log", i->id, i->recipe->label);
}

static const char *
kat_path(struct run *r, const struct run_instance *i)
{
	return arena_format(
	    &r->arena, "%s/done/kat/%s/%s", r->folder, i->id, i->recipe->label);
}

/* The first line of what stands there is the state, the rest has to be the identity. */
static const char *
read_done(const char *path, const char *identity, struct arena *arena)
{
	struct buf text = {0};
	const char *state = NULL, *line;

	if (!file_read(AT_FDCWD, path, FILE_MAX, &text, NULL, NULL)) {
		line = strchr(buf_string(&text), '\n');
		if (line && !strcmp(line + 1, identity))
			state =
			    arena_copy(arena, text.data, (size_t)(line - text.data));
	}
	buf_free(&text);
	return state;
}

static int
write_done(const char *path, const char *state, const char *identity, struct err *e)
{
	struct buf text = {0};
	int failed;

	buf_format(&text, "%s\n%s", state, identity);
	failed = file_make_folders(AT_FDCWD, path, e) ||
	    file_replace(AT_FDCWD, path, text.data, text.len, e);
	buf_free(&text);
	return failed ? -1 : 0;
}

static const char *
kat_identity(const struct run_instance *i, struct arena *arena)
{
	return arena_format(arena, "ngcc-measure " VERSION "\n%s\n%s\n", i->said.sha256,
	    i->said.kat_log_sha256);
}

bool
run_keep_kat(struct run *r, struct run_instance *i)
{
	const char *path =
	    arena_format(&r->arena, "%s/%s", r->dataset, log_path(i, &r->arena));
	char digest[SHA256_HEX];
	struct buf log = {0};
	const char *state = NULL;

	if (!file_read(AT_FDCWD, path, FILE_MAX, &log, NULL, NULL)) {
		i->said.kat_log = log_path(i, &r->arena);
		i->said.kat_log_sha256 =
		    arena_text(&r->arena, sha256_hex(digest, log.data, log.len));
		state =
		    read_done(kat_path(r, i), kat_identity(i, &r->arena), &r->arena);
	}
	buf_free(&log);
	if (state)
		i->said.kat = state;
	return state != NULL;
}

static const char *
digests_path(struct run *r, const struct run_instance *i)
{
	return arena_format(
	    &r->arena, "%s/kat/%s/%s", r->folder, i->id, i->recipe->label);
}

bool
run_keep_same_answers(
    struct run *r, const struct run_instance *i, const struct buf *digests)
{
	struct buf kept = {0};
	bool same =
	    !file_read(AT_FDCWD, digests_path(r, i), FILE_MAX, &kept, NULL, NULL) &&
	    kept.len == digests->len &&
	    !memcmp(buf_string(&kept), buf_string(digests), kept.len);

	buf_free(&kept);
	return same;
}

int
run_keep_add_kat(struct run *r, struct run_instance *i, const struct buf *log,
    const struct buf *digests, struct err *e)
{
	const char *path;
	char digest[SHA256_HEX];

	i->said.kat_log = log_path(i, &r->arena);
	i->said.kat_log_sha256 =
	    arena_text(&r->arena, sha256_hex(digest, log->data, log->len));
	path = arena_format(&r->arena, "%s/%s", r->dataset, i->said.kat_log);
	if (file_make_folders(AT_FDCWD, path, e) ||
	    file_replace(AT_FDCWD, path, log->data, log->len, e))
		return -1;
	if (!i->measurable)
		return 0; /* it is tried again by the next run */
	path = digests_path(r, i);
	if (file_make_folders(AT_FDCWD, path, e) ||
	    file_replace(AT_FDCWD, path, digests->data, digests->len, e))
		return -1;
	return write_done(kat_path(r, i), i->said.kat, kat_identity(i, &r->arena), e);
}

/* What the journal holds of an operation's start. */
static void
pack_begin(struct pack *p, const char **identity, struct series *s)
{
	pack_text(p, identity);
	pack_int(p, &s->started_us);
	for (int i = 0; i < 3; i++)
		pack_real(p, &s->load_start[i]);
	attempt_pack_memory(p, &s->memory);
}

static int
add_entry(struct run *r, struct run_operation *o, struct buf *bytes, struct err *e)
{
	int failed = journal_add(path_of(r, "journal", o, &o->arena), bytes, e);

	buf_free(bytes);
	return failed;
}

int
run_keep_begin(struct run *r, struct run_operation *o, struct err *e)
{
	struct buf bytes = {0};
	struct pack p = {.out = &bytes};
	const char *own = identity(o, &o->arena);

	pack_begin(&p, &own, &o->series);
	return add_entry(r, o, &bytes, e);
}

int
run_keep_attempt(
    struct run *r, struct run_operation *o, int trial, struct attempt *a, struct err *e)
{
	struct buf bytes = {0};
	struct pack p = {.out = &bytes};
	int64_t number = trial;

	pack_int(&p, &number);
	attempt_pack(&p, a);
	return add_entry(r, o, &bytes, e);
}

/* Whether the series would have asked for that trial, repeating or not. */
static bool
asks_for(struct run_operation *o, int64_t trial)
{
	o->plan.attempts = SERIES_ATTEMPTS;
	if (series_next(&o->series, &o->plan, &o->arena) == trial)
		return true;
	o->plan.attempts = 1;
	return series_next(&o->series, &o->plan, &o->arena) == trial;
}

/* One attempt of the journal; false where the series would not have asked for it. */
static bool
replay(struct run_operation *o, const char *entry, size_t n)
{
	struct pack p = pack_from(arena_copy(&o->arena, entry, n), n, &o->arena);
	struct attempt *a = arena_get(&o->arena, sizeof(*a));
	int64_t trial = 0;

	pack_int(&p, &trial);
	attempt_pack(&p, a);
	if (p.bad || !asks_for(o, trial))
		return false;
	series_add(&o->series, &o->plan, (int)trial, a, &o->arena);
	return true;
}

/* Takes over what the journal has of the operation; a failure is tried anew. */
static bool
take_over(struct run_operation *o, const struct buf *text)
{
	const char *at = text->data, *entry, *of;
	struct pack p;
	size_t n;

	if (!text->len || !journal_next(text, &at, &entry, &n))
		return false;
	p = pack_from(arena_copy(&o->arena, entry, n), n, &o->arena);
	pack_begin(&p, &of, &o->series);
	if (p.bad || !text_equal(of, identity(o, &o->arena)))
		return false;
	while (journal_next(text, &at, &entry, &n))
		if (!replay(o, entry, n))
			return false;
	return !o->series.failure;
}

static const char *
record_path(const struct run *r, struct run_operation *o)
{
	return arena_format(
	    &o->arena, "%s/records/%s.json", r->dataset, run_name(o, &o->arena));
}

static int
remove_file(const char *path, struct err *e)
{
	return unlink(path) && errno != ENOENT && errno != ENOTDIR
	    ? err_system(e, "%s: cannot be removed", path)
	    : 0;
}

int
run_keep_operation(struct run *r, struct run_operation *o, struct err *e)
{
	const char *path = path_of(r, "journal", o, &o->arena);
	const char *done = path_of(r, "done", o, &o->arena);
	const char *record = record_path(r, o), *state;
	struct buf text = {0};

	state = read_done(done, identity(o, &o->arena), &o->arena);
	if (state && !access(record, F_OK)) {
		o->state = strcmp(state, "unstable") != 0 ? RUN_MEASURED : RUN_UNSTABLE;
		unlink(path);
		return 0;
	}
	if (journal_read(path, &text, e))
		return -1;
	o->begun = take_over(o, &text);
	buf_free(&text);
	if (o->begun)
		return 0;
	o->series = (struct series){0};
	/* the record may become one of another library before this one is back */
	return remove_file(path, e) || remove_file(done, e) ? -1 : 0;
}

int
run_keep_end(struct run *r, struct run_operation *o, struct err *e)
{
	const char *state = o->state == RUN_UNSTABLE ? "unstable" : "measured";

	if (o->state != RUN_FAILED &&
	    write_done(
		path_of(r, "done", o, &o->arena), state, identity(o, &o->arena), e))
		return -1;
	unlink(path_of(r, "journal", o, &o->arena));
	return 0;
}

int
run_keep_drop(struct run *r, struct run_operation *o, struct err *e)
{
	const char *path = arena_format(
	    &r->arena, "%s/records/%s.json", r->dataset, run_name(o, &r->arena));

	unlink(path_of(r, "done", o, &r->arena));
	if (unlink(path) && errno != ENOENT)
		return err_system(e, "%s: cannot be removed", path);
	run_profile_drop(r->dataset, run_name(o, &r->arena));
	return 0;
}

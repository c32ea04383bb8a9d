/* SPDX-License-Identifier: MIT */
#include "measure/kat.h"

#include "core/err.h"
#include "core/file.h"
#include "core/mem.h"
#include "core/sha256.h"
#include "core/text.h"
#include "measure/child.h"
#include "measure/kat_manifest.h"
#include "measure/lines.h"
#include "measure/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct kind {
	const char *name;
	bool full_only, partial_bytes;
};

static const struct kind hash[] = {
    {"KAT_2_12", false, true},
    {"KAT_2_23", false, false},
    {"KAT_Loop", false, false},
    {"KAT_2_33", true, false},
    {NULL, false, false},
};

static const struct kind kem[] = {
    {"KAT_KEM", false, false},
    {NULL, false, false},
};

static const struct kind sign[] = {
    {"KAT_SIG", false, false},
    {NULL, false, false},
};

static const struct kind kex[] = {
    {"KAT_KEX", false, false},
    {NULL, false, false},
};

static const struct kind *const kinds[] = {
    [CATEGORY_HASH] = hash,
    [CATEGORY_KEM] = kem,
    [CATEGORY_SIGN] = sign,
    [CATEGORY_KEX] = kex,
};

/* One file while it comes. */
struct checking {
	const char *name;
	const struct kat_pin *pin; /* NULL: the manifest has none */
	struct sha256 *whole, *pinned;
	size_t records;
	struct lines *reference; /* NULL: there is none */
	bool complete, differs;
	char detail[400]; /* of the first difference */
	struct buf *text; /* NULL: it is not kept */
};

/* A run over all files. */
struct run {
	const struct kat_plan *plan;
	struct kat_result *result;
	struct kat_manifest manifest;
	size_t made, compared, left_out;
};

static bool
is_length(const char *line, size_t len)
{
	const char *end = memmem(line, len, " =", 2);

	return end && end - line >= 4 && !memcmp(end - 4, "_Len", 4);
}

static void
compare_line(struct checking *c, const char *line, size_t len)
{
	const struct buf *wanted = &c->reference->line;
	bool more = lines_next(c->reference);

	if (more && wanted->len == len && !memcmp(wanted->data, line, len))
		return;
	c->differs = true;
	snprintf(c->detail, sizeof(c->detail),
	    more ? "%s: line %zu differs: \"%.*s\", wanted \"%.80s\""
		 : "%s: the reference ends behind line %zu, before \"%.*s\"",
	    c->name, c->reference->number, len < 80 ? (int)len : 80, line,
	    buf_string(wanted));
}

static void
take_line(void *context, const char *text, size_t len)
{
	struct checking *c = context;
	size_t canonical = lines_canonical(text, len);

	if (c->text) {
		buf_add(c->text, text, len);
		buf_char(c->text, '\n');
	}
	if (!canonical) {
		c->records++;
		return;
	}
	sha256_add(c->whole, text, canonical);
	sha256_add(c->whole, "\n", 1);
	if (c->pinned && (!c->pin->records || c->records < c->pin->records) &&
	    !(c->pin->nolen && is_length(text, canonical))) {
		sha256_add(c->pinned, text, canonical);
		sha256_add(c->pinned, "\n", 1);
	}
	if (c->reference && !c->differs)
		compare_line(c, text, canonical);
}

/* At the file's end: what was to be compared, and what came out. */
static void
conclude(struct run *run, struct checking *c)
{
	struct buf *log = &run->result->log;
	char digest[SHA256_HEX], pinned[SHA256_HEX] = "";

	sha256_end(digest, c->whole);
	if (c->pinned)
		sha256_end(pinned, c->pinned);
	if (!c->complete)
		return;
	run->made++;
	run->compared += c->pin || c->reference;
	buf_format(log, "%s = %s\n", c->name, digest);
	buf_format(&run->result->manifest, "%s strict %s/%s\n", digest,
	    run->plan->instance, c->name);
	if (c->pin && strcmp(pinned, c->pin->digest) != 0) {
		c->differs = true;
		snprintf(c->detail, sizeof(c->detail),
		    "%s: its digest is %s, the manifest says %s", c->name, pinned,
		    c->pin->digest);
	}
	if (c->reference && !c->differs && lines_next(c->reference)) {
		c->differs = true;
		snprintf(c->detail, sizeof(c->detail),
		    "%s: ends before line %zu of the reference: \"%.80s\"", c->name,
		    c->reference->number, buf_string(&c->reference->line));
	}
	if (!c->pin && !c->reference)
		buf_format(log, "manifest has no %s\n", c->name);
	else
		buf_format(log, "%s %s %s\n", c->pin ? "manifest" : "reference",
		    c->name, c->differs ? "differs" : "agrees");
}

static int
keep(
    const struct run *run, const struct checking *c, struct arena *arena, struct err *e)
{
	const char *path = arena_format(arena, "%s/%s", run->plan->out, c->name);

	if (file_make_folders(AT_FDCWD, path, e) ||
	    file_replace(AT_FDCWD, path, c->text->data, c->text->len, e))
		return -1;
	buf_format(&run->result->log, "wrote %s\n", c->name);
	return 0;
}

/* What the candidate printed, with a line end behind it. A NUL would end the log for
 * whoever reads it as a text. */
static void
log_output(struct buf *log, const struct buf *output)
{
	for (size_t i = 0; i < output->len; i++)
		if (output->data[i])
			buf_char(log, output->data[i]);
		else
			buf_text(log, "\\u{0000}");
	if (output->len && output->data[output->len - 1] != '\n')
		buf_char(log, '\n');
}

static void
set_status(struct kat_result *r, const char *status, const char *detail)
{
	if (r->status)
		return; /* the first one counts */
	r->status = status;
	snprintf(r->detail, sizeof(r->detail), "%s", detail);
}

static int
run_driver(struct run *run, const char *kind, struct checking *c, struct err *e)
{
	const struct kat_plan *p = run->plan;
	struct sandbox_plan box = sandbox_driver(p->library, -1, p->timeout_s);
	char digest_bits[16];
	const char *const argv[] = {"ngcc-trial", "kat", "--library", p->library,
	    "--type", category_name(p->category), "--file", kind,
	    p->digest_bits ? "--digest-bits" : NULL, digest_bits, NULL};
	struct child_plan child = {.program = p->driver,
	    .argv = argv,
	    .cpu = -1,
	    .timeout_s = p->timeout_s,
	    .sandbox = &box,
	    .line = take_line,
	    .context = c};
	struct child_result result = {0};
	int failed;

	snprintf(digest_bits, sizeof(digest_bits), "%d", p->digest_bits);
	failed = child_run(&child, &result, e);
	c->complete = !failed && result.outcome == OUTCOME_COMPLETE;
	log_output(&run->result->log, &result.output);
	buf_format(
	    &run->result->log, "timing %s %.3f s\nsandbox ", kind, result.wall_s);
	sandbox_words(&run->result->log, result.sandbox);
	buf_char(&run->result->log, '\n');
	conclude(run, c);
	/* once its code is in the driver's process, a candidate can do this to any
	 * driver: others are tested all the same */
	if (!failed && result.outcome == OUTCOME_DRIVER && !result.begun)
		failed = err_set(e, ERR_SYSTEM, "%s: %s", p->driver, result.detail);
	else if (!failed && result.outcome == OUTCOME_DRIVER)
		set_status(run->result, outcome_name(OUTCOME_CRASH), result.detail);
	else if (!failed && !c->complete)
		set_status(run->result, outcome_name(result.outcome), result.detail);
	else if (c->differs)
		set_status(run->result, "MISMATCH", c->detail);
	buf_free(&result.output);
	return failed;
}

/* Opens the reference file of that name; a missing one is nothing to compare with. */
static int
open_reference(const struct run *run, const char *name, struct lines *lines,
    struct arena *arena, struct err *e)
{
	const char *path = arena_format(arena, "%s/%s", run->plan->reference, name);

	if (!lines_open(lines, AT_FDCWD, path, e))
		return 1;
	return access(path, F_OK) && errno == ENOENT ? 0 : -1;
}

static int
make_file(struct run *run, const char *kind, struct arena *arena, struct err *e)
{
	struct checking c = {
	    .name = arena_format(arena, "%s_%s.txt", kind, run->plan->instance)};
	struct lines *lines = mem_get(sizeof(*lines));
	struct buf text = {0};
	int found = 0, failed;

	if (run->plan->reference)
		found = open_reference(run, c.name, lines, arena, e);
	c.reference = found > 0 ? lines : NULL;
	c.pin = kat_manifest_find(&run->manifest, c.name);
	c.text = run->plan->out ? &text : NULL;
	failed = found < 0;
	if (!failed) {
		c.whole = sha256_new();
		c.pinned = c.pin ? sha256_new() : NULL;
		failed = run_driver(run, kind, &c, e) ||
		    (c.text && c.complete && keep(run, &c, arena, e));
	}
	if (c.reference)
		lines_close(lines);
	mem_free(lines);
	buf_free(&text);
	return failed ? -1 : 0;
}

static void
finish(struct run *run)
{
	struct kat_result *r = run->result;
	const char *note = run->plan->note;
	char detail[sizeof(r->detail)];

	snprintf(detail, sizeof(detail), "%s%s%s",
	    run->compared ? "not every file could be compared"
			  : "there is nothing to compare with",
	    note ? "; " : "", note ? note : "");
	if (run->compared == run->made && !run->left_out)
		set_status(r, "PASS", "");
	else
		set_status(r, run->compared ? "PARTIAL" : "NOKAT", detail);
	buf_format(&r->log, "RESULT %s %s %s %s\n", run->plan->candidate,
	    run->plan->instance, r->status, r->detail);
}

/* Makes and compares the files one by one, until one goes wrong. */
static int
make_files(struct run *run, const struct kind *k, struct arena *arena, struct err *e)
{
	const struct kat_plan *plan = run->plan;
	int failed = 0;

	for (; k->name && !failed && !run->result->status; k++) {
		if (k->full_only && !plan->full)
			continue;
		if (k->partial_bytes && plan->whole_bytes) {
			run->left_out++;
			buf_format(&run->result->log,
			    "%s is left out: only whole bytes are hashed\n", k->name);
			continue;
		}
		failed = make_file(run, k->name, arena, e);
	}
	return failed;
}

int
kat_run(const struct kat_plan *plan, struct kat_result *r, struct err *e)
{
	struct run run = {.plan = plan, .result = r};
	struct arena arena = {0};
	int failed = 0;

	if (plan->manifest)
		failed = kat_manifest_read(&run.manifest, plan->manifest, &arena, e);
	if (plan->reference && access(plan->reference, R_OK | X_OK))
		failed = err_system(e, "%s: cannot be read", plan->reference);
	buf_format(&r->log, "instance = %s\ntype = %s\n", plan->instance,
	    category_name(plan->category));
	if (plan->category == CATEGORY_HASH)
		buf_format(&r->log, "digest_bits = %d\n", plan->digest_bits);
	if (!failed)
		failed = make_files(&run, kinds[plan->category], &arena, e);
	if (!failed)
		finish(&run);
	arena_free(&arena);
	return failed;
}

void
kat_free(struct kat_result *r)
{
	buf_free(&r->log);
	buf_free(&r->manifest);
}

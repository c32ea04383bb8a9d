/* SPDX-License-Identifier: MIT */
#include "measure/workshop.h"

#include "core/buf.h"
#include "core/err.h"
#include "core/file.h"
#include "core/mem.h"
#include "measure/child.h"
#include "measure/sandbox.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum {
	TIMEOUT_S = 900,
	PROCESSES = 64,
	FILES = 256, /* open at a time */
	WORDS = 8,   /* of the two lists */
};

#define MEMORY (INT64_C(4) << 30) /* of each process */

/* Another user's process does not come into a TMPDIR of root's. */
static const char *
place(void)
{
	const char *tmp = geteuid() == 0 ? NULL : getenv("TMPDIR");

	return tmp && *tmp == '/' ? tmp : "/tmp";
}

/* A name with a slash is a path; another one is looked for in PATH. */
static const char *
find_program(const char *name, const char *path, struct arena *arena)
{
	const char *whole;

	for (size_t n; !strchr(name, '/') && *path; path += n + (path[n] == ':')) {
		n = strcspn(path, ":");
		whole = arena_format(arena, "%.*s/%s", (int)n, path, name);
		if (n && !access(whole, X_OK))
			return whole;
	}
	return name;
}

static void
add_readable(struct workshop *w, const char *path)
{
	size_t n = 0;

	while (w->readable[n])
		n++;
	w->readable[n] = path;
}

/* A compiler that is not among the system's programs has its own files beside it. */
static void
add_compiler(struct workshop *w)
{
	static const char *const beside[] = {"lib", "lib64", "libexec", "include"};
	char *real = mem_get(PATH_MAX);
	char *name;

	if (realpath(w->program, real) && (name = strrchr(real, '/'))) {
		*name = '\0';
		add_readable(w, arena_text(w->arena, real));
		for (size_t i = 0; i < sizeof(beside) / sizeof(beside[0]); i++)
			add_readable(
			    w, arena_format(w->arena, "%s/../%s", real, beside[i]));
	}
	mem_free(real);
}

/* Nothing of ours but what decides about the result. */
static void
fill_environment(struct workshop *w, const char *path)
{
	const char *date = getenv("SOURCE_DATE_EPOCH");
	size_t n = 0;

	w->environment = arena_get(w->arena, WORDS * sizeof(*w->environment));
	w->environment[n++] = arena_format(w->arena, "PATH=%s", path);
	w->environment[n++] = arena_format(w->arena, "TMPDIR=%s", w->folder);
	w->environment[n++] = "LC_ALL=C";
	w->environment[n++] = "CCACHE_DISABLE=1"; /* it would write to a home folder */
	if (date)
		w->environment[n] =
		    arena_format(w->arena, "SOURCE_DATE_EPOCH=%s", date);
}

int
workshop_open(struct workshop *w, const char *compiler, const char *start,
    const char *header, struct arena *arena, struct err *e)
{
	const char *path = getenv("PATH");
	char *real = mem_get(PATH_MAX);
	char *folder = arena_format(arena, "%s/ngcc-XXXXXX", place());
	struct buf text = {0};
	struct err why;
	int failed;

	*w = (struct workshop){.compiler = compiler, .arena = arena};
	w->start = arena_text(arena, realpath(start, real) ? real : start);
	mem_free(real);
	if (!mkdtemp(folder))
		return err_system(e, "a folder for the compiler, %s", folder);
	w->folder = folder;
	path = path ? path : "/usr/bin:/bin";
	w->program = find_program(compiler, path, arena);
	w->readable = arena_get(arena, WORDS * sizeof(*w->readable));
	add_compiler(w);
	fill_environment(w, path);
	failed = file_read(AT_FDCWD, header, FILE_MAX, &text, NULL, &why);
	if (failed)
		err_set(e, why.code, "%s: %s", header, why.text);
	failed = failed ||
	    file_write_new(AT_FDCWD, arena_format(arena, "%s/niccs.h", folder),
		text.data, text.len, e) ||
	    chmod(arena_format(arena, "%s/niccs.h", folder), 0644);
	buf_free(&text);
	return failed ? -1 : 0;
}

static void
no_report(void *context, const char *text, size_t len)
{
	(void)context;
	(void)text;
	(void)len;
}

/* Whether it may have failed since root's sources are root's alone. */
static bool
is_closed(const struct workshop *w, const char *messages)
{
	struct stat st;

	return geteuid() == 0 &&
	    (strstr(messages, "Permission denied") ||
		(!stat(w->start, &st) && !(st.st_mode & S_IXOTH)));
}

/* Whether it may have failed for want of room, which says nothing about the sources.
 * What it says alone is not believed: a source can make it say so. */
static bool
is_full(const struct workshop *w, const char *messages)
{
	struct statvfs disk;

	return strstr(messages, "No space left on device") &&
	    !statvfs(w->folder, &disk) &&
	    disk.f_bavail < WORKSHOP_FILE_MAX / disk.f_frsize;
}

int
workshop_run(
    struct workshop *w, const char *const *words, struct buf *out, struct err *e)
{
	struct sandbox_plan box = {.start = w->start,
	    .folder = w->folder,
	    .readable = w->readable,
	    .memory_bytes = MEMORY,
	    .file_bytes = WORKSHOP_FILE_MAX,
	    .processes = PROCESSES,
	    .files = FILES,
	    .cpu_s = 2 * TIMEOUT_S,
	    .counter = -1};
	struct child_plan child = {.program = w->program,
	    .argv = words,
	    .cpu = -1,
	    .timeout_s = TIMEOUT_S,
	    .silent = true,
	    .sandbox = &box,
	    .environment = w->environment,
	    .line = no_report};
	struct child_result r = {0};
	int failed = child_run(&child, &r, e);

	w->sandbox = r.sandbox;
	buf_add(out, buf_string(&r.output), r.output.len);
	if (!failed && r.outcome == OUTCOME_DRIVER)
		failed = err_set(e, ERR_SYSTEM, "%s: %s", words[0], r.detail);
	else if (!failed)
		failed = r.outcome != OUTCOME_COMPLETE;
	if (failed > 0 && r.outcome != OUTCOME_CRASH)
		buf_format(out, "%s: %s\n", words[0], r.detail);
	buf_free(&r.output);
	if (failed > 0 && is_full(w, buf_string(out)))
		return err_set(e, ERR_SYSTEM,
		    "%s: no space left in %s, where the compiler works: make room "
		    "there",
		    words[0], place());
	if (failed > 0 && is_closed(w, buf_string(out)))
		buf_format(out,
		    "as root the compiler runs as an unprivileged user, who has to be "
		    "able to read the sources: chmod -R go+rX lets it\n");
	return failed;
}

int
workshop_take(const struct workshop *w, const char *name, const char *to, struct err *e)
{
	const char *from = arena_format(w->arena, "%s/%s", w->folder, name);
	struct buf bytes = {0};
	struct err why;
	int failed = 0;

	/* no link is followed to what only we can read */
	if (file_read(AT_FDCWD, from, WORKSHOP_FILE_MAX, &bytes, NULL, &why))
		failed = err_set(
		    e, why.code, "%s: what %s made %s", to, w->compiler, why.text);
	else
		failed = file_replace(AT_FDCWD, to, bytes.data, bytes.len, e);
	/* whatever root's umask is: another user will load it */
	if (!failed && geteuid() == 0 && chmod(to, 0644))
		failed = err_system(e, "%s", to);
	buf_free(&bytes);
	return failed;
}

void
workshop_close(struct workshop *w)
{
	if (w->folder)
		(void)!file_remove_tree(AT_FDCWD, w->folder, NULL, NULL);
	w->folder = NULL;
}

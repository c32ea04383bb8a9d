/* SPDX-License-Identifier: MIT */
#include "measure/compile.h"

#include "core/err.h"
#include "core/file.h"
#include "core/json.h"
#include "core/mem.h"
#include "core/sha256.h"
#include "measure/elf.h"
#include "measure/recipe.h"
#include "measure/sandbox.h"
#include "measure/workshop.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define LIBRARY "library.so" /* in the workshop */

#define GUIDE "-std=c99 -Wpedantic -Wall -Wextra"
#define SPEED "-flto -fomit-frame-pointer " GUIDE

#if defined(__aarch64__)
#define MACHINE "-march=armv8.2-a+sve"
#else
#define MACHINE "-march=x86-64 -mavx2 -mtune=native"
#endif

/* The guide's flags, by how a variant's name starts; the last one stands for all
 * others. */
static const struct {
	const char *variant, *name, *flags;
} guides[] = {
    {"optimized", "guide-performance", "-O3 " MACHINE " " SPEED},
    {"performance", "guide-performance", "-O3 " MACHINE " " SPEED},
    {"resource", "guide-resource", "-Os " GUIDE},
    {"", "guide", GUIDE " -O2"},
};

static const char plain_name[] = "harness-default", plain[] = "-O2";

/* What a harness adds: a library, and code of an older style is no error. */
static const char additions[] =
    "-fPIC -D_GNU_SOURCE -Wno-error=implicit-function-declaration "
    "-Wno-error=incompatible-pointer-types -Wno-error=int-conversion "
    "-Wno-error=implicit-int";

struct words {
	const char **word;
	size_t count;
	struct arena *arena;
};

static void
add(struct words *w, const char *word)
{
	w->word = arena_grow(w->arena, w->word, w->count, sizeof(*w->word));
	w->word[w->count++] = word;
}

static void
add_all(struct words *w, const char *text)
{
	for (size_t n; *text; text += n + (text[n] == ' ')) {
		n = strcspn(text, " ");
		add(w, arena_copy(w->arena, text, n));
	}
}

const char *
compile_relative(const char *path)
{
	char here[4096];
	size_t n;

	if (*path != '/')
		return path;
	if (getcwd(here, sizeof(here)) && (n = strlen(here)) &&
	    !strncmp(path, here, n) && path[n] == '/')
		return path + n + 1;
	return strrchr(path, '/') + 1;
}

/* One job: an instance with one set of flags. */
struct job {
	const struct compile_plan *plan;
	const struct recipe *recipe;
	const struct recipe_instance *instance;
	struct compile_result *result;
	const char *build_flags;
	struct workshop workshop;
	struct words command, shown; /* what is run, and how a record shows it */
	struct arena *arena;
};

/* Another place for the compiler than for the record. */
static void
add_path(struct job *j, const char *before, const char *used, const char *shown)
{
	add(&j->command, arena_format(j->arena, "%s%s", before, used));
	add(&j->shown, arena_format(j->arena, "%s%s", before, compile_relative(shown)));
}

/* The library depends on sources and compiler alone: no path of a folder, and no names
 * of the compiler's own temporary files, which -s leaves out. */
static void
write_command(struct job *j, const char *flags)
{
	const struct recipe_instance *i = j->instance;
	const struct workshop *w = &j->workshop;
	struct arena *a = j->arena;

	j->command = j->shown = (struct words){.arena = a};
	j->build_flags = arena_format(a, "%s %s", flags, additions);
	for (size_t k = 0; k < i->flags; k++)
		j->build_flags = arena_format(a, "%s %s", j->build_flags, i->flag[k]);
	add(&j->command, j->plan->compiler);
	add_all(&j->command, j->build_flags);
	add_all(&j->command, "-shared -s");
	add(&j->shown, compile_relative(j->plan->compiler));
	for (size_t k = 1; k < j->command.count; k++)
		add(&j->shown, j->command.word[k]);
	add(&j->command,
	    arena_format(a, "-ffile-prefix-map=%s=%s", w->start, j->recipe->id));
	add(&j->command, arena_format(a, "-ffile-prefix-map=%s=include", w->folder));
	add_path(j, "-I", w->folder, j->plan->include);
	add(&j->command, "-o");
	add(&j->shown, "-o");
	add_path(j, "", arena_format(a, "%s/" LIBRARY, w->folder), j->result->library);
	for (size_t k = 0; k < i->sources; k++)
		add_path(j, "", i->source[k],
		    arena_format(a, "%s/%s", j->plan->folder, i->source[k]));
	for (size_t k = 0; k < i->libraries; k++) {
		add(&j->command, arena_format(a, "-l%s", i->library[k]));
		add(&j->shown, arena_format(a, "-l%s", i->library[k]));
	}
	add(&j->command, NULL);
}

/* The first line of what the compiler says of itself. */
static int
compiler_version(struct job *job, const char **version, struct err *e)
{
	const char *const words[] = {job->plan->compiler, "--version", NULL};
	struct buf text = {0};
	int failed = workshop_run(&job->workshop, words, &text, e);

	*version = failed ? NULL
			  : arena_copy(job->arena, buf_string(&text),
				strcspn(buf_string(&text), "\n"));
	buf_free(&text);
	return failed < 0 ? -1 : 0;
}

static int
add_sources(const struct job *job, struct json *to, struct err *e)
{
	struct json *list = json_add_array(to, "sources"), *one;
	struct buf text = {0};
	char digest[SHA256_HEX];
	struct err why;
	int failed = 0;

	for (size_t i = 0; i < job->instance->sources && !failed; i++) {
		const char *path = arena_format(
		    job->arena, "%s/%s", job->plan->folder, job->instance->source[i]);
		if (file_read(AT_FDCWD, path, FILE_MAX, &text, NULL, &why)) {
			failed = err_set(e, why.code, "%s: %s", path, why.text);
			break;
		}
		one = json_add_object(list, NULL);
		json_add_text(one, "path", compile_relative(path));
		json_add_text(one, "sha256", sha256_hex(digest, text.data, text.len));
	}
	buf_free(&text);
	return failed;
}

static int
add_compile(struct job *job, struct json *to, struct err *e)
{
	struct json *j = json_add_object(to, "compile");
	struct buf command = {0}, sandbox = {0};
	const char *version;

	sandbox_words(&sandbox, job->workshop.sandbox);
	json_add_text(j, "sandbox", buf_string(&sandbox));
	buf_free(&sandbox);
	if (compiler_version(job, &version, e))
		return -1;
	for (size_t i = 0; i < job->shown.count; i++)
		buf_format(&command, "%s%s", i ? " " : "", job->shown.word[i]);
	json_add_text(j, "command", buf_string(&command));
	json_add_text(j, "compiler", version);
	buf_free(&command);
	return add_sources(job, j, e);
}

/* What a catalog is to say of the candidate. */
static void
add_catalog(const struct recipe *r, struct json *to)
{
	struct json *j = json_add_object(to, "catalog");

	json_add_text(j, "id", r->id);
	json_add_text(j, "algorithm", r->algorithm ? r->algorithm : r->id);
	j = json_add_object(j, "links");
	json_add_text(j, "report", r->report);
	json_add_text(j, "submission", r->submission);
	json_add_text(j, "specification", r->specification);
}

/* The note beside the library. */
static int
write_note(struct job *job, struct err *e)
{
	const struct recipe_instance *i = job->instance;
	const char *path = arena_format(
	    job->arena, "%s/%s/lib%s.json", job->plan->out, job->recipe->id, i->label);
	struct json *j = json_new_object();
	struct buf text = {0};
	struct elf elf;
	int failed = elf_read(&elf, job->result->library, job->arena, e);

	json_add_text(j, "candidate", job->recipe->id);
	json_add_text(j, "label", i->label);
	json_add_text(j, "type", category_name(i->category));
	if (i->digest_bits)
		json_add_number(j, "digest_bits", i->digest_bits);
	json_add_text(j, "variant", i->variant);
	json_add_text(j, "flags", job->result->flags);
	json_add_text(j, "build_flags", job->build_flags);
	json_add_text(j, "library_sha256", elf.sha256);
	if (i->whole_bytes)
		json_add_bool(j, "whole_bytes", true);
	if (i->note)
		json_add_text(j, "note", i->note);
	add_catalog(job->recipe, j);
	failed = failed || add_compile(job, j, e);
	json_print(j, true, &text);
	failed = failed || file_replace(AT_FDCWD, path, text.data, text.len, e);
	buf_free(&text);
	json_free(j);
	return failed ? -1 : 0;
}

/* With one set of flags; 0, 1 where the sources do not compile, -1 and e. */
static int
compile_with(struct job *j, const char *name, const char *flags, struct err *e)
{
	int failed;

	j->result->flags = name;
	write_command(j, flags);
	failed = workshop_run(&j->workshop, j->command.word, &j->result->messages, e);
	if (!failed)
		failed = workshop_take(&j->workshop, LIBRARY, j->result->library, e);
	return failed;
}

int
compile_instance(const struct compile_plan *plan, const struct recipe *recipe,
    const struct recipe_instance *instance, struct compile_result *r,
    struct arena *arena, struct err *e)
{
	struct job j = {.plan = plan,
	    .recipe = recipe,
	    .instance = instance,
	    .result = r,
	    .arena = arena};
	const char *header = arena_format(arena, "%s/niccs.h", plan->include);
	size_t g = 0;
	int failed;

	r->library = arena_format(
	    arena, "%s/%s/lib%s.so", plan->out, recipe->id, instance->label);
	if (file_make_folders(AT_FDCWD, r->library, e))
		return -1;
	while (strncmp(instance->variant, guides[g].variant,
		   strlen(guides[g].variant)) != 0)
		g++;
	failed =
	    workshop_open(&j.workshop, plan->compiler, plan->folder, header, arena, e);
	if (!failed)
		failed = compile_with(&j, guides[g].name, guides[g].flags, e);
	if (failed > 0)
		failed = compile_with(&j, plain_name, plain, e);
	r->failed = failed > 0;
	if (!failed)
		failed = write_note(&j, e);
	workshop_close(&j.workshop);
	return failed < 0 ? -1 : 0;
}

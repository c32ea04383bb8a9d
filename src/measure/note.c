/* SPDX-License-Identifier: MIT */
#include "measure/note.h"

#include "core/buf.h"
#include "core/file.h"
#include "core/json.h"
#include "core/mem.h"
#include "core/text.h"
#include "measure/compile.h"
#include "measure/elf.h"
#include "measure/result.h"

#include <fcntl.h>
#include <string.h>

static void
take(const char **to, const struct json *note, const char *name, bool is_name,
    struct arena *arena)
{
	const char *text = json_text(json_member(note, name));

	if (!*to && text && (!is_name || text_is_name(text)))
		*to = arena_text(arena, text);
}

struct json *
note_open(const char *path, const char *sha256, struct arena *arena)
{
	size_t n = strlen(path);
	struct buf text = {0};
	struct json *j = NULL;

	if (n > 3 && !strcmp(path + n - 3, ".so"))
		n -= 3;
	path = arena_format(arena, "%.*s.json", (int)n, path);
	if (!file_read(AT_FDCWD, path, FILE_MAX, &text, NULL, NULL))
		j = json_parse(text.data, text.len, NULL);
	buf_free(&text);
	if (text_equal(json_text(json_member(j, "library_sha256")), sha256))
		return j;
	json_free(j);
	return NULL;
}

static const struct json *
object(const struct json *note, const char *name)
{
	const struct json *j = json_member(note, name);

	return json_is_object(j) ? j : NULL;
}

static void
otherwise(const char **to, const char *text)
{
	if (!*to)
		*to = text;
}

struct json *
note_read(struct result_library *l, const char *path, const struct elf *elf,
    struct arena *arena)
{
	struct json *j = note_open(path, elf->sha256, arena);
	const char *slash = strrchr(path, '/');

	take(&l->candidate, j, "candidate", true, arena);
	take(&l->label, j, "label", true, arena);
	take(&l->variant, j, "variant", false, arena);
	take(&l->flags, j, "flags", false, arena);
	take(&l->build_flags, j, "build_flags", false, arena);
	take(&l->compiler, json_member(j, "compile"), "compiler", false, arena);
	l->compile = object(j, "compile");
	l->catalog = object(j, "catalog");
	otherwise(&l->candidate, "local");
	otherwise(&l->label, slash ? slash + 1 : path);
	otherwise(&l->instance, l->label);
	otherwise(&l->variant, "as given");
	otherwise(&l->flags, "as given");
	otherwise(&l->compiler, elf->compiler);
	otherwise(&l->kat, "NOKAT");
	l->path = compile_relative(path);
	l->sha256 = arena_text(arena, elf->sha256);
	return j;
}

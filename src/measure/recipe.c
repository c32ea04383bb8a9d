/* SPDX-License-Identifier: MIT */
#include "measure/recipe.h"

#include "core/buf.h"
#include "core/err.h"
#include "core/file.h"
#include "core/json.h"
#include "core/mem.h"
#include "core/text.h"
#include "measure/interpose.h"

#include <fcntl.h>
#include <string.h>

enum { DIGEST_BITS_MAX = 65536 };

/* What is read, for messages. */
struct reading {
	const char *path;
	struct arena *arena;
	struct err *e;
};

static int
bad(const struct reading *r, const char *label, const char *field, const char *wanted)
{
	return err_set(r->e, ERR_DATA, "%s: %s%s%s: wanted %s", r->path,
	    label ? label : "", label ? ": " : "", field, wanted);
}

/* A member that is misspelt would be one that is missing, without a word. */
static int
check_known(const struct reading *r, const char *label, const struct json *j,
    const char *const *known, size_t n)
{
	size_t i;

	for (const struct json *m = json_first(j); m; m = json_next(m)) {
		for (i = 0; i < n && strcmp(json_name(m), known[i]) != 0;)
			i++;
		if (i == n)
			return bad(r, label, json_name(m),
			    "none but the members that ngcc-measure(1) names");
	}
	return 0;
}

static const char *
read_name(const struct reading *r, const struct json *j, const char *field)
{
	const char *text = json_text(json_member(j, field));

	return text && text_is_name(text) && !strchr(text, ' ') && !strchr("-.", *text)
	    ? arena_text(r->arena, text)
	    : NULL;
}

/* A list of texts that may be missing. */
static int
read_texts(
    const struct reading *r, const struct json *list, const char ***to, size_t *n)
{
	if (!list)
		return 0;
	if (!json_is_array(list))
		return -1;
	*to = arena_get(r->arena, (json_count(list) + 1) * sizeof(**to));
	for (list = json_first(list); list; list = json_next(list)) {
		if (!json_text(list))
			return -1;
		(*to)[(*n)++] = arena_text(r->arena, json_text(list));
	}
	return 0;
}

/* A source's path is below its folder, and no option. */
static bool
is_below(const char *path)
{
	return *path && *path != '/' && *path != '-' && !strstr(path, "..");
}

static int
read_lists(const struct reading *r, struct recipe_instance *to, const struct json *j)
{
	if (read_texts(r, json_member(j, "sources"), &to->source, &to->sources) ||
	    !to->sources)
		return bad(r, to->label, "sources", "a list of file names");
	for (size_t i = 0; i < to->sources; i++)
		if (!is_below(to->source[i]))
			return bad(r, to->label, "sources", "files below the folder");
	if (read_texts(r, json_member(j, "flags"), &to->flag, &to->flags))
		return bad(r, to->label, "flags", "a list of the compiler's options");
	if (read_texts(r, json_member(j, "libraries"), &to->library, &to->libraries))
		return bad(r, to->label, "libraries", "a list of libraries' names");
	if (read_texts(r, json_member(j, "profile"), &to->profile, &to->profiles) ||
	    to->profiles >= INTERPOSE_FUNCTIONS)
		return bad(r, to->label, "profile", "up to 15 functions' names");
	return 0;
}

/* A text that may be missing; -1 where something else stands there. */
static int
read_text(
    const struct reading *r, const struct json *j, const char *field, const char **to)
{
	const struct json *m = json_member(j, field);

	*to = m && json_text(m) ? arena_text(r->arena, json_text(m)) : NULL;
	return m && !*to ? -1 : 0;
}

/* What a known-answer run has to know. */
static int
read_answers(const struct reading *r, struct recipe_instance *to, const struct json *j)
{
	const struct json *whole = json_member(j, "whole_bytes");

	if (read_text(r, j, "manifest", &to->manifest) ||
	    (to->manifest && !is_below(to->manifest)))
		return bad(r, to->label, "manifest", "a file below the folder");
	if (read_text(r, j, "note", &to->note))
		return bad(r, to->label, "note", "a text");
	if (whole &&
	    (!json_bool(whole, &to->whole_bytes) || to->category != CATEGORY_HASH))
		return bad(r, to->label, "whole_bytes",
		    "true or false, of a hash function alone");
	return 0;
}

static int
read_instance(const struct reading *r, struct recipe_instance *to, const struct json *j)
{
	const char *type = json_text(json_member(j, "type"));
	double bits = 0;

	static const char *const known[] = {"label", "type", "digest_bits", "variant",
	    "sources", "flags", "libraries", "manifest", "whole_bytes", "profile",
	    "note"};

	to->label = read_name(r, j, "label");
	if (!to->label)
		return bad(r, NULL, "label", "a name without blanks");
	to->variant = read_name(r, j, "variant");
	if (!to->variant)
		return bad(r, to->label, "variant", "a name without blanks");
	if (!type || !category_read(&to->category, type))
		return bad(r, to->label, "type", CATEGORY_NAMES);
	json_number(json_member(j, "digest_bits"), &bits);
	to->digest_bits = bits >= 8 && bits <= DIGEST_BITS_MAX ? (int)bits : 0;
	if (to->category == CATEGORY_HASH &&
	    (to->digest_bits != bits || !bits || to->digest_bits % 8))
		return bad(r, to->label, "digest_bits", "a multiple of 8 up to 65536");
	return check_known(r, to->label, j, known, sizeof(known) / sizeof(known[0])) ||
		read_lists(r, to, j) || read_answers(r, to, j)
	    ? -1
	    : 0;
}

/* What a catalog says of a candidate. */
static int
read_catalog(const struct reading *r, struct recipe *to, const struct json *j)
{
	const struct json *links = json_member(j, "links");

	if (read_text(r, j, "algorithm", &to->algorithm))
		return bad(r, NULL, "algorithm", "a text");
	if ((links && !json_is_object(links)) ||
	    read_text(r, links, "report", &to->report) ||
	    read_text(r, links, "submission", &to->submission) ||
	    read_text(r, links, "specification", &to->specification))
		return bad(r, NULL, "links", "addresses by name");
	return 0;
}

static int
read_recipe(const struct reading *r, struct recipe *to, const struct json *j)
{
	static const char *const known[] = {"id", "algorithm", "links", "instances"};
	const struct json *list = json_member(j, "instances");

	to->id = read_name(r, j, "id");
	if (!to->id)
		return bad(r, NULL, "id", "a name without blanks");
	if (check_known(r, NULL, j, known, sizeof(known) / sizeof(known[0])) ||
	    read_catalog(r, to, j))
		return -1;
	if (!json_is_array(list) || !json_count(list))
		return bad(r, NULL, "instances", "a list of instances");
	to->instance = arena_get(r->arena, json_count(list) * sizeof(*to->instance));
	for (list = json_first(list); list; list = json_next(list))
		if (read_instance(r, &to->instance[to->instances++], list))
			return -1;
	return 0;
}

int
recipe_read(struct recipe *to, const char *folder, struct arena *arena, struct err *e)
{
	struct reading r = {arena_format(arena, "%s/candidate.json", folder), arena, e};
	struct buf text = {0};
	struct json *j = NULL;
	struct err why;
	int failed;

	*to = (struct recipe){0};
	if (!file_read(AT_FDCWD, r.path, FILE_MAX, &text, NULL, &why))
		j = json_parse(text.data, text.len, &why);
	failed = j ? read_recipe(&r, to, j)
		   : err_set(e, why.code, "%s: %s", r.path, why.text);
	json_free(j);
	buf_free(&text);
	return failed;
}

/* SPDX-License-Identifier: MIT */
#include "report/candidate_files.h"

#include "core/err.h"
#include "core/folder.h"
#include "core/text.h"
#include "report/candidate.h"
#include "report/dataset.h"

#include <string.h>

static bool
has_ending(const char *name, const char *ending)
{
	size_t n = strlen(name), m = strlen(ending);

	return n > m && !strcmp(name + n - m, ending);
}

bool
candidate_files_is_log(const char *name)
{
	return has_ending(name, ".log");
}

bool
candidate_files_split(
    const char *name, const char **label, const char **key, struct arena *arena)
{
	size_t n = strlen(name), at;

	if (!has_ending(name, ".json"))
		return false;
	n -= strlen(".json");
	for (at = n; at >= 2; at--)
		if (name[at - 1] == '_' && name[at - 2] == '_')
			break;
	if (at < 3 || at >= n)
		return false;
	*label = arena_copy(arena, name, at - 2);
	*key = arena_copy(arena, name + at, n - at);
	return true;
}

/* Instances and operations of one folder. A page has a row for each of both, so that
 * some thousand small files could ask for millions. */
struct variety {
	const char *label[CANDIDATE_INSTANCES], *key[CANDIDATE_OPERATIONS];
	size_t labels, keys;
};

static bool
add_once(const char **list, size_t *n, size_t most, const char *text)
{
	for (size_t i = 0; i < *n; i++)
		if (!strcmp(list[i], text))
			return true;
	if (*n == most)
		return false;
	list[(*n)++] = text;
	return true;
}

static bool
has_room(struct variety *v, const char *name, struct arena *arena)
{
	const char *label, *key;

	if (candidate_files_is_log(name))
		return add_once(v->label, &v->labels, CANDIDATE_INSTANCES, name);
	/* another name is told where it is read */
	return !candidate_files_split(name, &label, &key, arena) ||
	    (add_once(v->label, &v->labels, CANDIDATE_INSTANCES, label) &&
		add_once(v->key, &v->keys, CANDIDATE_OPERATIONS, key));
}

size_t
candidate_files_list(
    struct candidate *c, const struct dataset *d, const char *part, const char ***paths)
{
	const char *path = arena_format(&c->arena, "%s/%s", part, c->id);
	struct variety v = {.labels = 0};
	struct folder f;
	struct err e;
	size_t n = 0;

	*paths = NULL;
	if (folder_list(
		&f, d->from.dir, source_name(&d->from, path, &c->arena), &c->arena, &e))
		finding_add(&c->found, path, NULL, "%s", e.text);
	for (size_t i = 0; i < f.count; i++) {
		const char *name = f.entry[i].name;
		if (!text_is_name(name)) {
			finding_add(&c->found, path, name,
			    "a file of this name cannot be published; it is left out");
			continue;
		}
		if (!has_room(&v, name, &c->arena)) {
			finding_add(&c->found, path, name,
			    "is of more than %d instances or %d operations; it is left "
			    "out",
			    CANDIDATE_INSTANCES, CANDIDATE_OPERATIONS);
			continue;
		}
		*paths = arena_grow(&c->arena, *paths, n, sizeof(**paths));
		(*paths)[n++] = arena_format(&c->arena, "%s/%s", path, name);
	}
	return n;
}

/* SPDX-License-Identifier: MIT */
#include "core/build.h"

#include "core/field.h"
#include "core/finding.h"
#include "core/json.h"
#include "core/mem.h"
#include "core/pack.h"
#include "core/text.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIELD(name, kind, need, member) \
	{ \
		name, FIELD_##kind, FIELD_##need, offsetof(struct build, member) \
	}

static const struct field fields[] = {
    FIELD("candidate", TEXT, NEEDED, candidate),
    FIELD("label", TEXT, NEEDED, label),
    FIELD("instance", TEXT, OPTIONAL, instance),
    FIELD("variant", TEXT, OPTIONAL, variant),
    FIELD("flags", TEXT, OPTIONAL, flags),
    FIELD("kat", TEXT, NEEDED, kat),
    FIELD("guide_result", TEXT, OPTIONAL, guide_result),
    FIELD("library", TEXT, OPTIONAL, library),
    FIELD("library_sha256", DIGEST, OPTIONAL, library_sha256),
    FIELD("kat_log", TEXT, OPTIONAL, kat_log),
    FIELD("kat_log_sha256", DIGEST, OPTIONAL, kat_log_sha256),
    FIELD("elf_load_bytes", COUNT, OPTIONAL, elf_bytes),
};

void
build_pack(struct pack *p, struct build *b)
{
	field_pack(p, fields, COUNT_OF(fields), b);
	pack_count(p, &b->furthers);
	if (!p->out)
		b->further = arena_get(p->arena, b->furthers * sizeof(*b->further));
	for (size_t i = 0; i < b->furthers && !p->bad; i++) {
		pack_text(p, &b->further[i].name);
		pack_int(p, &b->further[i].elf_bytes);
	}
}

static int
by_name(const void *a, const void *b)
{
	const struct build *x = a, *y = b;
	int order = text_natural(x->candidate, y->candidate);

	return order ? order : text_natural(x->label, y->label);
}

static const struct field library_fields[] = {
    {"name", FIELD_TEXT, FIELD_NEEDED, offsetof(struct build_library, name)},
    {"elf_load_bytes", FIELD_COUNT, FIELD_NEEDED,
	offsetof(struct build_library, elf_bytes)},
};

/* Only whole: of a list with a fault nothing is kept. */
static void
read_further(struct build *b, const struct json *list, struct arena *arena,
    const struct place *at)
{
	size_t before = at->findings->count;
	const struct json *one = json_first(list);

	if (!list || json_is_null(list))
		return;
	if (!json_is_array(list)) {
		field_finding(at, "further_libraries", "is no array");
		return;
	}
	b->further = arena_get(arena, json_count(list) * sizeof(*b->further));
	for (; one; one = json_next(one)) {
		char path[240];
		struct place place = {at->findings, at->file, path, 0};
		snprintf(path, sizeof(path), "%sfurther_libraries[%zu].", at->path,
		    b->furthers);
		field_read(one, library_fields, COUNT_OF(library_fields),
		    &b->further[b->furthers++], arena, &place);
	}
	if (at->findings->count > before)
		b->furthers = 0;
}

/* False where the entry's name has no candidate and label in it. */
static int
read_entry(
    struct build *b, const struct json *j, struct arena *arena, const struct place *at)
{
	const char *name = json_name(j), *slash = strchr(name, '/');
	const char *candidate, *label;

	if (!slash || !*(slash + 1) || slash == name) {
		field_finding(at, "", "wanted a name <candidate>/<label>");
		return 0;
	}
	candidate = arena_copy(arena, name, (size_t)(slash - name));
	label = arena_text(arena, slash + 1);
	if (!text_is_name(candidate) || !text_is_name(label)) {
		field_finding(at, "", "has a name that no file can have");
		return 0;
	}
	field_read(j, fields, COUNT_OF(fields), b, arena, at);
	read_further(b, json_member(j, "further_libraries"), arena, at);
	if (!text_equal(b->candidate, candidate) || !text_equal(b->label, label))
		field_finding(at, "", "names candidate \"%.80s\" and label \"%.80s\"",
		    b->candidate ? b->candidate : "", b->label ? b->label : "");
	b->candidate = candidate;
	b->label = label;
	return 1;
}

size_t
build_read(struct build **list, const struct json *j, const char *file,
    struct arena *arena, struct findings *findings)
{
	const struct json *entry = json_member(j, "instances");
	size_t n = 0;

	if (!json_is_object(entry)) {
		finding_add(findings, file, "instances", "is no object");
		return 0;
	}
	*list = arena_get(arena, json_count(entry) * sizeof(**list));
	for (entry = json_first(entry); entry; entry = json_next(entry)) {
		char path[200];
		struct place at = {findings, file, path, 0};
		snprintf(
		    path, sizeof(path), "instances[\"%.160s\"].", json_name(entry));
		n += (size_t)read_entry(&(*list)[n], entry, arena, &at);
	}
	qsort(*list, n, sizeof(**list), by_name);
	return n;
}

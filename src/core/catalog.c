/* SPDX-License-Identifier: MIT */
#include "core/catalog.h"

#include "core/field.h"
#include "core/finding.h"
#include "core/json.h"
#include "core/mem.h"
#include "core/text.h"
#include "core/utc.h"

#include <stdio.h>
#include <string.h>

#define TEXT(name, need, type, member) \
	{ \
		name, FIELD_TEXT, FIELD_##need, offsetof(struct type, member) \
	}

static const struct field site[] = {
    TEXT("brand", OPTIONAL, catalog, brand),
    TEXT("title", OPTIONAL, catalog, title),
    TEXT("base_url", OPTIONAL, catalog, base_url),
};

static const struct field top[] = {
    TEXT("notice", OPTIONAL, catalog, notice), /* stands on every page */
};

static const struct field baseline[] = {
    TEXT("hash", OPTIONAL, catalog, hash_baseline),
};

static const struct field system_fields[] = {
    TEXT("id", NEEDED, catalog_system, id),
    TEXT("architecture", OPTIONAL, catalog_system, architecture),
    TEXT("description", OPTIONAL, catalog_system, description),
    TEXT("guide", OPTIONAL, catalog_system, guide),
};

static const struct field candidate_fields[] = {
    TEXT("id", NEEDED, catalog_candidate, id),
    TEXT("algorithm", OPTIONAL, catalog_candidate, algorithm),
};

static const struct field link_fields[] = {
    TEXT("report", OPTIONAL, catalog_candidate, report),
    TEXT("submission", OPTIONAL, catalog_candidate, submission),
    TEXT("specification", OPTIONAL, catalog_candidate, specification),
};

static const struct field target_fields[] = {
    TEXT("candidate", NEEDED, catalog_target, candidate),
    TEXT("label", NEEDED, catalog_target, label),
    {"bits", FIELD_COUNT, FIELD_NEEDED, offsetof(struct catalog_target, bits)},
};

static const struct field note_fields[] = {
    TEXT("candidate", OPTIONAL, catalog_note, candidate),
    TEXT("label", OPTIONAL, catalog_note, label),
    TEXT("kind", NEEDED, catalog_note, kind),
    TEXT("date", OPTIONAL, catalog_note, date),
    TEXT("text", NEEDED, catalog_note, text),
};

/* The list of that name; one that is no list is a finding. */
static const struct json *
list_of(const struct json *j, const char *name, const struct place *at)
{
	const struct json *list = json_member(j, name);
	char stood[80];

	if (list && !json_is_null(list) && !json_is_array(list))
		finding_add(at->findings, at->file, name, "is %s, wanted a list",
		    json_describe(list, stood));
	return json_is_array(list) ? list : NULL;
}

/* Reads the elements of a list of objects into an array of the arena; an element with a
 * finding is left out. */
static void *
read_list(const struct json *list, const struct field *f, size_t n, size_t size,
    size_t *count, struct arena *arena, const struct place *at)
{
	char *all = arena_get(arena, json_count(list) * size);
	size_t i = 0;

	for (list = json_first(list); list; list = json_next(list), i++) {
		struct place inner = {at->findings, at->file, at->path, i + 1};
		if (!field_read(list, f, n, all + *count * size, arena, &inner))
			(*count)++;
	}
	return all;
}

/* An id becomes part of a file's name. */
static int
check_id(const char *id, const struct place *at)
{
	if (text_is_name(id))
		return 1;
	field_finding(at, "id", "is \"%.80s\", which no file can be named", id);
	return 0;
}

bool
catalog_is_link(const char *url)
{
	/* RFC 3986 knows no blanks, controls, quotes or brackets of these kinds */
	for (const char *c = url; *c; c++)
		if (*c <= ' ' || *c >= 0x7f || strchr("\"<>\\^`{|}", *c))
			return false;
	return !strncmp(url, "https://", 8) || !strncmp(url, "http://", 7);
}

bool
catalog_is_base(const char *url)
{
	const char *host = catalog_is_link(url) ? strstr(url, "//") + 2 : "";

	return *host && !strchr("/:?#", *host) && !strpbrk(host, "?#");
}

static void
check_link(const char **url, const char *name, const struct place *at)
{
	if (!*url || catalog_is_link(*url))
		return;
	field_finding(at, name, "is \"%.80s\", wanted an http or https address", *url);
	*url = NULL;
}

static void
read_candidates(struct catalog *c, const struct json *j, struct arena *arena,
    const struct place *at)
{
	struct catalog_candidate *one;
	char path[40];
	struct place inner = {at->findings, at->file, path, 0};
	const struct json *list = list_of(j, "candidates", at);
	size_t i = 0;

	c->candidate = arena_get(arena, json_count(list) * sizeof(*one));
	for (list = json_first(list); list; list = json_next(list)) {
		snprintf(path, sizeof(path), "candidates[%zu].", i++);
		one = &c->candidate[c->candidates];
		if (field_read(list, candidate_fields, COUNT_OF(candidate_fields), one,
			arena, &inner) ||
		    !check_id(one->id, &inner))
			continue;
		snprintf(path, sizeof(path), "candidates[%zu].links.", i - 1);
		field_read(json_member(list, "links"), link_fields,
		    COUNT_OF(link_fields), one, arena, &inner);
		check_link(&one->report, "report", &inner);
		check_link(&one->submission, "submission", &inner);
		check_link(&one->specification, "specification", &inner);
		c->candidates++;
	}
}

static void
read_systems(
    struct catalog *c, const struct json *j, struct arena *arena, struct place at)
{
	size_t kept = 0;

	at.path = "systems";
	c->system = read_list(list_of(j, "systems", &at), system_fields,
	    COUNT_OF(system_fields), sizeof(*c->system), &c->systems, arena, &at);
	at.path = "systems[].";
	for (size_t i = 0; i < c->systems; i++)
		if (check_id(c->system[i].id, &at))
			c->system[kept++] = c->system[i];
	c->systems = kept;
}

static void
read_pairs(struct catalog *c, const struct json *j, struct arena *arena,
    const struct place *at)
{
	const struct json *list = list_of(j, "compare", at), *first;

	c->pair = arena_get(arena, json_count(list) * sizeof(*c->pair));
	for (list = json_first(list); list; list = json_next(list)) {
		const char *a, *b;
		first = json_first(list);
		a = json_text(first);
		b = first ? json_text(json_next(first)) : NULL;
		if (json_count(list) != 2 || !a || !b)
			field_finding(at, "compare", "wanted pairs of system names");
		else
			c->pair[c->pairs++] = (struct catalog_pair){
			    arena_text(arena, a), arena_text(arena, b)};
	}
}

static bool
is_day(const char *text, struct arena *arena)
{
	int64_t unused;

	return text && strlen(text) == strlen("2026-09-28") &&
	    utc_read(arena_format(arena, "%sT00:00:00Z", text), &unused);
}

static void
read_notes(
    struct catalog *c, const struct json *j, struct arena *arena, struct place at)
{
	static const char *const kinds[] = {
	    "kat", "summary", "method", "erratum", "withdrawn"};
	const struct place whole = at;
	size_t k, kept = 0;

	at.path = "notes";
	c->note = read_list(list_of(j, "notes", &at), note_fields,
	    COUNT_OF(note_fields), sizeof(*c->note), &c->notes, arena, &at);
	if (c->notes > CATALOG_NOTES) {
		field_finding(&whole, "notes", "are %zu, at most %d are read", c->notes,
		    CATALOG_NOTES);
		c->notes = CATALOG_NOTES;
	}
	for (size_t i = 0; i < c->notes; i++) {
		struct catalog_note *n = &c->note[i];
		for (k = 0; k < COUNT_OF(kinds) && strcmp(kinds[k], n->kind) != 0;)
			k++;
		if (k == COUNT_OF(kinds))
			field_finding(&at, "[].kind",
			    "is \"%.40s\", wanted kat, summary, method, erratum or "
			    "withdrawn",
			    n->kind);
		else if (k >= 3 && !is_day(n->date, arena))
			field_finding(&at, "[].date",
			    "is %s%.40s%s, a note of kind %s wants a day like "
			    "2026-09-28",
			    n->date ? "\"" : "", n->date ? n->date : "missing",
			    n->date ? "\"" : "", n->kind);
		else
			c->note[kept++] = *n;
	}
	c->notes = kept;
}

void
catalog_read(struct catalog *c, const struct json *j, const char *file,
    struct arena *arena, struct findings *findings)
{
	struct place at = {findings, file, "", 0}, inner = {findings, file, "site.", 0};

	*c = (struct catalog){0};
	field_read(json_member(j, "site"), site, COUNT_OF(site), c, arena, &inner);
	check_link(&c->base_url, "base_url", &inner);
	if (c->base_url && !catalog_is_base(c->base_url)) {
		field_finding(&inner, "base_url",
		    "is \"%.80s\", wanted an address with a host, without ? and #",
		    c->base_url);
		c->base_url = NULL;
	}
	field_read(j, top, COUNT_OF(top), c, arena, &at);
	c->brand = c->brand ? c->brand : "ngcc.dev";
	c->title = c->title ? c->title : "Performance measurements";
	inner.path = "baseline.";
	field_read(
	    json_member(j, "baseline"), baseline, COUNT_OF(baseline), c, arena, &inner);
	read_systems(c, j, arena, at);
	read_candidates(c, j, arena, &at);
	inner.path = "targets";
	c->target = read_list(list_of(j, "targets", &at), target_fields,
	    COUNT_OF(target_fields), sizeof(*c->target), &c->targets, arena, &inner);
	read_notes(c, j, arena, at);
	read_pairs(c, j, arena, &at);
}

const struct catalog_note *
catalog_withdrawn(const struct catalog *c, const char *candidate, const char *label)
{
	for (size_t i = 0; i < c->notes; i++) {
		const struct catalog_note *n = &c->note[i];
		if (!strcmp(n->kind, "withdrawn") &&
		    text_equal(n->candidate, candidate) &&
		    (!n->label || !strcmp(n->label, "*") || !strcmp(n->label, label)))
			return n;
	}
	return NULL;
}

const struct catalog_system *
catalog_system(const struct catalog *c, const char *id)
{
	for (size_t i = 0; i < c->systems; i++)
		if (!strcmp(c->system[i].id, id))
			return &c->system[i];
	return NULL;
}

const struct catalog_candidate *
catalog_candidate(const struct catalog *c, const char *id)
{
	for (size_t i = 0; i < c->candidates; i++)
		if (!strcmp(c->candidate[i].id, id))
			return &c->candidate[i];
	return NULL;
}

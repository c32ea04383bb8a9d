/* SPDX-License-Identifier: MIT */
#include "core/profile.h"

#include "core/field.h"
#include "core/finding.h"
#include "core/json.h"
#include "core/mem.h"
#include "core/pack.h"
#include "core/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FIELD(name, kind, need, member) \
	{ \
		name, FIELD_##kind, FIELD_##need, offsetof(struct profile, member) \
	}

static const struct field identity[] = {
    FIELD("candidate", TEXT, NEEDED, candidate),
    FIELD("label", TEXT, NEEDED, label),
    FIELD("operation", TEXT, NEEDED, operation),
    FIELD("input_bytes", COUNT, NEEDED, input_bytes),
    FIELD("status", TEXT, NEEDED, status),
};

static const struct field total[] = {
    FIELD("operations", COUNT, NEEDED, operations),
    FIELD("ticks", COUNT, NEEDED, ticks),
};

#undef FIELD
#define FIELD(name, kind, member) \
	{ \
		name, FIELD_##kind, FIELD_NEEDED, \
		    offsetof(struct profile_function, member) \
	}

static const struct field call[] = {
    FIELD("fn", TEXT, name),
    FIELD("calls", COUNT, calls),
    FIELD("ticks", COUNT, ticks),
};

#undef FIELD

enum { FUNCTIONS_MAX = 256 };

static int
by_name(const void *a, const void *b)
{
	const struct profile_function *x = a, *y = b;

	return strcmp(x->name, y->name);
}

/* One entry per function: the file has one per function and length. */
static void
read_calls(struct profile *p, const struct json *list, struct arena *arena,
    const struct place *at)
{
	struct place inner = *at;
	struct profile_function f;
	size_t i;

	inner.path = "calls[].";
	p->function = arena_get(arena, json_count(list) * sizeof(f));
	for (list = json_first(list); list; list = json_next(list)) {
		if (field_read(list, call, COUNT_OF(call), &f, arena, &inner))
			return;
		for (i = 0; i < p->functions; i++)
			if (!strcmp(p->function[i].name, f.name))
				break;
		if (i == FUNCTIONS_MAX) {
			field_finding(
			    at, "calls", "names over %d functions", FUNCTIONS_MAX);
			return;
		}
		if (i == p->functions)
			p->function[p->functions++] =
			    (struct profile_function){f.name, 0, 0};
		p->function[i].calls += f.calls;
		p->function[i].ticks += f.ticks;
		if (p->function[i].calls > COUNT_MAX ||
		    p->function[i].ticks > COUNT_MAX) {
			field_finding(&inner, "calls", "are over 2^53 in sum");
			return;
		}
	}
	qsort(p->function, p->functions, sizeof(f), by_name);
}

static double
fraction(int64_t part, int64_t whole)
{
	return (double)part / (double)whole;
}

double
profile_share(const struct profile *p, bool drng)
{
	int64_t ticks = 0;
	bool called = false;

	for (size_t i = 0; i < p->functions; i++)
		if ((strcmp(p->function[i].name, "drng") == 0) == drng) {
			ticks += p->function[i].ticks;
			called = true;
		}
	return called ? fraction(ticks, p->ticks) : NAN;
}

static void
check_shares(const struct profile *p, const struct json *j, const struct place *at)
{
	static const struct field share = {"share", FIELD_REAL, FIELD_NEEDED, 0};
	struct place inner = *at;
	const struct json *list = json_member(j, "share");
	struct field one = share;
	double claimed, right = profile_share(p, false);

	inner.path = "share.";
	for (size_t i = 0; i < p->functions; i++) {
		double of_one = fraction(p->function[i].ticks, p->ticks);
		one.name = p->function[i].name;
		if (!field_read(list, &one, 1, &claimed, at->findings->arena, &inner))
			field_compare(&one, 1, &claimed, &of_one, &inner);
	}
	if (json_count(list) > p->functions)
		field_finding(at, "share", "names a function that calls does not");
	one.name = "hash_share";
	right = isnan(right) ? 0 : right;
	if (!field_read(j, &one, 1, &claimed, at->findings->arena, at))
		field_compare(&one, 1, &claimed, &right, at);
}

void
profile_read(struct profile *p, const struct json *j, const char *file,
    struct arena *arena, struct findings *findings)
{
	struct place at = {findings, file, "", 0},
		     inner = {findings, file, "total.", 0};
	const char *overflow;
	char *end, stood[80];
	double schema;
	size_t before = findings->count;

	if (!json_number(json_member(j, "schema"), &schema) || schema != 2)
		field_finding(&at, "schema", "is %s, wanted 2",
		    json_describe(json_member(j, "schema"), stood));

	field_read(j, identity, COUNT_OF(identity), p, arena, &at);
	p->complete = text_equal(p->status, "complete");
	if (!p->complete || findings->count > before)
		return;
	if (field_read(
		json_member(j, "total"), total, COUNT_OF(total), p, arena, &inner))
		return;
	if (p->operations == 0 || p->ticks == 0) {
		field_finding(&at, "total", "has 0 operations or ticks");
		return;
	}
	overflow = json_text(json_member(json_member(j, "meta"), "overflow_calls"));
	p->overflow_calls = overflow ? strtoll(overflow, &end, 10) : 0;
	if (overflow && (!*overflow || *end || p->overflow_calls < 0))
		field_finding(&at, "meta.overflow_calls",
		    "is \"%.40s\", wanted a count", overflow);
	read_calls(p, json_member(j, "calls"), arena, &at);
	if (findings->count == before)
		check_shares(p, j, &at);
}

void
profile_pack(struct pack *pack, struct profile *p)
{
	field_pack(pack, identity, COUNT_OF(identity), p);
	field_pack(pack, total, COUNT_OF(total), p);
	pack_int(pack, &p->overflow_calls);
	pack_bool(pack, &p->complete);
	pack_count(pack, &p->functions);
	if (!pack->out)
		p->function =
		    arena_get(pack->arena, p->functions * sizeof(*p->function));
	for (size_t i = 0; i < p->functions && !pack->bad; i++)
		field_pack(pack, call, COUNT_OF(call), &p->function[i]);
}

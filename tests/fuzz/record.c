/* SPDX-License-Identifier: MIT */
/* Any bytes through the reader of records, profiles, build.json, campaign.json, the
 * catalog and KAT logs; what was read goes through packing and back. */
#include "core/buf.h"
#include "core/build.h"
#include "core/campaign.h"
#include "core/catalog.h"
#include "core/err.h"
#include "core/finding.h"
#include "core/json.h"
#include "core/katlog.h"
#include "core/mem.h"
#include "core/pack.h"
#include "core/profile.h"
#include "core/record.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t n);

/* A record without a finding has figures that a page can show, and comes back from its
 * packed form as it was. */
static void
check_record(struct record *r, struct arena *arena)
{
	struct buf first = {0}, second = {0};
	struct pack p = {.out = &first, .arena = arena};
	struct record again;

	memset(&again, 0, sizeof(again));
	if (r->complete &&
	    (r->derived.measurements < 1 || !(r->derived.mean_seconds > 0) ||
		!(r->derived.min_seconds <= r->derived.max_seconds)))
		abort();
	record_pack(&p, r);
	p = pack_from(first.data, first.len, arena);
	record_pack(&p, &again);
	if (p.bad || p.in != p.end)
		abort();
	p = (struct pack){.out = &second, .arena = arena};
	record_pack(&p, &again);
	if (first.len != second.len || memcmp(first.data, second.data, first.len) != 0)
		abort();
	buf_free(&first);
	buf_free(&second);
}

static void
read_all(const struct json *j, const char *text, struct arena *arena)
{
	struct findings found = {.arena = arena};
	struct record *r = arena_get(arena, sizeof(*r));
	struct profile *p = arena_get(arena, sizeof(*p));
	struct campaign *c = arena_get(arena, sizeof(*c));
	struct catalog catalog;
	struct build *builds;
	struct katlog log = {0};

	if (j) {
		record_read(r, j, "f", arena, &found);
		if (!found.count)
			check_record(r, arena);
		profile_read(p, j, "f", arena, &found);
		campaign_read(c, j, "f", arena, &found);
		build_read(&builds, j, "f", arena, &found);
		catalog_read(&catalog, j, "f", arena, &found);
	}
	katlog_read(&log, text, "f", arena, &found);
}

int
LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t n)
{
	struct arena arena = {0};
	struct buf text = {0};
	struct err e;
	struct json *j;

	buf_add(&text, bytes, n);
	j = json_parse(text.data, text.len, &e);
	read_all(j, text.data, &arena);
	json_free(j);
	buf_free(&text);
	arena_free(&arena);
	return 0;
}

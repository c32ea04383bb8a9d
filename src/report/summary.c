/* SPDX-License-Identifier: MIT */
#include "report/summary.h"

#include "core/text.h"

#include "report/candidate.h"

#include <math.h>
#include <string.h>

const char *
summary_title(const char *category, enum layout layout)
{
	static const char *const titles[] = {
	    [LAYOUT_HASH] = "Hash functions",
	    [LAYOUT_KEM] = "Key encapsulation",
	    [LAYOUT_SIGN] = "Digital signatures",
	    [LAYOUT_KEX] = "Key exchange",
	};

	return layout == LAYOUT_OTHER ||
		(layout == LAYOUT_HASH && strcmp(category, "hash") != 0)
	    ? category
	    : titles[layout];
}

static void
add_sizes(struct summary *s, const struct record *r)
{
	if (s->pk >= 0 || s->digest >= 0)
		return; /* the first complete record says it */
	s->pk = r->sizes.pk;
	s->ct = r->sizes.ct;
	s->signature = r->sizes.signature;
	s->transferred = r->sizes.total_msg;
	s->digest = r->sizes.digest;
}

void
summary_add(struct summaries *all, const struct aggregate *a)
{
	struct arena *arena = &all->arena;

	for (size_t i = 0; i < a->instances; i++) {
		const struct instance *in = &a->instance[i];
		struct summary *s;

		all->list = arena_grow(arena, all->list, all->count, sizeof(*s));
		s = &all->list[all->count++];
		*s = (struct summary){
		    .candidate = arena_text(arena, a->candidate->id),
		    .algorithm = arena_text(arena, a->algorithm),
		    .category = arena_text(arena, a->category),
		    .label = arena_text(arena, in->label),
		    .kat = arena_text(arena, in->kat),
		    .layout = a->layout,
		    .passed = in->passed,
		    .pk = -1,
		    .ct = -1,
		    .signature = -1,
		    .transferred = -1,
		    .digest = -1,
		    .operation =
			arena_get(arena, a->operations * sizeof(*s->operation)),
		    .operations = a->operations,
		};
		for (size_t o = 0; o < a->operations; o++) {
			const struct row *r = aggregate_row(a, i, o);
			s->operation[o] = (struct summary_operation){
			    .key = arena_text(arena, r->operation->key),
			    .input_bytes = r->operation->input_bytes,
			    .state = r->state,
			    .cycles = r->figures.cycles,
			    .seconds = r->figures.seconds,
			    .cycles_low = r->figures.cycles_low,
			    .cycles_high = r->figures.cycles_high,
			    .source = CYCLES_NONE,
			    .estimate_error = NAN,
			};
			if (r->state != ROW_GOOD)
				continue;
			s->operation[o].source = r->timing->record.cycle_source;
			s->operation[o].estimate_error =
			    r->timing->record.estimate_error;
			s->operation[o].trials = r->timing->record.trial_count;
			s->operation[o].stability =
			    arena_text(arena, r->timing->record.stability);
			add_sizes(s, &r->timing->record);
		}
	}
}

struct summary_counts
summary_count(const struct summaries *all)
{
	struct summary_counts n = {0};

	for (size_t i = 0; i < all->count; i++) {
		const struct summary *s = &all->list[i];
		n.candidates += i == 0 || strcmp(s->candidate, s[-1].candidate) != 0;
		n.instances++;
		n.not_passed += !s->passed;
		for (size_t o = 0; o < s->operations; o++) {
			n.operations += s->operation[o].state == ROW_GOOD;
			n.failed += s->operation[o].state == ROW_FAILED;
			n.unusable += s->operation[o].state == ROW_BROKEN;
			n.unstable += summary_is_unstable(s->operation[o].stability);
		}
	}
	return n;
}

const struct summary_operation *
summary_operation(const struct summary *s, const char *key)
{
	for (size_t i = 0; i < s->operations; i++)
		if (!strcmp(s->operation[i].key, key))
			return &s->operation[i];
	return NULL;
}

bool
summary_is_unstable(const char *stability)
{
	return text_equal(stability, "unstable");
}

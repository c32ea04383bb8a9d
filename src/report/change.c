/* SPDX-License-Identifier: MIT */
#include "report/change.h"

#include "report/number.h"

#include <math.h>
#include <string.h>

static const struct summary *
find(const struct summaries *all, const struct summary *wanted)
{
	for (size_t i = 0; i < all->count; i++)
		if (!strcmp(all->list[i].candidate, wanted->candidate) &&
		    !strcmp(all->list[i].label, wanted->label))
			return &all->list[i];
	return NULL;
}

static void
add(struct change_list *list, const struct summary *s, const char *key,
    struct arena *arena)
{
	list->item = arena_grow(arena, list->item, list->count, sizeof(*list->item));
	list->item[list->count++] = (struct change_item){s->candidate, s->label, key};
}

/* Cycles where both sides have them from one source, else time. */
static double
ratio_of(const struct summary_operation *now, const struct summary_operation *before,
    bool *by_time)
{
	*by_time = now->source != before->source || now->source == CYCLES_NONE;
	return *by_time ? now->seconds / before->seconds : now->cycles / before->cycles;
}

static void
compare(struct change *c, const struct summary *now, const struct summary *before,
    struct arena *arena)
{
	if (before->passed && !now->passed)
		add(&c->failed, now, NULL, arena);
	for (size_t i = 0; i < now->operations; i++) {
		const struct summary_operation *x = &now->operation[i];
		const struct summary_operation *y = summary_operation(before, x->key);
		bool by_time;
		double ratio;
		if (!y || y->state != ROW_GOOD)
			continue;
		if (x->state == ROW_FAILED || x->state == ROW_BROKEN)
			add(&c->failed, now, x->key, arena);
		if (x->state != ROW_GOOD)
			continue;
		c->compared++;
		ratio = ratio_of(x, y, &by_time);
		if (!isnan(c->ratio) && fabs(log(ratio)) <= fabs(log(c->ratio)))
			continue;
		c->ratio = ratio;
		c->by_time = by_time;
		c->largest = (struct change_item){now->candidate, now->label, x->key};
	}
}

void
change_make(struct change *c, const struct summaries *now,
    const struct summaries *before, struct arena *arena)
{
	*c = (struct change){.ratio = NAN};
	for (size_t i = 0; i < now->count; i++) {
		const struct summary *old = find(before, &now->list[i]);
		if (old)
			compare(c, &now->list[i], old, arena);
		else
			add(&c->added, &now->list[i], NULL, arena);
	}
	for (size_t i = 0; i < before->count; i++)
		if (!find(now, &before->list[i]))
			add(&c->removed, &before->list[i], NULL, arena);
}

const char *
change_text(const struct change *c, struct arena *arena)
{
	char ratio[NUMBER_SIZE];
	const char *counts = arena_format(arena,
	    "%zu instances added, %zu removed, %zu failures that were none before, %zu "
	    "operations measured in both",
	    c->added.count, c->removed.count, c->failed.count, c->compared);

	if (!c->compared)
		return arena_format(arena, "Against %s: %s.", c->before, counts);
	return arena_format(arena,
	    "Against %s: %s; largest ratio of mean %s, now over before: %s (%s, %s, "
	    "%s).",
	    c->before, counts, c->by_time ? "time" : "cycles",
	    number_digits(ratio, c->ratio), c->largest.candidate, c->largest.label,
	    c->largest.key);
}

/* SPDX-License-Identifier: MIT */
#include "report/ranking.h"

#include "core/buf.h"
#include "core/catalog.h"
#include "core/mem.h"
#include "report/summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SIZE(key, title, member) \
	{ \
		key, title, true, offsetof(struct summary, member) \
	}

static const struct ranking_metric hash[] = {
    {"hash_32", "32 B", 0, 0},
    {"hash_1024", "1 KiB", 0, 0},
    {"hash_65536", "64 KiB", 0, 0},
};
static const struct ranking_metric kem[] = {
    {"enc", "enc", 0, 0},
    {"dec", "dec", 0, 0},
    SIZE("public_key", "public key", pk),
    SIZE("ciphertext", "ciphertext", ct),
};
static const struct ranking_metric sign[] = {
    {"sign", "sign", 0, 0},
    {"verify", "verify", 0, 0},
    SIZE("public_key", "public key", pk),
    SIZE("signature", "signature", signature),
};
static const struct ranking_metric kex[] = {
    {"exchange", "exchange", 0, 0},
    SIZE("transferred", "transferred", transferred),
};

static const struct {
	const struct ranking_metric *metric;
	size_t n;
} metrics[] = {
    [LAYOUT_HASH] = {hash, 3},
    [LAYOUT_KEM] = {kem, 4},
    [LAYOUT_SIGN] = {sign, 4},
    [LAYOUT_KEX] = {kex, 2},
    [LAYOUT_OTHER] = {NULL, 0},
};

struct making {
	const struct summaries *all;
	const struct catalog *catalog;
	struct arena *arena;
	struct rankings *to;
};

const char *
ranking_unit(const struct ranking *r, const struct ranking_metric *m)
{
	return m->is_size                  ? "bytes"
	    : r->source == CYCLES_ESTIMATE ? "estimated_cycles"
					   : "cycles";
}

static int64_t
size_of(const struct summary *s, const struct ranking_metric *m)
{
	int64_t size;

	memcpy(&size, (const char *)s + m->offset, sizeof(size));
	return size;
}

static void
add_reason(struct buf *b, const char *what, const char *why)
{
	buf_format(b, "%s%s: %s", b->len ? "; " : "", what, why);
}

/* Why a metric is not known; NULL where it is. */
static const char *
metric_lack(const struct summary *s, const struct ranking_metric *m)
{
	const struct summary_operation *o;

	if (m->is_size)
		return size_of(s, m) < 0 ? "not known" : NULL;
	o = summary_operation(s, m->key);
	if (!o || o->state == ROW_MISSING)
		return "no record";
	if (o->state == ROW_FAILED)
		return "failed";
	if (o->state == ROW_BROKEN)
		return "not usable";
	return isnan(o->cycles) ? "no cycles" : NULL;
}

/* That of all cycles; CYCLES_NONE where they differ. */
static enum cycle_source
source_of(const struct summary *s, const struct ranking_section *t)
{
	enum cycle_source source = CYCLES_NONE, other;

	for (size_t i = 0; i < t->metrics; i++) {
		if (t->metric[i].is_size)
			continue;
		other = summary_operation(s, t->metric[i].key)->source;
		if (source != CYCLES_NONE && other != source)
			return CYCLES_NONE;
		source = other;
	}
	return source;
}

/* Empty where s is to be ranked. */
static void
find_reasons(struct buf *b, const struct summary *s, const struct ranking_section *t,
    const struct catalog *c)
{
	const struct catalog_note *n = catalog_withdrawn(c, s->candidate, s->label);
	size_t before;

	if (n)
		buf_format(b, "withdrawn, %s: %s", n->date, n->text);
	if (!s->passed)
		add_reason(b, "KAT not passed", s->kat ? s->kat : "no result");
	if (!t->metrics)
		add_reason(b, s->category, "no metric is named for this category");
	before = b->len;
	for (size_t i = 0; i < t->metrics; i++) {
		const char *why = metric_lack(s, &t->metric[i]);
		if (why)
			add_reason(b, t->metric[i].title, why);
	}
	if (t->metrics && b->len == before && source_of(s, t) == CYCLES_NONE)
		add_reason(
		    b, "cycles", "counted in one operation, estimated in another");
}

static struct ranking *
ranking_of(struct ranking_section *t, enum cycle_source source)
{
	for (size_t i = 0; i < t->rankings; i++)
		if (t->ranking[i].source == source)
			return &t->ranking[i];
	t->ranking[t->rankings] =
	    (struct ranking){.source = source, .estimate_error = NAN};
	return &t->ranking[t->rankings++];
}

static void
add_row(struct ranking_section *t, const struct summary *s, struct arena *arena)
{
	struct ranking *r = ranking_of(t, source_of(s, t));
	struct ranking_row *row;

	r->row = arena_grow(arena, r->row, r->rows, sizeof(*r->row));
	row = &r->row[r->rows++];
	*row = (struct ranking_row){.of = s};
	for (size_t i = 0; i < t->metrics; i++) {
		const struct ranking_metric *m = &t->metric[i];
		const struct summary_operation *o;
		if (m->is_size) {
			double size = (double)size_of(s, m);
			row->by[i] =
			    (struct ranked){.value = size, .low = size, .high = size};
			continue;
		}
		o = summary_operation(s, m->key);
		row->by[i] = (struct ranked){
		    .value = o->cycles, .low = o->cycles_low, .high = o->cycles_high};
		row->trials[i] = o->trials;
		row->stability[i] = o->stability;
		r->estimate_error = fmax(r->estimate_error, o->estimate_error);
	}
}

/* Rows of equal rank stay in the order of the summaries. */
static int
by_rank(const void *a, const void *b)
{
	const struct ranking_row *x = a, *y = b;

	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	return (x->of > y->of) - (x->of < y->of);
}

static void
rank(struct ranking *r, size_t n)
{
	struct ranked *x = mem_resize(NULL, r->rows, sizeof(*x));

	for (size_t m = 0; m < n; m++) {
		for (size_t i = 0; i < r->rows; i++)
			x[i] = r->row[i].by[m];
		rank_values(x, r->rows);
		for (size_t i = 0; i < r->rows; i++) {
			r->row[i].by[m] = x[i];
			r->row[i].mean_rank += x[i].rank;
		}
	}
	for (size_t i = 0; i < r->rows; i++) {
		double mean = r->row[i].mean_rank /= (double)n;
		x[i] = (struct ranked){.value = mean, .low = mean, .high = mean};
	}
	rank_values(x, r->rows);
	for (size_t i = 0; i < r->rows; i++)
		r->row[i].rank = x[i].rank;
	qsort(r->row, r->rows, sizeof(*r->row), by_rank);
	mem_free(x);
}

static void
add_instance(struct making *m, struct ranking_section *t, const struct summary *s)
{
	struct buf b = {0};

	find_reasons(&b, s, t, m->catalog);
	if (t->is_rest)
		add_reason(&b, "target", "the catalog names none");
	if (b.len) {
		t->absent =
		    arena_grow(m->arena, t->absent, t->absents, sizeof(*t->absent));
		t->absent[t->absents++] =
		    (struct ranking_absent){s, arena_copy(m->arena, b.data, b.len)};
	} else {
		add_row(t, s, m->arena);
	}
	buf_free(&b);
}

static struct ranking_section *
add_section(struct making *m, const struct summary *like, int64_t bits)
{
	struct rankings *to = m->to;
	struct ranking_section *t;

	to->section =
	    arena_grow(m->arena, to->section, to->sections, sizeof(*to->section));
	t = &to->section[to->sections++];
	*t = (struct ranking_section){.category = like->category,
	    .layout = like->layout,
	    .bits = bits,
	    .metric = metrics[like->layout].metric,
	    .metrics = metrics[like->layout].n};
	return t;
}

/* An instance in one of its sections. */
struct entry {
	const struct summary *of;
	int64_t bits;
};

/* Every instance once for each of its targets; without any, once with -1. */
static size_t
list_entries(const struct making *m, struct entry **list)
{
	const struct catalog *c = m->catalog;
	size_t n = 0, before;

	for (size_t i = 0; i < m->all->count; i++) {
		const struct summary *s = &m->all->list[i];
		before = n;
		for (size_t k = 0; k <= c->targets; k++) {
			const struct catalog_target *t = &c->target[k];
			if (k < c->targets ? strcmp(t->candidate, s->candidate) != 0 ||
				    strcmp(t->label, s->label) != 0
					   : n > before)
				continue;
			*list = arena_grow(m->arena, *list, n, sizeof(**list));
			(*list)[n++] = (struct entry){s, k < c->targets ? t->bits : -1};
		}
	}
	return n;
}

/* hash, kem, sign, kex, others by name; their targets, none last; as they came. */
static int
by_section(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	uint64_t i = (uint64_t)x->bits, k = (uint64_t)y->bits;
	int order;

	if (x->of->layout != y->of->layout)
		return x->of->layout < y->of->layout ? -1 : 1;
	order = strcmp(x->of->category, y->of->category);
	if (order)
		return order;
	if (i != k)
		return i < k ? -1 : 1;
	return (x->of > y->of) - (x->of < y->of);
}

static bool
is_same_category(const struct ranking_section *t, const struct summary *s)
{
	return t && t->layout == s->layout && !strcmp(t->category, s->category);
}

void
rankings_make(struct rankings *r, const struct summaries *s, const struct catalog *c,
    struct arena *arena)
{
	struct making m = {s, c, arena, r};
	struct ranking_section *t = NULL;
	struct entry *list = NULL;
	size_t n = list_entries(&m, &list);

	*r = (struct rankings){0};
	if (n)
		qsort(list, n, sizeof(*list), by_section);
	for (size_t i = 0; i < n; i++) {
		const struct entry *x = &list[i];
		if (i && x->of == x[-1].of && x->bits == x[-1].bits)
			continue; /* the catalog says it twice */
		if (!is_same_category(t, x->of) || t->bits != x->bits) {
			bool is_rest = is_same_category(t, x->of);
			t = add_section(&m, x->of, x->bits);
			t->is_rest = is_rest && x->bits < 0;
		}
		add_instance(&m, t, x->of);
	}
	for (size_t i = 0; i < r->sections; i++)
		for (size_t k = 0; k < r->section[i].rankings; k++)
			rank(&r->section[i].ranking[k], r->section[i].metrics);
}

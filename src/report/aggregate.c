/* SPDX-License-Identifier: MIT */
#include "report/aggregate.h"

#include "core/buf.h"
#include "core/catalog.h"
#include "core/compare.h"
#include "core/mem.h"
#include "core/text.h"
#include "report/candidate.h"
#include "report/dataset.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void
add_instance(struct aggregate *a, const char *label, struct arena *arena)
{
	for (size_t i = 0; i < a->instances; i++)
		if (!strcmp(a->instance[i].label, label))
			return;
	a->instance =
	    arena_grow(arena, a->instance, a->instances, sizeof(*a->instance));
	a->instance[a->instances++] = (struct instance){.label = label};
}

/* "hash_32" is hash at 32 bytes; a key without digits behind its last _ is a name. */
static void
split_key(struct operation *o, const char *key, struct arena *arena)
{
	const char *bar = strrchr(key, '_');
	size_t digits = bar ? strspn(bar + 1, "0123456789") : 0;

	*o = (struct operation){.key = key, .name = key};
	if (!digits || digits > 15 || bar[1 + digits] || bar == key)
		return;
	o->name = arena_copy(arena, key, (size_t)(bar - key));
	o->input_bytes = strtoll(bar + 1, NULL, 10);
}

static void
add_operation(struct aggregate *a, const char *key, struct arena *arena)
{
	for (size_t i = 0; i < a->operations; i++)
		if (!strcmp(a->operation[i].key, key))
			return;
	a->operation =
	    arena_grow(arena, a->operation, a->operations, sizeof(*a->operation));
	split_key(&a->operation[a->operations++], key, arena);
}

static int
by_label(const void *a, const void *b)
{
	const struct instance *x = a, *y = b;

	return text_natural(x->label, y->label);
}

static int
place_of(const char *name)
{
	static const char *const order[] = {"keygen", "enc", "dec", "sign", "verify",
	    "exchange", "init_a", "init_b", "pass", "derive_a", "derive_b"};
	int i = 0, n = sizeof(order) / sizeof(order[0]);

	for (; i < n; i++)
		if (!strcmp(order[i], name) ||
		    (!strcmp(order[i], "pass") && !strncmp(name, "pass", 4)))
			break;
	return i;
}

static int
by_operation(const void *a, const void *b)
{
	const struct operation *x = a, *y = b;
	int order = place_of(x->name) - place_of(y->name);

	if (order)
		return order;
	if (x->input_bytes != y->input_bytes && !strcmp(x->name, y->name))
		return x->input_bytes < y->input_bytes ? -1 : 1;
	return text_natural(x->key, y->key);
}

static void
find_layout(struct aggregate *a, struct arena *arena)
{
	static const char *const words[] = {"hash", "kem", "sign", "kex"};
	const char *id = a->candidate->id;

	a->category = arena_copy(arena, id, strcspn(id, "-"));
	for (size_t i = 0; i < 4; i++)
		if (!strcmp(words[i], a->category)) {
			a->layout = (enum layout)i;
			return;
		}
	a->layout = LAYOUT_OTHER;
	for (size_t i = 0; i < a->operations; i++)
		if (a->operation[i].input_bytes)
			a->layout = LAYOUT_HASH;
}

static const struct timing *
find_timing(const struct candidate *c, const char *label, const char *key)
{
	for (size_t i = 0; i < c->timings; i++)
		if (!strcmp(c->timing[i].label, label) &&
		    !strcmp(c->timing[i].key, key))
			return &c->timing[i];
	return NULL;
}

static void
find_interval(struct figures *f, const struct record *r)
{
	double *cost = mem_resize(NULL, r->trial_count, sizeof(*cost));
	struct interval i = {NAN, NAN, NAN};

	if (r->trial_count > 1 && record_costs(r, false, cost))
		compare_mean(&i, cost, r->trial_count);
	f->cycles_low = i.low;
	f->cycles_high = i.high;
	mem_free(cost);
}

static void
compute_figures(struct row *r)
{
	const struct record *rec = &r->timing->record;
	const struct derived *d = &rec->derived;
	struct figures *f = &r->figures;

	f->cycles = record_mean_cycles(rec);
	f->median_cycles = rec->cycle_source == CYCLES_ESTIMATE ? rec->estimated_median
	    : rec->cycle_source == CYCLES_PERF                  ? d->median_cycles
								: NAN;
	f->cycles_per_byte =
	    rec->input_bytes ? f->cycles / (double)rec->input_bytes : NAN;
	find_interval(f, rec);
	f->seconds = d->mean_seconds;
	f->median_seconds = d->median_seconds;
	f->spread = rec->trial_count > 1
	    ? (d->max_seconds - d->min_seconds) / d->median_seconds
	    : NAN;
	f->per_second = d->per_second;
	f->megabytes_per_second = d->megabytes_per_second;
}

static void
make_rows(struct aggregate *a, struct arena *arena)
{
	struct row *r = a->row =
	    arena_get(arena, a->instances * a->operations * sizeof(*r));

	for (size_t i = 0; i < a->instances; i++)
		for (size_t o = 0; o < a->operations; o++, r++) {
			r->instance = &a->instance[i];
			r->operation = &a->operation[o];
			r->figures = (struct figures){
			    NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
			r->timing = find_timing(
			    a->candidate, a->instance[i].label, a->operation[o].key);
			if (!r->timing)
				r->state = ROW_MISSING;
			else if (r->timing->source.found.count ||
			    !r->timing->source.digest)
				r->state = ROW_BROKEN;
			else if (!r->timing->record.complete)
				r->state = ROW_FAILED;
			else
				compute_figures(r);
		}
}

/* What the build entry says; where there is none, the first record that can be read,
 * then the KAT log. */
static void
describe_instance(struct aggregate *a, struct instance *in)
{
	const struct candidate *c = a->candidate;

	in->build = candidate_build(c, in->label);
	in->log = candidate_log(c, in->label);
	if (in->build) {
		in->kat = in->build->kat;
		in->flags = in->build->flags;
		in->variant = in->build->variant;
	}
	for (size_t i = 0; i < c->timings; i++) {
		const struct timing *t = &c->timing[i];
		if (strcmp(t->label, in->label) != 0 || t->source.found.count)
			continue;
		in->kat = in->kat ? in->kat : t->record.kat;
		in->flags = in->flags ? in->flags : t->record.flags;
		in->variant = in->variant ? in->variant : t->record.variant;
	}
	if (!in->kat && in->log)
		in->kat = in->log->log.status;
	in->passed = text_equal(in->kat, "PASS");
}

/* The number of a note's text; equal texts share one. */
static size_t
number_note(struct aggregate *a, const char *text, struct arena *arena)
{
	for (size_t i = 0; i < a->notes; i++)
		if (!strcmp(a->note[i], text))
			return i + 1;
	a->note = arena_grow(arena, a->note, a->notes, sizeof(*a->note));
	a->note[a->notes++] = text;
	return a->notes;
}

/* A note for the exact label applies whatever the result and stands alone; one for all
 * labels where the result is not PASS. */
static void
attach_notes(struct aggregate *a, struct instance *in, const struct catalog *catalog,
    struct arena *arena)
{
	bool exact = true;
	size_t number, k;

	for (int pass = 0; pass < 2 && !in->notes; pass++, exact = false) {
		for (size_t i = 0; i < catalog->notes; i++) {
			const struct catalog_note *n = &catalog->note[i];
			if (strcmp(n->kind, "kat") != 0 ||
			    !text_equal(n->candidate, a->candidate->id) ||
			    !text_equal(n->label, exact ? in->label : "*") ||
			    (!exact && in->passed))
				continue;
			number = number_note(a, n->text, arena);
			for (k = 0; k < in->notes && in->note[k] != number;)
				k++;
			if (k < in->notes)
				continue;
			in->note =
			    arena_grow(arena, in->note, in->notes, sizeof(*in->note));
			in->note[in->notes++] = number;
		}
	}
}

void
aggregate_make(struct aggregate *a, const struct candidate *c, const struct dataset *d,
    const struct catalog *catalog, struct arena *arena)
{
	const struct catalog_candidate *known = catalog_candidate(catalog, c->id);

	*a = (struct aggregate){.candidate = c, .dataset = d};
	a->algorithm = known ? known->algorithm : NULL;
	for (size_t i = 0; i < c->builds; i++)
		add_instance(a, c->build[i].label, arena);
	for (size_t i = 0; i < c->timings; i++) {
		add_instance(a, c->timing[i].label, arena);
		add_operation(a, c->timing[i].key, arena);
	}
	for (size_t i = 0; i < c->profilings; i++)
		add_instance(a, c->profiling[i].label, arena);
	for (size_t i = 0; i < c->logs; i++)
		add_instance(a, c->log[i].label, arena);
	if (a->instances)
		qsort(a->instance, a->instances, sizeof(*a->instance), by_label);
	if (a->operations)
		qsort(a->operation, a->operations, sizeof(*a->operation), by_operation);
	find_layout(a, arena);
	for (size_t i = 0; i < a->instances; i++) {
		describe_instance(a, &a->instance[i]);
		attach_notes(a, &a->instance[i], catalog, arena);
	}
	make_rows(a, arena);
}

const struct row *
aggregate_row(const struct aggregate *a, size_t instance, size_t operation)
{
	return &a->row[instance * a->operations + operation];
}

const char *
row_reason(const struct row *r, struct arena *arena)
{
	const struct record *rec;
	const struct finding *f;

	switch (r->state) {
	case ROW_GOOD:
	case ROW_MISSING:
		break;
	case ROW_FAILED:
		rec = &r->timing->record;
		if (!rec->failure)
			return "failed: no process says why";
		if (rec->exit_code == NO_EXIT_CODE)
			return arena_format(arena, "failed: %s", rec->failure);
		return arena_format(arena, "failed: %s (exit code %lld)", rec->failure,
		    (long long)rec->exit_code);
	case ROW_BROKEN:
		f = r->timing->source.found.list;
		return arena_format(arena, "not usable: %s%s%s",
		    f->field ? f->field : "", f->field ? " " : "", f->text);
	}
	return "–";
}

const char *
row_count_text(const struct row *r, struct arena *arena)
{
	const struct record *rec = &r->timing->record;
	const struct trial *t = rec->trials;
	struct buf b = {0};
	const char *text;
	bool equal = true;

	for (size_t i = 1; i < rec->trial_count; i++)
		equal = equal && t[i].measurements == t[0].measurements;
	buf_format(&b, "%lld (", (long long)rec->derived.measurements);
	if (equal)
		buf_format(
		    &b, "%zu × %lld", rec->trial_count, (long long)t[0].measurements);
	for (size_t i = 0; i < rec->trial_count && !equal; i++)
		buf_format(&b, "%s%lld", i ? " + " : "", (long long)t[i].measurements);
	buf_char(&b, ')');
	if (rec->signing_retries > 0)
		buf_format(&b, "; %lld failed signing attempts retried",
		    (long long)rec->signing_retries);
	if (rec->stability && strcmp(rec->stability, "stable") != 0)
		buf_format(&b, "; %s", rec->stability);
	text = arena_copy(arena, b.data, b.len);
	buf_free(&b);
	return text;
}

const char *
row_id(const char *prefix, const char *label, const char *key, struct arena *arena)
{
	struct buf b = {0};
	const char *text;

	buf_text(&b, prefix);
	text_id(&b, label);
	buf_text(&b, "--");
	text_id(&b, key);
	text = arena_copy(arena, b.data, b.len);
	buf_free(&b);
	return text;
}

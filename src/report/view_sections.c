/* SPDX-License-Identifier: MIT */
#include "report/view_sections.h"

#include "core/buf.h"
#include "core/text.h"
#include "report/aggregate.h"
#include "report/candidate.h"
#include "report/dataset.h"
#include "report/html.h"
#include "report/number.h"
#include "report/page.h"
#include "report/table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *
view_label(const struct instance *in, struct arena *arena)
{
	return in->passed ? in->label : arena_format(arena, "%s ⚠", in->label);
}

struct node *
view_section(struct page *p, const char *id, const char *heading)
{
	struct node *section;

	html_line(p->main);
	section = html_attr(html_add(p->main, "section"), "id", id);
	html_add_text(section, "h2", heading);
	return section;
}

static void
add_kib(struct node *row, int64_t bytes)
{
	char text[NUMBER_SIZE];

	table_figure(row, number_kib(text, bytes), bytes < 0 ? NAN : (double)bytes);
}

/* "libcrypto.so.3 (4 748 609 bytes)"; NULL where the library brings none. */
static const char *
further_text(const struct build *b, struct arena *arena)
{
	struct buf text = {0};
	char size[NUMBER_SIZE];
	const char *copy;

	for (size_t i = 0; b && i < b->furthers; i++)
		buf_format(&text, "%s%s (%s bytes)", i ? ", " : "", b->further[i].name,
		    number_count(size, b->further[i].elf_bytes));
	copy = text.len ? arena_text(arena, text.data) : NULL;
	buf_free(&text);
	return copy;
}

/* An adapter is small: what it loads is not in its static size. Instances side by side
 * that bring the same share a line. */
static void
add_further(struct node *section, const struct aggregate *a, struct arena *arena)
{
	const char *last = NULL, *text;
	struct node *line = NULL;

	for (size_t i = 0; i < a->instances; i++) {
		text = further_text(a->instance[i].build, arena);
		if (!text)
			continue;
		if (!text_equal(text, last)) {
			line = html_add(section, "p");
			html_format(line,
			    "Not in the static size: %s, loaded together with ", text);
			html_text(line, a->instance[i].label);
		} else {
			html_format(line, ", %s", a->instance[i].label);
		}
		last = text;
	}
}

void
view_resources(struct page *p, const struct aggregate *a)
{
	static const struct column columns[] = {{"instance", 0}, {"operation", 0},
	    {"static: ELF image (bytes)", 1}, {"baseline RSS", 1}, {"peak RSS", 1}};
	struct node *section = view_section(p, "resources", "5. Resource consumption");
	struct node *table = NULL, *row;

	for (size_t i = 0; i < a->instances * a->operations; i++) {
		const struct row *r = &a->row[i];
		const struct record *rec;
		if (r->state == ROW_MISSING)
			continue;
		if (!table)
			table = table_add(section, "t-resources",
			    "Memory of the process that ran the operation", columns, 5);
		rec = &r->timing->record;
		row = table_row(table, NULL);
		table_head(row, view_label(r->instance, &p->arena));
		html_attr(html_add_text(row, "th", r->operation->key), "scope", "row");
		table_count(
		    row, r->instance->build ? r->instance->build->elf_bytes : -1);
		add_kib(row, r->state == ROW_GOOD ? rec->baseline_rss : -1);
		add_kib(row, r->state == ROW_GOOD ? rec->peak_rss : -1);
	}
	html_add_text(section, "p",
	    table ? "Static: memory size of the library's loadable segments. Baseline: "
		    "resident memory after loading; peak: its maximum; both over all "
		    "processes of the record."
		  : "The dataset has no timing record of it.");
	if (table)
		add_further(section, a, &p->arena);
}

static const struct column kem_columns[] = {{"instance", 0}, {"public key", 1},
    {"secret key", 1}, {"ciphertext", 1}, {"shared secret", 1}};
static const struct column sign_columns[] = {
    {"instance", 0}, {"public key", 1}, {"secret key", 1}, {"signature", 1}};
static const struct column kex_columns[] = {{"instance", 0}, {"passes", 1},
    {"messages (bytes)", 1}, {"total", 1}, {"long-term pk / sk", 1},
    {"shared secret", 1}};

/* "1600 / 800"; "–" where there is none. */
static void
add_messages(struct node *row, const struct sizes *s)
{
	struct buf b = {0};

	for (size_t i = 0; i < s->messages; i++)
		buf_format(&b, "%s%lld", i ? " / " : "", (long long)s->message[i]);
	if (b.len)
		html_attr(table_text(row, b.data), "class", "n");
	else
		table_unknown(row);
	buf_free(&b);
}

static void
add_kex_sizes(struct node *row, const struct record *r)
{
	char pk[NUMBER_SIZE], sk[NUMBER_SIZE], text[2 * NUMBER_SIZE + 8];

	if (r->kex_passes != r->kex_passes_run && r->kex_passes >= 0) {
		snprintf(text, sizeof(text), "%s (declared %lld)",
		    number_count(pk, r->kex_passes_run), (long long)r->kex_passes);
		html_attr(table_text(row, text), "class", "n");
	} else {
		table_count(row, r->kex_passes_run);
	}
	add_messages(row, &r->sizes);
	table_count(row, r->sizes.total_msg);
	snprintf(text, sizeof(text), "%s / %s", number_count(pk, r->sizes.pk),
	    number_count(sk, r->sizes.sk));
	html_attr(table_text(row, text), "class", "n");
	table_count(row, r->sizes.ss_actual >= 0 ? r->sizes.ss_actual : r->sizes.ss);
}

/* The first complete record of an instance; *any tells whether it has a record at all.
 */
static const struct record *
first_record(const struct aggregate *a, size_t instance, bool *any)
{
	*any = false;
	for (size_t o = 0; o < a->operations; o++) {
		const struct row *r = aggregate_row(a, instance, o);
		*any = *any || r->state != ROW_MISSING;
		if (r->state == ROW_GOOD)
			return &r->timing->record;
	}
	return NULL;
}

static void
add_sizes_row(
    struct node *row, const struct record *r, enum layout layout, size_t columns)
{
	if (!r) {
		while (columns-- > 1)
			table_unknown(row);
	} else if (layout == LAYOUT_KEX) {
		add_kex_sizes(row, r);
	} else {
		table_count(row, r->sizes.pk);
		table_count(row, r->sizes.sk);
		table_count(
		    row, layout == LAYOUT_KEM ? r->sizes.ct : r->sizes.signature);
		if (layout == LAYOUT_KEM)
			table_count(row, r->sizes.ss);
	}
}

static const struct {
	const struct column *columns;
	size_t count;
} layouts[] = {
    [LAYOUT_KEM] = {kem_columns, 5},
    [LAYOUT_SIGN] = {sign_columns, 4},
    [LAYOUT_KEX] = {kex_columns, 6},
    [LAYOUT_OTHER] = {NULL, 0},
};

bool
view_has_sizes(const struct aggregate *a)
{
	return layouts[a->layout].count > 0;
}

void
view_sizes(struct page *p, const struct aggregate *a)
{
	struct node *section, *table = NULL, *row;
	size_t n = layouts[a->layout].count;
	bool any;

	if (!view_has_sizes(a))
		return;
	section = view_section(p, "sizes", "6. Transmission and storage overhead");
	for (size_t i = 0; i < a->instances; i++) {
		const struct record *r = first_record(a, i, &any);
		if (!any)
			continue;
		if (!table)
			table = table_add(section, "t-sizes", "Sizes in bytes",
			    layouts[a->layout].columns, n);
		row = table_row(table, NULL);
		table_head(row, view_label(&a->instance[i], &p->arena));
		add_sizes_row(row, r, a->layout, n);
	}
	if (!table)
		html_add_text(section, "p", "The dataset has no timing record of it.");
}

/* "drng 2, pseudoXOF 20.5" */
static const char *
calls_text(const struct profile *f, struct arena *arena)
{
	struct buf b = {0};
	char digits[NUMBER_SIZE];
	const char *text;

	for (size_t i = 0; i < f->functions; i++)
		buf_format(&b, "%s%s %s", i ? ", " : "", f->function[i].name,
		    number_digits(
			digits, (double)f->function[i].calls / (double)f->operations));
	text = b.len ? arena_copy(arena, b.data, b.len) : NUMBER_UNKNOWN;
	buf_free(&b);
	return text;
}

static const struct profiling *
find_profile(const struct candidate *c, const char *label, const char *key)
{
	for (size_t i = 0; i < c->profilings; i++)
		if (!strcmp(c->profiling[i].label, label) &&
		    !strcmp(c->profiling[i].key, key))
			return &c->profiling[i];
	return NULL;
}

void
view_each_profile(const struct aggregate *a, const struct instance *in,
    void (*use)(void *, const struct instance *, const struct profiling *),
    void *context)
{
	const struct candidate *c = a->candidate;
	const struct profiling *f;
	size_t o;

	for (o = 0; o < a->operations; o++) {
		f = find_profile(c, in->label, a->operation[o].key);
		if (f)
			use(context, in, f);
	}
	for (size_t i = 0; i < c->profilings; i++) {
		f = &c->profiling[i];
		for (o = 0;
		     o < a->operations && strcmp(a->operation[o].key, f->key) != 0;)
			o++;
		if (o == a->operations && !strcmp(f->label, in->label))
			use(context, in, f);
	}
}

struct symmetric {
	struct page *p;
	struct node *section, *table;
	struct buf overflow; /* rows whose shares are a lower bound */
};

static void
add_profile(void *context, const struct instance *in, const struct profiling *f)
{
	static const struct column columns[] = {{"instance", 0}, {"operation", 0},
	    {"pseudohash/XOF/sm3", 1}, {"DRNG", 1}, {"calls per operation", 0}};
	struct symmetric *s = context;
	double hash, drng;
	char text[NUMBER_SIZE];
	struct node *row;

	if (f->source.found.count || !f->profile.complete)
		return;
	if (!s->table) {
		s->section = view_section(s->p, "symmetric", "Symmetric primitives");
		s->table = table_add(s->section, "t-symmetric",
		    "Share of the time spent in named helper functions", columns, 5);
	}
	hash = profile_share(&f->profile, false);
	drng = profile_share(&f->profile, true);
	row = table_row(s->table, NULL);
	table_head(row, view_label(in, &s->p->arena));
	html_attr(html_add_text(row, "th", f->key), "scope", "row");
	table_figure(row, number_share(text, hash), hash);
	table_figure(row, number_share(text, drng), drng);
	html_attr(
	    table_text(row, calls_text(&f->profile, &s->p->arena)), "class", "words");
	if (f->profile.overflow_calls > 0)
		buf_format(&s->overflow, "%s%s %s (%lld calls)",
		    s->overflow.len ? ", " : "", in->label, f->key,
		    (long long)f->profile.overflow_calls);
}

void
view_symmetric(struct page *p, const struct aggregate *a)
{
	struct symmetric s = {.p = p};

	if (a->layout == LAYOUT_HASH)
		return;
	for (size_t i = 0; i < a->instances; i++)
		view_each_profile(a, &a->instance[i], add_profile, &s);
	if (s.overflow.len)
		html_format(html_add(s.section, "p"),
		    "The table of calls was full; shares are a lower bound in: %s.",
		    s.overflow.data);
	buf_free(&s.overflow);
}

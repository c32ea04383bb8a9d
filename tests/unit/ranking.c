/* SPDX-License-Identifier: MIT */
#include "report/ranking.h"

#include "core/catalog.h"
#include "report/summary.h"
#include "unit.h"

enum { MOST = 8 };

/* Instances in the making. */
struct maker {
	struct summaries all;
	struct summary list[MOST];
	struct summary_operation operation[MOST][3];
	struct catalog catalog;
	struct catalog_target target[MOST];
	struct catalog_note note[MOST];
	struct rankings r;
	struct arena arena;
};

static struct maker *
make(void)
{
	struct maker *m = mem_get(sizeof(*m));

	memset(m, 0, sizeof(*m));
	m->all.list = m->list;
	m->catalog.target = m->target;
	m->catalog.note = m->note;
	return m;
}

static void
drop(struct maker *m)
{
	arena_free(&m->arena);
	mem_free(m);
}

static struct summary *
add(struct maker *m, const char *candidate, const char *category, enum layout layout)
{
	size_t i = m->all.count++;
	struct summary *s = &m->list[i];

	*s = (struct summary){.candidate = candidate,
	    .category = category,
	    .label = "L",
	    .kat = "PASS",
	    .layout = layout,
	    .passed = true,
	    .operation = m->operation[i],
	    .pk = -1,
	    .ct = -1,
	    .signature = -1,
	    .transferred = -1,
	    .digest = -1};
	return s;
}

/* 5 trials, counted; low NaN: one trial. */
static struct summary_operation *
add_cycles(struct summary *s, const char *key, double cycles, double low, double high)
{
	struct summary_operation *o = &s->operation[s->operations++];

	*o = (struct summary_operation){.key = key,
	    .state = ROW_GOOD,
	    .source = CYCLES_PERF,
	    .cycles = cycles,
	    .cycles_low = low,
	    .cycles_high = high,
	    .estimate_error = NAN,
	    .trials = isnan(low) ? 1 : 5};
	return o;
}

static struct summary *
add_kem(struct maker *m, const char *candidate, double enc, double dec, int64_t pk,
    int64_t ct)
{
	struct summary *s = add(m, candidate, "kem", LAYOUT_KEM);

	add_cycles(s, "enc", enc, enc - 1, enc + 1);
	add_cycles(s, "dec", dec, dec - 1, dec + 1);
	s->pk = pk;
	s->ct = ct;
	return s;
}

static void
add_target(struct maker *m, const char *candidate, int64_t bits)
{
	m->target[m->catalog.targets++] =
	    (struct catalog_target){.candidate = candidate, .label = "L", .bits = bits};
}

static void
add_note(struct maker *m, const char *candidate, const char *label, const char *kind)
{
	m->note[m->catalog.notes++] =
	    (struct catalog_note){candidate, label, kind, "2026-10-01", "Broken."};
}

static void
finish(struct maker *m)
{
	rankings_make(&m->r, &m->all, &m->catalog, &m->arena);
}

/* "kem-02 2.5 1.75, …": instances with rank and mean rank. */
static int
has_rows(const char *name, const struct ranking *r, const char *wanted)
{
	char got[500] = "";
	size_t at = 0;

	for (size_t i = 0; i < r->rows; i++)
		at += (size_t)snprintf(got + at, sizeof(got) - at, "%s%s %g %g",
		    i ? ", " : "", r->row[i].of->candidate, r->row[i].rank,
		    r->row[i].mean_rank);
	return unit_text(name, got, wanted);
}

/* "kem-01: why, …" */
static int
has_absents(const char *name, const struct ranking_section *t, const char *wanted)
{
	char got[500] = "";
	size_t at = 0;

	for (size_t i = 0; i < t->absents; i++)
		at += (size_t)snprintf(got + at, sizeof(got) - at, "%s%s: %s",
		    i ? ", " : "", t->absent[i].of->candidate, t->absent[i].reason);
	return unit_text(name, got, wanted);
}

/* "kem 128, kem -1": categories and targets */
static int
has_sections(const char *name, const struct maker *m, const char *wanted)
{
	char got[500] = "";
	size_t at = 0;

	for (size_t i = 0; i < m->r.sections; i++)
		at += (size_t)snprintf(got + at, sizeof(got) - at, "%s%s %lld%s",
		    i ? ", " : "", m->r.section[i].category,
		    (long long)m->r.section[i].bits,
		    m->r.section[i].is_rest ? " rest" : "");
	return unit_text(name, got, wanted);
}

/*
 *          enc         dec         pk        ct        mean
 *  kem-1   100 1.5     210 2.5     800 1.5   768 1     1.625
 *  kem-2   101 1.5     200 1       800 1.5   800 2     1.5
 *  kem-3   110 3       211 2.5     900 3     900 3     2.875
 */
static void
mean_ranks(void **state)
{
	struct maker *m = make();
	const struct ranking_section *t;
	const struct ranking_row *row;
	int wrong = 0;

	(void)state;
	add_kem(m, "kem-1", 100, 210, 800, 768);
	add_kem(m, "kem-2", 101, 200, 800, 800);
	add_kem(m, "kem-3", 110, 211, 900, 900);
	finish(m);
	wrong += has_sections("sections", m, "kem -1");
	t = m->r.section;
	wrong += unit_count("rankings", (int64_t)t->rankings, 1);
	wrong +=
	    has_rows("rows", t->ranking, "kem-2 1 1.5, kem-1 2 1.625, kem-3 3 2.875");
	wrong += has_absents("absents", t, "");
	row = &t->ranking->row[1];
	wrong += unit_real("enc", row->by[0].rank, 1.5);
	wrong += unit_count("enc, trials", (int64_t)row->trials[0], 5);
	wrong += unit_real("dec", row->by[1].rank, 2.5);
	wrong += unit_count("dec, first", (int64_t)row->by[1].first, 2);
	wrong += unit_count("dec, last", (int64_t)row->by[1].last, 3);
	wrong += unit_real("public key", row->by[2].value, 800);
	wrong += unit_real("public key", row->by[2].rank, 1.5);
	wrong += unit_real("ciphertext", row->by[3].rank, 1);
	wrong += unit_text("unit", ranking_unit(t->ranking, &t->metric[1]), "cycles");
	wrong += unit_text("unit", ranking_unit(t->ranking, &t->metric[2]), "bytes");
	drop(m);
	assert_int_equal(wrong, 0);
}

/* Equal means share the mean of their places, and stay in their order. */
static void
equal_means(void **state)
{
	struct maker *m = make();

	(void)state;
	add_kem(m, "kem-3", 110, 100, 1, 1);
	add_kem(m, "kem-1", 100, 110, 1, 1);
	add_kem(m, "kem-2", 120, 120, 1, 1);
	finish(m);
	/* 2, 1, 2, 2 and 1, 2, 2, 2; 3, 3, 2, 2 */
	assert_int_equal(has_rows("rows", m->r.section->ranking,
			     "kem-3 1.5 1.75, kem-1 1.5 1.75, kem-2 3 2.5"),
	    0);
	drop(m);
}

/* What is not ranked takes no place. */
static void
reasons(void **state)
{
	static const enum row_state states[] = {ROW_FAILED, ROW_BROKEN, ROW_MISSING};
	struct maker *m = make();
	struct summary *s;
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		s = add_kem(m, "kem-1", 1, 1, 1, 1);
		s->operation[i % 2].state = states[i];
		s->operation[i % 2].cycles = NAN;
	}
	s = add_kem(m, "kem-2", 1, 1, -1, 1);
	s->operations = 1;
	s = add_kem(m, "kem-3", 1, 1, 1, 1);
	s->kat = "MISMATCH";
	s->passed = false;
	s = add_kem(m, "kem-4", 1, NAN, 1, -1);
	s->kat = NULL;
	s->passed = false;
	add_kem(m, "kem-5", 1, 1, 1, 1);
	add_kem(m, "kem-6", 9, 9, 9, 9);
	add_note(m, "kem-5", NULL, "withdrawn");
	add_note(m, "kem-6", "*", "erratum");
	add_note(m, "kem-6", "other", "withdrawn");
	finish(m);
	wrong += has_sections("sections", m, "kem -1");
	wrong += has_rows("rows", m->r.section->ranking, "kem-6 1 1");
	wrong += has_absents("absents", m->r.section,
	    "kem-1: enc: failed, kem-1: dec: not usable, kem-1: enc: no record, "
	    "kem-2: dec: no record; public key: not known, "
	    "kem-3: KAT not passed: MISMATCH, "
	    "kem-4: KAT not passed: no result; dec: no cycles; ciphertext: not known, "
	    "kem-5: withdrawn, 2026-10-01: Broken.");
	drop(m);
	assert_int_equal(wrong, 0);
}

/* Counted cycles, estimates, and one that has both. */
static void
sources(void **state)
{
	struct maker *m = make();
	const struct ranking_section *t;
	struct summary *s;
	int wrong = 0;

	(void)state;
	for (int i = 0; i < 2; i++) {
		s = add_kem(m, i ? "kem-3" : "kem-1", 5 - i, 5, 1, 1);
		s->operation[0].source = s->operation[1].source = CYCLES_ESTIMATE;
		s->operation[0].estimate_error = i ? 0.004 : 0.006;
	}
	add_kem(m, "kem-2", 4, 4, 1, 1);
	add_kem(m, "kem-4", 4, 4, 1, 1)->operation[1].source = CYCLES_ESTIMATE;
	finish(m);
	t = m->r.section;
	wrong += unit_count("rankings", (int64_t)t->rankings, 2);
	wrong += has_rows("estimates", &t->ranking[0], "kem-1 1.5 1.5, kem-3 1.5 1.5");
	wrong += unit_real("error", t->ranking[0].estimate_error, 0.006);
	wrong += unit_text(
	    "unit", ranking_unit(&t->ranking[0], t->metric), "estimated_cycles");
	wrong += has_rows("counted", &t->ranking[1], "kem-2 1 1");
	wrong += unit_real("no error", t->ranking[1].estimate_error, NAN);
	wrong += has_absents(
	    "both", t, "kem-4: cycles: counted in one operation, estimated in another");
	drop(m);
	assert_int_equal(wrong, 0);
}

/* Each category has its own targets; who has none is not ranked beside others that have
 * one. */
static void
targets(void **state)
{
	struct maker *m = make();
	struct summary *s;
	int wrong = 0;

	(void)state;
	s = add(m, "kex-1", "kex", LAYOUT_KEX);
	add_cycles(s, "exchange", 7, NAN, NAN);
	s->transferred = 64;
	add(m, "odd-1", "odd", LAYOUT_OTHER);
	add_kem(m, "kem-1", 1, 1, 1, 1);
	add_kem(m, "kem-2", 2, 2, 2, 2);
	add_kem(m, "kem-3", 9, 9, 9, 9);
	s = add(m, "hash-1", "hash", LAYOUT_HASH);
	add_cycles(s, "hash_32", 1, 1, 1);
	add_cycles(s, "hash_1024", 2, 2, 2);
	add_target(m, "kem-1", 256);
	add_target(m, "kem-3", 128);
	add_target(m, "kem-3", 256);
	add_target(m, "kem-1", 256);
	add_target(m, "kem-9", 512);
	finish(m);
	wrong += has_sections(
	    "sections", m, "hash -1, kem 128, kem 256, kem -1 rest, kex -1, odd -1");
	wrong += has_absents("hash", &m->r.section[0], "hash-1: 64 KiB: no record");
	wrong += has_rows("128", m->r.section[1].ranking, "kem-3 1 1");
	wrong += has_rows("256", m->r.section[2].ranking, "kem-1 1 1, kem-3 2 2");
	wrong += unit_count("rest", (int64_t)m->r.section[3].rankings, 0);
	wrong += has_absents(
	    "rest", &m->r.section[3], "kem-2: target: the catalog names none");
	wrong += has_rows("one trial", m->r.section[4].ranking, "kex-1 1 1");
	wrong += has_absents("odd", &m->r.section[5],
	    "odd-1: odd: no metric is named for this category");
	drop(m);
	assert_int_equal(wrong, 0);
}

static void
empty(void **state)
{
	struct maker *m = make();

	(void)state;
	finish(m);
	assert_int_equal(m->r.sections, 0);
	drop(m);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(mean_ranks),
	    cmocka_unit_test(equal_means),
	    cmocka_unit_test(reasons),
	    cmocka_unit_test(sources),
	    cmocka_unit_test(targets),
	    cmocka_unit_test(empty),
	};

	return cmocka_run_group_tests_name("ranking", tests, NULL, NULL);
}

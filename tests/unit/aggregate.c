/* SPDX-License-Identifier: MIT */
#include "report/aggregate.h"

#include "core/catalog.h"
#include "core/field.h"
#include "report/candidate.h"
#include "report/dataset.h"
#include "unit.h"

enum { MOST = 24 };

/* A candidate in the making; its files are there and without findings. */
struct maker {
	struct candidate c;
	struct dataset d;
	struct catalog catalog;
	struct aggregate a;
	struct build build[MOST];
	struct timing timing[MOST];
	struct profiling profiling[MOST];
	struct logged log[MOST];
	struct catalog_note note[MOST];
	struct catalog_candidate known;
	struct arena arena;
};

static struct maker *
make(const char *id)
{
	struct maker *m = mem_get(sizeof(*m));

	memset(m, 0, sizeof(*m));
	m->c.id = id;
	m->c.build = m->build;
	m->c.timing = m->timing;
	m->c.profiling = m->profiling;
	m->c.log = m->log;
	m->catalog.note = m->note;
	m->catalog.candidate = &m->known;
	return m;
}

static void
drop(struct maker *m)
{
	arena_free(&m->arena);
	mem_free(m);
}

static void
finish(struct maker *m)
{
	aggregate_make(&m->a, &m->c, &m->d, &m->catalog, &m->arena);
}

static struct build *
add_build(struct maker *m, const char *label, const char *kat)
{
	struct build *b = &m->build[m->c.builds++];

	*b = (struct build){.candidate = m->c.id, .label = label, .kat = kat};
	return b;
}

static struct timing *
add_timing(struct maker *m, const char *label, const char *key)
{
	struct timing *t = &m->timing[m->c.timings++];

	t->label = label;
	t->key = key;
	t->source.path = "path";
	t->source.digest = "digest";
	t->record.complete = true;
	t->record.exit_code = NO_EXIT_CODE;
	t->record.signing_retries = UNKNOWN_COUNT;
	return t;
}

static void
add_note(struct maker *m, const char *label, const char *text)
{
	m->note[m->catalog.notes++] =
	    (struct catalog_note){m->c.id, label, "kat", NULL, text};
}

/* The keys as they come, and in their order. */
static void
operation_order(void **state)
{
	static const struct {
		const char *id, *keys[16], *wanted;
	} list[] = {
	    {"hash-1", {"hash_65536", "hash_128", "hash_32", "hash_1024"},
		"hash_32 hash_128 hash_1024 hash_65536"},
	    {"kem-1", {"dec", "enc", "keygen"}, "keygen enc dec"},
	    {"sign-1", {"verify", "keygen", "sign"}, "keygen sign verify"},
	    {"kex-1",
		{"derive_b", "pass10", "derive_a", "init_b", "pass2", "exchange",
		    "pass1", "init_a", "pass9"},
		"exchange init_a init_b pass1 pass2 pass9 pass10 derive_a derive_b"},
	    {"kex-1", {"exchange", "keygen"}, "keygen exchange"},
	    {"kem-1", {"zeta", "dec", "alpha10", "alpha9", "keygen"},
		"keygen dec alpha9 alpha10 zeta"},
	    {"xof-1", {"xof_64", "absorb_8", "xof_8"}, "absorb_8 xof_8 xof_64"},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct maker *m = make(list[i].id);
		char got[200] = "";
		for (size_t k = 0; list[i].keys[k]; k++)
			add_timing(m, "A", list[i].keys[k]);
		finish(m);
		for (size_t k = 0; k < m->a.operations; k++) {
			strcat(got, k ? " " : "");
			strcat(got, m->a.operation[k].key);
		}
		wrong += unit_text(list[i].id, got, list[i].wanted);
		drop(m);
	}
	assert_int_equal(wrong, 0);
}

static void
operation_names(void **state)
{
	static const struct {
		const char *key, *name;
		int64_t input_bytes;
	} list[] = {
	    {"hash_32", "hash", 32},
	    {"hash_65536", "hash", 65536},
	    {"init_a", "init_a", 0},
	    {"pass1", "pass1", 0},
	    {"keygen", "keygen", 0},
	    {"my_hash_8", "my_hash", 8},
	    {"hash_", "hash_", 0},
	    {"hash_3x", "hash_3x", 0},
	    {"_32", "_32", 0},
	    {"hash_12345678901234567890", "hash_12345678901234567890", 0},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct maker *m = make("hash-1");
		add_timing(m, "A", list[i].key);
		finish(m);
		wrong += unit_text(list[i].key, m->a.operation->key, list[i].key);
		wrong += unit_text(list[i].key, m->a.operation->name, list[i].name);
		wrong += unit_count(
		    list[i].key, m->a.operation->input_bytes, list[i].input_bytes);
		drop(m);
	}
	assert_int_equal(wrong, 0);
}

static void
layouts(void **state)
{
	static const struct {
		const char *id, *key, *category;
		enum layout layout;
	} list[] = {
	    {"hash-30", "hash_32", "hash", LAYOUT_HASH},
	    {"hash-30", NULL, "hash", LAYOUT_HASH},
	    {"kem-02", "enc", "kem", LAYOUT_KEM},
	    {"sign-10", "sign", "sign", LAYOUT_SIGN},
	    {"kex-01", "exchange", "kex", LAYOUT_KEX},
	    {"xof-1", "xof_32", "xof", LAYOUT_HASH},
	    {"aead-1", "seal", "aead", LAYOUT_OTHER},
	    {"hashes-1", "seal", "hashes", LAYOUT_OTHER},
	    {"kem", "enc", "kem", LAYOUT_KEM},
	    {"-kem", "enc", "", LAYOUT_OTHER},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct maker *m = make(list[i].id);
		if (list[i].key)
			add_timing(m, "A", list[i].key);
		else
			add_build(m, "A", "PASS");
		finish(m);
		wrong += unit_text(list[i].id, m->a.category, list[i].category);
		wrong += unit_count(list[i].id, m->a.layout, list[i].layout);
		drop(m);
	}
	assert_int_equal(wrong, 0);
}

/* From wherever a label is named, each once, in natural order. */
static void
instances(void **state)
{
	static const char *const wanted[] = {"A-2", "A-10", "B", "C", "D"};
	struct maker *m = make("kem-1");
	int wrong = 0;

	(void)state;
	add_build(m, "A-10", "PASS")->flags = "guide";
	add_build(m, "A-2", "MISMATCH");
	add_timing(m, "A-10", "enc")->record.kat = "CRASH";
	add_timing(m, "B", "enc")->record.kat = "PASS";
	m->timing[1].record.variant = "reference";
	m->profiling[m->c.profilings++] =
	    (struct profiling){.label = "C", .key = "enc"};
	m->log[m->c.logs++] = (struct logged){.label = "D", .log = {"NOKAT", ""}};
	m->log[m->c.logs++] = (struct logged){.label = "B", .log = {"CRASH", ""}};
	m->known = (struct catalog_candidate){.id = "kem-1", .algorithm = "K"};
	m->catalog.candidates = 1;
	finish(m);
	wrong += unit_text("algorithm", m->a.algorithm, "K");
	wrong += unit_count("instances", (int64_t)m->a.instances, 5);
	for (size_t i = 0; i < m->a.instances && i < 5; i++)
		wrong += unit_text("place", m->a.instance[i].label, wanted[i]);
	wrong +=
	    unit_true("A-2 has an entry", m->a.instance[0].build == &m->build[1], true);
	wrong += unit_true("A-2", m->a.instance[0].passed, false);
	wrong += unit_text("A-10, by its entry", m->a.instance[1].kat, "PASS");
	wrong += unit_text("A-10, flags", m->a.instance[1].flags, "guide");
	wrong += unit_true("A-10", m->a.instance[1].passed, true);
	wrong += unit_text("B, by its record", m->a.instance[2].kat, "PASS");
	wrong += unit_text("B, variant", m->a.instance[2].variant, "reference");
	wrong += unit_true("B has a log", m->a.instance[2].log == &m->log[1], true);
	wrong += unit_true("B has no entry", m->a.instance[2].build == NULL, true);
	wrong += unit_text("C, unknown", m->a.instance[3].kat, NULL);
	wrong += unit_true("C", m->a.instance[3].passed, false);
	wrong += unit_text("D, by its log", m->a.instance[4].kat, "NOKAT");
	drop(m);
	assert_int_equal(wrong, 0);
}

/* Labels with their result; notes with theirs; the numbers behind each result, in the
 * order of the labels; the texts by their numbers. */
static void
notes(void **state)
{
	static const struct {
		const char *name, *labels[7], *notes[9], *numbers, *texts;
	} list[] = {
	    {"none", {"A", "PASS", "B", "MISMATCH"}, {NULL}, "A B", ""},
	    {"for all, where it did not pass",
		{"A", "PASS", "B", "MISMATCH", "C", "NOKAT"}, {"*", "x"}, "A B1 C1",
		"x"},
	    {"exact, whatever the result", {"A", "PASS", "B", "MISMATCH"}, {"A", "x"},
		"A1 B", "x"},
	    {"exact stands alone", {"A", "PASS", "B", "MISMATCH"}, {"*", "x", "B", "y"},
		"A B1", "y"},
	    {"by first appearance", {"A", "CRASH", "B", "MISMATCH"},
		{"*", "x", "A", "y"}, "A1 B2", "y x"},
	    {"two of a kind", {"A", "CRASH"}, {"*", "x", "*", "y"}, "A12", "x y"},
	    {"two exact", {"A", "PASS", "B", "PASS"}, {"A", "x", "A", "y", "B", "y"},
		"A12 B2", "x y"},
	    {"equal texts share a number", {"A", "NOKAT", "B", "NOKAT"},
		{"A", "x", "B", "x"}, "A1 B1", "x"},
	    {"the same text twice", {"A", "NOKAT"}, {"*", "x", "*", "x"}, "A1", "x"},
	    {"the second text twice", {"A", "NOKAT"}, {"*", "x", "*", "y", "*", "y"},
		"A12", "x y"},
	    {"unknown result", {"A", NULL}, {"*", "x"}, "A1", "x"},
	    {"another label", {"A", "NOKAT"}, {"B", "x"}, "A", ""},
	    {"natural order counts", {"A10", "NOKAT", "A9", "NOKAT"},
		{"A10", "ten", "A9", "nine"}, "A91 A102", "nine ten"},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct maker *m = make("kem-1");
		char numbers[100] = "", texts[100] = "";
		for (size_t k = 0; list[i].labels[k]; k += 2)
			add_build(m, list[i].labels[k], list[i].labels[k + 1]);
		for (size_t k = 0; list[i].notes[k]; k += 2)
			add_note(m, list[i].notes[k], list[i].notes[k + 1]);
		finish(m);
		for (size_t k = 0; k < m->a.instances; k++) {
			const struct instance *in = &m->a.instance[k];
			strcat(strcat(numbers, k ? " " : ""), in->label);
			for (size_t n = 0; n < in->notes; n++)
				sprintf(numbers + strlen(numbers), "%zu", in->note[n]);
		}
		for (size_t k = 0; k < m->a.notes; k++)
			strcat(strcat(texts, k ? " " : ""), m->a.note[k]);
		wrong += unit_text(list[i].name, numbers, list[i].numbers);
		wrong += unit_text(list[i].name, texts, list[i].texts);
		drop(m);
	}
	assert_int_equal(wrong, 0);
}

static void
other_notes(void **state)
{
	struct maker *m = make("kem-1");

	(void)state;
	add_build(m, "A", "CRASH");
	m->note[m->catalog.notes++] =
	    (struct catalog_note){"kem-1", "A", "summary", NULL, "summary"};
	m->note[m->catalog.notes++] =
	    (struct catalog_note){"kem-2", "A", "kat", NULL, "another candidate"};
	m->note[m->catalog.notes++] =
	    (struct catalog_note){NULL, "A", "kat", NULL, "no candidate"};
	m->note[m->catalog.notes++] =
	    (struct catalog_note){"kem-1", NULL, "kat", NULL, "no label"};
	finish(m);
	assert_int_equal(m->a.notes, 0);
	assert_int_equal(m->a.instance->notes, 0);
	drop(m);
}

/* Two instances of two operations; of the four rows one is there. */
static void
rows(void **state)
{
	struct finding bad = {"records/x", "trials[2].seconds", "is 0, wanted 1"};
	struct maker *m = make("kem-1");
	const struct row *r;
	struct timing *t;
	int wrong = 0;

	(void)state;
	add_timing(m, "A", "keygen")->record.derived.mean_seconds = 5;
	t = add_timing(m, "B", "enc");
	t->record.complete = false;
	t->record.failure = "hard_timeout";
	t = add_timing(m, "B", "keygen");
	t->source.found = (struct findings){.list = &bad, .count = 1};
	finish(m);
	assert_int_equal(m->a.instances * m->a.operations, 4);
	r = aggregate_row(&m->a, 0, 0);
	wrong += unit_count("A keygen", r->state, ROW_GOOD);
	wrong += unit_real("its time", r->figures.seconds, 5);
	wrong += unit_text("its instance", r->instance->label, "A");
	wrong += unit_text("its operation", r->operation->key, "keygen");
	r = aggregate_row(&m->a, 0, 1);
	wrong += unit_count("A enc", r->state, ROW_MISSING);
	wrong += unit_text("A enc", row_reason(r, &m->arena), "–");
	wrong += unit_real("no time", r->figures.seconds, NAN);
	wrong += unit_true("no file", r->timing == NULL, true);
	r = aggregate_row(&m->a, 1, 0);
	wrong += unit_count("B keygen", r->state, ROW_BROKEN);
	wrong += unit_holds(
	    "B keygen", row_reason(r, &m->arena), "trials[2].seconds is 0, wanted 1");
	wrong += unit_real("no cycles", r->figures.cycles, NAN);
	r = aggregate_row(&m->a, 1, 1);
	wrong += unit_count("B enc", r->state, ROW_FAILED);
	wrong += unit_text("B enc", row_reason(r, &m->arena), "failed: hard_timeout");
	wrong += unit_real("no rate", r->figures.per_second, NAN);
	t->source.found.count = 0;
	t->source.digest = NULL;
	finish(m);
	wrong += unit_count("not read", aggregate_row(&m->a, 1, 0)->state, ROW_BROKEN);
	drop(m);
	assert_int_equal(wrong, 0);
}

static int
is_close(const char *name, double got, double wanted)
{
	return fabs(got - wanted) <= 1e-9 * wanted ? 0 : unit_real(name, got, wanted);
}

/* By hand: 64 bytes, means as given. The intervals from a program of its own: with two
 * degrees of freedom Student's quantile is the root of 2a^2 / (1 - a^2), with one it is
 * tan(a pi / 2), at a = 0.95. */
static void
figures(void **state)
{
	struct trial trials[] = {{100, 2000000, 0.001, 1984000},
	    {100, 4000000, 0.002, 3968000}, {200, 6800000, 0.0034, 6745600}};
	static const struct derived d = {
	    400, 1, 1.6e-5, 1.7e-5, 1e-5, 2.02e-5, 32000, 34000, 62500, 4};
	static const struct {
		const char *name;
		enum cycle_source source;
		size_t trials;
		int64_t input_bytes;
		double cycles, median, per_byte, spread, low, high;
	} list[] = {
	    {"counted", CYCLES_PERF, 3, 64, 32000, 34000, 500, 0.6, 12221.061019529361,
		74006.58371782237},
	    {"estimated", CYCLES_ESTIMATE, 3, 64, 31744, 33000, 496, 0.6,
		12123.292531373145, 73414.53104807991},
	    {"none", CYCLES_NONE, 3, 64, NAN, NAN, NAN, 0.6, NAN, NAN},
	    {"no input", CYCLES_PERF, 2, 0, 32000, 34000, NAN, 0.6, 345.99563126201275,
		2312167.922704731},
	    {"one trial", CYCLES_PERF, 1, 64, 32000, 34000, 500, NAN, NAN, NAN},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct maker *m = make("kem-1");
		struct record *r = &add_timing(m, "A", "enc")->record;
		const struct figures *f;
		r->derived = d;
		r->cycle_source = list[i].source;
		r->trials = trials;
		r->trial_count = list[i].trials;
		r->input_bytes = list[i].input_bytes;
		r->estimated_mean = 31744;
		r->estimated_median = 33000;
		finish(m);
		f = &m->a.row->figures;
		wrong += unit_real(list[i].name, f->cycles, list[i].cycles);
		wrong += unit_real(list[i].name, f->median_cycles, list[i].median);
		wrong += unit_real(list[i].name, f->cycles_per_byte, list[i].per_byte);
		wrong += unit_near(list[i].name, f->spread, list[i].spread);
		wrong += is_close(list[i].name, f->cycles_low, list[i].low);
		wrong += is_close(list[i].name, f->cycles_high, list[i].high);
		wrong += unit_real(list[i].name, f->seconds, 1.6e-5);
		wrong += unit_real(list[i].name, f->median_seconds, 1.7e-5);
		wrong += unit_real(list[i].name, f->per_second, 62500);
		wrong += unit_real(list[i].name, f->megabytes_per_second, 4);
		drop(m);
	}
	assert_int_equal(wrong, 0);
}

static void
empty(void **state)
{
	struct maker *m = make("kem-1");

	(void)state;
	finish(m);
	assert_int_equal(m->a.instances, 0);
	assert_int_equal(m->a.operations, 0);
	assert_null(m->a.algorithm);
	drop(m);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(operation_order),
	    cmocka_unit_test(operation_names),
	    cmocka_unit_test(layouts),
	    cmocka_unit_test(instances),
	    cmocka_unit_test(notes),
	    cmocka_unit_test(other_notes),
	    cmocka_unit_test(rows),
	    cmocka_unit_test(figures),
	    cmocka_unit_test(empty),
	};

	return cmocka_run_group_tests_name("aggregate", tests, NULL, NULL);
}

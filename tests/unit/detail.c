/* SPDX-License-Identifier: MIT */
#include "core/detail.h"

#include "core/field.h"
#include "core/record.h"
#include "unit.h"

/*
 * Three trials as in good.h, batch by batch; the second has a rejected one. By hand, of
 * a call:
 *
 *	cycles  20000, 40000, 34000   median 34000, quartiles 27000, 37000, mad 6000
 *	ns      10000, 20000, 17000   median 17000, quartiles 13500, 18500, mad 3000
 *
 * and estimated cycles 21000, 41000, 35000, over all (2.1 + 4.1 + 7) / 400 million. The
 * clock's half quartile distances: 10 of 1000, 30 of 1500, 30 of 2000 MHz: their mean
 * is 0.045 / 3, the stated error 0.02.
 */
static const struct trial trials[] = {{100, 2000000, 0.001, NAN},
    {100, 4000000, 0.002, NAN}, {200, 6800000, 0.0034, NAN}};

static const char good[] =
    "{\"detail\":[{\"seed\":1,\"calls_per_batch\":50,\"batches\":{"
    "\"ns\":[400000,600000],\"cycles\":[800000,1200000],"
    "\"estimated_cycles\":[900000,1200000]},"
    "\"probe_hz\":[990000000,1000000000,1010000000]},"
    "{\"seed\":2,\"calls_per_batch\":50,\"batches\":{\"ns\":[900000,7777,1100000],"
    "\"cycles\":[1900000,0,2100000],\"estimated_cycles\":[2000000,5,2100000],"
    "\"rejected\":[1]},\"probe_hz\":[1480000000,1500000000,1540000000]},"
    "{\"seed\":3,\"calls_per_batch\":100,\"batches\":{\"ns\":[1700000,1700000],"
    "\"cycles\":[3400000,3400000],\"estimated_cycles\":[3500000,3500000],"
    "\"rejected\":[]},\"probe_hz\":[1970000000,2000000000,2030000000]}],"
    "\"statistics\":{\"unit\":\"cycles\",\"median\":34000,\"q1\":27000,\"q3\":37000,"
    "\"mad\":6000,\"ci95\":[12221.061019529361,74006.58371782237]}}";

/* Runs detail_check with old, at every place, replaced by new. */
static void
run(const char *old, const char *new, enum cycle_source source, struct arena *arena,
    struct findings *f)
{
	const struct place at = {f, "file", "", 0};
	struct trial own[COUNT_OF(trials)];
	struct record r = {.trials = own,
	    .trial_count = COUNT_OF(trials),
	    .cycle_source = source,
	    .estimated_mean = 33000,
	    .estimated_median = 35000,
	    .estimate_error = 0.02};
	struct json *j = unit_json(unit_replace(arena, good, old, new));

	memcpy(own, trials, sizeof(own));
	r.derived.measurements = 400;
	*f = (struct findings){.arena = arena};
	detail_check(&r, j, arena, &at);
	json_free(j);
}

static void
batches(void **state)
{
	static const struct {
		const char *name, *old, *new, *fields;
	} list[] = {
	    {"good", "50", "50", ""},
	    {"a trial less", "{\"seed\":1", "{\"seed\":9},{\"seed\":1", "detail"},
	    {"null", "\"detail\":[", "\"detail\":null,\"x\":[", ""},
	    {"none", "\"detail\"", "\"x\"", ""},
	    {"an object", "\"detail\":[", "\"detail\":{},\"x\":[", "detail"},
	    {"time", "[400000,", "[400001,", "trials[0].seconds"},
	    {"cycles", "[800000,", "[800001,", "trials[0].cycles"},
	    {"calls", "\"seed\":1,\"calls_per_batch\":50", "\"calls_per_batch\":51",
		"trials[0].measurements"},
	    {"a rejected one back in", "\"rejected\":[1]", "\"rejected\":[]",
		"trials[1].measurements trials[1].seconds"},
	    {"another one rejected", "\"rejected\":[1]", "\"rejected\":[0]",
		"trials[1].seconds trials[1].cycles"},
	    {"one more rejected", "\"rejected\":[1]", "\"rejected\":[1,2]",
		"trials[1].measurements trials[1].seconds trials[1].cycles"},
	    {"none of that number", "\"rejected\":[1]", "\"rejected\":[1,3]",
		"detail[1].batches.rejected"},
	    {"the last of that number", "\"rejected\":[1]", "\"rejected\":[2]",
		"trials[1].seconds trials[1].cycles"},
	    {"one below 0", "\"rejected\":[1]", "\"rejected\":[-1,1]",
		"detail[1].batches.rejected"},
	    {"not ascending", "\"rejected\":[1]", "\"rejected\":[1,1]",
		"detail[1].batches.rejected"},
	    {"half of one", "\"rejected\":[1]", "\"rejected\":[0.5,1]",
		"detail[1].batches.rejected"},
	    {"a batch less", "[1700000,1700000]", "[3400000]",
		"detail[2].batches.cycles detail[2].batches.estimated_cycles"},
	    {"a time that is none", "[400000,", "[null,", "detail[0].batches.ns"},
	    {"no times", "\"ns\":[400000,600000]", "\"ns\":[]", "detail[0].batches.ns"},
	    {"times elsewhere", "\"ns\":[400000", "\"x\":[400000",
		"detail[0].batches.ns"},
	    {"cycles that are none", "[800000,", "[\"800000\",",
		"detail[0].batches.cycles"},
	    {"an estimate that is none", "[900000,1", "[null,1",
		"detail[0].batches.estimated_cycles"},
	    {"no calls", "\"seed\":1,\"calls_per_batch\":50", "\"seed\":1",
		"detail[0].calls_per_batch"},
	    {"0 calls", "\"seed\":1,\"calls_per_batch\":50", "\"calls_per_batch\":0",
		"detail[0].calls_per_batch"},
	    {"no batches", "\"batches\"", "\"x\"",
		"detail[0].batches.ns detail[1].batches.ns detail[2].batches.ns"},
	    {"no cycles", "\"cycles\":[3400000,3400000],", "", ""},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct arena arena = {0};
		struct findings f;
		run(list[i].old, list[i].new, CYCLES_PERF, &arena, &f);
		wrong += unit_fields(list[i].name, &f, list[i].fields);
		arena_free(&arena);
	}
	assert_int_equal(wrong, 0);
}

static void
statistics(void **state)
{
	static const struct {
		const char *name, *old, *new, *fields;
	} list[] = {
	    {"median", "\"median\":34000", "\"median\":34001", "statistics.median"},
	    {"median within 1e-14", "\"median\":34000", "\"median\":34000.00000000010",
		""},
	    {"no median", "\"median\":34000,", "", "statistics.median"},
	    {"first quartile", "27000", "27001", "statistics.q1"},
	    {"third quartile", "37000", "36999", "statistics.q3"},
	    {"deviation", "6000,\"ci95\"", "6001,\"ci95\"", "statistics.mad"},
	    {"scaled deviation", "6000,\"ci95\"", "8895.6,\"ci95\"", "statistics.mad"},
	    {"low end", "12221.0610", "12221.0710", "statistics.ci95[0]"},
	    {"high end", "74006.58", "74006.68", "statistics.ci95[1]"},
	    {"no high end", ",74006.58371782237", "", "statistics.ci95[1]"},
	    {"interval null", "[12221.061019529361,74006.58371782237]", "null",
		"statistics.ci95[0] statistics.ci95[1]"},
	    {"none", "\"statistics\"", "\"x\"", ""},
	    {"null", "\"statistics\":{", "\"statistics\":null,\"x\":{", ""},
	    {"a text", "\"statistics\":{", "\"statistics\":\"\",\"x\":{",
		"statistics.unit"},
	    {"another unit", "\"unit\":\"cycles\"", "\"unit\":\"ticks\"",
		"statistics.unit"},
	    {"no unit", "\"unit\":\"cycles\",", "", "statistics.unit"},
	    {"a deviation of 0", "6000,\"ci95\"", "0,\"ci95\"", "statistics.mad"},
	    {"in ns",
		"\"unit\":\"cycles\",\"median\":34000,\"q1\":27000,\"q3\":37000,"
		"\"mad\":6000,\"ci95\":[12221.061019529361,74006.58371782237]",
		"\"unit\":\"ns\",\"median\":17000,\"q1\":13500,\"q3\":18500,"
		"\"mad\":3000,\"ci95\":[6110.530509764691,37003.29185891112]",
		""},
	    {"in estimated cycles",
		"\"unit\":\"cycles\",\"median\":34000,\"q1\":27000,\"q3\":37000,"
		"\"mad\":6000,\"ci95\":[12221.061019529361,74006.58371782237]",
		"\"unit\":\"estimated_cycles\",\"median\":35000,\"q1\":28000,"
		"\"q3\":38000,\"mad\":6000,"
		"\"ci95\":[13055.26413744077,74175.72517467983]",
		""},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct arena arena = {0};
		struct findings f;
		run(list[i].old, list[i].new, CYCLES_PERF, &arena, &f);
		wrong += unit_fields(list[i].name, &f, list[i].fields);
		arena_free(&arena);
	}
	assert_int_equal(wrong, 0);
}

static void
estimates(void **state)
{
	static const struct {
		const char *name, *old, *new, *fields;
	} list[] = {
	    {"good", "50", "50", ""},
	    {"mean", "[900000,1200000]", "[900004,1200000]", "estimated_cycles.mean"},
	    {"median", "[3500000,3500000]", "[3600000,3600000]",
		"estimated_cycles.mean estimated_cycles.median"},
	    {"in a rejected batch", "[2000000,5,", "[2000000,500,", ""},
	    {"a quartile of the clock", "[1480000000,", "[1480000100,",
		"estimated_cycles.relative_error"},
	    {"its rounding", "[1480000000,", "[1480000001,", ""},
	    {"a median", "1000000000,", "1000000300,",
		"estimated_cycles.relative_error"},
	    {"nulls", "[1480000000,1500000000,1540000000]", "[null,null,null]", ""},
	    {"no clock", "2000000000,", "0,", ""},
	    {"one trial has none", "\"estimated_cycles\":[3500000,3500000]",
		"\"x\":[3500000,3500000]", "detail[2].batches.estimated_cycles"},
	    {"one number", "[1480000000,1500000000,1540000000]", "[1]", ""},
	    {"no array", "\"probe_hz\":[1480", "\"probe_hz\":1,\"x\":[1480", ""},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct arena arena = {0};
		struct findings f;
		run(list[i].old, list[i].new, CYCLES_ESTIMATE, &arena, &f);
		wrong += unit_fields(list[i].name, &f, list[i].fields);
		arena_free(&arena);
	}
	assert_int_equal(wrong, 0);
}

/* Every trial gets the sum of its batches' estimates, without the rejected one; no
 * trial where cycles are counted, or where one batch has none. */
static void
shares(void **state)
{
	static const struct {
		const char *name, *old, *new;
		enum cycle_source source;
		double wanted[3];
	} list[] = {
	    {"estimated", "50", "50", CYCLES_ESTIMATE, {2100000, 4100000, 7000000}},
	    {"counted", "50", "50", CYCLES_PERF, {NAN, NAN, NAN}},
	    {"one is none", ",5,2100000", ",5,null", CYCLES_ESTIMATE, {NAN, NAN, NAN}},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct arena arena = {0};
		struct findings f = {.arena = &arena};
		const struct place at = {&f, "file", "", 0};
		struct trial own[COUNT_OF(trials)];
		struct record r = {.trials = own,
		    .trial_count = COUNT_OF(trials),
		    .cycle_source = list[i].source};
		struct json *j =
		    unit_json(unit_replace(&arena, good, list[i].old, list[i].new));

		memcpy(own, trials, sizeof(own));
		detail_check(&r, j, &arena, &at);
		for (size_t k = 0; k < COUNT_OF(trials); k++)
			wrong += unit_real(
			    list[i].name, own[k].estimated, list[i].wanted[k]);
		json_free(j);
		arena_free(&arena);
	}
	assert_int_equal(wrong, 0);
}

/* One trial gives no interval. */
static void
one_trial(void **state)
{
	static const struct {
		const char *ci95, *fields;
	} list[] = {
	    {"null", ""},
	    {"[9000,11000]", "statistics.ci95"},
	};
	struct trial t = {100, 2000000, 0.001, NAN};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct arena arena = {0};
		struct findings f = {.arena = &arena};
		const struct place at = {&f, "file", "", 0};
		struct record r = {.trials = &t, .trial_count = 1};
		char text[400];
		struct json *j;
		snprintf(text, sizeof(text),
		    "{\"detail\":[{\"calls_per_batch\":100,\"batches\":{\"ns\":[1e6],"
		    "\"cycles\":[2000000]}}],\"statistics\":{\"unit\":\"cycles\","
		    "\"median\":20000,\"q1\":20000,\"q3\":20000,\"mad\":0,\"ci95\":%s}"
		    "}",
		    list[i].ci95);
		j = unit_json(text);
		detail_check(&r, j, &arena, &at);
		wrong += unit_fields(list[i].ci95, &f, list[i].fields);
		json_free(j);
		arena_free(&arena);
	}
	assert_int_equal(wrong, 0);
}

/* The batches that are kept, by hand: 800000 cycles in 50 calls are 16000 of a call. */
static void
kept(void **state)
{
	static const struct {
		const char *name, *old, *new;
		enum cycle_source source;
		size_t ends[3];
		float batch[6];
	} list[] = {
	    {"cycles", "50", "50", CYCLES_PERF, {2, 4, 6},
		{16000, 24000, 38000, 42000, 34000, 34000}},
	    {"estimated", "50", "50", CYCLES_ESTIMATE, {2, 4, 6},
		{18000, 24000, 40000, 42000, 35000, 35000}},
	    {"time", "50", "50", CYCLES_NONE, {2, 4, 6},
		{8e-6F, 12e-6F, 18e-6F, 22e-6F, 17e-6F, 17e-6F}},
	    {"ascending", "[800000,1200000]", "[1200000,800000]", CYCLES_PERF,
		{2, 4, 6}, {16000, 24000, 38000, 42000, 34000, 34000}},
	    {"none of a trial", "\"cycles\":[3400000,3400000],", "", CYCLES_PERF,
		{2, 4, 4}, {16000, 24000, 38000, 42000}},
	    {"no numbers", "[3400000,3400000]", "\"no\"", CYCLES_PERF, {0}, {0}},
	    {"no cost is below 0", "[800000,", "[-800000,", CYCLES_PERF, {1, 3, 5},
		{24000, 38000, 42000, 34000, 34000}},
	    {"no batches at all", "\"batches\"", "\"x\"", CYCLES_PERF, {0}, {0}},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct arena arena = {0};
		struct findings f = {.arena = &arena};
		const struct place at = {&f, "file", "", 0};
		struct trial own[COUNT_OF(trials)];
		struct record r = {.trials = own,
		    .trial_count = COUNT_OF(trials),
		    .cycle_source = list[i].source};
		struct json *j =
		    unit_json(unit_replace(&arena, good, list[i].old, list[i].new));

		memcpy(own, trials, sizeof(own));
		detail_check(&r, j, &arena, &at);
		wrong += unit_count(
		    list[i].name, (int64_t)r.batch_ends, list[i].ends[2] ? 3 : 0);
		wrong += unit_count(
		    list[i].name, (int64_t)r.batches, (int64_t)list[i].ends[2]);
		for (size_t k = 0; k < r.batch_ends; k++)
			wrong += unit_count(
			    list[i].name, r.batch_end[k], (int64_t)list[i].ends[k]);
		for (size_t k = 0; k < r.batches && k < list[i].ends[2]; k++)
			wrong += unit_near(list[i].name,
			    fabs(r.batch[k] - list[i].batch[k]) <=
				    1e-6 * list[i].batch[k]
				? list[i].batch[k]
				: r.batch[k],
			    list[i].batch[k]);
		json_free(j);
		arena_free(&arena);
	}
	assert_int_equal(wrong, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(batches),
	    cmocka_unit_test(statistics),
	    cmocka_unit_test(estimates),
	    cmocka_unit_test(shares),
	    cmocka_unit_test(one_trial),
	    cmocka_unit_test(kept),
	};

	return cmocka_run_group_tests_name("detail", tests, NULL, NULL);
}

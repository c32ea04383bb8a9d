/* SPDX-License-Identifier: MIT */
#include "core/derive.h"

#include "core/field.h"
#include "core/record.h"
#include "unit.h"

/* Runs derive on a record of one process that has the same trials as the record. */
static void
run(struct record *r, const char *trials, const char *claims, struct arena *arena,
    struct findings *f)
{
	const struct place at = {f, "file", "", 0};
	char *text = arena_get(arena, 2 * strlen(trials) + strlen(claims) + 100);
	struct json *j;

	sprintf(text, "{%s\"processes\":[{\"trials\":%s}],\"trials\":%s}", claims,
	    trials, trials);
	j = unit_json(text);
	r->baseline_rss = r->peak_rss = r->signing_retries = UNKNOWN_COUNT;
	derive(r, j, arena, &at);
	json_free(j);
}

/* The figures of a list of trials, worked out by hand. */
static void
figures(void **state)
{
	static const struct {
		const char *name, *trials;
		int64_t input_bytes;
		struct derived d;
	} list[] = {
	    {"one trial of one call",
		"[{\"measurements\":1,\"seconds\":2.5,\"cycles\":0}]", 0,
		{1, 0, 2.5, 2.5, 2.5, 2.5, NAN, NAN, 0.4, NAN}},
	    {"two trials",
		"[{\"measurements\":10,\"seconds\":1,\"cycles\":100},"
		"{\"measurements\":30,\"seconds\":6,\"cycles\":1500}]",
		0, {40, 0, 0.175, 0.15, 0.1, 0.2, 40, 30, 40.0 / 7, NAN}},
	    {"four trials out of order",
		"[{\"measurements\":1,\"seconds\":10,\"cycles\":8},"
		"{\"measurements\":1,\"seconds\":2,\"cycles\":1},"
		"{\"measurements\":1,\"seconds\":4,\"cycles\":4},"
		"{\"measurements\":1,\"seconds\":1,\"cycles\":2}]",
		0, {4, 0, 4.25, 3, 1, 10, 3.75, 3, 4.0 / 17, NAN}},
	    {"one trial without cycles",
		"[{\"measurements\":10,\"seconds\":1,\"cycles\":100},"
		"{\"measurements\":10,\"seconds\":3,\"cycles\":0},"
		"{\"measurements\":10,\"seconds\":2,\"cycles\":100}]",
		0, {30, 0, 0.2, 0.2, 0.1, 0.3, NAN, NAN, 5, NAN}},
	    {"99 measurements", "[{\"measurements\":99,\"seconds\":99,\"cycles\":99}]",
		0, {99, 0, 1, 1, 1, 1, 1, 1, 1, NAN}},
	    {"100 measurements",
		"[{\"measurements\":100,\"seconds\":100,\"cycles\":100}]", 0,
		{100, 1, 1, 1, 1, 1, 1, 1, 1, NAN}},
	    {"throughput", "[{\"measurements\":100,\"seconds\":0.5,\"cycles\":0}]",
		65536, {100, 1, 0.005, 0.005, 0.005, 0.005, NAN, NAN, 200, 13.1072}},
	    {"2^53 measurements",
		"[{\"measurements\":9007199254740992,\"seconds\":1024,"
		"\"cycles\":9007199254740992}]",
		0,
		{(int64_t)1 << 53, 1, 0x1p-43, 0x1p-43, 0x1p-43, 0x1p-43, 1, 1, 0x1p43,
		    NAN}},
	    {"cycles over 2^53 in sum",
		"[{\"measurements\":1,\"seconds\":1,\"cycles\":9007199254740992},"
		"{\"measurements\":3,\"seconds\":3,\"cycles\":9007199254740992}]",
		0, {4, 0, 1, 1, 1, 1, 0x1p52, (0x1p53 + 0x1p53 / 3) / 2, 1, NAN}},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct arena arena = {0};
		struct findings f = {.arena = &arena};
		struct record r = {.input_bytes = list[i].input_bytes};
		const struct derived *d = &r.derived, *right = &list[i].d;
		const char *name = list[i].name;
		run(&r, list[i].trials, "", &arena, &f);
		wrong += unit_count(name, d->measurements, right->measurements);
		wrong += unit_count(name, d->guide_100_met, right->guide_100_met);
		wrong += unit_near(name, d->mean_seconds, right->mean_seconds);
		wrong += unit_near(name, d->median_seconds, right->median_seconds);
		wrong += unit_near(name, d->min_seconds, right->min_seconds);
		wrong += unit_near(name, d->max_seconds, right->max_seconds);
		wrong += unit_near(name, d->mean_cycles, right->mean_cycles);
		wrong += unit_near(name, d->median_cycles, right->median_cycles);
		wrong += unit_near(name, d->per_second, right->per_second);
		wrong += unit_near(
		    name, d->megabytes_per_second, right->megabytes_per_second);
		arena_free(&arena);
	}
	assert_int_equal(wrong, 0);
}

/* The sum is compensated: 10^8 s and ten times a nanosecond, which one by one are lost.
 */
static void
compensates(void **state)
{
	struct arena arena = {0};
	struct findings f = {.arena = &arena};
	struct record r = {0};
	char trials[1000] = "[{\"measurements\":1,\"seconds\":1e8,\"cycles\":0}";

	(void)state;
	for (int i = 0; i < 10; i++)
		strcat(trials, ",{\"measurements\":1,\"seconds\":1e-9,\"cycles\":0}");
	strcat(trials, "]");
	run(&r, trials, "", &arena, &f);
	assert_true(r.derived.mean_seconds == 100000000.00000001 / 11);
	arena_free(&arena);
}

/* A trial that gives no figure: that alone is the finding. */
static void
bad_trials(void **state)
{
	static const struct {
		const char *name, *trials, *fields;
	} list[] = {
	    {"none", "[]", "trials"},
	    {"null", "null", "trials"},
	    {"object", "{\"a\":{\"measurements\":1,\"seconds\":1,\"cycles\":0}}",
		"trials"},
	    {"a number", "[7]", "trials[0]"},
	    {"0 measurements", "[{\"measurements\":0,\"seconds\":1,\"cycles\":0}]",
		"trials[0].measurements"},
	    {"negative measurements",
		"[{\"measurements\":-1,\"seconds\":1,\"cycles\":0}]",
		"trials[0].measurements"},
	    {"part of a measurement",
		"[{\"measurements\":1.5,\"seconds\":1,\"cycles\":0}]",
		"trials[0].measurements"},
	    {"null measurements",
		"[{\"measurements\":null,\"seconds\":1,\"cycles\":0}]",
		"trials[0].measurements"},
	    {"over 2^53 measurements",
		"[{\"measurements\":9007199254740994,\"seconds\":1,\"cycles\":0}]",
		"trials[0].measurements"},
	    {"over 2^53 in sum",
		"[{\"measurements\":9007199254740992,\"seconds\":1,\"cycles\":0},"
		"{\"measurements\":1,\"seconds\":1,\"cycles\":0}]",
		"trials[1].measurements"},
	    {"0 seconds", "[{\"measurements\":1,\"seconds\":0,\"cycles\":0}]",
		"trials[0].seconds"},
	    {"-0 seconds", "[{\"measurements\":1,\"seconds\":-0.0,\"cycles\":0}]",
		"trials[0].seconds"},
	    {"negative seconds",
		"[{\"measurements\":1,\"seconds\":-1e-9,\"cycles\":0}]",
		"trials[0].seconds"},
	    {"null seconds", "[{\"measurements\":1,\"seconds\":null,\"cycles\":0}]",
		"trials[0].seconds"},
	    {"seconds as a text",
		"[{\"measurements\":1,\"seconds\":\"1\",\"cycles\":0}]",
		"trials[0].seconds"},
	    {"the third one",
		"[{\"measurements\":1,\"seconds\":1,\"cycles\":0},"
		"{\"measurements\":1,\"seconds\":1,\"cycles\":0},"
		"{\"measurements\":0,\"seconds\":0,\"cycles\":0}]",
		"trials[2].measurements trials[2].seconds"},
	    {"negative cycles", "[{\"measurements\":1,\"seconds\":1,\"cycles\":-1}]",
		"trials[0].cycles"},
	    {"null cycles", "[{\"measurements\":1,\"seconds\":1,\"cycles\":null}]",
		"trials[0].cycles"},
	    {"no cycles", "[{\"measurements\":1,\"seconds\":1}]", "trials[0].cycles"},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct arena arena = {0};
		struct findings f = {.arena = &arena};
		struct record r = {0};
		run(&r, list[i].trials, "", &arena, &f);
		wrong += unit_fields(list[i].name, &f, list[i].fields);
		arena_free(&arena);
	}
	assert_int_equal(wrong, 0);
}

/* One call in the smallest double of seconds: more than a double of calls a second. No
 * finite number a file can claim is right. */
static void
infinite_rate(void **state)
{
	struct arena arena = {0};
	struct findings f = {.arena = &arena};
	struct record r = {0};

	(void)state;
	run(&r, "[{\"measurements\":1,\"seconds\":5e-324,\"cycles\":0}]",
	    "\"measurements\":1,\"guide_100_measurements_met\":false,"
	    "\"mean_seconds\":5e-324,\"median_trial_seconds\":5e-324,"
	    "\"min_trial_seconds\":5e-324,\"max_trial_seconds\":5e-324,\"mean_cycles\":"
	    "null,"
	    "\"median_trial_cycles\":null,\"operations_per_second\":1,"
	    "\"throughput_MB_per_second\":null,",
	    &arena, &f);
	arena_free(&arena);
	assert_true(f.count > 0);
}

/* What a file says beside two trials of 10 calls in 1 s and 3 s, 100 cycles each. */
static void
claims(void **state)
{
	static const char trials[] =
	    "[{\"measurements\":10,\"seconds\":1,\"cycles\":100},"
	    "{\"measurements\":10,\"seconds\":3,\"cycles\":100}]";
	static const char good[] =
	    "\"measurements\":20,\"guide_100_measurements_met\":false,\"mean_seconds\":"
	    "0.2,"
	    "\"median_trial_seconds\":0.2,\"min_trial_seconds\":0.1,"
	    "\"max_trial_seconds\":0.3,\"mean_cycles\":10,\"median_trial_cycles\":10,"
	    "\"operations_per_second\":5,\"throughput_MB_per_second\":null,";
	static const struct {
		const char *name, *old, *new, *fields;
	} list[] = {
	    {"good", "20", "20", ""},
	    {"measurements", "20", "21", "measurements"},
	    {"a whole number as a real", "20", "20.0", ""},
	    {"guide", "false", "true", "guide_100_measurements_met"},
	    {"guide as a number", "false", "0", "guide_100_measurements_met"},
	    {"half of 1e-14", "_seconds\":0.1", "_seconds\":0.1000000000000005", ""},
	    {"twice 1e-14", "_seconds\":0.1", "_seconds\":0.100000000000002",
		"min_trial_seconds"},
	    {"max", "0.3", "0.31", "max_trial_seconds"},
	    {"mean cycles null", "\"mean_cycles\":10", "\"mean_cycles\":null",
		"mean_cycles"},
	    {"mean cycles 0", "\"mean_cycles\":10", "\"mean_cycles\":0", "mean_cycles"},
	    {"mean seconds null", "\"mean_seconds\":0.2", "\"mean_seconds\":null",
		"mean_seconds"},
	    {"median missing", "\"median_trial_seconds\":0.2,", "",
		"median_trial_seconds"},
	    {"rate", "\":5", "\":5.1", "operations_per_second"},
	    {"rate negative", "\":5", "\":-5", "operations_per_second"},
	    {"throughput 0", "\"throughput_MB_per_second\":null",
		"\"throughput_MB_per_second\":0", "throughput_MB_per_second"},
	    {"throughput missing", "\"throughput_MB_per_second\":null,", "",
		"throughput_MB_per_second"},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct arena arena = {0};
		struct findings f = {.arena = &arena};
		struct record r = {0};
		run(&r, trials, unit_replace(&arena, good, list[i].old, list[i].new),
		    &arena, &f);
		wrong += unit_fields(list[i].name, &f, list[i].fields);
		arena_free(&arena);
	}
	assert_int_equal(wrong, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(figures),
	    cmocka_unit_test(compensates),
	    cmocka_unit_test(bad_trials),
	    cmocka_unit_test(infinite_rate),
	    cmocka_unit_test(claims),
	};

	return cmocka_run_group_tests_name("derive", tests, NULL, NULL);
}

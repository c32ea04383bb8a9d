/* SPDX-License-Identifier: MIT */
/* A record held against what its processes say. */
#include "core/record.h"

#include "good.h"

static void
processes(void **state)
{
	static const struct change list[] = {
	    {"another baseline", "baseline_rss_bytes",
		{"\"baseline_rss_bytes\":3000", "\"baseline_rss_bytes\":1000"}},
	    {"another peak", "peak_rss_bytes",
		{"\"peak_rss_bytes\":7000", "\"peak_rss_bytes\":7001"}},
	    {"peak null", "peak_rss_bytes",
		{"\"peak_rss_bytes\":7000", "\"peak_rss_bytes\":null"}},
	    {"a process peaks higher", "peak_rss_bytes", {"\"5000\"", "\"9000\""}},
	    {"a process peaks lower", "", {"\"5000\"", "\"4500\""}},
	    {"one does not say its peak", "", {"\"peak_rss_bytes\":\"4000\",", ""}},
	    {"none says its baseline", "baseline_rss_bytes",
		{"\"baseline_rss_bytes\":\"", "\"x\":\""}},
	    {"none says it, null", "",
		{"\"baseline_rss_bytes\":\"", "\"x\":\"", "\"baseline_rss_bytes\":3000",
		    "\"baseline_rss_bytes\":null"}},
	    {"retries", "disturbed_retries",
		{"\"disturbed_retries\":3", "\"disturbed_retries\":2"}},
	    {"retries of a process", "disturbed_retries",
		{"\"disturbed_retries\":2}", "\"disturbed_retries\":0}"}},
	    {"a process without trials", "trials",
		{"[{\"measurements\":200,\"seconds\":0.0034,\"cycles\":6800000}],"
		 "\"stderr\"",
		    "[],\"stderr\""}},
	    {"a trial too many in a process", "trials",
		{"\"cycles\":6800000}],\"stderr\"",
		    "\"cycles\":6800000},{\"measurements\":1,\"seconds\":1,\"cycles\":"
		    "1}],"
		    "\"stderr\""}},
	    {"no processes",
		"trials disturbed_retries baseline_rss_bytes peak_rss_bytes",
		{"\"processes\"", "\"procs\""}},
	};

	(void)state;
	good_check(list, COUNT_OF(list));
}

/* In a process alone; the record's own figures agree. */
static void
trials_of_processes(void **state)
{
	static const struct {
		const char *name, *old, *new;
	} list[] = {
	    {"measurements", "0.002,\"cycles\":4000000}],",
		"0.002,\"cycles\":4000001}],"},
	    {"seconds", "0.002,\"cycles\":4000000}],", "0.0021,\"cycles\":4000000}],"},
	    {"seconds as a text", "0.002,\"cycles\":4000000}],",
		"\"0.002\",\"cycles\":4000000}],"},
	    {"no cycles", "0.002,\"cycles\":4000000}],", "0.002}],"},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		const char *pairs[] = {list[i].old, list[i].new, NULL};
		struct arena arena = {0};
		struct findings f;
		struct record r;
		good_read(&r, pairs, &arena, &f);
		wrong += unit_count(list[i].name, (int64_t)f.count, 1);
		wrong += unit_holds(
		    list[i].name, f.count ? f.list[0].field : "", "trials[1]");
		arena_free(&arena);
	}
	assert_int_equal(wrong, 0);
}

#define NO_SIZE "\"sizes\":{\"input_bytes\":64,", "\"sizes\":{"
#define RECORD_FLAGS "\"build_flags\":\"-O2 \",\"baseline"

static void
meta(void **state)
{
	static const struct change list[] = {
	    {"public key", "sizes.pk_bytes", {"\"pk_bytes\":800", "\"pk_bytes\":801"}},
	    {"message", "sizes.msg1_bytes",
		{"\"msg1_bytes\":\"1600\"", "\"msg1_bytes\":\"1601\""}},
	    {"in words", "sizes.pk_bytes",
		{"\"pk_bytes\":\"800\"", "\"pk_bytes\":\"many\""}},
	    {"passes", "kex.kex_passes", {"\"kex_passes\":3", "\"kex_passes\":2"}},
	    {"passes run", "kex.kex_passes_run",
		{"\"kex_passes_run\":2", "\"kex_passes_run\":3"}},
	    {"input of the sizes", "sizes.input_bytes",
		{"\"sizes\":{\"input_bytes\":64", "\"sizes\":{\"input_bytes\":65"}},
	    {"input", "input_bytes",
		{NO_SIZE, "\"input_bytes\":\"64\"", "\"input_bytes\":\"65\""}},
	    {"flags", "build_flags",
		{RECORD_FLAGS, "\"build_flags\":\"-O2\",\"baseline"}},
	    {"flags null", "build_flags",
		{RECORD_FLAGS, "\"build_flags\":null,\"baseline"}},
	    {"scope", "timing_scope",
		{"\"timing_scope\":\"loop\"}", "\"timing_scope\":\"per_call_step\"}"}},
	    {"the library's own word", "", {"Reference_Implementation", "Other"}},
	    {"sizes are no number", "sizes.pk_bytes",
		{"\"pk_bytes\":800", "\"pk_bytes\":\"800\""}},
	    {"nothing said", "", {"\"pk_bytes\":\"800\",", ""}},
	    {"no public key", "sizes.pk_bytes", {"\"pk_bytes\":800,", ""}},
	    {"no message", "sizes.msg1_bytes", {"\"msg1_bytes\":1600,", ""}},
	    {"a second message, in meta alone", "sizes.msg2_bytes",
		{"\"msg1_bytes\":\"1600\"",
		    "\"msg1_bytes\":\"1600\",\"msg2_bytes\":\"800\"",
		    ",\"msg2_bytes\":800", ""}},
	    {"no passes", "kex.kex_passes", {"\"kex_passes\":3,", ""}},
	};

	(void)state;
	good_check_first(list, COUNT_OF(list));
}

/* Null stands for unknown, but the processes say it. */
static void
meta_against_null(void **state)
{
	static const struct change list[] = {
	    {"public key null", "sizes.pk_bytes",
		{"\"pk_bytes\":800", "\"pk_bytes\":null"}},
	    {"passes null", "kex.kex_passes",
		{"\"kex_passes\":3", "\"kex_passes\":null"}},
	    {"input in words", "input_bytes",
		{NO_SIZE, "\"input_bytes\":\"64\"", "\"input_bytes\":\"many\""}},
	};

	(void)state;
	good_check_first(list, COUNT_OF(list));
}

/* The words of ours that are shown. */
static void
words(void **state)
{
	static const struct change list[] = {
	    {"stable", "", {"\"schema\":2", "\"schema\":2,\"stability\":\"stable\""}},
	    {"unstable", "",
		{"\"schema\":2", "\"schema\":2,\"stability\":\"unstable\""}},
	    {"null", "", {"\"schema\":2", "\"schema\":2,\"stability\":null"}},
	    {"another stability", "stability",
		{"\"schema\":2", "\"schema\":2,\"stability\":\"fine\""}},
	    {"budget", "", {"\"schema\":2", "\"schema\":2,\"limit\":\"budget\""}},
	    {"another limit", "limit", {"\"schema\":2", "\"schema\":2,\"limit\":\"\""}},
	};

	(void)state;
	good_check_first(list, COUNT_OF(list));
}

/* In a complete record both are always there. */
static void
objects_missing(void **state)
{
	static const struct change list[] = {
	    {"no sizes", "sizes", {"\"sizes\"", "\"x\""}},
	    {"sizes a number", "sizes", {"\"sizes\":{", "\"sizes\":1,\"x\":{"}},
	    {"no kex", "kex", {"\"kex\"", "\"x\""}},
	    {"kex null", "kex", {"\"kex\":{", "\"kex\":null,\"x\":{"}},
	};

	(void)state;
	good_check_first(list, COUNT_OF(list));
}

/* Others follow: with an unknown input no throughput is right, and so on. */
static void
first_findings(void **state)
{
	static const struct change list[] = {
	    {"input as a real", "input_bytes",
		{"\"input_bytes\":64,\"kat", "\"input_bytes\":6.4,\"kat"}},
	    {"negative input", "input_bytes",
		{"\"input_bytes\":64,\"kat", "\"input_bytes\":-1,\"kat"}},
	    {"no peak", "peak_rss_bytes", {",\"peak_rss_bytes\":7000", ""}},
	};

	(void)state;
	good_check_first(list, COUNT_OF(list));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(processes),
	    cmocka_unit_test(trials_of_processes),
	    cmocka_unit_test(meta),
	    cmocka_unit_test(meta_against_null),
	    cmocka_unit_test(words),
	    cmocka_unit_test(objects_missing),
	    cmocka_unit_test(first_findings),
	};

	return cmocka_run_group_tests_name("record_process", tests, NULL, NULL);
}

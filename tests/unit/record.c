/* SPDX-License-Identifier: MIT */
#include "core/record.h"

#include "core/buf.h"
#include "core/field.h"
#include "core/pack.h"
#include "good.h"

static void
reads_all(void **state)
{
	static const char *const none[] = {NULL};
	struct arena arena = {0};
	struct findings f;
	struct record r;
	int wrong = 0;

	(void)state;
	good_read(&r, none, &arena, &f);
	wrong += unit_fields("good", &f, "");
	wrong += unit_true("complete", r.complete, true);
	wrong += unit_text("candidate", r.candidate, "kex-01");
	wrong += unit_text("label", r.label, "A-1");
	wrong += unit_text("instance", r.instance, "A_1");
	wrong += unit_text("variant", r.variant, "reference");
	wrong += unit_text("started", r.started_utc, "2026-09-28T15:05:46.5+00:00");
	wrong += unit_text("ended", r.ended_utc, NULL);
	wrong += unit_text("kat_log", r.kat_log, "kat/kex-01/A-1.log");
	wrong += unit_text("command", r.command, "taskset -c 7");
	wrong += unit_text("failure", r.failure, NULL);
	wrong += unit_true("exit code", r.exit_code == NO_EXIT_CODE, true);
	wrong += unit_count("input_bytes", r.input_bytes, 64);
	wrong += unit_count("kat_not_passed", r.kat_not_passed, 0);
	wrong += unit_count("retries", r.disturbed_retries, 3);
	wrong += unit_count("signing retries", r.signing_retries, 5);
	wrong += unit_count("baseline", r.baseline_rss, 3000);
	wrong += unit_count("peak", r.peak_rss, 7000);
	wrong += unit_count("trials", (int64_t)r.trial_count, 3);
	wrong += unit_count("last measurements", r.trials[2].measurements, 200);
	wrong += unit_real("last seconds", r.trials[2].seconds, 0.0034);
	wrong += unit_count("last cycles", r.trials[2].cycles, 6800000);
	wrong += unit_near("mean", r.derived.mean_seconds, 1.6e-5);
	wrong += unit_near("mean cycles", record_mean_cycles(&r), 32000);
	wrong += unit_near("throughput", r.derived.megabytes_per_second, 4);
	wrong += unit_count("passes", r.kex_passes, 3);
	wrong += unit_count("passes run", r.kex_passes_run, 2);
	wrong += unit_count("messages", (int64_t)r.sizes.messages, 2);
	wrong += unit_count("message 2", r.sizes.message[1], 800);
	wrong += unit_count("total", r.sizes.total_msg, 2400);
	wrong += unit_count("secret as run", r.sizes.ss_actual, 32);
	wrong += unit_count("no ciphertext", r.sizes.ct, UNKNOWN_COUNT);
	wrong += unit_text("architecture", r.environment.architecture, "aarch64");
	wrong += unit_count("CPU", r.environment.cpu_number, 7);
	wrong += unit_text("machine", r.environment.machine, NULL);
	wrong += unit_count("virtualized", r.environment.virtualized, 0);
	wrong += unit_count("memory", r.environment.memory_kib, UNKNOWN_COUNT);
	wrong += unit_text("stability", r.stability, NULL);
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

static void
identity(void **state)
{
	static const struct change list[] = {
	    {"schema 3", "schema", {"\"schema\":2", "\"schema\":3"}},
	    {"schema as a text", "schema", {"\"schema\":2", "\"schema\":\"2\""}},
	    {"no schema", "schema", {"\"schema\":2,", ""}},
	    {"another status", "status",
		{"2,\"status\":\"complete\"", "2,\"status\":\"ok\""}},
	    {"no status", "status", {"2,\"status\":\"complete\"", "2"}},
	    {"no candidate", "candidate", {"\"candidate\":\"kex-01\",", ""}},
	    {"candidate null", "candidate",
		{"\"candidate\":\"kex-01\"", "\"candidate\":null"}},
	    {"label a number", "label", {"\"label\":\"A-1\"", "\"label\":1"}},
	    {"no instance", "instance", {"\"instance\":\"A_1\",", ""}},
	    {"no variant", "variant", {"\"variant\":\"reference\",", ""}},
	    {"flags an array", "flags", {"\"flags\":\"guide\"", "\"flags\":[]"}},
	    {"no operation", "operation", {"\"operation\":\"exchange\",", ""}},
	    {"no KAT", "kat", {"\"kat\":\"PASS\",", ""}},
	    {"passed, and not", "kat_not_passed",
		{"\"kat_not_passed\":false", "\"kat_not_passed\":true"}},
	    {"not passed, and passed", "kat_not_passed", {"\"PASS\"", "\"MISMATCH\""}},
	    {"not passed", "",
		{"\"PASS\"", "\"NOKAT\"", "\"kat_not_passed\":false",
		    "\"kat_not_passed\":true"}},
	    {"kat_not_passed a text", "kat_not_passed",
		{"\"kat_not_passed\":false", "\"kat_not_passed\":\"no\""}},
	    {"library null", "", {"\"lib/A-1.so\"", "null"}},
	    {"no library", "library", {"\"library\":\"lib/A-1.so\",", ""}},
	    {"log null", "",
		{"\"kat/kex-01/A-1.log\"", "null",
		    "\"2222222222222222222222222222222222222222222222222222222222222222"
		    "\"",
		    "null"}},
	    {"short digest", "library_sha256", {"\"1111", "\"111"}},
	    {"long digest", "kat_log_sha256", {"\"2222", "\"22222"}},
	    {"upper-case digest", "kat_log_sha256", {"\"2222", "\"A222"}},
	    {"CPU as a text", "environment.cpu_number",
		{"\"cpu_number\":7", "\"cpu_number\":\"7\""}},
	    {"unknown members", "", {"\"hostname\"", "\"x\":[1],\"hostname\""}},
	};

	(void)state;
	good_check(list, COUNT_OF(list));
}

static void
no_object(void **state)
{
	struct arena arena = {0};
	struct findings f = {.arena = &arena};
	struct record r = {0};
	struct json *j = unit_json("[2]");
	int wrong;

	(void)state;
	record_read(&r, j, "file", &arena, &f);
	wrong = unit_fields("an array", &f, "-");
	json_free(j);
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

/* The same list in the record and its processes, figures as they were. */
static void
figures(void **state)
{
	static const struct change list[] = {
	    {"measurements of a trial",
		"measurements mean_seconds max_trial_seconds mean_cycles "
		"operations_per_second throughput_MB_per_second",
		{"100,\"seconds\":0.002", "101,\"seconds\":0.002"}},
	    {"seconds of a trial",
		"mean_seconds max_trial_seconds operations_per_second "
		"throughput_MB_per_second",
		{"0.002,", "0.0020001,"}},
	    {"cycles of a trial", "mean_cycles", {"4000000", "4000001"}},
	    {"measurements", "measurements",
		{"\"measurements\":400", "\"measurements\":399"}},
	    {"guide", "guide_100_measurements_met", {"met\":true", "met\":false"}},
	    {"guide null", "guide_100_measurements_met", {"met\":true", "met\":null"}},
	    {"mean", "mean_seconds", {"1.6e-05", "1.6000000000001e-05"}},
	    {"mean within 1e-14", "", {"1.6e-05", "1.60000000000001e-05"}},
	    {"median", "median_trial_seconds", {"1.7e-05", "1.6e-05"}},
	    {"min", "min_trial_seconds", {"\":1e-05", "\":1.1e-05"}},
	    {"max", "max_trial_seconds", {"\":2e-05", "\":1.9e-05"}},
	    {"mean cycles", "mean_cycles", {"\":32000", "\":32001"}},
	    {"median cycles", "median_trial_cycles", {"34000.0", "34000.1"}},
	    {"rate", "operations_per_second", {"62500", "62501"}},
	    {"throughput", "throughput_MB_per_second", {"\":4.0", "\":4.1"}},
	    {"throughput null", "throughput_MB_per_second", {"\":4.0", "\":null"}},
	    {"throughput without input", "throughput_MB_per_second",
		{"\"input_bytes\":64", "\"input_bytes\":0", "\"input_bytes\":\"64\"",
		    "\"input_bytes\":\"0\""}},
	    {"no throughput without input", "",
		{"\"input_bytes\":64", "\"input_bytes\":0", "\"input_bytes\":\"64\"",
		    "\"input_bytes\":\"0\"", "\":4.0", "\":null"}},
	    {"one trial without cycles", "mean_cycles median_trial_cycles",
		{"\"cycles\":4000000", "\"cycles\":0"}},
	    {"one without, null", "",
		{"\"cycles\":4000000", "\"cycles\":0", "\":32000", "\":null",
		    "\":34000.0", "\":null"}},
	    {"null with cycles", "mean_cycles", {"\":32000", "\":null"}},
	};

	(void)state;
	good_check(list, COUNT_OF(list));
}

#define FAILED "2,\"status\":\"complete\"", "2,\"status\":\"failed_or_partial\""

/* Only identity and digests are checked. */
static void
failed(void **state)
{
	static const struct change list[] = {
	    {"as it is", "", {FAILED}},
	    {"wrong figures", "", {FAILED, "62500", "1", "\":32000", "\":null"}},
	    {"no trials", "", {FAILED, "\"trials\"", "\"x\""}},
	    {"0 measurements", "",
		{FAILED, "\"measurements\":100", "\"measurements\":0"}},
	    {"retries", "",
		{FAILED, "\"disturbed_retries\":3", "\"disturbed_retries\":null"}},
	    {"sizes", "", {FAILED, "\"pk_bytes\":800", "\"pk_bytes\":\"x\""}},
	    {"flags of the build", "",
		{FAILED, "\"build_flags\":\"-O2 \",\"baseline", "\"baseline"}},
	    {"no label", "label", {FAILED, "\"label\":\"A-1\",", ""}},
	    {"digest", "library_sha256", {FAILED, "\"1111", "\"1"}},
	    {"schema", "schema", {FAILED, "\"schema\":2", "\"schema\":1"}},
	};

	(void)state;
	good_check(list, COUNT_OF(list));
}

static void
failed_environment(void **state)
{
	static const struct change list[] = {
	    {"CPU as a text", "", {FAILED, "\"cpu_number\":7", "\"cpu_number\":\"7\""}},
	    {"virtualized", "", {FAILED, "\"virtualized\":false", "\"virtualized\":0"}},
	    {"emulated", "environment.emulated",
		{"\"virtualized\":false", "\"virtualized\":false,\"emulated\":0"}},
	    {"emulated, as it should be", "",
		{"\"virtualized\":false", "\"virtualized\":false,\"emulated\":true"}},
	};

	(void)state;
	good_check(list, COUNT_OF(list));
}

/* The first process that is not complete, and its exit code where it has one. */
static void
failures(void **state)
{
	static const struct {
		const char *name, *pairs[7], *failure;
		int64_t exit_code;
	} list[] = {
	    {"none", {FAILED}, NULL, NO_EXIT_CODE},
	    {"exit code",
		{FAILED, "[{\"status\":\"complete\",\"exit_code\":0",
		    "[{\"status\":\"failed\",\"exit_code\":1"},
		"failed", 1},
	    {"signal",
		{FAILED, "[{\"status\":\"complete\",\"exit_code\":0",
		    "[{\"status\":\"failed\",\"exit_code\":-11"},
		"failed", -11},
	    {"timeout",
		{FAILED, "[{\"status\":\"complete\",\"exit_code\":0",
		    "[{\"status\":\"hard_timeout\",\"exit_code\":null"},
		"hard_timeout", NO_EXIT_CODE},
	    {"no exit code",
		{FAILED, "[{\"status\":\"complete\",\"exit_code\":0",
		    "[{\"status\":\"missing\""},
		"missing", NO_EXIT_CODE},
	    {"the first of two",
		{FAILED, "{\"status\":\"complete\",\"exit_code\":0,",
		    "{\"status\":\"failed\",\"exit_code\":3,",
		    "[{\"status\":\"failed\",\"exit_code\":3,",
		    "[{\"status\":\"complete\",\"exit_code\":0,"},
		"failed", 3},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct arena arena = {0};
		struct findings f;
		struct record r;
		good_read(&r, list[i].pairs, &arena, &f);
		wrong += unit_fields(list[i].name, &f, "");
		wrong += unit_true(list[i].name, r.complete, false);
		wrong += unit_text(list[i].name, r.failure, list[i].failure);
		wrong +=
		    unit_true(list[i].name, r.exit_code == list[i].exit_code, true);
		arena_free(&arena);
	}
	assert_int_equal(wrong, 0);
}

#define SOURCE(text) "\"schema\":2", "\"schema\":2,\"cycle_source\":" text
#define NO_CYCLES \
	"\"cycles\":4000000", "\"cycles\":0", "\":32000", "\":null", "\":34000.0", \
	    "\":null"
#define ESTIMATE \
	"\"estimate\",\"estimated_cycles\":{\"mean\":31000,\"median\":33000," \
	"\"relative_error\":0.01,\"probe\":\"mul\"}"

static void
cycle_sources(void **state)
{
	static const struct {
		const char *name, *pairs[9], *fields;
		enum cycle_source source;
		double mean;
	} list[] = {
	    {"missing, with cycles", {NULL}, "", CYCLES_PERF, 32000},
	    {"missing, without", {NO_CYCLES}, "", CYCLES_NONE, NAN},
	    {"null", {SOURCE("null")}, "", CYCLES_PERF, 32000},
	    {"perf", {SOURCE("\"perf\"")}, "", CYCLES_PERF, 32000},
	    {"perf without cycles", {SOURCE("\"perf\""), NO_CYCLES}, "cycle_source",
		CYCLES_PERF, NAN},
	    {"none", {SOURCE("\"none\""), NO_CYCLES}, "", CYCLES_NONE, NAN},
	    {"estimate", {SOURCE(ESTIMATE), NO_CYCLES}, "", CYCLES_ESTIMATE, 31000},
	    {"estimate without one", {SOURCE("\"estimate\""), NO_CYCLES},
		"estimated_cycles.mean estimated_cycles.median "
		"estimated_cycles.relative_error",
		CYCLES_ESTIMATE, NAN},
	    {"missing, with an estimate",
		{"\"schema\":2", "\"schema\":2,\"estimated_cycles\":{\"mean\":31000}",
		    NO_CYCLES},
		"cycle_source", CYCLES_NONE, NAN},
	    {"another word", {SOURCE("\"tsc\"")}, "cycle_source", CYCLES_PERF, 32000},
	    {"a number", {SOURCE("1")}, "cycle_source", CYCLES_PERF, 32000},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct arena arena = {0};
		struct findings f;
		struct record r;
		good_read(&r, list[i].pairs, &arena, &f);
		wrong += unit_fields(list[i].name, &f, list[i].fields);
		wrong += unit_count(list[i].name, r.cycle_source, list[i].source);
		wrong += unit_real(list[i].name, record_mean_cycles(&r), list[i].mean);
		arena_free(&arena);
	}
	assert_int_equal(wrong, 0);
}

static void
own_members(void **state)
{
	static const char *const pairs[] = {SOURCE(ESTIMATE), NO_CYCLES, "\"kat\":",
	    "\"reference\":{\"source\":\"tsc\",\"hz\":2.6e9},\"stability\":"
	    "\"unstable\","
	    "\"limit\":\"budget\",\"kat\":",
	    NULL};
	struct arena arena = {0};
	struct findings f;
	struct record r;
	int wrong = 0;

	(void)state;
	good_read(&r, pairs, &arena, &f);
	wrong += unit_fields("ours", &f, "");
	wrong += unit_real("estimated median", r.estimated_median, 33000);
	wrong += unit_real("error", r.estimate_error, 0.01);
	wrong += unit_text("probe", r.estimate_probe, "mul");
	wrong += unit_text("reference", r.reference_source, "tsc");
	wrong += unit_real("its clock", r.reference_hz, 2.6e9);
	wrong += unit_text("stability", r.stability, "unstable");
	wrong += unit_text("limit", r.limit, "budget");
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

/* A record without key exchange, and one with more messages than are read. */
static void
messages(void **state)
{
	static const char *const no_kex[] = {"\"kex_passes\":3,\"kex_passes_run\":2",
	    "", "\"msg1_bytes\":1600,\"msg2_bytes\":800,", "",
	    "\"msg1_bytes\":\"1600\",\"kex_passes\":\"3\",\"kex_passes_run\":\"2\",",
	    "", NULL};
	static const char *const many[] = {"\"msg2_bytes\":800",
	    "\"msg2_bytes\":2,\"msg3_bytes\":3,\"msg4_bytes\":4,\"msg5_bytes\":5,"
	    "\"msg6_bytes\":6,\"msg7_bytes\":7,\"msg8_bytes\":8,\"msg9_bytes\":9,"
	    "\"msg10_bytes\":10,\"msg11_bytes\":11,\"msg12_bytes\":12,\"msg13_bytes\":"
	    "13,"
	    "\"msg14_bytes\":14,\"msg15_bytes\":15,\"msg16_bytes\":16,\"msg17_bytes\":"
	    "17",
	    NULL};
	static const char *const gap[] = {"\"msg2_bytes\"", "\"msg3_bytes\"", NULL};
	static const char *const bad[] = {
	    "\"msg2_bytes\":800", "\"msg2_bytes\":-1", NULL};
	struct arena arena = {0};
	struct findings f;
	struct record r;
	int wrong = 0;

	(void)state;
	good_read(&r, no_kex, &arena, &f);
	wrong += unit_fields("no exchange", &f, "");
	wrong += unit_count("no exchange", (int64_t)r.sizes.messages, 0);
	wrong += unit_count("no passes", r.kex_passes_run, UNKNOWN_COUNT);
	good_read(&r, many, &arena, &f);
	wrong += unit_fields("many", &f, "");
	wrong += unit_count("many", (int64_t)r.sizes.messages, KEX_MESSAGES);
	wrong +=
	    unit_count("the last", r.sizes.message[KEX_MESSAGES - 1], KEX_MESSAGES);
	good_read(&r, gap, &arena, &f);
	wrong += unit_count("gap", (int64_t)r.sizes.messages, 1);
	good_read(&r, bad, &arena, &f);
	wrong += unit_fields("negative", &f, "sizes.msg2_bytes");
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

static void
keys(void **state)
{
	struct arena arena = {0};
	int wrong = 0;

	(void)state;
	wrong += unit_text("hash", record_key("hash", 32, &arena), "hash_32");
	wrong += unit_text("least", record_key("hash", 1, &arena), "hash_1");
	wrong += unit_text("long", record_key("hash", 65536, &arena), "hash_65536");
	wrong += unit_text("none", record_key("keygen", 0, &arena), "keygen");
	wrong +=
	    unit_text("unknown", record_key("init_a", UNKNOWN_COUNT, &arena), "init_a");
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

/* What was packed comes back and packs to the same bytes; a part of them is bad. */
static void
packs(void **state)
{
	static const char *const none[] = {NULL};
	struct arena arena = {0};
	struct findings f;
	struct buf first = {0}, second = {0};
	struct pack out = {.out = &first}, again = {.out = &second}, in;
	struct record r, back = {0};
	int wrong = 0;

	(void)state;
	good_read(&r, none, &arena, &f);
	record_pack(&out, &r);
	in = pack_from(first.data, first.len, &arena);
	record_pack(&in, &back);
	wrong += unit_true("bad", in.bad, false);
	wrong += unit_true("all read", in.in == in.end, true);
	wrong += unit_text("command", back.command, "taskset -c 7");
	wrong += unit_count("trials", (int64_t)back.trial_count, 3);
	wrong += unit_near("mean", back.derived.mean_seconds, 1.6e-5);
	wrong += unit_count("messages", (int64_t)back.sizes.messages, 2);
	record_pack(&again, &back);
	wrong += unit_true("same bytes",
	    first.len == second.len && !memcmp(first.data, second.data, first.len),
	    true);
	for (size_t n = 0; n < first.len; n++) {
		struct arena part = {0};
		char *exact = mem_get(n);
		struct pack cut = pack_from(exact, n, &part);
		memcpy(exact, first.data, n);
		memset(&back, 0, sizeof(back));
		record_pack(&cut, &back);
		wrong += cut.bad ? 0 : unit_count("cut, and not bad", (int64_t)n, -1);
		mem_free(exact);
		arena_free(&part);
	}
	buf_free(&first);
	buf_free(&second);
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(reads_all),
	    cmocka_unit_test(identity),
	    cmocka_unit_test(no_object),
	    cmocka_unit_test(figures),
	    cmocka_unit_test(failed),
	    cmocka_unit_test(failed_environment),
	    cmocka_unit_test(failures),
	    cmocka_unit_test(cycle_sources),
	    cmocka_unit_test(own_members),
	    cmocka_unit_test(messages),
	    cmocka_unit_test(keys),
	    cmocka_unit_test(packs),
	};

	return cmocka_run_group_tests_name("record", tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
/*
 * good.h: a record without a fault, for tests that change one thing in it. It is a hash
 * and a key exchange at once, so that every member is there. By hand:
 *
 *	measurements      100, 100, 200               sum 400
 *	seconds           0.001, 0.002, 0.0034        sum 0.0064, mean 1.6e-5
 *	seconds a call    1e-5, 2e-5, 1.7e-5          median 1.7e-5
 *	cycles            2000000, 4000000, 6800000   sum 12800000, mean 32000
 *	cycles a call     20000, 40000, 34000         median 34000
 *	a second          400 / 0.0064 = 62500; times 64 bytes: 4 MB
 */
#ifndef TESTS_GOOD_H
#define TESTS_GOOD_H

#include "core/record.h"
#include "unit.h"

#define GOOD_META \
	"\"input_bytes\":\"64\",\"build_flags\":\"-O2 \",\"pk_bytes\":\"800\"," \
	"\"msg1_bytes\":\"1600\",\"kex_passes\":\"3\",\"kex_passes_run\":\"2\"," \
	"\"variant\":\"Reference_Implementation\",\"timing_scope\":\"loop\","

static const char good_record[] =
    "{\"schema\":2,\"status\":\"complete\",\"candidate\":\"kex-01\",\"label\":\"A-1\","
    "\"instance\":\"A_1\",\"variant\":\"reference\",\"flags\":\"guide\","
    "\"operation\":\"exchange\",\"input_bytes\":64,\"kat\":\"PASS\","
    "\"kat_not_passed\":false,\"disturbed_retries\":3,\"library\":\"lib/A-1.so\","
    "\"library_sha256\":"
    "\"1111111111111111111111111111111111111111111111111111111111111111\","
    "\"kat_log\":\"kat/kex-01/A-1.log\",\"kat_log_sha256\":"
    "\"2222222222222222222222222222222222222222222222222222222222222222\","
    "\"started_utc\":\"2026-09-28T15:05:46.5+00:00\",\"ended_utc\":null,"
    "\"environment\":{\"architecture\":\"aarch64\",\"cpu_number\":7,\"machine\":null,"
    "\"virtualized\":false,\"hostname\":\"vivo\"},"
    "\"processes\":["
    "{\"status\":\"complete\",\"exit_code\":0,\"meta\":{" GOOD_META
    "\"baseline_rss_bytes\":\"1000\",\"peak_rss_bytes\":\"5000\","
    "\"sign_failures_retried\":\"1\"},\"trials\":["
    "{\"measurements\":100,\"seconds\":0.001,\"cycles\":2000000}],\"stderr\":\"\","
    "\"command\":[\"taskset\",\"-c\",\"7\"],\"disturbed_retries\":0},"
    "{\"status\":\"complete\",\"exit_code\":0,\"meta\":{" GOOD_META
    "\"baseline_rss_bytes\":\"3000\",\"peak_rss_bytes\":\"4000\","
    "\"sign_failures_retried\":\"0\"},\"trials\":["
    "{\"measurements\":100,\"seconds\":0.002,\"cycles\":4000000}],\"stderr\":\"\","
    "\"command\":[\"other\"],\"disturbed_retries\":2},"
    "{\"status\":\"complete\",\"exit_code\":0,\"meta\":{" GOOD_META
    "\"baseline_rss_bytes\":\"2000\",\"peak_rss_bytes\":\"7000\","
    "\"sign_failures_retried\":\"4\"},\"trials\":["
    "{\"measurements\":200,\"seconds\":0.0034,\"cycles\":6800000}],\"stderr\":\"\","
    "\"command\":[],\"disturbed_retries\":1}],"
    "\"trials\":["
    "{\"measurements\":100,\"seconds\":0.001,\"cycles\":2000000},"
    "{\"measurements\":100,\"seconds\":0.002,\"cycles\":4000000},"
    "{\"measurements\":200,\"seconds\":0.0034,\"cycles\":6800000}],"
    "\"measurements\":400,\"guide_100_measurements_met\":true,\"mean_seconds\":1.6e-05,"
    "\"median_trial_seconds\":1.7e-05,\"min_trial_seconds\":1e-05,"
    "\"max_trial_seconds\":2e-05,\"mean_cycles\":32000,\"median_trial_cycles\":34000.0,"
    "\"operations_per_second\":62500,\"throughput_MB_per_second\":4.0,"
    "\"sizes\":{\"input_bytes\":64,\"pk_bytes\":800,\"sk_bytes\":1600,\"digest_bytes\":"
    "32,"
    "\"sta_bytes\":3232,\"stb_bytes\":96,\"msg1_bytes\":1600,\"msg2_bytes\":800,"
    "\"total_msg_bytes\":2400,\"ss_actual_bytes\":32},"
    "\"kex\":{\"kex_passes\":3,\"kex_passes_run\":2},\"build_flags\":\"-O2 \","
    "\"baseline_rss_bytes\":3000,\"peak_rss_bytes\":7000,\"timing_scope\":\"loop\"}";

/* Pairs of what stands in the good record, at every place, and what stands there now.
 */
struct change {
	const char *name, *fields; /* of the findings */
	const char *pairs[11];
};

/* Reads the good record with the changes. */
static inline void
good_read(
    struct record *r, const char *const *pairs, struct arena *arena, struct findings *f)
{
	const char *text = good_record;
	struct json *j;

	for (; *pairs; pairs += 2)
		text = unit_replace(arena, text, pairs[0], pairs[1]);
	j = unit_json(text);
	*r = (struct record){0};
	*f = (struct findings){.arena = arena};
	record_read(r, j, "file", arena, f);
	json_free(j);
}

/* Holds the findings' fields against those of the list, all of them. */
static inline void
good_check(const struct change *list, size_t n)
{
	int wrong = 0;

	for (size_t i = 0; i < n; i++) {
		struct arena arena = {0};
		struct findings f;
		struct record r;
		good_read(&r, list[i].pairs, &arena, &f);
		wrong += unit_fields(list[i].name, &f, list[i].fields);
		for (size_t k = 0; k < f.count; k++)
			wrong += unit_text(list[i].name, f.list[k].file, "file");
		arena_free(&arena);
	}
	assert_int_equal(wrong, 0);
}

/* Only the first finding, where more follow from it. */
static inline void
good_check_first(const struct change *list, size_t n)
{
	int wrong = 0;

	for (size_t i = 0; i < n; i++) {
		struct arena arena = {0};
		struct findings f;
		struct record r;
		good_read(&r, list[i].pairs, &arena, &f);
		wrong += unit_text(
		    list[i].name, f.count ? f.list[0].field : "", list[i].fields);
		arena_free(&arena);
	}
	assert_int_equal(wrong, 0);
}

#endif

/* SPDX-License-Identifier: MIT */
/* The texts that aggregate.h makes of rows. */
#include "report/aggregate.h"

#include "report/candidate.h"
#include "unit.h"

static void
reasons(void **state)
{
	static const struct {
		const char *failure;
		int64_t exit_code;
		const char *text;
	} list[] = {
	    {"hard_timeout", NO_EXIT_CODE, "failed: hard_timeout"},
	    {"failed", 1, "failed: failed (exit code 1)"},
	    {"failed", -11, "failed: failed (exit code -11)"},
	    {"failed", 0, "failed: failed (exit code 0)"},
	    {"missing", NO_EXIT_CODE, "failed: missing"},
	};
	struct arena arena = {0};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct timing t = {.record = {.failure = list[i].failure,
				       .exit_code = list[i].exit_code}};
		struct row r = {.timing = &t, .state = ROW_FAILED};
		wrong += unit_text(list[i].text, row_reason(&r, &arena), list[i].text);
	}
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

static void
count_texts(void **state)
{
	static const struct {
		int64_t n[6], retries;
		const char *stability, *text;
	} list[] = {
	    {{1}, -1, NULL, "1 (1 × 1)"},
	    {{20000, 20000, 20000, 20000, 20000}, -1, NULL, "100000 (5 × 20000)"},
	    {{20, 20, 50}, -1, NULL, "90 (20 + 20 + 50)"},
	    {{1, 2}, -1, NULL, "3 (1 + 2)"},
	    {{16, 16, 16, 16, 16}, 10, NULL,
		"80 (5 × 16); 10 failed signing attempts retried"},
	    {{16, 16}, 0, NULL, "32 (2 × 16)"},
	    {{5, 5}, -1, "stable", "10 (2 × 5)"},
	    {{5, 5}, -1, "unstable", "10 (2 × 5); unstable"},
	    {{5, 6}, 2, "disturbed",
		"11 (5 + 6); 2 failed signing attempts retried; disturbed"},
	};
	struct arena arena = {0};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct trial trials[6] = {0};
		struct timing t = {.record = {.trials = trials,
				       .signing_retries = list[i].retries,
				       .stability = list[i].stability}};
		struct row r = {.timing = &t};
		for (size_t k = 0; k < 6 && list[i].n[k]; k++) {
			trials[t.record.trial_count++].measurements = list[i].n[k];
			t.record.derived.measurements += list[i].n[k];
		}
		wrong +=
		    unit_text(list[i].text, row_count_text(&r, &arena), list[i].text);
	}
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

static void
ids(void **state)
{
	struct arena arena = {0};
	int wrong = 0;

	(void)state;
	wrong += unit_text("row", row_id("", "ZC-DM-1280-512", "hash_32", &arena),
	    "ZC-DM-1280-512--hash_32");
	wrong += unit_text(
	    "file", row_id("evidence--", "A", "enc", &arena), "evidence--A--enc");
	wrong += unit_text(
	    "blank", row_id("", "qube 512", "enc", &arena), "qube_20512--enc");
	wrong += unit_text(
	    "letters", row_id("", "\xc3\xa9<\"", "a/b", &arena), "_C3_A9_3C_22--a_2Fb");
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(reasons),
	    cmocka_unit_test(count_texts),
	    cmocka_unit_test(ids),
	};

	return cmocka_run_group_tests_name("aggregate_text", tests, NULL, NULL);
}

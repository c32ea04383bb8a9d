/* SPDX-License-Identifier: MIT */
#include "core/utc.h"

#include "unit.h"

static void
reads(void **state)
{
	static const struct {
		const char *text;
		int64_t seconds;
	} list[] = {
	    {"1970-01-01T00:00:00Z", 0},
	    {"1970-01-01T00:00:00+00:00", 0},
	    {"1970-01-01T00:00:00-00:00", 0},
	    {"2026-09-28T15:05:46Z", 1790607946},
	    {"2026-09-28T15:05:46.790099+00:00", 1790607946},
	    {"2026-09-28T15:05:46.9Z", 1790607946},
	    {"2026-09-28T15:05:46.999999999999999999999Z", 1790607946},
	    {"2026-09-28T23:05:46+08:00", 1790607946},
	    {"2026-09-28T09:35:46-05:30", 1790607946},
	    {"2026-09-29T14:05:46+23:00", 1790607946},
	    {"2026-09-28T16:04:46+00:59", 1790607946},
	    {"2024-12-31T23:59:59-00:01", 1735689659},
	    {"2024-02-29T00:00:00Z", 1709164800},
	    {"2000-02-29T12:00:00Z", 951825600},
	    {"1969-12-31T23:59:59Z", -1},
	    {"2038-01-19T03:14:08Z", 2147483648},
	    {"0000-01-01T00:00:00Z", -62167219200},
	    {"0001-01-01T00:00:00Z", -62135596800},
	    {"9999-12-31T23:59:59Z", 253402300799},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		int64_t seconds = INT64_MIN;
		wrong +=
		    unit_true(list[i].text, utc_read(list[i].text, &seconds), true);
		wrong += unit_count(list[i].text, seconds, list[i].seconds);
	}
	assert_int_equal(wrong, 0);
}

/* The last second of 2016 was a leap second. */
static void
leap_second(void **state)
{
	int64_t seconds = 0;

	(void)state;
	assert_true(utc_read("2016-12-31T23:59:60Z", &seconds));
	assert_int_equal(seconds, 1483228800);
}

static void
refuses(void **state)
{
	static const char *const list[] = {
	    "",
	    "Z",
	    "now",
	    "1790607946",
	    "2026-09-28",
	    "2026-09-28T15:05:46",
	    "2026-09-28T15:05:46.79",
	    "2026-09-28T15:05Z",
	    "2026-09-28 15:05:46Z",
	    "2026-09-28T15:05:46 Z",
	    "2026-09-28T15:05:46Z ",
	    " 2026-09-28T15:05:46Z",
	    "2026-09-28T15:05:46ZZ",
	    "2026-09-28T15:05:46.Z",
	    "2026-09-28T15:05:46,5Z",
	    "2026-09-28T15:05:46+00:00Z",
	    "2026-09-28T15:05:46+00",
	    "2026-09-28T15:05:46+0:00",
	    "2026-09-28T15:05:46+00:0",
	    "2026-09-28T15:05:46+00:000",
	    "2026-09-28T15:05:46+24:00",
	    "2026-09-28T15:05:46+00:60",
	    "2026-09-28T15:05:46+-1:00",
	    "2026-9-28T15:05:46Z",
	    "26-09-28T15:05:46Z",
	    "02026-09-28T15:05:46Z",
	    "-026-09-28T15:05:46Z",
	    "2026-00-28T15:05:46Z",
	    "2026-13-28T15:05:46Z",
	    "2026-09-00T15:05:46Z",
	    "2026-09-31T15:05:46Z",
	    "2026-01-32T15:05:46Z",
	    "2026-02-29T15:05:46Z",
	    "1900-02-29T15:05:46Z",
	    "2100-02-29T15:05:46Z",
	    "2024-02-30T15:05:46Z",
	    "2026-09-28T24:00:00Z",
	    "2026-09-28T15:60:46Z",
	    "2026-09-28T15:05:61Z",
	    "2026-09-28T15:-5:46Z",
	    "2026/09/28T15:05:46Z",
	};
	int64_t seconds;
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++)
		wrong += unit_true(list[i], utc_read(list[i], &seconds), false);
	wrong += unit_true("NULL", utc_read(NULL, &seconds), false);
	assert_int_equal(wrong, 0);
}

static void
writes(void **state)
{
	static const struct {
		int64_t seconds;
		const char *text;
	} list[] = {
	    {0, "1970-01-01T00:00:00"},
	    {-1, "1969-12-31T23:59:59"},
	    {1790607946, "2026-09-28T15:05:46"},
	    {1709164800, "2024-02-29T00:00:00"},
	    {2147483648, "2038-01-19T03:14:08"},
	    {253402300799, "9999-12-31T23:59:59"},
	    {-30610224000, "1000-01-01T00:00:00"},
	};
	char out[UTC_SIZE];
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++)
		wrong += unit_text(
		    list[i].text, utc_text(out, list[i].seconds), list[i].text);
	assert_int_equal(wrong, 0);
}

static void
early_years(void **state)
{
	static const struct {
		int64_t seconds;
		const char *text;
	} list[] = {
	    {-62167219200, "0000-01-01T00:00:00"},
	    {-62135596800, "0001-01-01T00:00:00"},
	    {-30610224001, "0999-12-31T23:59:59"},
	};
	char out[UTC_SIZE];
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++)
		wrong += unit_text(
		    list[i].text, utc_text(out, list[i].seconds), list[i].text);
	assert_int_equal(wrong, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(reads),
	    cmocka_unit_test(leap_second),
	    cmocka_unit_test(refuses),
	    cmocka_unit_test(writes),
	    cmocka_unit_test(early_years),
	};

	return cmocka_run_group_tests_name("utc", tests, NULL, NULL);
}

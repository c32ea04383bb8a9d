/* SPDX-License-Identifier: MIT */
#include "measure/guard.h"

#include "unit.h"

#include <limits.h>

static void
writes(void **state)
{
	static const struct {
		const char *name;
		size_t size;
		long
		    at; /* where a byte is changed, from the start; LONG_MIN: nowhere */
		bool seal;
		const char *wanted; /* NULL: nothing is said */
	} list[] = {
	    {"nothing", 100, LONG_MIN, true, NULL},
	    {"nothing, empty", 0, LONG_MIN, true, NULL},
	    {"inside", 100, 0, false, NULL},
	    {"the last byte", 100, 99, false, NULL},
	    {"one behind", 100, 100, false, "behind"},
	    {"one behind, aligned", 128, 128, false, "behind"},
	    {"the end of the zone", 100, 128 + GUARD_ZONE - 1, false, "behind"},
	    {"one before", 100, -1, false, "before"},
	    {"the start of the zone", 100, -GUARD_ZONE, false, "before"},
	    {"behind nothing", 0, 0, false, "behind"},
	    {"an input, its first byte", 100, 0, true, "changed"},
	    {"an input, its last byte", 101, 100, true, "changed"},
	    {"an input of a page and more", 5000, 4999, true, "changed"},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct err e = {0};
		struct guard g;
		bool holds;

		assert_int_equal(guard_new(&g, list[i].size, &e), 0);
		assert_int_equal((uintptr_t)g.data % 64, 0);
		if (list[i].seal)
			guard_seal(&g);
		if (list[i].at != LONG_MIN)
			g.data[list[i].at] ^= 1;
		holds = guard_holds(&g, "it", &e);
		wrong += unit_true(list[i].name, holds, !list[i].wanted);
		if (list[i].wanted)
			wrong += unit_holds(list[i].name, e.text, list[i].wanted);
		guard_free(&g);
	}
	assert_int_equal(wrong, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(writes),
	};

	return cmocka_run_group_tests_name("measure_guard", tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "measure/sampling.h"

#include "unit.h"

/* By hand, of a trial of 0.5 s with a clock of 20 ns: a batch has at least 20 µs. */
static void
splits(void **state)
{
	static const struct {
		const char *name;
		double call_ns, seconds;
		int64_t grain_ns;
		uint64_t least, calls, batches;
	} list[] = {
	    {"1 µs: a hundred of 5 ms", 1000, 0.5, 20, 1, 5000, 100},
	    {"0.3 ns", 0.3, 0.5, 20, 1, 16666667, 99},
	    {"no time at all", 0, 0.5, 20, 1, 50000000, 100},
	    {"4 ms: two calls are 8 ms", 4e6, 0.5, 20, 1, 2, 62},
	    {"5 ms: one is a batch", 5e6, 0.5, 20, 1, 1, 100},
	    {"6 ms", 6e6, 0.5, 20, 1, 1, 83},
	    {"a thirtieth", 0.5e9 / 30, 0.5, 20, 1, 1, 30},
	    {"slower: no more batches than calls", 50e6, 0.5, 20, 1, 1, 10},
	    {"slower, and twenty wanted", 50e6, 0.5, 20, 20, 1, 20},
	    {"slower than the trial", 2e9, 0.5, 20, 1, 1, 1},
	    {"slower than the trial, twenty wanted", 2e9, 0.5, 20, 20, 1, 20},
	    {"a coarse clock: 1 ms is the least", 1000, 0.02, 1000, 1, 1000, 30},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct sampling_split s = sampling_split(
		    list[i].call_ns, list[i].seconds, list[i].grain_ns, list[i].least);
		wrong +=
		    unit_count(list[i].name, (int64_t)s.calls, (int64_t)list[i].calls);
		wrong += unit_count(
		    list[i].name, (int64_t)s.batches, (int64_t)list[i].batches);
	}
	assert_int_equal(wrong, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(splits),
	};

	return cmocka_run_group_tests_name("measure_sampling", tests, NULL, NULL);
}

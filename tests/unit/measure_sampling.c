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
		int64_t probe_ns;
	} list[] = {
	    {"1 µs: fifty of 10 ms", 1000, 0.5, 20, 1, 10000, 50, 4000000},
	    {"0.3 ns", 0.3, 0.5, 20, 1, 33333334, 49, 4000000},
	    {"no time at all", 0, 0.5, 20, 1, 100000000, 50, 4000000},
	    {"4 ms: three calls are 12 ms", 4e6, 0.5, 20, 1, 3, 41, 4000000},
	    {"5 ms: two are a batch", 5e6, 0.5, 20, 1, 2, 50, 4000000},
	    {"10 ms: one is", 10e6, 0.5, 20, 1, 1, 50, 4000000},
	    {"12 ms", 12e6, 0.5, 20, 1, 1, 41, 4000000},
	    {"a thirtieth", 0.5e9 / 30, 0.5, 20, 1, 1, 30, 4000000},
	    {"slower: no more batches than calls", 50e6, 0.5, 20, 1, 1, 10, 4000000},
	    {"slower, and twenty wanted", 50e6, 0.5, 20, 20, 1, 20, 4000000},
	    {"slower than the trial", 2e9, 0.5, 20, 1, 1, 1, 4000000},
	    {"slower than the trial, twenty wanted", 2e9, 0.5, 20, 20, 1, 20, 4000000},
	    {"a short trial: 0.4 ms of each", 1000, 0.02, 20, 1, 400, 50, 400000},
	    {"a coarse clock: 1 ms is the least", 1000, 0.02, 1000, 1, 1000, 30,
		1000000},
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
		wrong += unit_count(list[i].name, s.probe_ns, list[i].probe_ns);
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

/* SPDX-License-Identifier: MIT */
#include "measure/series.h"

#include "core/buf.h"
#include "core/mem.h"
#include "core/pack.h"
#include "measure/attempt_pack.h"
#include "measure/result_process.h"

#include "unit.h"

#include <math.h>

enum { BATCHES = 40 };

static const struct series_plan plan = {
    .trials = 5, .attempts = SERIES_ATTEMPTS, .least = 100, .budget_s = 300};

/* An attempt whose batches of 10 calls take ns a call, with a steady clock of 4 GHz. */
static struct attempt *
make(struct arena *arena, double ns, double lost_ms)
{
	struct attempt *a = arena_get(arena, sizeof(*a));

	*a = (struct attempt){.outcome = OUTCOME_COMPLETE,
	    .wall_s = 0.6,
	    .calls_per_batch = 10,
	    .no_counter = "none here",
	    .tick_source = "tsc",
	    .detail = "",
	    .output = "",
	    .usage.run_delay_ns = (int64_t)(lost_ms * 1e6)};
	a->batch = arena_get(arena, BATCHES * sizeof(*a->batch));
	a->probe = arena_get(arena, (BATCHES + 1) * sizeof(*a->probe));
	for (int i = 0; i <= BATCHES; i++)
		a->probe[a->probes++] =
		    (struct probe){PROBE_ADDITIONS / 4, PROBE_MULTIPLICATIONS * 3 / 4,
			1, PROBE_ADDITIONS / 4 + PROBE_MULTIPLICATIONS * 3 / 4};
	for (int i = 0; i < BATCHES; i++)
		a->batch[a->batches++] = (struct batch){.ns = (int64_t)(ns * 10)};
	return a;
}

/* Runs a series of attempts with these costs, in order; returns how many were taken. */
static int
run(struct series *s, const struct series_plan *p, const double *ns,
    const double *lost_ms, int n, int *order, struct arena *arena)
{
	int taken = 0, trial;

	*s = (struct series){0};
	while ((trial = series_next(s, p, arena)) >= 0 && taken < n) {
		order[taken] = trial;
		series_add(s, p, trial,
		    make(arena, ns[taken], lost_ms ? lost_ms[taken] : 0), arena);
		taken++;
	}
	series_end(s, p);
	return taken;
}

static void
five_good_ones(void **state)
{
	static const double ns[] = {1000, 1001, 1002, 1003, 1004, 1};
	struct arena arena = {0};
	struct series s;
	int order[6], wrong = 0;

	(void)state;
	wrong += unit_count("taken", run(&s, &plan, ns, NULL, 6, order, &arena), 5);
	for (int i = 0; i < 5; i++)
		wrong += unit_count("trial", order[i], i);
	wrong += unit_count("stability", s.stability, STABILITY_STABLE);
	wrong += unit_count("limit", s.limit, LIMIT_PLAN);
	wrong += unit_real("spent", s.spent_s, 5 * 0.6);
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

/* The second trial loses time twice, then is good; the last one is off the others. */
static void
repeated(void **state)
{
	static const double ns[] = {1000, 1000, 1000, 1000, 1000, 1000, 1200, 1000, 1};
	static const double lost[] = {0, 50, 50, 0, 0, 0, 0, 0, 0};
	static const int wanted[] = {0, 1, 1, 1, 2, 3, 4, 4};
	struct arena arena = {0};
	struct series s;
	int order[9], wrong = 0;

	(void)state;
	wrong += unit_count("taken", run(&s, &plan, ns, lost, 9, order, &arena), 8);
	for (int i = 0; i < 8; i++)
		wrong += unit_count("trial", order[i], wanted[i]);
	wrong += unit_count("second", s.trial[1].retries, 2);
	wrong += unit_count("last", s.trial[4].retries, 1);
	wrong += unit_true("accepted", s.trial[4].accepted->reason == NULL, true);
	wrong += unit_count("stability", s.stability, STABILITY_DISTURBED);
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

static void
always_disturbed(void **state)
{
	double ns[16], lost[16];
	struct arena arena = {0};
	struct series s;
	int order[16], wrong = 0;

	(void)state;
	for (int i = 0; i < 16; i++) {
		ns[i] = 1000;
		lost[i] = 50;
	}
	wrong += unit_count("taken", run(&s, &plan, ns, lost, 16, order, &arena), 15);
	wrong += unit_count("stability", s.stability, STABILITY_UNSTABLE);
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

static void
none_repeated(void **state)
{
	static const double ns[] = {1000, 1000, 1000, 1000, 1200, 1};
	static const double lost[] = {0, 50, 0, 0, 0, 0};
	struct series_plan p = plan;
	struct arena arena = {0};
	struct series s;
	int order[6], wrong = 0;

	(void)state;
	p.attempts = 1;
	wrong += unit_count("taken", run(&s, &p, ns, lost, 6, order, &arena), 5);
	wrong += unit_true("lost", s.trial[1].accepted->reason != NULL, true);
	wrong += unit_true("off", s.trial[4].accepted->reason != NULL, true);
	wrong += unit_count("stability", s.stability, STABILITY_UNSTABLE);
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

static void
out_of_budget(void **state)
{
	static const double ns[] = {1000, 1000, 1000, 1};
	struct series_plan p = plan;
	struct arena arena = {0};
	struct series s;
	int order[4], wrong = 0;

	(void)state;
	p.budget_s = 1.3; /* two attempts of 0.6 s, and a third that is begun */
	wrong += unit_count("taken", run(&s, &p, ns, NULL, 4, order, &arena), 3);
	wrong += unit_count("limit", s.limit, LIMIT_BUDGET);
	wrong +=
	    unit_real("left for the third", series_attempt(&s, &p, 3).budget_s, 0.001);
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

/* 1000 and 1010 ns in turn have a half width under 0.3 % after some 30 trials. */
static void
until_precise(void **state)
{
	double ns[100];
	struct series_plan p = plan;
	struct arena arena = {0};
	struct series s;
	int order[100], wrong = 0, taken;

	(void)state;
	for (int i = 0; i < 100; i++)
		ns[i] = i % 2 ? 1010 : 1000;
	p.precision = 0.003;
	taken = run(&s, &p, ns, NULL, 100, order, &arena);
	/* half widths worked out by hand: 0.00312 for 13, 0.00298 for 14 */
	wrong += unit_count("taken", taken, 14);
	wrong += unit_count("limit", s.limit, LIMIT_PRECISION);
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

static void
failure_ends_it(void **state)
{
	struct arena arena = {0};
	struct series s = {0};
	struct attempt *a = make(&arena, 1000, 0);
	int wrong = 0;

	(void)state;
	wrong += unit_count("first", series_next(&s, &plan, &arena), 0);
	a->outcome = OUTCOME_CRASH;
	series_add(&s, &plan, 0, a, &arena);
	wrong += unit_count("then", series_next(&s, &plan, &arena), -1);
	wrong += unit_true("failure", s.failure == a, true);
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

/* What is packed and unpacked leads to the same decisions. */
static void
goes_on_from_bytes(void **state)
{
	struct arena arena = {0};
	struct attempt *a = make(&arena, 1000, 50), b = {0};
	const char *const command[] = {"ngcc-trial", "time", NULL};
	struct size size = {"digest_bytes", 32};
	struct buf bytes = {0};
	struct pack out = {.out = &bytes}, in;
	int wrong = 0;

	(void)state;
	a->command = command;
	a->size = &size;
	a->sizes = 1;
	a->exit_code = -9;
	a->passes[0] = 2;
	a->passes[1] = 3;
	attempt_pack(&out, a);
	in = pack_from(bytes.data, bytes.len, &arena);
	attempt_pack(&in, &b);
	wrong += unit_true("whole", !in.bad && in.in == in.end, true);
	wrong += unit_count("batches", (int64_t)b.batches, BATCHES);
	wrong += unit_count("probes", (int64_t)b.probes, BATCHES + 1);
	wrong += unit_count("ns", b.batch[BATCHES - 1].ns, 10000);
	wrong += unit_count("run delay", b.usage.run_delay_ns, 50000000);
	wrong += unit_count("exit code", b.exit_code, -9);
	wrong += unit_text("word", b.command[1], "time");
	wrong += unit_true("end", b.command[2] == NULL, true);
	wrong += unit_text("size", b.size[0].name, "digest_bytes");
	wrong += unit_text("counter", b.no_counter, "none here");
	wrong += unit_count("passes", b.passes[0], 2);
	wrong += unit_count("passes run", b.passes[1], 3);
	buf_free(&bytes);
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

/* The clock that a record states: of the core over all probes, and the error of what is
 * estimated by it, half the quartiles' distance over the median in each trial: 1 %, 2.5
 * % and 0, whose mean 3.5 / 3 % comes to half a percent of bias. */
static void
clock_of_all(void **state)
{
	static const double quartiles[][3] = {
	    {3.96e9, 4e9, 4.04e9}, {3.9e9, 4e9, 4.1e9}, {4e9, 4e9, 4e9}};
	static const double core[] = {4.0e9, 4.1e9, 3.9e9, 4.2e9, 4.3e9, 4.4e9};
	static const size_t probes[] = {2, 1, 3};
	struct series_trial trial[3] = {0};
	struct series s = {.trial = trial};
	struct attempt attempt[3] = {0};
	struct result_clock c = result_clock(&s);
	double all[COUNT_OF(core)];
	size_t from = 0;
	int wrong = unit_real("no trial", c.median, NAN);

	(void)state;
	memcpy(all, core, sizeof(all));
	for (size_t i = 0; i < 3; i++) {
		memcpy(attempt[i].clock_hz, quartiles[i], sizeof(quartiles[i]));
		attempt[i].core_hz = all + from;
		attempt[i].probes = probes[i];
		from += probes[i];
		trial[i].accepted = &attempt[i];
	}
	s.trials = 3;
	c = result_clock(&s);
	wrong += unit_near("median", c.median, 4.15e9);
	wrong += unit_real("least", c.least, 3.9e9);
	wrong += unit_real("most", c.most, 4.4e9);
	wrong += unit_near("relative error", c.relative_error, 0.05 / 3);
	attempt[1].clock_hz[0] = attempt[1].clock_hz[1] = NAN;
	c = result_clock(&s);
	wrong += unit_real("one shows none", c.median, NAN);
	wrong += unit_real("one shows none", c.relative_error, NAN);
	assert_int_equal(wrong, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(five_good_ones),
	    cmocka_unit_test(repeated),
	    cmocka_unit_test(always_disturbed),
	    cmocka_unit_test(none_repeated),
	    cmocka_unit_test(out_of_budget),
	    cmocka_unit_test(until_precise),
	    cmocka_unit_test(failure_ends_it),
	    cmocka_unit_test(goes_on_from_bytes),
	    cmocka_unit_test(clock_of_all),
	};

	return cmocka_run_group_tests_name("measure_series", tests, NULL, NULL);
}

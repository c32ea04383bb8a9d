/* SPDX-License-Identifier: MIT */
#include "measure/judge.h"

#include "core/finding.h"
#include "measure/attempt.h"
#include "measure/figures.h"

#include "unit.h"

enum { BATCHES = 40 };

/* A probe of one round at 4 GHz whose instructions take so many cycles, and that lost
 * some time. */
static struct probe
chains(double addition, double multiplication, int64_t lost_ns)
{
	struct probe p = {.unit_ns = (int64_t)(PROBE_ADDITIONS / 4 * addition),
	    .check_ns = (int64_t)(PROBE_MULTIPLICATIONS / 4 * multiplication),
	    .rounds = 1};

	p.ns = p.unit_ns + p.check_ns + lost_ns;
	return p;
}

/* An attempt whose batches took 1 ms each, on a core of 4 GHz whose multiplication
 * takes 3 cycles. */
static void
calm(struct attempt *a, struct batch *batch, struct probe *probe)
{
	*a = (struct attempt){.batch = batch,
	    .probe = probe,
	    .batches = BATCHES,
	    .probes = BATCHES + 1,
	    .calls_per_batch = 10,
	    .no_counter = "none"};
	for (int i = 0; i <= BATCHES; i++) {
		probe[i] = chains(1, 3, 0);
		if (i < BATCHES)
			batch[i] = (struct batch){.ns = 1000000, .ticks = 2000000};
	}
}

static void
reasons(void **state)
{
	static const struct {
		const char *name;
		int slow, unsteady, uncounted; /* so many batches, or probes */
		int64_t run_delay_ns, steal_ns;
		bool counter, interrupted; /* a tenth of every second probe */
		const char *wanted;        /* NULL: it counts */
	} list[] = {
	    {"calm", 0, 0, 0, 0, 0, false, false, NULL},
	    {"four slow batches", 4, 0, 0, 0, 0, false, false, NULL},
	    {"five slow batches", 5, 0, 0, 0, 0, false, false, "5 of 40"},
	    {"two bad probes are four batches", 0, 2, 0, 0, 0, false, false, NULL},
	    {"three bad probes", 0, 3, 0, 0, 0, false, false, "6 of 40"},
	    {"both", 1, 2, 0, 0, 0, false, false, "5 of 40"},
	    {"lost a hundredth", 0, 0, 0, 300000, 113408, false, false, NULL},
	    {"lost more", 0, 0, 0, 300000, 113409, false, false,
		"lost 0.4 ms of 41.3 ms"},
	    {"unknown losses", 0, 0, 0, -1, -1, false, false, NULL},
	    {"counted", 0, 0, 0, 0, 0, true, false, NULL},
	    {"four uncounted", 0, 0, 4, 0, 0, true, false, NULL},
	    {"five uncounted", 0, 0, 5, 0, 0, true, false, "in 5 of 40"},
	    {"interrupts, not the clock", 0, 0, 0, 0, 0, false, true, NULL},
	};
	struct batch batch[BATCHES];
	struct probe probe[BATCHES + 1];
	struct arena arena = {0};
	int wrong = 0;

	(void)state; /* all batches and probes last 40 x 1 ms + 41 x 32704 ns */
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct attempt a;

		calm(&a, batch, probe);
		a.usage.run_delay_ns = list[i].run_delay_ns;
		a.usage.steal_ns = list[i].steal_ns;
		a.no_counter = list[i].counter ? NULL : "none";
		for (int k = 0; k < BATCHES; k++)
			batch[k].counted = list[i].counter && k >= list[i].uncounted;
		for (int k = 0; k < list[i].slow; k++)
			batch[BATCHES - 1 - k].ns = 1100001;
		for (int k = 0; k < list[i].unsteady; k++)
			probe[1 + 2 * k] = chains(1.03, 3 * 1.03, 0);
		for (int k = 0; k <= BATCHES; k++)
			probe[k].ns += list[i].interrupted * (k % 2) * probe[k].ns / 10;
		judge_alone(&a, false, &arena);
		if (list[i].wanted)
			wrong += unit_holds(list[i].name, a.reason, list[i].wanted);
		else
			wrong += unit_text(list[i].name, a.reason, NULL);
	}
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

/* The chains' ratio decides whether there is a clock; the faster chain is the clock. */
static void
clocks(void **state)
{
	static const struct {
		const char *name;
		double multiplication, unit_slower;
		bool emulated;
		double hz; /* NaN: none */
	} list[] = {
	    {"3 cycles", 3, 1, false, 4e9},
	    {"4 cycles", 4, 1, false, 4e9},
	    {"additions slowed by 4 %", 3, 1.04, false, 4e9},
	    {"additions slowed by 6 %", 3, 1.06, false, NAN},
	    {"half a cycle", 2.5, 1, false, NAN},
	    {"as fast as an addition", 1, 1, false, NAN},
	    {"emulated", 3, 1, true, NAN},
	};
	struct batch batch[BATCHES];
	struct probe probe[BATCHES + 1];
	struct arena arena = {0};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct attempt a;
		double hz;

		calm(&a, batch, probe);
		for (int k = 0; k <= BATCHES; k++) {
			probe[k] =
			    chains(list[i].unit_slower, list[i].multiplication, 0);
		}
		judge_alone(&a, list[i].emulated, &arena);
		hz = a.clock_hz[1];
		wrong += unit_true(list[i].name, isnan(hz), isnan(list[i].hz));
		if (!isnan(hz) && fabs(hz / list[i].hz - 1) > 1e-3)
			wrong += unit_real(list[i].name, hz, list[i].hz);
		/* 1 ms at 4 GHz */
		if (!isnan(hz) && fabs(batch[0].estimate / 4e6 - 1) > 1e-3)
			wrong += unit_real(list[i].name, batch[0].estimate, 4e6);
		if (isnan(hz))
			wrong += unit_real(list[i].name, batch[0].estimate, NAN);
	}
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

/* A batch between two clocks takes their mean, or the median where they differ. */
static void
estimates(void **state)
{
	struct batch batch[BATCHES];
	struct probe probe[BATCHES + 1];
	struct arena arena = {0};
	struct attempt a;

	(void)state;
	calm(&a, batch, probe);
	probe[5] = chains(1.01, 3 * 1.01, 0);
	probe[9] = chains(2, 3 * 2, 0);
	judge_alone(&a, false, &arena);
	assert_true(batch[0].estimate == 4e6);
	assert_true(fabs(batch[4].estimate - 0.5 * (4e6 + 4e6 / 1.01)) < 300);
	assert_true(fabs(batch[5].estimate - 0.5 * (4e6 + 4e6 / 1.01)) < 300);
	assert_false(batch[5].disturbed);
	assert_true(batch[8].estimate == 4e6);
	assert_true(batch[9].estimate == 4e6);
	assert_true(batch[8].disturbed && batch[9].disturbed);
	arena_free(&arena);
}

/* Interrupts take their time from each probe: the core's clock is what it was, the
 * estimate is less by their share. By hand: a round at 4 GHz lasts 65536 / 4 + 21760 *
 * 3 / 4 = 32704 ns. */
static void
interrupted(void **state)
{
	static const struct {
		const char *name;
		int64_t lost_ns, odd_ns; /* of the even probes and of the odd ones */
		double estimate;         /* of the batch between probes 2 and 3 */
	} list[] = {
	    {"none", 0, 0, 4e6},
	    {"a tenth of what the chains take", 3270, 3270, 4e6 / (1 + 3270.0 / 32704)},
	    {"1 % in every second", 0, 327, 2e6 + 2e6 / (1 + 327.0 / 32704)},
	    {"half of every second", 0, 32704, 3e6},
	};
	struct batch batch[BATCHES];
	struct probe probe[BATCHES + 1];
	struct arena arena = {0};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct attempt a;

		calm(&a, batch, probe);
		for (int k = 0; k <= BATCHES; k++)
			probe[k] =
			    chains(1, 3, k % 2 ? list[i].odd_ns : list[i].lost_ns);
		judge_alone(&a, false, &arena);
		if (fabs(batch[2].estimate - list[i].estimate) > 1)
			wrong += unit_real(
			    list[i].name, batch[2].estimate, list[i].estimate);
		if (a.core_hz[BATCHES / 2] != 4e9)
			wrong += unit_real(list[i].name, a.core_hz[BATCHES / 2], 4e9);
		wrong += unit_true(list[i].name, batch[2].disturbed, false);
	}
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

static void
outliers(void **state)
{
	struct attempt a[5] = {{.call_ns = 100}, {.call_ns = 104.9}, {.call_ns = 105.1},
	    {.call_ns = 100}, {.call_ns = 100}};
	const struct attempt *all[5] = {&a[0], &a[1], &a[2], &a[3], &a[4]};
	struct arena arena = {0};

	(void)state;
	for (int i = 0; i < 5; i++)
		judge_among(&a[i], all, 5, &arena);
	assert_null(a[0].reason);
	assert_null(a[1].reason);
	assert_non_null(a[2].reason);
	judge_among(&a[0], all, 1, &arena);
	assert_null(a[0].reason);
	arena_free(&arena);
}

/* Sums over batches; with a counter the ones without a valid count are left out. */
static void
sums(void **state)
{
	struct batch batch[] = {
	    {.ns = 1000,
		.ticks = 10,
		.cycles = 4000,
		.counted = true,
		.estimate = 4001},
	    {.ns = 2000, .ticks = 20, .cycles = 1, .counted = false, .estimate = 8002},
	    {.ns = 3000,
		.ticks = 30,
		.cycles = 12000,
		.counted = true,
		.estimate = 12003},
	};
	struct attempt a = {.batch = batch, .batches = 3, .calls_per_batch = 7};
	struct figures_trial t = figures_trial(&a, true);
	int wrong = 0;

	(void)state;
	wrong += unit_count("measurements", t.measurements, 14);
	wrong += unit_count("ns", t.ns, 4000);
	wrong += unit_count("ticks", t.ticks, 40);
	wrong += unit_count("cycles", t.cycles, 16000);
	wrong += unit_real("estimated", t.estimated, 16004);
	t = figures_trial(&a, false);
	wrong += unit_count("all measurements", t.measurements, 21);
	wrong += unit_count("all ns", t.ns, 6000);
	wrong += unit_count("no cycles", t.cycles, 0);
	wrong += unit_real("all estimated", t.estimated, 24006);
	assert_int_equal(wrong, 0);
}

/* The interval by another program: exp of mean and 2.7764451 standard errors of the
 * logs. */
static void
spreads(void **state)
{
	double cost[] = {100, 101, 103, 99, 102}, one[] = {7};
	struct figures_spread s;

	(void)state;
	figures_spread(&s, cost, 5);
	assert_true(s.median == 101 && s.q1 == 100 && s.q3 == 102 && s.mad == 1);
	assert_true(fabs(s.low - 99.04575610) < 1e-7);
	assert_true(fabs(s.high - 102.97260847) < 1e-7);
	assert_true(fabs(figures_half_width(&s) - 0.0194380960) < 1e-9);
	figures_spread(&s, one, 1);
	assert_true(s.median == 7 && s.mad == 0 && isnan(s.low) && isnan(s.high));
	assert_true(isinf(figures_half_width(&s)));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(reasons),
	    cmocka_unit_test(clocks),
	    cmocka_unit_test(estimates),
	    cmocka_unit_test(interrupted),
	    cmocka_unit_test(outliers),
	    cmocka_unit_test(sums),
	    cmocka_unit_test(spreads),
	};

	return cmocka_run_group_tests_name("measure_judge", tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "measure/judge.h"

#include "core/json.h"
#include "core/mem.h"
#include "core/stats.h"
#include "measure/attempt.h"

#include <math.h>

static const double slow_batch = 1.1, unsteady_clock = 0.02;
static const double most_disturbed = 0.1, most_lost = 0.01, most_off = 0.05;

/* How far the ratio of both chains may be off a whole number. A thread that shares its
 * core slows the additions by 3 to 4 % and leaves the multiplications alone. */
static const double whole = 0.05;

static double
median(double *x, size_t n)
{
	stats_sort(x, n);
	return stats_quantile(x, n, 0.5);
}

/* Cycles of a multiplication; NaN where the probes give no whole number from 2 to 8. */
static double
latency(const struct attempt *a)
{
	double *ratio = mem_resize(NULL, a->probes, sizeof(*ratio)), r, k;

	for (size_t i = 0; i < a->probes; i++)
		ratio[i] = (double)a->probe[i].check_ns / PROBE_MULTIPLICATIONS /
		    ((double)a->probe[i].unit_ns / PROBE_ADDITIONS);
	r = median(ratio, a->probes);
	k = round(r);
	mem_free(ratio);
	return k >= 2 && k <= 8 && fabs(r / k - 1) <= whole ? k : NAN;
}

/* The core's clock at a probe. Nothing makes a chain faster than the core, so the
 * faster of the two is the better one. */
static double
core_clock(const struct probe *p, double multiplication)
{
	double unit = PROBE_ADDITIONS / ((double)p->unit_ns / 1e9);
	double check =
	    multiplication * PROBE_MULTIPLICATIONS / ((double)p->check_ns / 1e9);

	return unit > check ? unit : check;
}

/* What of it was the program's: interrupts took the rest. A program is charged no more
 * cycles than it had, as by a counter of user mode. */
static double
usable_clock(const struct probe *p, double core_hz)
{
	return core_hz * (double)p->rounds * (double)(p->unit_ns + p->check_ns) /
	    (double)p->ns;
}

static bool
differ(double a, double b)
{
	return fabs(a - b) > unsteady_clock * fmin(a, b);
}

/* Each batch's estimate: its time by the mean of the usable clocks beside it. Where the
 * core's own clocks differ the batch is disturbed and takes its attempt's median. A
 * probe that lost much counts like any other: batches lose as much, and who left such
 * probes out would charge the batches for it. */
static void
estimate(struct attempt *a, struct arena *arena)
{
	double k = latency(a), hz;
	double *core = mem_resize(NULL, 3 * a->probes, sizeof(*core));
	double *usable = core + a->probes, *sorted = usable + a->probes;

	a->core_hz = arena_get(arena, a->probes * sizeof(*core));
	for (size_t i = 0; i < a->probes; i++) {
		a->core_hz[i] = core[i] = core_clock(&a->probe[i], k);
		sorted[i] = usable[i] = usable_clock(&a->probe[i], core[i]);
	}
	stats_sort(a->core_hz, a->probes);
	stats_sort(sorted, a->probes);
	for (int q = 0; q < 3 && !isnan(k); q++)
		a->clock_hz[q] = stats_quantile(sorted, a->probes, 0.25 * (q + 1));
	for (size_t i = 0; i < a->batches && !isnan(k); i++) {
		struct batch *b = &a->batch[i];
		hz = (usable[i] + usable[i + 1]) / 2;
		if (differ(core[i], core[i + 1])) {
			hz = a->clock_hz[1];
			b->disturbed = true;
		}
		b->estimate = round((double)b->ns / 1e9 * hz);
	}
	mem_free(core);
}

/* Why the attempt does not count, by itself; NULL where it does. */
static const char *
find_reason(const struct attempt *a, double total_ns, struct arena *arena)
{
	size_t disturbed = 0, uncounted = 0;
	double n = (double)a->batches, lost = 0;

	for (size_t i = 0; i < a->batches; i++) {
		disturbed += a->batch[i].disturbed;
		uncounted += !a->batch[i].counted;
	}
	if (a->usage.run_delay_ns > 0)
		lost += (double)a->usage.run_delay_ns;
	if (a->usage.steal_ns > 0)
		lost += (double)a->usage.steal_ns;
	if ((double)disturbed > most_disturbed * n)
		return arena_format(
		    arena, "%zu of %zu batches were disturbed", disturbed, a->batches);
	if (lost > most_lost * total_ns)
		return arena_format(arena,
		    "it lost %.1f ms of %.1f ms to other work (run delay, steal)",
		    lost / 1e6, total_ns / 1e6);
	if (!a->no_counter && (double)uncounted > most_disturbed * n)
		return arena_format(arena,
		    "in %zu of %zu batches the counter did not run all the time",
		    uncounted, a->batches);
	return NULL;
}

void
judge_alone(struct attempt *a, bool emulated, struct arena *arena)
{
	double *ns = mem_resize(NULL, a->batches, sizeof(*ns));
	double total_ns;

	for (size_t i = 0; i < a->batches; i++)
		ns[i] = (double)a->batch[i].ns;
	total_ns = stats_sum(ns, a->batches);
	for (size_t i = 0; i < a->probes; i++)
		total_ns += (double)a->probe[i].ns;
	a->call_ns = median(ns, a->batches) / (double)a->calls_per_batch;
	mem_free(ns);
	for (size_t i = 0; i < a->batches; i++) {
		a->batch[i].disturbed = (double)a->batch[i].ns >
		    slow_batch * a->call_ns * (double)a->calls_per_batch;
		a->batch[i].estimate = NAN;
	}
	a->clock_hz[0] = a->clock_hz[1] = a->clock_hz[2] = NAN;
	if (!emulated)
		estimate(a, arena);
	a->reason = find_reason(a, total_ns, arena);
}

void
judge_among(
    struct attempt *a, const struct attempt *const *all, size_t n, struct arena *arena)
{
	double *others = mem_resize(NULL, n + 1, sizeof(*others)), middle;
	size_t count = 0;

	for (size_t i = 0; i < n; i++)
		if (all[i] != a)
			others[count++] = all[i]->call_ns;
	middle = count ? median(others, count) : a->call_ns;
	mem_free(others);
	if (fabs(a->call_ns / middle - 1) > most_off)
		a->reason = arena_format(arena,
		    "its median, %.6g ns a call, is over 5 %% off the other trials' "
		    "%.6g ns",
		    a->call_ns, middle);
}

void
judge_rules(struct json *to)
{
	json_add_number(to, "batch_over_median", slow_batch);
	json_add_number(to, "batch_clock_differs", unsteady_clock);
	json_add_number(to, "trial_batches_disturbed", most_disturbed);
	json_add_number(to, "trial_batches_uncounted", most_disturbed);
	json_add_number(to, "trial_time_lost", most_lost);
	json_add_number(to, "trial_median_off", most_off);
}

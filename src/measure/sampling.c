/* SPDX-License-Identifier: MIT */
#include "measure/sampling.h"

#include "core/err.h"
#include "core/mem.h"
#include "measure/clock.h"
#include "measure/counter.h"
#include "measure/operation.h"
#include "measure/probe.h"
#include "measure/report.h"
#include "measure/usage.h"

#include <string.h>
#include <unistd.h>

enum {
	MOST_BATCHES = 50,
	FEWEST_BATCHES = 30,
	GRAINS = 1000, /* of the clock, in a batch */
	/* A kernel's timer ticks 250 or 1 000 times a second, a whole number of times
	 * in a probe, so that interrupts take the same share of probes and of batches.
	 * A shorter batch has a probe of its own length. */
	PROBE_NS = 4000000,
	EMPTY_CALLS = 100000,
	EMPTY_TIMES = 5,
};

struct batch {
	int64_t ns;
	uint64_t ticks, cycles;
	bool counted; /* cycles are valid */
	struct probe before;
};

/* Without libm, which would stand in the memory figures. */
static double
larger(double a, double b)
{
	return a > b ? a : b;
}

static uint64_t
round_up(double x)
{
	uint64_t whole = (uint64_t)x;

	return whole + ((double)whole < x);
}

struct sampling_split
sampling_split(double call_ns, double seconds, int64_t grain_ns, uint64_t least)
{
	double trial_ns = seconds * 1e9, calls;
	struct sampling_split s;

	call_ns = larger(call_ns, 0.1);
	calls = larger(trial_ns / MOST_BATCHES, (double)(GRAINS * grain_ns)) / call_ns;
	s.calls = call_ns > trial_ns / FEWEST_BATCHES ? 1 : round_up(larger(calls, 1));
	s.batches = (uint64_t)(trial_ns / ((double)s.calls * call_ns));
	if (s.batches > MOST_BATCHES)
		s.batches = MOST_BATCHES;
	if (s.batches < FEWEST_BATCHES && call_ns <= trial_ns / FEWEST_BATCHES)
		s.batches = FEWEST_BATCHES;
	if (s.batches * s.calls < least)
		s.batches = (least + s.calls - 1) / s.calls;
	call_ns *= (double)s.calls;
	s.probe_ns = call_ns < PROBE_NS ? (int64_t)call_ns : PROBE_NS;
	return s;
}

static int64_t
time_calls(struct operation *o, uint64_t calls)
{
	int64_t start = clock_ns();

	o->run(o, calls);
	return clock_ns() - start;
}

/* What the loop itself costs: the least of a few, since nothing makes it faster. */
static double
overhead_ns(const struct operation *o)
{
	struct operation empty = *o;
	int64_t least = INT64_MAX, ns;

	o->empty(&empty.library);
	for (int i = 0; i < EMPTY_TIMES; i++) {
		ns = time_calls(&empty, EMPTY_CALLS);
		least = ns < least ? ns : least;
	}
	return (double)least / EMPTY_CALLS;
}

static double
middle_of_three(const double x[3])
{
	double low = x[0] < x[1] ? x[0] : x[1], high = larger(x[0], x[1]);

	return x[2] < low ? low : x[2] > high ? high : x[2];
}

/* Calls for a tenth of the trial, in steps of at least a fiftieth. The last three are
 * the pilot; a process that had to wait in one of them does not mislead it. An
 * operation that is as long as the trial is called once. */
static double
warm_up(struct operation *o, double seconds, int64_t grain_ns, uint64_t *warmups)
{
	double step_ns = larger(seconds * 2e7, (double)(GRAINS * grain_ns));
	double spent_ns = 0, ns, call_ns[3];
	uint64_t calls = 1;
	int steps = 0;

	*warmups = 0;
	do {
		ns = (double)time_calls(o, calls);
		spent_ns += ns;
		*warmups += calls;
		if (ns < step_ns)
			calls *= 2;
		else
			call_ns[steps++ % 3] = ns / (double)calls;
	} while ((steps < 3 || spent_ns < seconds * 1e8) &&
	    (steps < 1 || spent_ns < seconds * 1e9));
	return steps < 3 ? call_ns[0] : middle_of_three(call_ns);
}

static void
time_batch(
    struct operation *o, uint64_t calls, int64_t probe_ns, int counter, struct batch *b)
{
	struct counter_value from, to;
	uint64_t ticks;
	bool read;

	probe_read(&b->before, probe_ns);
	read = counter_read(counter, &from);
	ticks = clock_ticks();
	b->ns = time_calls(o, calls);
	b->ticks = clock_ticks() - ticks;
	read = counter_read(counter, &to) && read;
	b->counted = counter_between(&from, &to, &b->cycles) && read;
}

static void
tell_probe(struct report *r, const struct probe *p)
{
	report_format(r, "probe %lld %lld %lld %lld\n", (long long)p->unit_ns,
	    (long long)p->check_ns, (long long)p->rounds, (long long)p->ns);
}

static void
tell(struct report *r, const struct batch *b, uint64_t n, const struct usage *u)
{
	for (uint64_t i = 0; i < n; i++) {
		tell_probe(r, &b[i].before);
		report_format(r, "batch %lld %llu %llu %d\n", (long long)b[i].ns,
		    (unsigned long long)b[i].ticks, (unsigned long long)b[i].cycles,
		    b[i].counted);
	}
	tell_probe(r, &b[n].before);
	report_format(r, "usage %lld %lld %lld %lld %lld %lld %lld\n",
	    (long long)u->voluntary, (long long)u->involuntary,
	    (long long)u->migrations, (long long)u->minor, (long long)u->major,
	    (long long)u->run_delay_ns, (long long)u->steal_ns);
}

static void
time_batches(struct operation *o, const struct sampling_plan *p,
    struct sampling_split split, struct report *r)
{
	size_t bytes = (split.batches + 1) * sizeof(struct batch);
	struct batch *b = mem_get(bytes);
	struct usage before, after, between;
	struct err why = {0};
	int counter = counter_given();
	double end_s = clock_seconds() + p->budget_s;
	uint64_t n = 0;

	if (counter < 0)
		counter = counter_open(counter_cycles(p->cpu), &why);
	memset(b, 0, bytes); /* so that no page comes while it is timed */
	report_format(r, "counter %s\n", counter >= 0 ? "yes" : why.text);
	usage_read(&before, p->cpu);
	do
		time_batch(o, split.calls, split.probe_ns, counter, &b[n]);
	while (++n < split.batches && clock_seconds() < end_s);
	probe_read(&b[n].before, split.probe_ns);
	usage_read(&after, p->cpu);
	between = usage_between(&before, &after);
	tell(r, b, n, &between);
	if (counter >= 0)
		close(counter);
	mem_free(b);
}

enum outcome
sampling_run(
    struct operation *o, const struct sampling_plan *p, struct report *r, struct err *e)
{
	int64_t grain_ns = clock_grain_ns(), first_ns = time_calls(o, 1);
	enum outcome outcome = o->check(o, e);
	struct sampling_split split;
	uint64_t warmups;
	double call_ns;

	if (outcome)
		return outcome;
	report_format(r, "first_call_ns %lld\n", (long long)first_ns);
	report_format(r, "overhead_ns %.3f\n", overhead_ns(o));
	call_ns = warm_up(o, p->seconds, grain_ns, &warmups);
	outcome = o->check(o, e);
	if (outcome)
		return outcome;
	split = sampling_split(call_ns, p->seconds, grain_ns, p->least);
	report_format(r, "warmups %llu\ncalls_per_batch %llu\n",
	    (unsigned long long)warmups, (unsigned long long)split.calls);
	time_batches(o, p, split, r);
	return o->check(o, e);
}

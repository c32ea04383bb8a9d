/* SPDX-License-Identifier: MIT */
#include "measure/host_check.h"

#include "core/err.h"
#include "core/mem.h"
#include "core/stats.h"
#include "measure/clock.h"
#include "measure/counter.h"
#include "measure/host.h"
#include "measure/probe.h"
#include "measure/sys.h"

#include <math.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CPUS "/sys/devices/system/cpu"

enum { PROBES = 200, WATCH_NS = 50000000, GAP_NS = 2000 };

static const double steady_clock = 0.005; /* quartile distance over median */
static const double whole = 0.05;         /* as in judge.c */
static const double most_load = 0.5;
static const double most_missed = 0.005;

struct checking {
	const struct host *host;
	struct host_problems *list;
	struct arena *arena;
};

static void
add(struct checking *c, const char *text, const char *mend)
{
	struct host_problems *l = c->list;

	l->problem = arena_grow(c->arena, l->problem, l->count, sizeof(*l->problem));
	l->problem[l->count++] = (struct host_problem_text){text, mend};
}

static const char *
read_text(struct checking *c, const char *path)
{
	return host_text(c->host, path, c->host->cpu, c->arena);
}

static void
check_machine(struct checking *c)
{
	if (host_is_emulated(c->host))
		add(c, "the processor is emulated: times and cycles mean nothing",
		    "run it on such a processor");
	else if (host_is_virtual(c->host))
		add(c, "virtual machine: its host decides when it runs, and how fast",
		    "run it on the machine itself");
}

static void
check_counter(struct checking *c)
{
	struct err e = {0};
	int fd = counter_open(counter_cycles(c->host->cpu), &e);

	if (fd >= 0)
		close(fd);
	else if (strstr(e.text, "no right"))
		add(c, "no hardware cycle counter: the kernel does not allow it",
		    "sysctl kernel.perf_event_paranoid=2");
	else
		add(c,
		    "no hardware cycle counter: the kernel has none, cycles are "
		    "estimated",
		    "give a virtual machine a PMU, or run it on the machine itself");
}

/* Frequency: what the settings say. */
static void
check_frequency(struct checking *c)
{
	const char *governor = read_text(c, CPUS "/cpu%d/cpufreq/scaling_governor");
	const char *low = read_text(c, CPUS "/cpu%d/cpufreq/scaling_min_freq");
	const char *high = read_text(c, CPUS "/cpu%d/cpufreq/scaling_max_freq");
	const char *no_turbo = read_text(c, CPUS "/intel_pstate/no_turbo");
	const char *boost = read_text(c, CPUS "/cpufreq/boost");

	if (no_turbo && *no_turbo == '0')
		add(c, "turbo is on", "echo 1 > " CPUS "/intel_pstate/no_turbo");
	if (boost && *boost == '1')
		add(c, "boost is on", "echo 0 > " CPUS "/cpufreq/boost");
	if (governor && strcmp(governor, "performance") != 0)
		add(c, arena_format(c->arena, "the governor is %.40s", governor),
		    arena_format(c->arena,
			"echo performance > " CPUS "/cpu%d/cpufreq/scaling_governor",
			c->host->cpu));
	if (low && high && strcmp(low, high) != 0)
		add(c,
		    arena_format(
			c->arena, "the clock may be %.20s to %.20s kHz", low, high),
		    arena_format(c->arena,
			"write one frequency to scaling_min_freq and scaling_max_freq "
			"in " CPUS "/cpu%d/cpufreq",
			c->host->cpu));
}

static void
check_core(struct checking *c)
{
	const char *siblings =
	    read_text(c, CPUS "/cpu%d/topology/thread_siblings_list");
	const char *online = read_text(c, CPUS "/online");
	const char *slow =
	    host_text(c->host, "/sys/devices/cpu_atom/cpus", 0, c->arena);
	const char *own = read_text(c, CPUS "/cpu%d/cpu_capacity"), *other;

	if (c->host->cpu == 0 && online && strcmp(online, "0") != 0)
		add(c, "CPU 0 serves the system's interrupts",
		    "--cpu with another one");
	if (siblings && strpbrk(siblings, ",-"))
		add(c,
		    arena_format(c->arena, "the core has several threads (CPUs %.40s)",
			siblings),
		    "echo off > " CPUS "/smt/control");
	if (slow && sys_list_has(slow, c->host->cpu))
		add(c, "the CPU is no performance core",
		    arena_format(
			c->arena, "--cpu with one that is not in %.40s", slow));
	for (int i = 0; own && i < 1024 && host_has_cpu(c->host, i); i++) {
		other = host_text(c->host, CPUS "/cpu%d/cpu_capacity", i, c->arena);
		if (!other || strtol(other, NULL, 10) <= strtol(own, NULL, 10))
			continue;
		add(c, "the CPU is no performance core",
		    arena_format(c->arena, "--cpu %d, for example", i));
		break;
	}
}

static void
check_load(struct checking *c)
{
	const char *text = read_text(c, "/proc/loadavg");
	double load = text ? strtod(text, NULL) : 0;

	if (load > most_load)
		add(c,
		    arena_format(
			c->arena, "other programs run: load average %.2f", load),
		    "stop them");
}

/* What a program that does nothing but look at the clock misses: the time of interrupts
 * and of the machine's host. It is in every figure of time. */
static void
check_interrupts(struct checking *c)
{
	int64_t start = clock_ns(), last = start, now = start, missed = 0;

	while (now - start < WATCH_NS) {
		now = clock_ns();
		missed += now - last > GAP_NS ? now - last : 0;
		last = now;
	}
	if ((double)missed > most_missed * (double)(now - start))
		add(c,
		    arena_format(c->arena, "interrupts take %.1f %% of the CPU's time",
			100 * (double)missed / (double)(now - start)),
		    "nohz_full and irqaffinity on the kernel's command line; in a "
		    "virtual "
		    "machine that is its host's doing");
}

/* Frequency: what the clock itself shows. */
static void
check_clock(struct checking *c)
{
	double *hz = mem_resize(NULL, 2 * PROBES, sizeof(*hz)), *ratio = hz + PROBES, k;
	double q1, middle, q3;
	struct probe p;

	for (int i = 0; i < PROBES; i++) {
		probe_read(&p, 0);
		hz[i] = PROBE_ADDITIONS / ((double)p.unit_ns / 1e9);
		ratio[i] = (double)p.check_ns / PROBE_MULTIPLICATIONS /
		    ((double)p.unit_ns / PROBE_ADDITIONS);
	}
	stats_sort(hz, PROBES);
	stats_sort(ratio, PROBES);
	q1 = stats_quantile(hz, PROBES, 0.25);
	middle = stats_quantile(hz, PROBES, 0.5);
	q3 = stats_quantile(hz, PROBES, 0.75);
	k = stats_quantile(ratio, PROBES, 0.5);
	mem_free(hz);
	if (q3 - q1 > steady_clock * middle)
		add(c,
		    arena_format(c->arena,
			"the clock is not steady: %.0f MHz, quartiles %.0f and %.0f",
			middle / 1e6, q1 / 1e6, q3 / 1e6),
		    "fix the frequency, stop other work on the core");
	if (fabs(k / round(k) - 1) > whole || round(k) < 2)
		add(c,
		    arena_format(c->arena,
			"the clock cannot be told: a multiplication takes %.2f "
			"additions",
			k),
		    "none; cycles are not estimated here");
}

/* Moves the program to the host's CPU; 0 where it is there, and before is where it was.
 */
static int
move_to(const struct host *h, cpu_set_t *before)
{
	cpu_set_t wanted;

	CPU_ZERO(&wanted);
	CPU_SET((size_t)h->cpu, &wanted);
	return sched_getaffinity(0, sizeof(*before), before) ||
	    sched_setaffinity(0, sizeof(wanted), &wanted);
}

double
host_clock(const struct host *h)
{
	enum { TIMES = 9 };
	double hz[TIMES];
	cpu_set_t before;
	struct probe p;

	if (move_to(h, &before))
		return NAN;
	for (int i = 0; i < TIMES; i++) {
		probe_read(&p, 0);
		hz[i] = PROBE_ADDITIONS / ((double)p.unit_ns / 1e9);
	}
	sched_setaffinity(0, sizeof(before), &before);
	stats_sort(hz, TIMES);
	return stats_quantile(hz, TIMES, 0.5);
}

void
host_check(const struct host *h, struct host_problems *list, struct arena *arena)
{
	struct checking c = {h, list, arena};
	cpu_set_t before;
	int moved = move_to(h, &before);

	*list = (struct host_problems){0};
	check_machine(&c);
	check_counter(&c);
	check_frequency(&c);
	check_core(&c);
	check_load(&c);
	if (moved) {
		add(&c, "the program may not run on that CPU",
		    "--cpu with another one");
		return;
	}
	check_clock(&c);
	check_interrupts(&c);
	sched_setaffinity(0, sizeof(before), &before);
}

/* SPDX-License-Identifier: MIT */
#include "measure/run_watch.h"

#include "core/buf.h"
#include "core/mem.h"
#include "measure/host.h"
#include "measure/run.h"

#include <math.h>
#include <poll.h>
#include <signal.h>
#include <string.h>

static volatile sig_atomic_t stopped;

static const double clock_differs = 0.02; /* as between a batch's probes in judge.c */

static void
stop(int signal)
{
	(void)signal;
	stopped = 1;
}

void
run_watch_start(void)
{
	static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
	/* the second time the default is in force */
	struct sigaction action = {.sa_handler = stop, .sa_flags = (int)SA_RESETHAND};
	struct sigaction before;

	/* what a caller has ignored, as nohup does, stays so */
	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
		if (!sigaction(signals[i], NULL, &before) &&
		    before.sa_handler != SIG_IGN)
			sigaction(signals[i], &action, NULL);
}

bool
run_watch_stopped(void)
{
	return stopped;
}

#define CPUS "/sys/devices/system/cpu"

/* name, file, of which %d is the CPU */
static const char *const settings[][2] = {
    {"governor", CPUS "/cpu%d/cpufreq/scaling_governor"},
    {"lowest clock", CPUS "/cpu%d/cpufreq/scaling_min_freq"},
    {"highest clock", CPUS "/cpu%d/cpufreq/scaling_max_freq"},
    {"no_turbo", CPUS "/intel_pstate/no_turbo"},
    {"boost", CPUS "/cpufreq/boost"},
    {"SMT", CPUS "/smt/control"},
    {"online CPUs", CPUS "/online"},
};

enum { SETTINGS = sizeof(settings) / sizeof(settings[0]) };

static const char *
value_of(const struct host *h, size_t setting, struct arena *arena)
{
	const char *value = host_text(h, settings[setting][1], h->cpu, arena);

	return value ? value : "unknown";
}

const char *
run_watch_host(const struct host *h, struct arena *arena)
{
	const char *all = "";

	for (size_t i = 0; i < SETTINGS; i++)
		all = arena_format(
		    arena, "%s%s: %s\n", all, settings[i][0], value_of(h, i, arena));
	return all;
}

/* Tells each line of was that is not in now. */
static void
tell_differences(const struct run *r, const char *was, const char *now)
{
	size_t n, m;

	for (; *was && *now; was += n + 1, now += m + 1) {
		n = strcspn(was, "\n");
		m = strcspn(now, "\n");
		if (n != m || memcmp(was, now, n) != 0)
			run_tell(r,
			    "paused: the host changed: %.*s, it was %.*s; it goes on "
			    "when that is back",
			    (int)m, now, (int)n, was);
	}
}

/* A fixed clock that is another one now; 0: it is as it was. */
static double
other_clock(const struct run *r)
{
	double now = r->clock_hz > 0 ? host_clock(&r->host) : 0;

	return fabs(now - r->clock_hz) > clock_differs * r->clock_hz ? now : 0;
}

bool
run_watch_wait(struct run *r)
{
	struct arena arena = {0};
	struct buf told = {0};
	const char *now = run_watch_host(&r->host, &arena);
	double hz = other_clock(r);
	bool paused = false;

	while ((strcmp(now, r->settings) != 0 || hz > 0) && !stopped) {
		if (strcmp(buf_string(&told), now) != 0)
			tell_differences(r, r->settings, now);
		if (hz > 0 && !paused)
			run_tell(r,
			    "paused: the clock is %.0f MHz, it was %.0f MHz; it goes "
			    "on "
			    "when that is back",
			    hz / 1e6, r->clock_hz / 1e6);
		buf_clear(&told);
		buf_text(&told, now);
		paused = true;
		poll(NULL, 0, 1000);
		arena_free(&arena); /* a pause may last for days */
		now = run_watch_host(&r->host, &arena);
		hz = other_clock(r);
	}
	if (paused && !stopped)
		run_tell(r, "the host is as it was: going on");
	arena_free(&arena);
	buf_free(&told);
	return !stopped;
}

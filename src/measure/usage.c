/* SPDX-License-Identifier: MIT */
#include "measure/usage.h"

#include "measure/sys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* The n-th number of a line, from 0; -1 where it has fewer. */
static int64_t
nth_number(const char *text, int n)
{
	for (; text && n > 0; n--) {
		text = strchr(text, ' ');
		text += text ? strspn(text, " ") : 0;
	}
	return text && *text >= '0' && *text <= '9' ? strtoll(text, NULL, 10) : -1;
}

/* The eighth number of the CPU's line in /proc/stat, proc(5). */
static int64_t
steal(int cpu)
{
	char text[65536], name[16];
	int64_t ticks;

	snprintf(name, sizeof(name), "cpu%d", cpu);
	if (!sys_read("/proc/stat", text, sizeof(text)))
		return -1;
	ticks = nth_number(sys_find(text, name), 7);
	return ticks < 0 ? -1 : ticks * (1000000000 / sysconf(_SC_CLK_TCK));
}

void
usage_read(struct usage *u, int cpu)
{
	char text[16384];
	struct rusage r;

	getrusage(RUSAGE_SELF, &r);
	*u = (struct usage){.voluntary = r.ru_nvcsw,
	    .involuntary = r.ru_nivcsw,
	    .minor = r.ru_minflt,
	    .major = r.ru_majflt,
	    .migrations = -1,
	    .run_delay_ns = -1,
	    .steal_ns = steal(cpu)};
	if (sys_read("/proc/self/sched", text, sizeof(text)))
		u->migrations = sys_number(text, "se.nr_migrations");
	if (sys_read("/proc/self/schedstat", text, sizeof(text)))
		u->run_delay_ns = nth_number(text, 1);
}

static int64_t
between(int64_t a, int64_t b)
{
	return a < 0 || b < a ? -1 : b - a;
}

struct usage
usage_between(const struct usage *a, const struct usage *b)
{
	return (struct usage){
	    .voluntary = between(a->voluntary, b->voluntary),
	    .involuntary = between(a->involuntary, b->involuntary),
	    .migrations = between(a->migrations, b->migrations),
	    .minor = between(a->minor, b->minor),
	    .major = between(a->major, b->major),
	    .run_delay_ns = between(a->run_delay_ns, b->run_delay_ns),
	    .steal_ns = between(a->steal_ns, b->steal_ns),
	};
}

bool
usage_memory(int64_t *resident, int64_t *peak)
{
	char text[8192];

	if (!sys_read("/proc/self/status", text, sizeof(text)))
		return false;
	*resident = sys_number(text, "VmRSS");
	*peak = sys_number(text, "VmHWM");
	if (*resident < 0 || *peak < 0)
		return false;
	*resident *= 1024;
	*peak *= 1024;
	return true;
}

/* SPDX-License-Identifier: MIT */
#include "measure/counter.h"

#include "core/err.h"
#include "measure/sys.h"

#include <dirent.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define DEVICES "/sys/bus/event_source/devices"

/* Numbers of the event in a core's own list: Intel's manual (vol. 3, CPU_CLK_UNHALTED)
 * and Arm's (CPU_CYCLES). */
enum { INTEL_CYCLES = 0x3c, ARM_CYCLES = 0x11 };

/* Whether the device name counts on that CPU's kind of core alone. */
static bool
is_of_cpu(const char *name, int cpu, uint32_t *type)
{
	char path[512], text[256];

	if (strncmp(name, "cpu_", 4) != 0 && strncmp(name, "armv", 4) != 0)
		return false;
	snprintf(path, sizeof(path), DEVICES "/%s/cpus", name);
	if (!sys_read(path, text, sizeof(text)) || !sys_list_has(text, cpu))
		return false;
	snprintf(path, sizeof(path), DEVICES "/%s/type", name);
	if (!sys_read(path, text, sizeof(text)))
		return false;
	*type = (uint32_t)strtoul(text, NULL, 10);
	return true;
}

struct counter_event
counter_cycles(int cpu)
{
	struct counter_event event = {PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES};
	DIR *devices = opendir(DEVICES);
	struct dirent *entry;
	uint32_t type;

	while (devices && (entry = readdir(devices)))
		if (is_of_cpu(entry->d_name, cpu, &type)) {
			event.type = type;
			event.config =
			    *entry->d_name == 'c' ? INTEL_CYCLES : ARM_CYCLES;
		}
	if (devices)
		closedir(devices);
	return event;
}

int
counter_open(struct counter_event event, struct err *e)
{
	struct perf_event_attr attr = {.type = event.type,
	    .size = sizeof(attr),
	    .config = event.config,
	    .exclude_kernel = 1,
	    .exclude_hv = 1,
	    .read_format =
		PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING};
	long fd = syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);

	if (fd >= 0)
		return (int)fd;
	if (errno == EACCES || errno == EPERM)
		return err_system(e,
		    "no right to the cycle counter "
		    "(sysctl kernel.perf_event_paranoid=2 gives it)");
	if (errno == ENOENT || errno == EOPNOTSUPP || errno == ENODEV ||
	    errno == EINVAL)
		return err_system(e,
		    "the machine shows no cycle counter "
		    "(a virtual machine may be given one by its host)");
	return err_system(e, "the kernel gives no cycle counter");
}

int
counter_given(void)
{
	char path[64], what[64];
	ssize_t n;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", COUNTER_FD);
	n = readlink(path, what, sizeof(what) - 1);
	what[n > 0 ? n : 0] = '\0';
	return strcmp(what, "anon_inode:[perf_event]") != 0 ? -1 : COUNTER_FD;
}

bool
counter_read(int fd, struct counter_value *v)
{
	uint64_t values[3];

	if (fd >= 0 && read(fd, values, sizeof(values)) == (ssize_t)sizeof(values)) {
		*v = (struct counter_value){values[0], values[1], values[2]};
		return true;
	}
	*v = (struct counter_value){0};
	return false;
}

bool
counter_between(
    const struct counter_value *a, const struct counter_value *b, uint64_t *count)
{
	uint64_t enabled = b->enabled_ns - a->enabled_ns;

	*count = b->count - a->count;
	return *count > 0 && enabled == b->running_ns - a->running_ns;
}

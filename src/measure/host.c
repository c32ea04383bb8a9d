/* SPDX-License-Identifier: MIT */
#include "measure/host.h"

#include "core/json.h"
#include "core/mem.h"
#include "measure/sys.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#define CPUS "/sys/devices/system/cpu"

enum { TEXT_BYTES = 65536 };

const char *
host_text(const struct host *h, const char *path, int number, struct arena *arena)
{
	char *bytes = mem_get(TEXT_BYTES);
	const char *name = arena_format(arena, "%s%s", h->root, path);
	const char *place = strstr(name, "%d"), *text = NULL;

	if (place)
		name = arena_format(
		    arena, "%.*s%d%s", (int)(place - name), name, number, place + 2);
	if (sys_read(name, bytes, TEXT_BYTES) && *bytes)
		text = arena_text(arena, bytes);
	mem_free(bytes);
	return text;
}

/* The rest of the line behind name; NULL where there is none. */
static const char *
line_of(const char *text, const char *name, struct arena *arena)
{
	const char *at = text ? sys_find(text, name) : NULL;

	return at && *at && *at != '\n' ? arena_copy(arena, at, strcspn(at, "\n"))
					: NULL;
}

bool
host_has_cpu(const struct host *h, int cpu)
{
	struct arena arena = {0};
	const char *online = host_text(h, CPUS "/online", 0, &arena);
	bool has = online ? sys_list_has(online, cpu) : cpu == 0;

	arena_free(&arena);
	return has;
}

int
host_default_cpu(const struct host *h)
{
	struct arena arena = {0};
	const char *online = host_text(h, CPUS "/online", 0, &arena);
	size_t at = online ? strlen(online) : 0;
	int cpu = 0;

	while (at > 0 && online[at - 1] != '-' && online[at - 1] != ',')
		at--;
	if (online)
		cpu = (int)strtol(online + at, NULL, 10);
	arena_free(&arena);
	return cpu;
}

/* The program of this process, as the link below the root names it; false where that is
 * not told. */
static bool
program_of(const struct host *h, const char *link, char *out, struct arena *arena)
{
	ssize_t n = readlink(
	    arena_format(arena, "%s/proc/%s/exe", h->root, link), out, PATH_MAX);

	out[n > 0 ? n : 0] = '\0';
	return n > 0;
}

/* An emulator of programs gives the emulated one's name where a program looks for
 * itself. Of a thread's own folder it knows nothing: there the kernel names what runs.
 */
static bool
runs_in_another(const struct host *h, struct arena *arena)
{
	char *said = arena_get(arena, 2 * (PATH_MAX + 1)), *true_one;

	true_one = said + PATH_MAX + 1;
	return program_of(h, "self", said, arena) &&
	    program_of(h, "thread-self", true_one, arena) &&
	    strcmp(said, true_one) != 0;
}

bool
host_is_emulated(const struct host *h)
{
#if defined(__aarch64__)
	static const char own[] = "CPU implementer";
#else
	static const char own[] = "vendor_id";
#endif
	struct arena arena = {0};
	const char *info = host_text(h, "/proc/cpuinfo", 0, &arena);
	/* some show the file of the machine below, others make one up */
	bool emulated = (info && !sys_find(info, own)) || runs_in_another(h, &arena);

	arena_free(&arena);
	return emulated;
}

static bool
names_one(const char *text, const char *const *list)
{
	for (; text && *list; list++)
		if (strstr(text, *list))
			return true;
	return false;
}

bool
host_is_virtual(const struct host *h)
{
	static const char *const makers[] = {
	    "QEMU", "VMware", "innotek", "Xen", "Amazon EC2", "Firecracker", NULL};
	static const char *const products[] = {
	    "Virtual", "KVM", "Compute Engine", NULL};
	struct arena arena = {0};
	const char *info = host_text(h, "/proc/cpuinfo", 0, &arena);
	const char *flags = line_of(info, "flags", &arena);
	bool is = (flags && strstr(flags, " hypervisor")) ||
	    host_text(h, "/sys/hypervisor/type", 0, &arena) ||
	    host_text(h, "/proc/device-tree/hypervisor/compatible", 0, &arena) ||
	    names_one(
		host_text(h, "/sys/class/dmi/id/sys_vendor", 0, &arena), makers) ||
	    names_one(
		host_text(h, "/sys/class/dmi/id/product_name", 0, &arena), products);

	arena_free(&arena);
	return is;
}

static const char *
os_name(const struct host *h, struct arena *arena)
{
	const char *text = host_text(h, "/etc/os-release", 0, arena);
	const char *at = text ? strstr(text, "PRETTY_NAME=") : NULL;

	if (!at)
		return NULL;
	at += strlen("PRETTY_NAME=");
	at += *at == '"';
	return arena_copy(arena, at, strcspn(at, "\"\n"));
}

static void
add_files(const struct host *h, struct json *to, struct arena *arena)
{
	static const struct {
		const char *name, *path;
	} files[] = {
	    {"perf_event_paranoid", "/proc/sys/kernel/perf_event_paranoid"},
	    {"cpufreq_governor", CPUS "/cpu%d/cpufreq/scaling_governor"},
	    {"cpufreq_driver", CPUS "/cpu%d/cpufreq/scaling_driver"},
	    {"cpufreq_min_khz", CPUS "/cpu%d/cpufreq/scaling_min_freq"},
	    {"cpufreq_max_khz", CPUS "/cpu%d/cpufreq/scaling_max_freq"},
	    {"cpufreq_avg_khz", CPUS "/cpu%d/cpufreq/cpuinfo_avg_freq"},
	    {"intel_pstate_no_turbo", CPUS "/intel_pstate/no_turbo"},
	    {"cpufreq_boost", CPUS "/cpufreq/boost"},
	    {"smt_control", CPUS "/smt/control"},
	    {"logical_cpus_online", CPUS "/online"},
	    {"clocksource",
		"/sys/devices/system/clocksource/clocksource0/current_clocksource"},
	};

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		json_add_text(
		    to, files[i].name, host_text(h, files[i].path, h->cpu, arena));
}

/* Words of the kernel's command line by which a time can change; others may name disks,
 * hosts and users. */
static bool
is_of_interest(const char *word, size_t n)
{
	static const char *const begins[] = {"amd_pstate", "clocksource", "cpufreq",
	    "cpuidle", "default_hugepagesz", "hugepages", "idle=", "intel_idle",
	    "intel_pstate", "irqaffinity", "isolcpus", "kpti", "l1tf", "maxcpus", "mds",
	    "mitigations", "nohlt", "nohz", "nopti", "nosmt", "nospec", "nr_cpus",
	    "preempt", "processor.max_cstate", "pti", "rcu_nocbs", "retbleed", "spec",
	    "srbds", "threadirqs", "transparent_hugepage", "tsc", "tsx", "vulnerab"};

	for (size_t i = 0; i < sizeof(begins) / sizeof(begins[0]); i++)
		if (strlen(begins[i]) <= n &&
		    !strncmp(word, begins[i], strlen(begins[i])))
			return !memchr(word, '/', n);
	return false;
}

static void
add_command_line(const struct host *h, struct json *to, struct arena *arena)
{
	const char *all = host_text(h, "/proc/cmdline", 0, arena), *kept = "";
	size_t n;

	for (; all && *all; all += n + (all[n] == ' ')) {
		n = strcspn(all, " ");
		if (is_of_interest(all, n))
			kept = arena_format(
			    arena, "%s%s%.*s", kept, *kept ? " " : "", (int)n, all);
	}
	json_add_text(to, "kernel_command_line", all ? kept : NULL);
}

/* What the kernel does against each flaw of the processor, as it names them. */
static void
add_mitigations(const struct host *h, struct json *to, struct arena *arena)
{
	static const char *const names[] = {"meltdown", "spectre_v1", "spectre_v2",
	    "spec_store_bypass", "l1tf", "mds", "tsx_async_abort", "retbleed",
	    "spec_rstack_overflow", "gather_data_sampling", "srbds", "mmio_stale_data",
	    "reg_file_data_sampling", "indirect_target_selection", "tsa", "vmscape"};
	struct json *list = json_add_object(to, "mitigations");

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const char *path =
		    arena_format(arena, CPUS "/vulnerabilities/%s", names[i]);
		const char *text = host_text(h, path, 0, arena);
		if (text)
			json_add_text(list, names[i], text);
	}
}

static const char *
first_of(const char *a, const char *b)
{
	return a ? a : b;
}

/* Arm's kernel knows no names, only the numbers that Arm gives makers and they give
 * their cores. */
static const char *
cpu_model(const char *info, struct arena *arena)
{
	const char *name = line_of(info, "model name", arena);
	const char *maker = line_of(info, "CPU implementer", arena);
	const char *part = line_of(info, "CPU part", arena);

	if (name || !maker || !part)
		return name;
	return arena_format(arena, "implementer %s, part %s", maker, part);
}

void
host_environment(const struct host *h, struct json *to, const char *name,
    const char *compiler, struct arena *arena)
{
	const char *info = host_text(h, "/proc/cpuinfo", 0, arena);
	const char *memory = host_text(h, "/proc/meminfo", 0, arena);
	const char *product = host_text(h, "/sys/class/dmi/id/product_name", 0, arena);
	const char *model = cpu_model(info, arena);
	bool emulated = host_is_emulated(h);
	struct utsname kernel;

	uname(&kernel);
	/* a reader who knows no "emulated" sees it here */
	if (emulated)
		model = arena_format(arena, "emulated %s (cpuinfo: %s)", kernel.machine,
		    model ? model : "no model");
	json_add_text(to, "hostname", name);
	json_add_text(to, "architecture", arena_text(arena, kernel.machine));
	json_add_text(to, "cpu_model", model);
	json_add_text(to, "machine",
	    first_of(product, host_text(h, "/proc/device-tree/model", 0, arena)));
	json_add_number(to, "cpu_number", h->cpu);
	json_add_bool(to, "virtualized", host_is_virtual(h));
	json_add_bool(to, "emulated", emulated);
	json_add_number(to, "memory_total_kib",
	    memory ? (double)sys_number(memory, "MemTotal") : NAN);
	json_add_text(to, "os", os_name(h, arena));
	json_add_text(to, "kernel", arena_text(arena, kernel.release));
	json_add_text(to, "compiler", compiler);
	json_add_text(to, "cmake", NULL);
	json_add_text(to, "python", NULL);
	add_files(h, to, arena);
	if (emulated)
		info = NULL; /* of another processor */
	json_add_text(to, "cpu_flags",
	    first_of(line_of(info, "flags", arena), line_of(info, "Features", arena)));
	json_add_text(to, "microcode", line_of(info, "microcode", arena));
	add_command_line(h, to, arena);
	add_mitigations(h, to, arena);
}

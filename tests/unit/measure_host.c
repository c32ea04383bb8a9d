/* SPDX-License-Identifier: MIT */
#include "measure/host.h"

#include "core/buf.h"
#include "core/file.h"
#include "measure/counter.h"
#include "measure/host_check.h"
#include "measure/probe.h"
#include "measure/sys.h"
#include "measure/usage.h"

#include "unit.h"

#include <fcntl.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <unistd.h>

#define CPUS "sys/devices/system/cpu/"

static void
lists(void **state)
{
	static const struct {
		const char *list;
		long n;
		bool has;
	} list[] = {
	    {"0", 0, true},
	    {"0", 1, false},
	    {"0-3", 3, true},
	    {"0-3", 4, false},
	    {"0-1,4-5", 4, true},
	    {"0-1,4-5", 3, false},
	    {"0,2,7", 7, true},
	    {"10-12", 1, false},
	    {"", 0, false},
	    {"x", 0, false},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++)
		wrong += unit_true(
		    list[i].list, sys_list_has(list[i].list, list[i].n), list[i].has);
	assert_int_equal(wrong, 0);
}

static void
finds(void **state)
{
	static const char text[] =
	    "VmPeak:\t 10 kB\nVmRSS:\t  1234 kB\nVm:\nse.x : -3\ncpu1 5";
	int wrong = 0;

	(void)state;
	wrong += unit_count("a number", sys_number(text, "VmRSS"), 1234);
	wrong += unit_count("the first line", sys_number(text, "VmPeak"), 10);
	wrong += unit_count("the last line", sys_number(text, "cpu1"), 5);
	wrong += unit_count("no number", sys_number(text, "se.x"), -1);
	wrong += unit_count("a start of a name", sys_number(text, "VmR"), -1);
	wrong += unit_count("not there", sys_number(text, "VmHWM"), -1);
	wrong += unit_true("there", sys_find(text, "se.x") != NULL, true);
	assert_int_equal(wrong, 0);
}

struct file {
	const char *path, *text;
};

/* A folder with those files; removed by the caller. */
static const char *
make_root(const struct file *file)
{
	static char root[] = "measure_host.XXXXXX";
	struct buf path = {0};
	struct err e;

	memcpy(root + sizeof(root) - 7, "XXXXXX", 6);
	assert_non_null(mkdtemp(root));
	for (; file->path; file++) {
		buf_clear(&path);
		buf_format(&path, "%s/%s", root, file->path);
		assert_int_equal(file_make_folders(AT_FDCWD, path.data, &e), 0);
		assert_int_equal(file_replace(AT_FDCWD, path.data, file->text,
				     strlen(file->text), &e),
		    0);
	}
	buf_free(&path);
	return root;
}

#if defined(__aarch64__)
#define CPUINFO "processor\t: 0\nCPU implementer\t: 0x51\nFeatures\t: fp asimd\n"
#define FOREIGN "processor\t: 0\nvendor_id\t: GenuineIntel\nflags\t: fpu\n"
#else
#define CPUINFO "processor\t: 0\nvendor_id\t: GenuineIntel\nflags\t: fpu vme\n"
#define FOREIGN "processor\t: 0\nCPU implementer\t: 0x51\nFeatures\t: fp asimd\n"
#endif

static void
default_cpus(void **state)
{
	static const struct {
		const char *online;
		int cpu;
	} list[] = {{"0", 0}, {"0-3", 3}, {"0-3,8-11", 11}, {"0,2", 2}, {"0-1,15", 15}};
	int wrong = 0;
	struct err e;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		const struct file files[] = {
		    {CPUS "online", list[i].online}, {NULL, NULL}};
		char root[64];
		struct host h = {.root = root};

		snprintf(root, sizeof(root), "%s/", make_root(files));
		wrong += unit_count(list[i].online, host_default_cpu(&h), list[i].cpu);
		wrong += unit_true(list[i].online, host_has_cpu(&h, list[i].cpu), true);
		file_remove_tree(AT_FDCWD, root, NULL, &e);
	}
	assert_int_equal(wrong, 0);
}

/* What is wrong of a host whose files are given. */
static const struct {
	const char *name;
	struct file files[6];
	const char *wanted, *mend; /* parts of a problem; NULL: the host has none */
} hosts[] = {
    {"nothing", {{"proc/cpuinfo", CPUINFO}}, NULL, NULL},
    {"a fixed host",
	{{"proc/cpuinfo", CPUINFO}, {CPUS "intel_pstate/no_turbo", "1"},
	    {CPUS "cpu2/cpufreq/scaling_governor", "performance"},
	    {CPUS "cpu2/cpufreq/scaling_min_freq", "2000"},
	    {CPUS "cpu2/cpufreq/scaling_max_freq", "2000"}},
	NULL, NULL},
    {"virtual", {{"proc/cpuinfo", CPUINFO}, {"sys/class/dmi/id/sys_vendor", "QEMU"}},
	"virtual", "machine itself"},
    {"a virtual product",
	{{"proc/cpuinfo", CPUINFO},
	    {"sys/class/dmi/id/product_name", "Virtual Machine"}},
	"virtual", "machine itself"},
    {"emulated", {{"proc/cpuinfo", FOREIGN}}, "emulated", "such a processor"},
    {"turbo", {{CPUS "intel_pstate/no_turbo", "0"}}, "turbo", "echo 1"},
    {"boost", {{CPUS "cpufreq/boost", "1"}}, "boost", "echo 0"},
    {"governor", {{CPUS "cpu2/cpufreq/scaling_governor", "schedutil"}},
	"governor is schedutil", "cpu2/cpufreq/scaling_governor"},
    {"limits",
	{{CPUS "cpu2/cpufreq/scaling_min_freq", "1000"},
	    {CPUS "cpu2/cpufreq/scaling_max_freq", "2000"}},
	"1000 to 2000 kHz", "scaling_min_freq"},
    {"sibling", {{CPUS "cpu2/topology/thread_siblings_list", "2,6"}},
	"several threads (CPUs 2,6)", "smt/control"},
    {"no sibling", {{CPUS "cpu2/topology/thread_siblings_list", "2"}}, NULL, NULL},
    {"an Atom", {{"sys/devices/cpu_atom/cpus", "2-3"}}, "no performance core",
	"not in 2-3"},
    {"a little one",
	{{CPUS "online", "0-3"}, {CPUS "cpu2/cpu_capacity", "400"},
	    {CPUS "cpu1/cpu_capacity", "1024"}},
	"no performance core", "--cpu 1"},
    {"load", {{"proc/loadavg", "0.51 0.00 0.00 1/100 1"}}, "load average 0.51", "stop"},
    {"no load", {{"proc/loadavg", "0.50 9.00 0.00 1/100 1"}}, NULL, NULL},
};

/* The machine below the test has its own counter and clock, which are not looked at. */
static void
problems(void **state)
{
	static const char *const own[] = {"counter", "clock ", "may not run"};
	int wrong = 0;
	struct err e;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(hosts); i++) {
		struct host_problems found;
		struct arena arena = {0};
		struct buf text = {0};
		char root[64];
		struct host h = {.root = root, .cpu = 2};

		snprintf(root, sizeof(root), "%s/", make_root(hosts[i].files));
		host_check(&h, &found, &arena);
		for (size_t k = 0; k < found.count; k++) {
			size_t o = 0;
			while (
			    o < COUNT_OF(own) && !strstr(found.problem[k].text, own[o]))
				o++;
			if (o == COUNT_OF(own) || strstr(found.problem[k].text, "kHz"))
				buf_format(&text, "%s|%s|", found.problem[k].text,
				    found.problem[k].mend);
		}
		if (hosts[i].wanted) {
			wrong += unit_holds(
			    hosts[i].name, buf_string(&text), hosts[i].wanted);
			wrong +=
			    unit_holds(hosts[i].name, buf_string(&text), hosts[i].mend);
		} else {
			wrong += unit_text(hosts[i].name, buf_string(&text), "");
		}
		file_remove_tree(AT_FDCWD, root, NULL, &e);
		buf_free(&text);
		arena_free(&arena);
	}
	assert_int_equal(wrong, 0);
}

/* A host of which nothing is known has an environment all the same. */
static void
environments(void **state)
{
	static const struct file files[] = {
	    {"etc/os-release", "ID=x\nPRETTY_NAME=\"X 1\"\n"},
	    {"proc/cpuinfo", CPUINFO "model name\t: Chip 7\nmicrocode\t: 0x1\n"},
	    {"proc/meminfo", "MemTotal:   1000 kB\n"},
	    {"proc/cmdline",
		"root=/dev/sda1 user=me quiet isolcpus=1 init=/bin/x nosmt\n"},
	    {CPUS "cpu1/cpufreq/scaling_driver", "example\n"},
	    {CPUS "vulnerabilities/meltdown", "Not affected\n"}, {NULL, NULL}};
	static const struct file nothing[] = {{NULL, NULL}};
	static const struct file arm[] = {
	    {"proc/cpuinfo",
		"CPU implementer\t: 0x41\nCPU variant\t: 0x1\nCPU part\t: 0xd49\n"},
	    {NULL, NULL}};
	static const char *const wanted[] = {"\"os\":\"X 1\"",
	    "\"cpu_model\":\"Chip 7\"", "\"memory_total_kib\":1000,",
	    "\"microcode\":\"0x1\"", "\"kernel_command_line\":\"isolcpus=1 nosmt\"",
	    "\"cpufreq_driver\":\"example\"", "{\"meltdown\":\"Not affected\"}",
	    "\"hostname\":\"sys_1\"", "\"compiler\":null", "\"cpufreq_governor\":null",
	    "\"emulated\":false"};
	struct arena arena = {0};
	struct buf text = {0};
	char root[64];
	struct host h = {.root = root, .cpu = 1};
	struct json *j = json_new_object();
	int wrong = 0;
	struct err e;

	(void)state;
	snprintf(root, sizeof(root), "%s/", make_root(files));
	host_environment(&h, j, "sys_1", NULL, &arena);
	json_print(j, false, &text);
	for (size_t i = 0; i < COUNT_OF(wanted); i++)
		wrong += unit_holds("environment", buf_string(&text), wanted[i]);
	json_free(j);
	file_remove_tree(AT_FDCWD, root, NULL, &e);
	snprintf(root, sizeof(root), "%s/", make_root(nothing));
	j = json_new_object();
	host_environment(&h, j, NULL, NULL, &arena);
	buf_clear(&text);
	json_print(j, false, &text);
	wrong += unit_holds("nothing", buf_string(&text), "\"memory_total_kib\":null");
	json_free(j);
	file_remove_tree(AT_FDCWD, root, NULL, &e);
	snprintf(root, sizeof(root), "%s/", make_root(arm));
	j = json_new_object();
	host_environment(&h, j, NULL, NULL, &arena);
	buf_clear(&text);
	json_print(j, false, &text);
	wrong += unit_holds("Arm", buf_string(&text), "implementer 0x41, part 0xd49");
	json_free(j);
	file_remove_tree(AT_FDCWD, root, NULL, &e);
	buf_free(&text);
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

/* Where a program's links lead, and what the file of the processor says: qemu-user 7.2
 * shows that of the machine below, 9.0 makes one up; valgrind changes one link. */
static void
emulators(void **state)
{
	static const struct {
		const char *name, *self, *thread, *info;
		bool emulated;
	} list[] = {
	    {"none", "/usr/bin/a", "/usr/bin/a", CPUINFO, false},
	    {"qemu 7.2", "/usr/bin/a", "/usr/bin/qemu-x", FOREIGN, true},
	    {"qemu 9.0", "/usr/bin/a", "/usr/bin/qemu-x", CPUINFO, true},
	    {"one that changes no link", "/usr/bin/x", "/usr/bin/x", FOREIGN, true},
	    {"no links", NULL, NULL, CPUINFO, false},
	    {"an old kernel", "/usr/bin/a", NULL, CPUINFO, false},
	    {"deleted", "/usr/bin/a (deleted)", "/usr/bin/a (deleted)", CPUINFO, false},
	};
	int wrong = 0;
	struct err e;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		const struct file files[] = {{"proc/cpuinfo", list[i].info},
		    {"proc/self/x", ""}, {"proc/thread-self/x", ""}, {NULL, NULL}};
		char root[64], link[128];
		struct host h = {.root = root};
		struct arena arena = {0};
		struct buf text = {0};
		struct json *j = json_new_object();

		snprintf(root, sizeof(root), "%s/", make_root(files));
		snprintf(link, sizeof(link), "%sproc/self/exe", root);
		if (list[i].self)
			assert_int_equal(symlink(list[i].self, link), 0);
		snprintf(link, sizeof(link), "%sproc/thread-self/exe", root);
		if (list[i].thread)
			assert_int_equal(symlink(list[i].thread, link), 0);
		wrong +=
		    unit_true(list[i].name, host_is_emulated(&h), list[i].emulated);
		host_environment(&h, j, "sys_1", NULL, &arena);
		json_print(j, false, &text);
		wrong += unit_true(list[i].name,
		    strstr(buf_string(&text), "\"cpu_model\":\"emulated ") != NULL,
		    list[i].emulated);
		wrong += unit_true(list[i].name,
		    strstr(buf_string(&text), "\"cpu_flags\":null") != NULL,
		    list[i].emulated);
		json_free(j);
		buf_free(&text);
		arena_free(&arena);
		file_remove_tree(AT_FDCWD, root, NULL, &e);
	}
	assert_int_equal(wrong, 0);
}

/* As long as asked for; the shortest runs of the chains are in the time of all. */
static void
probes(void **state)
{
	static const int64_t least[] = {0, 2000000, 4000000};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(least); i++) {
		struct probe p;
		probe_read(&p, least[i]);
		assert_true(p.ns >= least[i]);
		assert_true(p.rounds >= 3);
		assert_true(p.unit_ns > 0 && p.check_ns > 0);
		assert_true(p.rounds * (p.unit_ns + p.check_ns) <= p.ns);
	}
}

/* The counter's path on an event that every kernel has. */
static void
software_counter(void **state)
{
	struct counter_event event = {PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK};
	struct counter_event none = {1000000, 0};
	struct counter_value a, b;
	struct probe p;
	struct err e = {0};
	uint64_t count;
	int fd = counter_open(event, &e);

	(void)state;
	if (fd < 0) {
		print_message("left out: no software counter: %s\n", e.text);
		return;
	}
	assert_true(counter_read(fd, &a));
	probe_read(&p, 0);
	assert_true(counter_read(fd, &b));
	assert_true(counter_between(&a, &b, &count));
	assert_true((int64_t)count > 3 * (p.unit_ns + p.check_ns));
	close(fd);
	assert_int_equal(counter_open(none, &e), -1);
	assert_true(strlen(e.text) > 0);
	assert_false(counter_read(-1, &a));
}

/* Values as a kernel gives them when another event had the counter's place. */
static void
counted(void **state)
{
	static const struct {
		const char *name;
		struct counter_value a, b;
		bool valid;
		int64_t count;
	} list[] = {
	    {"always", {10, 100, 100}, {30, 200, 200}, true, 20},
	    {"once away before", {10, 100, 90}, {30, 200, 190}, true, 20},
	    {"away meanwhile", {10, 100, 100}, {20, 200, 150}, false, 10},
	    {"never there", {0, 100, 0}, {0, 200, 0}, false, 0},
	    {"stands still", {10, 100, 100}, {10, 200, 200}, false, 0},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		uint64_t count;
		wrong += unit_true(list[i].name,
		    counter_between(&list[i].a, &list[i].b, &count), list[i].valid);
		wrong += unit_count(list[i].name, (int64_t)count, list[i].count);
	}
	assert_int_equal(wrong, 0);
}

static void
usages(void **state)
{
	struct usage a, b, d;
	int64_t resident, peak;
	char *pages;
	size_t n = 4 << 20;

	(void)state;
	usage_read(&a, sched_getcpu());
	pages = mem_get(n);
	memset(pages, 1, n);
	usage_read(&b, sched_getcpu());
	d = usage_between(&a, &b);
	assert_true(d.minor > 0 && d.voluntary >= 0 && d.involuntary >= 0);
	assert_true(usage_memory(&resident, &peak));
	assert_true(peak >= resident && resident > (int64_t)n);
	mem_free(pages);
	a.steal_ns = -1;
	assert_int_equal(usage_between(&a, &b).steal_ns, -1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(lists),
	    cmocka_unit_test(finds),
	    cmocka_unit_test(default_cpus),
	    cmocka_unit_test(problems),
	    cmocka_unit_test(environments),
	    cmocka_unit_test(emulators),
	    cmocka_unit_test(probes),
	    cmocka_unit_test(software_counter),
	    cmocka_unit_test(counted),
	    cmocka_unit_test(usages),
	};

	return cmocka_run_group_tests_name("measure_host", tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
/* ngcc-measure run and plan: a campaign. */
#include "core/err.h"
#include "core/mem.h"
#include "core/text.h"
#include "measure/command.h"
#include "measure/host.h"
#include "measure/host_check.h"
#include "measure/run.h"
#include "measure/run_build.h"
#include "measure/run_console.h"
#include "measure/run_kat.h"
#include "measure/run_keep.h"
#include "measure/run_measure.h"
#include "measure/run_merge.h"
#include "measure/run_profile.h"
#include "measure/run_publish.h"
#include "measure/run_store.h"
#include "measure/run_watch.h"

#include <fcntl.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <unistd.h>

enum { TRIALS = 5, BUDGET_S = 300 };

/* So much for repeated trials, and the bundled candidates take three minutes at most.
 */
static const double quick_repeat_s = 20;

struct options {
	struct run_options run;
	regex_t only;
	bool quick, allow_unfixed;
	const char *cpu; /* NULL: the default */
	const char *log_path;
	const char *folder; /* of merge */
};

static int
read_only(struct options *o, const char *pattern)
{
	char why[200];
	int code = regcomp(&o->only, pattern, REG_EXTENDED | REG_NOSUB);

	if (!code) {
		o->run.only = &o->only;
		return 0;
	}
	regerror(code, &o->only, why, sizeof(why));
	return command_bad_usage("--only %s: %s", pattern, why);
}

static int
read_precision(struct options *o, const char *text)
{
	char *end;

	o->run.precision = strtod(text, &end) / 100;
	if (end != text && !strcmp(end, "%") && o->run.precision > 0 &&
	    o->run.precision <= 1)
		return 0;
	return command_bad_usage("--precision takes a percentage, as 0.5%%");
}

static int
read_shard(struct options *o, const char *text)
{
	char *end;
	long k = strtol(text, &end, 10),
	     n = *end == '/' ? strtol(end + 1, &end, 10) : 0;

	if (*end || k < 1 || n < k || n > 1000)
		return command_bad_usage("--shard takes K/N, as 1/2");
	o->run.shard = (int)k;
	o->run.shards = (int)n;
	return 0;
}

static int
read_option(struct options *o, struct host *h, int option)
{
	const char **const texts[] = {['D'] = &o->run.data,
	    ['S'] = &o->run.system,
	    ['C'] = &o->run.candidates,
	    ['L'] = &o->run.libraries,
	    ['l'] = &o->log_path,
	    ['c'] = &o->cpu,
	    ['R'] = &h->root,
	    ['m'] = &o->run.compiler};

	switch (option) {
	case '?':
		return ERR_USAGE;
	case 'q':
		o->quick = true;
		return 0;
	case 'u':
		o->allow_unfixed = true;
		return 0;
	case 'o':
		return read_only(o, optarg);
	case 's':
		return read_shard(o, optarg);
	case 'p':
		return read_precision(o, optarg);
	case 'T':
		return command_timeout(optarg, &o->run.timeout_s);
	}
	*texts[option] = optarg;
	return 0;
}

static const struct option table[] = {
    {"data", required_argument, NULL, 'D'},
    {"system", required_argument, NULL, 'S'},
    {"candidates", required_argument, NULL, 'C'},
    {"libraries", required_argument, NULL, 'L'},
    {"only", required_argument, NULL, 'o'},
    {"cpu", required_argument, NULL, 'c'},
    {"cc", required_argument, NULL, 'm'},
    {"precision", required_argument, NULL, 'p'},
    {"shard", required_argument, NULL, 's'},
    {"timeout", required_argument, NULL, 'T'},
    {"quick", no_argument, NULL, 'q'},
    {"allow-unfixed-host", no_argument, NULL, 'u'},
    {"log", required_argument, NULL, 'l'},
    {"host-root", required_argument, NULL, 'R'},
    {NULL, 0, NULL, 0},
};

static int
read_options(struct options *o, struct host *h, int argc, char **argv)
{
	int c, code = 0;

	while (!code && (c = getopt_long(argc, argv, "", table, NULL)) != -1)
		code = read_option(o, h, c);
	/* not before the host's root is known */
	h->cpu = host_default_cpu(h);
	if (!code && o->cpu)
		code = command_cpu(h, o->cpu, &h->cpu);
	if (code)
		return code;
	if (!strcmp(argv[0], "merge") && optind < argc)
		o->folder = argv[optind++];
	if (optind < argc)
		return command_bad_usage("%s: there is a word too many", argv[optind]);
	if (!strcmp(argv[0], "merge") && !o->folder)
		return command_bad_usage("merge wants the folder of another machine");
	if (!o->run.system || !text_is_name(o->run.system) ||
	    strchr(o->run.system, '@'))
		return command_bad_usage(
		    "%s wants --system, the name of this machine's dataset", argv[0]);
	return 0;
}

static int
set_up(struct run *r, struct options *o, struct err *e)
{
	static const char *const candidates[] = {
	    "../share/ngcc/candidates", "../../candidates", "../candidates", NULL};
	static const char *const beside[] = {".", NULL};
	struct run_options *to = &r->o;

	*to = o->run;
	to->trials = TRIALS;
	to->trial_s = o->quick ? 0.05 : 0.5;
	to->budget_s = BUDGET_S;
	to->repeat_s = o->quick ? quick_repeat_s : INFINITY;
	to->driver = command_driver(&r->arena, e);
	to->include = command_include(&r->arena, e);
	to->control = command_beside(beside, "libngcc-control.so", &r->arena, e);
	if (!to->candidates)
		to->candidates =
		    command_beside(candidates, "sm3/candidate.json", &r->arena, e);
	if (!to->driver || !to->include || !to->control || !to->candidates)
		return -1;
	to->control = arena_format(&r->arena, "%s/libngcc-control.so", to->control);
	r->folder = arena_format(&r->arena, "%s/.%s.run", to->data, to->system);
	r->dataset = arena_format(&r->arena, "%s/dataset", r->folder);
	if (getrandom(&r->seed, sizeof(r->seed), 0) != sizeof(r->seed))
		return err_system(e, "random numbers");
	if (run_list(r, e))
		return -1;
	run_share(r);
	return 0;
}

/* Two runs on one CPU would measure each other. The lock is on the kernel's own folder
 * of that CPU: nothing is left behind, and every user can take it. */
static int
wait_for_cpu(const struct run *r)
{
	char path[64];
	int fd;

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d", r->host.cpu);
	fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB)) {
		run_tell(
		    r, "another run measures on CPU %d; waiting for it", r->host.cpu);
		flock(fd, LOCK_EX);
	}
	return fd;
}

static int
open_campaign(struct run *r, struct err *e)
{
	int recovered;

	if (run_store_open(r, e) || run_store_lock(r, e))
		return -1;
	recovered = run_publish_recover(r, e);
	run_store_unlock(r);
	if (recovered < 0 || (recovered && run_store_open(r, e)))
		return -1;
	return run_store_enter(r, e);
}

/* What broke or was not built has no figures; earlier ones are kept until all is done,
 * since it may be the compiler's disk that was full. */
static int
drop_unmeasurable(struct run *r, struct err *e)
{
	for (size_t i = 0; i < r->operations; i++)
		if (!r->operation[i].instance->measurable &&
		    run_keep_drop(r, &r->operation[i], e))
			return -1;
	return 0;
}

/* The last shard to be complete publishes. */
static int
leave_campaign(struct run *r, struct err *e)
{
	bool done = run_count(r, RUN_WAITING) == 0 && !run_watch_stopped(), all;
	int failed;

	r->stopped = !done;
	if ((done && drop_unmeasurable(r, e)) || run_store_lock(r, e))
		return -1;
	failed = run_store_leave(
	    r, done ? "complete" : "stopped by its user", done, &all, e);
	if (!failed && all)
		failed = run_publish(r, e);
	else if (!failed && done)
		run_tell(r, "this shard is complete; the last one publishes");
	run_store_unlock(r);
	return failed;
}

static int
run_all(struct run *r, struct err *e)
{
	char text[32];

	r->settings = run_watch_host(&r->host, &r->arena);
	if (!r->problems.count)
		r->clock_hz = host_clock(&r->host);
	if (open_campaign(r, e))
		return -1;
	run_watch_start(); /* whoever waited until here just ended */
	if (run_build(r, e) || run_kat(r, e))
		return -1;
	run_tell(r, "%zu operations of %zu instances, about %s", r->operations,
	    r->instances, run_console_duration(run_left(r), text));
	if (run_measure(r, e) || run_profile(r, e))
		return -1;
	if (!run_watch_stopped() && run_kat_again(r, e))
		return -1;
	return leave_campaign(r, e);
}

static int
refuse(const struct run *r)
{
	for (size_t i = 0; i < r->problems.count; i++)
		fprintf(stderr, "ngcc-measure: %s\n\tmend: %s\n",
		    r->problems.problem[i].text, r->problems.problem[i].mend);
	fprintf(stderr,
	    "ngcc-measure: this host is not fixed; --allow-unfixed-host measures "
	    "nevertheless, and the records say what was wrong\n");
	return ERR_DATA;
}

/* Measures and tells how it ended. */
static int
conduct(struct run *r, struct run_console *c)
{
	struct err e = {0};
	int code = run_all(r, &e) ? command_fail(&e) : 0;

	run_console_close(c);
	if (code)
		fprintf(stderr,
		    "ngcc-measure: what was finished is kept; the same "
		    "command goes on\n");
	else if (r->stopped) {
		printf("stopped: %zu operations are left; the same command goes on\n",
		    run_count(r, RUN_WAITING));
		code = ERR_DATA;
	} else {
		code = run_console_summary(r);
	}
	return code;
}

static int
campaign(struct run *r, struct options *o, struct run_console *c)
{
	struct err e = {0};
	int code, cpu;

	if (set_up(r, o, &e))
		return command_fail(&e);
	code = run_console_open(c, o->log_path);
	if (code)
		return code;
	r->tell = run_console_tell;
	r->progress = run_console_progress;
	r->context = c;
	cpu = wait_for_cpu(r); /* the check would see the other run */
	host_check(&r->host, &r->problems, &r->arena);
	if (r->problems.count && !o->allow_unfixed) {
		run_console_close(c);
		code = refuse(r);
	} else {
		code = conduct(r, c);
	}
	if (cpu >= 0)
		close(cpu);
	return code;
}

static int
with_run(int argc, char **argv, int (*work)(struct run *, struct options *))
{
	struct options o = {.run = {.data = "data",
				.compiler = "cc",
				.timeout_s = COMMAND_TIMEOUT_S,
				.shard = 1,
				.shards = 1}};
	struct run r = {.host = {.root = ""}, .lock = -1, .shared_lock = -1};
	int code = read_options(&o, &r.host, argc, argv);

	if (!code)
		code = work(&r, &o);
	run_free(&r);
	if (o.run.only)
		regfree(&o.only);
	return fflush(stdout) ? ERR_SYSTEM : code;
}

static int
run_command(struct run *r, struct options *o)
{
	struct run_console c = {0};

	return campaign(r, o, &c);
}

static int
plan_command(struct run *r, struct options *o)
{
	struct err e = {0};
	char text[32];

	if (set_up(r, o, &e))
		return command_fail(&e);
	for (size_t i = 0; i < r->operations; i++)
		printf("%s\n", run_name(&r->operation[i], &r->arena));
	printf("%zu operations of %zu instances on CPU %d, about %s and the known "
	       "answers\n",
	    r->operations, r->instances, r->host.cpu,
	    run_console_duration(run_left(r), text));
	return 0;
}

/* ngcc-measure merge --system ID [--data DIR] FOLDER */
static int
merge_command(struct run *r, struct options *o)
{
	struct run_console c = {0};
	struct err e = {0};
	bool all = false;
	int failed;

	r->tell = run_console_tell;
	r->context = &c;
	if (set_up(r, o, &e) || run_store_lock(r, &e))
		return command_fail(&e);
	failed = run_merge(r, o->folder, &all, &e) || (all && run_publish(r, &e));
	run_store_unlock(r);
	if (failed)
		return command_fail(&e);
	printf(all ? "all shards are complete: published\n"
		   : "merged; other shards are not complete\n");
	return 0;
}

int
command_merge(int argc, char **argv)
{
	return with_run(argc, argv, merge_command);
}

int
command_run(int argc, char **argv)
{
	return with_run(argc, argv, run_command);
}

int
command_plan(int argc, char **argv)
{
	return with_run(argc, argv, plan_command);
}

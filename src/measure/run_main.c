/* SPDX-License-Identifier: MIT */
/* ngcc-measure run and plan: a campaign. */
#include "core/err.h"
#include "core/json.h"
#include "core/mem.h"
#include "measure/command.h"
#include "measure/host.h"
#include "measure/host_check.h"
#include "measure/run.h"
#include "measure/run_build.h"
#include "measure/run_command.h"
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

static int
set_up(struct run *r, struct run_command *o, struct err *e)
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
 * since what was changed may be changed back. */
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
campaign(struct run *r, struct run_command *o, struct run_console *c)
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
with_run(int argc, char **argv, int (*work)(struct run *, struct run_command *))
{
	struct run_command o = {.run = {.data = "data",
				    .compiler = "cc",
				    .timeout_s = COMMAND_TIMEOUT_S,
				    .shard = 1,
				    .shards = 1}};
	struct run r = {.host = {.root = ""}, .lock = -1, .shared_lock = -1};
	int code = run_command_read(&o, &r.host, argc, argv);

	if (!code)
		code = work(&r, &o);
	run_free(&r);
	if (o.run.only)
		regfree(&o.only);
	return fflush(stdout) ? ERR_SYSTEM : code;
}

static int
measure_command(struct run *r, struct run_command *o)
{
	struct run_console c = {0};

	return campaign(r, o, &c);
}

static int
plan_command(struct run *r, struct run_command *o)
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

/* Before anything is locked, which would make the folder. */
static int
find_campaign(struct run *r, struct err *e)
{
	struct json *file = NULL;
	int failed = run_store_read(r, &file, e);

	if (!failed && !file)
		failed = err_set(e, ERR_USAGE,
		    "%s has no campaign of %s to merge into: run a shard of it first",
		    r->o.data, r->o.system);
	json_free(file);
	return failed;
}

/* ngcc-measure merge --system ID [--data DIR] FOLDER */
static int
merge_command(struct run *r, struct run_command *o)
{
	struct run_console c = {0};
	struct err e = {0};
	bool all = false;
	int failed;

	r->tell = run_console_tell;
	r->context = &c;
	if (set_up(r, o, &e) || find_campaign(r, &e) || run_store_lock(r, &e))
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
	return with_run(argc, argv, measure_command);
}

int
command_plan(int argc, char **argv)
{
	return with_run(argc, argv, plan_command);
}

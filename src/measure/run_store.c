/* SPDX-License-Identifier: MIT */
#include "measure/run_store.h"

#include "core/buf.h"
#include "core/err.h"
#include "core/file.h"
#include "core/json.h"
#include "core/json_file.h"
#include "core/pack.h"
#include "core/text.h"
#include "core/utc.h"
#include "measure/clock.h"
#include "measure/filing.h"
#include "measure/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *
path_of(struct run *r, const char *name)
{
	return arena_format(&r->arena, "%s/%s", r->folder, name);
}

static const char *
shard_path(struct run *r, const char *name, int shard)
{
	return arena_format(&r->arena, "%s/%s-%d", r->folder, name, shard);
}

/* Whoever had it may have published and removed the folder meanwhile: then again. wait
 * is told where the lock is taken; NULL: nothing. */
static int
lock(struct run *r, int *fd, const char *path, const char *wait, struct err *e)
{
	struct stat st = {0};

	do {
		if (*fd >= 0)
			close(*fd);
		if (file_make_folders(AT_FDCWD, path, e))
			return -1;
		*fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
		if (*fd < 0)
			return err_system(e, "%s: cannot be made", path);
		if (!flock(*fd, LOCK_EX | LOCK_NB))
			continue;
		if (wait)
			run_tell(r, "%s", wait);
		wait = NULL;
		while (flock(*fd, LOCK_EX))
			if (errno != EINTR)
				return err_system(e, "%s: cannot be locked", path);
	} while (fstat(*fd, &st) || st.st_nlink == 0);
	return 0;
}

int
run_store_open(struct run *r, struct err *e)
{
	const char *wait = arena_format(
	    &r->arena, "another run of %s is at work; waiting for it", r->o.system);

	return lock(r, &r->lock, shard_path(r, "shard", r->o.shard), wait, e);
}

int
run_store_lock(struct run *r, struct err *e)
{
	return lock(r, &r->shared_lock, path_of(r, "lock"), NULL, e);
}

void
run_store_unlock(struct run *r)
{
	if (r->shared_lock >= 0)
		close(r->shared_lock);
	r->shared_lock = -1;
}

int
run_store_read(struct run *r, struct json **file, struct err *e)
{
	return json_file_read(file, path_of(r, "run.json"), e);
}

/* This run as run.json and campaign.json have it. */
static void
add_run(struct json *list, struct run *r, const char *ended, const char *reason)
{
	struct json *own = json_add_object(list, NULL);

	json_add_text(own, "started_utc", result_time(r->run_us, &r->arena));
	json_add_text(own, "ended_utc", ended);
	json_add_text(own, "reason", reason);
	json_add_number(own, "seed", (double)(r->first_seed >> 11));
	json_add_number(own, "cpu", r->host.cpu);
	if (r->o.shards > 1)
		json_add_number(own, "shard", r->o.shard);
}

static bool
is_own(const struct json *run, const struct run *r)
{
	double seed;

	/* two runs may have begun in the same second */
	return json_number(json_member(run, "seed"), &seed) &&
	    seed == (double)(r->first_seed >> 11);
}

static void
add_check(struct json *list, struct run *r)
{
	struct json *j = json_add_object(list, NULL), *problems;

	json_add_text(j, "phase", "start");
	json_add_number(j, "cpu", r->host.cpu);
	json_add_text(j, "utc", result_time(r->run_us, &r->arena));
	problems = json_add_array(j, "problems");
	for (size_t i = 0; i < r->problems.count; i++)
		json_add_text(problems, NULL, r->problems.problem[i].text);
	if (r->o.shards > 1)
		json_add_number(j, "shard", r->o.shard);
}

/* Copies all elements of a list but, in runs, this run's own. */
static struct json *
copy_list(struct json *to, const struct json *old, const char *name, struct run *r)
{
	const struct json *one = json_first(json_member(old, name));
	struct json *list = json_add_array(to, name);

	for (; one; one = json_next(one))
		if (strcmp(name, "runs") != 0 || !is_own(one, r))
			json_copy(list, NULL, one);
	return list;
}

/* Writes run.json with this run; ended and reason NULL: it is at work. */
static int
write_run(struct run *r, const struct json *old, const char *ended, const char *reason,
    struct err *e)
{
	const struct json *start = json_member(old, "environment_at_start");
	struct json *j = json_new_object(), *list;
	int failed;

	json_add_text(j, "system_id", r->o.system);
	json_add_text(j, "started_utc", result_time(r->started_us, &r->arena));
	json_add_number(j, "shards", r->o.shards);
	json_add_text(j, "only", r->o.pattern);
	if (start)
		json_copy(j, "environment_at_start", start);
	else
		host_environment(&r->host, json_add_object(j, "environment_at_start"),
		    r->o.system, NULL, &r->arena);
	list = copy_list(j, old, "host_checks", r);
	if (!ended)
		add_check(list, r);
	add_run(copy_list(j, old, "runs", r), r, ended, reason);
	failed = filing_json(path_of(r, "run.json"), j, e);
	json_free(j);
	return failed;
}

/* A campaign is of so many shards from its start on. */
static int
check_shards(const struct run *r, const struct json *file, struct err *e)
{
	double shards = r->o.shards;

	json_number(json_member(file, "shards"), &shards);
	if (shards == r->o.shards)
		return 0;
	return err_set(e, ERR_DATA,
	    "%s/run.json: the campaign was begun with %g shards, now there are %d; go "
	    "on "
	    "as it was begun, or remove %s to begin anew",
	    r->folder, shards, r->o.shards, r->folder);
}

/* Else what the other command left would be thrown away when this one is done. */
static int
check_only(const struct run *r, const struct json *file, struct err *e)
{
	const struct json *only = json_member(file, "only");
	const char *then = json_text(only);

	if (!only || text_equal(then, r->o.pattern))
		return 0;
	return err_set(e, ERR_DATA,
	    "%s: the campaign was begun %s%.200s, now it is %s%.200s; go on as it was "
	    "begun, or remove %s to begin anew",
	    r->folder, then ? "with --only " : "without --only", then ? then : "",
	    r->o.pattern ? "--only " : "without", r->o.pattern ? r->o.pattern : "",
	    r->folder);
}

/* Machines that share a campaign need not agree to the second. */
static const int64_t clocks_differ_us = 60 * 1000000;

/* A run cannot begin before an earlier one. */
static int
check_clock(struct run *r, const struct json *file, struct err *e)
{
	const struct json *run = json_first(json_member(file, "runs"));
	int64_t seconds;

	for (; run; run = json_next(run)) {
		const char *began = json_text(json_member(run, "started_utc"));
		if (utc_read(began, &seconds) &&
		    seconds * 1000000 > r->run_us + clocks_differ_us)
			return err_set(e, ERR_SYSTEM,
			    "the clock was set back: it says %s, but a run of this "
			    "campaign began at %s; set it right, or remove %s to begin "
			    "anew",
			    result_time(r->run_us, &r->arena), began, r->folder);
	}
	return 0;
}

/* Tells what of the host is not as it was when the campaign began, of what lasts while
 * it is up: a run after a reboot, or a shard on another machine. Every record says what
 * it was made on, so it is no fault; but the dataset is of two hosts then. */
static void
tell_other_host(struct run *r, const struct json *file)
{
	static const char *const lasting[] = {"architecture", "cpu_model", "microcode",
	    "kernel", "kernel_command_line", "os"};
	const struct json *then = json_member(file, "environment_at_start"), *a, *b;
	struct json *now = json_new_object();
	char was[80], is[80];

	host_environment(&r->host, now, r->o.system, NULL, &r->arena);
	for (size_t i = 0; then && i < sizeof(lasting) / sizeof(lasting[0]); i++) {
		a = json_member(then, lasting[i]);
		b = json_member(now, lasting[i]);
		if (!text_equal(json_text(a), json_text(b)))
			run_tell(r,
			    "%s is %s, when the campaign began it was %s: the dataset "
			    "will be of two hosts",
			    lasting[i], json_describe(b, is), json_describe(a, was));
	}
	json_free(now);
}

int
run_store_enter(struct run *r, struct err *e)
{
	/* it may have another library now, and is not complete until that was seen */
	const char *path = shard_path(r, "done", r->o.shard);
	struct json *file;
	int64_t seconds;
	int failed;

	r->seed = r->first_seed = r->seed >> 11 << 11; /* as JSON can hold it */
	r->run_us = r->started_us = clock_utc_us() / 1000000 * 1000000;
	if (run_store_lock(r, e) || run_store_read(r, &file, e))
		return -1;
	if (utc_read(json_text(json_member(file, "started_utc")), &seconds))
		r->started_us = seconds * 1000000;
	failed = check_shards(r, file, e) || check_only(r, file, e) ||
	    check_clock(r, file, e);
	if (!failed && unlink(path) && errno != ENOENT)
		failed = err_system(e, "%s: cannot be removed", path);
	if (!failed)
		tell_other_host(r, file);
	failed = failed || write_run(r, file, NULL, NULL, e);
	json_free(file);
	run_store_unlock(r);
	return failed ? -1 : 0;
}

bool
run_store_all_done(struct run *r, const struct json *file)
{
	double shards = 1;

	json_number(json_member(file, "shards"), &shards);
	r->o.shards = (int)shards;
	for (int k = 1; k <= r->o.shards; k++)
		if (access(shard_path(r, "done", k), F_OK))
			return false;
	return true;
}

int
run_store_leave(struct run *r, const char *reason, bool done, bool *all, struct err *e)
{
	const char *now = result_time(clock_utc_us(), &r->arena);
	const char *path = shard_path(r, "done", r->o.shard);
	struct json *file;
	int failed;

	*all = false;
	if (run_store_read(r, &file, e))
		return -1;
	failed = write_run(r, file, now, reason, e) ||
	    (done && file_replace(AT_FDCWD, path, "", 0, e));
	*all = !failed && done && run_store_all_done(r, file);
	json_free(file);
	return failed ? -1 : 0;
}

int
run_store_add_control(struct run *r, double ns, double cycles, struct err *e)
{
	struct buf bytes = {0};
	struct pack p = {.out = &bytes};
	int failed;

	pack_real(&p, &ns);
	pack_real(&p, &cycles);
	failed = journal_add(shard_path(r, "control", r->o.shard), &bytes, e);
	buf_free(&bytes);
	return failed;
}

size_t
run_store_controls(struct run *r, double **ns, double **cycles, struct err *e)
{
	struct buf text = {0};
	const char *at, *entry;
	size_t count = 0, n;

	*ns = *cycles = NULL;
	for (int k = 1; k <= r->o.shards; k++) {
		if (journal_read(shard_path(r, "control", k), &text, e))
			break;
		at = text.data;
		while (text.len && journal_next(&text, &at, &entry, &n)) {
			struct pack p = pack_from(entry, n, &r->arena);
			*ns = arena_grow(&r->arena, *ns, count, sizeof(**ns));
			*cycles =
			    arena_grow(&r->arena, *cycles, count, sizeof(**cycles));
			pack_real(&p, &(*ns)[count]);
			pack_real(&p, &(*cycles)[count]);
			count++;
		}
	}
	buf_free(&text);
	return count;
}

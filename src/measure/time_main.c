/* SPDX-License-Identifier: MIT */
/* ngcc-measure time: a library's operations, timed. */
#include "core/buf.h"
#include "core/err.h"
#include "core/json.h"
#include "core/mem.h"
#include "core/text.h"
#include "measure/clock.h"
#include "measure/command.h"
#include "measure/elf.h"
#include "measure/filing.h"
#include "measure/filing_lock.h"
#include "measure/host.h"
#include "measure/host_check.h"
#include "measure/note.h"
#include "measure/result.h"
#include "measure/series.h"
#include "measure/time_table.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

enum { TRIALS = 5, CALLS = 100, BUDGET_S = 300 };

struct options {
	struct command_library library;
	struct command_dataset dataset;
	const char *operation;
	double trial_s, precision, timeout_s;
	bool json;
	int cpu; /* -1: the default */
};

/* What one run of the command works with. */
struct work {
	struct options o;
	struct result_library said;
	struct host host;
	struct host_problems problems;
	struct series_plan plan;
	struct filing filing;
	struct attempt_look look;
	uint64_t seed;
	size_t failed, measured;
	struct json *note; /* of how the library was built; NULL: unknown */
	struct arena arena;
};

static int
read_trial_time(struct options *o, const char *text)
{
	char *end;

	o->trial_s = strtod(text, &end);
	if (end != text && !*end && o->trial_s > 0 && o->trial_s <= 1000)
		return 0;
	return command_bad_usage("--trial-time takes seconds, up to 1000");
}

static int
read_option(struct options *o, const struct host *h, int option)
{
	switch (option) {
	case 't':
	case 'd':
		return command_library_option(&o->library, option, optarg);
	case 's':
		return read_trial_time(o, optarg);
	case 'p':
		return command_precision(optarg, &o->precision);
	case 'T':
		return command_timeout(optarg, &o->timeout_s);
	case 'c':
		return command_cpu(h, optarg, &o->cpu);
	case 'j':
		o->json = true;
		return 0;
	case 'o':
		o->operation = optarg;
		return 0;
	case 'D':
	case 'S':
	case 'C':
	case 'L':
		command_dataset_option(&o->dataset, option, optarg);
		return 0;
	}
	return ERR_USAGE;
}

static int
read_options(struct options *o, const struct host *h, int argc, char **argv)
{
	static const struct option table[] = {
	    {"type", required_argument, NULL, 't'},
	    {"digest-bits", required_argument, NULL, 'd'},
	    {"operation", required_argument, NULL, 'o'},
	    {"trial-time", required_argument, NULL, 's'},
	    {"precision", required_argument, NULL, 'p'},
	    {"cpu", required_argument, NULL, 'c'},
	    {"timeout", required_argument, NULL, 'T'},
	    {"json", no_argument, NULL, 'j'},
	    {"data", required_argument, NULL, 'D'},
	    {"system", required_argument, NULL, 'S'},
	    {"candidate", required_argument, NULL, 'C'},
	    {"label", required_argument, NULL, 'L'},
	    {NULL, 0, NULL, 0},
	};
	int c, code = 0;

	while (!code && (c = getopt_long(argc, argv, "", table, NULL)) != -1)
		code = read_option(o, h, c);
	if (!code)
		code = command_library_end(&o->library, argc, argv);
	return code ? code : command_dataset_end(&o->dataset);
}

static void
progress(struct work *w, const char *key, int trial, int attempt)
{
	if (!isatty(STDERR_FILENO))
		return;
	fprintf(stderr, "\r\033[K%s: trial %d of %d", key, trial,
	    trial > w->plan.trials ? trial : w->plan.trials);
	if (attempt > 1)
		fprintf(stderr, ", attempt %d", attempt);
}

static int
run_series(struct work *w, struct series *s, const char *key, struct arena *arena,
    struct err *e)
{
	int trial;

	if (series_begin(s, &w->plan, arena, e))
		return -1;
	while ((trial = series_next(s, &w->plan, arena)) >= 0) {
		struct attempt_plan p = series_attempt(s, &w->plan, trial);
		struct attempt *a = arena_get(arena, sizeof(*a));
		bool again = (size_t)trial < s->trials;

		progress(w, key, trial + 1, again ? s->trial[trial].retries + 2 : 1);
		if (attempt_run(a, &p, trial, attempt_next_seed(&w->seed), arena, e))
			return -1;
		series_add(s, &w->plan, trial, a, arena);
	}
	series_end(s, &w->plan);
	return 0;
}

static int
set_up(struct work *w, struct err *e)
{
	struct options *o = &w->o;
	struct result_library *l = &w->said;
	const char *driver = command_driver(&w->arena, e);
	struct elf elf;

	if (!driver || elf_read(&elf, o->library.path, &w->arena, e))
		return -1;
	if (getrandom(&w->seed, sizeof(w->seed), 0) != sizeof(w->seed))
		return err_system(e, "random numbers");
	l->candidate = o->dataset.candidate;
	l->label = o->dataset.label;
	w->note = note_read(l, o->library.path, &elf, &w->arena);
	host_check(&w->host, &w->problems, &w->arena);
	w->plan = (struct series_plan){.attempt = {.driver = driver,
					   .library = o->library.path,
					   .category = o->library.category,
					   .digest_bits = (int)o->library.digest_bits,
					   .cpu = w->host.cpu,
					   .seconds = o->trial_s,
					   .timeout_s = o->timeout_s},
	    .trials = TRIALS,
	    .attempts = SERIES_ATTEMPTS,
	    .least = CALLS,
	    .budget_s = BUDGET_S,
	    .precision = o->precision,
	    .emulated = host_is_emulated(&w->host)};
	w->filing = (struct filing){.folder = arena_format(&w->arena, "%s/%s",
					o->dataset.data, o->dataset.system),
	    .system = o->dataset.system,
	    .library = l,
	    .elf_load_bytes = elf.load_bytes,
	    .look = &w->look,
	    .plan = &w->plan,
	    .host = &w->host,
	    .problems = &w->problems,
	    .started_us = clock_utc_us()};
	return o->dataset.data ? filing_refuse_campaign(w->filing.folder, &w->arena, e)
			       : 0;
}

static void
print_series(
    struct work *w, const struct series *s, const struct json *record, const char *key)
{
	struct buf text = {0};

	if (isatty(STDERR_FILENO))
		fputs("\r\033[K", stderr);
	if (w->o.json)
		json_print(record, false, &text);
	else {
		if (!w->measured)
			time_table_head(&text, s);
		time_table_line(&text, s, &w->plan, key);
	}
	fputs(buf_string(&text), stdout);
	fflush(stdout);
	buf_free(&text);
	w->measured++;
	w->failed += s->failure != NULL;
}

static int
file_record(const struct work *w, const char *key, const struct json *record,
    struct arena *arena, struct err *e)
{
	int lock = filing_lock(w->filing.folder, arena, e), failed;

	if (lock < 0)
		return -1;
	failed = filing_record(&w->filing, key, record, arena, e);
	close(lock);
	return failed;
}

/* What the recipe says, if the library is filed under the recipe's name. */
static const struct json *
catalog_entry(const struct work *w)
{
	const struct json *entry = w->said.catalog;

	return text_equal(json_text(json_member(entry, "id")), w->said.candidate)
	    ? entry
	    : NULL;
}

/* What tells of all records. */
static int
file_rest(struct work *w, struct err *e)
{
	int lock = filing_lock(w->filing.folder, &w->arena, e), failed;

	if (lock < 0)
		return -1;
	failed = filing_finish(&w->filing, &w->arena, e) ||
	    filing_catalog(w->o.dataset.data, catalog_entry(w), &w->arena, e);
	close(lock);
	return failed ? -1 : 0;
}

static int
time_operation(
    struct work *w, const char *operation, int64_t input_bytes, struct err *e)
{
	struct arena arena = {0};
	struct json *record;
	struct series s;
	const char *key;
	int failed;

	w->plan.attempt.operation = operation;
	w->plan.attempt.input_bytes = input_bytes;
	key = result_key(&w->plan, &arena);
	if (w->o.operation && strcmp(w->o.operation, key) != 0 &&
	    strcmp(w->o.operation, operation) != 0) {
		arena_free(&arena);
		return 0;
	}
	failed = run_series(w, &s, key, &arena, e);
	if (!failed) {
		record = result_record(&s, &w->plan, &w->said, &w->host,
		    w->o.dataset.system, &w->problems, &arena);
		print_series(w, &s, record, key);
		if (w->o.dataset.data)
			failed = file_record(w, key, record, &arena, e);
		json_free(record);
	}
	arena_free(&arena);
	return failed;
}

static int
time_all(struct work *w, struct err *e)
{
	const struct category_operation *o = category_operations(w->o.library.category);

	w->plan.attempt.operation = o->name;
	if (attempt_look(&w->look, &w->plan.attempt, &w->arena, e))
		return -1;
	for (; o->name; o++)
		if (o->pass <= w->look.passes &&
		    time_operation(w, o->name, o->input_bytes, e))
			return -1;
	if (w->measured)
		return w->o.dataset.data ? file_rest(w, e) : 0;
	return err_set(e, ERR_USAGE, "%s: there is no such operation", w->o.operation);
}

int
command_time(int argc, char **argv)
{
	struct work w = {
	    .o = {.trial_s = 0.5, .timeout_s = COMMAND_TIMEOUT_S, .cpu = -1},
	    .host = {.root = ""}};
	struct err e = {0};
	int code = read_options(&w.o, &w.host, argc, argv);

	if (code)
		return code;
	w.host.cpu = w.o.cpu < 0 ? host_default_cpu(&w.host) : w.o.cpu;
	if (set_up(&w, &e) || time_all(&w, &e))
		code = command_fail(&e);
	else if (w.failed)
		code = ERR_DATA;
	if (w.plan.emulated)
		fputs("the processor is emulated: these times mean nothing\n", stderr);
	if (w.problems.count)
		fprintf(stderr,
		    "%zu things of this host spoil measurements: ngcc-measure check\n",
		    w.problems.count);
	json_free(w.note);
	arena_free(&w.arena);
	return fflush(stdout) ? ERR_SYSTEM : code;
}

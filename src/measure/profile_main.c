/* SPDX-License-Identifier: MIT */
/* ngcc-measure profile: the share of named functions in a library's operations. */
#include "core/buf.h"
#include "core/err.h"
#include "core/json.h"
#include "core/mem.h"
#include "core/text.h"
#include "measure/command.h"
#include "measure/elf.h"
#include "measure/filing.h"
#include "measure/interpose.h"
#include "measure/note.h"
#include "measure/result.h"
#include "measure/shares.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct options {
	struct command_library library;
	struct command_dataset dataset;
	const char *operation;
	const char *function[INTERPOSE_FUNCTIONS];
	size_t functions;
	bool named; /* by --function */
	double timeout_s;
};

struct work {
	struct options o;
	struct result_library said;
	struct attempt_plan plan;
	struct attempt_look look;
	const char *const *functions;
	struct json *note;
	size_t profiled, failed;
	struct arena arena;
};

static int
add_function(struct options *o, const char *name)
{
	/* one place is for the random numbers */
	if (o->functions == INTERPOSE_FUNCTIONS - 1)
		return command_bad_usage(
		    "--function is taken at most %d times", INTERPOSE_FUNCTIONS - 1);
	o->function[o->functions++] = name;
	o->named = true;
	return 0;
}

static int
read_option(struct options *o, int option)
{
	switch (option) {
	case 't':
		return command_library_option(&o->library, option, optarg);
	case 'T':
		return command_timeout(optarg, &o->timeout_s);
	case 'f':
		return add_function(o, optarg);
	case 'o':
		o->operation = optarg;
		return 0;
	case '?':
		return ERR_USAGE;
	}
	command_dataset_option(&o->dataset, option, optarg);
	return 0;
}

static int
read_options(struct options *o, int argc, char **argv)
{
	static const struct option table[] = {
	    {"type", required_argument, NULL, 't'},
	    {"operation", required_argument, NULL, 'o'},
	    {"function", required_argument, NULL, 'f'},
	    {"timeout", required_argument, NULL, 'T'},
	    {"data", required_argument, NULL, 'D'},
	    {"system", required_argument, NULL, 'S'},
	    {"candidate", required_argument, NULL, 'C'},
	    {"label", required_argument, NULL, 'L'},
	    {NULL, 0, NULL, 0},
	};
	int c, code = 0;

	while (!code && (c = getopt_long(argc, argv, "", table, NULL)) != -1)
		code = read_option(o, c);
	if (!code && o->library.has_category && o->library.category == CATEGORY_HASH)
		code = command_bad_usage("profile is for public-key algorithms");
	if (!code)
		code = command_library_end(&o->library, argc, argv);
	return code ? code : command_dataset_end(&o->dataset);
}

static int
set_up(struct work *w, struct err *e)
{
	const char *path = w->o.library.path;
	struct elf elf;

	w->plan = (struct attempt_plan){.driver = command_driver(&w->arena, e),
	    .library = path,
	    .category = w->o.library.category,
	    .cpu = -1,
	    .seconds = 0.5,
	    .timeout_s = w->o.timeout_s,
	    .operation = category_operations(w->o.library.category)->name};
	w->functions = shares_functions(w->o.function, w->o.functions, &w->arena);
	if (!w->plan.driver || elf_read(&elf, path, &w->arena, e))
		return -1;
	w->said.candidate = w->o.dataset.candidate;
	w->said.label = w->o.dataset.label;
	w->note = note_read(&w->said, path, &elf, &w->arena);
	return attempt_look(&w->look, &w->plan, &w->arena, e);
}

static void
print_call(const struct shares *s, const struct shares_call *c)
{
	printf("  %-20s %8.2f calls %8lld bits in %8lld bits out %6.2f %%\n", c->name,
	    (double)c->calls / (double)s->operations, (long long)c->in_bits,
	    (long long)c->out_bits, 100 * (double)c->ticks / (double)s->ticks);
}

static void
print_shares(const struct shares *s, const char *operation)
{
	struct buf shown = {0};

	if (s->outcome != OUTCOME_COMPLETE) {
		text_visible(&shown, s->detail);
		printf("%s %s %s\n", operation, outcome_name(s->outcome),
		    buf_string(&shown));
		buf_free(&shown);
		return;
	}
	printf("%s: of %lld operations %.2f %% in named functions, %.2f %% in random "
	       "numbers\n",
	    operation, (long long)s->operations, 100 * shares_of(s, NULL),
	    100 * shares_of(s, "drng"));
	for (size_t i = 0; i < s->calls; i++)
		print_call(s, &s->call[i]);
	if (s->overflow)
		printf("  %lld calls found no room: the shares are a lower bound\n",
		    (long long)s->overflow);
}

/* Of what was asked for. */
static void
print_unseen(const struct shares *s)
{
	for (size_t i = 0; i < s->unseens; i++)
		if (strcmp(s->unseen[i], SHARES_DRNG) != 0)
			printf("%s: no library finds it by its name, so that no call "
			       "of it is seen\n",
			    s->unseen[i]);
}

static int
profile_operation(struct work *w, const char *operation, struct err *e)
{
	struct arena arena = {0};
	const struct command_dataset *d = &w->o.dataset;
	const struct filing filing = {
	    .folder = arena_format(&arena, "%s/%s", d->data, d->system),
	    .system = d->system,
	    .library = &w->said};
	struct shares s;
	struct json *j;
	int failed;

	w->plan.operation = operation;
	failed = shares_run(&s, &w->plan, w->functions, &arena, e);
	if (!failed) {
		if (w->o.named && !w->profiled)
			print_unseen(&s);
		print_shares(&s, operation);
		w->profiled++;
		w->failed += s.outcome != OUTCOME_COMPLETE;
	}
	if (!failed && d->data) {
		j = shares_profile(&s, &w->plan, &w->said, &arena);
		failed = filing_profile(&filing, operation, j, &arena, e);
		json_free(j);
	}
	arena_free(&arena);
	return failed;
}

/* A profile belongs to a dataset that has records. */
static int
check_dataset(struct work *w, struct err *e)
{
	const struct command_dataset *d = &w->o.dataset;
	const char *campaign;

	if (!d->data)
		return 0;
	campaign = arena_format(&w->arena, "%s/%s/campaign.json", d->data, d->system);
	return access(campaign, F_OK) ? err_system(e,
					    "%s, of the dataset that a profile belongs "
					    "to: time the library first",
					    campaign)
				      : 0;
}

static int
profile_all(struct work *w, struct err *e)
{
	const struct category_operation *o = category_operations(w->o.library.category);

	for (; o->name; o++) {
		if (o->pass > w->look.passes ||
		    (w->o.operation && strcmp(w->o.operation, o->name) != 0))
			continue;
		if (profile_operation(w, o->name, e))
			return -1;
	}
	if (!w->profiled)
		return err_set(
		    e, ERR_USAGE, "%s: there is no such operation", w->o.operation);
	return w->o.dataset.data
	    ? filing_sums(arena_format(&w->arena, "%s/%s", w->o.dataset.data,
			      w->o.dataset.system),
		  &w->arena, e)
	    : 0;
}

int
command_profile(int argc, char **argv)
{
	struct work w = {.o = {.timeout_s = COMMAND_TIMEOUT_S}};
	struct err e = {0};
	int code = read_options(&w.o, argc, argv);

	if (code)
		return code;
	if (check_dataset(&w, &e) || set_up(&w, &e) || profile_all(&w, &e))
		code = command_fail(&e);
	else if (w.failed)
		code = ERR_DATA;
	json_free(w.note);
	arena_free(&w.arena);
	return fflush(stdout) ? ERR_SYSTEM : code;
}

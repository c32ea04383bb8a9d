/* SPDX-License-Identifier: MIT */
/*
 * ngcc-trial: the process in which a candidate's code runs. It is started by
 * ngcc-measure and reports on descriptor 3; by hand, without one, on its standard
 * output.
 */
#include "core/err.h"
#include "measure/clock.h"
#include "measure/interpose.h"
#include "measure/kat_hash.h"
#include "measure/kat_public.h"
#include "measure/objects.h"
#include "measure/operation.h"
#include "measure/own_code.h"
#include "measure/report.h"
#include "measure/sampling.h"
#include "measure/scheme_kex.h"
#include "measure/usage.h"

#include <alloca.h>
#include <fcntl.h>
#include <getopt.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SEED_MAX = 64, STACK_MAX = 4096, RING = 64, RING_S = 2 };

DRNG_ctx drng_algorithm;

struct options {
	const char *command, *library, *file;
	struct operation_plan operation;
	struct sampling_plan sampling;
	unsigned char seed[SEED_MAX];
	size_t stack; /* bytes by which the stack is moved */
	const char *function[INTERPOSE_FUNCTIONS + 1]; /* NULL behind the last */
	size_t functions;
};

/* A whole number of at most max. */
static int
read_number(
    const char *text, unsigned long long max, unsigned long long *n, struct err *e)
{
	char *end = NULL;

	if (*text >= '0' && *text <= '9')
		*n = strtoull(text, &end, 10);
	if (end && *end == '\0' && *n <= max)
		return 0;
	return err_set(e, ERR_USAGE, "%.40s: wanted a number up to %llu", text, max);
}

static int
read_seconds(const char *text, double *seconds, struct err *e)
{
	char *end;

	*seconds = strtod(text, &end);
	if (end != text && *end == '\0' && *seconds > 0 && *seconds <= 1e6)
		return 0;
	return err_set(e, ERR_USAGE, "%.40s: wanted seconds", text);
}

static int
read_seed(struct options *o, const char *hex, struct err *e)
{
	size_t n = strlen(hex) / 2;
	char two[3] = "", *end;

	if (strlen(hex) % 2 || n > SEED_MAX)
		return err_set(
		    e, ERR_USAGE, "--seed takes up to %d bytes in hex", SEED_MAX);
	for (size_t i = 0; i < n; i++) {
		memcpy(two, hex + 2 * i, 2);
		o->seed[i] = (unsigned char)strtoul(two, &end, 16);
		if (end != two + 2)
			return err_set(e, ERR_USAGE, "--seed takes hex");
	}
	o->operation.seed = o->seed;
	o->operation.seed_bytes = n;
	return 0;
}

static int
read_option(struct options *o, int option, const char *value, struct err *e)
{
	struct operation_plan *op = &o->operation;
	unsigned long long n = 0;
	int failed = 0;

	switch (option) {
	case 'l':
		o->library = value;
		break;
	case 'f':
		o->file = value;
		break;
	case 'o':
		op->name = value;
		break;
	case 't':
		failed = category_read(&op->category, value)
		    ? 0
		    : err_set(e, ERR_USAGE, "%.40s: is no type", value);
		break;
	case 'd':
		failed = read_number(value, 65536, &n, e);
		op->digest_bits = (int)n;
		break;
	case 'i':
		failed = read_number(value, 1u << 30, &n, e);
		op->input_bytes = (size_t)n;
		break;
	case 's':
		failed = read_seconds(value, &o->sampling.seconds, e);
		break;
	case 'b':
		failed = read_seconds(value, &o->sampling.budget_s, e);
		break;
	case 'm':
		failed = read_number(value, 1000000, &n, e);
		o->sampling.least = n;
		break;
	case 'r':
		failed = read_seed(o, value, e);
		break;
	case 'F':
		failed = o->functions == INTERPOSE_FUNCTIONS
		    ? err_set(
			  e, ERR_USAGE, "more than %d functions", INTERPOSE_FUNCTIONS)
		    : 0;
		if (!failed)
			o->function[o->functions++] = value;
		break;
	case 'k':
		failed = read_number(value, STACK_MAX, &n, e);
		o->stack = (size_t)n;
		break;
	}
	return failed;
}

static int
read_options(struct options *o, int argc, char **argv, struct err *e)
{
	static const struct option table[] = {
	    {"library", required_argument, NULL, 'l'},
	    {"type", required_argument, NULL, 't'},
	    {"digest-bits", required_argument, NULL, 'd'},
	    {"file", required_argument, NULL, 'f'},
	    {"operation", required_argument, NULL, 'o'},
	    {"input-bytes", required_argument, NULL, 'i'},
	    {"seconds", required_argument, NULL, 's'},
	    {"budget", required_argument, NULL, 'b'},
	    {"calls", required_argument, NULL, 'm'},
	    {"seed", required_argument, NULL, 'r'},
	    {"stack", required_argument, NULL, 'k'},
	    {"function", required_argument, NULL, 'F'},
	    {NULL, 0, NULL, 0},
	};
	int c;

	while ((c = getopt_long(argc, argv, "", table, NULL)) != -1) {
		if (c == '?')
			return err_set(
			    e, ERR_USAGE, "%s: is no option", argv[optind - 1]);
		if (read_option(o, c, optarg, e))
			return -1;
	}
	if (optind + 1 != argc || !o->library)
		return err_set(e, ERR_USAGE,
		    "wants time, memory, profile, kat or look, and --library");
	o->command = argv[optind];
	return 0;
}

static enum outcome
time_operation(struct operation *op, struct options *o, struct report *r, struct err *e)
{
	enum outcome outcome = operation_prepare(op, &o->operation, e);
	volatile char *moved = alloca(o->stack + 1); /* at most STACK_MAX */

	*moved = 0;
	outcome = outcome ? outcome : op->sizes(op, r, e);
	if (outcome)
		return outcome;
	report_format(r, "tick_source %s\n", clock_tick_source());
	o->sampling.cpu = sched_getcpu();
	return sampling_run(op, &o->sampling, r, e);
}

/* Resident after loading, and at most up to the end of one call. */
static enum outcome
call_once(struct operation *op, struct options *o, struct report *r, struct err *e)
{
	int64_t baseline, resident, peak;
	enum outcome outcome;

	if (!usage_memory(&baseline, &peak)) {
		err_set(e, ERR_SYSTEM, "/proc/self/status does not tell the memory");
		return OUTCOME_DRIVER;
	}
	o->operation.ring = 1;
	outcome = operation_prepare(op, &o->operation, e);
	if (outcome)
		return outcome;
	op->run(op, 1);
	usage_memory(&resident, &peak);
	report_format(r, "baseline_rss_bytes %lld\npeak_rss_bytes %lld\n",
	    (long long)baseline, (long long)peak);
	return op->check(op, e);
}

/* Many calls, in which those of the named functions are counted and timed. Without the
 * numbers of one call, which loads and binds. */
static enum outcome
profile_operation(
    struct operation *op, struct options *o, struct report *r, struct err *e)
{
	enum outcome outcome = operation_prepare(op, &o->operation, e);
	struct interpose found;
	int64_t ns;
	uint64_t ticks, calls;

	if (outcome)
		return outcome;
	op->run(op, 1);
	ns = clock_ns();
	op->run(op, 1);
	ns = clock_ns() - ns;
	calls = (uint64_t)(o->sampling.seconds * 1e9 / (double)(ns > 0 ? ns : 1)) + 1;
	outcome = op->check(op, e);
	if (outcome)
		return outcome;
	if (interpose_start(&found, o->function, op->library.object, e))
		return OUTCOME_DRIVER;
	ns = clock_ns();
	ticks = clock_ticks();
	op->run(op, calls);
	ticks = clock_ticks() - ticks;
	ns = clock_ns() - ns;
	report_format(r, "tick_source %s\ntotal %llu %llu %lld\n", clock_tick_source(),
	    (unsigned long long)calls, (unsigned long long)ticks, (long long)ns);
	interpose_tell(&found, r);
	return op->check(op, e);
}

static enum outcome
write_kat(
    const struct library *l, const struct options *o, struct report *r, struct err *e)
{
	switch (o->operation.category) {
	case CATEGORY_HASH:
		return kat_hash(r, o->file, l, o->operation.digest_bits, e);
	case CATEGORY_KEM:
		return kat_kem(r, l, e);
	case CATEGORY_SIGN:
		return kat_sign(r, l, e);
	case CATEGORY_KEX:
		return kat_kex(r, l, e);
	}
	return OUTCOME_DRIVER;
}

static void
tell_further(void *context, const struct dl_phdr_info *object)
{
	const char *slash = strrchr(object->dlpi_name, '/');

	report_format(context, "further %s %lld\n",
	    slash ? slash + 1 : object->dlpi_name,
	    (long long)objects_load_bytes(object));
}

/* What has to be known of a library before it is timed: the further libraries that it
 * loads, and how many passes a key exchange takes. */
static enum outcome
look_at(
    const struct library *l, const struct options *o, struct report *r, struct err *e)
{
	enum outcome outcome;
	int passes;

	objects_visit(l->object + 1, tell_further, r);
	if (o->operation.category != CATEGORY_KEX)
		return OUTCOME_COMPLETE;
	library_seed(l, o->operation.seed, o->operation.seed_bytes);
	outcome = scheme_kex_count(l, &passes, e);
	report_format(r, "passes %llu %d\n", l->kex.passes(), passes);
	return outcome;
}

static enum outcome
run_command(struct options *o, struct report *r, struct err *e)
{
	struct operation op = {0};

	if (library_open(
		&op.library, o->library, o->operation.category, &drng_algorithm, e))
		return OUTCOME_LOADFAIL;
	if (!strcmp(o->command, "kat") && o->file)
		return write_kat(&op.library, o, r, e);
	if (!strcmp(o->command, "time") && o->operation.name)
		return time_operation(&op, o, r, e);
	if (!strcmp(o->command, "memory") && o->operation.name)
		return call_once(&op, o, r, e);
	if (!strcmp(o->command, "profile") && o->operation.name)
		return profile_operation(&op, o, r, e);
	if (!strcmp(o->command, "look"))
		return look_at(&op.library, o, r, e);
	err_set(e, ERR_USAGE,
	    "wants time, memory or profile with --operation, kat with --file, or look");
	return OUTCOME_DRIVER;
}

/* A candidate shares these pages with us; one that writes to them could make figures.
 */
static enum outcome
run(struct options *o, struct report *r, struct err *e)
{
	uint64_t before = own_code_sum();
	enum outcome outcome = run_command(o, r, e);

	if (before == own_code_sum())
		return outcome;
	err_set(e, ERR_DATA, "the driver's own code was changed");
	return OUTCOME_OVERFLOW;
}

int
main(int argc, char **argv)
{
	struct options o = {.operation = {.ring = RING, .ring_s = RING_S},
	    .sampling = {.seconds = 0.5, .budget_s = 60, .least = 1}};
	struct report r = {.fd = REPORT_FD};
	struct err e = {0};
	enum outcome outcome = OUTCOME_DRIVER;

	if (fcntl(REPORT_FD, F_GETFD) < 0)
		r.fd = STDOUT_FILENO;
	if (!read_options(&o, argc, argv, &e)) {
		/* what follows may be the candidate's doing */
		report_format(&r, REPORT_BEGUN "\n");
		report_flush(&r);
		outcome = run(&o, &r, &e);
	}
	report_format(&r, "outcome %s %s\n", outcome_name(outcome), e.text);
	report_flush(&r);
	fflush(stdout);
	_exit(outcome ? ERR_DATA : 0); /* the candidate has nothing more to say */
}

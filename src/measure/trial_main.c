/* SPDX-License-Identifier: MIT */
/*
 * ngcc-trial: the process in which a candidate's code runs. It is started by ngcc-measure
 * and reports on descriptor 3; by hand, without one, on its standard output.
 */
#include "core/err.h"
#include "measure/kat_hash.h"
#include "measure/library.h"
#include "measure/report.h"

#include <fcntl.h>
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

DRNG_ctx drng_algorithm;

struct options {
	const char *library, *kind;
	enum category category;
	int digest_bits;
};

static int
bad_usage(const char *text)
{
	fprintf(stderr, "ngcc-trial: %s\n", text);
	return ERR_USAGE;
}

/* A whole number of at most max; -1 where text is none. */
static long
read_number(const char *text, long max)
{
	char *end;
	long n = strtol(text, &end, 10);

	return *text >= '0' && *text <= '9' && *end == '\0' && n <= max ? n : -1;
}

static int
read_options(struct options *o, int argc, char **argv)
{
	static const struct option table[] = {
	    {"library", required_argument, NULL, 'l'},
	    {"type", required_argument, NULL, 't'},
	    {"digest-bits", required_argument, NULL, 'd'},
	    {"file", required_argument, NULL, 'f'},
	    {NULL, 0, NULL, 0},
	};
	int c;

	while ((c = getopt_long(argc, argv, "", table, NULL)) != -1) {
		if (c == '?')
			return ERR_USAGE;
		if (c == 'l')
			o->library = optarg;
		else if (c == 'f')
			o->kind = optarg;
		else if (c == 'd' && (o->digest_bits = (int)read_number(optarg, 65536)) < 0)
			return bad_usage("--digest-bits takes a number up to 65536");
		else if (c == 't' && !category_read(&o->category, optarg))
			return bad_usage("--type takes hash");
	}
	return o->library ? 0 : bad_usage("wants --library");
}

static enum outcome
run(const struct options *o, struct report *r, struct err *e)
{
	struct library l;

	if (library_open(&l, o->library, o->category, &drng_algorithm, e))
		return OUTCOME_LOADFAIL;
	return kat_hash(r, o->kind, &l, o->digest_bits, e);
}

int
main(int argc, char **argv)
{
	struct options o = {0};
	struct report r = {.fd = REPORT_FD};
	struct err e = {0};
	enum outcome outcome;
	int code;

	code = read_options(&o, argc, argv);
	if (code)
		return code;
	if (fcntl(REPORT_FD, F_GETFD) < 0)
		r.fd = STDOUT_FILENO;
	outcome = run(&o, &r, &e);
	report_format(&r, "outcome %s %s\n", outcome_name(outcome), e.text);
	report_flush(&r);
	return outcome ? ERR_DATA : 0;
}

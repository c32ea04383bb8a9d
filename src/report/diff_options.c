/* SPDX-License-Identifier: MIT */
#include "report/diff.h"

#include "core/compare.h"
#include "core/err.h"

#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int
read_format(enum diff_format *format, const char *text, struct err *e)
{
	static const char *const names[] = {"text", "json", "html"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(text, names[i])) {
			*format = (enum diff_format)i;
			return 0;
		}
	return err_set(e, ERR_USAGE, "--format takes text, json or html");
}

static int
read_effect(double *effect, const char *text, struct err *e)
{
	char *end;
	double percent = strtod(text, &end);

	if (end == text || *end || !(percent >= 0 && percent <= 100))
		return err_set(e, ERR_USAGE,
		    "--min-effect takes a percentage from 0 to 100, such as 0.5");
	*effect = percent / 100;
	return 0;
}

static int
read_fail_on(unsigned *fail_on, const char *text, struct err *e)
{
	static const char *const names[] = {"slower", "changed", "incomparable"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(text, names[i])) {
			*fail_on |= 1U << i;
			return 0;
		}
	return err_set(e, ERR_USAGE, "--fail-on takes slower, changed or incomparable");
}

static int
read_option(struct diff_options *o, int option, const char *value, struct err *e)
{
	switch (option) {
	case 'f':
		return read_format(&o->format, value, e);
	case 'm':
		return read_effect(&o->min_effect, value, e);
	case 'x':
		return read_fail_on(&o->fail_on, value, e);
	case 'o':
		o->only = value;
		return 0;
	}
	return err_set(e, ERR_USAGE, "%s", "");
}

int
diff_options(struct diff_options *o, int argc, char **argv, struct err *e)
{
	static const struct option options[] = {
	    {"format", required_argument, NULL, 'f'},
	    {"only", required_argument, NULL, 'o'},
	    {"min-effect", required_argument, NULL, 'm'},
	    {"fail-on", required_argument, NULL, 'x'},
	    {NULL, 0, NULL, 0},
	};
	int option;

	*o = (struct diff_options){.min_effect = COMPARE_MIN_EFFECT};
	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1)
		if (read_option(o, option, optarg, e))
			return -1;
	if (argc - optind != 2)
		return err_set(e, ERR_USAGE, "diff wants two dataset folders, A and B");
	o->a = argv[optind];
	o->b = argv[optind + 1];
	return 0;
}

/* SPDX-License-Identifier: MIT */
#include "measure/run_command.h"

#include "core/err.h"
#include "core/text.h"
#include "measure/command.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static int
read_only(struct run_command *o, const char *pattern)
{
	char why[200];
	int code = regcomp(&o->only, pattern, REG_EXTENDED | REG_NOSUB);

	if (!code) {
		o->run.only = &o->only;
		o->run.pattern = pattern;
		return 0;
	}
	regerror(code, &o->only, why, sizeof(why));
	return command_bad_usage("--only %s: %s", pattern, why);
}

static int
read_shard(struct run_command *o, const char *text)
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
read_option(struct run_command *o, struct host *h, int option)
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
		return command_precision(optarg, &o->run.precision);
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

int
run_command_read(struct run_command *o, struct host *h, int argc, char **argv)
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
	if (!o->run.system)
		return command_bad_usage(
		    "%s wants --system, the name of this machine's dataset", argv[0]);
	if (!command_is_system(o->run.system))
		return command_bad_usage(
		    "no dataset can have the name \"%s\"", o->run.system);
	return 0;
}

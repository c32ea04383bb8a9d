/* SPDX-License-Identifier: MIT */
/* ngcc-measure kat: makes an instance's known-answer files and compares them. */
#include "core/err.h"
#include "core/file.h"
#include "core/mem.h"
#include "core/text.h"
#include "measure/command.h"
#include "measure/kat.h"

#include <fcntl.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>

struct options {
	struct command_library library;
	struct kat_plan plan;
	const char *write_manifest;
};

static int
read_options(struct options *o, int argc, char **argv)
{
	static const struct option table[] = {
	    {"type", required_argument, NULL, 't'},
	    {"digest-bits", required_argument, NULL, 'd'},
	    {"name", required_argument, NULL, 'n'},
	    {"manifest", required_argument, NULL, 'm'},
	    {"reference", required_argument, NULL, 'r'},
	    {"out", required_argument, NULL, 'o'},
	    {"write-manifest", required_argument, NULL, 'w'},
	    {"full", no_argument, NULL, 'f'},
	    {"timeout", required_argument, NULL, 'T'},
	    {NULL, 0, NULL, 0},
	};
	int c, code;

	while ((c = getopt_long(argc, argv, "", table, NULL)) != -1) {
		if (c == '?')
			return ERR_USAGE;
		if (c == 't' || c == 'd' || c == 'T') {
			code = c == 'T'
			    ? command_timeout(optarg, &o->plan.timeout_s)
			    : command_library_option(&o->library, c, optarg);
			if (code)
				return code;
		} else if (c == 'n')
			o->plan.instance = optarg;
		else if (c == 'm')
			o->plan.manifest = optarg;
		else if (c == 'r')
			o->plan.reference = optarg;
		else if (c == 'o')
			o->plan.out = optarg;
		else if (c == 'w')
			o->write_manifest = optarg;
		else
			o->plan.full = true;
	}
	code = command_library_end(&o->library, argc, argv);
	if (code)
		return code;
	if (!o->plan.instance || !text_is_name(o->plan.instance) ||
	    strchr(o->plan.instance, ' '))
		return command_bad_usage("kat wants --name, the instance's name");
	if (o->plan.manifest && o->plan.reference)
		return command_bad_usage(
		    "kat takes --manifest or --reference, not both");
	if (o->plan.full && o->library.category != CATEGORY_HASH)
		return command_bad_usage("--full is for hash functions");
	return 0;
}

static int
run(struct options *o, struct kat_result *r, struct err *e)
{
	if (kat_run(&o->plan, r, e))
		return -1;
	if (o->write_manifest)
		return file_replace(
		    AT_FDCWD, o->write_manifest, r->manifest.data, r->manifest.len, e);
	return 0;
}

int
command_kat(int argc, char **argv)
{
	struct options o = {.plan = {.candidate = "-", .timeout_s = COMMAND_TIMEOUT_S}};
	struct kat_result r = {0};
	struct arena arena = {0};
	struct err e = {0};
	int code = read_options(&o, argc, argv);

	if (code)
		return code;
	o.plan.library = o.library.path;
	o.plan.category = o.library.category;
	o.plan.digest_bits = (int)o.library.digest_bits;
	o.plan.driver = command_driver(&arena, &e);
	if (!o.plan.driver || run(&o, &r, &e))
		code = command_fail(&e);
	else if (strcmp(r.status, "PASS") != 0 && strcmp(r.status, "NOKAT") != 0)
		code = ERR_DATA;
	fputs(buf_string(&r.log), stdout);
	kat_free(&r);
	arena_free(&arena);
	return fflush(stdout) ? ERR_SYSTEM : code;
}

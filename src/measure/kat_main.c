/* SPDX-License-Identifier: MIT */
/* ngcc-measure kat: makes an instance's known-answer files and compares them. */
#include "core/err.h"
#include "core/file.h"
#include "core/json.h"
#include "core/mem.h"
#include "core/text.h"
#include "measure/command.h"
#include "measure/elf.h"
#include "measure/kat.h"
#include "measure/note.h"

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
	    {"whole-bytes", no_argument, NULL, 'b'},
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
		else if (c == 'b')
			o->plan.whole_bytes = true;
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
	if ((o->plan.full || o->plan.whole_bytes) &&
	    o->library.category != CATEGORY_HASH)
		return command_bad_usage(
		    "--full and --whole-bytes are for hash functions");
	return 0;
}

/* What candidate.json said of a library that ngcc-measure built. */
static int
read_note(struct options *o, struct arena *arena, struct err *e)
{
	struct elf elf;
	struct json *note;
	const char *text;
	bool whole = false;

	if (elf_read(&elf, o->library.path, arena, e))
		return -1;
	note = note_open(o->library.path, elf.sha256, arena);
	text = json_text(json_member(note, "note"));
	o->plan.note = text ? arena_text(arena, text) : NULL;
	if (json_bool(json_member(note, "whole_bytes"), &whole) && whole)
		o->plan.whole_bytes = true;
	json_free(note);
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

/* Nothing that was compared differs. */
static bool
is_well(const char *status)
{
	return !strcmp(status, "PASS") || !strcmp(status, "PARTIAL") ||
	    !strcmp(status, "NOKAT");
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
	if (!o.plan.driver || read_note(&o, &arena, &e) || run(&o, &r, &e))
		code = command_fail(&e);
	else if (!is_well(r.status))
		code = ERR_DATA;
	fputs(buf_string(&r.log), stdout);
	kat_free(&r);
	arena_free(&arena);
	return fflush(stdout) ? ERR_SYSTEM : code;
}

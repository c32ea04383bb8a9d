/* SPDX-License-Identifier: MIT */
/* ngcc-measure build: the libraries of candidates from their sources. */
#include "core/err.h"
#include "core/mem.h"
#include "measure/command.h"
#include "measure/compile.h"
#include "measure/recipe.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

/* Builds what one folder lists. */
static int
build_folder(const struct compile_plan *plan, size_t *failures, struct err *e)
{
	struct arena arena = {0};
	struct recipe recipe;
	int failed = recipe_read(&recipe, plan->folder, &arena, e);

	for (size_t i = 0; !failed && i < recipe.instances; i++) {
		struct compile_result r = {0};
		const char *label = recipe.instance[i].label;

		failed =
		    compile_instance(plan, &recipe, &recipe.instance[i], &r, &arena, e);
		if (!failed && r.failed) {
			printf("%s/%s: BUILDFAIL\n", recipe.id, label);
			++*failures;
		} else if (!failed) {
			printf("%s/%s: %s, flags: %s\n", recipe.id, label, r.library,
			    r.flags);
		}
		fputs(buf_string(&r.messages), stderr);
		buf_free(&r.messages);
	}
	arena_free(&arena);
	return failed;
}

int
command_build(int argc, char **argv)
{
	static const struct option table[] = {
	    {"out", required_argument, NULL, 'o'},
	    {"cc", required_argument, NULL, 'c'},
	    {NULL, 0, NULL, 0},
	};
	struct compile_plan plan = {.compiler = "cc"};
	struct arena arena = {0};
	struct err e = {0};
	size_t failures = 0;
	int c, code = 0;

	while ((c = getopt_long(argc, argv, "", table, NULL)) != -1) {
		if (c == '?')
			return ERR_USAGE;
		if (c == 'o')
			plan.out = optarg;
		else
			plan.compiler = optarg;
	}
	if (!plan.out || optind == argc)
		return command_bad_usage(
		    "build wants --out and folders with candidate.json");
	plan.include = command_include(&arena, &e);
	if (!plan.include)
		code = command_fail(&e);
	for (; !code && optind < argc; optind++) {
		plan.folder = argv[optind];
		if (build_folder(&plan, &failures, &e))
			code = command_fail(&e);
	}
	arena_free(&arena);
	if (!code && failures)
		code = ERR_DATA;
	return fflush(stdout) ? ERR_SYSTEM : code;
}

/* SPDX-License-Identifier: MIT */
/* ngcc-measure check: what of this host would spoil a measurement. */
#include "core/err.h"
#include "core/mem.h"
#include "measure/command.h"
#include "measure/host.h"
#include "measure/host_check.h"

#include <getopt.h>
#include <stdio.h>

enum { CPU_MAX = 1023 };

int
command_cpu(const struct host *h, const char *text, int *cpu)
{
	long n;

	if (!command_number(text, 0, CPU_MAX, &n) || !host_has_cpu(h, (int)n))
		return command_bad_usage("--cpu %s: no such CPU is online", text);
	*cpu = (int)n;
	return 0;
}

int
command_check(int argc, char **argv)
{
	static const struct option table[] = {
	    {"cpu", required_argument, NULL, 'c'},
	    {NULL, 0, NULL, 0},
	};
	struct host h = {.root = ""};
	struct host_problems list;
	struct arena arena = {0};
	int c, code = 0;

	h.cpu = host_default_cpu(&h);
	while (!code && (c = getopt_long(argc, argv, "", table, NULL)) != -1)
		code = c == 'c' ? command_cpu(&h, optarg, &h.cpu) : ERR_USAGE;
	if (code)
		return code;
	if (optind < argc)
		return command_bad_usage("there is a word too many");
	host_check(&h, &list, &arena);
	for (size_t i = 0; i < list.count; i++)
		printf("%s\n\tmend: %s\n", list.problem[i].text, list.problem[i].mend);
	printf("CPU %d: %zu problems\n", h.cpu, list.count);
	code = list.count ? ERR_DATA : 0;
	arena_free(&arena);
	return fflush(stdout) ? ERR_SYSTEM : code;
}

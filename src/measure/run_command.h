/* SPDX-License-Identifier: MIT */
/* run_command.h: the command line of run, plan and merge. */
#ifndef RUN_COMMAND_H
#define RUN_COMMAND_H

#include "measure/run.h"

struct run_command {
	struct run_options run; /* run.only points at only */
	regex_t only;
	bool quick, allow_unfixed;
	const char *cpu; /* NULL: the default */
	const char *log_path;
	const char *folder; /* of merge */
};

/* Reads the words behind the command's name, argv[0], into o, which holds what is taken
 * where a word is missing; sets the host's root and CPU. 0, or the exit status with the
 * reason told. Where o->run.only is set, the caller frees it with regfree. */
int run_command_read(struct run_command *o, struct host *h, int argc, char **argv);

#endif

/* SPDX-License-Identifier: MIT */
/* sandbox.h: a process for foreign code: a driver with a candidate's library, or a
 * compiler. It gets everything of this that the kernel gives to who asks; what it does
 * not give is left out, and what was in force is told. docs/security.md says what that
 * keeps a candidate from.
 *
 * As root the process gets a user number of its own, so nothing that only root can
 * reach would be readable to it, such as a library in a home folder. Therefore the
 * program and the library are opened before: the program is executed by its descriptor,
 * and the word that names the library becomes /proc/self/fd/5. That also keeps the
 * place of both from the candidate's messages. A compiler reads many files; it starts
 * in the folder where they are, which may lie below one that only root can enter. */
#ifndef SANDBOX_H
#define SANDBOX_H

#include "measure/counter.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct arena;
struct buf;
struct err;
struct namespace_run;

struct sandbox_plan {
	const char *library; /* as it stands in the command; NULL: none */
	const char *start;   /* folder; NULL: the own one */
	/* The only folder to write to, which as root is given to the process's user.
	 * NULL: an own /tmp in memory, and where that is not possible none. */
	const char *folder;
	const char *const *readable; /* beside the system's; NULL behind the last */
	int64_t memory_bytes;        /* of addresses; 0: no limit */
	int64_t file_bytes;          /* of each file written */
	int processes;               /* threads count; beside those that others have */
	int files;                   /* open at a time */
	double cpu_s;
	bool alone;  /* threads may be made, processes not */
	int counter; /* CPU whose cycles are counted for the process: COUNTER_FD; -1:
			none */
};

/* For ngcc-trial with a library, stopped after timeout_s; counter as above. */
struct sandbox_plan sandbox_driver(const char *library, int counter, double timeout_s);

struct sandbox {
	const struct sandbox_plan *plan;
	const char *path;            /* of the program */
	const char *const *argv;     /* what is executed, NULL behind the last */
	int program, library, start; /* descriptors; -1: could not be opened */
	struct counter_event cycles;
	uid_t uid;                 /* of its own */
	struct namespace_run *run; /* shared with the process */
};

/* Opens what the process will need; argv, whose words stay, goes to the arena. Closed
 * with sandbox_close. -1 and e where there is no memory, or as root what another user
 * may not use. */
int sandbox_open(struct sandbox *b, const struct sandbox_plan *plan,
    const char *program, const char *const *argv, struct arena *arena, struct err *e);

/* As fork(2): see namespace.h. */
pid_t sandbox_fork(struct sandbox *b);

/* In the child: gives up what is not needed and executes the program. Returns, with
 * errno, only where that failed. */
void sandbox_execute(struct sandbox *b, char *const *environment);

/* After its end: the parts that were in force, for sandbox_words. status, as waitpid(2)
 * gave it, becomes that of the program. */
unsigned sandbox_close(struct sandbox *b, int *status);

/* A word for each part, blanks between: "uid pid network". */
void sandbox_words(struct buf *out, unsigned parts);

#endif

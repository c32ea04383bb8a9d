/* SPDX-License-Identifier: MIT */
/* child.h: one run of the driver: started by exec, pinned, with an environment of its
 * own, and watched until it ends. */
#ifndef CHILD_H
#define CHILD_H

#include "core/buf.h"
#include "measure/outcome.h"

#include <stdbool.h>
#include <stddef.h>

enum { CHILD_OUTPUT_MAX = 65536, CHILD_LINE_MAX = 64 * 1024 * 1024 };

struct err;
struct sandbox_plan;

struct child_plan {
	const char *program;      /* looked for in PATH where it has no slash */
	const char *const *argv;  /* NULL behind the last */
	int cpu;                  /* -1: not pinned */
	size_t environment_bytes; /* of the only variable; under 2: none */
	double timeout_s;
	/* No driver, but another program: it has our environment and reports nothing;
	 * exit status 0 is complete. */
	bool silent;
	const struct sandbox_plan *sandbox; /* NULL: the program is trusted */
	/* Of a silent one, NULL behind the last; NULL: ours. */
	const char *const *environment;
	/* A line of its report without its end; text[len] is NUL. */
	void (*line)(void *context, const char *text, size_t len);
	void *context;
};

struct child_result {
	enum outcome outcome;
	int exit_code;     /* a signal's number negative; of a timeout -SIGKILL */
	char detail[1024]; /* why it is not complete; else "" */
	struct buf output; /* what was printed, cut at CHILD_OUTPUT_MAX */
	double wall_s;
	unsigned sandbox; /* what of it was in force, for sandbox_words */
	bool begun;       /* the driver was about to load the candidate's code */
};

/* r is zeroed before; its output is freed by the caller. -1 and e where the process
 * could not be started or watched; what happens in it is an outcome. */
int child_run(const struct child_plan *plan, struct child_result *r, struct err *e);

#endif

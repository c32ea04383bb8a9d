/* SPDX-License-Identifier: MIT */
/* run_console.h: what a campaign tells its user, on the standard error and in a log. */
#ifndef RUN_CONSOLE_H
#define RUN_CONSOLE_H

#include <stdbool.h>
#include <stdio.h>

struct run;
struct run_operation;

struct run_console {
	FILE *log;              /* or NULL */
	bool terminal, on_line; /* there is a line of progress to be written over */
	double told_s;
};

/* log_path may be NULL; 0, or the exit status with the reason told. */
int run_console_open(struct run_console *c, const char *log_path);
void run_console_close(struct run_console *c);

/* For struct run; the context is a struct run_console. Progress is one line that is
 * written over on a terminal, else a line a minute. */
void run_console_tell(void *context, const char *text);
void run_console_progress(
    void *context, const struct run *r, const struct run_operation *o);

/* Prints what came out on the standard output; the exit status. */
int run_console_summary(const struct run *r);

/* "35 s", "12 min", "3 h 5 min". Returns out. */
const char *run_console_duration(double seconds, char out[32]);

#endif

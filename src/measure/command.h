/* SPDX-License-Identifier: MIT */
/* command.h: the commands of ngcc-measure and what their command lines share. Each
 * takes the words from its own name on, prints, and returns the exit status. */
#ifndef COMMAND_H
#define COMMAND_H

#include "measure/category.h"

#include <stdbool.h>

struct arena;
struct err;
struct host;

int command_build(int argc, char **argv);
int command_check(int argc, char **argv);
int command_kat(int argc, char **argv);
int command_merge(int argc, char **argv);
int command_profile(int argc, char **argv);
int command_plan(int argc, char **argv);
int command_run(int argc, char **argv);
int command_time(int argc, char **argv);

/* Prints what is wrong with the command line; returns its exit status. */
int command_bad_usage(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints why a command failed; returns its exit status. */
int command_fail(const struct err *e);

/* A whole number from low to high; false where text is none. */
bool command_number(const char *text, long low, long high, long *value);

/* The value of --cpu, which has to be online; 0, or the exit status. */
int command_cpu(const struct host *h, const char *text, int *cpu);

/* Of one process, where --timeout does not say it. */
enum { COMMAND_TIMEOUT_S = 900 };

/* The value of --timeout; 0, or the exit status. */
int command_timeout(const char *text, double *seconds);

/* The value of --precision, a percentage up to 1000 %, as a share; 0, or the exit
 * status. */
int command_precision(const char *text, double *share);

/* ngcc-trial beside this program. In the arena; NULL and e where it is not there. */
const char *command_driver(struct arena *arena, struct err *e);

/* The first of the folders, relative to the program's own, that holds the file. In the
 * arena; NULL and e where none does. */
const char *command_beside(
    const char *const *places, const char *file, struct arena *arena, struct err *e);

/* The folder with niccs.h: beside an installed program's bin, or in the tree that holds
 * build/. */
const char *command_include(struct arena *arena, struct err *e);

/* What every command on a library wants to know of it. */
struct command_library {
	const char *path;
	enum category category;
	bool has_category;
	long digest_bits; /* of a hash function; else 0 */
};

/* Takes a value of --type or --digest-bits ('t', 'd'); 0, or the exit status. */
int command_library_option(struct command_library *l, int option, const char *value);

/* Takes the one word left on the command line as the library; 0, or the exit status. */
int command_library_end(struct command_library *l, int argc, char **argv);

/* The place of a dataset and of a library in it: all four, or none. */
struct command_dataset {
	const char *data, *system, *candidate, *label;
};

/* Takes a value of --data, --system, --candidate or --label ('D', 'S', 'C', 'L'). */
void command_dataset_option(struct command_dataset *d, int option, const char *value);

/* Whether a dataset can have that name: a visible folder beside catalog.json, none of a
 * site's own names, and without the @ of earlier campaigns. */
bool command_is_system(const char *name);

/* 0, or the exit status. */
int command_dataset_end(const struct command_dataset *d);

#endif

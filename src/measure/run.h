/* SPDX-License-Identifier: MIT */
/*
 * run.h: a campaign on its way: every operation of every instance, in the folder
 * DIR/.<system>.run/, which ngcc-report does not read, until it is published:
 *	shard-K		held while a process is at work on shard K (of 1 mostly)
 *	lock		held for a moment by who changes what the shards share
 *	run.json	when it began, the environment then, its runs with their seeds
 *	lib/<id>/	the libraries
 *	kat/		digests of the known-answer files, to be tested again after
 *timing journal/	the attempts of operations that are not complete done/
 *one file for each KAT and each operation that is complete control-K	what the control
 *function took, each time done-K		shard K is complete dataset/	what is
 *published in the end
 */
#ifndef RUN_H
#define RUN_H

#include "core/mem.h"
#include "measure/host.h"
#include "measure/host_check.h"
#include "measure/recipe.h"
#include "measure/result.h"
#include "measure/series.h"

#include <regex.h>

struct buf;
struct json;

struct run_options {
	const char *data, *system;
	const char *candidates; /* the folder of folders with candidate.json */
	const char *libraries;  /* prebuilt, as ngcc-measure build lays them; or NULL */
	const char *compiler, *include, *driver, *control;
	regex_t *only;       /* what <id>/<label>__<key> has to match; or NULL */
	const char *pattern; /* the same as it was given */
	int shard, shards;   /* this run's part of the instances: 1 to shards */
	int trials;
	double trial_s, precision, budget_s, timeout_s;
	double repeat_s; /* what disturbed trials of a run may take to be repeated */
};

/* How far an operation, or the KAT of an instance, is. */
enum run_state { RUN_WAITING, RUN_MEASURED, RUN_UNSTABLE, RUN_FAILED };

struct run_instance {
	const char *folder; /* of candidate.json */
	const char *id;
	const struct recipe *of;
	const struct recipe_instance *recipe;
	const char *library; /* its path; NULL: it was not built */
	struct result_library said;
	int64_t elf_load_bytes;
	struct attempt_look look; /* of a library that was built */
	struct json *note;
	const char *kat_detail;
	bool other_shard; /* another run builds, tests and measures it */
	bool measurable;  /* it was built, and its KAT does not say that it breaks */
};

struct run_operation {
	struct run_instance *instance;
	const char *key;
	int pass; /* of a key exchange, which may have fewer; else 0 */
	struct series_plan plan;
	enum run_state state;
	double estimate_s; /* of what is left of it */

	/* while it is at work */
	bool begun;
	size_t queued; /* how often it still stands in the queue */
	struct series series;
	struct arena arena;
};

struct run {
	struct run_options o;
	struct host host;
	struct host_problems problems;
	const char *settings; /* of the host, as run_watch_host tells them */
	double
	    clock_hz; /* of a host without problems; else 0, and it is not compared */
	const char *folder, *dataset; /* paths */
	struct run_instance *instance;
	size_t instances;
	struct run_operation *operation;
	size_t operations;
	uint64_t seed, first_seed;  /* state of the random numbers, now and at first */
	int64_t started_us, run_us; /* of the campaign, and of this run of it */
	int lock, shared_lock;      /* descriptors; -1: not held */
	bool stopped;               /* by its user, before all was done */
	int repeated;               /* attempts of this run */
	double repeated_s;
	struct arena arena;

	/* What the user is told; NULL: nothing. */
	void (*tell)(void *context, const char *text);
	/* Before each attempt. */
	void (*progress)(
	    void *context, const struct run *r, const struct run_operation *o);
	void *context;
};

/* "<id>/<label>__<key>", in the arena. */
const char *run_name(const struct run_operation *o, struct arena *arena);

/* Tells the user. */
void run_tell(const struct run *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Fills instances and operations from the candidates. o, host and arena are set. */
int run_list(struct run *r, struct err *e);

/* Leaves the instances of this run's shard: they are divided by what they took in the
 * dataset that is published now, else by the estimate, the longest first, each to the
 * shard that has least. */
void run_share(struct run *r);

/* So many operations are in that state. */
size_t run_count(const struct run *r, enum run_state state);

/* What a trial takes whose batches take so long together, in seconds. */
double run_trial_s(double batches_s);

/* What all that is left takes, in seconds. */
double run_left(const struct run *r);

void run_free(struct run *r);

#endif

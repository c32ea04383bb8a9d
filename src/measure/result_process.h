/* SPDX-License-Identifier: MIT */
/* result_process.h: the parts of a record that tell of its processes. */
#ifndef RESULT_PROCESS_H
#define RESULT_PROCESS_H

struct arena;
struct json;
struct result_library;
struct series;
struct series_plan;

struct result_context {
	const struct series *series;
	const struct series_plan *plan;
	const struct result_library *library;
	struct arena *arena;
};

/* Over all probes of the accepted trials; all NaN where one shows no clock. */
struct result_clock {
	double median, least, most; /* Hz, of the core */
	double relative_error;      /* of an estimate: see ngcc-record(5) */
};

struct result_clock result_clock(const struct series *s);

int result_retries(const struct series *s);

/* Add "processes" and "trials", "sizes" and "kex", "detail" and "rejected_trials". */
void result_processes(const struct result_context *c, struct json *j);
void result_sizes(const struct result_context *c, struct json *j);
void result_detail(const struct result_context *c, struct json *j);

#endif

/* SPDX-License-Identifier: MIT */
/* result.h: a series as a record. */
#ifndef RESULT_H
#define RESULT_H

#include <stdint.h>

struct arena;
struct host;
struct host_problems;
struct json;
struct series;
struct series_plan;

/* What the record says of the library; texts may be NULL where that is not known, but
 * for candidate, label, instance, variant, flags, kat. */
struct result_library {
	const char *candidate, *label, *instance, *variant, *flags, *kat;
	const char *path; /* relative; what was measured is in the plan */
	const char *sha256, *kat_log, *kat_log_sha256, *build_flags, *compiler;
	const struct json *compile; /* {command, compiler, sources}, or NULL */
	const struct json *catalog; /* its entry in a catalog, or NULL */
};

/* How a record is written. The plan's words that are the library's path become
 * library->path. The JSON is freed by the caller; s, plan and arena have to live as
 * long. A series that ended in a failure gives a record that is failed_or_partial. */
struct json *result_record(const struct series *s, const struct series_plan *plan,
    const struct result_library *library, const struct host *host, const char *system,
    const struct host_problems *problems, struct arena *arena);

/* A time as records have it: 2026-09-28T15:05:46.790099+00:00. In the arena. */
const char *result_time(int64_t utc_us, struct arena *arena);

/* "hash", "keygen" … with the input's length where it has one: "hash_32". In the arena.
 */
const char *result_key(const struct series_plan *plan, struct arena *arena);

#endif

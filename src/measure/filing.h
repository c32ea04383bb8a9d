/* SPDX-License-Identifier: MIT */
/* filing.h: records filed as a dataset. */
#ifndef FILING_H
#define FILING_H

#include <stddef.h>
#include <stdint.h>

struct arena;
struct attempt_look;
struct err;
struct host;
struct host_problems;
struct json;
struct result_library;
struct series_plan;

struct filing {
	const char *folder; /* the dataset's */
	const char *system;
	const struct result_library *library;
	int64_t elf_load_bytes;          /* -1: unknown */
	const struct attempt_look *look; /* NULL: none was taken */
	const struct series_plan *plan;
	const struct host *host;
	const struct host_problems *problems;
	int64_t started_us; /* of this run; its end is now */
};

/* Writes one record: records/<candidate>/<label>__<key>.json. */
int filing_record(const struct filing *f, const char *key, const struct json *record,
    struct arena *arena, struct err *e);

/* Writes a profile: profile/<candidate>/<label>__<key>.json. */
int filing_profile(const struct filing *f, const char *key, const struct json *profile,
    struct arena *arena, struct err *e);

/* The library's entry in build.json; those of other libraries stay. */
int filing_build(const struct filing *f, struct arena *arena, struct err *e);

/* After the records: the entry in build.json, campaign.json, and last SHA256SUMS. What
 * other runs wrote there stays. */
int filing_finish(const struct filing *f, struct arena *arena, struct err *e);

/* SHA256SUMS of what is in a dataset's folder; what a killed program left half written
 * there is removed. */
int filing_sums(const char *folder, struct arena *arena, struct err *e);

/* An empty catalog.json in the data folder where there is none; and in it the
 * candidate's entry, which may be NULL, where it has none of that id. */
int filing_catalog(
    const char *data, const struct json *entry, struct arena *arena, struct err *e);

/* Writes a JSON file, its folders before it. */
int filing_json(const char *path, const struct json *j, struct err *e);

#endif

/* SPDX-License-Identifier: MIT */
/* filing.h: records filed as a dataset: DIR/<system>/. */
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
	const char *data, *system;
	const struct result_library *library;
	int64_t elf_load_bytes; /* -1: unknown */
	const struct attempt_look *look;
	const struct series_plan *plan;
	const struct host *host;
	const struct host_problems *problems;
	int64_t started_us; /* of this run; its end is now */
};

/* Writes one record: records/<candidate>/<label>__<key>.json. */
int filing_record(const struct filing *f, const char *key, const struct json *record,
    struct arena *arena, struct err *e);

/* Writes a profile, profile/<candidate>/<label>__<key>.json, into a dataset that has
 * records already, and SHA256SUMS. */
int filing_profile(const struct filing *f, const char *key, const struct json *profile,
    struct arena *arena, struct err *e);

/* After the records: the library's entry in build.json, campaign.json, SHA256SUMS, and
 * catalog.json, which gets the candidate where its recipe says what a catalog is to.
 * What other runs wrote there of other libraries stays. */
int filing_finish(const struct filing *f, struct arena *arena, struct err *e);

#endif

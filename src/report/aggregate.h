/* SPDX-License-Identifier: MIT */
/* aggregate.h: what pages and files show of one candidate: instances and operations in
 * their order, and every figure, computed once. */
#ifndef AGGREGATE_H
#define AGGREGATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct build;
struct candidate;
struct catalog;
struct dataset;
struct logged;
struct timing;

/* How a candidate is shown: by the id's part before the first "-". Others look like a
 * hash where they have input lengths, else like a KEM without section 6. */
enum layout { LAYOUT_HASH, LAYOUT_KEM, LAYOUT_SIGN, LAYOUT_KEX, LAYOUT_OTHER };

struct operation {
	const char *key, *name; /* "hash_32", "hash" */
	int64_t input_bytes;    /* 0 where it is not part of the operation */
};

struct instance {
	const char *label;
	const char *kat, *flags, *variant; /* NULL: unknown */
	const struct build *build;         /* NULL: no entry in build.json */
	const struct logged *log;          /* NULL: no KAT log */
	bool passed;
	size_t *note; /* numbers (from 1) of its notes in aggregate.note */
	size_t notes;
};

enum row_state {
	ROW_GOOD,
	ROW_FAILED,  /* the measurement failed: data */
	ROW_BROKEN,  /* the file is not as the format says */
	ROW_MISSING, /* there is no such record */
};

/* NaN: unknown; so are all of a row that is not good. */
struct figures {
	double cycles, cycles_per_byte, median_cycles;
	/* 95 %, about the trials' geometric mean; unknown under two trials, or where one
	 * has no cycles of its own */
	double cycles_low, cycles_high;
	double seconds, median_seconds, spread; /* range over median */
	double per_second, megabytes_per_second;
};

struct row {
	const struct instance *instance;
	const struct operation *operation;
	const struct timing *timing; /* NULL: missing */
	enum row_state state;
	struct figures figures;
};

struct aggregate {
	const struct candidate *candidate;
	const struct dataset *dataset;
	const char *algorithm; /* NULL: no entry in the catalog */
	const char *category;  /* "hash" */
	enum layout layout;
	struct instance *instance; /* in natural order of the labels */
	struct operation *operation;
	size_t instances, operations;
	struct row *row; /* every operation of every instance, instances × operations */
	const char **note; /* of kind kat, in order of appearance */
	size_t notes;
};

/* Everything points into c, d, the catalog and the arena. */
void aggregate_make(struct aggregate *a, const struct candidate *c,
    const struct dataset *d, const struct catalog *catalog, struct arena *arena);

const struct row *aggregate_row(
    const struct aggregate *a, size_t instance, size_t operation);

/* What the cell of a row without figures says: "failed: hard_timeout (exit code 1)",
 * "–". In the arena. */
const char *row_reason(const struct row *r, struct arena *arena);

/* "100000 (5 × 20000)", with retries and instability behind it. In the arena. */
const char *row_count_text(const struct row *r, struct arena *arena);

/* The row's address on its page: <label>--<key>; with prefix "evidence--" that of its
 * file. In the arena. */
const char *row_id(
    const char *prefix, const char *label, const char *key, struct arena *arena);

#endif

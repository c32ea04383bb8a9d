/* SPDX-License-Identifier: MIT */
/*
 * ranking.h: who is before whom in a dataset, computed once: the page, the CSV and the
 * JSON all show this.
 *
 * A section is a category and a security target. Each of its metrics is ranked by
 * itself (core/rank.h); the whole order is that of the mean of an instance's ranks.
 * Counted cycles and estimates have a ranking each.
 */
#ifndef RANKING_H
#define RANKING_H

#include "core/rank.h"
#include "core/record.h"
#include "report/aggregate.h"

struct arena;
struct catalog;
struct summaries;
struct summary;

enum { RANKING_METRICS = 4 };

/* Cycles of an operation, or a size. */
struct ranking_metric {
	const char *key, *title; /* "hash_1024", "1 KiB" */
	bool is_size;            /* in bytes; without an interval */
	size_t offset;           /* of a size, in struct summary */
};

/* An instance. */
struct ranking_row {
	const struct summary *of;
	struct ranked by[RANKING_METRICS]; /* of a size, both ends are the value */
	size_t trials[RANKING_METRICS];    /* of a size 0 */
	const char *
	    stability[RANKING_METRICS]; /* as in the record; NULL: unknown, or a size */
	double mean_rank;
	double rank; /* by mean_rank; where that is equal, the mean of the places */
};

struct ranking {
	enum cycle_source source;
	double estimate_error;   /* the largest stated one; NaN: none */
	struct ranking_row *row; /* by rank, then in natural order */
	size_t rows;
};

/* An instance that is not ranked. */
struct ranking_absent {
	const struct summary *of;
	const char *reason; /* all that there are, with "; " between */
};

struct ranking_section {
	const char *category;
	enum layout layout;
	int64_t bits; /* -1: the catalog names no target */
	bool is_rest; /* it names one of others of the category */
	const struct ranking_metric *metric;
	size_t metrics;            /* 0: no metric is named for this category */
	struct ranking ranking[2]; /* those with rows come first */
	size_t rankings;
	struct ranking_absent *absent; /* in natural order */
	size_t absents;
};

struct rankings {
	struct ranking_section *section; /* by category, then target, none last */
	size_t sections;
};

/* Everything points into s and the arena. Where the catalog names targets of some
 * instances of a category in s, the others are not ranked; where it names none, all of
 * them are in one section. */
void rankings_make(struct rankings *r, const struct summaries *s,
    const struct catalog *c, struct arena *arena);

/* "cycles", "estimated_cycles", "bytes" */
const char *ranking_unit(const struct ranking *r, const struct ranking_metric *m);

#endif

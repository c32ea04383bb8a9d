/* SPDX-License-Identifier: MIT */
/*
 * comparison.h: two datasets held against each other, b against a, computed once: the
 * text, the JSON and the page of a comparison all show this.
 *
 * Two campaigns of one system get a verdict for each row; between two systems the ratio
 * is the answer.
 */
#ifndef COMPARISON_H
#define COMPARISON_H

#include "core/compare.h"
#include "core/mem.h"
#include "core/record.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct aggregate;
struct dataset;

enum metric { METRIC_CYCLES, METRIC_TIME, METRICS };

/* "cycles", "time" */
const char *metric_word(enum metric m);

/* One metric of a row: means of a call, in cycles or s. */
struct measured {
	double a, b;  /* NaN: unknown */
	double ratio; /* b / a; NaN where one is unknown, or it is beyond 1e100 */
	struct interval interval;
	const char *unit; /* "cycles", "estimated_cycles", "s"; NULL: not the same */
};

/* An operation that has figures on both sides. */
struct comparison_row {
	const char *candidate, *category, *label, *operation, *key;
	int64_t input_bytes;
	struct measured of[METRICS];
	enum metric metric;   /* which of them decides */
	bool cycles_decide;   /* cycles of one source, known for each trial */
	bool few_trials;      /* on a side, fewer than COMPARE_TRIALS */
	bool same_record;     /* byte by byte */
	bool same_library;    /* by digest */
	bool known_libraries; /* both have one */
	enum verdict verdict; /* of campaigns of one system only */
	const char **warning;
	size_t warnings;
};

/* An operation without figures on a side. a and b: "complete", or why there are none;
 * NULL: there is no record. */
struct comparison_absent {
	const char *candidate, *label, *operation, *key;
	int64_t input_bytes;
	const char *a, *b;
};

struct comparison_absents {
	struct comparison_absent *list;
	size_t count;
};

/* Something else that differs: of the campaigns (rows 0) or of so many rows. a and b
 * may be NULL: unknown. Of one thing the first values are told; rest then counts the
 * rows that have others. */
struct difference {
	const char *what, *a, *b;
	size_t rows;
	bool rest;
};

/* The geometric mean of ratios; category NULL: of all. */
struct comparison_mean {
	const char *category;
	enum metric metric;
	size_t rows;
	double ratio;
	struct interval interval;
};

/* Between two systems: a row that is far from the mean of its category and metric. */
struct deviation {
	const struct comparison_row *row;
	double from_mean; /* its ratio over the mean */
};

struct comparison_side {
	const char *dataset, *system;
	const char *started_utc, *ended_utc; /* NULL: unknown */
	double noise_floor;                  /* of its campaign; NaN: unknown */
};

struct comparison {
	struct comparison_side a, b;
	bool same_system;
	double min_effect; /* asked for; relative */
	double
	    campaign_floor; /* the larger of both campaigns'; NaN: not both have one */
	double control_floor; /* of rows with equal libraries; NaN: not to be used */
	double noise_floor;   /* the larger of the two, where it counts; else NaN */
	double effect;        /* what decided: the larger of min_effect, noise_floor */
	struct comparison_row *row; /* in natural order of candidate and label */
	size_t rows;
	struct comparison_absents added, removed, failed;
	struct difference *difference;
	size_t differences;
	struct comparison_mean
	    *mean; /* of all, then by category in order of the rows */
	size_t means;
	struct deviation *deviation; /* by category, the furthest first */
	size_t deviations;
	size_t verdicts[VERDICTS];        /* rows of each */
	size_t equal, different, unknown; /* libraries, in rows */
	size_t controls;                  /* rows behind control_floor */
	bool same_libraries; /* in all rows: time decides, min_effect alone */
	bool (*wanted)(const void *context, const char *row); /* NULL: all rows */
	const void *context;
	struct arena arena; /* owns all texts */
};

/* Starts from what is known of both datasets, c being {0} or with wanted set, which is
 * asked for "<candidate>/<label>__<key>". Nothing of the datasets is kept. */
void comparison_start(struct comparison *c, const struct dataset *a,
    const struct dataset *b, double min_effect);

/* Adds one candidate; a or b is NULL where it has none of that id. Candidates come in
 * their natural order. Nothing of a and b is kept. */
void comparison_add(
    struct comparison *c, const struct aggregate *a, const struct aggregate *b);

/* When all are added: metric, noise floor, verdicts and means. */
void comparison_judge(struct comparison *c);

void comparison_free(struct comparison *c);

/* Says of r what else is to be known. In difference.c: also notes what differs. */
void comparison_warn(struct comparison *c, struct comparison_row *r, const char *format,
    ...) __attribute__((format(printf, 3, 4)));

#endif

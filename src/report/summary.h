/* SPDX-License-Identifier: MIT */
/* summary.h: what is kept of every candidate of a dataset until all of them are read:
 * the key figures of its instances, for the pages that show many. */
#ifndef SUMMARY_H
#define SUMMARY_H

#include "core/mem.h"
#include "core/record.h"
#include "report/aggregate.h"

struct summary_operation {
	const char *key;
	int64_t input_bytes;
	enum row_state state;
	enum cycle_source source;
	double cycles, seconds;         /* means; NaN: unknown */
	double cycles_low, cycles_high; /* as in struct figures */
	double estimate_error;          /* relative; NaN: unknown */
	size_t trials;
	const char *stability; /* as in the record; NULL: unknown */
};

struct summary {
	const char *candidate, *algorithm, *category, *label,
	    *kat; /* algorithm and kat may be NULL */
	enum layout layout;
	bool passed;
	struct summary_operation *operation; /* in their order */
	size_t operations;
	int64_t pk, ct, signature, transferred, digest; /* bytes; -1: unknown */
};

/* The instances of one dataset, in the order of candidates and labels. */
struct summaries {
	struct summary *list;
	size_t count;
	struct arena arena; /* owns everything */
};

struct summary_counts {
	size_t candidates, instances, operations; /* operations: complete records */
	size_t failed, unusable, not_passed, unstable;
};

/* What a category is called: "Key exchange", or the word itself where it is not one of
 * the four. */
const char *summary_title(const char *category, enum layout layout);

/* Copies what is needed of a. */
void summary_add(struct summaries *s, const struct aggregate *a);

struct summary_counts summary_count(const struct summaries *s);

/* NULL where there is none. */
const struct summary_operation *summary_operation(
    const struct summary *s, const char *key);

/* Every attempt at one of its trials was disturbed; the mark of such a figure. */
#define SUMMARY_UNSTABLE "†"
bool summary_is_unstable(const char *stability);

#endif

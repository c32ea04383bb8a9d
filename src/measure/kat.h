/* SPDX-License-Identifier: MIT */
/* kat.h: a known-answer run: the driver makes an instance's files, they are compared.
 */
#ifndef KAT_H
#define KAT_H

#include "core/buf.h"
#include "measure/category.h"

#include <stdbool.h>

struct err;

struct kat_plan {
	const char *driver, *library;
	enum category category;
	int digest_bits;       /* of a hash function */
	const char *candidate; /* for the log; "-" where it has no id */
	const char *instance;  /* in the files' names */
	const char *manifest;  /* a file, or NULL */
	const char *reference; /* a folder with the files to be the same, or NULL */
	const char *out;       /* a folder to keep the files in, or NULL */
	bool whole_bytes;      /* without KAT_2_12, whose messages have partial bytes */
	const char *note;      /* said where not all could be compared, or NULL */
	bool full;             /* with those that take 1 GiB of memory */
	double timeout_s;      /* of one file */
};

struct kat_result {
	const char *status; /* PASS, MISMATCH, … */
	char detail[1200];  /* "" where there is nothing to say */
	struct buf log;
	struct buf manifest; /* that would pin the files made, one line for each */
};

/* r is zeroed before and freed with kat_free, also after a failure. -1 and e where the
 * run itself failed: a manifest that is none, a file that cannot be written. */
int kat_run(const struct kat_plan *plan, struct kat_result *r, struct err *e);
void kat_free(struct kat_result *r);

#endif

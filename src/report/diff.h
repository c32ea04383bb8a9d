/* SPDX-License-Identifier: MIT */
/* diff.h: the command diff: two dataset folders, wherever they are, compared. */
#ifndef DIFF_H
#define DIFF_H

#include <stdbool.h>

struct buf;
struct comparison;
struct err;
struct listener;

enum diff_format { DIFF_TEXT, DIFF_JSON, DIFF_HTML };

/* What --fail-on can name. */
enum { DIFF_SLOWER = 1, DIFF_CHANGED = 2, DIFF_INCOMPARABLE = 4 };

struct diff_options {
	const char *a, *b; /* folders */
	enum diff_format format;
	const char *only;      /* an extended regular expression; NULL: all rows */
	double min_effect;     /* relative */
	const char *templates; /* folder of the page's frame; only for DIFF_HTML */
	unsigned fail_on;      /* DIFF_SLOWER and so on; 0: nothing */
};

/* Reads the words behind the command's name; getopt prints what it does not know. -1
 * and e with ERR_USAGE, its text empty where getopt has printed. */
int diff_options(struct diff_options *o, int argc, char **argv, struct err *e);

/* Adds the comparison to out. Returns 1 where what fail_on names was found, else 0; -1
 * and e where a folder cannot be read, nothing can be compared (ERR_SYSTEM), or the
 * options do not fit the data (ERR_USAGE). Findings of single records stand in the
 * comparison; the others are told. */
int diff_run(const struct diff_options *o, const struct listener *l, struct buf *out,
    struct err *e);

/* Views of a comparison that was judged. */
void diff_json(const struct comparison *c, struct buf *out);
void diff_text(const struct comparison *c, struct buf *out);

#endif

/* SPDX-License-Identifier: MIT */
/* page.h: what all pages share: frame, breadcrumb, foot, links between them. */
#ifndef PAGE_H
#define PAGE_H

#include "core/buf.h"
#include "core/mem.h"
#include "core/sha256.h"
#include "report/evidence.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct catalog;
struct dataset;
struct err;
struct findings;
struct node;
struct template;

/* One dataset of the site, as other pages know it. */
struct presence {
	const char *name, *system, *day; /* as in struct dataset */
	const char **candidate;
	size_t candidates;
};

/* A comparison of the site, of dataset b against a. Beyond ROWS_OF_A_PAGE rows each
 * category has a page of its own, "<path>--<category>.html", known when it is rendered.
 */
struct compared {
	const struct presence *a, *b;
	const char *path; /* "compare/<a>-vs-<b>", without its ending */
	const char **category;
	size_t categories;
};

/* What every page of one build needs. */
struct publication {
	const struct catalog *catalog;
	const struct template *page; /* the frame of all pages */
	const struct template *bare; /* of a page that links and loads nothing */
	const char *method;          /* docs/method.md */
	const char *picture_style;   /* of a picture that is a file of its own */
	const char *base_url;        /* ends in a slash; NULL: none is known */
	enum evidence_mode evidence;
	char sums_digest[SHA256_HEX]; /* of evidence/SHA256SUMS */
	struct presence *dataset;     /* in the order of their paths */
	size_t datasets;
	struct compared *comparison; /* the catalog's, or by the rule of pairs.h */
	size_t comparisons;
	const char **system; /* catalog's order, then others in natural order */
	size_t systems;
};

/* A picture of a page as a file of its own. */
struct picture {
	const char *name; /* beside the page: "hash-01-trials.svg" */
	struct buf bytes;
};

struct pictures {
	struct picture *list;
	size_t count;
	struct arena arena; /* owns the list and the names */
};

/* A page in the making. */
struct page {
	const struct publication *pub;
	const char *path;          /* below the site's folder */
	const char *root;          /* the way back to it: "", "../" */
	const char *title;         /* set before page_finish */
	struct pictures *pictures; /* where its pictures go; NULL: it has none */
	struct node *head, *header, *main, *foot;
	struct arena arena; /* for texts on the page */
	struct arena tree;  /* what libxml2 makes of it */
};

/* One page at a time on a thread: what libraries make until page_finish is the page's.
 */
void page_start(struct page *p, const struct publication *pub, const char *path);

/* Adds the page to out and frees p. */
int page_finish(struct page *p, struct buf *out, struct err *e);

void page_free_pictures(struct pictures *p);

/* Adds the page 404.html to out. */
int page_not_found(const struct publication *pub, struct buf *out, struct err *e);

/* The breadcrumb of a page of dataset (NULL: of the site): a candidate's, "method",
 * "ranking", or (NULL) the dataset's first one. */
void page_breadcrumb(struct page *p, const char *dataset, const char *candidate);

/* A line naming the current dataset on the pages of an earlier one. file: this page's
 * name in its folder. */
void page_earlier(struct page *p, const struct dataset *d, const char *file);

/* The first findings of each list, in a box of their own, where there are any. */
void page_problems(struct page *p, const struct findings *const *all, size_t n);

/* The current dataset of a system; NULL where it has none. */
const struct presence *page_dataset(const struct publication *pub, const char *system);
bool page_has_candidate(const struct presence *d, const char *candidate);

/* Adds a line with links to the comparisons of a dataset, and of a candidate of it
 * (NULL: any), where there are any. */
void page_comparisons(struct page *p, const char *dataset, const char *candidate);

/* Adds what the mark behind an instance's name means. */
void page_not_passed(struct page *p, struct node *to, const char *dataset);

/* A path as a link from this page: percent-encoded, root before it. In p's arena. */
const char *page_link(struct page *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif

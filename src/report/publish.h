/* SPDX-License-Identifier: MIT */
/* publish.h: from a data folder to a site. */
#ifndef PUBLISH_H
#define PUBLISH_H

#include "report/evidence.h"

#include <stdbool.h>
#include <stddef.h>

struct listener;
struct err;

struct publish_options {
	const char *data, *out;
	const char *resources; /* folder with templates/ and docs/method.md */
	const char *templates; /* instead of resources/templates; NULL: not */
	const char *base_url;  /* NULL: the catalog's */
	enum evidence_mode evidence;
};

struct publish_result {
	size_t findings, pages, files;
	int unchanged; /* nothing had changed; no file was touched */
};

/* Builds the site. 0: the site stands, though there may be findings; -1 and e: the old
 * site, if any, stands as it was, unless e says that the new one is in its place. */
int publish(const struct publish_options *o, const struct listener *l,
    struct publish_result *result, struct err *e);

/* Whether SOURCE_DATE_EPOCH can be that: seconds in digits. */
bool publish_is_epoch(const char *text);

#endif

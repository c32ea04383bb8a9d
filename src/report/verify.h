/* SPDX-License-Identifier: MIT */
/* verify.h: whether data are what they say, and a site what the data give. */
#ifndef VERIFY_H
#define VERIFY_H

#include <stddef.h>

struct err;
struct listener;

struct verify_result {
	size_t files, findings, notes;
};

/* Reads every file of every dataset below data and tells all that does not fit; then
 * what the data show of their host, as notes (listener's note). -1 and e where that
 * could not be done. */
int verify_data(const char *data, const struct listener *l,
    struct verify_result *result, struct err *e);

/* One record, profile or other JSON file of a dataset, by itself. */
int verify_file(const char *path, const struct listener *l,
    struct verify_result *result, struct err *e);

/* Builds the site again in a temporary folder, with the options its marker holds, and
 * compares every byte. resources as in publish_options. */
int verify_site(const char *data, const char *site, const char *resources,
    const char *templates, const struct listener *l, struct verify_result *result,
    struct err *e);

#endif

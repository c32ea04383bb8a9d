/* SPDX-License-Identifier: MIT */
/* front.h: the files of a site that belong to no dataset. */
#ifndef FRONT_H
#define FRONT_H

#include <stddef.h>

struct buf;
struct err;
struct home_entry;
struct publication;
struct resources;
struct site;

/* Writes first page, feed, 404 page, style and script, and where the base URL is known
 * sitemap.xml and robots.txt. */
int front_write(struct site *site, const struct publication *pub,
    const struct resources *resources, const struct home_entry *entries, size_t n,
    struct err *e);

#endif

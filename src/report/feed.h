/* SPDX-License-Identifier: MIT */
/* feed.h: what came when, for programs: the Atom feed, the list of pages. */
#ifndef FEED_H
#define FEED_H

#include <stddef.h>

struct buf;
struct home_entry;
struct publication;

/* Adds feed.xml to out: an entry for each campaign, and for each erratum and
 * withdrawal. An entry's id follows from system and start of the campaign (or from the
 * note's subject and date), so that it stays when the dataset becomes an earlier one.
 */
void feed_write(const struct home_entry *entries, size_t n,
    const struct publication *pub, struct buf *out);

/* Adds sitemap.xml to out. pub->base_url is known. */
void feed_sitemap(const struct publication *pub, struct buf *out);

#endif

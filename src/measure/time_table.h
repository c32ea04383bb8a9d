/* SPDX-License-Identifier: MIT */
/* time_table.h: what a series gave, as a line for people. */
#ifndef TIME_TABLE_H
#define TIME_TABLE_H

struct buf;
struct series;
struct series_plan;

/* Adds the head; then one line for each series. Series of another unit than the first
 * have their unit behind the number. */
void time_table_head(struct buf *out, const struct series *s);
void time_table_line(struct buf *out, const struct series *s,
    const struct series_plan *plan, const char *key);

#endif

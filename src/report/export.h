/* SPDX-License-Identifier: MIT */
/* export.h: every figure of a candidate as CSV (RFC 4180) and JSON, exact, one row an
 * operation, units in the column names; one list of columns for both. */
#ifndef EXPORT_H
#define EXPORT_H

struct aggregate;
struct buf;

/* Adds the header row. */
void export_csv_head(struct buf *out);

/* Adds a row for every operation of every instance. */
void export_csv_rows(const struct aggregate *a, struct buf *out);

/* Adds an object with the same rows. */
void export_json(const struct aggregate *a, struct buf *out);

/* Adds the dictionary of the columns as CSV: column, unit, meaning. */
void export_columns(struct buf *out);

#endif

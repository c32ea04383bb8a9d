/* SPDX-License-Identifier: MIT */
/* export.h: every figure of a candidate as CSV (RFC 4180) and JSON, exact, one row an
 * operation, units in the column names; one list of columns for both. */
#ifndef EXPORT_H
#define EXPORT_H

#include <stddef.h>

struct aggregate;
struct arena;
struct buf;

/* All rows of a candidate. */
struct export
{
	const struct aggregate *aggregate;
	struct export_cell *cell; /* rows × columns */
	size_t rows;
};

/* Everything goes to the arena. */
void export_make(struct export *x, const struct aggregate *a, struct arena *arena);

/* Adds a cell's text, in quotes where it needs them. */
void export_csv_text(struct buf *out, const char *value);

/* Adds the header row. */
void export_csv_head(struct buf *out);

/* Adds a row for every operation of every instance. */
void export_csv_rows(const struct export *x, struct buf *out);

/* Adds an object with the same rows. */
void export_json(const struct export *x, struct buf *out);

/* Adds the dictionary of the columns as CSV: column, unit, meaning. */
void export_columns(struct buf *out);

#endif

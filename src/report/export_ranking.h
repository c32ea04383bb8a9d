/* SPDX-License-Identifier: MIT */
/* export_ranking.h: the rankings of a dataset as CSV (RFC 4180) and JSON, exact. The
 * columns stand in ngcc-report(1), the schema of the JSON is docs/ranking.schema.json.
 */
#ifndef EXPORT_RANKING_H
#define EXPORT_RANKING_H

struct buf;
struct rankings;

/* Adds a row for every metric of every instance, and one for each that is not ranked.
 */
void export_ranking_csv(const struct rankings *r, const char *dataset, struct buf *out);

void export_ranking_json(
    const struct rankings *r, const char *dataset, struct buf *out);

#endif

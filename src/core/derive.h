/* SPDX-License-Identifier: MIT */
/* derive.h: the figures that follow from a record's trials and processes, and whether
 * the record says the same. */
#ifndef DERIVE_H
#define DERIVE_H

#include <stddef.h>
#include <stdint.h>

struct arena;
struct derived;
struct json;
struct pack;
struct place;
struct record;
struct trial;

/* Reads the trials of j into r, computes r->derived and r->signing_retries, and holds
 * against them what the record and the meta of its processes say. Wants r's other
 * fields read. Differences are findings. */
void derive(struct record *r, const struct json *j, struct arena *arena,
    const struct place *at);

/* The figures of n trials, n > 0, with measurements and time in each. Means are sums
 * over sums, so that a long trial weighs what it measured. */
void derived_compute(
    struct derived *d, const struct trial *t, size_t n, int64_t input_bytes);

/* Adds them to a record, under the names that the reader wants. */
void derived_write(struct json *to, const struct derived *d);

void derived_pack(struct pack *p, struct derived *d);

#endif

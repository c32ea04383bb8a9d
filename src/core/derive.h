/* SPDX-License-Identifier: MIT */
/* derive.h: the figures that follow from a record's trials and processes, and whether
 * the record says the same. */
#ifndef DERIVE_H
#define DERIVE_H

struct arena;
struct derived;
struct json;
struct pack;
struct place;
struct record;

/* Reads the trials of j into r, computes r->derived and r->signing_retries, and holds
 * against them what the record and the meta of its processes say. Wants r's other
 * fields read. Differences are findings. */
void derive(struct record *r, const struct json *j, struct arena *arena,
    const struct place *at);

void derived_pack(struct pack *p, struct derived *d);

#endif

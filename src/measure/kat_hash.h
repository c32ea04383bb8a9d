/* SPDX-License-Identifier: MIT */
/* kat_hash.h: the text of a hash function's known-answer files. */
#ifndef KAT_HASH_H
#define KAT_HASH_H

#include "measure/outcome.h"

struct err;
struct library;
struct report;

/* Writes the file of that kind: KAT_2_12, KAT_2_23, KAT_2_33 (1 GiB of memory) or
 * KAT_Loop. digest_bits is a multiple of 8. Not complete: e says why, and the text ends
 * where it happened. */
enum outcome kat_hash(struct report *r, const char *kind, const struct library *l,
    int digest_bits, struct err *e);

#endif

/* SPDX-License-Identifier: MIT */
/* pairs.h: which datasets the site compares. */
#ifndef PAIRS_H
#define PAIRS_H

struct arena;
struct publication;

/* Lists pub's comparisons, when its datasets and systems are known: the pairs that the
 * catalog names, as far as there are such datasets; where it names none, the current
 * dataset of each system against the one before, and with at most four systems that
 * have one, each against those before it. Names that are too long for one file are
 * passed over. */
void pairs_list(struct publication *pub, struct arena *arena);

#endif

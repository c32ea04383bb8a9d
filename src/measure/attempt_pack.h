/* SPDX-License-Identifier: MIT */
/* attempt_pack.h: attempts as bytes and back, for the journal of a campaign. */
#ifndef ATTEMPT_PACK_H
#define ATTEMPT_PACK_H

struct attempt;
struct attempt_memory;
struct pack;

/* What was run and reported; what judge.h fills in is left out. */
void attempt_pack(struct pack *p, struct attempt *a);
void attempt_pack_memory(struct pack *p, struct attempt_memory *m);

#endif

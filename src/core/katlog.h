/* SPDX-License-Identifier: MIT */
/* katlog.h: the last line of a KAT log:
 *	RESULT <candidate> <instance> <status> <detail> */
#ifndef KATLOG_H
#define KATLOG_H

struct arena;
struct findings;
struct pack;

struct katlog {
	const char *status; /* PASS, MISMATCH, …; NULL where there is no such line */
	const char *detail; /* "" where there is none */
};

/* Reads the log's text (NUL at its end); a missing last line is a finding. Texts go to
 * the arena. */
void katlog_read(struct katlog *k, const char *text, const char *file,
    struct arena *arena, struct findings *findings);

void katlog_pack(struct pack *p, struct katlog *k);

#endif

/* SPDX-License-Identifier: MIT */
/* usage.h: what the kernel says that happened to this process. */
#ifndef USAGE_H
#define USAGE_H

#include <stdbool.h>
#include <stdint.h>

/* Counts since the process (steal: the machine) started; -1 where unknown. */
struct usage {
	int64_t voluntary, involuntary; /* switches */
	int64_t migrations;             /* to another CPU */
	int64_t minor, major;           /* page faults */
	int64_t run_delay_ns;           /* ready to run, but another one ran */
	int64_t steal_ns;               /* taken from that CPU by its host */
};

void usage_read(struct usage *u, int cpu);

/* What happened from a to b; unknown where one of them is. */
struct usage usage_between(const struct usage *a, const struct usage *b);

/* Resident now, and at most so far, in bytes. */
bool usage_memory(int64_t *resident, int64_t *peak);

#endif

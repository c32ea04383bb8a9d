/* SPDX-License-Identifier: MIT */
/* counter.h: the hardware counter of the core's cycles, user mode only. */
#ifndef COUNTER_H
#define COUNTER_H

#include <stdbool.h>
#include <stdint.h>

struct err;

/* Where a parent that may count more than the driver has opened the driver's counter.
 */
enum { COUNTER_FD = 4 };

/* A kernel's event, as perf_event_open(2) has it. */
struct counter_event {
	uint32_t type;
	uint64_t config;
};

struct counter_value {
	uint64_t count, enabled_ns, running_ns;
};

/* The event of core cycles on that CPU: a processor with several kinds of cores has one
 * for each. */
struct counter_event counter_cycles(int cpu);

/* Counts the event for this thread from now on; the descriptor, or -1 and e, which says
 * how it could be had. */
int counter_open(struct counter_event event, struct err *e);

/* COUNTER_FD where it is a counter, else -1. */
int counter_given(void);

/* False where it cannot be read; then all is 0. */
bool counter_read(int fd, struct counter_value *v);

/* What was counted from a to b; false where the counter did not run all the time, since
 * another one had its place. */
bool counter_between(
    const struct counter_value *a, const struct counter_value *b, uint64_t *count);

#endif

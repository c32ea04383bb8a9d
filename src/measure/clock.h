/* SPDX-License-Identifier: MIT */
/* clock.h: the one clock of all times, and the ticks of a counter that is not the
 * core's. Only differences mean something. */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdint.h>

/* Nanoseconds of CLOCK_MONOTONIC_RAW, which nobody steers. */
int64_t clock_ns(void);

double clock_seconds(void);

/* Ticks of the time-stamp counter (x86-64) or of the virtual counter (aarch64). */
uint64_t clock_ticks(void);

/* What clock_ticks reads: "tsc" or "cntvct". */
const char *clock_tick_source(void);

/* What a reading costs, and the smallest step between two different ones: the larger of
 * both, in nanoseconds, at least 1. */
int64_t clock_grain_ns(void);

/* The wall clock, microseconds since 1970: for the times that stand in a record. */
int64_t clock_utc_us(void);

#endif

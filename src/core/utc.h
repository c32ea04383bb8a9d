/* SPDX-License-Identifier: MIT */
/* utc.h: times as the records write them. */
#ifndef UTC_H
#define UTC_H

#include <stdbool.h>
#include <stdint.h>

enum { UTC_SIZE = 80 };

/* Seconds since 1970 of an ISO 8601 time with Z or an offset
 * (2026-09-28T15:05:46.79+00:00), fractions cut. False where text is NULL or none. */
bool utc_read(const char *text, int64_t *seconds);

/* 2026-09-28T15:05:46 into out; years 0 to 9999. Returns out. */
char *utc_text(char out[UTC_SIZE], int64_t seconds);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * number.h: figures as people read them, one function a unit. A value is scaled once
 * and rounded as printf does; which unit it gets is decided after rounding, so that no
 * figure reads "1000.0 k". Every function writes into out and returns it. Values are
 * finite and not negative; a NaN is "–".
 */
#ifndef NUMBER_H
#define NUMBER_H

#include <stdint.h>

enum { NUMBER_SIZE = 48 };

#define NUMBER_UNKNOWN "–"

/* Three significant digits, zeros behind the point dropped, never an exponent. */
char *number_digits(char out[NUMBER_SIZE], double value);

char *number_cycles(char out[NUMBER_SIZE], double cycles); /* 1219, 28.5 k, 1.33 M */
char *number_per_byte(char out[NUMBER_SIZE], double cycles);
char *number_time(char out[NUMBER_SIZE], double seconds); /* 584 ns, 1.9 µs */
char *number_megabytes(char out[NUMBER_SIZE], double per_second);
char *number_rate(char out[NUMBER_SIZE], double per_second); /* 161, 8.18 k */
char *number_share(char out[NUMBER_SIZE], double fraction);  /* 5.6%, < 0.1% */
char *number_ratio(char out[NUMBER_SIZE], double ratio);     /* 1.004, 12.34 */
char *number_chance(char out[NUMBER_SIZE], double p);        /* 0.031, < 0.0001 */
char *number_kib(char out[NUMBER_SIZE], int64_t bytes);      /* negative: unknown */
char *number_count(char out[NUMBER_SIZE], int64_t count);    /* negative: unknown */

#endif

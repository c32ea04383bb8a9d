/* SPDX-License-Identifier: MIT */
/*
 * decimal.h: numbers as decimal text: exact, as files and data-value carry them, and
 * rounded. Rounding is printf's, to the nearest of the exact value and from a tie to
 * the even digit, in integers: long tables have thousands of them.
 */
#ifndef DECIMAL_H
#define DECIMAL_H

#include <stddef.h>

enum { DECIMAL_SIZE = 32 };

/* The shortest decimal that reads back as the same double: integers under 1e17 without
 * an exponent, no + and no leading zero in an exponent. value is finite. Returns out.
 */
char *decimal_text(char out[DECIMAL_SIZE], double value);

/* printf's %.*f: so many places behind the point. Cut where it does not fit
 * into size bytes, which are at least DECIMAL_SIZE. Returns out. */
char *decimal_fixed(char *out, size_t size, double value, int places);

/* The first n digits, from 1 to 9, of a finite value > 0 as an integer, the first of
 * them times 10^*exponent: printf's %.*e. */
int decimal_digits(double value, int n, int *exponent);

#endif

/* SPDX-License-Identifier: MIT */
/* decimal.h: a number as the exact text that files and data-value carry. */
#ifndef DECIMAL_H
#define DECIMAL_H

enum { DECIMAL_SIZE = 32 };

/* The shortest decimal that reads back as the same double: integers under 1e17 without
 * an exponent, no + and no leading zero in an exponent. value is finite. Returns out.
 */
char *decimal_text(char out[DECIMAL_SIZE], double value);

#endif

/* SPDX-License-Identifier: MIT */
#include "core/decimal.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* 1e-07 -> 1e-7, 1e+20 -> 1e20 */
static void
trim_exponent(char *text)
{
	char *e = strchr(text, 'e'), *digits;

	if (!e)
		return;
	digits = e + 1 + strspn(e + 1, "+-0");
	if (e[1] == '-')
		e++;
	memmove(e + 1, digits, strlen(digits) + 1);
}

char *
decimal_text(char out[DECIMAL_SIZE], double value)
{
	/* 15 digits are always right for a normal number that has so few; below, the
	 * digits that count are fewer. */
	int digits = fabs(value) < DBL_MIN ? 1 : 15;

	if (fabs(value) < 1e17 && value == floor(value)) {
		snprintf(out, DECIMAL_SIZE, "%.0f", value + 0.0);
		return out;
	}
	for (; digits <= 17; digits++) {
		snprintf(out, DECIMAL_SIZE, "%.*g", digits, value);
		if (strtod(out, NULL) == value)
			break;
	}
	trim_exponent(out);
	return out;
}

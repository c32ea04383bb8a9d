/* SPDX-License-Identifier: MIT */
#include "core/decimal.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 17 }; /* digits that always read back as the same double */

/* d.ddd × 10^exponent */
struct scientific {
	char digit[MOST + 1]; /* NUL behind the last */
	int exponent;
};

/* The value's first n digits, correctly rounded. */
static void
write_scientific(struct scientific *s, double value, int n)
{
	char text[DECIMAL_SIZE];

	snprintf(text, sizeof(text), "%.*e", n - 1, value);
	s->digit[0] = text[0];
	memcpy(s->digit + 1, text + 2, (size_t)(n - 1));
	s->digit[n] = '\0';
	s->exponent = atoi(strchr(text, 'e') + 1);
}

static void
lay_out_whole(char *out, int64_t value)
{
	char digits[24], *at = digits + sizeof(digits);
	bool negative = value < 0;

	value = negative ? -value : value;
	do
		*--at = (char)('0' + value % 10);
	while (value /= 10);
	if (negative)
		*--at = '-';
	memcpy(out, at, (size_t)(digits + sizeof(digits) - at));
	out[digits + sizeof(digits) - at] = '\0';
}

static double
read_scientific(const struct scientific *s)
{
	char text[DECIMAL_SIZE];
	size_t n = strlen(s->digit);

	/* dddde-xx: without a point the exponent is less */
	memcpy(text, s->digit, n);
	text[n++] = 'e';
	lay_out_whole(text + n, s->exponent - (int)strlen(s->digit) + 1);
	return strtod(text, NULL);
}

/* Rounds all 17 digits to n. Where what goes is exactly a half, the digits that 17 do
 * not show decide, and printf is asked. */
static void
shorten(struct scientific *s, const struct scientific *all, double value, int n)
{
	int i = n - 1;

	if (!strncmp(all->digit + n, "50", (size_t)(MOST - n))) {
		write_scientific(s, value, n);
		return;
	}
	*s = *all;
	s->digit[n] = '\0';
	if (all->digit[n] < '5')
		return;
	while (i >= 0 && s->digit[i] == '9')
		s->digit[i--] = '0';
	if (i >= 0) {
		s->digit[i]++;
		return;
	}
	s->digit[0] = '1';
	s->exponent++;
}

/* Adds one to the last digit; false where that would carry. */
static bool
step_up(struct scientific *s)
{
	char *last = s->digit + strlen(s->digit) - 1;

	if (*last == '9')
		return false;
	++*last;
	return true;
}

/* The least digits that read back as value > 0. */
static void
find_shortest(struct scientific *s, double value)
{
	struct scientific all;
	bool power_of_two;
	int exponent;

	if (value < DBL_MIN) {
		/* few digits count down there */
		for (int n = 1; n <= MOST; n++) {
			write_scientific(s, value, n);
			if (read_scientific(s) == value)
				return;
		}
		return;
	}
	/* printing costs several times what reading does */
	write_scientific(&all, value, MOST);
	power_of_two = frexp(value, &exponent) == 0.5;
	for (int n = 15; n < MOST; n++) {
		shorten(s, &all, value, n);
		if (read_scientific(s) == value)
			return;
		/* doubles lie wider above a power of two than below: the decimal above
		 * may read back where the nearest one does not */
		if (power_of_two && step_up(s) && read_scientific(s) == value)
			return;
	}
	*s = all;
}

/* 0.000123, 1.5, 1.5e-7 */
static void
lay_out(char *out, const struct scientific *s)
{
	int n = (int)strlen(s->digit), e = s->exponent;

	while (n > 1 && s->digit[n - 1] == '0')
		n--;
	if (e >= 0 && e < n - 1) {
		snprintf(out, DECIMAL_SIZE - 1, "%.*s.%.*s", e + 1, s->digit, n - e - 1,
		    s->digit + e + 1);
	} else if (e < 0 && e >= -5) {
		snprintf(
		    out, DECIMAL_SIZE - 1, "0.%.*s%.*s", -e - 1, "0000", n, s->digit);
	} else if (n == 1) {
		snprintf(out, DECIMAL_SIZE - 1, "%ce%d", s->digit[0], e);
	} else {
		snprintf(out, DECIMAL_SIZE - 1, "%c.%.*se%d", s->digit[0], n - 1,
		    s->digit + 1, e);
	}
}

char *
decimal_text(char out[DECIMAL_SIZE], double value)
{
	struct scientific s;
	char *to = out;

	if (fabs(value) < 1e17 && value == floor(value)) {
		lay_out_whole(out, (int64_t)value);
		return out;
	}
	if (value < 0) {
		*to++ = '-';
		value = -value;
	}
	find_shortest(&s, value);
	lay_out(to, &s);
	return out;
}

/* SPDX-License-Identifier: MIT */
#include "core/decimal.h"

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

/* The least digits that read back as value > 0, by printing and reading. */
static void
search_shortest(struct scientific *s, double value)
{
	int exponent;
	bool power_of_two = frexp(value, &exponent) == 0.5;

	for (int n = 1; n < MOST; n++) {
		write_scientific(s, value, n);
		if (read_scientific(s) == value)
			return;
		/* doubles lie wider above a power of two than below: the decimal above
		 * may read back where the nearest one does not */
		if (power_of_two && step_up(s) && read_scientific(s) == value)
			return;
	}
	write_scientific(s, value, MOST);
}

__extension__ typedef unsigned __int128 wide;

/* A value in whole units of 2^-shift, its 17th digit being 1 << shift, and how far a
 * decimal may lie below and above it and still read back as it. */
struct exact {
	wide value, below, above;
	int shift;
	bool even; /* just as far is still near enough: ties are read as even */
};

/* value × 10^power exactly: with value = m × 2^e that is m × 5^power × 2^(e + power),
 * and half the distance to the next double is half of 5^power in place of m × 5^power.
 * Times 4, for the quarter below a power of two. Fits for power <= 31: 55 + 72 bits. */
static void
make_exact(struct exact *x, double value, int power)
{
	int exponent;
	int64_t m = (int64_t)ldexp(frexp(value, &exponent), 53);
	wide five = 1;

	for (int i = 0; i < power; i++)
		five *= 5;
	x->value = 4 * five * (wide)m;
	x->above = 2 * five;
	x->below = m == (int64_t)1 << 52 ? five : 2 * five;
	x->shift = 2 - (exponent - 53 + power);
	x->even = m % 2 == 0;
}

/* Whether a decimal of 17 digits, given as an integer, reads back as x. */
static bool
reads_back(const struct exact *x, uint64_t decimal)
{
	wide is = (wide)decimal << x->shift;
	wide off = is > x->value ? is - x->value : x->value - is;
	wide most = is > x->value ? x->above : x->below;

	return off < most || (off == most && x->even);
}

/* The same as search_shortest in integers, where they are wide enough: for what is
 * shown mostly. False where they are not. */
static bool
find_shortest(struct scientific *s, double value)
{
	static const uint64_t unit[] = {100, 10, 1}; /* of 15, 16 and 17 digits */
	struct exact x;
	int power = 16 - (int)floor(log10(value));
	uint64_t all, decimal = 0;

	/* a decimal of fewer than 15 digits is one of 15 with zeros at its end */
	if (power > 31 || power < 1)
		return false;
	make_exact(&x, value, power);
	all = (uint64_t)(x.value >> x.shift);
	if (all < 10000000000000000 || all >= 100000000000000000)
		return false; /* log10 was one off */
	for (size_t i = 0; i < sizeof(unit) / sizeof(*unit); i++) {
		wide half = (wide)unit[i] << x.shift >> 1;
		decimal = all - all % unit[i];
		if (x.value - ((wide)decimal << x.shift) > half ||
		    (x.value - ((wide)decimal << x.shift) == half &&
			decimal / unit[i] % 2 == 1))
			decimal += unit[i];
		if (reads_back(&x, decimal))
			break;
		decimal = all - all % unit[i] + unit[i];
		if (reads_back(&x, decimal))
			break;
	}
	s->exponent = 16 - power;
	if (decimal == 100000000000000000) {
		decimal /= 10;
		s->exponent++;
	}
	lay_out_whole(s->digit, (int64_t)decimal);
	return true;
}

/* 0.000123, 1.5, 1.5e-7 */
static void
lay_out(char *out, const struct scientific *s)
{
	int n = (int)strlen(s->digit), e = s->exponent;
	int zeros = -e - 1; /* behind the point */

	while (n > 1 && s->digit[n - 1] == '0')
		n--;
	if (e >= 0 && e < n - 1) {
		memcpy(out, s->digit, (size_t)e + 1);
		out[e + 1] = '.';
		memcpy(out + e + 2, s->digit + e + 1, (size_t)(n - e - 1));
		out[n + 1] = '\0';
	} else if (e < 0 && e >= -5) {
		memcpy(out, "0.0000", 6);
		memcpy(out + 2 + zeros, s->digit, (size_t)n);
		out[2 + zeros + n] = '\0';
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
	if (!find_shortest(&s, value))
		search_shortest(&s, value);
	lay_out(to, &s);
	return out;
}

static wide
power_of_ten(int n)
{
	wide power = 1;

	for (; n > 0; n--)
		power *= 10;
	return power;
}

/* value × 10^power for value >= 0, rounded, to *rounded: a fraction of two integers.
 * False where one of them or the result is too large. */
static bool
round_scaled(double value, int power, uint64_t *rounded)
{
	int e;
	wide above = (uint64_t)ldexp(frexp(value, &e), 53), below = 1, rest;

	e -= 53;
	if (power < -20 || power > 20 || e > 40 || e < -120)
		return false;
	if (power < 0)
		below = power_of_ten(-power);
	else
		above *= power_of_ten(power); /* 53 + 67 bits */
	if (e >= 0 ? above >> (127 - e) : below >> (127 + e))
		return false;
	if (e >= 0)
		above <<= e;
	else
		below <<= -e;
	rest = above % below;
	above /= below;
	above += rest > below - rest || (rest == below - rest && above % 2 == 1);
	*rounded = (uint64_t)above;
	return above <= INT64_MAX;
}

char *
decimal_fixed(char *out, size_t size, double value, int places)
{
	uint64_t rounded, fraction, unit;
	char *at = out;

	if (!isfinite(value) || places > 18 ||
	    !round_scaled(fabs(value), places, &rounded)) {
		snprintf(out, size, "%.*f", places, value);
		return out;
	}
	unit = (uint64_t)power_of_ten(places);
	if (signbit(value))
		*at++ = '-';
	lay_out_whole(at, (int64_t)(rounded / unit));
	if (!places)
		return out;
	at += strlen(at);
	*at = '.';
	fraction = rounded % unit;
	for (int i = places; i > 0; i--, fraction /= 10)
		at[i] = (char)('0' + fraction % 10);
	at[places + 1] = '\0';
	return out;
}

int
decimal_digits(double value, int n, int *exponent)
{
	uint64_t digits, most = (uint64_t)power_of_ten(n);
	struct scientific s;

	/* log10 may be one off, and rounding may carry */
	*exponent = (int)floor(log10(value));
	while (round_scaled(value, n - 1 - *exponent, &digits)) {
		if (digits >= most)
			++*exponent;
		else if (digits < most / 10)
			--*exponent;
		else
			return (int)digits;
	}
	write_scientific(&s, value, n);
	*exponent = s.exponent;
	return atoi(s.digit);
}

/* SPDX-License-Identifier: MIT */
#include "report/number.h"

#include "core/decimal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct unit {
	double factor; /* a time is multiplied by it, all else divided */
	const char *name;
};

static char *
unknown(char *out)
{
	return strcpy(out, NUMBER_UNKNOWN);
}

/* Behind what is in out. */
static char *
with_unit(char out[NUMBER_SIZE], const char *space, const char *unit)
{
	size_t n = strlen(out);

	snprintf(out + n, NUMBER_SIZE - n, "%s%s", space, unit);
	return out;
}

char *
number_digits(char out[NUMBER_SIZE], double value)
{
	int exponent, digits, decimals;

	if (isnan(value))
		return unknown(out);
	if (value == 0)
		return strcpy(out, "0");
	digits = decimal_digits(value, 3, &exponent);
	decimals = 2 - exponent;
	while (decimals > 0 && digits % 10 == 0) {
		digits /= 10;
		decimals--;
	}
	if (decimals > 0)
		decimal_fixed(out, NUMBER_SIZE, value, decimals);
	else
		snprintf(out, NUMBER_SIZE, "%d%.*s", digits, -decimals,
		    "000000000000000000000000000000000000");
	return out;
}

char *
number_cycles(char out[NUMBER_SIZE], double cycles)
{
	static const struct unit units[] = {
	    {1e3, "k"}, {1e6, "M"}, {1e9, "G"}, {1e12, "T"}};
	int decimals;

	if (isnan(cycles))
		return unknown(out);
	decimal_fixed(out, NUMBER_SIZE, cycles, 0);
	if (strlen(out) < 5)
		return out;
	for (size_t i = 0; i < 4; i++) {
		decimals = i == 0 ? 1 : 2;
		decimal_fixed(out, NUMBER_SIZE, cycles / units[i].factor, decimals);
		if (strcspn(out, ".") < 4 || i == 3)
			return with_unit(out, " ", units[i].name);
	}
	return out;
}

char *
number_per_byte(char out[NUMBER_SIZE], double cycles)
{
	if (isnan(cycles))
		return unknown(out);
	return decimal_fixed(out, NUMBER_SIZE, cycles, 1);
}

char *
number_time(char out[NUMBER_SIZE], double seconds)
{
	static const struct unit units[] = {
	    {1, "s"}, {1e3, "ms"}, {1e6, "µs"}, {1e9, "ns"}};
	size_t i = 0;
	int exponent;

	if (isnan(seconds))
		return unknown(out);
	for (; i < 3; i++) {
		double scaled = seconds * units[i].factor;
		/* only just below 1 does rounding decide */
		if (scaled < 0.99)
			continue;
		decimal_digits(scaled, 3, &exponent);
		if (exponent >= 0)
			break;
	}
	number_digits(out, seconds * units[i].factor);
	/* two scalings may round to both sides of the boundary */
	if (i > 0 && !strcmp(out, "1000"))
		strcpy(out, "1"), i--;
	return with_unit(out, " ", units[i].name);
}

char *
number_megabytes(char out[NUMBER_SIZE], double per_second)
{
	if (isnan(per_second) || per_second < 0.05)
		return number_digits(out, per_second);
	return decimal_fixed(out, NUMBER_SIZE, per_second, 1);
}

char *
number_rate(char out[NUMBER_SIZE], double per_second)
{
	static const struct unit units[] = {
	    {1, ""}, {1e3, " k"}, {1e6, " M"}, {1e9, " G"}};
	size_t i = 0;
	int exponent;

	if (isnan(per_second))
		return unknown(out);
	if (per_second == 0)
		return strcpy(out, "0");
	for (; i < 3; i++) {
		double scaled = per_second / units[i].factor;
		if (scaled > 1000)
			continue;
		decimal_digits(scaled, 3, &exponent);
		if (exponent < 3)
			break;
	}
	number_digits(out, per_second / units[i].factor);
	if (i > 0 && !strncmp(out, "0.", 2))
		strcpy(out, "1");
	return with_unit(out, "", units[i].name);
}

char *
number_share(char out[NUMBER_SIZE], double fraction)
{
	double percent = fraction * 100;

	if (isnan(fraction))
		return unknown(out);
	if (percent > 0 && percent < 0.05)
		return strcpy(out, "< 0.1%");
	return with_unit(
	    decimal_fixed(out, NUMBER_SIZE, percent, percent < 9.5), "", "%");
}

/* Four significant digits, zeros behind the point kept: ratios stand below each other.
 */
char *
number_ratio(char out[NUMBER_SIZE], double ratio)
{
	int exponent = 0;

	if (isnan(ratio))
		return unknown(out);
	if (ratio > 0)
		decimal_digits(ratio, 4, &exponent);
	if (exponent < -3 || exponent > 5)
		snprintf(out, NUMBER_SIZE, "%.3e", ratio);
	else
		decimal_fixed(out, NUMBER_SIZE, ratio, exponent > 3 ? 0 : 3 - exponent);
	return out;
}

char *
number_chance(char out[NUMBER_SIZE], double p)
{
	if (isnan(p))
		return unknown(out);
	if (p < 0.0001)
		return strcpy(out, "< 0.0001");
	return decimal_fixed(out, NUMBER_SIZE, p, p < 0.001 ? 4 : 3);
}

char *
number_count(char out[NUMBER_SIZE], int64_t count)
{
	if (count < 0)
		return unknown(out);
	snprintf(out, NUMBER_SIZE, "%lld", (long long)count);
	return out;
}

char *
number_kib(char out[NUMBER_SIZE], int64_t bytes)
{
	if (bytes < 0)
		return unknown(out);
	return with_unit(number_count(out, bytes / 1024), " ", "KiB");
}

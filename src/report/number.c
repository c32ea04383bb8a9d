/* SPDX-License-Identifier: MIT */
#include "report/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
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

/* Rounds to three significant digits; the exponent of ten goes to *exponent. */
static int
three_digits(double value, int *exponent)
{
	char text[32];

	snprintf(text, sizeof(text), "%.2e", value);
	*exponent = atoi(strchr(text, 'e') + 1);
	return (text[0] - '0') * 100 + (text[2] - '0') * 10 + (text[3] - '0');
}

char *
number_digits(char out[NUMBER_SIZE], double value)
{
	int exponent, digits, decimals;

	if (isnan(value))
		return unknown(out);
	if (value == 0)
		return strcpy(out, "0");
	digits = three_digits(value, &exponent);
	decimals = 2 - exponent;
	while (decimals > 0 && digits % 10 == 0) {
		digits /= 10;
		decimals--;
	}
	if (decimals > 0)
		snprintf(out, NUMBER_SIZE, "%.*f", decimals, value);
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
	snprintf(out, NUMBER_SIZE, "%.0f", cycles);
	if (strlen(out) < 5)
		return out;
	for (size_t i = 0; i < 4; i++) {
		decimals = i == 0 ? 1 : 2;
		snprintf(out, NUMBER_SIZE, "%.*f", decimals, cycles / units[i].factor);
		if (strcspn(out, ".") < 4 || i == 3) {
			size_t n = strlen(out);
			snprintf(out + n, NUMBER_SIZE - n, " %s", units[i].name);
			return out;
		}
	}
	return out;
}

char *
number_per_byte(char out[NUMBER_SIZE], double cycles)
{
	if (isnan(cycles))
		return unknown(out);
	snprintf(out, NUMBER_SIZE, "%.1f", cycles);
	return out;
}

char *
number_time(char out[NUMBER_SIZE], double seconds)
{
	static const struct unit units[] = {
	    {1, "s"}, {1e3, "ms"}, {1e6, "µs"}, {1e9, "ns"}};
	size_t i = 0, n;
	int exponent;

	if (isnan(seconds))
		return unknown(out);
	for (; i < 3; i++) {
		double scaled = seconds * units[i].factor;
		/* only just below 1 does rounding decide */
		if (scaled < 0.99)
			continue;
		three_digits(scaled, &exponent);
		if (exponent >= 0)
			break;
	}
	number_digits(out, seconds * units[i].factor);
	/* two scalings may round to both sides of the boundary */
	if (i > 0 && !strcmp(out, "1000"))
		strcpy(out, "1"), i--;
	n = strlen(out);
	snprintf(out + n, NUMBER_SIZE - n, " %s", units[i].name);
	return out;
}

char *
number_megabytes(char out[NUMBER_SIZE], double per_second)
{
	if (isnan(per_second) || per_second < 0.05)
		return number_digits(out, per_second);
	snprintf(out, NUMBER_SIZE, "%.1f", per_second);
	return out;
}

char *
number_rate(char out[NUMBER_SIZE], double per_second)
{
	static const struct unit units[] = {
	    {1, ""}, {1e3, " k"}, {1e6, " M"}, {1e9, " G"}};
	size_t i = 0, n;
	int exponent;

	if (isnan(per_second))
		return unknown(out);
	for (; i < 3; i++) {
		double scaled = per_second / units[i].factor;
		if (scaled > 1000)
			continue;
		three_digits(scaled, &exponent);
		if (exponent < 3)
			break;
	}
	number_digits(out, per_second / units[i].factor);
	if (i > 0 && !strncmp(out, "0.", 2))
		strcpy(out, "1");
	n = strlen(out);
	snprintf(out + n, NUMBER_SIZE - n, "%s", units[i].name);
	return out;
}

char *
number_share(char out[NUMBER_SIZE], double fraction)
{
	double percent = fraction * 100;

	if (isnan(fraction))
		return unknown(out);
	if (percent > 0 && percent < 0.05)
		return strcpy(out, "< 0.1%");
	snprintf(out, NUMBER_SIZE, percent < 9.5 ? "%.1f%%" : "%.0f%%", percent);
	return out;
}

/* Four significant digits, zeros behind the point kept: ratios stand below each other.
 */
char *
number_ratio(char out[NUMBER_SIZE], double ratio)
{
	char text[32];
	int exponent;

	if (isnan(ratio))
		return unknown(out);
	snprintf(text, sizeof(text), "%.3e", ratio);
	exponent = atoi(strchr(text, 'e') + 1);
	if (exponent < -3 || exponent > 5)
		return strcpy(out, text);
	snprintf(out, NUMBER_SIZE, "%.*f", exponent > 3 ? 0 : 3 - exponent, ratio);
	return out;
}

char *
number_chance(char out[NUMBER_SIZE], double p)
{
	if (isnan(p))
		return unknown(out);
	if (p < 0.0001)
		return strcpy(out, "< 0.0001");
	snprintf(out, NUMBER_SIZE, p < 0.001 ? "%.4f" : "%.3f", p);
	return out;
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
	snprintf(out, NUMBER_SIZE, "%lld KiB", (long long)(bytes / 1024));
	return out;
}

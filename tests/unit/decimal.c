/* SPDX-License-Identifier: MIT */
#include "core/decimal.h"

#include "unit.h"

#include <float.h>

struct shown {
	double value;
	const char *text;
};

static int
check(const struct shown *list, size_t n)
{
	char out[DECIMAL_SIZE];
	int wrong = 0;

	for (size_t i = 0; i < n; i++) {
		wrong += unit_text(
		    list[i].text, decimal_text(out, list[i].value), list[i].text);
		wrong += unit_real(list[i].text, strtod(out, NULL), list[i].value);
	}
	return wrong;
}

static void
integers(void **state)
{
	static const struct shown list[] = {
	    {0, "0"},
	    {-0.0, "0"},
	    {1, "1"},
	    {-1, "-1"},
	    {100000, "100000"},
	    {1e15, "1000000000000000"},
	    {9007199254740991.0, "9007199254740991"},
	    {9007199254740992.0, "9007199254740992"},
	    {1e16, "10000000000000000"},
	    {99999999999999984.0, "99999999999999984"},
	    {1e17, "1e17"},
	    {1.2345678901234568e17, "1.2345678901234568e17"},
	    {1e21, "1e21"},
	    {1e22, "1e22"},
	    {1e23, "1e23"},
	    {1e100, "1e100"},
	    {-1e100, "-1e100"},
	};

	(void)state;
	assert_int_equal(check(list, COUNT_OF(list)), 0);
}

static void
fractions(void **state)
{
	static const struct shown list[] = {
	    {0.5, "0.5"},
	    {0.1, "0.1"},
	    {0.1 + 0.2, "0.30000000000000004"},
	    {1.0 / 3, "0.3333333333333333"},
	    {2.0 / 3, "0.6666666666666666"},
	    {4.35, "4.35"},
	    {36.05, "36.05"},
	    {100.5, "100.5"},
	    {-2.5, "-2.5"},
	    {0.000259, "0.000259"},
	    {1.6e-6, "1.6e-6"},
	    {1e-7, "1e-7"},
	    {2.5e-10, "2.5e-10"},
	    {1.5e-100, "1.5e-100"},
	    {0.0004941194541764247, "0.0004941194541764247"},
	    {1331550.3572209212, "1331550.3572209212"},
	};

	(void)state;
	assert_int_equal(check(list, COUNT_OF(list)), 0);
}

static void
extremes(void **state)
{
	static const struct shown list[] = {
	    {DBL_MAX, "1.7976931348623157e308"},
	    {DBL_MIN, "2.2250738585072014e-308"},
	    {2.225073858507201e-308, "2.225073858507201e-308"},
	    {5e-324, "5e-324"},
	    {1e-323, "1e-323"},
	    {1.5e-323, "1.5e-323"},
	};

	(void)state;
	assert_int_equal(check(list, COUNT_OF(list)), 0);
}

/* Below a power of two the doubles lie closer: the nearest text of 16 digits may read
 * back as a neighbour where the next one up is right. */
static void
powers_of_two(void **state)
{
	static const struct shown list[] = {
	    {0x1p-24, "5.960464477539063e-8"},
	    {0x1p-44, "5.684341886080802e-14"},
	    {0x1p-1017, "7.120236347223045e-307"},
	    {0x1p-10, "0.0009765625"},
	    {0x1p60, "1.152921504606847e18"},
	};

	(void)state;
	assert_int_equal(check(list, COUNT_OF(list)), 0);
}

/* Every double reads back; xorshift over all bit patterns. */
static void
reads_back(void **state)
{
	uint64_t bits = 88172645463325252u;
	char out[DECIMAL_SIZE];
	int wrong = 0;

	(void)state;
	for (int i = 0; i < 20000; i++) {
		double value;
		bits ^= bits << 13;
		bits ^= bits >> 7;
		bits ^= bits << 17;
		memcpy(&value, &bits, sizeof(value));
		if (!isfinite(value))
			continue;
		decimal_text(out, value);
		wrong += unit_real(out, strtod(out, NULL), value);
		wrong += unit_lacks(out, out, "+");
		wrong += unit_lacks(out, out, "e0");
		wrong += unit_lacks(out, out, "e-0");
	}
	assert_int_equal(wrong, 0);
}

/* The digits of a number's text without zeros before and behind. */
static const char *
significant(char out[40], const char *text)
{
	size_t n = 0;

	for (; *text && *text != 'e'; text++)
		if (*text >= (n ? '0' : '1') && *text <= '9')
			out[n++] = *text;
	while (n && out[n - 1] == '0')
		n--;
	out[n] = '\0';
	return out;
}

/* The least digits that printf shows and strtod reads back, for the sizes that figures
 * have: from 1e-17 to 1e15, and the ends of these decades. */
static void
as_printf_and_strtod(void **state)
{
	uint64_t bits = 88172645463325252u;
	char out[DECIMAL_SIZE], text[40], ours[40], wanted[40];
	int wrong = 0;

	(void)state;
	for (int i = 0; i < 60000; i++) {
		double value = pow(10, (double)(i % 32 - 17));
		bits ^= bits << 13;
		bits ^= bits >> 7;
		bits ^= bits << 17;
		if (i % 3)
			value *= 1 + 9 * ((double)(bits >> 11) * 0x1p-53);
		else
			value = nextafter(value, i % 2 ? 0 : 1e300);
		snprintf(text, sizeof(text), "%.5e", value);
		value = i % 7 ? value : strtod(text, NULL);
		for (int n = 0; n < 17; n++) {
			snprintf(text, sizeof(text), "%.*e", n, value);
			if (strtod(text, NULL) == value)
				break;
		}
		decimal_text(out, value);
		wrong +=
		    unit_text(out, significant(ours, out), significant(wanted, text));
		wrong += unit_real(out, strtod(out, NULL), value);
	}
	assert_int_equal(wrong, 0);
}

static void
fixed(void **state)
{
	static const struct {
		double value;
		int places;
		const char *text;
	} list[] = {
	    {0, 0, "0"},
	    {0, 3, "0.000"},
	    {-0.0, 1, "-0.0"},
	    {0.125, 2, "0.12"}, /* ties, to the even digit */
	    {0.375, 2, "0.38"},
	    {2.5, 0, "2"},
	    {3.5, 0, "4"},
	    {-3.5, 0, "-4"},
	    {1.005, 2, "1.00"}, /* 1.00499999999999989… */
	    {12.05, 1, "12.1"}, /* 12.0500000000000007… */
	    {0.5, 0, "0"},
	    {999.96, 1, "1000.0"},
	    {0.0004, 3, "0.000"},
	    {-0.0006, 3, "-0.001"},
	    {1e-300, 2, "0.00"},
	    {0.1, 18, "0.100000000000000006"},
	    {0.1, 20, "0.10000000000000000555"},
	    {9007199254740992, 1, "9007199254740992.0"},
	    {1e22, 0, "10000000000000000000000"},
	    {1e40, 0, "1000000000000000030378602842700"}, /* cut */
	    {INFINITY, 1, "inf"},
	};
	char out[DECIMAL_SIZE];
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++)
		wrong += unit_text(list[i].text,
		    decimal_fixed(out, sizeof(out), list[i].value, list[i].places),
		    list[i].text);
	assert_int_equal(wrong, 0);
}

/* A value near where rounding decides, or any at all. */
static double
next_value(uint64_t *bits, int i)
{
	double value, unit = pow(10, (double)(i % 41 - 20));

	*bits ^= *bits << 13;
	*bits ^= *bits >> 7;
	*bits ^= *bits << 17;
	switch (i % 5) {
	case 0:
		memcpy(&value, bits, sizeof(value));
		return isfinite(value) ? value : unit;
	case 1: /* a tie, where a double can be one */
		return ((double)(*bits % 100000) + 0.5) * unit;
	case 2:
		return nextafter(((double)(*bits % 1000) + 0.5) * unit, 0);
	case 3:
		return nextafter(unit, i % 2 ? 0 : 1e300);
	default:
		return (double)(*bits >> 11) * 0x1p-53 * unit;
	}
}

static void
rounds_as_printf(void **state)
{
	uint64_t bits = 88172645463325252u;
	char out[DECIMAL_SIZE], wanted[DECIMAL_SIZE];
	int wrong = 0, exponent, digits;

	(void)state;
	for (int i = 0; i < 200000 && wrong < 10; i++) {
		double value = next_value(&bits, i);
		int n = i / 5 % 9 + 1;
		snprintf(wanted, sizeof(wanted), "%.*f", n - 1, value);
		wrong += unit_text(
		    "%f", decimal_fixed(out, sizeof(out), value, n - 1), wanted);
		value = fabs(value);
		if (value == 0)
			continue;
		digits = decimal_digits(value, n, &exponent);
		snprintf(out, sizeof(out), "%d %d", digits, exponent);
		snprintf(wanted, sizeof(wanted), "%.*e", n - 1, value);
		if (n > 1)
			memmove(wanted + 1, wanted + 2, strlen(wanted + 1));
		*strchr(wanted, 'e') = ' ';
		exponent = atoi(strchr(wanted, ' ') + 1);
		snprintf(strchr(wanted, ' ') + 1, 8, "%d", exponent);
		wrong += unit_text("%e", out, wanted);
	}
	assert_int_equal(wrong, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(integers),
	    cmocka_unit_test(fractions),
	    cmocka_unit_test(extremes),
	    cmocka_unit_test(powers_of_two),
	    cmocka_unit_test(reads_back),
	    cmocka_unit_test(as_printf_and_strtod),
	    cmocka_unit_test(fixed),
	    cmocka_unit_test(rounds_as_printf),
	};

	return cmocka_run_group_tests_name("decimal", tests, NULL, NULL);
}

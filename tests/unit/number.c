/* SPDX-License-Identifier: MIT */
#include "report/number.h"

#include "unit.h"

struct shown {
	double value;
	const char *text;
};

typedef char *format(char out[NUMBER_SIZE], double value);

static void
check(format *f, const struct shown *list, size_t n)
{
	char out[NUMBER_SIZE], name[64];
	int wrong = unit_text("NaN", f(out, NAN), "–");

	for (size_t i = 0; i < n; i++) {
		snprintf(name, sizeof(name), "%.17g", list[i].value);
		wrong += unit_text(name, f(out, list[i].value), list[i].text);
	}
	assert_int_equal(wrong, 0);
}

static void
digits(void **state)
{
	static const struct shown list[] = {
	    {0, "0"},
	    {16, "16"},
	    {1.04, "1.04"},
	    {100, "100"},
	    {0.000259, "0.000259"},
	    {3860, "3860"},
	    {1234567, "1230000"},
	    {123456789012, "123000000000"},
	    {0.1, "0.1"},
	    {0.5, "0.5"},
	    {20.5, "20.5"},
	    {0.0012345, "0.00123"},
	    {1e-9, "0.000000001"},
	    {1.005, "1"}, /* 1.00499999999999989… */
	    {1.015, "1.01"},
	    {1.996, "2"},
	    {9.995, "9.99"},
	    {9.996, "10"},
	    {12.05, "12.1"}, /* 12.0500000000000007… */
	    {99.94, "99.9"},
	    {99.96, "100"},
	    {0.09996, "0.1"},
	    {999.4, "999"},
	    {999.5, "1000"},
	    {999.6, "1000"},
	    {1005, "1000"}, /* ties go to the even digit */
	    {1015, "1020"},
	    {1e15, "1000000000000000"},
	};

	(void)state;
	check(number_digits, list, COUNT_OF(list));
}

static void
cycles(void **state)
{
	static const struct shown list[] = {
	    {0, "0"},
	    {0.4, "0"},
	    {0.6, "1"},
	    {1.5, "2"},
	    {1219, "1219"},
	    {9999, "9999"},
	    {9999.4, "9999"},
	    {9999.5, "10.0 k"},
	    {9999.6, "10.0 k"},
	    {10000, "10.0 k"},
	    {10049, "10.0 k"},
	    {10051, "10.1 k"},
	    {28460, "28.5 k"},
	    {999949, "999.9 k"},
	    {999949.9, "999.9 k"},
	    {999951, "1.00 M"},
	    {999999, "1.00 M"},
	    {1e6, "1.00 M"},
	    {1326000, "1.33 M"},
	    {999.5e6, "999.50 M"},
	    {999994999, "999.99 M"},
	    {999995001, "1.00 G"},
	    {999999999, "1.00 G"},
	    {1e9, "1.00 G"},
	    {999994999999, "999.99 G"},
	    {999995000001, "1.00 T"},
	    {1e12, "1.00 T"},
	    {1.5e13, "15.00 T"},
	    {0x1p53, "9007.20 T"},
	};

	(void)state;
	check(number_cycles, list, COUNT_OF(list));
}

static void
per_byte(void **state)
{
	static const struct shown list[] = {
	    {0, "0.0"},
	    {0.04, "0.0"},
	    {0.05, "0.1"}, /* 0.0500000000000000027… */
	    {0.25, "0.2"},
	    {0.35, "0.3"}, /* 0.34999999999999997… */
	    {1.25, "1.2"},
	    {36.04, "36.0"},
	    {36.06, "36.1"},
	    {9999.95, "10000.0"},
	    {12345.67, "12345.7"},
	};

	(void)state;
	check(number_per_byte, list, COUNT_OF(list));
}

static void
times(void **state)
{
	static const struct shown list[] = {
	    {1, "1 s"},
	    {1.5, "1.5 s"},
	    {59.96, "60 s"},
	    {123.4, "123 s"},
	    {999.4, "999 s"},
	    {999.6, "1000 s"},
	    {1234, "1230 s"},
	    {3600, "3600 s"},
	    {0.9994, "999 ms"},
	    {0.9996, "1 s"},
	    {0.5, "500 ms"},
	    {1e-3, "1 ms"},
	    {999.4e-6, "999 µs"},
	    {999.49e-6, "999 µs"},
	    {999.6e-6, "1 ms"},
	    {0.000584, "584 µs"},
	    {1e-6, "1 µs"},
	    {1.9e-6, "1.9 µs"},
	    {999.4e-9, "999 ns"},
	    {999.6e-9, "1 µs"},
	    {584e-9, "584 ns"},
	    {24.4e-9, "24.4 ns"},
	    {1e-9, "1 ns"},
	    {0.9996e-9, "1 ns"},
	    {0.9994e-9, "0.999 ns"},
	    {0.4e-9, "0.4 ns"},
	    {0.04e-9, "0.04 ns"},
	    {0.0123e-9, "0.0123 ns"},
	};

	(void)state;
	check(number_time, list, COUNT_OF(list));
}

/* Scaled to the larger unit these round to 0.999, scaled to the smaller one to 1000. */
static void
times_between_units(void **state)
{
	static const struct shown list[] = {
	    {0.0009995, "1 ms"},
	    {0.9994999999999999, "1 s"},
	};

	(void)state;
	check(number_time, list, COUNT_OF(list));
}

static void
megabytes(void **state)
{
	static const struct shown list[] = {
	    {0.000259, "0.000259"},
	    {0.0259, "0.0259"},
	    {0.0499, "0.0499"},
	    {0.049999, "0.05"},
	    {0.05, "0.1"},
	    {0.1, "0.1"},
	    {0.25, "0.2"},
	    {1.04, "1.0"},
	    {16.06, "16.1"},
	    {99.96, "100.0"},
	    {100, "100.0"},
	    {12345.678, "12345.7"},
	};

	(void)state;
	check(number_megabytes, list, COUNT_OF(list));
}

static void
rates(void **state)
{
	static const struct shown list[] = {
	    {0, "0"},
	    {0.00123, "0.00123"},
	    {0.5, "0.5"},
	    {1, "1"},
	    {161, "161"},
	    {161.4, "161"},
	    {999.4, "999"},
	    {999.5, "1 k"},
	    {999.6, "1 k"},
	    {1000, "1 k"},
	    {2023.8021222353077, "2.02 k"},
	    {8180, "8.18 k"},
	    {62500, "62.5 k"},
	    {999400, "999 k"},
	    {999500, "1 M"},
	    {999600, "1 M"},
	    {1e6, "1 M"},
	    {41.1e6, "41.1 M"},
	    {999.4e6, "999 M"},
	    {999.6e6, "1 G"},
	    {1e9, "1 G"},
	    {1.234e9, "1.23 G"},
	    {1e12, "1000 G"},
	};

	(void)state;
	check(number_rate, list, COUNT_OF(list));
}

static void
shares(void **state)
{
	static const struct shown list[] = {
	    {0, "0.0%"},
	    {1e-12, "< 0.1%"},
	    {0.0004, "< 0.1%"},
	    {0.000499, "< 0.1%"},
	    {0.0005, "0.1%"},
	    {0.0006, "0.1%"},
	    {0.001, "0.1%"},
	    {0.056, "5.6%"},
	    {0.0949, "9.5%"},
	    {0.09499, "9.5%"},
	    {0.095, "10%"}, /* 9.5, a tie, to the even 10 */
	    {0.0951, "10%"},
	    {0.105, "10%"},
	    {0.115, "12%"},
	    {0.5, "50%"},
	    {0.994, "99%"},
	    {0.9951, "100%"},
	    {1, "100%"},
	    {1.5, "150%"},
	};

	(void)state;
	check(number_share, list, COUNT_OF(list));
}

static void
ratios(void **state)
{
	static const struct shown list[] = {
	    {1, "1.000"},
	    {1.0004, "1.000"},
	    {1.0006, "1.001"},
	    {0.99634, "0.9963"},
	    {0.99996, "1.000"},
	    {0.0123456, "0.01235"},
	    {0.00123456, "0.001235"},
	    {0.000123456, "1.235e-04"},
	    {12.3456, "12.35"},
	    {999.96, "1000"},
	    {1234.56, "1235"},
	    {123456.7, "123457"},
	    {1234567, "1.235e+06"},
	};

	(void)state;
	check(number_ratio, list, COUNT_OF(list));
}

static void
chances(void **state)
{
	static const struct shown list[] = {
	    {1, "1.000"},
	    {0.0456, "0.046"},
	    {0.001, "0.001"},
	    {0.00095, "0.0009"}, /* 0.00094999999999999998… */
	    {0.0001, "0.0001"},
	    {0.00009999, "< 0.0001"},
	    {0, "< 0.0001"},
	};

	(void)state;
	check(number_chance, list, COUNT_OF(list));
}

/* No figure reads 1000 of a unit that has a larger one, 10000 cycles, or has an
 * exponent, whichever way it rounds. */
static void
never(void **state)
{
	static const double starts[] = {9.995e3, 9.9995e5, 9.99995e8, 9.99995e11, 999.5,
	    999.5e3, 999.5e6, 0.9995, 0.9995e-6, 0.9995e-9};
	char out[NUMBER_SIZE];
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(starts); i++) {
		double value = starts[i];
		for (int k = 0; k < 50; k++)
			value = nextafter(value, 0);
		for (int k = 0; k < 100; k++, value = nextafter(value, INFINITY)) {
			number_cycles(out, value);
			wrong += unit_lacks("cycles", out, "10000");
			wrong += unit_lacks("cycles", out, "1000.0");
			number_rate(out, value);
			wrong += unit_lacks("rate", out, "e");
			wrong += unit_true("rate 1000", !strcmp(out, "1000"), false);
			wrong += unit_lacks("rate", out, "1000 k");
			wrong += unit_lacks("rate", out, "1000 M");
			number_time(out, value);
			wrong += unit_lacks("time", out, "e");
			wrong += unit_lacks("time", out, "1000 m");
			wrong += unit_lacks("time", out, "1000 n");
			wrong += unit_lacks("time", out, "1000 µ");
		}
	}
	assert_int_equal(wrong, 0);
}

static void
whole_numbers(void **state)
{
	char out[NUMBER_SIZE];
	int wrong = 0;

	(void)state;
	wrong += unit_text("no count", number_count(out, -1), "–");
	wrong += unit_text("count 0", number_count(out, 0), "0");
	wrong += unit_text(
	    "count 2^53", number_count(out, (int64_t)1 << 53), "9007199254740992");
	wrong += unit_text("no KiB", number_kib(out, -1), "–");
	wrong += unit_text("0 bytes", number_kib(out, 0), "0 KiB");
	wrong += unit_text("1023 bytes", number_kib(out, 1023), "0 KiB");
	wrong += unit_text("1024 bytes", number_kib(out, 1024), "1 KiB");
	wrong += unit_text("2047 bytes", number_kib(out, 2047), "1 KiB");
	wrong += unit_text("1814528 bytes", number_kib(out, 1814528), "1772 KiB");
	assert_int_equal(wrong, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(digits),
	    cmocka_unit_test(cycles),
	    cmocka_unit_test(per_byte),
	    cmocka_unit_test(times),
	    cmocka_unit_test(times_between_units),
	    cmocka_unit_test(megabytes),
	    cmocka_unit_test(rates),
	    cmocka_unit_test(shares),
	    cmocka_unit_test(ratios),
	    cmocka_unit_test(chances),
	    cmocka_unit_test(never),
	    cmocka_unit_test(whole_numbers),
	};

	return cmocka_run_group_tests_name("number", tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
/* What json_parse refuses, by json_strict or by itself. */
#include "core/json_strict.h"

#include "core/buf.h"
#include "unit.h"

#define TEXT(s) s, sizeof(s) - 1

struct text {
	const char *name, *bytes;
	size_t n;
	const char *where; /* NULL: anywhere */
};

static int
refused(const struct text *list, size_t count)
{
	int wrong = 0;

	for (size_t i = 0; i < count; i++) {
		struct err e = {0};
		struct json *j = json_parse(list[i].bytes, list[i].n, &e);
		wrong += unit_true(list[i].name, j == NULL, true);
		if (!j) {
			wrong += unit_count(list[i].name, e.code, ERR_DATA);
			wrong += unit_lacks(list[i].name, e.text, "\n");
			wrong += list[i].where
			    ? unit_holds(list[i].name, e.text, list[i].where)
			    : 0;
		}
		json_free(j);
	}
	return wrong;
}

static void
refuses_numbers(void **state)
{
	static const struct text list[] = {
	    {"leading zero", TEXT("01"), "line 1, byte 1"},
	    {"minus and leading zero", TEXT("[-01]"), "line 1, byte 2"},
	    {"two zeros", TEXT("00"), "line 1, byte 1"},
	    {"plus", TEXT("+1"), "line 1, byte 1"},
	    {"no digit before the point", TEXT("[.5]"), "line 1, byte 2"},
	    {"no digit behind the point", TEXT("[1.]"), "line 1, byte 2"},
	    {"point and exponent", TEXT("1.e5"), "line 1, byte 1"},
	    {"no exponent", TEXT("1e"), "line 1, byte 1"},
	    {"no digit in the exponent", TEXT("1e+"), "line 1, byte 1"},
	    {"minus alone", TEXT("-"), "line 1, byte 1"},
	    {"two signs", TEXT("--1"), "line 1, byte 1"},
	    {"two points", TEXT("1.2.3"), "line 1, byte 1"},
	    {"two exponents", TEXT("1e5e5"), "line 1, byte 1"},
	    {"hex", TEXT("0x10"), NULL},
	    {"letter behind it", TEXT("[1a]"), NULL},
	    {"NaN", TEXT("NaN"), NULL},
	    {"Infinity", TEXT("[Infinity]"), NULL},
	    {"-Infinity", TEXT("[-Infinity]"), NULL},
	    {"too large", TEXT("1e999"), NULL},
	    {"too small", TEXT("[0, -1e999]"), NULL},
	    {"too large in an object", TEXT("{\"a\":{\"b\":1e309}}"), NULL},
	};

	(void)state;
	assert_int_equal(refused(list, COUNT_OF(list)), 0);
}

static void
refuses_texts(void **state)
{
	static const struct text list[] = {
	    {"not ended", TEXT("\"abc"), "line 1, byte 5"},
	    {"not ended, backslash", TEXT("\"abc\\"), "line 1"},
	    {"u0000", TEXT("{\n \"a\": \"PASS\\u0000MISMATCH\"}"), "line 2, byte 12"},
	    {"u0000 in a name", TEXT("{\"a\\u0000\":1}"), "line 1, byte 4"},
	    {"u0000 behind a backslash", TEXT("\"\\\\\\u0000\""), "line 1, byte 4"},
	    {"control character", TEXT("\"a\x01\""), "line 1, byte 3"},
	    {"line end", TEXT("\"a\nb\""), "line 1, byte 3"},
	    {"tab", TEXT("[\"a\tb\"]"), "line 1, byte 4"},
	    {"escaped line end", TEXT("\"a\\\nb\""), NULL},
	    {"unknown escape", TEXT("\"\\x41\""), NULL},
	    {"single quotes", TEXT("'a'"), NULL},
	    {"lone high surrogate", TEXT("\"\\ud800\""), NULL},
	    {"high surrogate and a letter", TEXT("\"\\ud800a\""), NULL},
	    {"two high surrogates", TEXT("\"\\ud800\\ud800\""), NULL},
	    {"lone low surrogate", TEXT("\"\\udc00\""), NULL},
	    {"surrogate as bytes", TEXT("\"\xed\xa0\x80\""), "line 1, byte 2"},
	    {"overlong", TEXT("\"\xc0\xaf\""), "line 1, byte 2"},
	    {"ff", TEXT("[1,\n\"a\xff\"]"), "line 2, byte 3"},
	    {"cut sequence", TEXT("\"\xe2\x82\""), "line 1, byte 2"},
	    {"bad UTF-8 in a name", TEXT("{\"\x80\":1}"), "line 1, byte 3"},
	};

	(void)state;
	assert_int_equal(refused(list, COUNT_OF(list)), 0);
}

/* cJSON reads an escape without four hex digits as \\u0000, and the text ends there. */
static void
refuses_bad_hex(void **state)
{
	static const struct text list[] = {
	    {"three digits", TEXT("\"\\u123\""), "line 1, byte 2"},
	    {"letter among them", TEXT("\"\\u12G4\""), "line 1, byte 2"},
	    {"no digits", TEXT("{\"kat\":\n\"PASS\\uzzzzMISMATCH\"}"),
		"line 2, byte 6"},
	    {"blank", TEXT("\"\\u 123\""), "line 1, byte 2"},
	    {"sign", TEXT("\"\\u+123\""), "line 1, byte 2"},
	    {"in a name", TEXT("{\"a\\uxyz0\":1}"), "line 1, byte 4"},
	    {"second of a pair", TEXT("\"\\ud83d\\udezz\""), "line 1"},
	};

	(void)state;
	assert_int_equal(refused(list, COUNT_OF(list)), 0);
}

static void
refuses_forms(void **state)
{
	static const struct text list[] = {
	    {"empty", TEXT(""), "line 1, byte 1"},
	    {"only blanks", TEXT(" \n\n "), NULL},
	    {"byte-order mark", TEXT("\xef\xbb\xbf{}"), "line 1, byte 1"},
	    {"text behind it", TEXT("{}\n x"), "line 2, byte 2"},
	    {"second value", TEXT("{} {}"), "line 1, byte 4"},
	    {"bracket too many", TEXT("[]]"), "line 1, byte 3"},
	    {"NUL byte", TEXT("[1,\n\0 2]"), "line 2, byte 1"},
	    {"NUL byte behind it", TEXT("[]\0"), "line 1, byte 3"},
	    {"not closed", TEXT("{\"a\":[1"), NULL},
	    {"wrong bracket", TEXT("[1}"), "line 1, byte 3"},
	    {"comma at the end", TEXT("[1,]"), NULL},
	    {"comma at the end of an object", TEXT("{\"a\":1,}"), NULL},
	    {"comma first", TEXT("[,1]"), NULL},
	    {"two commas", TEXT("[1,,2]"), NULL},
	    {"no comma", TEXT("[1 2]"), NULL},
	    {"no colon", TEXT("{\"a\" 1}"), NULL},
	    {"no value", TEXT("{\"a\":}"), NULL},
	    {"name without quotes", TEXT("{a:1}"), NULL},
	    {"number as a name", TEXT("{1:1}"), NULL},
	    {"comment", TEXT("[1 /* one */]"), NULL},
	    {"upper-case word", TEXT("[True]"), NULL},
	    {"word cut", TEXT("nul"), NULL},
	    {"word too long", TEXT("nullx"), NULL},
	    {"UTF-8 outside a text", TEXT("[\xc2\xa0 1]"), NULL},
	    {"same name", TEXT("{\"a\":1,\"b\":2,\"a\":1}"), "\"a\""},
	    {"same name below", TEXT("[0,{\"x\":{\"b\":[],\"b\":1}}]"), "\"b\""},
	    {"same name escaped", TEXT("{\"a\":1,\"\\u0061\":2}"), "\"a\""},
	    {"other case", TEXT("{\"kat\":1,\"KAT\":2}"), "\"KAT\""},
	    {"other case, mixed", TEXT("{\"kAt_1\":1,\"Kat_1\":2}"), "\"Kat_1\""},
	    {"other case, first letter", TEXT("{\"A\":1,\"a\":2}"), "\"a\""},
	    {"other case, last letter", TEXT("{\"z\":1,\"Z\":2}"), "\"Z\""},
	    {"same empty name", TEXT("{\"\":1,\"\":2}"), "\"\""},
	};

	(void)state;
	assert_int_equal(refused(list, COUNT_OF(list)), 0);
}

/* JSON knows four blanks; cJSON skips every byte up to 32. */
static void
refuses_other_blanks(void **state)
{
	static const struct text list[] = {
	    {"form feed", TEXT("[\f1]"), "line 1, byte 2"},
	    {"vertical tab", TEXT("{\"a\":\v1}"), "line 1, byte 6"},
	    {"escape", TEXT("[1,\n\x1b 2]"), "line 2, byte 1"},
	    {"control character at the end", TEXT("{}\x01"), "line 1, byte 3"},
	};

	(void)state;
	assert_int_equal(refused(list, COUNT_OF(list)), 0);
}

/* Also what only the tree shows. */
static void
says_where(void **state)
{
	static const struct text list[] = {
	    {"too large", TEXT("[0,\n 1e999]"), "line 2, byte 2"},
	    {"too small", TEXT("{\"a\":\n\n  -1e999}"), "line 3, byte 3"},
	};

	(void)state;
	assert_int_equal(refused(list, COUNT_OF(list)), 0);
}

static void
depth(void **state)
{
	static const char *const open[] = {"[", "{\"a\":"};
	static const char *const close[] = {"]", "}"};
	int wrong = 0;

	(void)state;
	for (int kind = 0; kind < 2; kind++)
		for (int levels = JSON_DEPTH - 1; levels <= JSON_DEPTH + 1; levels++) {
			struct buf b = {0};
			for (int i = 0; i < levels; i++)
				buf_text(&b, i < levels - 1 ? open[kind] : "[");
			buf_text(&b, "]");
			for (int i = 0; i < levels - 1; i++)
				buf_text(&b, close[kind]);
			wrong += unit_true(open[kind], unit_parses(b.data, b.len),
			    levels <= JSON_DEPTH);
			buf_free(&b);
		}
	assert_int_equal(wrong, 0);
}

static void
members(void **state)
{
	(void)state;
	for (int n = JSON_MEMBERS; n <= JSON_MEMBERS + 1; n++) {
		struct buf b = {0};
		buf_char(&b, '{');
		for (int i = 0; i < n; i++)
			buf_format(&b, "%s\"m%d\":%d", i ? "," : "", i, i);
		buf_char(&b, '}');
		assert_true(unit_parses(b.data, b.len) == (n <= JSON_MEMBERS));
		buf_free(&b);
	}
}

/* The last name once more, or in another case, in objects of few and of many members:
 * the two are compared in different ways. */
static void
same_names(void **state)
{
	static const struct {
		const char *first, *last;
		bool good;
	} list[] = {
	    {"a", "b", true},
	    {"a", "a", false},
	    {"name", "NAME", false},
	    {"name", "name2", true},
	    {"", "", false},
	    {"é", "è", true},
	    {"é", "é", false},
	    {"[", "{", true}, /* differ in that bit, but are no letters */
	    {"0", "P", true},
	};
	static const int others[] = {0, 1, 62, 63, 200};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++)
		for (size_t k = 0; k < COUNT_OF(others); k++) {
			struct buf b = {0};
			buf_format(&b, "{\"%s\":1", list[i].first);
			for (int n = 0; n < others[k]; n++)
				buf_format(&b, ",\"other %d\":1", n);
			buf_format(&b, ",\"%s\":1}", list[i].last);
			wrong += unit_true(
			    list[i].last, unit_parses(b.data, b.len), list[i].good);
			buf_free(&b);
		}
	assert_int_equal(wrong, 0);
}

/* n times the element, in an array; the array is a value too. */
static bool
strict(const char *element, int n)
{
	struct buf b = {0};
	struct err e = {0};
	int result;

	buf_char(&b, '[');
	for (int i = 0; i < n; i++) {
		buf_text(&b, i ? "," : "");
		buf_text(&b, element);
	}
	buf_char(&b, ']');
	result = json_strict(b.data, b.len, &e);
	buf_free(&b);
	return result == 0;
}

static void
values(void **state)
{
	int wrong = 0;

	(void)state;
	wrong += unit_true("numbers, as many", strict("0", JSON_VALUES - 1), true);
	wrong += unit_true("numbers, too many", strict("0", JSON_VALUES + 1), false);
	wrong +=
	    unit_true("pairs, too many", strict("[0,0]", JSON_VALUES / 3 + 1), false);
	assert_int_equal(wrong, 0);
}

static void
values_exactly(void **state)
{
	int wrong = 0;

	(void)state;
	wrong += unit_true("numbers, one too many", strict("0", JSON_VALUES), false);
	wrong +=
	    unit_true("empty arrays, as many", strict("[]", JSON_VALUES - 1), true);
	assert_int_equal(wrong, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(refuses_numbers),
	    cmocka_unit_test(refuses_texts),
	    cmocka_unit_test(refuses_bad_hex),
	    cmocka_unit_test(refuses_forms),
	    cmocka_unit_test(refuses_other_blanks),
	    cmocka_unit_test(says_where),
	    cmocka_unit_test(depth),
	    cmocka_unit_test(members),
	    cmocka_unit_test(same_names),
	    cmocka_unit_test(values),
	    cmocka_unit_test(values_exactly),
	};

	return cmocka_run_group_tests_name("json_strict", tests, NULL, NULL);
}

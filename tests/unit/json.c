/* SPDX-License-Identifier: MIT */
#include "core/json.h"

#include "core/buf.h"
#include "unit.h"

static void
takes(void **state)
{
	static const struct {
		const char *name, *text;
	} list[] = {
	    {"object", "{}"},
	    {"array", "[]"},
	    {"text", "\"a\""},
	    {"null", "null"},
	    {"all blanks", " \t\r\n{ \"a\" :\n[ 1 ,\t2 ] } \n"},
	    {"escapes", "\"\\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u00e9\""},
	    {"surrogate pair", "\"\\ud83d\\ude00\""},
	    {"backslash before u0000", "\"\\\\u0000\""},
	    {"UTF-8", "\"\xc3\xa9\xf0\x9f\x98\x80\""},
	    {"DEL", "\"\x7f\""},
	    {"case of other letters", "{\"\xc3\xa9\":1,\"\xc3\x89\":2}"},
	    {"case of no letters", "{\"[\":1,\"{\":2,\"@\":3,\"`\":4}"},
	    {"same name in two objects", "[{\"a\":1},{\"a\":2}]"},
	    {"prefix", "{\"a\":1,\"aa\":2,\"\":3}"},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct err e = {0};
		struct json *j = json_parse(list[i].text, strlen(list[i].text), &e);
		wrong += unit_true(list[i].name, j != NULL, true);
		json_free(j);
	}
	assert_int_equal(wrong, 0);
}

static void
numbers(void **state)
{
	static const struct {
		const char *text;
		double value;
	} list[] = {
	    {"0", 0},
	    {"-0", 0},
	    {"-1", -1},
	    {"10", 10},
	    {"0.5", 0.5},
	    {"-0.0e-0", 0},
	    {"1E5", 1e5},
	    {"1e+5", 1e5},
	    {"1e-5", 1e-5},
	    {"1e05", 1e5},
	    {"9007199254740993", 9007199254740992.0},
	    {"1.7976931348623157e308", 1.7976931348623157e308},
	    {"5e-324", 5e-324},
	    {"1e-999", 0},
	    {"0.0004941194541764247", 0.0004941194541764247},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct json *j = unit_json(list[i].text);
		double value = NAN;
		wrong += unit_true(list[i].text, json_number(j, &value), true);
		wrong += unit_real(list[i].text, value, list[i].value);
		json_free(j);
	}
	assert_int_equal(wrong, 0);
}

static void
looks_up(void **state)
{
	struct json *j =
	    unit_json("{\"a\":[1,\"x\",null,true,{}],\"B\":false,\"b2\":-1.5}");
	const struct json *list = json_member(j, "a"), *one = json_first(list);
	double number = 7;
	bool truth = true;

	(void)state;
	assert_true(json_is_object(j) && !json_is_array(j) && !json_is_null(j));
	assert_true(json_is_array(list) && !json_is_object(list));
	assert_int_equal(json_count(j), 3);
	assert_int_equal(json_count(list), 5);
	assert_null(json_member(j, "A"));
	assert_null(json_member(j, "b"));
	assert_null(json_member(list, "a"));
	assert_null(json_member(NULL, "a"));
	assert_string_equal(json_name(json_next(json_first(j))), "B");
	assert_true(json_number(one, &number) && number == 1);
	one = json_next(one);
	assert_string_equal(json_text(one), "x");
	assert_false(json_number(one, &number));
	assert_true(number == 1);
	one = json_next(one);
	assert_true(json_is_null(one));
	assert_null(json_text(one));
	one = json_next(one);
	assert_true(json_bool(one, &truth) && truth);
	assert_false(json_number(one, &number));
	one = json_next(one);
	assert_true(json_is_object(one) && !json_first(one) && json_count(one) == 0);
	assert_null(json_next(one));
	assert_true(json_bool(json_member(j, "B"), &truth) && !truth);
	assert_null(json_first(json_member(j, "B")));
	assert_null(json_first(NULL));
	assert_int_equal(json_count(NULL), 0);
	assert_false(json_is_object(NULL) || json_is_array(NULL) || json_is_null(NULL));
	assert_null(json_text(NULL));
	assert_false(json_bool(NULL, &truth) || json_number(NULL, &number));
	json_free(j);
}

static void
seeks(void **state)
{
	struct json *j = unit_json("{\"a\":1,\"b\":2,\"c\":3}");
	static const char *const names[] = {
	    "a", "b", "c", "c", "x", "a", "X", "b", "a"};
	const struct json *at = NULL;
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(names); i++)
		wrong += unit_true(names[i],
		    json_seek(j, &at, names[i]) == json_member(j, names[i]), true);
	at = NULL;
	wrong += unit_true("missing at first", json_seek(j, &at, "x") == NULL, true);
	wrong +=
	    unit_true("then the first", json_seek(j, &at, "a") == json_first(j), true);
	json_free(j);
	assert_int_equal(wrong, 0);
}

static void
describes(void **state)
{
	static const struct {
		const char *json, *text;
	} list[] = {
	    {"\"text\"", "\"text\""},
	    {"-1", "-1"},
	    {"0.1", "0.1"},
	    {"1e300", "1e300"},
	    {"null", "null"},
	    {"true", "true"},
	    {"false", "false"},
	    {"[1,2]", "an array"},
	    {"{\"a\":1}", "an object"},
	};
	char out[80], text[300] = "\"";
	struct json *j;
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		j = unit_json(list[i].json);
		wrong += unit_text(list[i].json, json_describe(j, out), list[i].text);
		json_free(j);
	}
	memset(text + 1, 'x', 250);
	text[251] = '"';
	j = unit_json(text);
	wrong += unit_true("a long text", strlen(json_describe(j, out)) < 80, true);
	json_free(j);
	assert_int_equal(wrong, 0);
}

static void
prints(void **state)
{
	struct json *j = json_new_object(), *list;
	struct buf out = {0};
	int wrong = 0;

	(void)state;
	json_add_number(j, "tenth", 0.1);
	json_add_number(j, "sum", 0.1 + 0.2);
	json_add_number(j, "whole", 100000);
	json_add_number(j, "large", 1e17);
	json_add_number(j, "small", 1.6e-6);
	json_add_number(j, "nan", NAN);
	json_add_number(j, "infinite", INFINITY);
	json_add_text(j, "text", "\"<\\\n\xc3\xa9");
	json_add_text(j, "none", NULL);
	list = json_add_array(j, "list");
	json_add_bool(list, NULL, true);
	json_add_bool(list, NULL, false);
	json_add_number(json_add_object(list, NULL), "a", -2.5);
	json_print(j, false, &out);
	wrong += unit_text("plain", buf_string(&out),
	    "{\"tenth\":0.1,\"sum\":0.30000000000000004,\"whole\":100000,\"large\":"
	    "1e17,"
	    "\"small\":1.6e-6,\"nan\":null,\"infinite\":null,\"text\":\"\\\"<"
	    "\\\\\\n\xc3\xa9\","
	    "\"none\":null,\"list\":[true,false,{\"a\":-2.5}]}\n");
	wrong += unit_true("plain, read", unit_parses(out.data, out.len), true);
	buf_clear(&out);
	json_print(j, true, &out);
	wrong += unit_true("pretty, read", unit_parses(out.data, out.len), true);
	wrong += unit_holds("pretty", buf_string(&out), "\n\t");
	wrong += unit_count("its end", out.data[out.len - 1], '\n');
	buf_free(&out);
	json_free(j);
	assert_int_equal(wrong, 0);
}

/* Into a buffer that has room, behind what is there, and where there is too little. */
static void
print_room(void **state)
{
	struct json *list = json_new_object(), *longer = json_new_object();
	char text[20000];
	struct buf out = {0}, wanted = {0};
	size_t cap;
	int wrong = 0;

	(void)state;
	json_add_number(list, "n", 12);
	memset(text, 'x', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	json_add_text(longer, "t", text);
	buf_room(&out, 8000);
	cap = out.cap;
	for (int i = 0; i < 12; i++) {
		json_print(list, false, &out);
		buf_text(&wanted, "{\"n\":12}\n");
	}
	wrong += unit_count("no more memory", (int64_t)out.cap, (int64_t)cap);
	json_print(longer, false, &out);
	buf_text(&wanted, "{\"t\":\"");
	buf_text(&wanted, text);
	buf_text(&wanted, "\"}\n");
	wrong += unit_text("all", buf_string(&out), buf_string(&wanted));
	buf_free(&out);
	buf_free(&wanted);
	json_free(list);
	json_free(longer);
	assert_int_equal(wrong, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(takes),
	    cmocka_unit_test(numbers),
	    cmocka_unit_test(looks_up),
	    cmocka_unit_test(seeks),
	    cmocka_unit_test(describes),
	    cmocka_unit_test(prints),
	    cmocka_unit_test(print_room),
	};

	return cmocka_run_group_tests_name("json", tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "core/pack.h"

#include "core/buf.h"
#include "unit.h"

#include <limits.h>

/* One of everything. */
struct all {
	int64_t ints[4];
	double reals[4];
	bool yes, no;
	const char *text, *empty, *none;
	struct pair {
		int32_t a;
		double b;
	} * list, *no_list;
	size_t length, no_length, count;
	const char *last, *same, *like;
};

static void
pack_all(struct pack *p, struct all *a)
{
	for (size_t i = 0; i < 4; i++)
		pack_int(p, &a->ints[i]);
	for (size_t i = 0; i < 4; i++)
		pack_real(p, &a->reals[i]);
	pack_bool(p, &a->yes);
	pack_bool(p, &a->no);
	pack_text(p, &a->text);
	pack_text(p, &a->empty);
	pack_text(p, &a->none);
	pack_list(p, (void **)&a->list, &a->length, sizeof(*a->list));
	pack_list(p, (void **)&a->no_list, &a->no_length, sizeof(*a->no_list));
	pack_count(p, &a->count);
	pack_text(p, &a->last);
	pack_text(p, &a->same);
	pack_text(p, &a->like);
}

static void
write_all(struct buf *out)
{
	struct pair pairs[3] = {{1, 0.1}, {-2, INFINITY}, {INT_MAX, -0.0}};
	struct all a = {.ints = {0, -1, INT64_MIN, INT64_MAX},
	    .reals = {0.1, NAN, -INFINITY, 5e-324},
	    .yes = true,
	    .text = "t\xc3\xa9xt",
	    .empty = "",
	    .list = pairs,
	    .length = 3,
	    .count = 5,
	    .last = "last one",
	    .same = "t\xc3\xa9xt",
	    .like = "t\xc3\xa9xt and more"};
	struct pack p = {.out = out};

	pack_all(&p, &a);
	assert_false(p.bad);
}

static void
round_trip(void **state)
{
	struct buf bytes = {0};
	struct arena arena = {0};
	struct all a = {.empty = "x", .none = "x", .no_length = 7};
	struct pack p;
	int wrong = 0;

	(void)state;
	write_all(&bytes);
	p = pack_from(bytes.data, bytes.len, &arena);
	pack_all(&p, &a);
	wrong += unit_true("bad", p.bad, false);
	wrong += unit_true("all read", p.in == p.end, true);
	wrong += unit_count("0", a.ints[0], 0);
	wrong += unit_count("-1", a.ints[1], -1);
	wrong += unit_count("least", a.ints[2], INT64_MIN);
	wrong += unit_count("most", a.ints[3], INT64_MAX);
	wrong += unit_real("0.1", a.reals[0], 0.1);
	wrong += unit_real("NaN", a.reals[1], NAN);
	wrong += unit_real("-infinity", a.reals[2], -INFINITY);
	wrong += unit_real("smallest", a.reals[3], 5e-324);
	wrong += unit_true("true", a.yes, true);
	wrong += unit_true("false", a.no, false);
	wrong += unit_text("text", a.text, "t\xc3\xa9xt");
	wrong += unit_text("empty", a.empty, "");
	wrong += unit_text("NULL", a.none, NULL);
	wrong += unit_count("length", (int64_t)a.length, 3);
	wrong += unit_count("second", a.list[1].a, -2);
	wrong += unit_real("second", a.list[1].b, INFINITY);
	wrong += unit_count("third", a.list[2].a, INT_MAX);
	wrong += unit_count("no length", (int64_t)a.no_length, 0);
	wrong += unit_count("count", (int64_t)a.count, 5);
	wrong += unit_text("last", a.last, "last one");
	wrong += unit_text("the first one again", a.same, "t\xc3\xa9xt");
	wrong += unit_true("the same place", a.same == a.text, true);
	wrong += unit_text("begins alike", a.like, "t\xc3\xa9xt and more");
	buf_free(&bytes);
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

/* Blocks of exactly the length, so that reading past their end is seen. */
static void
truncated(void **state)
{
	struct buf bytes = {0};
	int wrong = 0;

	(void)state;
	write_all(&bytes);
	for (size_t n = 0; n < bytes.len; n++) {
		char *part = mem_get(n);
		struct arena arena = {0};
		struct pack p = pack_from(part, n, &arena);
		struct all a = {0};
		memcpy(part, bytes.data, n);
		pack_all(&p, &a);
		wrong += p.bad ? 0 : unit_count("cut, and not bad", (int64_t)n, -1);
		wrong += unit_true("stays inside", p.in >= part && p.in <= p.end, true);
		mem_free(part);
		arena_free(&arena);
	}
	buf_free(&bytes);
	assert_int_equal(wrong, 0);
}

/* Any bytes at all: bad or not, nothing is read outside. */
static void
any_bytes(void **state)
{
	uint32_t seed = 2463534242u;
	struct buf bytes = {0};

	(void)state;
	write_all(&bytes);
	for (int i = 0; i < 3000; i++) {
		struct arena arena = {0};
		struct all a = {0};
		char *copy = mem_get(bytes.len);
		struct pack p = pack_from(copy, bytes.len, &arena);
		memcpy(copy, bytes.data, bytes.len);
		for (int k = 0; k < 4; k++) {
			seed ^= seed << 13;
			seed ^= seed >> 17;
			seed ^= seed << 5;
			copy[seed % bytes.len] = (char)(seed >> 24);
		}
		pack_all(&p, &a);
		if (a.text)
			assert_true(strlen(a.text) < bytes.len);
		if (a.same)
			assert_true(strlen(a.same) < bytes.len);
		mem_free(copy);
		arena_free(&arena);
	}
	buf_free(&bytes);
}

static void
too_large(void **state)
{
	static const unsigned char huge[] = {0xff, 0xff, 0xff, 0xff, 1, 2, 3};
	static const unsigned char no_end[] = {7, 0, 0, 0, 'a', 'b', 'c'};
	static const unsigned char own_place[] = {0, 0, 0, 0, 8, 0, 0, 0};
	static const unsigned char behind[] = {12, 0, 0, 0, 5, 0, 0, 0, 'a', 0};
	/* a number, the place of its second half, the place of that */
	static const unsigned char of_place[] = {0, 0, 0, 0, 4, 0, 0, 0, 8, 0, 0, 0};
	static const unsigned char four[] = {4, 0, 0, 0, 1, 2, 3};
	static const unsigned char three[] = {3, 0, 0, 0, 1, 2, 3};
	struct arena arena = {0};
	struct pack p;
	const char *text = "x";
	int64_t *list = NULL, number;
	size_t n = 7;

	(void)state;
#define READ(block) p = pack_from((const char *)(block), sizeof(block), &arena)
	READ(huge);
	pack_count(&p, &n);
	assert_true(p.bad && n == 0);
	READ(huge);
	pack_text(&p, &text);
	assert_true(p.bad && !text);
	READ(huge);
	pack_list(&p, (void **)&list, &n, sizeof(*list));
	assert_true(p.bad && n == 0);
	READ(no_end);
	pack_text(&p, &text);
	assert_true(p.bad && !text);
	READ(own_place);
	pack_text(&p, &text);
	assert_true(!p.bad && !text);
	pack_text(&p, &text); /* the place where this is read */
	assert_true(p.bad && !text);
	READ(behind);
	pack_text(&p, &text);
	assert_true(p.bad && !text);
	READ(of_place);
	pack_int(&p, &number);
	pack_text(&p, &text);
	assert_true(p.bad && !text);
	READ(four);
	pack_count(&p, &n);
	assert_true(p.bad && n == 0);
	READ(three);
	pack_count(&p, &n);
	assert_true(!p.bad && n == 3);
	READ(three);
	pack_list(&p, (void **)&list, &n, sizeof(*list));
	assert_true(p.bad && n == 0);
	arena_free(&arena);
}

/* More texts than there are slots, twice, and each comes back; the second time they
 * take a place each. */
static void
many_texts(void **state)
{
	enum { N = 3000 };
	char text[N][24];
	const char *at;
	struct arena arena = {0};
	struct buf bytes = {0};
	struct pack out = {.out = &bytes}, in;
	size_t once;
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < N; i++)
		snprintf(text[i], sizeof(text[i]), "text %zu, %zu", i * 7919 % N, i);
	for (size_t i = 0; i < N; i++) {
		at = text[i];
		pack_text(&out, &at);
		once = bytes.len;
		pack_text(&out, &at);
		wrong += unit_count("place", (int64_t)(bytes.len - once),
		    i ? 4 : (int64_t)(4 + strlen(text[0]) + 1));
	}
	for (size_t i = 0; i < N; i += 5) {
		at = text[i];
		pack_text(&out, &at);
	}
	in = pack_from(bytes.data, bytes.len, &arena);
	for (size_t i = 0; i < 2 * N; i++) {
		pack_text(&in, &at);
		wrong += unit_text("one of two", at, text[i / 2]);
	}
	for (size_t i = 0; i < N; i += 5) {
		pack_text(&in, &at);
		wrong += unit_text("once more", at, text[i]);
	}
	wrong += unit_true("all read", !in.bad && in.in == in.end, true);
	buf_free(&bytes);
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

/* A list that ends where the bytes do. */
static void
list_at_the_end(void **state)
{
	int64_t numbers[2] = {7, 8}, *list = numbers;
	struct arena arena = {0};
	struct buf bytes = {0};
	struct pack out = {.out = &bytes}, in;
	size_t n = 2;

	(void)state;
	pack_list(&out, (void **)&list, &n, sizeof(*list));
	in = pack_from(bytes.data, bytes.len, &arena);
	n = 0;
	list = NULL;
	pack_list(&in, (void **)&list, &n, sizeof(*list));
	assert_true(!in.bad && n == 2 && list[0] == 7 && list[1] == 8);
	assert_true(in.in == in.end);
	buf_free(&bytes);
	arena_free(&arena);
}

/* What is bad stays bad. */
static void
stays_bad(void **state)
{
	struct arena arena = {0};
	static const char bytes[16] = {1};
	struct pack p = pack_from(bytes, 4, &arena);
	int64_t value = 5;
	double real = 5;
	bool truth = true;

	(void)state;
	pack_int(&p, &value);
	assert_true(p.bad);
	assert_int_equal(value, 0);
	p.in = bytes;
	p.end = bytes + sizeof(bytes);
	pack_int(&p, &value);
	assert_true(p.bad);
	p.in = p.end;
	pack_real(&p, &real);
	assert_true(real == 0);
	pack_bool(&p, &truth);
	assert_false(truth);
	arena_free(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(round_trip),
	    cmocka_unit_test(truncated),
	    cmocka_unit_test(any_bytes),
	    cmocka_unit_test(too_large),
	    cmocka_unit_test(many_texts),
	    cmocka_unit_test(list_at_the_end),
	    cmocka_unit_test(stays_bad),
	};

	return cmocka_run_group_tests_name("pack", tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "report/state.h"

#include "folder.h"

static const struct chunk {
	const char *name, *bytes;
	size_t n;
} chunks[] = {
    {"origin", "program", 7},
    {"candidate x/hash-30", "a\0b\n", 4},
    {"empty", "", 0},
    {"one byte", "x", 1},
    {"", "no name", 7},
};

static void
add(struct state *s, const struct chunk *c)
{
	struct buf bytes = {0};
	struct err e = {0};

	buf_add(&bytes, c->bytes, c->n);
	if (state_add(s, c->name, &bytes, &e))
		fail_msg("%s", e.text);
	buf_free(&bytes);
}

static int
check(const struct state *s)
{
	struct arena arena = {0};
	int wrong = 0;
	size_t n;

	for (size_t i = 0; i < COUNT_OF(chunks); i++) {
		const struct chunk *c = &chunks[i];
		const char *out = state_get(s, c->name, &arena, &n);
		wrong += unit_true(c->name, out != NULL, true);
		if (!out)
			continue;
		wrong += unit_count(c->name, (int64_t)n, (int64_t)c->n);
		wrong += unit_true(
		    c->name, n == c->n && !memcmp(out, c->bytes, n) && !out[n], true);
	}
	wrong += unit_true("unknown", state_get(s, "origins", &arena, &n), false);
	wrong += unit_true("cut", state_get(s, "origi", &arena, &n), false);
	arena_free(&arena);
	return wrong;
}

/* Writes a state to folder/s. */
static void
write_state(const char *folder)
{
	char path[300];
	struct err e = {0};
	struct state *s;

	snprintf(path, sizeof(path), "%s/s", folder);
	s = state_create(path, &e);
	if (!s)
		fail_msg("%s", e.text);
	for (size_t i = 0; i < COUNT_OF(chunks); i++)
		add(s, &chunks[i]);
	assert_int_equal(state_finish(s, &e), 0);
	state_close(s);
}

static void
read_file(const char *folder, struct buf *out)
{
	char path[300];

	snprintf(path, sizeof(path), "%s/s", folder);
	assert_int_equal(file_read(AT_FDCWD, path, FILE_MAX, out, NULL, NULL), 0);
}

static struct state *
open_state(const char *folder)
{
	char path[300];

	snprintf(path, sizeof(path), "%s/s", folder);
	return state_open(path);
}

static void
round_trip(void **state)
{
	char folder[256], path[300];
	struct err e = {0};
	struct state *s;
	int wrong = 0;

	(void)state;
	folder_make(folder);
	snprintf(path, sizeof(path), "%s/s", folder);
	s = state_create(path, &e);
	assert_non_null(s);
	for (size_t i = 0; i < COUNT_OF(chunks); i++)
		add(s, &chunks[i]);
	wrong += check(s); /* while it is made */
	wrong += folder_holds("not there before the end", folder, "s", NULL);
	wrong += unit_count("finish", state_finish(s, &e), 0);
	wrong += check(s);
	state_close(s);
	wrong += folder_holds("nothing beside it", folder, "s.new", NULL);
	s = open_state(folder);
	wrong += unit_true("open", s != NULL, true);
	wrong += s ? check(s) : 0;
	state_close(s);
	folder_drop(folder);
	assert_int_equal(wrong, 0);
}

/* A chunk is a text for those who take it as one (buf.h: a NUL behind len bytes). */
static void
chunk_as_text(void **state)
{
	char folder[256];
	struct arena arena = {0};
	struct state *s;
	size_t n;
	int wrong;

	(void)state;
	folder_make(folder);
	write_state(folder);
	s = open_state(folder);
	wrong = unit_text("origin", state_get(s, "origin", &arena, &n), "program");
	arena_free(&arena);
	state_close(s);
	folder_drop(folder);
	assert_int_equal(wrong, 0);
}

static void
no_chunks(void **state)
{
	char folder[256], path[300];
	struct arena arena = {0};
	struct err e = {0};
	struct state *s;
	size_t n;
	int wrong = 0;

	(void)state;
	folder_make(folder);
	snprintf(path, sizeof(path), "%s/s", folder);
	s = state_create(path, &e);
	wrong += unit_count("finish", state_finish(s, &e), 0);
	state_close(s);
	s = open_state(folder);
	wrong += unit_true("open", s != NULL, true);
	if (s) {
		wrong += unit_true("no chunk", state_get(s, "", &arena, &n), false);
	}
	state_close(s);
	state_close(NULL);
	arena_free(&arena);
	folder_drop(folder);
	assert_int_equal(wrong, 0);
}

static void
none_to_open(void **state)
{
	char folder[256], path[300];
	struct err e = {0};
	struct state *s;
	int wrong = 0;

	(void)state;
	folder_make(folder);
	wrong += unit_true("nothing there", open_state(folder) == NULL, true);
	wrong += unit_true("a folder", state_open(folder) == NULL, true);
	folder_write(folder, "s", "", 0);
	wrong += unit_true("an empty file", open_state(folder) == NULL, true);
	folder_write(
	    folder, "s", "{\"a\":\"some other file, longer than the tail\"}", 46);
	wrong += unit_true("another file", open_state(folder) == NULL, true);
	snprintf(path, sizeof(path), "%s/none/s", folder);
	s = state_create(path, &e);
	wrong += unit_true("no folder", s == NULL, true);
	wrong += unit_count("no folder", e.code, ERR_SYSTEM);
	folder_drop(folder);
	assert_int_equal(wrong, 0);
}

/* A build that was killed or gave up leaves the old state. */
static void
not_finished(void **state)
{
	char folder[256], path[300];
	struct err e = {0};
	struct state *s;
	int wrong = 0;

	(void)state;
	folder_make(folder);
	write_state(folder);
	snprintf(path, sizeof(path), "%s/s", folder);
	s = state_create(path, &e);
	add(s, &chunks[0]);
	state_close(s);
	wrong += folder_holds("removed", folder, "s.new", NULL);
	s = open_state(folder);
	wrong += s ? check(s) : unit_true("the old one", false, true);
	state_close(s);
	folder_write(folder, "s.new", "left over", 9);
	write_state(folder);
	s = open_state(folder);
	wrong += s ? check(s) : unit_true("after a leftover", false, true);
	state_close(s);
	folder_drop(folder);
	assert_int_equal(wrong, 0);
}

static void
truncated(void **state)
{
	char folder[256];
	struct buf whole = {0};
	int wrong = 0;

	(void)state;
	folder_make(folder);
	write_state(folder);
	read_file(folder, &whole);
	for (size_t n = 0; n < whole.len; n++) {
		struct state *s;
		folder_write(folder, "s", whole.data, n);
		s = open_state(folder);
		wrong += s ? unit_count("cut, and opened", (int64_t)n, -1) : 0;
		state_close(s);
	}
	buf_free(&whole);
	folder_drop(folder);
	assert_int_equal(wrong, 0);
}

/* How many chunks are given as they were added; *wrong counts those given otherwise. */
static size_t
right_chunks(const struct state *s, int *wrong)
{
	struct arena arena = {0};
	size_t right = 0, n;

	for (size_t i = 0; i < COUNT_OF(chunks); i++) {
		const char *out = state_get(s, chunks[i].name, &arena, &n);
		if (!out)
			continue;
		if (n == chunks[i].n && !memcmp(out, chunks[i].bytes, n))
			right++;
		else
			(*wrong)++;
	}
	arena_free(&arena);
	return right;
}

/* Every bit of the file, one at a time: the state is not opened, or the damaged chunk
 * is not given and the others are. */
static void
damaged(void **state)
{
	char folder[256];
	struct buf whole = {0};
	size_t opened = 0, bytes = 0;
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(chunks); i++)
		bytes += chunks[i].n;
	folder_make(folder);
	write_state(folder);
	read_file(folder, &whole);
	for (size_t i = 0; i < whole.len * 8; i++) {
		struct state *s;
		whole.data[i / 8] = (char)(whole.data[i / 8] ^ (1 << i % 8));
		folder_write(folder, "s", whole.data, whole.len);
		s = open_state(folder);
		opened += s != NULL;
		if (s && right_chunks(s, &wrong) != COUNT_OF(chunks) - 1)
			wrong++;
		state_close(s);
		whole.data[i / 8] = (char)(whole.data[i / 8] ^ (1 << i % 8));
	}
	buf_free(&whole);
	folder_drop(folder);
	assert_int_equal(wrong, 0);
	assert_int_equal(opened, bytes * 8);
}

/* Larger than what is read at a time. */
static void
large(void **state)
{
	char folder[256], path[300];
	struct arena arena = {0};
	struct buf bytes = {0};
	const char *out;
	size_t n;
	struct err e = {0};
	struct state *s;
	bool same;

	(void)state;
	folder_make(folder);
	snprintf(path, sizeof(path), "%s/s", folder);
	s = state_create(path, &e);
	for (int i = 0; i < 200000; i++)
		buf_format(&bytes, "%d\n", i);
	assert_int_equal(state_add(s, "large", &bytes, &e), 0);
	assert_int_equal(state_add(s, "again", &bytes, &e), 0);
	assert_int_equal(state_finish(s, &e), 0);
	state_close(s);
	s = open_state(folder);
	out = state_get(s, "again", &arena, &n);
	same = out && n == bytes.len && !memcmp(out, bytes.data, n);
	state_close(s);
	buf_free(&bytes);
	arena_free(&arena);
	folder_drop(folder);
	assert_true(same);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(round_trip),
	    cmocka_unit_test(chunk_as_text),
	    cmocka_unit_test(no_chunks),
	    cmocka_unit_test(none_to_open),
	    cmocka_unit_test(not_finished),
	    cmocka_unit_test(truncated),
	    cmocka_unit_test(damaged),
	    cmocka_unit_test(large),
	};

	return cmocka_run_group_tests_name("state", tests, NULL, NULL);
}

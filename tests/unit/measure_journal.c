/* SPDX-License-Identifier: MIT */
#include "measure/journal.h"

#include "core/buf.h"
#include "core/err.h"
#include "core/file.h"

#include "folder.h"

static const char *const texts[] = {"first", "", "a longer one\nwith\0a NUL", "last"};
static const size_t lengths[] = {5, 0, 23, 4};

enum { TEXTS = 4 };

static const char *
path_in(const char *folder, char out[300])
{
	snprintf(out, 300, "%s/below/j", folder);
	return out;
}

static void
fill(const char *path)
{
	for (int i = 0; i < TEXTS; i++) {
		struct buf entry = {0};
		struct err e = {0};
		buf_add(&entry, texts[i], lengths[i]);
		if (journal_add(path, &entry, &e))
			fail_msg("%s", e.text);
		buf_free(&entry);
	}
}

/* How many of the entries stand there, in order and whole; -1: something else does. */
static int
entries(const char *path)
{
	struct buf text = {0};
	struct err e = {0};
	const char *at, *entry;
	size_t n;
	int count = 0;

	assert_int_equal(journal_read(path, &text, &e), 0);
	at = text.data;
	while (text.len && journal_next(&text, &at, &entry, &n)) {
		if (count == TEXTS || n != lengths[count] ||
		    memcmp(entry, texts[count], n) != 0)
			count = -100;
		count++;
	}
	buf_free(&text);
	return count;
}

static void
round_trip(void **state)
{
	char folder[256], path[300];
	int wrong = 0;

	(void)state;
	folder_make(folder);
	wrong += unit_count("none", entries(path_in(folder, path)), 0);
	fill(path);
	wrong += unit_count("all", entries(path), TEXTS);
	folder_drop(folder);
	assert_int_equal(wrong, 0);
}

/* Cut anywhere, the whole entries before the cut stay, and more can be added. */
static void
cut(void **state)
{
	static const size_t head = 8 + 64;
	char folder[256], path[300];
	struct buf whole = {0};
	int wrong = 0;

	(void)state;
	folder_make(folder);
	fill(path_in(folder, path));
	assert_int_equal(file_read(AT_FDCWD, path, FILE_MAX, &whole, NULL, NULL), 0);
	for (size_t n = 0; n < whole.len; n++) {
		size_t end = 0, kept = 0;
		while (kept < TEXTS && end + head + lengths[kept] <= n)
			end += head + lengths[kept++];
		folder_write(folder, "below/j", whole.data, n);
		wrong += unit_count("after a cut", entries(path), (int64_t)kept);
		wrong += unit_count("again", entries(path), (int64_t)kept);
		if (kept == TEXTS - 1) {
			struct buf entry = {0};
			struct err e = {0};
			buf_text(&entry, "last");
			assert_int_equal(journal_add(path, &entry, &e), 0);
			buf_free(&entry);
			wrong += unit_count("mended", entries(path), TEXTS);
		}
	}
	buf_free(&whole);
	folder_drop(folder);
	assert_int_equal(wrong, 0);
}

/* A changed byte ends it there. */
static void
damaged(void **state)
{
	char folder[256], path[300];
	struct buf whole = {0};
	int wrong = 0;

	(void)state;
	folder_make(folder);
	fill(path_in(folder, path));
	assert_int_equal(file_read(AT_FDCWD, path, FILE_MAX, &whole, NULL, NULL), 0);
	for (size_t i = 0; i < whole.len; i++) {
		whole.data[i] = (char)(whole.data[i] ^ 1);
		folder_write(folder, "below/j", whole.data, whole.len);
		wrong += unit_true("fewer, all right",
		    entries(path) >= 0 && entries(path) < TEXTS, true);
		whole.data[i] = (char)(whole.data[i] ^ 1);
	}
	buf_free(&whole);
	folder_drop(folder);
	assert_int_equal(wrong, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(round_trip),
	    cmocka_unit_test(cut),
	    cmocka_unit_test(damaged),
	};

	return cmocka_run_group_tests_name("measure_journal", tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "measure/kat_manifest.h"
#include "measure/lines.h"

#include "unit.h"

#include <fcntl.h>
#include <unistd.h>

/* A file of that text in the current folder; removed by the caller. */
static const char *
write_file(const char *text)
{
	static char path[] = "measure_kat.XXXXXX";
	int fd;

	memcpy(path + sizeof(path) - 7, "XXXXXX", 6);
	fd = mkstemp(path);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
	return path;
}

static void
canonical(void **state)
{
	static const struct {
		const char *name, *text, *lines; /* "number:text|" */
	} list[] = {
	    {"none", "", ""},
	    {"only blanks", " \n\t\n\r\n", ""},
	    {"one", "a = 1\n", "1:a = 1|"},
	    {"one without its end", "a = 1", "1:a = 1|"},
	    {"blanks behind", "a =  \t\r\nb\n", "1:a =|2:b|"},
	    {"blanks before stay", "  a\n", "1:  a|"},
	    {"empty ones between", "\n\na\n\nb\n\n\n", "3:a|5:b|"},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		const char *path = write_file(list[i].text);
		struct buf got = {0};
		struct lines l;

		assert_int_equal(lines_open(&l, AT_FDCWD, path, NULL), 0);
		while (lines_next(&l))
			buf_format(&got, "%zu:%s|", l.number, buf_string(&l.line));
		lines_close(&l);
		unlink(path);
		wrong += unit_text(list[i].name, buf_string(&got), list[i].lines);
		buf_free(&got);
	}
	assert_int_equal(wrong, 0);
	assert_int_equal(
	    lines_open(&(struct lines){0}, AT_FDCWD, "/dev/zero", NULL), -1);
}

/* A line that is longer than what is read at once. */
static void
long_line(void **state)
{
	size_t n = 200000;
	char *text = mem_get(n + 3);
	const char *path;
	struct lines l;

	(void)state;
	memset(text, 'x', n);
	memcpy(text + n, "\ny", 3);
	path = write_file(text);
	assert_int_equal(lines_open(&l, AT_FDCWD, path, NULL), 0);
	assert_true(lines_next(&l));
	assert_int_equal(l.line.len, n);
	assert_true(lines_next(&l));
	assert_string_equal(l.line.data, "y");
	assert_false(lines_next(&l));
	lines_close(&l);
	unlink(path);
	mem_free(text);
}

#define DIGEST "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

static void
manifests(void **state)
{
	static const struct {
		const char *name, *text;
		bool bad, found, nolen;
		size_t records;
	} list[] = {
	    {"empty", "", false, false, false, 0},
	    {"strict", DIGEST " strict L/f.txt\n", false, true, false, 0},
	    {"without its end", DIGEST " strict L/f.txt", false, true, false, 0},
	    {"nolen", DIGEST " nolen L/f.txt\n", false, true, true, 0},
	    {"some records", DIGEST " nolen:10 L/f.txt\n", false, true, true, 10},
	    {"no label", DIGEST " strict f.txt\n", false, true, false, 0},
	    {"second line", DIGEST " strict L/e.txt\n" DIGEST " strict:3 L/f.txt\n",
		false, true, false, 3},
	    {"another file", DIGEST " strict L/g.txt\n", false, false, false, 0},
	    {"another mode", DIGEST " loose L/f.txt\n", true, false, false, 0},
	    {"no count", DIGEST " strict: L/f.txt\n", true, false, false, 0},
	    {"count of 0", DIGEST " strict:0 L/f.txt\n", true, false, false, 0},
	    {"count with more", DIGEST " strict:1x L/f.txt\n", true, false, false, 0},
	    {"short digest", "0123 strict L/f.txt\n", true, false, false, 0},
	    {"two words", DIGEST " strict\n", true, false, false, 0},
	    {"no file", DIGEST " strict L/\n", true, false, false, 0},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		const char *path = write_file(list[i].text), *name = list[i].name;
		struct arena arena = {0};
		struct kat_manifest m;
		const struct kat_pin *pin;
		struct err e = {0};
		bool bad = kat_manifest_read(&m, path, &arena, &e) != 0;

		unlink(path);
		wrong += unit_true(name, bad, list[i].bad);
		pin = bad ? NULL : kat_manifest_find(&m, "f.txt");
		wrong += unit_true(name, pin != NULL, list[i].found);
		if (pin) {
			wrong += unit_true(name, pin->nolen, list[i].nolen);
			wrong += unit_count(
			    name, (int64_t)pin->records, (int64_t)list[i].records);
			wrong += unit_text(name, pin->digest, DIGEST);
		}
		arena_free(&arena);
	}
	assert_int_equal(wrong, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(canonical),
	    cmocka_unit_test(long_line),
	    cmocka_unit_test(manifests),
	};

	return cmocka_run_group_tests_name("measure_kat", tests, NULL, NULL);
}

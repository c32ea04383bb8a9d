/* SPDX-License-Identifier: MIT */
#include "report/manifest.h"

#include "core/buf.h"
#include "core/pack.h"
#include "unit.h"

#define A64 "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define B64 "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

static void
reads(void **state)
{
	static const struct {
		const char *name, *text;
		int64_t lines, findings;
		const char *path, *digest;
	} list[] = {
	    {"empty", "", 0, 0, "a", NULL},
	    {"one", A64 "  a\n", 1, 0, "a", A64},
	    {"no line end", A64 "  a", 1, 0, "a", A64},
	    {"binary", A64 " *a\n", 0, 1, "a", NULL},
	    {"blanks in the path", A64 "  kat/a b.log\n", 1, 0, "kat/a b.log", A64},
	    {"blank at its start", A64 "   a\n", 1, 0, " a", A64},
	    {"out of order", B64 "  z\n" A64 "  b\n" B64 "  a\n", 3, 0, "b", A64},
	    {"not named", A64 "  a\n" B64 "  c\n", 2, 0, "b", NULL},
	    {"prefix", A64 "  ab\n", 1, 0, "a", NULL},
	    {"no path", A64 "  \n" B64 "  a\n", 1, 1, "a", B64},
	    {"no blanks", A64 "\n", 0, 1, "", NULL},
	    {"one blank", A64 " a\n", 0, 1, "a", NULL},
	    {"tab", A64 "\t a\n", 0, 1, "a", NULL},
	    {"short digest", "aa  a\n", 0, 1, "a", NULL},
	    {"digest a digit short",
		"123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef  "
		"abc\n",
		0, 1, "abc", NULL},
	    {"digest a digit long", "a" A64 "  a\n", 0, 1, "a", NULL},
	    {"no hex",
		"g123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef  a\n",
		0, 1, "a", NULL},
	    {"upper case",
		"A123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef  a\n",
		0, 1, "a", NULL},
	    {"escaped path", "\\" A64 "  a\\\\b\n", 0, 1, "a\\b", NULL},
	    {"empty line", A64 "  a\n\n" B64 "  b\n", 2, 1, "b", B64},
	    {"words", "hello\n" A64 "  a\nbye", 1, 2, "a", A64},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct arena arena = {0};
		struct findings f = {.arena = &arena};
		struct manifest m;
		manifest_read(&m, list[i].text, "SHA256SUMS", &arena, &f);
		wrong += unit_count(list[i].name, (int64_t)m.count, list[i].lines);
		wrong += unit_count(list[i].name, (int64_t)f.count, list[i].findings);
		wrong += unit_text(
		    list[i].name, manifest_digest(&m, list[i].path), list[i].digest);
		arena_free(&arena);
	}
	assert_int_equal(wrong, 0);
}

/* Findings name the line. */
static void
names_lines(void **state)
{
	struct arena arena = {0};
	struct findings f = {.arena = &arena};
	struct manifest m;
	int wrong = 0;

	(void)state;
	manifest_read(&m, A64 "  a\nx\n" B64 "  b\ny\n", "SHA256SUMS", &arena, &f);
	wrong += unit_fields("two", &f, "- -");
	wrong += unit_holds("first", f.count > 0 ? f.list[0].text : "", "line 2");
	wrong += unit_holds("second", f.count > 1 ? f.list[1].text : "", "line 4");
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

static void
many(void **state)
{
	struct arena arena = {0};
	struct findings f = {.arena = &arena};
	struct manifest m;
	struct buf text = {0};
	char path[32], digest[65];
	int wrong = 0;

	(void)state;
	for (int i = 0; i < 1000; i++)
		buf_format(&text, "%064x  file %d\n", (unsigned)i, i * 7 % 1000);
	manifest_read(&m, buf_string(&text), "SHA256SUMS", &arena, &f);
	for (int i = 0; i < 1000; i++) {
		snprintf(path, sizeof(path), "file %d", i * 7 % 1000);
		snprintf(digest, sizeof(digest), "%064x", (unsigned)i);
		wrong += unit_text(path, manifest_digest(&m, path), digest);
	}
	for (size_t i = 1; i < m.count; i++)
		wrong += unit_true(m.line[i].path,
		    strcmp(m.line[i - 1].path, m.line[i].path) < 0, true);
	buf_free(&text);
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

static void
packs(void **state)
{
	struct arena arena = {0};
	struct findings f = {.arena = &arena};
	struct manifest m, back = {0};
	struct buf bytes = {0};
	struct pack out = {.out = &bytes}, in;
	int wrong = 0;

	(void)state;
	manifest_read(&m, B64 "  b\n" A64 "  a\n", "SHA256SUMS", &arena, &f);
	manifest_pack(&out, &m);
	in = pack_from(bytes.data, bytes.len, &arena);
	manifest_pack(&in, &back);
	wrong += unit_true("bad", in.bad, false);
	wrong += unit_count("lines", (int64_t)back.count, 2);
	wrong += unit_text("a", manifest_digest(&back, "a"), A64);
	wrong += unit_text("b", manifest_digest(&back, "b"), B64);
	buf_free(&bytes);
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(reads),
	    cmocka_unit_test(names_lines),
	    cmocka_unit_test(many),
	    cmocka_unit_test(packs),
	};

	return cmocka_run_group_tests_name("manifest", tests, NULL, NULL);
}

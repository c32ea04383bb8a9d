/* SPDX-License-Identifier: MIT */
#include "core/text.h"

#include "core/buf.h"
#include "unit.h"

static void
decodes(void **state)
{
	static const struct {
		const char *name, *bytes;
		size_t n, len;
		unsigned code;
	} list[] = {
	    {"NUL", "\0", 1, 1, 0},
	    {"ASCII", "Az", 2, 1, 'A'},
	    {"last of one byte", "\x7f", 1, 1, 0x7f},
	    {"first of two", "\xc2\x80", 2, 2, 0x80},
	    {"last of two", "\xdf\xbf", 2, 2, 0x7ff},
	    {"first of three", "\xe0\xa0\x80", 3, 3, 0x800},
	    {"below the surrogates", "\xed\x9f\xbf", 3, 3, 0xd7ff},
	    {"above the surrogates", "\xee\x80\x80", 3, 3, 0xe000},
	    {"last of three", "\xef\xbf\xbf", 3, 3, 0xffff},
	    {"first of four", "\xf0\x90\x80\x80", 4, 4, 0x10000},
	    {"last of all", "\xf4\x8f\xbf\xbf", 4, 4, 0x10ffff},
	    {"more behind it", "\xc3\xa9t\xc3\xa9", 5, 2, 0xe9},
	    {"NUL in two bytes", "\xc0\x80", 2, 0, 0},
	    {"slash in two bytes", "\xc0\xaf", 2, 0, 0},
	    {"7f in two bytes", "\xc1\xbf", 2, 0, 0},
	    {"7ff in three bytes", "\xe0\x9f\xbf", 3, 0, 0},
	    {"slash in three bytes", "\xe0\x80\xaf", 3, 0, 0},
	    {"ffff in four bytes", "\xf0\x8f\xbf\xbf", 4, 0, 0},
	    {"first surrogate", "\xed\xa0\x80", 3, 0, 0},
	    {"last surrogate", "\xed\xbf\xbf", 3, 0, 0},
	    {"above the last", "\xf4\x90\x80\x80", 4, 0, 0},
	    {"f5", "\xf5\x80\x80\x80", 4, 0, 0},
	    {"fe", "\xfe", 1, 0, 0},
	    {"ff", "\xff\xff\xff\xff", 4, 0, 0},
	    {"continuation", "\x80", 1, 0, 0},
	    {"last continuation", "\xbf\x80", 2, 0, 0},
	    {"two bytes cut", "\xc3", 1, 0, 0},
	    {"three bytes cut", "\xe2\x82", 2, 0, 0},
	    {"four bytes cut", "\xf0\x9f\x98", 3, 0, 0},
	    {"cut by n", "\xe2\x82\xac", 2, 0, 0},
	    {"second byte wrong",
		"\xc3"
		"A",
		2, 0, 0},
	    {"third byte wrong",
		"\xe2\x82"
		"A",
		3, 0, 0},
	    {"fourth byte wrong", "\xf0\x9f\x98\xc0", 4, 0, 0},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		/* a block of exactly n bytes, so that reading further is seen */
		char *exact = mem_get(list[i].n);
		unsigned code = 0;
		memcpy(exact, list[i].bytes, list[i].n);
		wrong += unit_count(list[i].name,
		    (int64_t)text_decode(exact, list[i].n, &code),
		    (int64_t)list[i].len);
		wrong += list[i].len ? unit_count(list[i].name, code, list[i].code) : 0;
		mem_free(exact);
	}
	assert_int_equal(wrong, 0);
}

static void
whole_texts(void **state)
{
	int wrong = 0;

	(void)state;
	wrong += unit_true("two equal", text_equal("a", "a"), true);
	wrong += unit_true("two different", text_equal("a", "b"), false);
	wrong += unit_true("NULL and empty", text_equal(NULL, ""), false);
	wrong += unit_true("empty and NULL", text_equal("", NULL), false);
	wrong += unit_true("two NULLs", text_equal(NULL, NULL), true);
	wrong += unit_true("hex", text_is_hex("0af9", 4), true);
	wrong += unit_true("hex too short", text_is_hex("0af", 4), false);
	wrong += unit_true("hex too long", text_is_hex("0af91", 4), false);
	wrong += unit_true("upper-case hex", text_is_hex("0AF9", 4), false);
	wrong += unit_true("no hex", text_is_hex("0ag9", 4), false);
	assert_int_equal(wrong, 0);
}

static void
visible(void **state)
{
	static const struct {
		const char *name, *from, *to;
	} list[] = {
	    {"empty", "", ""},
	    {"plain", "a <b> & \"c\"", "a <b> & \"c\""},
	    {"letters", "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80",
		"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"},
	    {"tab and line ends", "a\tb\nc\r\nd", "a b c  d"},
	    {"bell", "\a", "\\u{0007}"},
	    {"escape", "x\x1b[31my", "x\\u{001B}[31my"},
	    {"DEL", "\x7f", "\\u{007F}"},
	    {"C1", "a\xc2\x85z", "a\\u{0085}z"},
	    {"soft hyphen", "\xc2\xad", "\\u{00AD}"},
	    {"Arabic letter mark", "\xd8\x9c", "\\u{061C}"},
	    {"zero-width space", "\xe2\x80\x8b", "\\u{200B}"},
	    {"left-to-right mark", "\xe2\x80\x8e", "\\u{200E}"},
	    {"right-to-left mark", "\xe2\x80\x8f", "\\u{200F}"},
	    {"line separator", "\xe2\x80\xa8", "\\u{2028}"},
	    {"paragraph separator", "\xe2\x80\xa9", "\\u{2029}"},
	    {"embedding", "\xe2\x80\xaa", "\\u{202A}"},
	    {"override",
		"gpj.\xe2\x80\xae"
		"exe",
		"gpj.\\u{202E}exe"},
	    {"isolate", "\xe2\x81\xa6", "\\u{2066}"},
	    {"end of isolate", "\xe2\x81\xa9", "\\u{2069}"},
	    {"byte-order mark",
		"\xef\xbb\xbf"
		"a",
		"\\u{FEFF}a"},
	    {"tag", "\xf3\xa0\x81\x81", "\\u{E0041}"},
	    {"last tag", "\xf3\xa0\x81\xbf", "\\u{E007F}"},
	    {"one bad byte",
		"a\xff"
		"b",
		"a\\x{FF}b"},
	    {"bad bytes", "\xc0\x80\xe2\x82", "\\x{C0}\\x{80}\\x{E2}\\x{82}"},
	    {"surrogate", "\xed\xa0\x80", "\\x{ED}\\x{A0}\\x{80}"},
	    {"beside hyphens", "\xe2\x80\x90\xe2\x80\x93", "\xe2\x80\x90\xe2\x80\x93"},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct buf b = {0};
		text_visible(&b, list[i].from);
		wrong += unit_text(list[i].name, buf_string(&b), list[i].to);
		buf_free(&b);
	}
	assert_int_equal(wrong, 0);
}

static void
names(void **state)
{
	char long_name[257];
	static const struct {
		const char *text;
		bool good;
	} list[] = {
	    {"a", true},
	    {"ZC-DM-1280-512__hash_32.json", true},
	    {"qube 512", true},
	    {"\xc3\xa9t\xc3\xa9", true},
	    {".hidden", true},
	    {"...", true},
	    {"-rf", true},
	    {"<b>&\"'", true},
	    {"", false},
	    {".", false},
	    {"..", false},
	    {"a/b", false},
	    {"/", false},
	    {"a\\b", false},
	    {"a\nb", false},
	    {"a\tb", false},
	    {"\x7f", false},
	    {"a\xe2\x80\xae", false},
	    {"\xef\xbb\xbf"
	     "a",
		false},
	    {"a\xff", false},
	    {"\xe2\x82", false},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++)
		wrong +=
		    unit_true(list[i].text, text_is_name(list[i].text), list[i].good);
	memset(long_name, 'x', sizeof(long_name));
	long_name[255] = '\0';
	wrong += unit_true("255 bytes", text_is_name(long_name), true);
	long_name[255] = 'x';
	long_name[256] = '\0';
	wrong += unit_true("256 bytes", text_is_name(long_name), false);
	assert_int_equal(wrong, 0);
}

/* a stands before b. */
static void
natural(void **state)
{
	static const struct {
		const char *a, *b;
	} list[] = {
	    {"", "a"},
	    {"a", "aa"},
	    {"a2", "a10"},
	    {"a9", "a10b"},
	    {"9", "10"},
	    {"hash_32", "hash_128"},
	    {"AFS-TrEDM-768", "AFS-TrEDM-1024"},
	    {"pass2", "pass10"},
	    {"a02", "a2"}, /* equal as numbers: byte by byte */
	    {"a007", "a07"},
	    {"a1b", "a01c"}, /* what follows equal numbers decides first */
	    {"a01b", "a1c"},
	    {"a0", "a00"},
	    {"a", "a0"},
	    {"a0", "a1"},
	    {"a000", "a1"},
	    {"a1", "ab"},
	    {"a-", "a1"},
	    {"a1", "a1-"},
	    {"B", "a"},
	    {"z", "\xc3\xa9"},
	    {"x99999999999999999999999999999999998",
		"x99999999999999999999999999999999999"},
	    {"x99999999999999999999999999999999999",
		"x100000000000000000000000000000000000"},
	    {"x18446744073709551615", "x18446744073709551617"},
	    {"1.2.9", "1.2.10"},
	    {"a1b2", "a1b10"},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		wrong +=
		    unit_true(list[i].a, text_natural(list[i].a, list[i].b) < 0, true);
		wrong +=
		    unit_true(list[i].b, text_natural(list[i].b, list[i].a) > 0, true);
		wrong += unit_count(list[i].a, text_natural(list[i].a, list[i].a), 0);
	}
	assert_int_equal(wrong, 0);
}

enum { SAMPLE = 120, LENGTH = 7 };

static int
sign(int n)
{
	return (n > 0) - (n < 0);
}

/* Antisymmetric, transitive, and 0 for nothing but the same text. */
static void
total_order(void **state)
{
	static const char letters[] = "0001129aA-_";
	char text[SAMPLE][LENGTH];
	int order[SAMPLE][SAMPLE], wrong = 0;
	uint32_t seed = 2463534242u;

	(void)state;
	for (size_t i = 0; i < SAMPLE; i++) {
		size_t n = i % LENGTH;
		for (size_t k = 0; k < n; k++) {
			seed ^= seed << 13;
			seed ^= seed >> 17;
			seed ^= seed << 5;
			text[i][k] = letters[seed % (sizeof(letters) - 1)];
		}
		text[i][n] = '\0';
	}
	for (size_t i = 0; i < SAMPLE; i++)
		for (size_t k = 0; k < SAMPLE; k++)
			order[i][k] = sign(text_natural(text[i], text[k]));
	for (size_t i = 0; i < SAMPLE; i++)
		for (size_t k = 0; k < SAMPLE; k++) {
			wrong += unit_count(text[i], order[i][k], -order[k][i]);
			wrong += unit_true(
			    text[k], order[i][k] == 0, !strcmp(text[i], text[k]));
			for (size_t m = 0; m < SAMPLE; m++)
				if (order[i][k] < 0 && order[k][m] < 0)
					wrong += unit_count(text[m], order[i][m], -1);
		}
	assert_int_equal(wrong, 0);
}

static void
links(void **state)
{
	static const struct {
		const char *from, *url, *path, *id;
	} list[] = {
	    {"", "", "", ""},
	    {"aZ09._-", "aZ09._-", "aZ09._-", "aZ09._-"},
	    {"kem-02/x.html", "kem-02%2Fx.html", "kem-02/x.html", "kem-02_2Fx.html"},
	    {"qube 512", "qube%20512", "qube%20512", "qube_20512"},
	    {"100%", "100%25", "100%25", "100_25"},
	    {"\xc3\xa9", "%C3%A9", "%C3%A9", "_C3_A9"},
	    {"a?b#c", "a%3Fb%23c", "a%3Fb%23c", "a_3Fb_23c"},
	    {"<\"'&>", "%3C%22%27%26%3E", "%3C%22%27%26%3E", "_3C_22_27_26_3E"},
	    {"~", "%7E", "%7E", "_7E"},
	    {"x86_1@20260801", "x86_1%4020260801", "x86_1%4020260801",
		"x86_1_4020260801"},
	    {"a\x01\xff", "a%01%FF", "a%01%FF", "a_01_FF"},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct buf url = {0}, path = {0}, id = {0};
		text_url(&url, list[i].from, false);
		text_url(&path, list[i].from, true);
		text_id(&id, list[i].from);
		wrong += unit_text("url", buf_string(&url), list[i].url);
		wrong += unit_text("path", buf_string(&path), list[i].path);
		wrong += unit_text("id", buf_string(&id), list[i].id);
		buf_free(&url);
		buf_free(&path);
		buf_free(&id);
	}
	assert_int_equal(wrong, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(decodes),
	    cmocka_unit_test(whole_texts),
	    cmocka_unit_test(visible),
	    cmocka_unit_test(names),
	    cmocka_unit_test(natural),
	    cmocka_unit_test(total_order),
	    cmocka_unit_test(links),
	};

	return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}

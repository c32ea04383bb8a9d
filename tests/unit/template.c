/* SPDX-License-Identifier: MIT */
#include "report/template.h"

#include "core/buf.h"
#include "report/html.h"
#include "report/table.h"
#include "unit.h"

/* The frame, filled; NULL and e where that is an error. Freed with mem_free. */
static char *
filled(const char *frame, const struct slot *slots, size_t n, struct err *e)
{
	struct template *t = template_read(frame, strlen(frame), "page.html", e);
	struct buf out = {0};
	char *text = NULL;

	if (!t)
		fail_msg("the test's own frame: %s", e->text);
	if (!template_fill(t, slots, n, &out, e))
		text = mem_strdup(buf_string(&out));
	buf_free(&out);
	template_free(t);
	return text;
}

/* a and b are the texts of two slots; wanted is what follows the doctype. */
static const struct {
	const char *name, *frame, *a, *b, *wanted;
} texts[] = {
    {"nothing to fill", "<p>x</p>", "", "", "<p>x</p>"},
    {"element", "<p>1<slot name=\"a\"/>2</p>", "A", "", "<p>1A2</p>"},
    {"two", "<p><slot name=\"b\"/>, <slot name=\"a\"/></p>", "A", "B", "<p>B, A</p>"},
    {"the same twice", "<p><slot name=\"a\"/><b><slot name=\"a\"/></b></p>", "A", "",
	"<p>A<b>A</b></p>"},
    {"side by side", "<p><slot name=\"a\"/><slot name=\"b\"/></p>", "A", "B",
	"<p>AB</p>"},
    {"deep", "<a><b><i><slot name=\"a\"/></i></b></a>", "A", "",
	"<a><b><i>A</i></b></a>"},
    {"what stood in the slot goes", "<p><slot name=\"a\">old</slot></p>", "A", "",
	"<p>A</p>"},
    {"markup stays text", "<p><slot name=\"a\"/></p>", "<b>&amp;\"'</b>]]>", "",
	"<p>&lt;b&gt;&amp;amp;\"'&lt;/b&gt;]]&gt;</p>"},
    {"a slot in a slot stays text", "<p><slot name=\"a\"/></p>",
	"<slot name=\"b\"/>{b}", "B", "<p>&lt;slot name=\"b\"/&gt;{b}</p>"},
    {"letters", "<p title=\"{a}\">\xc3\xa9<slot name=\"a\"/></p>", "\xe2\x80\x93", "",
	"<p title=\"\xe2\x80\x93\">\xc3\xa9\xe2\x80\x93</p>"},
    {"attribute", "<p id=\"{a}\">x</p>", "A", "", "<p id=\"A\">x</p>"},
    {"in an attribute", "<p id=\"1{a}2{b}3\">x</p>", "A", "B", "<p id=\"1A2B3\">x</p>"},
    {"attribute of the root's child", "<p><a href=\"{a}x\">y</a></p>", "../", "",
	"<p><a href=\"../x\">y</a></p>"},
    {"open brace", "<p id=\"{a\">x</p>", "A", "", "<p id=\"{a\">x</p>"},
    {"closing brace", "<p id=\"a}\">x</p>", "A", "", "<p id=\"a}\">x</p>"},
    {"braces in text stay", "<p>{a}</p>", "A", "", "<p>{a}</p>"},
    {"markup in an attribute", "<p id=\"{a}\">x</p>", "\"<&>'", "",
	"<p id=\"&quot;&lt;&amp;&gt;'\">x</p>"},
    {"entity beside an attribute's slot", "<p id=\"&amp;{a}\">x</p>", "A", "",
	"<p id=\"&amp;A\">x</p>"},
    {"control character", "<p id=\"{a}\"><slot name=\"a\"/></p>", "\x1b[0m", "",
	"<p id=\"\\u{001B}[0m\">\\u{001B}[0m</p>"},
    {"direction", "<p id=\"{a}\"><slot name=\"a\"/></p>",
	"\xe2\x80\xae"
	"x",
	"", "<p id=\"\\u{202E}x\">\\u{202E}x</p>"},
    {"bad UTF-8", "<p id=\"{a}\"><slot name=\"a\"/></p>", "x\xff\xc0\x80", "",
	"<p id=\"x\\x{FF}\\x{C0}\\x{80}\">x\\x{FF}\\x{C0}\\x{80}</p>"},
    {"empty text", "<p id=\"{a}\"><slot name=\"a\"/></p>", "", "", "<p id=\"\"></p>"},
    {"empty elements", "<p><td/><script src=\"x\"/><i></i></p>", "", "",
	"<p><td></td><script src=\"x\"></script><i></i></p>"},
    {"void elements", "<p><br/><img src=\"x\"/><hr/><meta a=\"b\"/><link/><input/></p>",
	"", "", "<p><br/><img src=\"x\"/><hr/><meta a=\"b\"/><link/><input/></p>"},
    {"comment", "<p><!-- c --><b/></p>", "", "", "<p><!-- c --><b></b></p>"},
};

static void
fills(void **state)
{
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		const struct slot slots[] = {
		    {"a", texts[i].a, NULL}, {"b", texts[i].b, NULL}};
		struct err e = {0};
		char wanted[300], *got = filled(texts[i].frame, slots, 2, &e);
		snprintf(
		    wanted, sizeof(wanted), "<!DOCTYPE html>\n%s\n", texts[i].wanted);
		wrong += unit_text(texts[i].name, got, wanted);
		mem_free(got);
	}
	assert_int_equal(wrong, 0);
}

/* What was filled in is not looked at again, whatever the element's other attributes.
 */
static void
fills_once(void **state)
{
	static const struct slot slots[] = {
	    {"a", "{b}", NULL}, {"b", "B", NULL}, {"c", "{unknown}", NULL}};
	static const struct {
		const char *name, *frame, *wanted[2];
	} list[] = {
	    {"alone", "<p id=\"{a}\">x</p>", {"id=\"{b}\"", ">x<"}},
	    {"before another", "<p id=\"{a}\" class=\"x\">x</p>",
		{"id=\"{b}\"", "class=\"x\""}},
	    {"two slots", "<p id=\"{a}\" class=\"{b}\">x</p>",
		{"id=\"{b}\"", "class=\"B\""}},
	    {"unknown in a value", "<p content=\"{c}\" name=\"n\">x</p>",
		{"content=\"{unknown}\"", "name=\"n\""}},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct err e = {0};
		char *got = filled(list[i].frame, slots, COUNT_OF(slots), &e);
		wrong += unit_text(list[i].name, e.text, "");
		wrong += unit_holds(list[i].name, got, list[i].wanted[0]);
		wrong += unit_holds(list[i].name, got, list[i].wanted[1]);
		mem_free(got);
	}
	assert_int_equal(wrong, 0);
}

static void
trees(void **state)
{
	struct node *tree = html_fragment(), *p;
	struct slot slots[] = {{"a", NULL, tree}, {"b", NULL, html_fragment()}};
	struct err e = {0};
	char *got;
	int wrong;

	(void)state;
	html_text(tree, "one ");
	p = html_add_text(tree, "p", "<two>");
	html_attr(html_attr(p, "id", "a\"b"), "class", NULL);
	html_attr_number(p, "data-value", 0.1);
	html_link(p, "x?a&b", "link");
	html_add(tree, "td");
	html_add(tree, "br");
	html_format(html_code(tree, NULL), "%d & %s", 7, "eight");
	got = filled(
	    "<div>0<slot name=\"a\"/>9<i><slot name=\"b\"/></i></div>", slots, 2, &e);
	wrong = unit_text("tree", got,
	    "<!DOCTYPE html>\n<div>0one <p id=\"a&quot;b\" "
	    "data-value=\"0.1\">&lt;two&gt;"
	    "<a href=\"x?a&amp;b\">link</a></p><td></td><br/><code>7 &amp; "
	    "eight</code>9"
	    "<i></i></div>\n");
	mem_free(got);
	assert_int_equal(wrong, 0);
}

/* A table's cells of n rows as they are written, rows alone or in pieces. */
static char *
rows_of(size_t n, bool in_pieces)
{
	struct node *tree = html_fragment(), *row;
	struct rows rows = {.table = html_add(tree, "tbody")};
	struct slot slot = {"a", NULL, tree};
	struct err e = {0};
	char id[20];

	for (size_t i = 0; i < n; i++) {
		snprintf(id, sizeof(id), "row%zu\xc3\xa9", i);
		row = in_pieces ? table_next_row(&rows, id) : table_row(rows.table, id);
		table_head(row, "<&>\"");
		table_figure(row, "", (double)i);
	}
	if (in_pieces)
		table_end_rows(&rows);
	return filled("<table><slot name=\"a\"/></table>", &slot, 1, &e);
}

static void
pieces(void **state)
{
	int wrong = 0;

	(void)state;
	for (size_t n = 0; n <= 50; n++) {
		struct arena page = {0};
		char *together = rows_of(n, false), *apart, id[20];
		mem_scope(n % 2 ? &page : NULL); /* as on a page, and without one */
		apart = rows_of(n, true);
		assert_ptr_equal(mem_scope(NULL), n % 2 ? &page : NULL);
		wrong += unit_text("rows", apart, together);
		snprintf(id, sizeof(id), "row%zu\xc3\xa9", n - 1);
		wrong += n ? unit_holds("the last one", apart, id) : 0;
		mem_free(together);
		mem_free(apart);
		arena_free(&page);
	}
	assert_int_equal(wrong, 0);
}

/* The error names frame and slot; trees are freed all the same. */
static void
unknown_slots(void **state)
{
	static const struct {
		const char *frame, *slot;
	} list[] = {
	    {"<p><slot name=\"x-y\"/></p>", "\"x-y\""},
	    {"<p><b/><i><slot name=\"zz\"/></i></p>", "\"zz\""},
	    {"<p id=\"{zz}\">x</p>", "\"zz\""},
	    {"<p id=\"{a}{ab}\">x</p>", "\"ab\""},
	    {"<p><slot name=\"A\"/></p>", "\"A\""},
	    {"<p><slot/></p>", "\"\""},
	    {"<p id=\"{}\">x</p>", "\"\""},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct node *tree = html_fragment();
		struct slot slots[] = {{"a", "A", NULL}, {"t", NULL, tree}};
		struct err e = {0};
		char *got;
		html_add_text(tree, "p", "x");
		got = filled(list[i].frame, slots, 2, &e);
		wrong += unit_text(list[i].frame, got, NULL);
		wrong += unit_true(list[i].frame, e.code != ERR_NONE, true);
		wrong += unit_holds(list[i].frame, e.text, "page.html");
		wrong += unit_holds(list[i].frame, e.text, list[i].slot);
		mem_free(got);
	}
	assert_int_equal(wrong, 0);
}

static void
not_well_formed(void **state)
{
	static const struct {
		const char *frame, *where;
	} list[] = {
	    {"", "page.html"},
	    {"text", "line 1"},
	    {"<p>\n\n<b></p>", "line 3"},
	    {"<p>", "line 1"},
	    {"<p></p>\n<p></p>", "line 2"},
	    {"<p a=b/>", "line 1"},
	    {"<p a=\"1\" a=\"2\"/>", "line 1"},
	    {"<p>&nbsp;</p>", "line 1"},
	    {"<p>a & b</p>", "line 1"},
	    {"<p>\xff</p>", "line 1"},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct err e = {0};
		struct template *t = template_read(
		    list[i].frame, strlen(list[i].frame), "page.html", &e);
		wrong += unit_true(list[i].frame, t == NULL, true);
		wrong += unit_true(list[i].frame, e.code != ERR_NONE, true);
		wrong += unit_holds(list[i].frame, e.text, "page.html");
		wrong += unit_holds(list[i].frame, e.text, list[i].where);
		wrong += unit_lacks(list[i].frame, e.text, "\n");
		template_free(t);
	}
	assert_int_equal(wrong, 0);
}

/* A frame serves many pages. */
static void
fills_again(void **state)
{
	static const char frame[] = "<p id=\"{a}\"><slot name=\"a\"/></p>";
	struct err e = {0};
	struct template *t = template_read(frame, strlen(frame), "page.html", &e);
	int wrong = 0;

	(void)state;
	for (int i = 0; i < 3; i++) {
		char text[2] = {(char)('0' + i)}, wanted[100];
		const struct slot slots[] = {{"a", text, NULL}};
		struct buf out = {0};
		wrong += unit_count("fill", template_fill(t, slots, 1, &out, &e), 0);
		snprintf(wanted, sizeof(wanted),
		    "<!DOCTYPE html>\n<p id=\"%d\">%d</p>\n", i, i);
		wrong += unit_text("page", buf_string(&out), wanted);
		buf_free(&out);
	}
	template_free(t);
	assert_int_equal(wrong, 0);
}

static int
start(void **state)
{
	(void)state;
	html_start();
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(fills),
	    cmocka_unit_test(fills_once),
	    cmocka_unit_test(trees),
	    cmocka_unit_test(pieces),
	    cmocka_unit_test(unknown_slots),
	    cmocka_unit_test(not_well_formed),
	    cmocka_unit_test(fills_again),
	};

	return cmocka_run_group_tests_name("template", tests, start, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "report/markdown.h"

#include "core/buf.h"
#include "report/html.h"
#include "report/template.h"
#include "unit.h"

static const struct markdown_slot slots[] = {
    {"name", "<b>*x*</b>"},
    {"a_b_c", "A"},
    {"nested", "{{name}}"},
    {"empty", ""},
    {"control", "\x1b"},
};

/* The text as HTML, freed with mem_free; NULL and e where it is refused. */
static char *
rendered(const char *text, struct err *e)
{
	static const char frame[] = "<x><slot name=\"s\"/></x>";
	struct template *t = template_read(frame, sizeof(frame) - 1, "frame", e);
	struct slot slot = {"s", NULL, html_fragment()};
	int failed = markdown_add(slot.tree, text, slots, COUNT_OF(slots), e);
	struct buf out = {0};
	char *all;
	size_t n;

	assert_int_equal(template_fill(t, &slot, 1, &out, e), 0);
	template_free(t);
	/* between <x> and </x> and the line end */
	n = strlen("<!DOCTYPE html>\n<x>");
	all = mem_strdup(buf_string(&out) + n);
	all[strlen(all) - strlen("</x>\n")] = '\0';
	buf_free(&out);
	if (!failed)
		return all;
	mem_free(all);
	return NULL;
}

struct page {
	const char *name, *text, *html;
};

static int
check(const struct page *list, size_t n)
{
	int wrong = 0;

	for (size_t i = 0; i < n; i++) {
		struct err e = {0};
		char *got = rendered(list[i].text, &e);
		wrong += unit_text(list[i].name, got, list[i].html);
		mem_free(got);
	}
	return wrong;
}

static void
blocks(void **state)
{
	static const struct page list[] = {
	    {"nothing", "", ""},
	    {"paragraph", "a\nb\n\nc", "<p>a b</p><p>c</p>"},
	    {"emphasis", "*a* **b** `c`",
		"<p><em>a</em> <strong>b</strong> <code>c</code></p>"},
	    {"tight list", "- a\n- b", "<ul><li>a</li><li>b</li></ul>"},
	    {"loose list", "- a\n\n- b", "<ul><li><p>a</p></li><li><p>b</p></li></ul>"},
	    {"ordered list", "1. a\n2. b", "<ol><li>a</li><li>b</li></ol>"},
	    {"list in a list", "- a\n  - b", "<ul><li>a<ul><li>b</li></ul></li></ul>"},
	    {"quote", "> a", "<blockquote><p>a</p></blockquote>"},
	    {"rule", "a\n\n---\n\nb", "<p>a</p><hr/><p>b</p>"},
	    {"line break", "a  \nb", "<p>a<br/>b</p>"},
	    {"markup characters", "a < b & \"c\" > d",
		"<p>a &lt; b &amp; \"c\" &gt; d</p>"},
	    {"entity", "&lt;b&gt; &#169;", "<p>&lt;b&gt; \xc2\xa9</p>"},
	    {"direction",
		"a\xe2\x80\xae"
		"b",
		"<p>a\\u{202E}b</p>"},
	    {"code with markup", "`<b>&amp;`",
		"<p><code>&lt;b&gt;&amp;amp;</code></p>"},
	};

	(void)state;
	assert_int_equal(check(list, COUNT_OF(list)), 0);
}

static void
code_block(void **state)
{
	struct err e = {0};
	char *got = rendered("```c\na < b\n  c\n```\n", &e);
	int wrong = 0;

	(void)state;
	wrong += unit_holds("element", got, "<pre");
	wrong += unit_holds("text", got, "a &lt; b\n");
	wrong += unit_holds("second line", got, "\n  c\n");
	wrong += unit_holds("end", got, "</code></pre>");
	mem_free(got);
	assert_int_equal(wrong, 0);
}

static void
headings(void **state)
{
	static const struct page list[] = {
	    {"first", "# a", "<h1 id=\"a\">a</h1>"},
	    {"sixth", "###### a", "<h6 id=\"a\">a</h6>"},
	    {"words", "## `How` a *Rank*, 2 & 3 -",
		"<h2 id=\"how-a-2-3\">"
		"<code>How</code> a <em>Rank</em>, 2 &amp; 3 -</h2>"},
	    {"no letters", "# …", "<h1>…</h1>"},
	};

	(void)state;
	assert_int_equal(check(list, COUNT_OF(list)), 0);
}

/* Shown, not used. */
static void
raw_html(void **state)
{
	static const struct {
		const char *name, *text, *shown, *absent;
	} list[] = {
	    {"block", "<script>alert(1)</script>", "&lt;script&gt;alert(1)", "<script"},
	    {"in a line", "a <b onclick=\"x()\">c</b>", "&lt;b onclick=\"x()\"&gt;c",
		"<b"},
	    {"comment", "a <!-- c --> d", "&lt;!-- c --&gt;", "<!--"},
	    {"block comment", "<!-- c -->", "&lt;!-- c --&gt;", "<!--"},
	    {"declaration", "<!DOCTYPE x>", "&lt;!DOCTYPE x&gt;", "<!D"},
	    {"style", "<style>p{}</style>", "&lt;style&gt;", "<style"},
	    {"image", "<img src=x onerror=y>", "&lt;img", "<img"},
	    {"slot", "<slot name=\"s\"/>", "&lt;slot", "<slot"},
	    {"autolink in HTML", "<a href=\"javascript:x\">y</a>", "&lt;a href", "<a"},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct err e = {0};
		char *got = rendered(list[i].text, &e);
		wrong += unit_holds(list[i].name, got, list[i].shown);
		wrong += unit_lacks(list[i].name, got ? got : "", list[i].absent);
		mem_free(got);
	}
	assert_int_equal(wrong, 0);
}

/* href: what it leads to, or NULL: nowhere. */
static void
links(void **state)
{
	static const struct {
		const char *text, *href;
	} list[] = {
	    {"[x](https://e.org/a?b=c&d)", "href=\"https://e.org/a?b=c&amp;d\""},
	    {"[x](http://e.org)", "href=\"http://e.org\""},
	    {"<https://e.org>", "href=\"https://e.org\""},
	    {"[x](other.html)", "href=\"other.html\""},
	    {"[x](../a/b.html#c)", "href=\"../a/b.html#c\""},
	    {"[x](#c)", "href=\"#c\""},
	    {"[x][1]\n\n[1]: https://e.org", "href=\"https://e.org\""},
	    {"[x](javascript:alert(1))", NULL},
	    {"[x](JavaScript:alert(1))", NULL},
	    {"[x](<java\tscript:alert(1)>)", NULL},
	    {"[x](&#106;avascript:alert(1))", NULL},
	    {"[x](javascript&colon;alert(1))", NULL},
	    {"[x](\\javascript:alert(1))", NULL},
	    {"<javascript:alert(1)>", NULL},
	    {"[x][1]\n\n[1]: javascript:alert(1)", NULL},
	    {"[x](data:text/html,x)", NULL},
	    {"[x](vbscript:x)", NULL},
	    {"[x](file:///x)", NULL},
	    {"![x](javascript:alert(1))", NULL},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct err e = {0};
		char *got = rendered(list[i].text, &e);
		if (list[i].href)
			wrong += unit_holds(list[i].text, got, list[i].href);
		else
			wrong += unit_lacks(list[i].text, got ? got : "href=", "href=");
		wrong += unit_lacks(list[i].text, got ? got : "", "src=");
		mem_free(got);
	}
	assert_int_equal(wrong, 0);
}

/* A value stays a text, whatever it holds. */
static void
fills_slots(void **state)
{
	static const struct page list[] = {
	    {"text", "a {{name}} z", "<p>a &lt;b&gt;*x*&lt;/b&gt; z</p>"},
	    {"code", "`{{name}}`", "<p><code>&lt;b&gt;*x*&lt;/b&gt;</code></p>"},
	    {"heading", "# {{a_b_c}}", "<h1 id=\"a-b-c\">A</h1>"},
	    {"emphasis", "*{{a_b_c}}*", "<p><em>A</em></p>"},
	    {"link", "[{{a_b_c}}](x)", "<p><a href=\"x\">A</a></p>"},
	    {"list", "- {{a_b_c}}", "<ul><li>A</li></ul>"},
	    {"twice", "{{a_b_c}}{{a_b_c}}", "<p>AA</p>"},
	    {"only once", "{{nested}}", "<p>{{name}}</p>"},
	    {"empty", "x{{empty}}y", "<p>xy</p>"},
	    {"control character", "{{control}}", "<p>\\u{001B}</p>"},
	    {"not closed", "a {{name", "<p>a {{name</p>"},
	    {"not opened", "name}} a", "<p>name}} a</p>"},
	    {"one brace", "{name}", "<p>{name}</p>"},
	};
	struct err e = {0};
	char *got;
	int wrong;

	(void)state;
	wrong = check(list, COUNT_OF(list));
	got = rendered("    {{a_b_c}} {{name}}\n", &e);
	wrong += unit_holds("code block", got, ">A &lt;b&gt;*x*&lt;/b&gt;\n</code>");
	mem_free(got);
	assert_int_equal(wrong, 0);
}

static void
unknown_slots(void **state)
{
	static const struct {
		const char *text, *named;
	} list[] = {
	    {"a {{other}} b", "{{other}}"},
	    {"`{{other}}`", "{{other}}"},
	    {"    {{other}}\n", "{{other}}"},
	    {"- > # x\n\n{{ name }}", "{{ name }}"},
	    {"{{Name}}", "{{Name}}"},
	    {"{{nam}}", "{{nam}}"},
	    {"{{}}", "{{}}"},
	    {"{{name}} {{x}}", "{{x}}"},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct err e = {0};
		char *got = rendered(list[i].text, &e);
		wrong += unit_text(list[i].text, got, NULL);
		wrong += unit_true(list[i].text, e.code != ERR_NONE, true);
		wrong += unit_holds(list[i].text, e.text, list[i].named);
		mem_free(got);
	}
	assert_int_equal(wrong, 0);
}

/* Deeper than any page: refused or written, but nothing breaks. */
static void
nested(void **state)
{
	char text[600];
	struct err e;

	(void)state;
	for (size_t n = 1; n < sizeof(text) - 2; n += 37) {
		memset(text, '>', n);
		strcpy(text + n, "x");
		mem_free(rendered(text, &e));
	}
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
	    cmocka_unit_test(blocks),
	    cmocka_unit_test(code_block),
	    cmocka_unit_test(headings),
	    cmocka_unit_test(raw_html),
	    cmocka_unit_test(links),
	    cmocka_unit_test(fills_slots),
	    cmocka_unit_test(unknown_slots),
	    cmocka_unit_test(nested),
	};

	return cmocka_run_group_tests_name("markdown", tests, start, NULL);
}

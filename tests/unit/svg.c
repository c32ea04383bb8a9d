/* SPDX-License-Identifier: MIT */
#include "report/svg.h"

#include "report/html.h"
#include "unit.h"

/* By hand: 100 is in the middle between 1 and 10000 where each decade is as long. */
static void
places(void **state)
{
	static const struct {
		const char *name;
		struct scale s;
		double value, place;
	} list[] = {
	    {"low end", {10, 20, false}, 10, 0},
	    {"high end", {10, 20, false}, 20, 1},
	    {"quarter", {10, 20, false}, 12.5, 0.25},
	    {"below", {10, 20, false}, 5, -0.5},
	    {"across zero", {-1, 3, false}, 0, 0.25},
	    {"decades", {1, 10000, true}, 100, 0.5},
	    {"low decade", {1, 10000, true}, 1, 0},
	    {"beyond", {1, 100, true}, 1000, 1.5},
	    {"halves", {0.25, 4, true}, 0.5, 0.25},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++)
		wrong += unit_near(list[i].name, scale_place(&list[i].s, list[i].value),
		    list[i].place);
	assert_int_equal(wrong, 0);
}

static void
ticks(void **state)
{
	static const struct {
		const char *name;
		struct scale s;
		size_t most;
		const char *ticks;
	} list[] = {
	    {"ones", {0, 5, false}, 6, "0 1 2 3 4 5"},
	    {"twos", {0, 5, false}, 5, "0 2 4"},
	    {"fives", {-12, 12, false}, 5, "-10 -5 0 5 10"},
	    {"tenths", {-0.0031, 0.0052, false}, 5, "-0.002 0 0.002 0.004"},
	    {"both ends by rounding", {0.1, 0.3, false}, 5, "0.1 0.15 0.2 0.25 0.3"},
	    {"large", {1e6, 5.5e6, false}, 6,
		"1000000 2000000 3000000 4000000 5000000"},
	    {"two at most", {3, 98, false}, 2, "50"},
	    {"decades", {1, 1000, true}, 5, "1 10 100 1000"},
	    {"within decades", {1, 100, true}, 7, "1 2 5 10 20 50 100"},
	    {"every second", {1, 1e8, true}, 5, "1 100 10000 1000000 100000000"},
	    {"below one", {0.04, 3, true}, 9, "0.05 0.1 0.2 0.5 1 2"},
	    {"too short for decades", {0.97, 1.04, true}, 5, "0.98 1 1.02 1.04"},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		double tick[16];
		size_t n = scale_ticks(&list[i].s, list[i].most, tick), at = 0;
		char text[200] = "";
		for (size_t k = 0; k < n; k++)
			at += (size_t)snprintf(text + at, sizeof(text) - at, "%s%.9g",
			    k ? " " : "", tick[k]);
		wrong += unit_text(list[i].name, text, list[i].ticks);
	}
	assert_int_equal(wrong, 0);
}

static void
paths(void **state)
{
	struct arena arena = {0};
	struct path p = {{0}, 0, 0};
	struct buf out = {0};
	struct node *top;
	int wrong = 0;

	(void)state;
	mem_scope(&arena);
	top = html_add(html_fragment(), "svg");
	path_move(&p, 3, 4);
	path_line(&p, 5, 2);    /* 2 across, 2 up */
	path_line(&p, 5, 12);   /* 10 down */
	path_line(&p, -95, 12); /* 100 to the left */
	path_dot(&p, 0, 10);
	path_add(&p, top, "lines");
	path_add(&p, top, "empty");
	path_dot(&p, 7, 0);
	path_add(&p, top, NULL);
	html_write_tree(top, &out);
	wrong += unit_text("paths", buf_string(&out),
	    "<svg>\n<path class=\"lines\" d=\"m3 4l2-2v10h-100m95-2h0\"/>\n"
	    "<path d=\"m7 0h0\"/></svg>\n");
	mem_scope(NULL);
	arena_free(&arena);
	buf_free(&out);
	assert_int_equal(wrong, 0);
}

static void
elements(void **state)
{
	struct arena arena = {0};
	struct buf out = {0};
	struct node *top;
	int wrong = 0;

	(void)state;
	mem_scope(&arena);
	top = html_add(html_fragment(), "svg");
	svg_text(top, "small", 0.125, 14.25, "a < b");
	svg_field(top, 0.2, 0.94, 20, 30.5);
	html_write_styled(top, "a > b { c: d }", &out);
	wrong += unit_text("as a file", buf_string(&out),
	    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
	    "<svg><style>a &gt; b { c: d }</style>"
	    "<text class=\"small\" x=\"12.5%\" y=\"14.3\">a &lt; b</text>"
	    "<svg x=\"20%\" y=\"20\" width=\"74%\" height=\"30.5\" "
	    "viewBox=\"0 0 1000 61\" preserveAspectRatio=\"none\"/></svg>\n");
	buf_clear(&out);
	html_write_tree(top, &out);
	wrong += unit_lacks("in a page", buf_string(&out), "style");
	mem_scope(NULL);
	arena_free(&arena);
	buf_free(&out);
	assert_int_equal(wrong, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(places),
	    cmocka_unit_test(ticks),
	    cmocka_unit_test(paths),
	    cmocka_unit_test(elements),
	};

	html_start();
	return cmocka_run_group_tests(tests, NULL, NULL);
}

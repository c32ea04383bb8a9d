/* SPDX-License-Identifier: MIT */
#include "core/catalog.h"

#include "core/buf.h"

#include "unit.h"

static void
read(struct catalog *c, const char *text, struct arena *arena, struct findings *f)
{
	struct json *j = unit_json(text);

	*f = (struct findings){.arena = arena};
	catalog_read(c, j, "catalog.json", arena, f);
	json_free(j);
}

static void
reads_all(void **state)
{
	static const char text[] =
	    "{\"site\":{\"brand\":\"B\",\"title\":\"T\",\"base_url\":\"https://e.org/"
	    "x\"},"
	    "\"notice\":\"N\","
	    "\"systems\":[{\"id\":\"x86_1\",\"architecture\":\"x86-64\","
	    "\"description\":\"D\",\"guide\":\"x86\"},{\"id\":\"arm_1\"}],"
	    "\"candidates\":[{\"id\":\"hash-30\",\"algorithm\":\"ZC\",\"links\":{"
	    "\"report\":\"https://e.org/r\",\"submission\":\"http://e.org/s\"}},"
	    "{\"id\":\"kem-02\"}],\"compare\":[[\"x86_1\",\"arm_1\"]],"
	    "\"targets\":[{\"candidate\":\"hash-30\",\"label\":\"Z\",\"bits\":256}],"
	    "\"notes\":[{\"candidate\":\"hash-30\",\"label\":\"*\",\"kind\":\"kat\","
	    "\"text\":\"K\"},{\"kind\":\"method\",\"text\":\"M\"},{\"kind\":"
	    "\"erratum\","
	    "\"date\":\"2026-10-01\",\"text\":\"E\"}],"
	    "\"baseline\":{\"hash\":\"hash-30/ZC\"},\"more\":[]}";
	struct arena arena = {0};
	struct findings f;
	struct catalog c;
	int wrong = 0;

	(void)state;
	read(&c, text, &arena, &f);
	wrong += unit_fields("good", &f, "");
	wrong += unit_text("brand", c.brand, "B");
	wrong += unit_text("title", c.title, "T");
	wrong += unit_text("base URL", c.base_url, "https://e.org/x");
	wrong += unit_text("notice", c.notice, "N");
	wrong += unit_text("baseline", c.hash_baseline, "hash-30/ZC");
	assert_int_equal(c.systems, 2);
	wrong += unit_text("architecture", c.system[0].architecture, "x86-64");
	wrong += unit_text("description", c.system[0].description, "D");
	wrong += unit_text("guide", c.system[0].guide, "x86");
	wrong += unit_text("no guide", c.system[1].guide, NULL);
	assert_int_equal(c.candidates, 2);
	wrong += unit_text("algorithm", c.candidate[0].algorithm, "ZC");
	wrong += unit_text("report", c.candidate[0].report, "https://e.org/r");
	wrong += unit_text("submission", c.candidate[0].submission, "http://e.org/s");
	wrong += unit_text("no specification", c.candidate[0].specification, NULL);
	wrong += unit_text("no links", c.candidate[1].report, NULL);
	assert_int_equal(c.targets, 1);
	wrong += unit_count("bits", c.target[0].bits, 256);
	assert_int_equal(c.notes, 3);
	wrong += unit_text("label", c.note[0].label, "*");
	wrong += unit_text("no candidate", c.note[1].candidate, NULL);
	wrong += unit_text("date", c.note[2].date, "2026-10-01");
	assert_int_equal(c.pairs, 1);
	wrong += unit_text("a", c.pair[0].a, "x86_1");
	wrong += unit_text("b", c.pair[0].b, "arm_1");
	wrong += unit_true(
	    "find a system", catalog_system(&c, "arm_1") == &c.system[1], true);
	wrong += unit_true("no system", catalog_system(&c, "arm_2") == NULL, true);
	wrong += unit_true("find a candidate",
	    catalog_candidate(&c, "kem-02") == &c.candidate[1], true);
	wrong +=
	    unit_true("no candidate", catalog_candidate(&c, "kem-2") == NULL, true);
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

static void
empty(void **state)
{
	static const char *const list[] = {"{}",
	    "{\"site\":{\"brand\":null,\"title\":null,\"base_url\":null},\"systems\":[]"
	    "}"};
	struct arena arena = {0};
	struct findings f = {.arena = &arena};
	struct catalog c;
	int wrong = 0;

	(void)state;
	catalog_read(&c, NULL, "catalog.json", &arena, &f);
	wrong += unit_fields("none", &f, "");
	wrong += unit_count("none", (int64_t)(c.systems + c.candidates + c.notes), 0);
	wrong += unit_text("none", c.brand, "ngcc.dev");
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		read(&c, list[i], &arena, &f);
		wrong += unit_fields(list[i], &f, "");
		wrong += unit_text(list[i], c.brand, "ngcc.dev");
		wrong += unit_text(list[i], c.title, "Performance measurements");
		wrong += unit_text(list[i], c.base_url, NULL);
		wrong += unit_true(list[i], catalog_system(&c, "x") == NULL, true);
	}
	read(&c, "[]", &arena, &f);
	wrong += unit_fields("an array", &f, "-");
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

struct fault {
	const char *name, *text, *field; /* a part of the finding's */
	size_t systems, candidates, targets, notes, pairs;
};

static int
check(const struct fault *list, size_t n)
{
	int wrong = 0;

	for (size_t i = 0; i < n; i++) {
		const struct fault *w = &list[i];
		struct arena arena = {0};
		struct findings f;
		struct catalog c;
		read(&c, w->text, &arena, &f);
		wrong += unit_count(w->name, (int64_t)f.count, 1);
		wrong += f.count ? unit_holds(w->name, f.list[0].field, w->field) : 0;
		wrong += unit_count(w->name, (int64_t)c.systems, (int64_t)w->systems);
		wrong +=
		    unit_count(w->name, (int64_t)c.candidates, (int64_t)w->candidates);
		wrong += unit_count(w->name, (int64_t)c.targets, (int64_t)w->targets);
		wrong += unit_count(w->name, (int64_t)c.notes, (int64_t)w->notes);
		wrong += unit_count(w->name, (int64_t)c.pairs, (int64_t)w->pairs);
		arena_free(&arena);
	}
	return wrong;
}

/* The faulty one is left out and named, those around it stay. */
static void
left_out(void **state)
{
	static const struct fault list[] = {
	    {"system without id", "{\"systems\":[{\"id\":\"a\"},{},{\"id\":\"b\"}]}",
		"systems[1].id", 2, 0, 0, 0, 0},
	    {"system that is a text", "{\"systems\":[\"x\",{\"id\":\"b\"}]}",
		"systems[0]", 1, 0, 0, 0, 0},
	    {"system above the site",
		"{\"systems\":[{\"id\":\"a\"},{\"id\":\"../x\"}]}", "systems", 1, 0, 0,
		0, 0},
	    {"system with a wrong guide",
		"{\"systems\":[{\"id\":\"a\",\"guide\":1},{\"id\":\"b\"}]}",
		"systems[0].guide", 1, 0, 0, 0, 0},
	    {"candidate without id",
		"{\"candidates\":[{\"algorithm\":\"x\"},{\"id\":\"b\"}]}", "candidates",
		0, 1, 0, 0, 0},
	    {"candidate with a slash",
		"{\"candidates\":[{\"id\":\"a/b\"},{\"id\":\"b\"}]}", "candidates", 0,
		1, 0, 0, 0},
	    {"target without bits",
		"{\"targets\":[{\"candidate\":\"a\",\"label\":\"b\"}]}",
		"targets[0].bits", 0, 0, 0, 0, 0},
	    {"bits as a text",
		"{\"targets\":[{\"candidate\":\"a\",\"label\":\"b\",\"bits\":\"256\"}]"
		"}",
		"targets[0].bits", 0, 0, 0, 0, 0},
	    {"unknown kind",
		"{\"notes\":[{\"kind\":\"x\",\"text\":\"t\"},{\"kind\":\"kat\","
		"\"text\":\"t\"}]}",
		"kind", 0, 0, 0, 1, 0},
	    {"no kind", "{\"notes\":[{\"text\":\"t\"}]}", "notes[0].kind", 0, 0, 0, 0,
		0},
	    {"no text", "{\"notes\":[{\"kind\":\"kat\"}]}", "notes[0].text", 0, 0, 0, 0,
		0},
	    {"a word for a day",
		"{\"notes\":[{\"kind\":\"erratum\",\"date\":\"yesterday\",\"text\":"
		"\"t\"}]}",
		"date", 0, 0, 0, 0, 0},
	    {"no such month",
		"{\"notes\":[{\"kind\":\"erratum\",\"date\":\"2026-13-01\",\"text\":"
		"\"t\"}]}",
		"date", 0, 0, 0, 0, 0},
	    {"no such day",
		"{\"notes\":[{\"kind\":\"erratum\",\"date\":\"2026-02-30\",\"text\":"
		"\"t\"}]}",
		"date", 0, 0, 0, 0, 0},
	    {"no date",
		"{\"notes\":[{\"kind\":\"erratum\",\"date\":\"\",\"text\":\"t\"}]}",
		"date", 0, 0, 0, 0, 0},
	    {"a time",
		"{\"notes\":[{\"kind\":\"erratum\",\"date\":\"2026-09-28T00:00:00Z\","
		"\"text\":\"t\"}]}",
		"date", 0, 0, 0, 0, 0},
	    {"erratum without date",
		"{\"notes\":[{\"kind\":\"erratum\",\"text\":\"t\"}]}", "date", 0, 0, 0,
		0, 0},
	    {"withdrawn without date",
		"{\"notes\":[{\"kind\":\"withdrawn\",\"text\":\"t\"}]}", "date", 0, 0,
		0, 0, 0},
	    {"pair of one", "{\"compare\":[[\"a\"],[\"a\",\"b\"]]}", "compare", 0, 0, 0,
		0, 1},
	    {"pair of three", "{\"compare\":[[\"a\",\"b\",\"c\"]]}", "compare", 0, 0, 0,
		0, 0},
	    {"pair of numbers", "{\"compare\":[[1,2]]}", "compare", 0, 0, 0, 0, 0},
	    {"pair with a number", "{\"compare\":[[\"a\",1]]}", "compare", 0, 0, 0, 0,
		0},
	    {"pair that is a text", "{\"compare\":[\"ab\"]}", "compare", 0, 0, 0, 0, 0},
	    {"empty pair", "{\"compare\":[[]]}", "compare", 0, 0, 0, 0, 0},
	    {"brand a number", "{\"site\":{\"brand\":1}}", "site.brand", 0, 0, 0, 0, 0},
	    {"baseline a list", "{\"baseline\":{\"hash\":[]}}", "baseline.hash", 0, 0,
		0, 0, 0},
	};

	(void)state;
	assert_int_equal(check(list, COUNT_OF(list)), 0);
}

/* A list or object that is something else. */
static void
other_kinds(void **state)
{
	static const struct fault list[] = {
	    {"systems a text", "{\"systems\":\"x86_1\"}", "systems", 0, 0, 0, 0, 0},
	    {"systems an object", "{\"systems\":{\"x86_1\":{\"id\":\"x86_1\"}}}",
		"systems", 0, 0, 0, 0, 0},
	    {"candidates a number", "{\"candidates\":1}", "candidates", 0, 0, 0, 0, 0},
	    {"targets true", "{\"targets\":true}", "targets", 0, 0, 0, 0, 0},
	    {"notes a text", "{\"notes\":\"kat\"}", "notes", 0, 0, 0, 0, 0},
	    {"compare a text", "{\"compare\":\"a b\"}", "compare", 0, 0, 0, 0, 0},
	    {"site a text", "{\"site\":\"B\"}", "site", 0, 0, 0, 0, 0},
	    {"baseline a text", "{\"baseline\":\"hash-30\"}", "baseline", 0, 0, 0, 0,
		0},
	    {"links a text",
		"{\"candidates\":[{\"id\":\"a\",\"links\":\"https://e.org\"}]}",
		"links", 0, 1, 0, 0, 0},
	};

	(void)state;
	assert_int_equal(check(list, COUNT_OF(list)), 0);
}

/* A catalog of megabytes of notes would cost minutes. */
static void
many_notes(void **state)
{
	struct arena arena = {0};
	struct findings f;
	struct catalog c;
	struct buf text = {0};
	int wrong = 0;

	(void)state;
	for (size_t n = CATALOG_NOTES; n <= CATALOG_NOTES + 1; n++) {
		buf_clear(&text);
		buf_text(&text, "{\"notes\":[");
		for (size_t i = 0; i < n; i++)
			buf_format(
			    &text, "%s{\"kind\":\"kat\",\"text\":\"t\"}", i ? "," : "");
		buf_text(&text, "]}");
		read(&c, buf_string(&text), &arena, &f);
		wrong += unit_fields("notes", &f, n > CATALOG_NOTES ? "notes" : "");
		wrong += unit_count("notes", (int64_t)c.notes, CATALOG_NOTES);
	}
	buf_free(&text);
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

/* A link that is none is left out, the candidate stays. */
static void
links(void **state)
{
	static const struct {
		const char *url, *kept;
	} list[] = {
	    {"https://e.org/a?b#c", "https://e.org/a?b#c"},
	    {"http://e.org", "http://e.org"},
	    {"javascript:alert(1)", NULL},
	    {"JavaScript:alert(1)", NULL},
	    {" https://e.org", NULL},
	    {"data:text/html,x", NULL},
	    {"file:///x", NULL},
	    {"//e.org", NULL},
	    {"e.org", NULL},
	    {"https:", NULL},
	    {"", NULL},
	};
	static const char *const names[] = {"report", "submission", "specification"};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++)
		for (size_t k = 0; k < COUNT_OF(names); k++) {
			struct arena arena = {0};
			struct findings f;
			struct catalog c;
			char text[200], field[60];
			const char *got;
			snprintf(text, sizeof(text),
			    "{\"candidates\":[{\"id\":\"a\",\"links\":{\"%s\":\"%s\"}}]"
			    "}",
			    names[k], list[i].url);
			snprintf(
			    field, sizeof(field), "candidates[0].links.%s", names[k]);
			read(&c, text, &arena, &f);
			assert_int_equal(c.candidates, 1);
			got = k == 0 ? c.candidate->report
			    : k == 1 ? c.candidate->submission
				     : c.candidate->specification;
			wrong += unit_text(list[i].url, got, list[i].kept);
			wrong +=
			    unit_fields(list[i].url, &f, list[i].kept ? "" : field);
			arena_free(&arena);
		}
	assert_int_equal(wrong, 0);
}

/* It would end every build: one fault in the data is not to cost the site. */
static void
base_url(void **state)
{
	static const char *const list[] = {"javascript:alert(1)", "e.org",
	    "ftp://e.org", "", "h", "https://", "http://", "https:///x", "https://?q",
	    "https://e.org/x?q", "https://e.org/#f", "https://:80/"};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct arena arena = {0};
		struct findings f;
		struct catalog c;
		char text[100];
		snprintf(
		    text, sizeof(text), "{\"site\":{\"base_url\":\"%s\"}}", list[i]);
		read(&c, text, &arena, &f);
		wrong += unit_fields(list[i], &f, "site.base_url");
		wrong += unit_text(list[i], c.base_url, NULL);
		arena_free(&arena);
	}
	assert_int_equal(wrong, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(reads_all),
	    cmocka_unit_test(empty),
	    cmocka_unit_test(left_out),
	    cmocka_unit_test(other_kinds),
	    cmocka_unit_test(links),
	    cmocka_unit_test(base_url),
	    cmocka_unit_test(many_notes),
	};

	return cmocka_run_group_tests_name("catalog", tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "core/build.h"

#include "core/buf.h"
#include "core/field.h"
#include "core/pack.h"
#include "unit.h"

#define HEX32 "11111111111111111111111111111111"
#define ENTRY(candidate, label) \
	"\"" candidate "/" label "\":{\"candidate\":\"" candidate \
	"\",\"label\":\"" label "\",\"kat\":\"PASS\"}"

static size_t
read(struct build **list, const char *text, struct arena *arena, struct findings *f)
{
	struct json *j = unit_json(text);
	size_t n;

	*f = (struct findings){.arena = arena};
	n = build_read(list, j, "build.json", arena, f);
	json_free(j);
	return n;
}

static void
reads_all(void **state)
{
	static const char text[] =
	    "{\"instances\":{\"kem-33/qube-512\":{\"candidate\":\"kem-33\","
	    "\"label\":\"qube-512\",\"instance\":\"qube_512\",\"variant\":"
	    "\"reference\","
	    "\"flags\":\"guide\",\"kat\":\"MISMATCH\",\"guide_result\":\"CRASH\","
	    "\"library\":\"lib/q.so\",\"library_sha256\":\"" HEX32 HEX32 "\","
	    "\"elf_load_bytes\":14420,\"kat_log\":\"kat/kem-33/qube-512.log\","
	    "\"kat_log_sha256\":\"" HEX32 HEX32 "\",\"further_libraries\":["
	    "{\"name\":\"libcrypto.so.3\",\"elf_load_bytes\":4748609},"
	    "{\"name\":\"libm.so.6\",\"elf_load_bytes\":0}],\"more\":1}}}";
	struct arena arena = {0};
	struct findings f;
	struct build *b;
	int wrong = 0;

	(void)state;
	assert_int_equal(read(&b, text, &arena, &f), 1);
	wrong += unit_fields("good", &f, "");
	wrong += unit_text("candidate", b->candidate, "kem-33");
	wrong += unit_text("label", b->label, "qube-512");
	wrong += unit_text("instance", b->instance, "qube_512");
	wrong += unit_text("variant", b->variant, "reference");
	wrong += unit_text("flags", b->flags, "guide");
	wrong += unit_text("kat", b->kat, "MISMATCH");
	wrong += unit_text("guide_result", b->guide_result, "CRASH");
	wrong += unit_text("library", b->library, "lib/q.so");
	wrong += unit_text("digest", b->library_sha256, HEX32 HEX32);
	wrong += unit_text("log", b->kat_log, "kat/kem-33/qube-512.log");
	wrong += unit_text("its digest", b->kat_log_sha256, HEX32 HEX32);
	wrong += unit_count("size", b->elf_bytes, 14420);
	wrong += unit_count("libraries", (int64_t)b->furthers, 2);
	wrong += unit_text("one", b->further[0].name, "libcrypto.so.3");
	wrong += unit_count("its size", b->further[0].elf_bytes, 4748609);
	wrong += unit_text("another", b->further[1].name, "libm.so.6");
	wrong += unit_count("its size", b->further[1].elf_bytes, 0);
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

/* By candidate, then label, both in natural order, whatever the file's. */
static void
sorts(void **state)
{
	static const char *const wanted[] = {
	    "hash-2 A-512", "hash-2 A-1024", "hash-10 B-2", "hash-10 B-10", "kem-1 C"};
	struct arena arena = {0};
	struct findings f;
	struct build *b = NULL;
	char got[64];
	int wrong = 0;

	(void)state;
	assert_int_equal(
	    read(&b,
		"{\"instances\":{" ENTRY("kem-1", "C") "," ENTRY("hash-10",
		    "B-10") "," ENTRY("hash-2", "A-1024") "," ENTRY("hash-10",
		    "B-2") "," ENTRY("hash-2", "A-512") "}}",
		&arena, &f),
	    COUNT_OF(wanted));
	for (size_t i = 0; i < COUNT_OF(wanted); i++) {
		snprintf(got, sizeof(got), "%s %s", b[i].candidate, b[i].label);
		wrong += unit_text("place", got, wanted[i]);
	}
	wrong += unit_fields("sorted", &f, "");
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

/* One entry, which is kept, or left out; its name is candidate a, label b. */
static const struct {
	const char *name, *entry, *field;
	size_t kept;
} entries[] = {
    {"least", ENTRY("a", "b"), NULL, 1},
    {"nulls",
	"\"a/b\":{\"candidate\":\"a\",\"label\":\"b\",\"kat\":\"BUILDFAIL\","
	"\"library\":null,\"library_sha256\":null,\"elf_load_bytes\":null,"
	"\"kat_log\":null,\"kat_log_sha256\":null,\"instance\":null}",
	NULL, 1},
    {"no result", "\"a/b\":{\"candidate\":\"a\",\"label\":\"b\"}", ".kat", 1},
    {"digest",
	"\"a/b\":{\"candidate\":\"a\",\"label\":\"b\",\"kat\":\"PASS\","
	"\"library_sha256\":\"11\"}",
	".library_sha256", 1},
    {"size",
	"\"a/b\":{\"candidate\":\"a\",\"label\":\"b\",\"kat\":\"PASS\","
	"\"elf_load_bytes\":-1}",
	".elf_load_bytes", 1},
    {"further libraries: none",
	"\"a/b\":{\"candidate\":\"a\",\"label\":\"b\",\"kat\":\"PASS\","
	"\"further_libraries\":[]}",
	NULL, 1},
    {"further libraries: no array",
	"\"a/b\":{\"candidate\":\"a\",\"label\":\"b\",\"kat\":\"PASS\","
	"\"further_libraries\":{}}",
	".further_libraries", 1},
    {"further libraries: a name without end",
	"\"a/b\":{\"candidate\":\"a\",\"label\":\"b\",\"kat\":\"PASS\","
	"\"further_libraries\":[{\"name\":\"x\",\"elf_load_bytes\":1},7]}",
	".further_libraries[1]", 1},
    {"further libraries: no name",
	"\"a/b\":{\"candidate\":\"a\",\"label\":\"b\",\"kat\":\"PASS\","
	"\"further_libraries\":[{\"elf_load_bytes\":1}]}",
	".further_libraries", 1},
    {"further libraries: a size that is none",
	"\"a/b\":{\"candidate\":\"a\",\"label\":\"b\",\"kat\":\"PASS\","
	"\"further_libraries\":[{\"name\":\"x\",\"elf_load_bytes\":1.5}]}",
	".further_libraries", 1},
    {"another candidate",
	"\"a/b\":{\"candidate\":\"c\",\"label\":\"b\",\"kat\":\"PASS\"}",
	"instances[\"a/b\"]", 1},
    {"another label", "\"a/b\":{\"candidate\":\"a\",\"label\":\"B\",\"kat\":\"PASS\"}",
	"instances[\"a/b\"]", 1},
    {"no candidate", "\"a/b\":{\"label\":\"b\",\"kat\":\"PASS\"}", ".candidate", 1},
    {"null", "\"a/b\":null", "instances[\"a/b\"]", 1},
    {"no slash", "\"ab\":{\"candidate\":\"ab\",\"label\":\"\",\"kat\":\"PASS\"}",
	"instances[\"ab\"]", 0},
    {"no label", "\"a/\":{\"candidate\":\"a\",\"label\":\"\",\"kat\":\"PASS\"}",
	"instances[\"a/\"]", 0},
    {"no candidate's name", "\"/b\":{\"label\":\"b\"}", "instances[\"/b\"]", 0},
    {"two slashes", "\"a/b/c\":{}", "instances[\"a/b/c\"]", 0},
    {"up", "\"../b\":{}", "instances[\"../b\"]", 0},
    {"up again", "\"a/..\":{}", "instances[\"a/..\"]", 0},
    {"backslash", "\"a/b\\\\c\":{}", "instances[\"a/b\\c\"]", 0},
    {"line end", "\"a/b\\n\":{}", "instances[\"a/b", 0},
};

static void
findings(void **state)
{
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(entries); i++) {
		struct arena arena = {0};
		struct findings f;
		struct build *b = NULL;
		char text[500];
		size_t n;
		snprintf(text, sizeof(text), "{\"instances\":{%s}}", entries[i].entry);
		n = read(&b, text, &arena, &f);
		wrong +=
		    unit_count(entries[i].name, (int64_t)n, (int64_t)entries[i].kept);
		wrong +=
		    unit_true(entries[i].name, f.count > 0, entries[i].field != NULL);
		if (entries[i].field && f.count)
			wrong += unit_holds(
			    entries[i].name, f.list[0].field, entries[i].field);
		if (n) {
			wrong += unit_text(entries[i].name, b->candidate, "a");
			wrong += unit_text(entries[i].name, b->label, "b");
		}
		arena_free(&arena);
	}
	assert_int_equal(wrong, 0);
}

/* What was read of a faulty entry is kept, and the entries around it too. */
static void
keeps_the_rest(void **state)
{
	struct arena arena = {0};
	struct findings f;
	struct build *b = NULL;
	int wrong = 0;

	(void)state;
	assert_int_equal(
	    read(&b,
		"{\"instances\":{\"x\":{}," ENTRY(
		    "a", "1") ",\"a/2\":{"
			      "\"candidate\":\"a\",\"label\":\"2\",\"kat\":\"PASS\","
			      "\"flags\":\"guide\",\"library_sha256\":1}," ENTRY(
				  "a", "3") "}}",
		&arena, &f),
	    3);
	wrong += unit_count("findings", (int64_t)f.count, 2);
	wrong += unit_text("first", b[0].label, "1");
	wrong += unit_text("second", b[1].label, "2");
	wrong += unit_text("its flags", b[1].flags, "guide");
	wrong += unit_text("its digest", b[1].library_sha256, NULL);
	wrong += unit_count("its size", b[1].elf_bytes, UNKNOWN_COUNT);
	wrong += unit_text("third", b[2].label, "3");
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

static void
no_instances(void **state)
{
	static const struct {
		const char *text, *fields;
	} list[] = {
	    {"{\"instances\":{}}", ""},
	    {"{}", "instances"},
	    {"{\"instances\":[]}", "instances"},
	    {"{\"instances\":null}", "instances"},
	    {"[]", "instances"},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct arena arena = {0};
		struct findings f;
		struct build *b = NULL;
		wrong += unit_count(
		    list[i].text, (int64_t)read(&b, list[i].text, &arena, &f), 0);
		wrong += unit_fields(list[i].text, &f, list[i].fields);
		arena_free(&arena);
	}
	assert_int_equal(wrong, 0);
}

static void
packs(void **state)
{
	struct build_library further[] = {{"x", 1}, {"y", 2}};
	struct build b = {.candidate = "a",
	    .label = "b",
	    .kat = "PASS",
	    .elf_bytes = 5,
	    .further = further,
	    .furthers = 2};
	struct build back = {0};
	struct arena arena = {0};
	struct buf bytes = {0};
	struct pack out = {.out = &bytes}, in;
	int wrong = 0;

	(void)state;
	build_pack(&out, &b);
	in = pack_from(bytes.data, bytes.len, &arena);
	build_pack(&in, &back);
	wrong += unit_true("bad", in.bad, false);
	wrong += unit_true("all read", in.in == in.end, true);
	wrong += unit_text("candidate", back.candidate, "a");
	wrong += unit_text("label", back.label, "b");
	wrong += unit_text("library", back.library, NULL);
	wrong += unit_count("size", back.elf_bytes, 5);
	wrong += unit_count("further", (int64_t)back.furthers, 2);
	wrong += unit_text("the second", back.further[1].name, "y");
	wrong += unit_count("its size", back.further[1].elf_bytes, 2);
	buf_free(&bytes);
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(reads_all),
	    cmocka_unit_test(sorts),
	    cmocka_unit_test(findings),
	    cmocka_unit_test(keeps_the_rest),
	    cmocka_unit_test(no_instances),
	    cmocka_unit_test(packs),
	};

	return cmocka_run_group_tests_name("build", tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "core/profile.h"

#include "core/buf.h"
#include "core/pack.h"
#include "unit.h"

/* By hand: pseudoXOF 300 + 200 of 1000 ticks, drng 100, sm3hash 50; without drng 550.
 */
static const char good[] =
    "{\"schema\":2,\"candidate\":\"kem-02\",\"label\":\"A\",\"operation\":\"dec\","
    "\"input_bytes\":0,\"status\":\"complete\",\"command\":[\"hashprof\"],\"stderr\":"
    "\"\","
    "\"meta\":{\"tick_hz\":\"19199950\",\"overflow_calls\":\"7\"},"
    "\"total\":{\"operations\":8,\"ticks\":1000},\"calls\":["
    "{\"fn\":\"sm3hash\",\"in_bits\":1032,\"out_bits\":256,\"calls\":4,\"ticks\":50},"
    "{\"fn\":\"pseudoXOF\",\"in_bits\":520,\"out_bits\":1536,\"calls\":10,\"ticks\":"
    "300},"
    "{\"fn\":\"drng\",\"in_bits\":0,\"out_bits\":256,\"calls\":16,\"ticks\":100},"
    "{\"fn\":\"pseudoXOF\",\"in_bits\":528,\"out_bits\":864,\"calls\":20,\"ticks\":200}"
    "],"
    "\"share\":{\"sm3hash\":0.05,\"pseudoXOF\":0.5,\"drng\":0.1},\"hash_share\":0.55}";

/* Reads the good profile with old, at every place, replaced by new. */
static void
read_changed(struct profile *p, const char *old, const char *new, struct arena *arena,
    struct findings *f)
{
	struct json *j = unit_json(unit_replace(arena, good, old, new));

	*p = (struct profile){0};
	*f = (struct findings){.arena = arena};
	profile_read(p, j, "file", arena, f);
	json_free(j);
}

static void
reads_all(void **state)
{
	struct arena arena = {0};
	struct findings f;
	struct profile p;
	int wrong = 0;

	(void)state;
	read_changed(&p, "dec", "dec", &arena, &f);
	wrong += unit_fields("good", &f, "");
	wrong += unit_true("complete", p.complete, true);
	wrong += unit_text("candidate", p.candidate, "kem-02");
	wrong += unit_text("label", p.label, "A");
	wrong += unit_text("operation", p.operation, "dec");
	wrong += unit_count("operations", p.operations, 8);
	wrong += unit_count("ticks", p.ticks, 1000);
	wrong += unit_count("overflow", p.overflow_calls, 7);
	assert_int_equal(p.functions, 3);
	wrong += unit_text("first", p.function[0].name, "drng");
	wrong += unit_text("second", p.function[1].name, "pseudoXOF");
	wrong += unit_text("third", p.function[2].name, "sm3hash");
	wrong += unit_count("merged calls", p.function[1].calls, 30);
	wrong += unit_count("merged ticks", p.function[1].ticks, 500);
	wrong += unit_real("share of all but drng", profile_share(&p, false), 0.55);
	wrong += unit_real("share of drng", profile_share(&p, true), 0.1);
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

static void
findings(void **state)
{
	static const struct {
		const char *name, *old, *new, *fields;
	} list[] = {
	    {"no candidate", "\"candidate\":\"kem-02\",", "", "candidate"},
	    {"label null", "\"label\":\"A\"", "\"label\":null", "label"},
	    {"no operation", "\"operation\":\"dec\",", "", "operation"},
	    {"input", "\"input_bytes\":0", "\"input_bytes\":-1", "input_bytes"},
	    {"no status", "\"status\":\"complete\",", "", "status"},
	    {"no total", "\"total\"", "\"x\"", "total.operations total.ticks"},
	    {"0 operations", "\"operations\":8", "\"operations\":0", "total"},
	    {"0 ticks", "\"ticks\":1000", "\"ticks\":0", "total"},
	    {"negative ticks", "\"ticks\":1000", "\"ticks\":-1", "total.ticks"},
	    {"name a number", "\"fn\":\"drng\"", "\"fn\":1", "calls[].fn"},
	    {"negative calls", "\"calls\":16", "\"calls\":-16", "calls[].calls"},
	    {"ticks null", "\"ticks\":300", "\"ticks\":null", "calls[].ticks"},
	    {"over 2^53 calls", "\"calls\":10,", "\"calls\":9007199254740992,",
		"calls[].calls"},
	    {"total ticks", "\"ticks\":1000", "\"ticks\":1001",
		"share.drng share.pseudoXOF share.sm3hash hash_share"},
	    {"share", "\"drng\":0.1", "\"drng\":0.11", "share.drng"},
	    {"share within 1e-14", "\"drng\":0.1", "\"drng\":0.1000000000000005", ""},
	    {"share beyond 1e-14", "\"drng\":0.1", "\"drng\":0.100000000000002",
		"share.drng"},
	    {"share as a text", "\"drng\":0.1", "\"drng\":\"0.1\"", "share.drng"},
	    {"no share", ",\"drng\":0.1", "", "share.drng"},
	    {"share too many", "\"drng\":0.1", "\"drng\":0.1,\"x\":0", "share"},
	    {"hash share", "0.55", "0.65", "hash_share"},
	    {"no hash share", ",\"hash_share\":0.55", "", "hash_share"},
	    {"no overflow count", "\"overflow_calls\":\"7\"", "\"x\":\"7\"", ""},
	    {"partial: not checked", "\"complete\"", "\"failed\"", ""},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct arena arena = {0};
		struct findings f;
		struct profile p;
		read_changed(&p, list[i].old, list[i].new, &arena, &f);
		wrong += unit_fields(list[i].name, &f, list[i].fields);
		arena_free(&arena);
	}
	assert_int_equal(wrong, 0);
}

/* As record_read does. */
static void
schema(void **state)
{
	struct arena arena = {0};
	struct findings f;
	struct profile p;
	int wrong = 0;

	(void)state;
	read_changed(&p, "\"schema\":2", "\"schema\":3", &arena, &f);
	wrong += unit_fields("schema 3", &f, "schema");
	read_changed(&p, "\"schema\":2,", "", &arena, &f);
	wrong += unit_fields("no schema", &f, "schema");
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

static void
nothing_called(void **state)
{
	static const struct {
		const char *name, *calls, *share;
		double hash_share, drng, others;
	} list[] = {
	    {"nothing", "", "", 0, NAN, NAN},
	    {"only drng", "{\"fn\":\"drng\",\"calls\":1,\"ticks\":5}", "\"drng\":0.5",
		0, 0.5, NAN},
	    {"only others", "{\"fn\":\"x\",\"calls\":1,\"ticks\":5}", "\"x\":0.5", 0.5,
		NAN, 0.5},
	    {"no ticks", "{\"fn\":\"x\",\"calls\":1,\"ticks\":0}", "\"x\":0", 0, NAN,
		0},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct arena arena = {0};
		struct findings f = {.arena = &arena};
		struct profile p = {0};
		char text[600];
		struct json *j;
		snprintf(text, sizeof(text),
		    "{\"schema\":2,\"candidate\":\"a\",\"label\":\"b\",\"operation\":"
		    "\"c\","
		    "\"input_bytes\":0,\"status\":\"complete\",\"meta\":{},\"total\":"
		    "{\"operations\":1,\"ticks\":10},\"calls\":[%s],\"share\":{%s},"
		    "\"hash_share\":%g}",
		    list[i].calls, list[i].share, list[i].hash_share);
		j = unit_json(text);
		profile_read(&p, j, "file", &arena, &f);
		json_free(j);
		wrong += unit_fields(list[i].name, &f, "");
		wrong += unit_real(list[i].name, profile_share(&p, true), list[i].drng);
		wrong +=
		    unit_real(list[i].name, profile_share(&p, false), list[i].others);
		wrong += unit_count(list[i].name, p.overflow_calls, 0);
		arena_free(&arena);
	}
	assert_int_equal(wrong, 0);
}

static void
packs(void **state)
{
	struct arena arena = {0};
	struct findings f;
	struct profile p, back = {0};
	struct buf bytes = {0};
	struct pack out = {.out = &bytes}, in;
	int wrong = 0;

	(void)state;
	read_changed(&p, "dec", "dec", &arena, &f);
	profile_pack(&out, &p);
	in = pack_from(bytes.data, bytes.len, &arena);
	profile_pack(&in, &back);
	wrong += unit_true("bad", in.bad, false);
	wrong += unit_true("all read", in.in == in.end, true);
	wrong += unit_true("complete", back.complete, true);
	wrong += unit_count("overflow", back.overflow_calls, 7);
	wrong += unit_count("functions", (int64_t)back.functions, 3);
	wrong += unit_text("last", back.function[2].name, "sm3hash");
	wrong += unit_real("share", profile_share(&back, false), 0.55);
	for (size_t n = 0; n < bytes.len; n++) {
		struct pack cut = pack_from(bytes.data, n, &arena);
		memset(&back, 0, sizeof(back));
		profile_pack(&cut, &back);
		wrong += cut.bad ? 0 : unit_count("cut, and not bad", (int64_t)n, -1);
	}
	buf_free(&bytes);
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(reads_all),
	    cmocka_unit_test(findings),
	    cmocka_unit_test(schema),
	    cmocka_unit_test(nothing_called),
	    cmocka_unit_test(packs),
	};

	return cmocka_run_group_tests_name("profile", tests, NULL, NULL);
}

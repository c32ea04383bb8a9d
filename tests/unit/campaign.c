/* SPDX-License-Identifier: MIT */
#include "core/campaign.h"

#include "core/buf.h"
#include "core/field.h"
#include "core/pack.h"
#include "unit.h"

static const char good[] =
    "{\"system_id\":\"arm_1\",\"started_utc\":\"2026-09-28T15:05:46.790099+00:00\","
    "\"ended_utc\":\"2026-09-29T08:43:52.802978+00:00\","
    "\"environment_at_start\":{\"cpu_number\":11},"
    "\"environment_at_end\":{\"cpu_model\":\"Oryon\",\"cpu_number\":6,"
    "\"memory_total_kib\":31295756,\"virtualized\":true},"
    "\"host_checks\":[{\"phase\":\"build\",\"cpu\":11,\"utc\":\"x\",\"problems\":["
    "\"no counter\",\"hot\"]},{\"phase\":\"build\",\"cpu\":2,\"problems\":[]},"
    "{\"phase\":\"measure\",\"problems\":[\"busy\"],\"shard\":\"1/3\"},"
    "{\"cpu\":0,\"problems\":[\"cold\",7]}],"
    "\"host_problems\":[\"turbo\"],"
    "\"arch_config\":{\"reference\":\"-O2\",\"performance\":\"-O3\","
    "\"optimized_families\":[]},\"harness_additions\":\"-fPIC\","
    "\"planning\":{\"trials\":5,\"trial_target_s\":0.5,\"min_total\":100,"
    "\"max_iters_per_trial\":20000,\"op_budget_s\":300.0},"
    "\"noise_floor\":{\"relative\":0.004,\"method\":\"control\"},"
    "\"tool\":{\"name\":\"ngcc-measure\",\"version\":\"0.1\"},"
    "\"history_note\":\"moved\",\"shards\":3}";

static void
read(struct campaign *c, const char *text, struct arena *arena, struct findings *f)
{
	struct json *j = unit_json(text);

	*c = (struct campaign){0};
	*f = (struct findings){.arena = arena};
	campaign_read(c, j, "campaign.json", arena, f);
	json_free(j);
}

static void
reads_all(void **state)
{
	struct arena arena = {0};
	struct findings f;
	struct campaign c;
	int wrong = 0;

	(void)state;
	read(&c, good, &arena, &f);
	wrong += unit_fields("good", &f, "");
	wrong += unit_text("system", c.system_id, "arm_1");
	wrong += unit_text("start", c.started_utc, "2026-09-28T15:05:46.790099+00:00");
	wrong += unit_text("end", c.ended_utc, "2026-09-29T08:43:52.802978+00:00");
	wrong += unit_text("additions", c.harness_additions, "-fPIC");
	wrong += unit_text("note", c.history_note, "moved");
	wrong += unit_text("reference", c.reference_flags, "-O2");
	wrong += unit_text("performance", c.performance_flags, "-O3");
	wrong += unit_count("trials", c.trials, 5);
	wrong += unit_count("least", c.min_total, 100);
	wrong += unit_count("most", c.max_iterations, 20000);
	wrong += unit_real("target", c.trial_target_s, 0.5);
	wrong += unit_real("budget", c.budget_s, 300);
	wrong += unit_real("noise", c.noise_floor, 0.004);
	wrong += unit_text("method", c.noise_method, "control");
	wrong += unit_text("tool", c.tool_name, "ngcc-measure");
	wrong += unit_text("version", c.tool_version, "0.1");
	wrong += unit_count("CPU at the end", c.environment.cpu_number, 6);
	wrong += unit_count("virtualized", c.environment.virtualized, 1);
	assert_int_equal(c.problems, 5);
	wrong += unit_text("phase", c.problem[0].phase, "build");
	wrong += unit_text("problem", c.problem[0].text, "no counter");
	wrong += unit_count("its CPU", c.problem[0].cpu, 11);
	wrong += unit_text("second", c.problem[1].text, "hot");
	wrong += unit_text("third", c.problem[2].text, "busy");
	wrong += unit_text("its phase", c.problem[2].phase, "measure");
	wrong += unit_count("no CPU", c.problem[2].cpu, UNKNOWN_COUNT);
	wrong += unit_count("CPU 0", c.problem[3].cpu, 0);
	wrong += unit_text("no phase", c.problem[3].phase, NULL);
	wrong += unit_text("of the host", c.problem[4].text, "turbo");
	wrong += unit_text("no phase either", c.problem[4].phase, NULL);
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

static int
is_unknown(const char *name, const struct campaign *c)
{
	int wrong = unit_text(name, c->system_id, NULL);

	wrong += unit_text(name, c->started_utc, NULL);
	wrong += unit_text(name, c->reference_flags, NULL);
	wrong += unit_text(name, c->noise_method, NULL);
	wrong += unit_text(name, c->tool_name, NULL);
	wrong += unit_text(name, c->environment.cpu_model, NULL);
	wrong += unit_count(name, c->trials, UNKNOWN_COUNT);
	wrong += unit_count(name, c->min_total, UNKNOWN_COUNT);
	wrong += unit_count(name, c->environment.cpu_number, UNKNOWN_COUNT);
	wrong += unit_count(name, c->environment.virtualized, UNKNOWN_BOOL);
	wrong += unit_real(name, c->trial_target_s, NAN);
	wrong += unit_real(name, c->budget_s, NAN);
	wrong += unit_real(name, c->noise_floor, NAN);
	wrong += unit_count(name, (int64_t)c->problems, 0);
	return wrong;
}

static void
unknown(void **state)
{
	static const char *const empty[] = {"{}",
	    "{\"system_id\":null,\"started_utc\":null,\"environment_at_end\":null,"
	    "\"host_checks\":[],\"planning\":{\"trials\":null,\"op_budget_s\":null},"
	    "\"noise_floor\":null,\"tool\":null}"};
	struct arena arena = {0};
	struct findings f;
	struct campaign c;
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(empty); i++) {
		read(&c, empty[i], &arena, &f);
		wrong += unit_fields(empty[i], &f, "");
		wrong += is_unknown(empty[i], &c);
	}
	read(&c, "[1]", &arena, &f);
	wrong += unit_fields("an array", &f, "-");
	wrong += is_unknown("an array", &c);
	memset(&c, 0x5a, sizeof(c));
	campaign_unknown(&c);
	wrong += is_unknown("made unknown", &c);
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

static void
findings(void **state)
{
	static const struct {
		const char *name, *old, *new, *fields;
	} list[] = {
	    {"system", "\"arm_1\"", "1", "system_id"},
	    {"start", "\"started_utc\":\"", "\"started_utc\":5,\"x\":\"",
		"started_utc"},
	    {"flags", "\"-O2\"", "[]", "arch_config.reference"},
	    {"trials", "\"trials\":5", "\"trials\":5.5", "planning.trials"},
	    {"budget", "300.0", "-300", "planning.op_budget_s"},
	    {"noise", "0.004", "\"0.004\"", "noise_floor.relative"},
	    {"tool", "\"version\":\"0.1\"", "\"version\":0.1", "tool.version"},
	    {"environment", "\"cpu_number\":6", "\"cpu_number\":\"6\"",
		"environment_at_end.cpu_number"},
	    {"environment at start", "\"cpu_number\":11", "\"cpu_number\":\"11\"", ""},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct arena arena = {0};
		struct findings f;
		struct campaign c;
		read(&c, unit_replace(&arena, good, list[i].old, list[i].new), &arena,
		    &f);
		wrong += unit_fields(list[i].name, &f, list[i].fields);
		arena_free(&arena);
	}
	assert_int_equal(wrong, 0);
}

static void
packs(void **state)
{
	struct arena arena = {0};
	struct findings f;
	struct campaign c, back = {0};
	struct buf bytes = {0};
	struct pack out = {.out = &bytes}, in;
	int wrong = 0;

	(void)state;
	read(&c, good, &arena, &f);
	campaign_pack(&out, &c);
	in = pack_from(bytes.data, bytes.len, &arena);
	campaign_pack(&in, &back);
	wrong += unit_true("bad", in.bad, false);
	wrong += unit_true("all read", in.in == in.end, true);
	wrong += unit_text("system", back.system_id, "arm_1");
	wrong += unit_real("noise", back.noise_floor, 0.004);
	wrong += unit_text("model", back.environment.cpu_model, "Oryon");
	wrong += unit_count("problems", (int64_t)back.problems, 5);
	wrong += unit_text("the first", back.problem[0].text, "no counter");
	wrong += unit_count("its CPU", back.problem[0].cpu, 11);
	wrong += unit_text("the last", back.problem[4].text, "turbo");
	wrong += unit_text("its phase", back.problem[4].phase, NULL);
	for (size_t n = 0; n < bytes.len; n++) {
		struct pack cut = pack_from(bytes.data, n, &arena);
		memset(&back, 0, sizeof(back));
		campaign_pack(&cut, &back);
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
	    cmocka_unit_test(unknown),
	    cmocka_unit_test(findings),
	    cmocka_unit_test(packs),
	};

	return cmocka_run_group_tests_name("campaign", tests, NULL, NULL);
}

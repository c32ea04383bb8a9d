/* SPDX-License-Identifier: MIT */
#include "report/environment.h"

#include "core/field.h"
#include "report/aggregate.h"
#include "report/candidate.h"
#include "report/dataset.h"
#include "unit.h"

/* The items' places. */
enum { PROCESSOR, MACHINE, CLOCK, MEMORY, OS, COMPILER, CAMPAIGN };

enum { MOST = 5 };

static const struct environment unknown = {.cpu_number = UNKNOWN_COUNT,
    .memory_kib = UNKNOWN_COUNT,
    .core_clock_hz = UNKNOWN_COUNT,
    .virtualized = UNKNOWN_BOOL,
    .emulated = UNKNOWN_BOOL};

/* Records of one candidate, and its dataset. */
struct setting {
	struct timing timing[MOST];
	struct candidate c;
	struct dataset d;
	struct aggregate a;
	struct environment_item items[ENVIRONMENT_ITEMS];
	struct arena arena;
};

static void
start(struct setting *s)
{
	*s = (struct setting){0};
	s->c.timing = s->timing;
	s->a.candidate = &s->c;
	s->a.dataset = &s->d;
	campaign_unknown(&s->d.campaign);
}

static struct record *
add(struct setting *s)
{
	struct record *r = &s->timing[s->c.timings++].record;

	*r = (struct record){
	    .complete = true, .environment = unknown, .reference_hz = NAN};
	return r;
}

static const char *
item(struct setting *s, int i)
{
	environment_items(s->items, &s->a, &s->arena);
	return s->items[i].value;
}

static void
names(void **state)
{
	static const char *const wanted[] = {"processor", "machine", "clock", "memory",
	    "OS / kernel", "compiler / build tool", "campaign start / end (UTC)"};
	struct setting s;
	int wrong = 0;

	(void)state;
	start(&s);
	environment_campaign_items(s.items, &s.d.campaign, &s.arena);
	for (size_t i = 0; i < COUNT_OF(wanted); i++)
		wrong += unit_text("item", s.items[i].name, wanted[i]);
	wrong += unit_text("processor", s.items[PROCESSOR].value, "unknown");
	wrong += unit_text("machine", s.items[MACHINE].value, NULL);
	wrong += unit_text("clock", s.items[CLOCK].value, "not known");
	wrong += unit_text("memory", s.items[MEMORY].value, "unknown");
	wrong += unit_text("OS", s.items[OS].value, "unknown / unknown");
	wrong += unit_text("compiler", s.items[COMPILER].value, "unknown / unknown");
	wrong += unit_text("campaign", s.items[CAMPAIGN].value, "unknown / unknown");
	arena_free(&s.arena);
	assert_int_equal(wrong, 0);
}

/* Architecture, governor, minimum, maximum, no_turbo, boost, SMT, measured clock. */
static const struct clock_case {
	const char *name, *architecture, *governor, *min, *max, *no_turbo, *boost, *smt;
	int64_t hz, virtualized;
	const char *text;
} clocks[] = {
    {"fixed Arm", "aarch64", "performance", "2707200", "2707200", NULL, "0",
	"notsupported", 2694810952, 0,
	"fixed 2.71 GHz (governor performance, minimum = maximum), boost off, SMT "
	"none"},
    {"fixed Arm, boost on", "aarch64", "performance", "2707200", "2707200", NULL, "1",
	"on", -1, 0,
	"fixed 2.71 GHz (governor performance, minimum = maximum), boost on, SMT on"},
    {"fixed Arm, nothing else", "aarch64", NULL, "1500000", "1500000", NULL, NULL, NULL,
	-1, -1,
	"fixed 1.50 GHz (governor unknown, minimum = maximum), boost unknown, SMT "
	"unknown"},
    {"Arm with a range", "aarch64", "schedutil", "1000000", "2707200", NULL, "0",
	"notimplemented", 2694810952, 0,
	"max 2.71 GHz, governor schedutil, turbo off, SMT none"},
    {"Arm without minimum", "aarch64", "performance", NULL, "2707200", NULL, "0", "off",
	-1, 0, "max 2.71 GHz, governor performance, turbo off, SMT off"},
    {"fixed x86", "x86_64", "performance", "2100000", "2100000", "1", NULL, "off", -1,
	0, "max 2.10 GHz, governor performance, turbo off, SMT off"},
    {"turbo on", "x86_64", "powersave", "800000", "4900000", "0", NULL, "on", -1, 0,
	"max 4.90 GHz, governor powersave, turbo on, SMT on"},
    {"no_turbo before boost", "x86_64", "performance", "1", "2100000", "1", "1",
	"forceoff", -1, 0,
	"max 2.10 GHz, governor performance, turbo off, SMT forceoff"},
    {"boost off", "x86_64", "performance", "1", "3600000", NULL, "0", NULL, -1, 0,
	"max 3.60 GHz, governor performance, turbo off, SMT unknown"},
    {"boost on", "x86_64", "performance", "1", "3600000", NULL, "1", "on", -1, 0,
	"max 3.60 GHz, governor performance, turbo on, SMT on"},
    {"turbo unknown", "x86_64", "performance", "1", "3600000", NULL, NULL, "on", -1, 0,
	"max 3.60 GHz, governor performance, turbo unknown, SMT on"},
    {"only the maximum", NULL, NULL, NULL, "3600000", NULL, NULL, NULL, -1, -1,
	"max 3.60 GHz, governor unknown, turbo unknown, SMT unknown"},
    {"under 1 GHz", "riscv64", "performance", "1", "800000", NULL, NULL, "on", -1, 0,
	"max 0.80 GHz, governor performance, turbo unknown, SMT on"},
    {"rounded up", "x86_64", "performance", "1", "2995001", NULL, NULL, "on", -1, 0,
	"max 3.00 GHz, governor performance, turbo unknown, SMT on"},
    {"measured", "aarch64", NULL, NULL, NULL, NULL, NULL, "notsupported", 2694689541, 0,
	"measured 2.69 GHz, set by firmware, SMT none"},
    {"measured, in a machine", "aarch64", NULL, NULL, NULL, NULL, NULL, NULL,
	2000000000, 1, "measured 2.00 GHz, set by firmware, SMT unknown"},
    {"virtual", "x86_64", NULL, NULL, NULL, NULL, NULL, NULL, -1, 1,
	"not known (virtual machine)"},
    {"not virtual", "x86_64", NULL, NULL, NULL, NULL, NULL, "on", -1, 0, "not known"},
    {"not even that", NULL, NULL, NULL, NULL, NULL, NULL, NULL, -1, -1, "not known"},
};

static void
clock_texts(void **state)
{
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(clocks); i++) {
		const struct clock_case *c = &clocks[i];
		struct setting s;
		start(&s);
		add(&s)->environment = (struct environment){
		    .architecture = c->architecture,
		    .governor = c->governor,
		    .min_khz = c->min,
		    .max_khz = c->max,
		    .no_turbo = c->no_turbo,
		    .boost = c->boost,
		    .smt = c->smt,
		    .core_clock_hz = c->hz,
		    .virtualized = c->virtualized,
		    .emulated = UNKNOWN_BOOL,
		    .cpu_number = UNKNOWN_COUNT,
		    .memory_kib = UNKNOWN_COUNT,
		};
		wrong += unit_text(c->name, item(&s, CLOCK), c->text);
		arena_free(&s.arena);
	}
	assert_int_equal(wrong, 0);
}

/* Behind an unknown clock: where cycles come from and how fast that ticks. */
static void
cycle_source(void **state)
{
	struct setting s;
	struct record *r;
	int wrong = 0;

	(void)state;
	start(&s);
	r = add(&s);
	r->environment.virtualized = 1;
	r->cycle_source = CYCLES_ESTIMATE;
	r->reference_source = "tsc";
	r->reference_hz = 2.6e9;
	wrong += unit_true("begin",
	    !strncmp(item(&s, CLOCK), "not known (virtual machine)", 27), true);
	wrong += unit_holds("source", item(&s, CLOCK), "tsc");
	wrong += unit_holds("frequency", item(&s, CLOCK), "2.60 GHz");
	r->environment.core_clock_hz = 2000000000;
	wrong += unit_lacks("known clock", item(&s, CLOCK), "tsc");
	arena_free(&s.arena);
	assert_int_equal(wrong, 0);
}

/* Up to three measured clocks are told one by one; of more, the ends, unless they
 * differ in something else too. */
static void
measured_clocks(void **state)
{
	static const struct {
		const char *name;
		int64_t mhz[5];
		const char *smt, *text; /* smt: of the last one */
	} list[] = {
	    {"three", {3500, 3400, 3450}, "off",
		"measured 3.40 GHz, set by firmware, SMT off; measured 3.45 "
		"GHz, set by firmware, SMT off; measured 3.50 GHz, set by firmware, "
		"SMT off"},
	    {"five, three in print", {3500, 3400, 3450, 3451, 3501}, "off",
		"measured 3.40 GHz, set by firmware, SMT off; measured 3.45 "
		"GHz, set by firmware, SMT off; measured 3.50 GHz, set by firmware, "
		"SMT off"},
	    {"four", {3500, 3400, 3450, 3704}, "off",
		"measured 3.40 to 3.70 GHz, set by firmware, SMT off"},
	    {"four, one with SMT", {3500, 3400, 3450, 3704}, "on",
		"measured 3.40 GHz, set by firmware, SMT off; measured 3.45 "
		"GHz, set by firmware, SMT off; measured 3.50 GHz, set by firmware, "
		"SMT off; measured 3.70 GHz, set by firmware, SMT on"},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct record *r = NULL;
		struct setting s;
		start(&s);
		for (size_t k = 0; k < 5 && list[i].mhz[k]; k++) {
			r = add(&s);
			r->environment.core_clock_hz = list[i].mhz[k] * 1000000;
			r->environment.smt = "off";
		}
		r->environment.smt = list[i].smt;
		wrong += unit_text(list[i].name, item(&s, CLOCK), list[i].text);
		arena_free(&s.arena);
	}
	assert_int_equal(wrong, 0);
}

/* Emulation is told before all that the machine below says of its clock, and of one
 * record among others too. */
static void
emulated(void **state)
{
	static const char text[] =
	    "not known (emulated processor: times and cycles mean nothing)";
	struct setting s;
	int wrong = 0;

	(void)state;
	start(&s);
	add(&s)->environment.max_khz = "3600000";
	add(&s)->environment.max_khz = "3600000";
	wrong += unit_lacks("not emulated", item(&s, CLOCK), "emulated");
	s.timing[1].record.environment.emulated = 1;
	wrong += unit_holds("one of two", item(&s, CLOCK), text);
	wrong += unit_holds("the other", item(&s, CLOCK), "max 3.60 GHz");
	s.timing[0].record.environment.emulated = 1;
	wrong += unit_text("both", item(&s, CLOCK), text);
	arena_free(&s.arena);
	assert_int_equal(wrong, 0);
}

/* Model and CPU of each record; -1: unknown. */
static void
processors(void **state)
{
	static const struct {
		const char *name;
		struct {
			const char *model;
			int64_t cpu;
		} record[MOST];
		size_t n;
		const char *text;
	} list[] = {
	    {"one", {{"Oryon", 7}}, 1, "Oryon (CPU 7, one core)"},
	    {"the same twice", {{"Oryon", 7}, {"Oryon", 7}}, 2,
		"Oryon (CPU 7, one core)"},
	    {"two", {{"Oryon", 7}, {"Oryon", 2}}, 2,
		"Oryon (CPUs 2, 7, one core each)"},
	    {"natural order", {{"Oryon", 10}, {"Oryon", 9}, {"Oryon", 2}}, 3,
		"Oryon (CPUs 2, 9, 10, one core each)"},
	    {"CPU 0", {{"Oryon", 0}}, 1, "Oryon (CPU 0, one core)"},
	    {"no model", {{NULL, 3}}, 1, "unknown (CPU 3, one core)"},
	    {"two models", {{"B", 1}, {"A", 2}}, 2,
		"A (CPU 2, one core); B (CPU 1, one core)"},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct setting s;
		start(&s);
		for (size_t k = 0; k < list[i].n; k++) {
			struct record *r = add(&s);
			r->environment.cpu_model = list[i].record[k].model;
			r->environment.cpu_number = list[i].record[k].cpu;
		}
		wrong += unit_text(list[i].name, item(&s, PROCESSOR), list[i].text);
		arena_free(&s.arena);
	}
	assert_int_equal(wrong, 0);
}

static void
other_items(void **state)
{
	struct setting s;
	struct record *r;
	int wrong = 0;

	(void)state;
	start(&s);
	r = add(&s);
	r->environment.machine = "ASUS";
	r->environment.memory_kib = 31295756;
	r->environment.os = "Ubuntu 26.04.1 LTS";
	r->environment.kernel = "7.0.0-34-generic";
	r->environment.compiler = "gcc 15";
	s.d.campaign.started_utc = "2026-09-28T23:05:46.790099+08:00";
	s.d.campaign.ended_utc = "2026-09-29T08:43:52.802978+00:00";
	wrong += unit_text("machine", item(&s, MACHINE), "ASUS");
	wrong += unit_text("memory", item(&s, MEMORY), "30562 MiB");
	wrong += unit_text("OS", item(&s, OS), "Ubuntu 26.04.1 LTS / 7.0.0-34-generic");
	wrong += unit_text("compiler", item(&s, COMPILER), "gcc 15 / unknown");
	wrong += unit_text("campaign", item(&s, CAMPAIGN),
	    "2026-09-28T15:05:46 / 2026-09-29T08:43:52");
	r = add(&s);
	r->environment.machine = "Dell";
	r->environment.memory_kib = 1023;
	r->environment.os = "Debian 12";
	r->environment.kernel = "6.1";
	r->environment.cmake = "3.25";
	add(&s)->environment.machine = "";
	s.d.campaign.ended_utc = "tomorrow";
	wrong += unit_text("machines", item(&s, MACHINE), "ASUS; Dell");
	wrong += unit_text("memories", item(&s, MEMORY), "0 MiB; 30562 MiB; unknown");
	wrong += unit_text("systems", item(&s, OS),
	    "Debian 12 / 6.1; Ubuntu 26.04.1 LTS / 7.0.0-34-generic; unknown / "
	    "unknown");
	wrong += unit_text("compilers", item(&s, COMPILER),
	    "gcc 15 / unknown; unknown / 3.25; unknown / unknown");
	wrong +=
	    unit_text("campaign", item(&s, CAMPAIGN), "2026-09-28T15:05:46 / unknown");
	arena_free(&s.arena);
	assert_int_equal(wrong, 0);
}

/* Of complete records without a finding; without any record, of the campaign. */
static void
which_records(void **state)
{
	struct setting s;
	int wrong = 0;

	(void)state;
	start(&s);
	s.d.campaign.environment.cpu_model = "campaign's";
	s.d.campaign.environment.cpu_number = 6;
	wrong +=
	    unit_text("no record", item(&s, PROCESSOR), "campaign's (CPU 6, one core)");
	add(&s)->environment.cpu_model = "broken";
	s.timing[0].source.found.count = 1;
	wrong += unit_text(
	    "only a broken one", item(&s, PROCESSOR), "campaign's (CPU 6, one core)");
	add(&s)->environment.cpu_model = "only failed";
	s.timing[1].record.complete = false;
	wrong += unit_text("a failed one", item(&s, PROCESSOR), "only failed");
	add(&s)->environment.cpu_model = "good";
	wrong += unit_text("and a good one", item(&s, PROCESSOR), "good");
	add(&s)->environment.cpu_model = "failed";
	s.timing[3].record.complete = false;
	wrong += unit_text("and a failed one", item(&s, PROCESSOR), "good");
	environment_campaign_items(s.items, &s.d.campaign, &s.arena);
	wrong += unit_text("of the campaign", s.items[PROCESSOR].value,
	    "campaign's (CPU 6, one core)");
	arena_free(&s.arena);
	assert_int_equal(wrong, 0);
}

static void
time_texts(void **state)
{
	struct arena arena = {0};
	int wrong = 0;

	(void)state;
	wrong += unit_text("with a fraction",
	    environment_time("2026-09-28T15:05:46.790099+00:00", &arena),
	    "2026-09-28T15:05:46");
	wrong += unit_text("with an offset",
	    environment_time("2026-09-28T15:05:46-09:00", &arena),
	    "2026-09-29T00:05:46");
	wrong += unit_text("NULL", environment_time(NULL, &arena), "unknown");
	wrong += unit_text("none", environment_time("<b>", &arena), "unknown");
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(names),
	    cmocka_unit_test(clock_texts),
	    cmocka_unit_test(cycle_source),
	    cmocka_unit_test(emulated),
	    cmocka_unit_test(measured_clocks),
	    cmocka_unit_test(processors),
	    cmocka_unit_test(other_items),
	    cmocka_unit_test(which_records),
	    cmocka_unit_test(time_texts),
	};

	return cmocka_run_group_tests_name("environment", tests, NULL, NULL);
}

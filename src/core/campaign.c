/* SPDX-License-Identifier: MIT */
#include "core/campaign.h"

#include "core/field.h"
#include "core/finding.h"
#include "core/json.h"
#include "core/mem.h"
#include "core/pack.h"

#include <math.h>
#include <string.h>

#define FIELD(name, kind, member) \
	{ \
		name, FIELD_##kind, FIELD_OPTIONAL, offsetof(struct campaign, member) \
	}

static const struct field top[] = {
    FIELD("system_id", TEXT, system_id),
    FIELD("started_utc", TEXT, started_utc),
    FIELD("ended_utc", TEXT, ended_utc),
    FIELD("harness_additions", TEXT, harness_additions),
    FIELD("history_note", TEXT, history_note),
};

static const struct field arch_config[] = {
    FIELD("reference", TEXT, reference_flags),
    FIELD("performance", TEXT, performance_flags),
};

static const struct field planning[] = {
    FIELD("trials", COUNT, trials),
    FIELD("min_total", COUNT, min_total),
    FIELD("max_iters_per_trial", COUNT, max_iterations),
    FIELD("trial_target_s", REAL, trial_target_s),
    FIELD("op_budget_s", REAL, budget_s),
};

static const struct field noise_floor[] = {
    FIELD("relative", REAL, noise_floor),
    FIELD("method", TEXT, noise_method),
};

static const struct field tool[] = {
    FIELD("name", TEXT, tool_name),
    FIELD("version", TEXT, tool_version),
};

#undef FIELD

/* The objects of campaign.json; the top level has no name. */
static const struct part {
	const char *name, *path;
	const struct field *fields;
	size_t count;
} parts[] = {
    {NULL, "", top, COUNT_OF(top)},
    {"arch_config", "arch_config.", arch_config, COUNT_OF(arch_config)},
    {"planning", "planning.", planning, COUNT_OF(planning)},
    {"noise_floor", "noise_floor.", noise_floor, COUNT_OF(noise_floor)},
    {"tool", "tool.", tool, COUNT_OF(tool)},
};

static void
add_problem(struct campaign *c, const struct json *text, const char *phase, double cpu,
    struct arena *arena)
{
	if (!json_text(text))
		return;
	c->problem = arena_grow(arena, c->problem, c->problems, sizeof(*c->problem));
	c->problem[c->problems++] = (struct host_problem){
	    .phase = arena_text(arena, phase),
	    .text = arena_text(arena, json_text(text)),
	    .cpu = cpu >= 0 && cpu < 1e6 ? (int64_t)cpu : UNKNOWN_COUNT,
	};
}

static void
read_problems(struct campaign *c, const struct json *j, struct arena *arena)
{
	const struct json *check = json_first(json_member(j, "host_checks")), *p;

	for (; check; check = json_next(check)) {
		double cpu = -1;
		json_number(json_member(check, "cpu"), &cpu);
		p = json_first(json_member(check, "problems"));
		for (; p; p = json_next(p))
			add_problem(
			    c, p, json_text(json_member(check, "phase")), cpu, arena);
	}
	p = json_first(json_member(j, "host_problems"));
	for (; p; p = json_next(p))
		add_problem(c, p, NULL, -1, arena);
}

void
campaign_read(struct campaign *c, const struct json *j, const char *file,
    struct arena *arena, struct findings *findings)
{
	for (size_t i = 0; i < COUNT_OF(parts); i++) {
		struct place at = {findings, file, parts[i].path, 0};
		field_read(parts[i].name ? json_member(j, parts[i].name) : j,
		    parts[i].fields, parts[i].count, c, arena, &at);
	}
	environment_read(&c->environment, json_member(j, "environment_at_end"), file,
	    "environment_at_end.", arena, findings);
	read_problems(c, j, arena);
}

void
campaign_unknown(struct campaign *c)
{
	struct findings none = {0};

	memset(c, 0, sizeof(*c));
	for (size_t i = 0; i < COUNT_OF(parts); i++)
		field_read(NULL, parts[i].fields, parts[i].count, c, NULL,
		    &(struct place){&none, "", "", 0});
	environment_read(&c->environment, NULL, "", "", NULL, &none);
}

const struct field *
campaign_fields(const char *part, size_t *n)
{
	size_t i = 1; /* the top level has no name */

	while (i + 1 < COUNT_OF(parts) && strcmp(parts[i].name, part) != 0)
		i++;
	*n = parts[i].count;
	return parts[i].fields;
}

void
campaign_pack(struct pack *p, struct campaign *c)
{
	for (size_t i = 0; i < COUNT_OF(parts); i++)
		field_pack(p, parts[i].fields, parts[i].count, c);
	environment_pack(p, &c->environment);
	pack_count(p, &c->problems);
	if (!p->out)
		c->problem = arena_get(p->arena, c->problems * sizeof(*c->problem));
	for (size_t i = 0; i < c->problems && !p->bad; i++) {
		pack_text(p, &c->problem[i].phase);
		pack_text(p, &c->problem[i].text);
		pack_int(p, &c->problem[i].cpu);
	}
}

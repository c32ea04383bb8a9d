/* SPDX-License-Identifier: MIT */
#include "report/environment.h"

#include "core/buf.h"
#include "core/campaign.h"
#include "core/mem.h"
#include "core/text.h"
#include "core/utc.h"
#include "report/aggregate.h"
#include "report/candidate.h"
#include "report/dataset.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CLOCKS = 3 }; /* that are told one by one */

/* Distinct texts. */
struct texts {
	const char **text;
	size_t count;
	struct arena *arena;
};

static void
add_text(struct texts *t, const char *text)
{
	for (size_t i = 0; i < t->count; i++)
		if (!strcmp(t->text[i], text))
			return;
	t->text = arena_grow(t->arena, t->text, t->count, sizeof(*t->text));
	t->text[t->count++] = text;
}

static int
natural(const void *a, const void *b)
{
	return text_natural(*(const char *const *)a, *(const char *const *)b);
}

/* In natural order with a separator between them; "unknown" where there are none. */
static const char *
join(struct texts *t, const char *separator)
{
	struct buf b = {0};
	const char *all;

	if (!t->count)
		return "unknown";
	qsort(t->text, t->count, sizeof(*t->text), natural);
	for (size_t i = 0; i < t->count; i++) {
		buf_text(&b, i ? separator : "");
		buf_text(&b, t->text[i]);
	}
	all = arena_copy(t->arena, b.data, b.len);
	buf_free(&b);
	return all;
}

static const char *
known(const char *text)
{
	return text && *text ? text : "unknown";
}

static const char *
turbo_text(const struct environment *env)
{
	const char *setting = env->no_turbo ? env->no_turbo : env->boost;
	const char *off = env->no_turbo ? "1" : "0", *on = env->no_turbo ? "0" : "1";

	return text_equal(setting, off) ? "off"
	    : text_equal(setting, on)   ? "on"
					: "unknown";
}

static const char *
smt_text(const struct environment *env)
{
	if (text_equal(env->smt, "notsupported") ||
	    text_equal(env->smt, "notimplemented"))
		return "none";
	return known(env->smt);
}

static const char *
unknown_clock(
    const struct environment *env, const struct record *r, struct arena *arena)
{
	static const char *const sources[] = {
	    [CYCLES_PERF] = "cycles counted by hardware",
	    [CYCLES_ESTIMATE] = "cycles estimated",
	    [CYCLES_NONE] = "no cycle counter",
	};
	const char *text =
	    env->virtualized == 1 ? "not known (virtual machine)" : "not known";

	if (!r || !r->reference_source)
		return text;
	if (isnan(r->reference_hz))
		return arena_format(arena, "%s; %s, %s", text, sources[r->cycle_source],
		    r->reference_source);
	if (r->reference_hz < 1e9)
		return arena_format(arena, "%s; %s, %s at %.4g MHz", text,
		    sources[r->cycle_source], r->reference_source,
		    r->reference_hz / 1e6);
	return arena_format(arena, "%s; %s, %s at %.2f GHz", text,
	    sources[r->cycle_source], r->reference_source, r->reference_hz / 1e9);
}

/* Whether the probes of the measurement are all that is known of the clock. */
static bool
is_measured(const struct environment *env)
{
	return env->emulated != 1 && env->core_clock_hz > 0 &&
	    !(env->max_khz && strtod(env->max_khz, NULL) > 0);
}

static const char *
clock_text(const struct environment *env, const struct record *r, struct arena *arena)
{
	double ghz = env->max_khz ? strtod(env->max_khz, NULL) / 1e6 : 0;

	if (env->emulated == 1)
		return "not known (emulated processor: times and cycles mean nothing)";
	if (ghz > 0 && text_equal(env->architecture, "aarch64") &&
	    text_equal(env->min_khz, env->max_khz))
		return arena_format(arena,
		    "fixed %.2f GHz (governor %s, minimum = maximum), boost %s, SMT %s",
		    ghz, known(env->governor), turbo_text(env), smt_text(env));
	if (ghz > 0)
		return arena_format(arena,
		    "max %.2f GHz, governor %s, turbo %s, SMT %s", ghz,
		    known(env->governor), turbo_text(env), smt_text(env));
	if (is_measured(env))
		return arena_format(arena, "measured %.2f GHz, set by firmware, SMT %s",
		    (double)env->core_clock_hz / 1e9, smt_text(env));
	return unknown_clock(env, r, arena);
}

/* One environment, with the record it stands in (NULL: the campaign's). */
struct seen {
	const struct environment *env;
	const struct record *record;
};

static void
add_cpu(struct texts *cpus, int64_t number)
{
	char text[24];

	if (number < 0)
		return;
	snprintf(text, sizeof(text), "%lld", (long long)number);
	for (size_t i = 0; i < cpus->count; i++)
		if (!strcmp(cpus->text[i], text))
			return;
	add_text(cpus, arena_text(cpus->arena, text));
}

/* "<model> (CPUs 2, 7, one core each)", a text for each model. */
static const char *
processor_text(const struct seen *seen, size_t n, struct arena *arena)
{
	struct texts all = {.arena = arena};

	for (size_t i = 0; i < n; i++) {
		struct texts cpus = {.arena = arena};
		const char *model = known(seen[i].env->cpu_model), *list;
		if (i && !strcmp(known(seen[i - 1].env->cpu_model), model))
			continue;
		for (size_t k = 0; k < n; k++)
			if (!strcmp(known(seen[k].env->cpu_model), model))
				add_cpu(&cpus, seen[k].env->cpu_number);
		list = join(&cpus, ", ");
		add_text(&all,
		    cpus.count == 0 ? model
			: cpus.count == 1
			? arena_format(arena, "%s (CPU %s, one core)", model, list)
			: arena_format(
			      arena, "%s (CPUs %s, one core each)", model, list));
	}
	return join(&all, "; ");
}

/* Each clock, or from which to which, where many were measured: one that is not fixed
 * is another in every record. */
static const char *
clocks_text(const struct seen *seen, size_t n, struct texts *each, struct arena *arena)
{
	double low = INFINITY, high = 0;

	for (size_t i = 0; i < n; i++) {
		const struct environment *env = seen[i].env;
		double hz = (double)env->core_clock_hz;
		if (each->count <= CLOCKS || !is_measured(env) ||
		    !text_equal(env->smt, seen[0].env->smt))
			return join(each, "; ");
		low = fmin(low, hz);
		high = fmax(high, hz);
	}
	return arena_format(arena, "measured %.2f to %.2f GHz, set by firmware, SMT %s",
	    low / 1e9, high / 1e9, smt_text(seen[0].env));
}

static const char *
memory_text(const struct environment *env, struct arena *arena)
{
	return env->memory_kib < 0
	    ? "unknown"
	    : arena_format(arena, "%lld MiB", (long long)(env->memory_kib / 1024));
}

static const char *
pair_text(const char *a, const char *b, struct arena *arena)
{
	return arena_format(arena, "%s / %s", known(a), known(b));
}

const char *
environment_time(const char *utc, struct arena *arena)
{
	char text[UTC_SIZE];
	int64_t seconds;

	return utc_read(utc, &seconds) ? arena_text(arena, utc_text(text, seconds))
				       : "unknown";
}

/* Whether two records give the same texts, but for the processor's. */
static bool
says_the_same(const struct seen *a, const struct seen *b)
{
	const struct environment *x = a->env, *y = b->env;
	const char *const pairs[][2] = {
	    {x->machine, y->machine},
	    {x->architecture, y->architecture},
	    {x->os, y->os},
	    {x->kernel, y->kernel},
	    {x->compiler, y->compiler},
	    {x->cmake, y->cmake},
	    {x->governor, y->governor},
	    {x->min_khz, y->min_khz},
	    {x->max_khz, y->max_khz},
	    {x->no_turbo, y->no_turbo},
	    {x->boost, y->boost},
	    {x->smt, y->smt},
	};

	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
		if (!text_equal(pairs[i][0], pairs[i][1]))
			return false;
	/* the clock's text may name what stands in the record */
	return x->memory_kib == y->memory_kib && x->emulated == y->emulated &&
	    x->max_khz && y->max_khz;
}

static void
fill_items(struct environment_item items[ENVIRONMENT_ITEMS], const struct seen *seen,
    size_t n, const struct campaign *c, struct arena *arena)
{
	struct texts machine = {.arena = arena}, clock = machine, memory = machine,
		     os = machine, compiler = machine;

	for (size_t i = 0; i < n; i++) {
		const struct environment *env = seen[i].env;
		if (i && says_the_same(&seen[i], &seen[i - 1]))
			continue; /* as most do */
		if (env->machine && *env->machine)
			add_text(&machine, env->machine);
		add_text(&clock, clock_text(env, seen[i].record, arena));
		add_text(&memory, memory_text(env, arena));
		add_text(&os, pair_text(env->os, env->kernel, arena));
		add_text(&compiler, pair_text(env->compiler, env->cmake, arena));
	}
	items[0] =
	    (struct environment_item){"processor", processor_text(seen, n, arena)};
	items[1] = (struct environment_item){
	    "machine", machine.count ? join(&machine, "; ") : NULL};
	items[2] =
	    (struct environment_item){"clock", clocks_text(seen, n, &clock, arena)};
	items[3] = (struct environment_item){"memory", join(&memory, "; ")};
	items[4] = (struct environment_item){"OS / kernel", join(&os, "; ")};
	items[5] =
	    (struct environment_item){"compiler / build tool", join(&compiler, "; ")};
	items[6] = (struct environment_item){"campaign start / end (UTC)",
	    arena_format(arena, "%s / %s", environment_time(c->started_utc, arena),
		environment_time(c->ended_utc, arena))};
}

void
environment_items(struct environment_item items[ENVIRONMENT_ITEMS],
    const struct aggregate *a, struct arena *arena)
{
	const struct candidate *c = a->candidate;
	struct seen *seen = arena_get(arena, (c->timings + 1) * sizeof(*seen));
	size_t n = 0;

	/* complete records; where there are none, failed ones */
	for (int pass = 0; pass < 2 && !n; pass++)
		for (size_t i = 0; i < c->timings; i++) {
			const struct timing *t = &c->timing[i];
			if (!t->source.found.count && t->record.complete == (pass == 0))
				seen[n++] =
				    (struct seen){&t->record.environment, &t->record};
		}
	if (!n)
		seen[n++].env = &a->dataset->campaign.environment;
	fill_items(items, seen, n, &a->dataset->campaign, arena);
}

void
environment_campaign_items(struct environment_item items[ENVIRONMENT_ITEMS],
    const struct campaign *c, struct arena *arena)
{
	struct seen seen = {.env = &c->environment};

	fill_items(items, &seen, 1, c, arena);
}

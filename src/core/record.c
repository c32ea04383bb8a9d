/* SPDX-License-Identifier: MIT */
#include "core/record.h"

#include "core/buf.h"
#include "core/derive.h"
#include "core/detail.h"
#include "core/field.h"
#include "core/finding.h"
#include "core/json.h"
#include "core/mem.h"
#include "core/pack.h"
#include "core/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define FIELD(name, kind, need, member) \
	{ \
		name, FIELD_##kind, FIELD_##need, offsetof(struct record, member) \
	}

/* Checked in every record. */
static const struct field identity[] = {
    FIELD("status", TEXT, NEEDED, status),
    FIELD("candidate", TEXT, NEEDED, candidate),
    FIELD("label", TEXT, NEEDED, label),
    FIELD("instance", TEXT, NEEDED, instance),
    FIELD("variant", TEXT, NEEDED, variant),
    FIELD("flags", TEXT, NEEDED, flags),
    FIELD("operation", TEXT, NEEDED, operation),
    FIELD("input_bytes", COUNT, NEEDED, input_bytes),
    FIELD("kat", TEXT, NEEDED, kat),
    FIELD("kat_not_passed", BOOL, NEEDED, kat_not_passed),
    FIELD("library", TEXT, NULLABLE, library),
    FIELD("library_sha256", DIGEST, NULLABLE, library_sha256),
    FIELD("kat_log", TEXT, NULLABLE, kat_log),
    FIELD("kat_log_sha256", DIGEST, NULLABLE, kat_log_sha256),
};

/* Checked in complete ones. */
static const struct field measured[] = {
    FIELD("disturbed_retries", COUNT, NEEDED, disturbed_retries),
    FIELD("started_utc", TEXT, OPTIONAL, started_utc),
    FIELD("ended_utc", TEXT, OPTIONAL, ended_utc),
    FIELD("build_flags", TEXT, NULLABLE, build_flags),
    FIELD("timing_scope", TEXT, NULLABLE, timing_scope),
    FIELD("baseline_rss_bytes", COUNT, NULLABLE, baseline_rss),
    FIELD("peak_rss_bytes", COUNT, NULLABLE, peak_rss),
    FIELD("stability", TEXT, OPTIONAL, stability),
    FIELD("limit", TEXT, OPTIONAL, limit),
    FIELD("overhead_ns", REAL, OPTIONAL, overhead_ns),
};

static const struct field estimate[] = {
    FIELD("mean", REAL, NEEDED, estimated_mean),
    FIELD("median", REAL, NEEDED, estimated_median),
    FIELD("relative_error", REAL, NEEDED, estimate_error),
    FIELD("probe", TEXT, OPTIONAL, estimate_probe),
};

static const struct field reference[] = {
    FIELD("source", TEXT, OPTIONAL, reference_source),
    FIELD("hz", REAL, OPTIONAL, reference_hz),
};

static const struct field compile[] = {
    FIELD("command", TEXT, OPTIONAL, compile_command),
};

static const struct field kex[] = {
    FIELD("kex_passes", COUNT, OPTIONAL, kex_passes),
    FIELD("kex_passes_run", COUNT, OPTIONAL, kex_passes_run),
};

#undef FIELD
#define FIELD(name, kind, member) \
	{ \
		name, FIELD_##kind, FIELD_OPTIONAL, \
		    offsetof(struct environment, member) \
	}

static const struct field environment[] = {
    FIELD("architecture", TEXT, architecture),
    FIELD("cpu_model", TEXT, cpu_model),
    FIELD("machine", TEXT, machine),
    FIELD("os", TEXT, os),
    FIELD("kernel", TEXT, kernel),
    FIELD("compiler", TEXT, compiler),
    FIELD("cmake", TEXT, cmake),
    FIELD("cpufreq_governor", TEXT, governor),
    FIELD("cpufreq_min_khz", TEXT, min_khz),
    FIELD("cpufreq_max_khz", TEXT, max_khz),
    FIELD("intel_pstate_no_turbo", TEXT, no_turbo),
    FIELD("cpufreq_boost", TEXT, boost),
    FIELD("smt_control", TEXT, smt),
    FIELD("cpu_number", COUNT, cpu_number),
    FIELD("memory_total_kib", COUNT, memory_kib),
    FIELD("core_clock_hz", COUNT, core_clock_hz),
    FIELD("virtualized", BOOL, virtualized),
    FIELD("emulated", BOOL, emulated),
};

#undef FIELD
#define FIELD(name, member) \
	{ \
		name, FIELD_COUNT, FIELD_OPTIONAL, offsetof(struct sizes, member) \
	}

static const struct field sizes[] = {
    FIELD("input_bytes", input),
    FIELD("pk_bytes", pk),
    FIELD("sk_bytes", sk),
    FIELD("ct_bytes", ct),
    FIELD("ss_bytes", ss),
    FIELD("signature_bytes", signature),
    FIELD("digest_bytes", digest),
    FIELD("sta_bytes", sta),
    FIELD("stb_bytes", stb),
    FIELD("total_msg_bytes", total_msg),
    FIELD("ss_actual_bytes", ss_actual),
};

#undef FIELD

void
environment_read(struct environment *env, const struct json *j, const char *file,
    const char *path, struct arena *arena, struct findings *findings)
{
	struct place at = {findings, file, path, 0};

	field_read(j, environment, COUNT_OF(environment), env, arena, &at);
}

const struct field *
environment_fields(size_t *n)
{
	*n = COUNT_OF(environment);
	return environment;
}

void
environment_pack(struct pack *p, struct environment *env)
{
	field_pack(p, environment, COUNT_OF(environment), env);
}

static void
read_sizes(
    struct sizes *s, const struct json *j, struct arena *arena, const struct place *at)
{
	char name[24];
	struct field message = {name, FIELD_COUNT, FIELD_NEEDED, 0};

	field_read(j, sizes, COUNT_OF(sizes), s, arena, at);
	for (s->messages = 0; s->messages < KEX_MESSAGES; s->messages++) {
		snprintf(name, sizeof(name), "msg%zu_bytes", s->messages + 1);
		if (!json_member(j, name))
			break;
		field_read(j, &message, 1, &s->message[s->messages], arena, at);
	}
}

/* Finds the first process that did not complete, and the command of the first of all.
 */
static void
read_processes(struct record *r, const struct json *j, struct arena *arena)
{
	const struct json *p;
	struct buf words = {0};
	double code;

	for (p = json_first(j); p && !r->failure; p = json_next(p)) {
		const char *status = json_text(json_member(p, "status"));
		if (status && !strcmp(status, "complete"))
			continue;
		r->failure = arena_text(arena, status ? status : "no status");
		if (json_number(json_member(p, "exit_code"), &code))
			r->exit_code = (int64_t)fmax(-1e9, fmin(code, 1e9));
	}
	p = json_first(json_member(json_first(j), "command"));
	for (; p; p = json_next(p)) {
		if (words.len)
			buf_char(&words, ' ');
		buf_text(&words, json_text(p) ? json_text(p) : "?");
	}
	r->command = arena_text(arena, buf_string(&words));
	buf_free(&words);
}

static void
read_cycle_source(
    struct record *r, const struct json *j, struct arena *arena, const struct place *at)
{
	static const char *const names[] = {"perf", "estimate", "none"};
	struct place inner = *at;
	const struct json *source = json_member(j, "cycle_source");
	const char *text = json_text(source);
	char stood[80];

	r->cycle_source = isnan(r->derived.mean_cycles) ? CYCLES_NONE : CYCLES_PERF;
	for (size_t i = 0; text && i < COUNT_OF(names); i++)
		if (!strcmp(text, names[i])) {
			r->cycle_source = (enum cycle_source)i;
			text = NULL;
		}
	if (source && !json_is_null(source) && (text || !json_text(source)))
		field_finding(at, "cycle_source",
		    "is %s, wanted perf, estimate or none",
		    json_describe(source, stood));
	if (r->cycle_source == CYCLES_NONE &&
	    json_is_object(json_member(j, "estimated_cycles")))
		field_finding(at, "cycle_source",
		    "is %s, but there are estimated_cycles",
		    json_describe(source, stood));
	if (r->cycle_source == CYCLES_PERF && isnan(r->derived.mean_cycles))
		field_finding(at, "cycle_source", "is perf, but a trial has no cycles");
	inner.path = "estimated_cycles.";
	if (r->cycle_source == CYCLES_ESTIMATE)
		field_read(json_member(j, "estimated_cycles"), estimate,
		    COUNT_OF(estimate), r, arena, &inner);
	inner.path = "reference.";
	field_read(json_member(j, "reference"), reference, COUNT_OF(reference), r,
	    arena, &inner);
}

static void
need_object(const struct json *j, const char *name, const struct place *at)
{
	const struct json *member = json_member(j, name);
	char stood[80];

	if (!json_is_object(member))
		field_finding(
		    at, name, "is %s, wanted an object", json_describe(member, stood));
}

/* One of these, where it is there. */
static void
need_word(const char *text, const char *name, const char *const *words, size_t n,
    const struct place *at)
{
	for (size_t i = 0; i < n; i++)
		if (text_equal(text, words[i]))
			return;
	if (text)
		field_finding(at, name, "is \"%.40s\", wanted %s, %s or %s", text,
		    words[0], words[1], words[2]);
}

/* Everything that only a complete record has. */
static void
read_measured(
    struct record *r, const struct json *j, struct arena *arena, const struct place *at)
{
	static const char *const stabilities[] = {"stable", "disturbed", "unstable"};
	static const char *const limits[] = {"plan", "precision", "budget"};
	struct place inner = *at;
	size_t before = at->findings->count;

	field_read(j, measured, COUNT_OF(measured), r, arena, at);
	need_word(r->stability, "stability", stabilities, COUNT_OF(stabilities), at);
	need_word(r->limit, "limit", limits, COUNT_OF(limits), at);
	need_object(j, "sizes", at);
	need_object(j, "kex", at);
	inner.path = "sizes.";
	read_sizes(&r->sizes, json_member(j, "sizes"), arena, &inner);
	inner.path = "compile.";
	field_read(
	    json_member(j, "compile"), compile, COUNT_OF(compile), r, arena, &inner);
	inner.path = "kex.";
	field_read(json_member(j, "kex"), kex, COUNT_OF(kex), r, arena, &inner);
	derive(r, j, arena, at);
	read_cycle_source(r, j, arena, at);
	if (at->findings->count == before)
		detail_check(r, j, arena, at);
}

void
record_read(struct record *r, const struct json *j, const char *file,
    struct arena *arena, struct findings *findings)
{
	struct place at = {findings, file, "", 0};
	struct findings unchecked = {.arena = arena};
	double schema;

	r->exit_code = NO_EXIT_CODE;
	r->kex_passes = r->kex_passes_run = UNKNOWN_COUNT;
	r->baseline_rss = r->peak_rss = r->signing_retries = UNKNOWN_COUNT;
	r->estimated_mean = r->estimated_median = r->estimate_error = NAN;
	r->reference_hz = r->overhead_ns = NAN;
	if (!json_is_object(j)) {
		finding_add(findings, file, NULL, "is not a JSON object");
		return;
	}
	if (!json_number(json_member(j, "schema"), &schema) || schema != 2) {
		char stood[80];
		field_finding(&at, "schema", "is %s, wanted 2",
		    json_describe(json_member(j, "schema"), stood));
		return;
	}
	field_read(j, identity, COUNT_OF(identity), r, arena, &at);
	if (r->kat && r->kat_not_passed >= 0 &&
	    r->kat_not_passed != (strcmp(r->kat, "PASS") != 0))
		field_finding(&at, "kat_not_passed", "is %s, but kat is \"%.40s\"",
		    r->kat_not_passed ? "true" : "false", r->kat);
	r->complete = text_equal(r->status, "complete");
	if (r->status && !r->complete && strcmp(r->status, "failed_or_partial") != 0)
		field_finding(&at, "status",
		    "is \"%.40s\", wanted complete or failed_or_partial", r->status);
	/* of one that is not complete, only identity and digests are checked */
	environment_read(&r->environment, json_member(j, "environment"), file,
	    "environment.", arena, r->complete ? findings : &unchecked);
	read_processes(r, json_member(j, "processes"), arena);
	if (r->complete)
		read_measured(r, j, arena, &at);
}

void
record_pack(struct pack *p, struct record *r)
{
	int64_t source = r->cycle_source;

	field_pack(p, identity, COUNT_OF(identity), r);
	field_pack(p, measured, COUNT_OF(measured), r);
	field_pack(p, estimate, COUNT_OF(estimate), r);
	field_pack(p, reference, COUNT_OF(reference), r);
	field_pack(p, compile, COUNT_OF(compile), r);
	field_pack(p, kex, COUNT_OF(kex), r);
	environment_pack(p, &r->environment);
	field_pack(p, sizes, COUNT_OF(sizes), &r->sizes);
	pack_count(p, &r->sizes.messages);
	p->bad = p->bad || r->sizes.messages > KEX_MESSAGES;
	for (size_t i = 0; i < r->sizes.messages && !p->bad; i++)
		pack_int(p, &r->sizes.message[i]);
	pack_bool(p, &r->complete);
	pack_list(p, (void **)&r->trials, &r->trial_count, sizeof(*r->trials));
	pack_list(p, (void **)&r->batch, &r->batches, sizeof(*r->batch));
	pack_list(p, (void **)&r->batch_end, &r->batch_ends, sizeof(*r->batch_end));
	derived_pack(p, &r->derived);
	pack_text(p, &r->failure);
	pack_int(p, &r->exit_code);
	pack_int(p, &r->signing_retries);
	pack_text(p, &r->command);
	pack_int(p, &source);
	r->cycle_source = (enum cycle_source)source;
}

char *
record_key(const char *operation, int64_t input_bytes, struct arena *arena)
{
	if (input_bytes > 0)
		return arena_format(
		    arena, "%s_%lld", operation, (long long)input_bytes);
	return arena_text(arena, operation);
}

bool
record_costs(const struct record *r, bool in_time, double *x)
{
	for (size_t i = 0; i < r->trial_count; i++) {
		const struct trial *t = &r->trials[i];
		x[i] = in_time                           ? t->seconds
		    : r->cycle_source == CYCLES_ESTIMATE ? t->estimated
		    : r->cycle_source == CYCLES_PERF     ? (double)t->cycles
							 : NAN;
		x[i] /= (double)t->measurements;
		if (!(x[i] > 0) || isinf(x[i]))
			return false;
	}
	return true;
}

double
record_mean_cycles(const struct record *r)
{
	switch (r->cycle_source) {
	case CYCLES_PERF:
		return r->derived.mean_cycles;
	case CYCLES_ESTIMATE:
		return r->estimated_mean;
	case CYCLES_NONE:
		break;
	}
	return NAN;
}

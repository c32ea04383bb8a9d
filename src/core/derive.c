/* SPDX-License-Identifier: MIT */
#include "core/derive.h"

#include "core/field.h"
#include "core/finding.h"
#include "core/json.h"
#include "core/mem.h"
#include "core/record.h"
#include "core/stats.h"
#include "core/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIELD(name, kind, need, member) \
	{ \
		name, FIELD_##kind, FIELD_##need, offsetof(struct derived, member) \
	}

static const struct field fields[] = {
    FIELD("measurements", COUNT, NEEDED, measurements),
    FIELD("guide_100_measurements_met", BOOL, NEEDED, guide_100_met),
    FIELD("mean_seconds", REAL, NEEDED, mean_seconds),
    FIELD("median_trial_seconds", REAL, NEEDED, median_seconds),
    FIELD("min_trial_seconds", REAL, NEEDED, min_seconds),
    FIELD("max_trial_seconds", REAL, NEEDED, max_seconds),
    FIELD("mean_cycles", REAL, NULLABLE, mean_cycles),
    FIELD("median_trial_cycles", REAL, NULLABLE, median_cycles),
    FIELD("operations_per_second", REAL, NEEDED, per_second),
    FIELD("throughput_MB_per_second", REAL, NULLABLE, megabytes_per_second),
};

#undef FIELD
#define FIELD(name, kind, member) \
	{ \
		name, FIELD_##kind, FIELD_NEEDED, offsetof(struct trial, member) \
	}

static const struct field trial_fields[] = {
    FIELD("measurements", COUNT, measurements),
    FIELD("seconds", REAL, seconds),
    FIELD("cycles", COUNT, cycles),
};

void
derived_write(struct json *to, const struct derived *d)
{
	field_write(to, fields, COUNT_OF(fields), d);
}

void
derived_pack(struct pack *p, struct derived *d)
{
	field_pack(p, fields, COUNT_OF(fields), d);
}

/* A trial without measurements or time gives no figure. */
static void
read_trials(struct record *r, const struct json *list, struct arena *arena,
    const struct place *at)
{
	struct place inner = {at->findings, at->file, "trials", 0};
	size_t n = json_count(list);
	struct trial *t;

	if (!json_is_array(list) || !n) {
		field_finding(at, "trials", "holds no trial");
		return;
	}
	r->trials = arena_get(arena, n * sizeof(*r->trials));
	r->derived.measurements = 0;
	for (list = json_first(list); list; list = json_next(list)) {
		t = &r->trials[r->trial_count];
		t->estimated = NAN;
		inner.element = ++r->trial_count;
		if (field_read(
			list, trial_fields, COUNT_OF(trial_fields), t, arena, &inner))
			continue;
		r->derived.measurements += t->measurements;
		if (r->derived.measurements > COUNT_MAX) {
			field_finding(&inner, "measurements", "take the sum over 2^53");
			return;
		}
		if (t->measurements == 0)
			field_finding(&inner, "measurements", "is 0, wanted 1 or more");
		if (t->seconds < 1e-9 || t->seconds > 1e9)
			field_finding(&inner, "seconds",
			    "is %g, wanted a nanosecond or more, at most 1e9 s",
			    t->seconds);
	}
}

static double
median_cost(double *cost, size_t n)
{
	stats_sort(cost, n);
	return stats_quantile(cost, n, 0.5);
}

void
derived_compute(struct derived *d, const struct trial *t, size_t n, int64_t input_bytes)
{
	double *total = mem_resize(NULL, 2 * n, sizeof(*total)), *cost = total + n;
	double seconds, measurements;
	bool cycles = true;

	d->measurements = 0;
	for (size_t i = 0; i < n; i++) {
		d->measurements += t[i].measurements;
		total[i] = t[i].seconds;
		cost[i] = t[i].seconds / (double)t[i].measurements;
		cycles = cycles && t[i].cycles > 0;
	}
	measurements = (double)d->measurements;
	seconds = stats_sum(total, n);
	d->guide_100_met = d->measurements >= 100;
	d->mean_seconds = seconds / measurements;
	d->median_seconds = median_cost(cost, n);
	d->min_seconds = cost[0];
	d->max_seconds = cost[n - 1];
	d->per_second = measurements / seconds;
	d->megabytes_per_second =
	    input_bytes ? (double)input_bytes * measurements / seconds / 1e6 : NAN;
	d->mean_cycles = d->median_cycles = NAN;
	if (cycles) {
		for (size_t i = 0; i < n; i++) {
			total[i] = (double)t[i].cycles;
			cost[i] = total[i] / (double)t[i].measurements;
		}
		d->mean_cycles = stats_sum(total, n) / measurements;
		d->median_cycles = median_cost(cost, n);
	}
	mem_free(total);
}

/* The trials of all processes, in order, are the record's. */
static void
compare_trials(
    const struct record *r, const struct json *processes, const struct place *at)
{
	struct findings unused = *at->findings;
	size_t i = 0;

	for (const struct json *p = json_first(processes); p; p = json_next(p)) {
		const struct json *j = json_first(json_member(p, "trials"));
		for (; j; j = json_next(j), i++) {
			struct trial t = {0};
			struct place inner = {&unused, at->file, "trials", i + 1};

			if (i >= r->trial_count)
				continue;
			/* another kind of value differs below; once is enough */
			field_read(j, trial_fields, COUNT_OF(trial_fields), &t,
			    at->findings->arena, &inner);
			inner.findings = at->findings;
			if (t.measurements != r->trials[i].measurements ||
			    t.cycles != r->trials[i].cycles ||
			    !(t.seconds == r->trials[i].seconds))
				field_finding(
				    &inner, "", "differs from the process's own");
		}
	}
	if (i != r->trial_count)
		field_finding(at, "trials", "has %zu trials, the processes have %zu",
		    r->trial_count, i);
}

/* A number written as a text; false where it is none. */
static bool
read_count(const char *text, int64_t *value)
{
	char *end;

	if (!text || *text < '0' || *text > '9')
		return false;
	*value = strtoll(text, &end, 10);
	return *end == '\0' && *value <= COUNT_MAX;
}

static bool
meta_count(const struct json *meta, const char *name, int64_t *value)
{
	return read_count(json_text(json_member(meta, name)), value);
}

/* Every number of the record's object that meta holds too is the same there. */
static void
compare_object(const struct json *object, const char *path, const struct json *meta,
    const struct place *at)
{
	struct place inner = {at->findings, at->file, path, 0};
	const struct json *last = NULL;
	const char *said;
	char stood[80];
	double value;
	int64_t count;

	if (!json_is_object(meta))
		return;
	for (const struct json *m = json_first(object); m; m = json_next(m)) {
		said = json_text(json_seek(meta, &last, json_name(m)));
		if (!said)
			continue;
		value = NAN;
		json_number(m, &value);
		if (!read_count(said, &count) || (double)count != value)
			field_finding(&inner, json_name(m),
			    "is %s, meta of a process says \"%.40s\"",
			    json_describe(m, stood), said);
	}
}

/* What meta says of sizes and passes stands in the record too. */
static void
find_missing(const struct json *object, const char *path, const char *const *names,
    size_t n, const struct json *meta, const struct place *at)
{
	struct place inner = {at->findings, at->file, path, 0};
	const char *said;

	for (size_t i = 0; i < n; i++) {
		said = json_text(json_member(meta, names[i]));
		if (said && !json_member(object, names[i]))
			field_finding(&inner, names[i],
			    "is missing, meta of a process says \"%.40s\"", said);
	}
}

/* Of one process: the others' meta names the same. */
static void
find_all_missing(const struct json *j, const struct json *meta, const struct place *at)
{
	static const char *const sizes[] = {"pk_bytes", "sk_bytes", "ct_bytes",
	    "ss_bytes", "signature_bytes", "digest_bytes", "sta_bytes", "stb_bytes",
	    "total_msg_bytes", "ss_actual_bytes"};
	static const char *const passes[] = {"kex_passes", "kex_passes_run"};
	const struct json *object = json_member(j, "sizes");
	const char *message;
	char name[24];

	find_missing(object, "sizes.", sizes, COUNT_OF(sizes), meta, at);
	for (int i = 1; i <= KEX_MESSAGES; i++) {
		snprintf(name, sizeof(name), "msg%d_bytes", i);
		message = name;
		if (!json_member(meta, name))
			break;
		find_missing(object, "sizes.", &message, 1, meta, at);
	}
	find_missing(json_member(j, "kex"), "kex.", passes, COUNT_OF(passes), meta, at);
}

static void
compare_meta(const struct record *r, const struct json *j, const struct json *meta,
    const struct place *at)
{
	const struct {
		const char *name, *value;
	} texts[] = {
	    {"build_flags", r->build_flags},
	    {"timing_scope", r->timing_scope},
	};
	const char *said;
	int64_t count;

	compare_object(json_member(j, "sizes"), "sizes.", meta, at);
	compare_object(json_member(j, "kex"), "kex.", meta, at);
	said = json_text(json_member(meta, "input_bytes"));
	if (said && (!read_count(said, &count) || count != r->input_bytes))
		field_finding(at, "input_bytes",
		    "is %lld, meta of a process says \"%.40s\"",
		    (long long)r->input_bytes, said);
	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		said = json_text(json_member(meta, texts[i].name));
		if (said && !text_equal(said, texts[i].value))
			field_finding(at, texts[i].name,
			    "is \"%.200s\", meta of a process says \"%.200s\"",
			    texts[i].value ? texts[i].value : "null", said);
	}
}

/* What the record says of all its processes is their sum or maximum. */
static void
compare_totals(const struct record *r, int64_t baseline, int64_t peak, int64_t retries,
    const struct place *at)
{
	static const struct field totals[] = {
	    {"disturbed_retries", FIELD_COUNT, FIELD_NEEDED,
		offsetof(struct record, disturbed_retries)},
	    {"baseline_rss_bytes", FIELD_COUNT, FIELD_NEEDED,
		offsetof(struct record, baseline_rss)},
	    {"peak_rss_bytes", FIELD_COUNT, FIELD_NEEDED,
		offsetof(struct record, peak_rss)},
	};
	struct record right = {0};

	right.disturbed_retries = retries;
	right.baseline_rss = baseline;
	right.peak_rss = peak;
	field_compare(totals, COUNT_OF(totals), r, &right, at);
}

static void
compare_processes(struct record *r, const struct json *j, const struct place *at)
{
	int64_t baseline = UNKNOWN_COUNT, peak = UNKNOWN_COUNT, retries = 0, count;
	const struct json *p = json_member(j, "processes"), *meta;
	double number;

	p = json_first(p);
	find_all_missing(j, json_member(p, "meta"), at);
	for (; p; p = json_next(p)) {
		meta = json_member(p, "meta");
		compare_meta(r, j, meta, at);
		if (meta_count(meta, "baseline_rss_bytes", &count) && count > baseline)
			baseline = count;
		if (meta_count(meta, "peak_rss_bytes", &count) && count > peak)
			peak = count;
		if (json_number(json_member(p, "disturbed_retries"), &number) &&
		    number >= 0 && number < 1e9)
			retries += (int64_t)number;
		if (meta_count(meta, "sign_failures_retried", &count) &&
		    r->signing_retries <= COUNT_MAX)
			r->signing_retries =
			    (r->signing_retries < 0 ? 0 : r->signing_retries) + count;
	}
	compare_totals(r, baseline, peak, retries, at);
}

void
derive(
    struct record *r, const struct json *j, struct arena *arena, const struct place *at)
{
	struct derived claimed;
	size_t before = at->findings->count;

	r->derived = (struct derived){
	    .measurements = UNKNOWN_COUNT, .mean_seconds = NAN, .mean_cycles = NAN};
	read_trials(r, json_member(j, "trials"), arena, at);
	if (at->findings->count > before)
		return;
	derived_compute(&r->derived, r->trials, r->trial_count, r->input_bytes);
	compare_trials(r, json_member(j, "processes"), at);
	field_read(j, fields, COUNT_OF(fields), &claimed, arena, at);
	if (at->findings->count == before)
		field_compare(fields, COUNT_OF(fields), &claimed, &r->derived, at);
	compare_processes(r, j, at);
}

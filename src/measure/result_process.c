/* SPDX-License-Identifier: MIT */
#include "measure/result_process.h"

#include "core/buf.h"
#include "core/json.h"
#include "core/mem.h"
#include "core/stats.h"
#include "core/text.h"
#include "measure/figures.h"
#include "measure/result.h"
#include "measure/sandbox.h"
#include "measure/series.h"

#include <math.h>
#include <string.h>

enum { OUTPUT_SHOWN = 2000 };

/* What is not clock but chain: additions and loops of other instructions differ so far.
 */
static const double probe_bias = 0.005;

/* The lengths that every record names. */
static const char *const sizes[] = {
    "pk_bytes",
    "sk_bytes",
    "ct_bytes",
    "ss_bytes",
    "signature_bytes",
    "digest_bytes",
};

/* Half the distance between the quartiles of a trial's clock, over its median. */
static double
clock_spread(const struct attempt *a)
{
	return (a->clock_hz[2] - a->clock_hz[0]) / 2 / a->clock_hz[1];
}

struct result_clock
result_clock(const struct series *s)
{
	struct result_clock c = {NAN, NAN, NAN, NAN};
	double spread = 0, *core = NULL;
	size_t n = 0;

	for (size_t i = 0; i < s->trials; i++) {
		const struct attempt *a = s->trial[i].accepted;
		spread += clock_spread(a);
		if (isnan(spread))
			break;
		core = mem_resize(core, n + a->probes, sizeof(*core));
		memcpy(core + n, a->core_hz, a->probes * sizeof(*core));
		n += a->probes;
	}
	if (n && !isnan(spread)) {
		stats_sort(core, n);
		c = (struct result_clock){stats_quantile(core, n, 0.5), core[0],
		    core[n - 1], spread / (double)s->trials + probe_bias};
	}
	mem_free(core);
	return c;
}

int
result_retries(const struct series *s)
{
	int retries = 0;

	for (size_t i = 0; i < s->trials; i++)
		retries += s->trial[i].retries;
	return retries;
}

static int64_t
size_of(const struct attempt *a, const char *name)
{
	for (size_t i = 0; a && i < a->sizes; i++)
		if (!strcmp(a->size[i].name, name))
			return a->size[i].bytes;
	return 0;
}

static const struct attempt *
any_attempt(const struct series *s)
{
	return s->trials ? s->trial[0].accepted : s->failure;
}

static bool
is_in_every_record(const char *name)
{
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
		if (!strcmp(sizes[i], name))
			return true;
	return false;
}

/* The lengths, and then those that a process reports beside; add takes each. */
static void
for_sizes(const struct result_context *c, const struct attempt *a, struct json *j,
    void (*add)(
	const struct result_context *c, struct json *j, const char *name, int64_t n))
{
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
		add(c, j, sizes[i], size_of(a, sizes[i]));
	for (size_t i = 0; a && i < a->sizes; i++)
		if (!is_in_every_record(a->size[i].name))
			add(c, j, a->size[i].name, a->size[i].bytes);
}

static void
add_number(
    const struct result_context *c, struct json *j, const char *name, int64_t number)
{
	(void)c;
	json_add_number(j, name, (double)number);
}

void
result_sizes(const struct result_context *c, struct json *j)
{
	const struct attempt *a = any_attempt(c->series);
	struct json *to = json_add_object(j, "sizes");

	json_add_number(to, "input_bytes", (double)c->plan->attempt.input_bytes);
	for_sizes(c, a, to, add_number);
	to = json_add_object(j, "kex");
	if (a && a->passes[1]) {
		add_number(c, to, "kex_passes", a->passes[0]);
		add_number(c, to, "kex_passes_run", a->passes[1]);
	}
}

static void
add_number_text(
    const struct result_context *c, struct json *j, const char *name, int64_t number)
{
	json_add_text(j, name, arena_format(c->arena, "%lld", (long long)number));
}

/* What a driver of the format says of itself; the memory figures are those of the
 * process that only measured them. */
static void
add_meta(const struct result_context *c, const struct attempt *a, int64_t measurements,
    struct json *process)
{
	struct json *j = json_add_object(process, "meta");
	const struct result_library *l = c->library;

	json_add_text(j, "id", l->candidate);
	json_add_text(j, "instance", l->instance);
	json_add_text(j, "variant", l->variant);
	json_add_text(j, "operation", c->plan->attempt.operation);
	add_number_text(c, j, "input_bytes", c->plan->attempt.input_bytes);
	if (l->build_flags)
		json_add_text(j, "build_flags", l->build_flags);
	if (c->series->memory.baseline >= 0)
		add_number_text(c, j, "baseline_rss_bytes", c->series->memory.baseline);
	for_sizes(c, a, j, add_number_text);
	if (a->passes[1]) {
		add_number_text(c, j, "kex_passes", a->passes[0]);
		add_number_text(c, j, "kex_passes_run", a->passes[1]);
	}
	json_add_text(j, "mode", "batches");
	json_add_text(j, "cpu_cycles_available", a->no_counter ? "no" : "yes");
	json_add_text(j, "timing_scope", "loop");
	add_number_text(c, j, "warmups", a->warmups);
	if (c->series->memory.peak >= 0)
		add_number_text(c, j, "peak_rss_bytes", c->series->memory.peak);
	add_number_text(c, j, "measurement_count", measurements);
	json_add_text(
	    j, "guide_100_measurements", measurements >= 100 ? "met" : "not_met");
}

static void
add_trial(struct json *list, const struct figures_trial *t)
{
	struct json *j = json_add_object(list, NULL);

	json_add_number(j, "measurements", (double)t->measurements);
	json_add_number(j, "seconds", (double)t->ns / 1e9);
	json_add_number(j, "cycles", (double)t->cycles);
}

/* The last characters of what was printed, all of them visible. */
static void
add_output(struct json *j, const char *text)
{
	struct buf shown = {0};
	const char *start;

	text_visible(&shown, text);
	start = buf_string(&shown);
	if (shown.len > OUTPUT_SHOWN)
		start += shown.len - OUTPUT_SHOWN;
	while (((unsigned char)*start & 0xc0) == 0x80)
		start++; /* not from the midst of a character */
	json_add_text(j, "stderr", start);
	buf_free(&shown);
}

static void
add_command(const struct result_context *c, const struct attempt *a, struct json *j)
{
	struct json *list = json_add_array(j, "command");

	for (const char *const *word = a->command; *word; word++)
		json_add_text(list, NULL,
		    !strcmp(*word, c->plan->attempt.library) ? c->library->path
							     : *word);
}

static void
add_sandbox(const struct attempt *a, struct json *j)
{
	struct buf text = {0};

	sandbox_words(&text, a->sandbox);
	json_add_text(j, "sandbox", buf_string(&text));
	buf_free(&text);
}

static void
add_process(const struct result_context *c, const struct attempt *a, int retries,
    struct json *list)
{
	struct figures_trial t = figures_trial(a, c->series->unit == UNIT_CYCLES);
	bool complete = a->outcome == OUTCOME_COMPLETE;
	struct json *j = json_add_object(list, NULL), *trials;
	struct buf detail = {0};

	json_add_text(j, "status",
	    a->outcome == OUTCOME_TIMEOUT ? "hard_timeout" : outcome_name(a->outcome));
	json_add_number(j, "exit_code", a->exit_code);
	if (!complete) {
		text_visible(&detail, a->detail);
		json_add_text(j, "detail", buf_string(&detail));
		buf_free(&detail);
	}
	add_meta(c, a, complete ? t.measurements : 0, j);
	trials = json_add_array(j, "trials");
	if (complete)
		add_trial(trials, &t);
	add_output(j, a->output);
	add_command(c, a, j);
	add_sandbox(a, j);
	json_add_number(j, "wall_s", a->wall_s);
	json_add_number(j, "disturbed_retries", retries);
}

void
result_processes(const struct result_context *c, struct json *j)
{
	const struct series *s = c->series;
	struct json *list = json_add_array(j, "processes");

	for (size_t i = 0; i < s->trials; i++)
		add_process(c, s->trial[i].accepted, s->trial[i].retries, list);
	if (s->failure)
		add_process(c, s->failure, 0, list);
	list = json_add_array(j, "trials");
	for (size_t i = 0; i < s->trials; i++) {
		struct figures_trial t =
		    figures_trial(s->trial[i].accepted, s->unit == UNIT_CYCLES);
		add_trial(list, &t);
	}
}

static void
add_batches(const struct series *s, const struct attempt *a, struct json *to)
{
	bool counted = s->unit == UNIT_CYCLES, estimated = !isnan(a->clock_hz[1]);
	struct json *j = json_add_object(to, "batches"), *list;

	list = json_add_array(j, "ns");
	for (size_t i = 0; i < a->batches; i++)
		json_add_number(list, NULL, (double)a->batch[i].ns);
	list = counted ? json_add_array(j, "cycles") : NULL;
	for (size_t i = 0; list && i < a->batches; i++)
		json_add_number(list, NULL, (double)a->batch[i].cycles);
	list = estimated ? json_add_array(j, "estimated_cycles") : NULL;
	for (size_t i = 0; list && i < a->batches; i++)
		json_add_number(list, NULL, a->batch[i].estimate);
	list = counted ? json_add_array(j, "rejected") : NULL;
	for (size_t i = 0; list && i < a->batches; i++)
		if (!a->batch[i].counted)
			json_add_number(list, NULL, (double)i);
}

static void
add_count(struct json *j, const char *name, int64_t count, double per)
{
	json_add_number(j, name, count < 0 ? NAN : (double)count / per);
}

static struct json *
add_attempt(const struct series *s, const struct attempt *a, struct json *list)
{
	struct json *j = json_add_object(list, NULL), *inner;

	json_add_number(j, "seed", (double)a->seed);
	json_add_text(j, "drng_seed", a->drng_seed);
	json_add_number(j, "environment_bytes", (double)a->environment_bytes);
	json_add_number(j, "stack_offset", (double)a->stack_offset);
	json_add_number(j, "first_call_ns", (double)a->first_call_ns);
	json_add_number(j, "calls_per_batch", (double)a->calls_per_batch);
	add_batches(s, a, j);
	inner = json_add_array(j, "probe_hz");
	for (int q = 0; q < 3; q++)
		json_add_number(inner, NULL, round(a->clock_hz[q]));
	inner = json_add_array(j, "switches");
	add_count(inner, NULL, a->usage.voluntary, 1);
	add_count(inner, NULL, a->usage.involuntary, 1);
	add_count(j, "migrations", a->usage.migrations, 1);
	inner = json_add_array(j, "faults");
	add_count(inner, NULL, a->usage.minor, 1);
	add_count(inner, NULL, a->usage.major, 1);
	add_count(j, "run_delay_ms", a->usage.run_delay_ns, 1e6);
	add_count(j, "steal_ms", a->usage.steal_ns, 1e6);
	json_add_text(j, "counter", a->no_counter ? a->no_counter : "yes");
	return j;
}

void
result_detail(const struct result_context *c, struct json *j)
{
	const struct series *s = c->series;
	struct json *list = json_add_array(j, "detail"), *one;

	for (size_t i = 0; i < s->trials; i++) {
		one = add_attempt(s, s->trial[i].accepted, list);
		if (s->trial[i].accepted->reason)
			json_add_text(one, "reason", s->trial[i].accepted->reason);
	}
	list = json_add_array(j, "rejected_trials");
	for (size_t i = 0; i < s->trials; i++)
		for (int k = 0; k < s->trial[i].retries; k++) {
			one = add_attempt(s, s->trial[i].rejected[k], list);
			json_add_number(one, "trial", (double)i);
			json_add_text(one, "reason", s->trial[i].rejected[k]->reason);
		}
}

/* SPDX-License-Identifier: MIT */
#include "measure/attempt.h"

#include "core/err.h"
#include "core/mem.h"
#include "measure/child.h"
#include "measure/clock.h"
#include "measure/sandbox.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	SEED_BYTES = 48, /* 00 01 … 2f, as the guide asks */
	OFFSETS = 4096,  /* of environment and stack, in bytes */
	STACK_STEP = 16,
	MOST_BATCHES = 1000000,
	WORDS = 32,
};

struct reading {
	struct attempt *a;
	struct attempt_memory *memory;
	struct attempt_look *look;
	struct arena *arena;
	bool bad;
	char line[120]; /* the first bad one */
};

/* The numbers of a line, all of them and no more, each from low to 2^53. */
static bool
read_numbers(const char *text, int64_t low, int64_t *out, int n)
{
	char *end;

	for (int i = 0; i < n; i++) {
		out[i] = strtoll(text, &end, 10);
		if (end == text || (*end != ' ' && *end != '\0') || out[i] < low ||
		    out[i] > (INT64_C(1) << 53))
			return false;
		text = end;
	}
	return *text == '\0';
}

static bool
read_batch(struct reading *r, const char *text)
{
	struct attempt *a = r->a;
	int64_t n[4];

	if (!read_numbers(text, 0, n, 4) || n[0] <= 0 || a->batches == MOST_BATCHES)
		return false;
	a->batch = arena_grow(r->arena, a->batch, a->batches, sizeof(*a->batch));
	a->batch[a->batches++] = (struct batch){
	    .ns = n[0], .ticks = n[1], .cycles = n[2], .counted = n[3] != 0};
	return true;
}

static bool
read_probe(struct reading *r, const char *text)
{
	struct attempt *a = r->a;
	int64_t n[4];

	if (!read_numbers(text, 1, n, 4) || a->probes > MOST_BATCHES)
		return false;
	a->probe = arena_grow(r->arena, a->probe, a->probes, sizeof(*a->probe));
	a->probe[a->probes++] = (struct probe){n[0], n[1], n[2], n[3]};
	return true;
}

static bool
read_usage(struct reading *r, const char *text)
{
	int64_t n[7];

	if (!read_numbers(text, -1, n, 7))
		return false;
	r->a->usage = (struct usage){n[0], n[1], n[2], n[3], n[4], n[5], n[6]};
	return true;
}

/* "<name> <bytes>", added to a list of n. */
static bool
add_size(struct reading *r, const char *text, struct size **list, size_t *n)
{
	const char *number = strrchr(text, ' ');
	int64_t bytes;

	if (!number || !read_numbers(number + 1, 0, &bytes, 1) || *n == WORDS)
		return false;
	*list = arena_grow(r->arena, *list, *n, sizeof(**list));
	(*list)[(*n)++] =
	    (struct size){arena_copy(r->arena, text, (size_t)(number - text)), bytes};
	return true;
}

static bool
read_size(struct reading *r, const char *text)
{
	return add_size(r, text, &r->a->size, &r->a->sizes);
}

static bool
read_further(struct reading *r, const char *text)
{
	return r->look && add_size(r, text, &r->look->further, &r->look->furthers);
}

static bool
read_overhead(struct reading *r, const char *text)
{
	char *end;

	r->a->overhead_ns = strtod(text, &end);
	return end != text && *end == '\0' && r->a->overhead_ns >= 0 &&
	    r->a->overhead_ns < 1e9;
}

static bool
read_counter(struct reading *r, const char *text)
{
	r->a->no_counter = strcmp(text, "yes") != 0 ? arena_text(r->arena, text) : NULL;
	return true;
}

static bool
read_source(struct reading *r, const char *text)
{
	r->a->tick_source = arena_text(r->arena, text);
	return true;
}

static bool
read_first_call(struct reading *r, const char *text)
{
	return read_numbers(text, 0, &r->a->first_call_ns, 1);
}

static bool
read_warmups(struct reading *r, const char *text)
{
	return read_numbers(text, 0, &r->a->warmups, 1);
}

static bool
read_calls(struct reading *r, const char *text)
{
	return read_numbers(text, 1, &r->a->calls_per_batch, 1);
}

static bool
read_passes(struct reading *r, const char *text)
{
	return read_numbers(text, 0, r->a->passes, 2);
}

static bool
read_baseline(struct reading *r, const char *text)
{
	return read_numbers(text, 0, &r->memory->baseline, 1);
}

static bool
read_peak(struct reading *r, const char *text)
{
	return read_numbers(text, 0, &r->memory->peak, 1);
}

static const struct {
	const char *word;
	bool of_memory; /* of a memory process, else of a trial */
	bool (*read)(struct reading *r, const char *text);
} lines[] = {
    {"batch", false, read_batch},
    {"probe", false, read_probe},
    {"usage", false, read_usage},
    {"size", false, read_size},
    {"overhead_ns", false, read_overhead},
    {"counter", false, read_counter},
    {"tick_source", false, read_source},
    {"first_call_ns", false, read_first_call},
    {"warmups", false, read_warmups},
    {"calls_per_batch", false, read_calls},
    {"passes", false, read_passes},
    {"further", false, read_further},
    {"baseline_rss_bytes", true, read_baseline},
    {"peak_rss_bytes", true, read_peak},
};

static void
take_line(void *context, const char *text, size_t len)
{
	struct reading *r = context;
	size_t n = strcspn(text, " ");

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		if (text[n] && strlen(lines[i].word) == n &&
		    !memcmp(lines[i].word, text, n) && lines[i].of_memory == !r->a &&
		    strlen(text) == len && lines[i].read(r, text + n + 1))
			return;
	if (!r->bad)
		snprintf(r->line, sizeof(r->line), "%s", text);
	r->bad = true;
}

/* What a complete report has to have. */
static bool
is_whole(const struct attempt *a)
{
	return a->batches && a->probes == a->batches + 1 && a->calls_per_batch &&
	    a->tick_source;
}

const char *
attempt_drng_seed(int trial, struct arena *arena)
{
	char *hex = arena_get(arena, 2 * SEED_BYTES + 9);

	for (int i = 0; i < SEED_BYTES; i++)
		snprintf(hex + 2 * i, 3, "%02x", (unsigned)i);
	if (trial)
		snprintf(hex + 2 * SEED_BYTES, 9, "%08x", (unsigned)trial);
	return hex;
}

int64_t
attempt_next_seed(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return (int64_t)((z ^ z >> 31) >> 11);
}

static void
lay_out(struct attempt *a, int64_t seed)
{
	uint64_t state = (uint64_t)seed;

	a->seed = seed;
	a->environment_bytes = attempt_next_seed(&state) % OFFSETS;
	if (a->environment_bytes < 2)
		a->environment_bytes = 0; /* no variable is so short */
	a->stack_offset =
	    attempt_next_seed(&state) % (OFFSETS / STACK_STEP) * STACK_STEP;
}

static const char *
text_of(struct arena *arena, int64_t number)
{
	return arena_format(arena, "%lld", (long long)number);
}

/* A command of the driver with the words that all of them share, and room for WORDS.
 * *n is their number. */
static const char **
words(const char *command, const struct attempt_plan *p, size_t *n, struct arena *arena)
{
	const char **word = arena_get(arena, (WORDS + 1) * sizeof(*word));
	const char *const shared[] = {"ngcc-trial", command, "--library", p->library,
	    "--type", category_name(p->category), "--operation", p->operation,
	    "--input-bytes", text_of(arena, p->input_bytes), "--digest-bits",
	    text_of(arena, p->digest_bits)};

	memcpy(word, shared, sizeof(shared));
	*n = sizeof(shared) / sizeof(shared[0]) - (p->digest_bits ? 0 : 2);
	return word;
}

/* Runs the driver, whose report r takes. The output is freed by the caller. */
static int
run(struct child_result *result, const struct attempt_plan *p, const char **word,
    int64_t environment_bytes, struct reading *r, struct err *e)
{
	struct sandbox_plan box = sandbox_driver(p->library, p->cpu, p->timeout_s);
	struct child_plan child = {.program = p->driver,
	    .argv = word,
	    .cpu = p->cpu,
	    .environment_bytes = (size_t)environment_bytes,
	    .timeout_s = p->timeout_s,
	    .sandbox = &box,
	    .line = take_line,
	    .context = r};

	*result = (struct child_result){0};
	return child_run(&child, result, e);
}

int
attempt_run(struct attempt *a, const struct attempt_plan *p, int trial, int64_t seed,
    struct arena *arena, struct err *e)
{
	struct reading r = {.a = a, .arena = arena};
	struct child_result result;
	size_t n;
	const char **word = words("time", p, &n, arena);
	int failed;

	*a = (struct attempt){
	    .drng_seed = attempt_drng_seed(trial, arena), .command = word};
	lay_out(a, seed);
	const char *const more[] = {"--seconds", arena_format(arena, "%g", p->seconds),
	    "--budget", arena_format(arena, "%g", p->budget_s), "--calls",
	    text_of(arena, p->least), "--seed", a->drng_seed, "--stack",
	    text_of(arena, a->stack_offset)};
	memcpy(word + n, more, sizeof(more));
	a->started_us = clock_utc_us();
	failed = run(&result, p, word, a->environment_bytes, &r, e);
	a->ended_us = clock_utc_us();
	a->outcome = result.outcome;
	a->exit_code = result.exit_code;
	a->wall_s = result.wall_s;
	a->sandbox = result.sandbox;
	a->output = arena_copy(arena, buf_string(&result.output), result.output.len);
	a->detail = arena_text(arena, result.detail);
	if (!failed && a->outcome == OUTCOME_COMPLETE && (r.bad || !is_whole(a))) {
		a->outcome = OUTCOME_DRIVER;
		a->detail = r.bad
		    ? arena_format(arena, "its report has a line \"%s\"", r.line)
		    : "its report lacks lines";
	}
	buf_free(&result.output);
	return failed;
}

/* A process that is not timed, seeded as the first trial is. */
static int
run_aside(struct child_result *result, const char *command,
    const struct attempt_plan *p, struct reading *r, struct err *e)
{
	size_t n;
	const char **word = words(command, p, &n, r->arena);

	word[n++] = "--seed";
	word[n] = attempt_drng_seed(0, r->arena);
	return run(result, p, word, 0, r, e);
}

int
attempt_memory(struct attempt_memory *m, const struct attempt_plan *p,
    struct arena *arena, struct err *e)
{
	struct reading r = {.memory = m, .arena = arena};
	struct child_result result;
	int failed;

	*m = (struct attempt_memory){.baseline = -1, .peak = -1};
	failed = run_aside(&result, "memory", p, &r, e);
	m->outcome = r.bad ? OUTCOME_DRIVER : result.outcome;
	m->detail = arena_text(arena, result.detail);
	m->wall_s = result.wall_s;
	buf_free(&result.output);
	return failed;
}

int
attempt_look(struct attempt_look *look, const struct attempt_plan *p,
    struct arena *arena, struct err *e)
{
	struct attempt a = {0};
	struct reading r = {.a = &a, .look = look, .arena = arena};
	struct child_result result;
	int failed;

	*look = (struct attempt_look){0};
	failed = run_aside(&result, "look", p, &r, e);
	if (p->category == CATEGORY_KEX)
		look->passes = a.passes[1] > 1 ? (int)a.passes[1] : 1;
	buf_free(&result.output);
	return failed;
}

/* SPDX-License-Identifier: MIT */
#include "measure/shares.h"

#include "core/buf.h"
#include "core/json.h"
#include "core/mem.h"
#include "core/text.h"
#include "measure/child.h"
#include "measure/result.h"
#include "measure/sandbox.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 64 };

struct reading {
	struct shares *s;
	struct arena *arena;
	bool bad;
};

/* n numbers from 0 to 2^53 with blanks between them, and no more. */
static bool
read_numbers(const char *text, int64_t *out, int n)
{
	char *end;

	for (int i = 0; i < n; i++, text = end) {
		out[i] = strtoll(text, &end, 10);
		if (end == text || out[i] < 0 || out[i] > INT64_C(1) << 53)
			return false;
	}
	return *text == '\0';
}

static bool
read_call(struct reading *r, const char *text)
{
	size_t n = strcspn(text, " ");
	int64_t x[4];

	if (!read_numbers(text + n, x, 4))
		return false;
	r->s->call = arena_grow(r->arena, r->s->call, r->s->calls, sizeof(*r->s->call));
	r->s->call[r->s->calls++] =
	    (struct shares_call){arena_copy(r->arena, text, n), x[0], x[1], x[2], x[3]};
	return true;
}

static void
take_line(void *context, const char *text, size_t len)
{
	struct reading *r = context;
	struct shares *s = r->s;
	int64_t x[3];

	if (strlen(text) != len)
		r->bad = true;
	else if (!strncmp(text, "tick_source ", 12))
		s->tick_source = arena_text(r->arena, text + 12);
	else if (!strncmp(text, "total ", 6) && read_numbers(text + 6, x, 3)) {
		s->operations = x[0];
		s->ticks = x[1];
		s->ns = x[2];
	} else if (!strncmp(text, "call ", 5))
		r->bad |= !read_call(r, text + 5);
	else if (!strncmp(text, "overflow ", 9))
		r->bad |= !read_numbers(text + 9, &s->overflow, 1);
	else if (!strncmp(text, "unseen ", 7)) {
		s->unseen =
		    arena_grow(r->arena, s->unseen, s->unseens, sizeof(*s->unseen));
		s->unseen[s->unseens++] = arena_text(r->arena, text + 7);
	} else
		r->bad = true;
}

const char *const *
shares_functions(const char *const *names, size_t n, struct arena *arena)
{
	static const char *const digests[] = {"EVP_Digest", "EVP_DigestInit_ex",
	    "EVP_DigestInit", "EVP_DigestInit_ex2", "EVP_DigestUpdate",
	    "EVP_DigestFinal_ex", "EVP_DigestFinal", "EVP_DigestFinalXOF",
	    "EVP_Q_digest", "SHA1", "SHA224", "SHA256", "SHA384", "SHA512"};
	const char **all;

	if (!n) {
		names = digests;
		n = sizeof(digests) / sizeof(digests[0]);
	}
	all = arena_get(arena, (n + 2) * sizeof(*all));
	memcpy(all, names, n * sizeof(*all));
	all[n] = SHARES_DRNG;
	return all;
}

int
shares_run(struct shares *s, const struct attempt_plan *p, const char *const *functions,
    struct arena *arena, struct err *e)
{
	const char **word = arena_get(arena, (WORDS + 1) * sizeof(*word));
	const char *const first[] = {"ngcc-trial", "profile", "--library", p->library,
	    "--type", category_name(p->category), "--operation", p->operation,
	    "--seconds", arena_format(arena, "%g", p->seconds), "--seed",
	    attempt_drng_seed(0, arena)};
	size_t n = sizeof(first) / sizeof(first[0]);
	struct reading r = {.s = s, .arena = arena};
	struct sandbox_plan box = sandbox_driver(p->library, -1, p->timeout_s);
	struct child_plan child = {.program = p->driver,
	    .argv = word,
	    .cpu = p->cpu,
	    .timeout_s = p->timeout_s,
	    .sandbox = &box,
	    .line = take_line,
	    .context = &r};
	struct child_result result = {0};
	int failed;

	*s = (struct shares){.command = word};
	memcpy(word, first, sizeof(first));
	for (; *functions && n + 2 <= WORDS; functions++) {
		word[n++] = "--function";
		word[n++] = *functions;
	}
	failed = child_run(&child, &result, e);
	s->outcome = result.outcome;
	s->detail = arena_text(arena, result.detail);
	s->output = arena_copy(arena, buf_string(&result.output), result.output.len);
	if (!failed && !s->outcome &&
	    (r.bad || !s->operations || !s->ticks || !s->ns)) {
		s->outcome = OUTCOME_DRIVER;
		s->detail = "its report lacks lines or has bad ones";
	}
	buf_free(&result.output);
	return failed;
}

double
shares_of(const struct shares *s, const char *name)
{
	int64_t ticks = 0;

	for (size_t i = 0; i < s->calls; i++)
		if (name ? !strcmp(s->call[i].name, name)
			 : strcmp(s->call[i].name, "drng") != 0)
			ticks += s->call[i].ticks;
	return (double)ticks / (double)s->ticks;
}

static void
add_meta(const struct shares *s, const struct attempt_plan *p,
    const struct result_library *l, struct json *to, struct arena *arena)
{
	struct json *j = json_add_object(to, "meta");

	json_add_text(j, "id", l->candidate);
	json_add_text(j, "instance", l->instance);
	json_add_text(j, "operation", p->operation);
	json_add_text(j, "input_bytes", "0");
	json_add_text(j, "tick_source", s->tick_source);
	json_add_text(j, "tick_hz",
	    arena_format(arena, "%.0f", (double)s->ticks / (double)s->ns * 1e9));
	json_add_text(j, "warmups", "2");
	json_add_text(
	    j, "overflow_calls", arena_format(arena, "%lld", (long long)s->overflow));
}

static void
add_calls(const struct shares *s, struct json *to)
{
	struct json *list = json_add_array(to, "calls"), *j;

	for (size_t i = 0; i < s->calls; i++) {
		j = json_add_object(list, NULL);
		json_add_text(j, "fn", s->call[i].name);
		json_add_number(j, "in_bits", (double)s->call[i].in_bits);
		json_add_number(j, "out_bits", (double)s->call[i].out_bits);
		json_add_number(j, "calls", (double)s->call[i].calls);
		json_add_number(j, "ticks", (double)s->call[i].ticks);
	}
	j = json_add_object(to, "share");
	for (size_t i = 0; i < s->calls; i++)
		if (!json_member(j, s->call[i].name))
			json_add_number(
			    j, s->call[i].name, shares_of(s, s->call[i].name));
	json_add_number(to, "hash_share", shares_of(s, NULL));
}

struct json *
shares_profile(const struct shares *s, const struct attempt_plan *p,
    const struct result_library *l, struct arena *arena)
{
	struct json *j = json_new_object(), *inner;
	struct buf shown = {0};

	json_add_number(j, "schema", 2);
	json_add_text(j, "candidate", l->candidate);
	json_add_text(j, "label", l->label);
	json_add_text(j, "operation", p->operation);
	json_add_number(j, "input_bytes", 0);
	json_add_text(j, "status",
	    s->outcome == OUTCOME_COMPLETE ? "complete" : outcome_name(s->outcome));
	inner = json_add_array(j, "command");
	for (const char *const *word = s->command; *word; word++)
		json_add_text(
		    inner, NULL, !strcmp(*word, p->library) ? l->path : *word);
	text_visible(&shown, s->output);
	json_add_text(j, "stderr", buf_string(&shown));
	buf_free(&shown);
	if (s->outcome == OUTCOME_COMPLETE) {
		add_meta(s, p, l, j, arena);
		inner = json_add_object(j, "total");
		json_add_number(inner, "operations", (double)s->operations);
		json_add_number(inner, "ticks", (double)s->ticks);
		add_calls(s, j);
	}
	return j;
}

/* SPDX-License-Identifier: MIT */
#include "report/remember.h"

#include "core/err.h"
#include "core/mem.h"
#include "core/pack.h"
#include "report/intake.h"
#include "report/listener.h"
#include "report/site.h"
#include "report/state.h"

#include <string.h>

static bool
has_chunk(const struct state *s, const char *name, const struct buf *wanted)
{
	struct arena arena = {0};
	size_t n;
	const char *chunk = state_get(s, name, &arena, &n);
	bool same = chunk && n == wanted->len && !memcmp(chunk, wanted->data, n);

	arena_free(&arena);
	return same;
}

struct state *
remember_open(const struct remember *r, const char *path)
{
	struct state *s = state_open(path);

	if (!s || has_chunk(s, "origin", &r->origin))
		return s;
	state_close(s);
	return NULL;
}

bool
remember_is_current(const struct remember *r, const struct intake *in,
    const struct site *site, const char *const *names, size_t n)
{
	struct arena arena = {0};
	const char *made = NULL;
	size_t n_made, n_findings;
	bool same = in->old && has_chunk(in->old, "inputs", &r->inputs) &&
	    /* to be told again */
	    state_get(in->old, "findings", &arena, &n_findings) &&
	    (made = state_get(in->old, "made", &arena, &n_made)) &&
	    site_is_whole(site, made, n_made);

	for (size_t i = 0; i < n && same; i++)
		same = intake_is_current(in, names[i]);
	arena_free(&arena);
	return same;
}

int
remember_keep(
    const struct remember *r, struct state *new, const struct site *site, struct err *e)
{
	return state_add(new, "origin", &r->origin, e) ||
		state_add(new, "inputs", &r->inputs, e) ||
		state_add(new, "findings", &r->findings, e) ||
		state_add(new, "made", site_made(site), e)
	    ? -1
	    : 0;
}

static void
pack_finding(struct pack *p, const char **dataset, struct finding *f)
{
	pack_text(p, dataset);
	pack_text(p, &f->file);
	pack_text(p, &f->field);
	pack_text(p, &f->text);
}

void
remember_finding(struct remember *r, const char *dataset, const struct finding *f)
{
	struct pack p = {.out = &r->findings};
	struct finding copy = *f;

	pack_finding(&p, &dataset, &copy);
}

size_t
remember_tell(const struct state *old, const struct listener *l)
{
	struct arena arena = {0};
	struct pack p = {0};
	const char *chunk;
	struct finding f;
	const char *dataset;
	size_t n = 0, bytes;

	chunk = state_get(old, "findings", &arena, &bytes);
	if (chunk)
		p = pack_from(chunk, bytes, &arena);
	for (; p.in < p.end && !p.bad; n++) {
		pack_finding(&p, &dataset, &f);
		l->finding(l->context, dataset, &f);
	}
	arena_free(&arena);
	return n;
}

void
remember_free(struct remember *r)
{
	buf_free(&r->origin);
	buf_free(&r->inputs);
	buf_free(&r->findings);
}

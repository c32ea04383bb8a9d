/* SPDX-License-Identifier: MIT */
#include "report/evidence.h"

#include "core/mem.h"
#include "report/site.h"

#include <stdlib.h>
#include <string.h>

static const char *const modes[] = {
    [EVIDENCE_COPY] = "copy",
    [EVIDENCE_LINK] = "link",
    [EVIDENCE_NONE] = "none",
};

bool
evidence_mode_read(enum evidence_mode *mode, const char *word)
{
	for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++)
		if (!strcmp(modes[i], word)) {
			*mode = (enum evidence_mode)i;
			return true;
		}
	return false;
}

const char *
evidence_mode_text(enum evidence_mode mode)
{
	return modes[mode];
}

static char *
published(const char *name, struct arena *arena)
{
	return arena_format(arena, "evidence/%s", name);
}

void
evidence_publish(struct evidence *ev, int dir, const char *name,
    const struct buf *bytes, struct file_stamp *copy)
{
	struct arena arena = {0};
	char *path = published(name, &arena);
	struct err e = {0};

	if (ev->mode == EVIDENCE_LINK && site_link(ev->site, path, dir, name, copy)) {
		arena_free(&arena);
		return;
	}
	/* what an earlier build linked to the data has to become a copy */
	if (site_shares(ev->site, path, dir, name)
		? site_write(ev->site, path, bytes->data, bytes->len, copy, &e)
		: site_put(ev->site, path, bytes->data, bytes->len, copy, &e)) {
		pthread_mutex_lock(&ev->lock);
		if (ev->failure.code == ERR_NONE)
			ev->failure = e;
		pthread_mutex_unlock(&ev->lock);
	}
	arena_free(&arena);
}

bool
evidence_has(const struct evidence *ev, const char *name, const struct file_stamp *copy)
{
	struct arena arena = {0};
	bool has = site_has(ev->site, published(name, &arena), copy);

	arena_free(&arena);
	return has;
}

bool
evidence_keep(struct evidence *ev, const char *name, const struct file_stamp *copy)
{
	struct arena arena = {0};
	bool kept = site_keep(ev->site, published(name, &arena), copy);

	arena_free(&arena);
	return kept;
}

void
sums_add(struct sums *s, const char *path, const char *digest)
{
	s->sum = arena_grow(s->arena, s->sum, s->count, sizeof(*s->sum));
	s->sum[s->count++] =
	    (struct sum){arena_text(s->arena, path), arena_text(s->arena, digest)};
}

static int
by_path(const void *a, const void *b)
{
	const struct sum *x = a, *y = b;

	return strcmp(x->path, y->path);
}

void
sums_flush(struct sums *s)
{
	if (s->count)
		qsort(s->sum, s->count, sizeof(*s->sum), by_path);
	for (size_t i = 0; i < s->count; i++)
		buf_format(&s->text, "%s  %s\n", s->sum[i].digest, s->sum[i].path);
	s->sum = NULL;
	s->count = 0;
	arena_free(s->arena);
}

/* SPDX-License-Identifier: MIT */
#include "report/manifest.h"

#include "core/finding.h"
#include "core/mem.h"
#include "core/pack.h"
#include "core/text.h"

#include <stdlib.h>
#include <string.h>

static int
by_path(const void *a, const void *b)
{
	const struct manifest_line *x = a, *y = b;

	return strcmp(x->path, y->path);
}

void
manifest_read(struct manifest *m, const char *text, const char *file,
    struct arena *arena, struct findings *findings)
{
	size_t n, number = 1;

	*m = (struct manifest){0};
	for (; *text; text += n + (text[n] == '\n'), number++) {
		struct manifest_line line;
		n = strcspn(text, "\n");
		if (n < 67 || text[64] != ' ' || text[65] != ' ') {
			finding_add(findings, file, NULL,
			    "line %zu is not \"<sha256>  <path>\"", number);
			continue;
		}
		line.digest = arena_copy(arena, text, 64);
		line.path = arena_copy(arena, text + 66, n - 66);
		if (!text_is_hex(line.digest, 64)) {
			finding_add(findings, file, NULL,
			    "line %zu does not begin with 64 hex digits", number);
			continue;
		}
		m->line = arena_grow(arena, m->line, m->count, sizeof(line));
		m->line[m->count++] = line;
	}
	if (m->count)
		qsort(m->line, m->count, sizeof(*m->line), by_path);
}

const char *
manifest_digest(const struct manifest *m, const char *path)
{
	struct manifest_line key = {.path = path};
	const struct manifest_line *found =
	    m->count ? bsearch(&key, m->line, m->count, sizeof(key), by_path) : NULL;

	return found ? found->digest : NULL;
}

void
manifest_pack(struct pack *p, struct manifest *m)
{
	pack_count(p, &m->count);
	if (!p->out)
		m->line = arena_get(p->arena, m->count * sizeof(*m->line));
	for (size_t i = 0; i < m->count && !p->bad; i++) {
		pack_text(p, &m->line[i].path);
		pack_text(p, &m->line[i].digest);
	}
}

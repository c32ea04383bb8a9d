/* SPDX-License-Identifier: MIT */
#include "core/katlog.h"

#include "core/finding.h"
#include "core/mem.h"
#include "core/pack.h"

#include <stdbool.h>
#include <string.h>

enum { DETAIL_MAX = 2000 };

static bool
is_status(const char *word, size_t n)
{
	static const char *const all[] = {"PASS", "MISMATCH", "NOKAT", "PARTIAL",
	    "CRYPTOFAIL", "OVERFLOW", "LOADFAIL", "BUILDFAIL", "TIMEOUT", "CRASH"};

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (strlen(all[i]) == n && !memcmp(word, all[i], n))
			return true;
	return false;
}

/* The status is the first such word behind the instance's name, which may have blanks.
 */
static void
read_line(struct katlog *k, const char *line, const char *end, struct arena *arena)
{
	const char *word = line;
	size_t n, words = 0;

	for (; word < end; word += n + 1, words++) {
		const char *blank = memchr(word, ' ', (size_t)(end - word));
		n = (size_t)((blank ? blank : end) - word);
		if (words < 3 || !is_status(word, n))
			continue;
		k->status = arena_copy(arena, word, n);
		word += n;
		while (word < end && *word == ' ')
			word++;
		n = (size_t)(end - word);
		k->detail = arena_copy(arena, word, n < DETAIL_MAX ? n : DETAIL_MAX);
		return;
	}
}

void
katlog_read(struct katlog *k, const char *text, const char *file, struct arena *arena,
    struct findings *findings)
{
	const char *end = text + strlen(text), *line;

	while (end > text && (end[-1] == '\n' || end[-1] == '\r'))
		end--;
	for (line = end; line > text && line[-1] != '\n';)
		line--;
	if (end - line > 7 && !memcmp(line, "RESULT ", 7))
		read_line(k, line, end, arena);
	if (!k->status)
		finding_add(findings, file, NULL,
		    "does not end in a line RESULT <candidate> <instance> <status>");
}

void
katlog_pack(struct pack *p, struct katlog *k)
{
	pack_text(p, &k->status);
	pack_text(p, &k->detail);
}

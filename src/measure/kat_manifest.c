/* SPDX-License-Identifier: MIT */
#include "measure/kat_manifest.h"

#include "core/err.h"
#include "core/file.h"
#include "core/mem.h"
#include "core/buf.h"
#include "core/sha256.h"
#include "core/text.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

/* strict, nolen, strict:10, nolen:10 */
static bool
read_mode(struct kat_pin *pin, const char *word)
{
	char *end;

	if (strncmp(word, "strict", 6) != 0 && strncmp(word, "nolen", 5) != 0)
		return false;
	pin->nolen = *word == 'n';
	word += pin->nolen ? 5 : 6;
	if (*word == '\0')
		return true;
	if (*word != ':' || word[1] < '1' || word[1] > '9')
		return false;
	pin->records = strtoul(word + 1, &end, 10);
	return *end == '\0';
}

static bool
read_line(struct kat_pin *pin, char *line)
{
	char *mode = strchr(line, ' '), *path = mode ? strchr(mode + 1, ' ') : NULL;

	if (!path)
		return false;
	*mode++ = *path++ = '\0';
	while (*path == ' ')
		path++;
	pin->digest = line;
	pin->file = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
	return text_is_hex(line, SHA256_HEX - 1) && read_mode(pin, mode) && *pin->file;
}

int
kat_manifest_read(
    struct kat_manifest *m, const char *path, struct arena *arena, struct err *e)
{
	struct buf text = {0};
	char *line, *next;
	size_t number = 1;
	struct err why;
	int failed = 0;

	*m = (struct kat_manifest){0};
	if (file_read(AT_FDCWD, path, FILE_MAX, &text, NULL, &why)) {
		failed = err_set(e, why.code, "%s: %s", path, why.text);
	} else {
		next = arena_copy(arena, buf_string(&text), text.len);
		for (; (line = next) && *line && !failed; number++) {
			struct kat_pin pin = {0};

			next = strchr(line, '\n');
			if (next)
				*next++ = '\0';
			m->pin = arena_grow(arena, m->pin, m->count, sizeof(pin));
			if (read_line(&pin, line))
				m->pin[m->count++] = pin;
			else
				failed = err_set(e, ERR_DATA,
				    "%s: line %zu is no \"<sha256> <mode> "
				    "<label>/<file>\"",
				    path, number);
		}
	}
	buf_free(&text);
	return failed;
}

const struct kat_pin *
kat_manifest_find(const struct kat_manifest *m, const char *file)
{
	for (size_t i = 0; i < m->count; i++)
		if (!strcmp(m->pin[i].file, file))
			return &m->pin[i];
	return NULL;
}

/* SPDX-License-Identifier: MIT */
/* The comparison for a terminal: sentences, then tables with columns that line up. */
#include "report/diff.h"

#include "core/buf.h"
#include "core/mem.h"
#include "core/text.h"
#include "report/diff_words.h"
#include "report/sheet.h"

#include <string.h>

enum { CELL_MAX = 100 }; /* code points of a cell that are shown */

/* What would not be seen as itself is escaped; what is too long is cut. */
static const char *
visible(const char *text, struct arena *arena)
{
	struct buf b = {0};
	const char *shown;
	size_t at = 0, n, points = 0;
	unsigned code;

	text_visible(&b, text);
	for (; at < b.len && points < CELL_MAX; points++) {
		n = text_decode(b.data + at, b.len - at, &code);
		at += n ? n : 1;
	}
	shown = at < b.len ? arena_format(arena, "%.*s…", (int)at, b.data)
			   : arena_text(arena, buf_string(&b));
	buf_free(&b);
	return shown;
}

/* In columns of a terminal, for scripts whose letters take one. */
static size_t
width(const char *text)
{
	size_t n = 0;

	for (; *text; text++)
		n += ((unsigned char)*text & 0xc0) != 0x80;
	return n;
}

static void
pad(struct buf *out, size_t n)
{
	while (n-- > 0)
		buf_char(out, ' ');
}

/* A line; the last column is not padded, so that no blank stands at its end. */
static void
add_line(struct buf *out, const struct sheet *s, const char *const *cell,
    const size_t *widths)
{
	size_t start = out->len;

	for (size_t i = 0; i < s->columns; i++) {
		size_t free = widths[i] - width(cell[i]);
		pad(out, i ? 2 : 0);
		pad(out, s->column[i].is_figure ? free : 0);
		buf_text(out, cell[i]);
		pad(out, s->column[i].is_figure ? 0 : free);
	}
	while (out->len > start && out->data[out->len - 1] == ' ')
		out->data[--out->len] = '\0';
	buf_char(out, '\n');
}

static void
add_sheet(struct buf *out, const struct sheet *s, struct arena *arena)
{
	size_t cells = s->rows * s->columns, w;
	const char **title = arena_get(arena, s->columns * sizeof(*title));
	const char **cell = arena_get(arena, cells * sizeof(*cell));
	size_t *widths = arena_get(arena, s->columns * sizeof(*widths));

	for (size_t i = 0; i < s->columns; i++) {
		title[i] = s->column[i].title;
		widths[i] = width(title[i]);
	}
	for (size_t i = 0; i < cells; i++) {
		cell[i] = visible(s->cell[i].text, arena);
		w = width(cell[i]);
		if (w > widths[i % s->columns])
			widths[i % s->columns] = w;
	}
	buf_format(out, "\n%s: %s\n", s->title, s->caption);
	add_line(out, s, title, widths);
	for (size_t i = 0; i < s->rows; i++)
		add_line(out, s, cell + i * s->columns, widths);
}

void
diff_text(const struct comparison *c, struct buf *out)
{
	struct arena arena = {0};
	struct sheets s;

	diff_words(&s, c, EXTENT_ALL, NULL, &arena);
	for (size_t i = 0; i < s.facts; i++) {
		text_visible(out, s.fact[i]);
		buf_char(out, '\n');
	}
	for (size_t i = 0; i < s.count; i++)
		add_sheet(out, &s.list[i], &arena);
	arena_free(&arena);
}

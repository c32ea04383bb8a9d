/* SPDX-License-Identifier: MIT */
#include "report/sheet.h"

#include "core/mem.h"

void
sheet_fact(struct sheets *s, const char *text)
{
	s->fact = arena_grow(s->arena, s->fact, s->facts, sizeof(*s->fact));
	s->fact[s->facts++] = text;
}

struct sheet *
sheet_add(struct sheets *s, struct sheet like, const struct column *column,
    size_t columns, size_t rows)
{
	struct sheet *one;

	s->list = arena_grow(s->arena, s->list, s->count, sizeof(*s->list));
	one = &s->list[s->count++];
	*one = like;
	one->column = column;
	one->columns = columns;
	one->cell = arena_get(s->arena, rows * columns * sizeof(*one->cell));
	return one;
}

struct cell *
sheet_row(struct sheet *s)
{
	return &s->cell[s->rows++ * s->columns];
}

/* SPDX-License-Identifier: MIT */
#include "core/finding.h"

#include "core/mem.h"
#include "core/pack.h"
#include "core/text.h"

#include <stdarg.h>
#include <stdio.h>

void
finding_add(
    struct findings *f, const char *file, const char *field, const char *format, ...)
{
	char text[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	f->list = arena_grow(f->arena, f->list, f->count, sizeof(*f->list));
	f->list[f->count++] = (struct finding){
	    .file = arena_text(f->arena, file),
	    .field = arena_text(f->arena, field),
	    .text = arena_text(f->arena, text),
	};
}

bool
finding_same(const struct findings *a, const struct findings *b)
{
	if (a->count != b->count)
		return false;
	for (size_t i = 0; i < a->count; i++)
		if (!text_equal(a->list[i].file, b->list[i].file) ||
		    !text_equal(a->list[i].field, b->list[i].field) ||
		    !text_equal(a->list[i].text, b->list[i].text))
			return false;
	return true;
}

void
finding_pack(struct pack *p, struct findings *f)
{
	size_t count = f->count;

	pack_count(p, &count);
	if (!p->out)
		*f = (struct findings){.arena = p->arena};
	for (size_t i = 0; i < count && !p->bad; i++) {
		if (!p->out) {
			f->list = arena_grow(f->arena, f->list, i, sizeof(*f->list));
			f->count++;
		}
		pack_text(p, &f->list[i].file);
		pack_text(p, &f->list[i].field);
		pack_text(p, &f->list[i].text);
	}
}

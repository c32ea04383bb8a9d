/* SPDX-License-Identifier: MIT */
#include "core/pack.h"

#include "core/buf.h"
#include "core/mem.h"

#include <string.h>

/* Copies n bytes out or in; reading past the end gives zeros. */
static void
bytes(struct pack *p, void *value, size_t n)
{
	if (p->out) {
		buf_add(p->out, value, n);
	} else if ((size_t)(p->end - p->in) < n) {
		p->bad = true;
		p->in = p->end;
		memset(value, 0, n);
	} else {
		memcpy(value, p->in, n);
		p->in += n;
	}
}

void
pack_int(struct pack *p, int64_t *value)
{
	bytes(p, value, sizeof(*value));
}

void
pack_real(struct pack *p, double *value)
{
	bytes(p, value, sizeof(*value));
}

void
pack_bool(struct pack *p, bool *value)
{
	unsigned char byte = *value;

	bytes(p, &byte, 1);
	*value = byte == 1;
}

void
pack_count(struct pack *p, size_t *count)
{
	uint32_t n = (uint32_t)*count;

	bytes(p, &n, sizeof(n));
	*count = n;
	if (!p->out && n > (size_t)(p->end - p->in)) {
		p->bad = true;
		*count = 0;
	}
}

void
pack_text(struct pack *p, const char **text)
{
	size_t len = p->out && *text ? strlen(*text) + 1 : 0;

	pack_count(p, &len);
	if (p->out) {
		bytes(p, (void *)*text, len);
		return;
	}
	*text =
	    len && p->in[len - 1] == '\0' ? arena_copy(p->arena, p->in, len - 1) : NULL;
	p->bad = p->bad || (len && !*text);
	p->in += len;
}

void
pack_list(struct pack *p, void **list, size_t *count, size_t size)
{
	pack_count(p, count);
	if (!p->out && *count > (size_t)(p->end - p->in) / size) {
		p->bad = true;
		*count = 0;
	}
	if (!p->out)
		*list = arena_get(p->arena, *count * size);
	bytes(p, *list, *count * size);
}

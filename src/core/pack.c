/* SPDX-License-Identifier: MIT */
#include "core/pack.h"

#include "core/buf.h"
#include "core/mem.h"

#include <string.h>

struct pack
pack_from(const char *bytes, size_t n, struct arena *arena)
{
	return (struct pack){
	    .start = bytes, .in = bytes, .end = n ? bytes + n : bytes, .arena = arena};
}

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

/* A text is 0 for NULL; its length with the NUL, times 2, plus 1, and the bytes; or the
 * place of one that is equal, times 2. */
enum { WORD = sizeof(uint32_t) };

static uint32_t
word_at(const char *at)
{
	uint32_t word;

	memcpy(&word, at, WORD);
	return word;
}

/* By some of its bytes. */
static size_t
slot(const char *text, size_t len)
{
	size_t hash = len, step = len / 16 + 1;

	for (size_t i = 0; i < len; i += step)
		hash = hash * 31 + (unsigned char)text[i];
	return hash % PACK_KNOWN;
}

static void
write_text(struct pack *p, const char *text)
{
	size_t len = strlen(text) + 1;
	uint32_t *known = &p->known[slot(text, len)];
	uint32_t place = *known, head = (uint32_t)len * 2 + 1;
	const char *at = place ? p->out->data + place : NULL;

	/* no text is at 0: there it would be one that was not noted */
	if (at && word_at(at) == head && !memcmp(at + WORD, text, len)) {
		place *= 2;
		buf_add(p->out, &place, WORD);
		return;
	}
	if (p->out->len <= UINT32_MAX / 2)
		*known = (uint32_t)p->out->len;
	buf_add(p->out, &head, WORD);
	buf_add(p->out, text, len);
}

/* The text whose word is at a place before the end; NULL where there is none. */
static const char *
text_at(const struct pack *p, const char *at)
{
	size_t len = word_at(at) / 2, left = (size_t)(p->end - at) - WORD;

	return word_at(at) % 2 && len && len <= left && at[WORD + len - 1] == '\0'
	    ? at + WORD
	    : NULL;
}

static const char *
read_text(struct pack *p)
{
	const char *at = p->in, *text = NULL;
	uint32_t head, half;

	bytes(p, &head, WORD);
	half = head / 2; /* a length here, or a place before */
	if (!head || p->bad)
		return NULL;
	if (head % 2)
		text = text_at(p, at);
	else if (half < (size_t)(at - p->start))
		text = text_at(p, p->start + half);
	p->bad = !text;
	if (text && head % 2)
		p->in += half;
	return text;
}

void
pack_text(struct pack *p, const char **text)
{
	uint32_t none = 0;

	if (!p->out)
		*text = read_text(p);
	else if (*text)
		write_text(p, *text);
	else
		bytes(p, &none, WORD);
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

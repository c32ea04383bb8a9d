/* SPDX-License-Identifier: MIT */
#include "core/mem.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __GLIBC__
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

enum { ALIGNMENT = 16, BLOCK = 32 * 1024 };

struct arena_block {
	struct arena_block *next;
	size_t size; /* of data */
	_Alignas(ALIGNMENT) char data[];
};

void
mem_short(void)
{
	static const char text[] = "out of memory\n";

	fwrite(text, 1, sizeof(text) - 1, stderr);
	_Exit(3);
}

static void *
checked(void *p)
{
	if (!p)
		mem_short();
	return p;
}

#ifdef __GLIBC__
enum { MIB = 1 << 20, HEAP = 16 * MIB, LARGE_PAGE = 2 * MIB };

/* The first 16 MiB of the heap in large pages where the kernel has them: page by page,
 * the faults are 7 % of a build of full size. What is used takes memory, in steps of
 * 2 MiB. */
static void
use_large_pages(void)
{
	char *from = sbrk(0), *end;
	void *volatile most; /* else a compiler sees that nobody needs it */

	mallopt(M_TOP_PAD, HEAP);
	most = mem_get(MIB);
	mem_free(most);
	end = sbrk(0);
	from += -(uintptr_t)from % LARGE_PAGE;
	if (from < end)
		madvise(from, (size_t)(end - from), MADV_HUGEPAGE);
}
#endif

void
mem_keep(void)
{
#ifdef __GLIBC__
	mallopt(M_TRIM_THRESHOLD, 2 * HEAP);
	mallopt(M_MMAP_THRESHOLD, 4 * MIB);
	use_large_pages();
	mallopt(M_TOP_PAD, MIB);
#endif
}

void *
mem_get(size_t size)
{
	return checked(malloc(size ? size : 1));
}

void *
mem_realloc(void *old, size_t size)
{
	return checked(realloc(old, size ? size : 1));
}

void *
mem_resize(void *old, size_t count, size_t size)
{
	size_t bytes;

	if (__builtin_mul_overflow(count, size, &bytes))
		checked(NULL);
	return mem_realloc(old, bytes);
}

char *
mem_strdup(const char *s)
{
	return checked(strdup(s));
}

void
mem_free(void *p)
{
	free(p);
}

/* A new block with room for need bytes. (Apart, so that what is called a million times
 * stays small.) */
__attribute__((noinline)) static void
add_block(struct arena *a, size_t need)
{
	size_t room = need > BLOCK ? need : BLOCK, size;
	struct arena_block *b;

	if (__builtin_add_overflow(room, sizeof(*b), &size))
		checked(NULL);
	b = mem_get(size);
	b->next = a->block;
	b->size = room;
	a->block = b;
	a->at = b->data;
	a->left = room;
}

void *
arena_room(struct arena *a, size_t size)
{
	size_t need = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
	char *at;

	if (need < size)
		mem_short();
	if (need > a->left || !a->block)
		add_block(a, need);
	at = a->at;
	a->at += need;
	a->left -= need;
	return at;
}

void *
arena_get(struct arena *a, size_t size)
{
	return memset(arena_room(a, size), 0, size);
}

char *
arena_copy(struct arena *a, const char *s, size_t len)
{
	char *copy = arena_room(a, len + 1);

	memcpy(copy, s, len);
	copy[len] = '\0';
	return copy;
}

char *
arena_text(struct arena *a, const char *s)
{
	return s ? arena_copy(a, s, strlen(s)) : NULL;
}

char *
arena_vformat(struct arena *a, const char *format, va_list args)
{
	char usual[256], *text;
	va_list again;
	int n;

	va_copy(again, args);
	n = vsnprintf(usual, sizeof(usual), format, args);
	if ((size_t)n < sizeof(usual)) {
		text = arena_copy(a, usual, (size_t)n);
	} else {
		text = arena_room(a, (size_t)n + 1);
		vsnprintf(text, (size_t)n + 1, format, again);
	}
	va_end(again);
	return text;
}

char *
arena_format(struct arena *a, const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	text = arena_vformat(a, format, args);
	va_end(args);
	return text;
}

void *
arena_grow(struct arena *a, void *list, size_t count, size_t size)
{
	void *longer;

	if (count & (count - 1))
		return list;
	longer = arena_get(a, (count ? count * 2 : 1) * size);
	if (count)
		memcpy(longer, list, count * size);
	return longer;
}

void
arena_free(struct arena *a)
{
	struct arena_block *b, *next;

	for (b = a->block; b; b = next) {
		next = b->next;
		mem_free(b);
	}
	*a = (struct arena){0};
}

void
arena_reset(struct arena *a)
{
	struct arena rest;

	if (!a->block)
		return;
	rest = (struct arena){.block = a->block->next};
	arena_free(&rest);
	a->block->next = NULL;
	a->at = a->block->data;
	a->left = a->block->size;
}

/* In front of every piece that a library has. */
struct head {
	_Alignas(ALIGNMENT) size_t size;
	int scoped; /* it is an arena's */
};

/* The one piece of state outside the mains: libraries hand their allocator no context.
 */
static _Thread_local struct arena *scope;

struct arena *
mem_scope(struct arena *a)
{
	struct arena *before = scope;

	scope = a;
	return before;
}

bool
mem_is_scoped(void)
{
	return scope != NULL;
}

void *
mem_lib_get(size_t size)
{
	struct arena *a = scope;
	size_t all = size + sizeof(struct head);
	struct head *h;

	if (all < size)
		mem_short();
	h = a ? arena_room(a, all) : mem_get(all);
	h->size = size;
	h->scoped = a != NULL;
	return h + 1;
}

void
mem_lib_free(void *p)
{
	struct head *h = p;

	if (h && !h[-1].scoped)
		mem_free(h - 1);
}

void *
mem_lib_realloc(void *old, size_t size)
{
	struct head *h = old;
	void *new;

	if (h && size <= h[-1].size)
		return old;
	new = mem_lib_get(size);
	if (h) {
		memcpy(new, old, h[-1].size);
		mem_lib_free(old);
	}
	return new;
}

char *
mem_lib_strdup(const char *s)
{
	size_t n = strlen(s) + 1;

	return memcpy(mem_lib_get(n), s, n);
}

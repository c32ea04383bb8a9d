/* SPDX-License-Identifier: MIT */
/* mem.h: memory that is always there: when it is short, the program says so and
 * exits with 3, here and nowhere else. */
#ifndef MEM_H
#define MEM_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* To be called once, before any thread is begun: what is freed stays with the program
 * instead of going back to the kernel, which would clear its pages anew each time (a
 * fifth of a build's time), and the heap's first 16 MiB are asked for in large pages.
 * Without glibc it does nothing. */
void mem_keep(void);

/* Never NULL; the bytes are not set. Freed with mem_free. */
void *mem_get(size_t size);

/* Like realloc, for count elements of the given size; an overflow of the product
 * counts as short memory. */
void *mem_resize(void *old, size_t count, size_t size);

/* realloc, strdup and free with the same promise. */
void *mem_realloc(void *old, size_t size);
char *mem_strdup(const char *s);
void mem_free(void *p);

/* Says that memory is short and exits with 3: for what a library could not get. */
_Noreturn void mem_short(void);

/* Memory that is freed all at once. Start with {0}. */
struct arena {
	struct arena_block *block; /* newest first */
	char *at;                  /* the newest one's free bytes */
	size_t left;               /* so many */
};

/* Aligned for any type, not zeroed; lives until arena_free. */
void *arena_room(struct arena *a, size_t size);

/* The same, zeroed. */
void *arena_get(struct arena *a, size_t size);

/* A copy of len bytes with a NUL behind it. */
char *arena_copy(struct arena *a, const char *s, size_t len);

/* A copy of s; NULL gives NULL. */
char *arena_text(struct arena *a, const char *s);

char *arena_format(struct arena *a, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
char *arena_vformat(struct arena *a, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

/* Room for one more element behind count of them: the list itself, or a copy twice as
 * long where count has reached a power of two. *list may be NULL when count is 0. */
void *arena_grow(struct arena *a, void *list, size_t count, size_t size);

/* Frees everything and leaves a as {0}. */
void arena_free(struct arena *a);

/* Frees everything but one block, which is used again. */
void arena_reset(struct arena *a);

/* The allocator of libraries that take one. Between mem_scope(a) and mem_scope(NULL)
 * what they get on this thread comes from the arena a, and freeing it does nothing:
 * parsing a record or making a page is hundreds of small pieces that all go at once.
 * What a library made within a scope must not be used after it, or in another one.
 * Returns the scope that was (NULL: none): who may be called within one gives it back.
 */
struct arena *mem_scope(struct arena *a);
bool mem_is_scoped(void);
void *mem_lib_get(size_t size);
void *mem_lib_realloc(void *old, size_t size);
char *mem_lib_strdup(const char *s);
void mem_lib_free(void *p);

#endif

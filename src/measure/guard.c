/* SPDX-License-Identifier: MIT */
#include "measure/guard.h"

#include "core/err.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PATTERN = 0xA5, ALIGN = 64 };

static size_t
round_up(size_t n, size_t to)
{
	return (n + to - 1) / to * to;
}

/* From the end of data to the end of the zone behind it. */
static size_t
behind(const struct guard *g)
{
	return round_up(g->size, ALIGN) - g->size + GUARD_ZONE;
}

int
guard_new(struct guard *g, size_t size, struct err *e)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t inner = round_up(round_up(size, ALIGN) + 2 * GUARD_ZONE, page);
	unsigned char *map;

	*g = (struct guard){.size = size, .map_bytes = inner + 2 * page};
	map = mmap(NULL, g->map_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (map == MAP_FAILED)
		return err_system(e, "a buffer of %zu bytes", size);
	g->map = map;
	if (mprotect(map + page, inner, PROT_READ | PROT_WRITE)) {
		guard_free(g);
		return err_system(e, "a buffer of %zu bytes", size);
	}
	/* at the end, so that little lies between it and the page behind */
	g->data = map + page + inner - GUARD_ZONE - round_up(size, ALIGN);
	memset(g->data - GUARD_ZONE, PATTERN, GUARD_ZONE);
	memset(g->data + size, PATTERN, behind(g));
	return 0;
}

void
guard_free(struct guard *g)
{
	if (g->map)
		munmap(g->map, g->map_bytes);
	*g = (struct guard){0};
}

/* Words multiplied and turned, so that each bit counts. */
uint64_t
guard_sum(const unsigned char *p, size_t n)
{
	uint64_t s = n, word;

	for (; n >= sizeof(word); p += sizeof(word), n -= sizeof(word)) {
		memcpy(&word, p, sizeof(word));
		s = (s ^ word) * UINT64_C(0x9e3779b97f4a7c15);
		s ^= s >> 29;
	}
	for (; n; n--)
		s = (s ^ *p++) * UINT64_C(0x9e3779b97f4a7c15);
	return s;
}

void
guard_seal(struct guard *g)
{
	g->sum = guard_sum(g->data, g->size);
	g->sealed = true;
}

static bool
is_pattern(const unsigned char *p, size_t n)
{
	return *p == PATTERN && !memcmp(p, p + 1, n - 1);
}

bool
guard_holds(const struct guard *g, const char *what, struct err *e)
{
	if (!is_pattern(g->data - GUARD_ZONE, GUARD_ZONE))
		err_set(e, ERR_DATA, "the bytes before %s (%zu bytes) were written",
		    what, g->size);
	else if (!is_pattern(g->data + g->size, behind(g)))
		err_set(e, ERR_DATA, "the bytes behind %s (%zu bytes) were written",
		    what, g->size);
	else if (g->sealed && g->sum != guard_sum(g->data, g->size))
		err_set(e, ERR_DATA, "%s (%zu bytes), an input, was changed", what,
		    g->size);
	else
		return true;
	return false;
}

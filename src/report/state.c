/* SPDX-License-Identifier: MIT */
/*
 * The file: the chunks, then for each of them "offset, length" (8 bytes each), the
 * name's length (8 bytes) and the name; at the end the table's offset, the number of
 * chunks and a magic number, 8 bytes each.
 */
#include "report/state.h"

#include "core/buf.h"
#include "core/err.h"
#include "core/mem.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const uint64_t MAGIC = 0x31657461747347ULL;

struct chunk {
	const char *name;
	uint64_t offset, length;
};

struct state {
	int fd;
	char *path, *beside; /* beside: NULL in one that was opened */
	struct chunk *chunk; /* in the order of adding */
	size_t count;
	uint64_t end; /* of the last chunk */
	struct arena arena;
};

static int
write_at(struct state *s, const void *bytes, size_t n, struct err *e)
{
	const char *at = bytes;
	ssize_t done;

	for (; n > 0; n -= (size_t)done, at += done, s->end += (uint64_t)done) {
		done = pwrite(s->fd, at, n, (off_t)s->end);
		if (done <= 0)
			return err_system(e, "%s: cannot be written", s->beside);
	}
	return 0;
}

static bool
read_at(const struct state *s, uint64_t offset, void *bytes, size_t n)
{
	char *at = bytes;
	ssize_t done;

	for (; n > 0; n -= (size_t)done, at += done, offset += (uint64_t)done) {
		done = pread(s->fd, at, n, (off_t)offset);
		if (done <= 0)
			return false;
	}
	return true;
}

static struct state *
new_state(const char *path)
{
	struct state *s = mem_get(sizeof(*s));

	*s = (struct state){.fd = -1, .path = mem_strdup(path)};
	return s;
}

struct state *
state_create(const char *path, struct err *e)
{
	struct state *s = new_state(path);

	s->beside = mem_get(strlen(path) + sizeof(".new"));
	sprintf(s->beside, "%s.new", path);
	s->fd =
	    open(s->beside, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666);
	if (s->fd >= 0)
		return s;
	err_system(e, "%s: cannot be made", s->beside);
	state_close(s);
	return NULL;
}

static void
add_chunk(struct state *s, const char *name, uint64_t offset, uint64_t length)
{
	s->chunk = arena_grow(&s->arena, s->chunk, s->count, sizeof(*s->chunk));
	s->chunk[s->count++] = (struct chunk){name, offset, length};
}

/* Reads the table from text; false where it is not one. */
static bool
read_table(struct state *s, const char *text, size_t n, uint64_t count)
{
	uint64_t head[3];

	for (; count > 0; count--) {
		if (n < sizeof(head))
			return false;
		memcpy(head, text, sizeof(head));
		text += sizeof(head);
		n -= sizeof(head);
		if (head[2] > n || head[0] > s->end || head[1] > s->end - head[0])
			return false;
		add_chunk(s, arena_copy(&s->arena, text, head[2]), head[0], head[1]);
		text += head[2];
		n -= head[2];
	}
	return n == 0;
}

struct state *
state_open(const char *path)
{
	struct state *s = new_state(path);
	struct buf table = {0};
	uint64_t tail[3];
	off_t size;
	bool good;

	s->fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	size = s->fd < 0 ? -1 : lseek(s->fd, 0, SEEK_END);
	good = size >= (off_t)sizeof(tail) &&
	    read_at(s, (uint64_t)size - sizeof(tail), tail, sizeof(tail)) &&
	    tail[2] == MAGIC && tail[0] <= (uint64_t)size - sizeof(tail);
	if (good) {
		size_t n = (size_t)((uint64_t)size - sizeof(tail) - tail[0]);
		s->end = tail[0];
		good = read_at(s, tail[0], buf_room(&table, n), n) &&
		    read_table(s, table.data, n, tail[1]);
	}
	buf_free(&table);
	if (good)
		return s;
	state_close(s);
	return NULL;
}

int
state_add(struct state *s, const char *name, const struct buf *bytes, struct err *e)
{
	add_chunk(s, arena_text(&s->arena, name), s->end, bytes->len);
	return write_at(s, bytes->data, bytes->len, e);
}

bool
state_get(const struct state *s, const char *name, struct buf *out)
{
	buf_clear(out);
	for (size_t i = 0; s && i < s->count; i++) {
		size_t n = (size_t)s->chunk[i].length;
		if (strcmp(s->chunk[i].name, name) != 0)
			continue;
		if (!read_at(s, s->chunk[i].offset, buf_room(out, n), n))
			return false;
		out->len = n;
		return true;
	}
	return false;
}

int
state_finish(struct state *s, struct err *e)
{
	uint64_t tail[3] = {s->end, s->count, MAGIC};
	struct buf table = {0};
	int result;

	for (size_t i = 0; i < s->count; i++) {
		uint64_t head[3] = {
		    s->chunk[i].offset, s->chunk[i].length, strlen(s->chunk[i].name)};
		buf_add(&table, head, sizeof(head));
		buf_text(&table, s->chunk[i].name);
	}
	buf_add(&table, tail, sizeof(tail));
	result = write_at(s, table.data, table.len, e);
	buf_free(&table);
	if (!result && rename(s->beside, s->path))
		result =
		    err_system(e, "%s: cannot be renamed to %s", s->beside, s->path);
	if (!result) {
		mem_free(s->beside);
		s->beside = NULL;
	}
	return result;
}

void
state_close(struct state *s)
{
	if (!s)
		return;
	if (s->fd >= 0)
		close(s->fd);
	if (s->beside)
		unlink(s->beside);
	mem_free(s->beside);
	mem_free(s->path);
	arena_free(&s->arena);
	mem_free(s);
}

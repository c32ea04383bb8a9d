/* SPDX-License-Identifier: MIT */
/*
 * The file: the chunks, then for each of them "offset, length" (8 bytes each), the
 * name's length (8 bytes) and the name; the table's offset, the number of chunks and a
 * magic number, 8 bytes each; at the end the SHA-256 of everything before, as hex.
 */
#include "report/state.h"

#include "core/buf.h"
#include "core/err.h"
#include "core/mem.h"
#include "core/sha256.h"

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
	struct sha256
	    *digest; /* of all that was written; NULL in one that was opened */
	struct arena arena;
};

static int
write_at(struct state *s, const void *bytes, size_t n, struct err *e)
{
	const char *at = bytes;
	ssize_t done;

	if (s->digest)
		sha256_add(s->digest, bytes, n);
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
	unlink(s->beside); /* a killed build's */
	s->fd =
	    open(s->beside, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
	if (s->fd >= 0) {
		s->digest = sha256_new();
		return s;
	}
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

/* Whether the first n bytes have the digest that stands behind them. */
static bool
is_whole(const struct state *s, uint64_t n)
{
	enum { BLOCK = 1 << 18 };
	char is[SHA256_HEX], wanted[SHA256_HEX] = "";
	struct sha256 *digest = sha256_new();
	char *block = mem_get(BLOCK);
	bool good = read_at(s, n, wanted, SHA256_HEX - 1);

	for (uint64_t at = 0; good && at < n;) {
		size_t part = n - at < BLOCK ? (size_t)(n - at) : BLOCK;
		good = read_at(s, at, block, part);
		sha256_add(digest, block, good ? part : 0);
		at += part;
	}
	mem_free(block);
	return !strcmp(sha256_end(is, digest), wanted) && good;
}

/* Reads everything but the chunks of a file of size bytes. */
static bool
read_end(struct state *s, uint64_t size)
{
	struct buf table = {0};
	uint64_t tail[3];
	size_t n;
	bool good;

	if (size < sizeof(tail) + SHA256_HEX - 1)
		return false;
	size -= SHA256_HEX - 1;
	if (!read_at(s, size - sizeof(tail), tail, sizeof(tail)) || tail[2] != MAGIC ||
	    tail[0] > size - sizeof(tail) || !is_whole(s, size))
		return false;
	n = (size_t)(size - sizeof(tail) - tail[0]);
	s->end = tail[0];
	good = read_at(s, tail[0], buf_room(&table, n), n) &&
	    read_table(s, table.data, n, tail[1]);
	buf_free(&table);
	return good;
}

struct state *
state_open(const char *path)
{
	struct state *s = new_state(path);
	off_t size;

	/* a pipe of that name must not wait for its writer */
	s->fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	size = s->fd < 0 ? -1 : lseek(s->fd, 0, SEEK_END);
	if (size >= 0 && read_end(s, (uint64_t)size))
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
		out->data[n] = '\0';
		return true;
	}
	return false;
}

int
state_finish(struct state *s, struct err *e)
{
	uint64_t tail[3] = {s->end, s->count, MAGIC};
	char digest[SHA256_HEX];
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
	sha256_end(digest, s->digest);
	s->digest = NULL;
	result = result ? result : write_at(s, digest, SHA256_HEX - 1, e);
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
	if (s->digest) {
		char unused[SHA256_HEX];
		sha256_end(unused, s->digest);
	}
	mem_free(s->beside);
	mem_free(s->path);
	arena_free(&s->arena);
	mem_free(s);
}

/* SPDX-License-Identifier: MIT */
/*
 * The file: the chunks, then for each of them "offset, length" (8 bytes each), the
 * SHA-256 of its bytes as hex, the name's length (8 bytes) and the name; the table's
 * offset, the number of chunks and a magic number, 8 bytes each; at the end the SHA-256
 * of the table and these three, as hex. A chunk's digest is compared when it is read: a
 * build that looks at few of them does not pay for all.
 */
#include "report/state.h"

#include "core/buf.h"
#include "core/err.h"
#include "core/mem.h"
#include "core/sha256.h"

#include <fcntl.h>
#include <search.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const uint64_t MAGIC = 0x32657461747347ULL;

struct chunk {
	const char *name;
	uint64_t offset, length;
	char digest[SHA256_HEX];
};

struct state {
	int fd;
	char *path, *beside;  /* beside: NULL in one that was opened */
	struct chunk **chunk; /* in the order of adding */
	void *by_name;        /* the same in a tree, of search.h */
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
	struct stat there;

	s->beside = mem_get(strlen(path) + sizeof(".new"));
	sprintf(s->beside, "%s.new", path);
	if (!stat(path, &there) && !S_ISREG(there.st_mode)) {
		err_set(e, ERR_USAGE,
		    "%s: is not a file; what a build remembers is to "
		    "stand there",
		    path);
		state_close(s);
		return NULL;
	}
	unlink(s->beside); /* a killed build's */
	s->fd =
	    open(s->beside, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
	if (s->fd >= 0)
		return s;
	err_system(e, "%s: cannot be made", s->beside);
	state_close(s);
	return NULL;
}

static int
by_name(const void *a, const void *b)
{
	const struct chunk *x = a, *y = b;

	return strcmp(x->name, y->name);
}

static void
add_chunk(struct state *s, const struct chunk *chunk)
{
	struct chunk *own = arena_get(&s->arena, sizeof(*own));

	*own = *chunk;
	s->chunk = arena_grow(&s->arena, s->chunk, s->count, sizeof(*s->chunk));
	s->chunk[s->count++] = own;
	if (!tsearch(own, &s->by_name, by_name))
		mem_short();
}

/* What stands in the table before a name. */
struct row {
	uint64_t offset, length, name;
	char digest[SHA256_HEX - 1];
};

/* Reads the table from text; false where it is not one. */
static bool
read_table(struct state *s, const char *text, size_t n, uint64_t count)
{
	for (; count > 0; count--) {
		struct chunk chunk = {0};
		struct row row;
		if (n < sizeof(row))
			return false;
		memcpy(&row, text, sizeof(row));
		text += sizeof(row);
		n -= sizeof(row);
		if (row.name > n || row.offset > s->end ||
		    row.length > s->end - row.offset)
			return false;
		chunk.offset = row.offset;
		chunk.length = row.length;
		memcpy(chunk.digest, row.digest, sizeof(row.digest));
		chunk.name = arena_copy(&s->arena, text, row.name);
		add_chunk(s, &chunk);
		text += row.name;
		n -= row.name;
	}
	return n == 0;
}

static void
write_table(const struct state *s, struct buf *table)
{
	for (size_t i = 0; i < s->count; i++) {
		const struct chunk *c = s->chunk[i];
		struct row row = {c->offset, c->length, strlen(c->name), ""};
		memcpy(row.digest, c->digest, sizeof(row.digest));
		buf_add(table, &row, sizeof(row));
		buf_text(table, c->name);
	}
}

/* Reads everything but the chunks of a file of size bytes. */
static bool
read_end(struct state *s, uint64_t size)
{
	char is[SHA256_HEX], wanted[SHA256_HEX] = "";
	struct buf table = {0};
	uint64_t tail[3];
	size_t n;
	bool good;

	if (size < sizeof(tail) + SHA256_HEX - 1)
		return false;
	size -= SHA256_HEX - 1;
	if (!read_at(s, size - sizeof(tail), tail, sizeof(tail)) || tail[2] != MAGIC ||
	    tail[0] > size - sizeof(tail))
		return false;
	n = (size_t)(size - tail[0]);
	s->end = tail[0];
	good = read_at(s, tail[0], buf_room(&table, n), n) &&
	    read_at(s, size, wanted, SHA256_HEX - 1) &&
	    !strcmp(sha256_hex(is, table.data, n), wanted) &&
	    read_table(s, table.data, n - sizeof(tail), tail[1]);
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
	struct chunk chunk = {arena_text(&s->arena, name), s->end, bytes->len, ""};

	sha256_hex(chunk.digest, bytes->data, bytes->len);
	add_chunk(s, &chunk);
	return write_at(s, bytes->data, bytes->len, e);
}

const char *
state_get(const struct state *s, const char *name, struct arena *arena, size_t *n)
{
	struct chunk key = {.name = name}, *const * found;
	char digest[SHA256_HEX], *bytes;

	found = s ? tfind(&key, &s->by_name, by_name) : NULL;
	if (!found)
		return NULL;
	*n = (size_t)(*found)->length;
	bytes = arena_room(arena, *n + 1);
	bytes[*n] = '\0';
	if (!read_at(s, (*found)->offset, bytes, *n) ||
	    strcmp(sha256_hex(digest, bytes, *n), (*found)->digest) != 0)
		return NULL;
	return bytes;
}

int
state_finish(struct state *s, struct err *e)
{
	uint64_t tail[3] = {s->end, s->count, MAGIC};
	char digest[SHA256_HEX];
	struct buf table = {0};
	int result;

	write_table(s, &table);
	buf_add(&table, tail, sizeof(tail));
	sha256_hex(digest, table.data, table.len);
	buf_text(&table, digest);
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

/* The tree's elements are the arena's. */
static void
leave(void *element)
{
	(void)element;
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
	tdestroy(s->by_name, leave);
	mem_free(s->beside);
	mem_free(s->path);
	arena_free(&s->arena);
	mem_free(s);
}

/* SPDX-License-Identifier: MIT */
#include "measure/lines.h"

#include "core/err.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINE_MAX_BYTES = 64 * 1024 * 1024 };

int
lines_open(struct lines *l, int dir, const char *path, struct err *e)
{
	struct stat st;

	l->fd = openat(dir, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (l->fd < 0)
		return err_system(e, "%s", path);
	l->line = (struct buf){0};
	l->number = l->at = l->len = 0;
	if (!fstat(l->fd, &st) && S_ISREG(st.st_mode))
		return 0;
	lines_close(l);
	return err_set(e, ERR_DATA, "%s: is no regular file", path);
}

size_t
lines_canonical(const char *line, size_t len)
{
	while (len && strchr(" \t\r\v\f", line[len - 1]))
		len--;
	return len;
}

static bool
fill(struct lines *l)
{
	ssize_t n;

	do
		n = read(l->fd, l->bytes, sizeof(l->bytes));
	while (n < 0 && errno == EINTR);
	l->at = 0;
	l->len = n > 0 ? (size_t)n : 0;
	return n > 0;
}

/* One line as it stands; the last one may lack its end. */
static bool
read_line(struct lines *l)
{
	const char *start, *end;

	buf_clear(&l->line);
	while (l->at < l->len || fill(l)) {
		start = l->bytes + l->at;
		end = memchr(start, '\n', l->len - l->at);
		if (l->line.len > LINE_MAX_BYTES)
			return false;
		buf_add(&l->line, start, end ? (size_t)(end - start) : l->len - l->at);
		l->at = end ? (size_t)(end + 1 - l->bytes) : l->len;
		if (end)
			break;
	}
	if (!l->line.len && l->len == 0)
		return false;
	l->number++;
	return true;
}

bool
lines_next(struct lines *l)
{
	while (read_line(l)) {
		l->line.len = lines_canonical(buf_string(&l->line), l->line.len);
		if (l->line.len) {
			l->line.data[l->line.len] = '\0';
			return true;
		}
	}
	return false;
}

void
lines_close(struct lines *l)
{
	close(l->fd);
	buf_free(&l->line);
}

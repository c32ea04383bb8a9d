/* SPDX-License-Identifier: MIT */
#include "measure/journal.h"

#include "core/buf.h"
#include "core/err.h"
#include "core/file.h"
#include "core/sha256.h"

#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 1 << 30, HEAD = 8 + SHA256_HEX - 1 };

/* A new file's name has to be on the disk too. */
static int
sync_folder(const char *path)
{
	char folder[4096];
	size_t n = (size_t)(strrchr(path, '/') + 1 - path);
	int fd, failed;

	if (n >= sizeof(folder))
		return -1;
	memcpy(folder, path, n);
	folder[n] = '\0';
	fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	failed = fd < 0 || fsync(fd);
	if (fd >= 0)
		close(fd);
	return failed ? -1 : 0;
}

static int
append(int fd, const struct buf *bytes)
{
	const char *at = bytes->data;
	ssize_t done;

	for (size_t left = bytes->len; left > 0; left -= (size_t)done, at += done) {
		done = write(fd, at, left);
		if (done < 0)
			return -1;
	}
	return fsync(fd);
}

int
journal_add(const char *path, const struct buf *entry, struct err *e)
{
	uint64_t length = entry->len;
	char digest[SHA256_HEX];
	struct buf bytes = {0};
	off_t before;
	int fd, failed;

	if (file_make_folders(AT_FDCWD, path, e))
		return -1;
	fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0666);
	before = fd < 0 ? -1 : lseek(fd, 0, SEEK_END);
	if (before < 0) {
		err_system(e, "%s: cannot be written", path);
		if (fd >= 0)
			close(fd);
		return -1;
	}
	buf_add(&bytes, &length, sizeof(length));
	buf_text(&bytes, sha256_hex(digest, entry->data, entry->len));
	buf_add(&bytes, entry->data, entry->len);
	failed = append(fd, &bytes) || (before == 0 && sync_folder(path));
	if (failed) {
		err_system(e, "%s: cannot be written", path);
		(void)!ftruncate(fd, before);
	}
	buf_free(&bytes);
	close(fd);
	return failed ? -1 : 0;
}

bool
journal_next(const struct buf *text, const char **at, const char **entry, size_t *n)
{
	size_t left = text->len - (size_t)(*at - text->data);
	char digest[SHA256_HEX];
	uint64_t length;

	if (left < HEAD)
		return false;
	memcpy(&length, *at, sizeof(length));
	if (length > left - HEAD ||
	    memcmp(sha256_hex(digest, *at + HEAD, length), *at + sizeof(length),
		SHA256_HEX - 1) != 0)
		return false;
	*entry = *at + HEAD;
	*n = length;
	*at += HEAD + length;
	return true;
}

int
journal_read(const char *path, struct buf *text, struct err *e)
{
	struct file_stamp stamp;
	const char *at, *entry;
	struct err why = {0};
	size_t n, whole;

	buf_clear(text);
	if (!file_stat(AT_FDCWD, path, &stamp) && !stamp.kind)
		return 0;
	if (file_read(AT_FDCWD, path, MOST, text, NULL, &why))
		return err_set(e, why.code, "%s: %s", path, why.text);
	at = text->data;
	while (text->len && journal_next(text, &at, &entry, &n))
		;
	whole = text->len ? (size_t)(at - text->data) : 0;
	if (whole < text->len && truncate(path, (off_t)whole))
		return err_system(e, "%s: cannot be cut", path);
	text->len = whole;
	return 0;
}

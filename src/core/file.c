/* SPDX-License-Identifier: MIT */
#include "core/file.h"

#include "core/buf.h"
#include "core/err.h"
#include "core/pack.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void
set_stamp(struct file_stamp *stamp, const struct stat *st)
{
	*stamp = (struct file_stamp){
	    .kind = st->st_mode & S_IFMT,
	    .size = st->st_size,
	    .mtime_ns = st->st_mtim.tv_sec * 1000000000 + st->st_mtim.tv_nsec,
	    .ctime_ns = st->st_ctim.tv_sec * 1000000000 + st->st_ctim.tv_nsec,
	    .inode = (int64_t)st->st_ino,
	};
}

static int
read_all(int fd, size_t max, struct buf *out, struct file_stamp *stamp, struct err *e)
{
	struct stat st;
	ssize_t n;

	if (fstat(fd, &st))
		return err_system(e, "cannot be read");
	if (!S_ISREG(st.st_mode))
		return err_set(e, ERR_DATA, "is not a regular file");
	if (stamp)
		set_stamp(stamp, &st);
	if ((size_t)st.st_size > max)
		return err_set(e, ERR_DATA, "has %lld bytes, at most %zu are read",
		    (long long)st.st_size, max);
	buf_room(out, (size_t)st.st_size + 1);
	while ((n = read(fd, out->data + out->len, out->cap - out->len - 1)) > 0) {
		out->len += (size_t)n;
		if (out->len > max)
			return err_set(e, ERR_DATA, "grew over %zu bytes", max);
		if (out->cap - out->len < 2)
			buf_room(out, out->cap);
		if (out->len == (size_t)st.st_size)
			break; /* all there was; what comes now changes the stamp */
	}
	if (n < 0)
		return err_system(e, "cannot be read");
	out->data[out->len] = '\0';
	return 0;
}

int
file_read(int dir, const char *path, size_t max, struct buf *out,
    struct file_stamp *stamp, struct err *e)
{
	int fd, result;

	buf_clear(out);
	/* O_NONBLOCK: opening a pipe must not wait for its writer */
	fd = openat(dir, path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	if (fd < 0 && errno == ELOOP)
		return err_set(e, ERR_DATA,
		    "is a symbolic link; links are not followed, put the file here");
	if (fd < 0)
		return err_system(e, "cannot be opened");
	result = read_all(fd, max, out, stamp, e);
	close(fd);
	return result;
}

void
file_stamp_pack(struct pack *p, struct file_stamp *stamp)
{
	pack_int(p, &stamp->kind);
	pack_int(p, &stamp->size);
	pack_int(p, &stamp->mtime_ns);
	pack_int(p, &stamp->ctime_ns);
	pack_int(p, &stamp->inode);
}

bool
file_stat(int dir, const char *path, struct file_stamp *stamp)
{
	struct stat st;

	*stamp = (struct file_stamp){0};
	if (fstatat(dir, path, &st, AT_SYMLINK_NOFOLLOW))
		return false;
	set_stamp(stamp, &st);
	return S_ISREG(st.st_mode);
}

int
file_make_folders(int dir, const char *path, struct err *e)
{
	char part[4096];
	size_t n = strlen(path);

	if (n >= sizeof(part))
		return err_set(e, ERR_SYSTEM, "%.80s…: path too long", path);
	for (size_t i = 1; i < n; i++) {
		if (path[i] != '/')
			continue;
		memcpy(part, path, i);
		part[i] = '\0';
		if (mkdirat(dir, part, 0777) && errno != EEXIST)
			return err_system(e, "%s: cannot make the folder", part);
	}
	return 0;
}

static int
write_new(
    int dir, const char *path, const void *bytes, size_t n, bool sync, struct err *e)
{
	int fd = openat(
	    dir, path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
	const char *at = bytes;
	ssize_t done;

	if (fd < 0)
		return err_system(e, "%s: cannot be made", path);
	for (; n > 0; at += done, n -= (size_t)done) {
		done = write(fd, at, n);
		if (done < 0) {
			err_system(e, "%s: cannot be written", path);
			close(fd);
			return -1;
		}
	}
	if (sync && fsync(fd)) {
		err_system(e, "%s: cannot be written", path);
		close(fd);
		return -1;
	}
	if (close(fd))
		return err_system(e, "%s: cannot be written", path);
	return 0;
}

int
file_write_new(int dir, const char *path, const void *bytes, size_t n, struct err *e)
{
	return write_new(dir, path, bytes, n, false, e);
}

int
file_replace(int dir, const char *path, const void *bytes, size_t n, struct err *e)
{
	char beside[4096];

	if ((size_t)snprintf(beside, sizeof(beside), "%s.new", path) >= sizeof(beside))
		return err_set(e, ERR_SYSTEM, "%.80s…: path too long", path);
	if (unlinkat(dir, beside, 0) && errno != ENOENT)
		return err_system(e, "%s: cannot be removed", beside);
	if (write_new(dir, beside, bytes, n, true, e)) {
		unlinkat(dir, beside, 0);
		return -1;
	}
	if (renameat(dir, beside, dir, path)) {
		err_system(e, "%s: cannot be renamed to %s", beside, path);
		unlinkat(dir, beside, 0);
		return -1;
	}
	return 0;
}

static int
remove_entries(int folder, DIR *list, const char *last, struct err *e)
{
	struct dirent *entry;

	while ((errno = 0, entry = readdir(list))) {
		if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
			continue;
		if (last && !strcmp(entry->d_name, last))
			continue;
		if (file_remove_tree(folder, entry->d_name, NULL, e))
			return -1;
	}
	return errno ? err_system(e, "cannot list a folder") : 0;
}

int
file_remove_tree(int dir, const char *path, const char *last, struct err *e)
{
	int folder, result;
	DIR *list;

	if (!unlinkat(dir, path, 0) || errno == ENOENT)
		return 0;
	if (errno != EISDIR && errno != EPERM)
		return err_system(e, "%s: cannot be removed", path);
	folder = openat(dir, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (folder < 0)
		return err_system(e, "%s: cannot be removed", path);
	list = fdopendir(folder);
	if (!list) {
		close(folder);
		return err_system(e, "%s: cannot be listed", path);
	}
	result = remove_entries(folder, list, last, e);
	if (!result && last)
		result = file_remove_tree(folder, last, NULL, e);
	closedir(list);
	if (!result && unlinkat(dir, path, AT_REMOVEDIR))
		return err_system(e, "%s: cannot be removed", path);
	return result;
}

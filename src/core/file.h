/* SPDX-License-Identifier: MIT */
/* file.h: files read whole and written whole. */
#ifndef FILE_H
#define FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf;
struct err;
struct pack;

enum { FILE_MAX = 16 * 1024 * 1024 }; /* the largest input that is read */

/* What tells that a file is still the same without reading it. */
struct file_stamp {
	int64_t kind; /* S_IFREG, …; 0: there is nothing */
	int64_t size, mtime_ns, ctime_ns, inode;
};

/* Reads path (relative to folder dir, or AT_FDCWD) into out, emptied before. Only a
 * regular file of at most max bytes that is no symbolic link: else -1 and e with
 * ERR_DATA (ERR_SYSTEM where reading itself failed), the text without the path. stamp
 * may be NULL. */
int file_read(int dir, const char *path, size_t max, struct buf *out,
    struct file_stamp *stamp, struct err *e);

void file_stamp_pack(struct pack *p, struct file_stamp *stamp);

/* The stamp of what is there, all zeros where nothing is; true for a regular file. */
bool file_stat(int dir, const char *path, struct file_stamp *stamp);

/* Makes path's folder and those above it. */
int file_make_folders(int dir, const char *path, struct err *e);

/* Writes a new file, mode 0666 less the umask; a file of that name must not exist. */
int file_write_new(
    int dir, const char *path, const void *bytes, size_t n, struct err *e);

/* Writes beside path, waits until the disk has it, then renames over it: there is the
 * old file or the new one, whole, whatever happens. */
int file_replace(int dir, const char *path, const void *bytes, size_t n, struct err *e);

/* Removes a file, or a folder with all that is in it, the file named last at the end
 * (NULL: in any order); nothing there is fine. */
int file_remove_tree(int dir, const char *path, const char *last, struct err *e);

#endif

/* SPDX-License-Identifier: MIT */
/* folder.h: a temporary folder for a test, and files in it. */
#ifndef TESTS_FOLDER_H
#define TESTS_FOLDER_H

#include "core/buf.h"
#include "core/file.h"
#include "unit.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* Makes it; path gets its name. */
static inline void
folder_make(char path[256])
{
	const char *tmp = getenv("TMPDIR");

	snprintf(path, 256, "%s/unit-XXXXXX", tmp && *tmp ? tmp : P_tmpdir);
	assert_non_null(mkdtemp(path));
}

static inline void
folder_drop(const char *path)
{
	struct err e = {0};

	if (file_remove_tree(AT_FDCWD, path, NULL, &e))
		fail_msg("%s", e.text);
}

/* Writes folder/name, its folders too. */
static inline void
folder_write(const char *folder, const char *name, const char *text, size_t n)
{
	char path[512];
	struct err e = {0};

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	if (file_make_folders(AT_FDCWD, path, &e) ||
	    file_replace(AT_FDCWD, path, text, n, &e))
		fail_msg("%s", e.text);
}

/* Whether folder/name holds exactly text; text NULL: is not there. */
static inline int
folder_holds(const char *what, const char *folder, const char *name, const char *text)
{
	char path[1200];
	struct stat st;
	struct buf got = {0};
	int wrong;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	if (lstat(path, &st))
		return unit_text(what, NULL, text);
	if (file_read(AT_FDCWD, path, FILE_MAX, &got, NULL, NULL))
		return unit_text(what, "no file", text);
	wrong = unit_text(what, got.len ? got.data : "", text);
	buf_free(&got);
	return wrong;
}

#endif

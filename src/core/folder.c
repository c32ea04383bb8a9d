/* SPDX-License-Identifier: MIT */
#include "core/folder.h"

#include "core/err.h"
#include "core/mem.h"
#include "core/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int
by_name(const void *a, const void *b)
{
	const struct folder_entry *x = a, *y = b;

	return text_natural(x->name, y->name);
}

static void
set_kind(struct folder_entry *entry, int dir, const struct dirent *d)
{
	struct stat st;

	if (d->d_type != DT_UNKNOWN) {
		entry->is_folder = d->d_type == DT_DIR;
		entry->is_file = d->d_type == DT_REG;
	} else if (!fstatat(dir, d->d_name, &st, AT_SYMLINK_NOFOLLOW)) {
		entry->is_folder = S_ISDIR(st.st_mode);
		entry->is_file = S_ISREG(st.st_mode);
	}
}

int
folder_list(
    struct folder *f, int dir, const char *path, struct arena *arena, struct err *e)
{
	int fd = openat(dir, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	DIR *list = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *d;
	int why = errno;

	*f = (struct folder){0};
	if (!list && fd >= 0)
		close(fd);
	errno = why;
	if (!list)
		return errno == ENOENT ? 0
				       : err_system(e, "%s: cannot be listed", path);
	while ((errno = 0, d = readdir(list))) {
		struct folder_entry entry = {0};
		if (!strcmp(d->d_name, ".") || !strcmp(d->d_name, ".."))
			continue;
		entry.name = arena_text(arena, d->d_name);
		set_kind(&entry, fd, d);
		f->entry = arena_grow(arena, f->entry, f->count, sizeof(entry));
		f->entry[f->count++] = entry;
	}
	why = errno;
	closedir(list);
	errno = why;
	if (why)
		return err_system(e, "%s: cannot be listed", path);
	if (f->count)
		qsort(f->entry, f->count, sizeof(*f->entry), by_name);
	return 0;
}

const struct folder_entry *
folder_find(const struct folder *f, const char *name)
{
	for (size_t i = 0; i < f->count; i++)
		if (!strcmp(f->entry[i].name, name))
			return &f->entry[i];
	return NULL;
}

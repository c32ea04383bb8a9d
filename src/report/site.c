/* SPDX-License-Identifier: MIT */
#include "report/site.h"

#include "core/buf.h"
#include "core/err.h"
#include "core/folder.h"
#include "core/mem.h"
#include "core/pack.h"
#include "report/foreign.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

struct site {
	int parent;           /* folder that holds both */
	char *name;           /* of the site in it */
	char *building;       /* of the new folder */
	char *aside;          /* of the old one, where two cannot be exchanged */
	int old, new;         /* folders; old may be -1 */
	pthread_mutex_t lock; /* of the next two */
	struct buf made;      /* path and stamp of every file */
	size_t files;
};

static char *
last_part(const char *path, size_t n)
{
	const char *start = path + n;
	char *name;

	while (start > path && start[-1] != '/')
		start--;
	name = mem_get((size_t)(path + n - start) + 1);
	memcpy(name, start, (size_t)(path + n - start));
	name[path + n - start] = '\0';
	return name;
}

static char *
name_beside(const char *name, const char *ending)
{
	size_t n = strlen(name) + strlen(ending) + 1;
	char *beside = mem_get(n);

	snprintf(beside, n, "%s%s", name, ending);
	return beside;
}

static int
open_parent(struct site *s, const char *out, struct err *e)
{
	size_t n = strlen(out);
	char *parent;

	while (n > 1 && out[n - 1] == '/')
		n--;
	s->name = last_part(out, n);
	if (!*s->name || !strcmp(s->name, ".") || !strcmp(s->name, ".."))
		return err_set(e, ERR_USAGE,
		    "%s: wanted a folder that can be exchanged; give it a name", out);
	n -= strlen(s->name);
	parent = n ? last_part("", 0) : mem_strdup(".");
	if (n) {
		parent = mem_realloc(parent, n + 1);
		memcpy(parent, out, n);
		parent[n] = '\0';
	}
	s->building = name_beside(s->name, ".building");
	s->aside = name_beside(s->name, ".building-old");
	if (file_make_folders(AT_FDCWD, out, e) == 0)
		s->parent = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (s->parent < 0 && (!e || e->code == ERR_NONE))
		err_system(e, "%s: cannot be opened", parent);
	mem_free(parent);
	if (s->parent < 0)
		return -1;
	/* held until the folder is closed, also by a killed build */
	if (flock(s->parent, LOCK_EX))
		return err_system(e, "%s: cannot be locked", out);
	return 0;
}

/* In a folder that is being filled, until it has the site's marker. */
#define BUILDING_MARKER ".ngcc-report.building"

static bool
has(int parent, const char *name, const char *marker)
{
	struct file_stamp stamp;
	int dir = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	bool there = dir >= 0 && file_stat(dir, marker, &stamp);

	if (dir >= 0)
		close(dir);
	return there;
}

/* Whether a folder is a site, or what a killed build left of one. */
static bool
is_ours(int parent, const char *name)
{
	return has(parent, name, SITE_MARKER) || has(parent, name, BUILDING_MARKER);
}

/* A marker goes last, so that a removal that was killed can be gone on with. */
static int
remove_ours(int parent, const char *name, struct err *e)
{
	const char *last =
	    has(parent, name, SITE_MARKER) ? SITE_MARKER : BUILDING_MARKER;

	return file_remove_tree(parent, name, last, e);
}

/* Clears what a killed build left at name; what is somebody else's stays. */
static int
clear(struct site *s, const char *name, struct err *e)
{
	if (faccessat(s->parent, name, F_OK, AT_SYMLINK_NOFOLLOW) ||
	    !unlinkat(s->parent, name, AT_REMOVEDIR))
		return 0; /* nothing there, or an empty folder */
	if (is_ours(s->parent, name)) {
		struct err why;
		if (!remove_ours(s->parent, name, &why))
			return 0;
		return err_set(e, why.code,
		    "%s: what a build left there cannot be removed: %s", name,
		    why.text);
	}
	return err_set(e, ERR_USAGE,
	    "%s: stands where the site is built and was not left by a build; move it",
	    name);
}

static int
check_old(struct site *s, const char *out, struct err *e)
{
	struct arena arena = {0};
	struct file_stamp stamp;
	struct folder list;
	int result = 0;

	s->old =
	    openat(s->parent, s->name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (s->old < 0 && errno == ENOENT)
		return 0;
	if (s->old < 0)
		return err_set(e, ERR_USAGE, "%s: is not a folder", out);
	if (file_stat(s->old, SITE_MARKER, &stamp))
		return foreign_refuse(s->old, out, e);
	result = folder_list(&list, s->old, ".", &arena, e);
	if (!result && list.count)
		result = err_set(e, ERR_USAGE,
		    "%s: is not empty and not a site of ngcc-report (it has no %s); "
		    "nothing was changed, choose another folder",
		    out, SITE_MARKER);
	arena_free(&arena);
	return result;
}

static void
close_site(struct site *s)
{
	if (s->old >= 0)
		close(s->old);
	if (s->new >= 0)
		close(s->new);
	if (s->parent >= 0)
		close(s->parent);
	mem_free(s->name);
	mem_free(s->building);
	mem_free(s->aside);
	buf_free(&s->made);
	mem_free(s);
}

struct site *
site_open(const char *out, struct err *e)
{
	struct site *s = mem_get(sizeof(*s));

	*s = (struct site){
	    .parent = -1, .old = -1, .new = -1, .lock = PTHREAD_MUTEX_INITIALIZER};
	*e = (struct err){0};
	if (open_parent(s, out, e))
		goto fail;
	/* killed between two renames: there is no site, but its old one lies aside */
	if (faccessat(s->parent, s->name, F_OK, AT_SYMLINK_NOFOLLOW) &&
	    is_ours(s->parent, s->aside))
		renameat(s->parent, s->aside, s->parent, s->name);
	if (check_old(s, out, e) || clear(s, s->building, e) || clear(s, s->aside, e))
		goto fail;
	if (mkdirat(s->parent, s->building, 0777)) {
		err_system(e, "%s.building: cannot be made", out);
		goto fail;
	}
	s->new = openat(s->parent, s->building, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (s->new >= 0 && !file_write_new(s->new, BUILDING_MARKER, "", 0, e))
		return s;
	if (s->new < 0)
		err_system(e, "%s.building: cannot be opened", out);
fail:
	close_site(s);
	return NULL;
}

bool
site_has(const struct site *s, const char *path, const struct file_stamp *stamp)
{
	struct file_stamp now;

	/* not the ctime: our own links change it */
	return s->old >= 0 && file_stat(s->old, path, &now) &&
	    now.size == stamp->size && now.mtime_ns == stamp->mtime_ns &&
	    now.inode == stamp->inode;
}

/* Links path from dir into the new site. */
static bool
link_here(struct site *s, const char *path, int dir, const char *from)
{
	if (!linkat(dir, from, s->new, path, 0))
		return true;
	if (errno != ENOENT || file_make_folders(s->new, path, NULL))
		return false;
	return !linkat(dir, from, s->new, path, 0);
}

static bool
has_bytes(int dir, const char *path, const void *bytes, size_t n)
{
	struct buf old = {0};
	struct file_stamp stamp;
	bool same = file_stat(dir, path, &stamp) && (size_t)stamp.size == n &&
	    !file_read(dir, path, n, &old, NULL, NULL) && old.len == n &&
	    (n == 0 || !memcmp(old.data, bytes, n));

	buf_free(&old);
	return same;
}

/* Counts a file of the new site and notes it, unless the caller does. */
static int
note(struct site *s, const char *path, struct file_stamp *stamp, struct err *e)
{
	struct file_stamp own;
	struct pack p = {.out = &s->made};

	if (!file_stat(s->new, path, stamp ? stamp : &own))
		return err_system(e, "%s: is not there after writing", path);
	pthread_mutex_lock(&s->lock);
	s->files++;
	if (!stamp) {
		pack_text(&p, &path);
		file_stamp_pack(&p, &own);
	}
	pthread_mutex_unlock(&s->lock);
	return 0;
}

int
site_write(struct site *s, const char *path, const void *bytes, size_t n,
    struct file_stamp *stamp, struct err *e)
{
	/* most folders are there already */
	if (file_write_new(s->new, path, bytes, n, e) &&
	    (errno != ENOENT || file_make_folders(s->new, path, e) ||
		file_write_new(s->new, path, bytes, n, e)))
		return -1;
	return note(s, path, stamp, e);
}

int
site_put(struct site *s, const char *path, const void *bytes, size_t n,
    struct file_stamp *stamp, struct err *e)
{
	if (s->old >= 0 && has_bytes(s->old, path, bytes, n) &&
	    link_here(s, path, s->old, path))
		return note(s, path, stamp, e);
	return site_write(s, path, bytes, n, stamp, e);
}

const struct buf *
site_made(const struct site *s)
{
	return &s->made;
}

size_t
site_files(const struct site *s)
{
	return s->files;
}

bool
site_is_whole(const struct site *s, const char *made, size_t n)
{
	struct arena arena = {0};
	struct pack p = pack_from(made, n, &arena);
	bool whole = s->old >= 0 && n;

	while (whole && p.in < p.end) {
		struct file_stamp stamp;
		const char *path;
		pack_text(&p, &path);
		file_stamp_pack(&p, &stamp);
		whole = !p.bad && path && site_has(s, path, &stamp);
	}
	arena_free(&arena);
	return whole;
}

bool
site_keep(struct site *s, const char *path, const struct file_stamp *stamp)
{
	struct file_stamp unused;

	return site_has(s, path, stamp) && link_here(s, path, s->old, path) &&
	    !note(s, path, &unused, NULL);
}

bool
site_link(struct site *s, const char *path, int dir, const char *from,
    struct file_stamp *stamp)
{
	return link_here(s, path, dir, from) && !note(s, path, stamp, NULL);
}

bool
site_shares(const struct site *s, const char *path, int dir, const char *from)
{
	struct stat a, b;

	return s->old >= 0 && !fstatat(s->old, path, &a, AT_SYMLINK_NOFOLLOW) &&
	    !fstatat(dir, from, &b, AT_SYMLINK_NOFOLLOW) && a.st_dev == b.st_dev &&
	    a.st_ino == b.st_ino;
}

/* Where a file system knows no exchange: two renames, a moment without a site. */
static bool
exchange_by_hand(struct site *s)
{
	return !renameat(s->parent, s->name, s->parent, s->aside) &&
	    !renameat(s->parent, s->building, s->parent, s->name) &&
	    !renameat(s->parent, s->aside, s->parent, s->building);
}

int
site_finish(struct site *s, struct err *e)
{
	if (unlinkat(s->new, BUILDING_MARKER, 0))
		return err_system(e, "%s: cannot be removed", BUILDING_MARKER);
	if (s->old < 0) {
		if (renameat(s->parent, s->building, s->parent, s->name))
			return err_system(e, "%s: cannot be put in its place", s->name);
	} else if (renameat2(
		       s->parent, s->building, s->parent, s->name, RENAME_EXCHANGE) &&
	    !exchange_by_hand(s)) {
		return err_system(e, "%s: cannot be exchanged", s->name);
	}
	return 0;
}

int
site_remove_old(struct site *s, struct err *e)
{
	struct err why;

	if (!remove_ours(s->parent, s->building, &why))
		return 0;
	return err_set(e, why.code,
	    "the new site is in its place, but %s, where the old one is now, cannot be "
	    "removed: %s",
	    s->building, why.text);
}

void
site_close(struct site *s)
{
	struct err ignored;

	if (!s)
		return;
	/* after site_finish there is none */
	remove_ours(s->parent, s->building, &ignored);
	close_site(s);
}

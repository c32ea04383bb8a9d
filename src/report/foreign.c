/* SPDX-License-Identifier: MIT */
#include "report/foreign.h"

#include "core/err.h"
#include "core/field.h"
#include "core/file.h"
#include "core/folder.h"
#include "core/mem.h"
#include "report/site.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* The files that a build makes beside the datasets' folders. */
static const char *const files[] = {SITE_MARKER, "404.html", "feed.xml", "index.html",
    "robots.txt", "sitemap.xml", "style.css", "table.js"};
static const char *const folders[] = {"compare", "evidence"};

static bool
is_in(const char *name, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(name, list[i]))
			return true;
	return false;
}

bool
foreign_is_taken(const char *name)
{
	return is_in(name, files, COUNT_OF(files)) ||
	    is_in(name, folders, COUNT_OF(folders));
}

static bool
is_ours(int site, const struct folder_entry *f, struct arena *arena)
{
	struct file_stamp stamp;

	if (!f->is_folder)
		return is_in(f->name, files, COUNT_OF(files));
	return is_in(f->name, folders, COUNT_OF(folders)) ||
	    file_stat(site, arena_format(arena, "%s/method.html", f->name), &stamp);
}

int
foreign_refuse(int site, const char *out, struct err *e)
{
	struct arena arena = {0};
	struct folder list;
	int result = folder_list(&list, site, ".", &arena, e);

	for (size_t i = 0; !result && i < list.count; i++)
		if (!is_ours(site, &list.entry[i], &arena))
			result = err_set(e, ERR_USAGE,
			    "%s/%s: was not made by ngcc-report, and would be lost "
			    "when "
			    "the site is exchanged; nothing was changed. Keep it "
			    "elsewhere "
			    "and copy it there behind each build",
			    out, list.entry[i].name);
	arena_free(&arena);
	return result;
}

int
foreign_refuse_data(const char *data, const char *out, struct err *e)
{
	char *inner = mem_get(PATH_MAX), *outer = mem_get(PATH_MAX);
	int result = 0;
	size_t n;

	if (realpath(data, inner) && realpath(out, outer) && (n = strlen(outer)) &&
	    !strncmp(inner, outer, n) && (inner[n] == '/' || inner[n] == '\0'))
		result = err_set(e, ERR_USAGE,
		    "%s: lies in %s, which is exchanged as a whole: the data would be "
		    "lost; nothing was changed. Choose another folder for the site",
		    data, out);
	mem_free(inner);
	mem_free(outer);
	return result;
}

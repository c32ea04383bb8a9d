/* SPDX-License-Identifier: MIT */
/* folder.h: what is in a folder. */
#ifndef FOLDER_H
#define FOLDER_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct err;

struct folder_entry {
	const char *name;
	bool is_folder, is_file; /* both false: a link, pipe, device or socket */
};

struct folder {
	struct folder_entry
	    *entry; /* in natural order of the names, without . and .. */
	size_t count;
};

/* Lists path below folder dir into the arena. A folder that is not there is empty; one
 * that cannot be listed is -1 and e. */
int folder_list(
    struct folder *f, int dir, const char *path, struct arena *arena, struct err *e);

/* NULL where there is none of that name. */
const struct folder_entry *folder_find(const struct folder *f, const char *name);

#endif

/* SPDX-License-Identifier: MIT */
/* foreign.h: what lies in an old site and was not made by a build. A site is exchanged
 * as a whole, so it would be lost. */
#ifndef FOREIGN_H
#define FOREIGN_H

#include <stdbool.h>

struct err;

/* Whether a site has a file or folder of its own of that name, beside those of its
 * datasets. */
bool foreign_is_taken(const char *name);

/* Looks at the names in the folder of a site itself: files that no build makes there,
 * and folders that have no page. -1 and e, ERR_USAGE, where there is one. */
int foreign_refuse(int site, const char *out, struct err *e);

/* -1 and e, ERR_USAGE, where the folder data is out, or in it. Nothing where out is not
 * there yet. */
int foreign_refuse_data(const char *data, const char *out, struct err *e);

#endif

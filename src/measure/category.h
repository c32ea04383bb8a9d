/* SPDX-License-Identifier: MIT */
/* category.h: the categories of submissions and their operations, by name. */
#ifndef CATEGORY_H
#define CATEGORY_H

#include <stdbool.h>

enum category { CATEGORY_HASH };

/* False where there is none of that name. */
bool category_read(enum category *category, const char *name);

const char *category_name(enum category category);

#endif

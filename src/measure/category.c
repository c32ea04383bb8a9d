/* SPDX-License-Identifier: MIT */
#include "measure/category.h"

#include <stddef.h>
#include <string.h>

static const char *const names[] = {
    [CATEGORY_HASH] = "hash",
};

bool
category_read(enum category *category, const char *name)
{
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(names[i], name)) {
			*category = (enum category)i;
			return true;
		}
	return false;
}

const char *
category_name(enum category category)
{
	return names[category];
}

/* SPDX-License-Identifier: MIT */
#include "measure/category.h"

#include <stddef.h>
#include <string.h>

static const char *const names[] = {
    [CATEGORY_HASH] = "hash",
    [CATEGORY_KEM] = "kem",
    [CATEGORY_SIGN] = "sign",
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

const struct category_operation *
category_operations(enum category category)
{
	static const struct category_operation hash[] = {{"hash", 32}, {"hash", 128},
	    {"hash", 512}, {"hash", 1024}, {"hash", 4096}, {"hash", 8192},
	    {"hash", 16384}, {"hash", 65536}, {NULL, 0}};
	static const struct category_operation kem[] = {
	    {"keygen", 0}, {"enc", 0}, {"dec", 0}, {NULL, 0}};
	static const struct category_operation sign[] = {
	    {"keygen", 0}, {"sign", 0}, {"verify", 0}, {NULL, 0}};
	static const struct category_operation *const all[] = {
	    [CATEGORY_HASH] = hash, [CATEGORY_KEM] = kem, [CATEGORY_SIGN] = sign};

	return all[category];
}

/* SPDX-License-Identifier: MIT */
#include "measure/category.h"

#include <stddef.h>
#include <string.h>

static const char *const names[] = {
    [CATEGORY_HASH] = "hash",
    [CATEGORY_KEM] = "kem",
    [CATEGORY_SIGN] = "sign",
    [CATEGORY_KEX] = "kex",
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
	static const struct category_operation hash[] = {{"hash", 32, 0},
	    {"hash", 128, 0}, {"hash", 512, 0}, {"hash", 1024, 0}, {"hash", 4096, 0},
	    {"hash", 8192, 0}, {"hash", 16384, 0}, {"hash", 65536, 0}, {NULL, 0, 0}};
	static const struct category_operation kem[] = {
	    {"keygen", 0, 0}, {"enc", 0, 0}, {"dec", 0, 0}, {NULL, 0, 0}};
	static const struct category_operation sign[] = {
	    {"keygen", 0, 0}, {"sign", 0, 0}, {"verify", 0, 0}, {NULL, 0, 0}};
	static const struct category_operation kex[] = {{"exchange", 0, 0},
	    {"init_a", 0, 0}, {"init_b", 0, 0}, {"pass1", 0, 1}, {"pass2", 0, 2},
	    {"pass3", 0, 3}, {"pass4", 0, 4}, {"pass5", 0, 5}, {"pass6", 0, 6},
	    {"pass7", 0, 7}, {"pass8", 0, 8}, {"pass9", 0, 9}, {"pass10", 0, 10},
	    {"pass11", 0, 11}, {"pass12", 0, 12}, {"pass13", 0, 13}, {"pass14", 0, 14},
	    {"pass15", 0, 15}, {"pass16", 0, 16}, {"derive_a", 0, 0},
	    {"derive_b", 0, 0}, {NULL, 0, 0}};
	static const struct category_operation *const all[] = {[CATEGORY_HASH] = hash,
	    [CATEGORY_KEM] = kem,
	    [CATEGORY_SIGN] = sign,
	    [CATEGORY_KEX] = kex};

	return all[category];
}

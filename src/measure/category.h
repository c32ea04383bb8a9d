/* SPDX-License-Identifier: MIT */
/* category.h: the categories of submissions and their operations, by name. */
#ifndef CATEGORY_H
#define CATEGORY_H

#include <stdbool.h>
#include <stdint.h>

enum category { CATEGORY_HASH, CATEGORY_KEM, CATEGORY_SIGN, CATEGORY_KEX };

/* False where there is none of that name. */
bool category_read(enum category *category, const char *name);

const char *category_name(enum category category);

/* All names, for a message: "hash, kem, sign or kex". */
#define CATEGORY_NAMES "hash, kem, sign or kex"

struct category_operation {
	const char *name;
	int64_t input_bytes; /* 0 where the length is no part of it */
	int pass;            /* of a key exchange, which may have fewer; else 0 */
};

/* What is timed of a category, ending with a name of NULL: a hash function at the
 * guide's lengths of messages, S1 to S8. */
const struct category_operation *category_operations(enum category category);

#endif

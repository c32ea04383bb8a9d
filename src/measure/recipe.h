/* SPDX-License-Identifier: MIT */
/* recipe.h: candidate.json: how the libraries of a candidate are made.
 *
 *	{"id": "hash-sm3",
 *	 "instances": [{"label": "SM3-256", "type": "hash", "digest_bits": 256,
 *	                "variant": "reference", "sources": ["sm3.c"],
 *	                "flags": ["-DX"], "libraries": ["crypto"]}]}
 *
 * Sources are below the folder of the file. The variant's name tells which flags of the
 * guide it is built with: optimized… and performance… the ones for speed, resource… the
 * ones for size, others the reference ones. flags and libraries may be missing. */
#ifndef RECIPE_H
#define RECIPE_H

#include "measure/category.h"

#include <stddef.h>

struct arena;
struct err;

struct recipe_instance {
	const char *label, *variant;
	enum category category;
	int digest_bits; /* of a hash function; else 0 */
	const char **source, **flag, **library;
	size_t sources, flags, libraries;
};

struct recipe {
	const char *id;
	struct recipe_instance *instance;
	size_t instances;
};

/* Reads folder/candidate.json, everything into the arena. */
int recipe_read(
    struct recipe *r, const char *folder, struct arena *arena, struct err *e);

#endif

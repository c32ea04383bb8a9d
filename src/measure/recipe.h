/* SPDX-License-Identifier: MIT */
/* recipe.h: candidate.json: how the libraries of a candidate are made.
 *
 *	{"id": "hash-sm3",
 *	 "algorithm": "SM3",
 *	 "links": {"specification": "https://…"},
 *	 "instances": [{"label": "SM3-256", "type": "hash", "digest_bits": 256,
 *	                "variant": "reference", "sources": ["sm3.c"],
 *	                "flags": ["-DX"], "libraries": ["crypto"],
 *	                "manifest": "kat.sha256", "whole_bytes": true,
 *	                "profile": ["my_permutation"],
 *	                "note": "why no answer is known"}]}
 *
 * Sources and manifest are below the folder of the file. The variant's name tells which
 * flags of the guide it is built with: optimized… and performance… the ones for speed,
 * resource… the ones for size, others the reference ones. links are those of a catalog:
 * report, submission, specification. What stands behind sources may be missing, and so
 * may algorithm and links. */
#ifndef RECIPE_H
#define RECIPE_H

#include "measure/category.h"

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct err;

struct recipe_instance {
	const char *label, *variant;
	enum category category;
	int digest_bits; /* of a hash function; else 0 */
	const char **source, **flag, **library;
	size_t sources, flags, libraries;
	const char **profile; /* functions whose share is told, NULL behind the last */
	size_t profiles; /* 0: those by which a library uses a digest of libcrypto */
	const char *manifest; /* below the folder; NULL: no answer is known */
	bool whole_bytes;     /* a hash function that takes no partial byte */
	const char *note; /* what a known-answer run says beside its result, or NULL */
};

struct recipe {
	const char *id;
	const char *algorithm;                           /* or NULL */
	const char *report, *submission, *specification; /* links; each may be NULL */
	struct recipe_instance *instance;
	size_t instances;
};

/* Reads folder/candidate.json, everything into the arena. */
int recipe_read(
    struct recipe *r, const char *folder, struct arena *arena, struct err *e);

#endif

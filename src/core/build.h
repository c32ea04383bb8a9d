/* SPDX-License-Identifier: MIT */
/* build.h: build.json: every built instance of a system. */
#ifndef BUILD_H
#define BUILD_H

#include <stddef.h>
#include <stdint.h>

struct arena;
struct findings;
struct json;
struct pack;

/* A library that loading the instance's own one brings. */
struct build_library {
	const char *name;  /* "libcrypto.so.3" */
	int64_t elf_bytes; /* as below */
};

struct build {
	const char *candidate, *label, *instance, *variant, *flags, *kat, *guide_result;
	const char *library, *library_sha256, *kat_log, *kat_log_sha256;
	int64_t elf_bytes; /* memory size of the PT_LOAD segments */
	struct build_library *further;
	size_t furthers; /* 0 also where nothing is said of them */
};

/* Reads all entries, sorted by candidate, then label, both in natural order, into a
 * list in the arena; returns their number. An entry with a finding keeps what could be
 * read, candidate and label coming from its name; one whose name is not
 * "<candidate>/<label>" is left out. */
size_t build_read(struct build **list, const struct json *j, const char *file,
    struct arena *arena, struct findings *findings);

void build_pack(struct pack *p, struct build *b);

#endif

/* SPDX-License-Identifier: MIT */
/* elf.h: what a library's file says of itself. */
#ifndef ELF_H
#define ELF_H

#include "core/sha256.h"

#include <stdint.h>

struct arena;
struct err;

struct elf {
	char sha256[SHA256_HEX]; /* of the file */
	int64_t load_bytes; /* memory of its PT_LOAD segments; -1: it is no ELF file */
	const char *compiler; /* as it signed; NULL where it did not */
};

/* Texts go to the arena. -1 and e where there is no such file. */
int elf_read(struct elf *f, const char *path, struct arena *arena, struct err *e);

#endif

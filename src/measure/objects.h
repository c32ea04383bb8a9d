/* SPDX-License-Identifier: MIT */
/* objects.h: the program and the libraries that are loaded, in the order of loading. */
#ifndef OBJECTS_H
#define OBJECTS_H

#include <link.h>
#include <stddef.h>
#include <stdint.h>

size_t objects_count(void);

/* Calls visit for each from number from on, counted from 0. */
void objects_visit(size_t from,
    void (*visit)(void *context, const struct dl_phdr_info *object), void *context);

/* The memory of its PT_LOAD segments, in bytes. */
int64_t objects_load_bytes(const struct dl_phdr_info *object);

#endif

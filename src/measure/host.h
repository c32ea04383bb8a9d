/* SPDX-License-Identifier: MIT */
/* host.h: the machine that is measured on: what a record says of it, and what of it
 * would spoil a measurement. */
#ifndef HOST_H
#define HOST_H

#include <stdbool.h>

struct arena;
struct json;

struct host {
	const char *root; /* of /proc and /sys: ""; a test has others */
	int cpu;          /* that is measured on */
};

/* The last CPU of which the kernel says that it is online; 0, where most systems boot
 * and serve interrupts, only where there is no other. */
int host_default_cpu(const struct host *h);

bool host_has_cpu(const struct host *h, int cpu);

/* Whether a program such as qemu-aarch64 or valgrind runs this one, instruction by
 * instruction: then nothing that is measured means anything. */
bool host_is_emulated(const struct host *h);

/* Whether the machine is a virtual one, as far as it says so. */
bool host_is_virtual(const struct host *h);

/* Adds what the record's environment holds, unknown things as null. name stands for the
 * host, compiler for the library's. */
void host_environment(const struct host *h, struct json *to, const char *name,
    const char *compiler, struct arena *arena);

/* The text of a file below the root, without its last line end, in the arena; %d in
 * path stands for the number. NULL where there is none, or nothing in it. */
const char *host_text(
    const struct host *h, const char *path, int number, struct arena *arena);

#endif

/* SPDX-License-Identifier: MIT */
/* seccomp.h: calls of the kernel that no candidate and no compiler needs. */
#ifndef SECCOMP_H
#define SECCOMP_H

#include <stdbool.h>

struct seccomp_plan {
	bool alone;    /* threads may be made, processes not */
	bool own_only; /* no process but the caller itself may get a signal */
	bool traced;   /* a sanitizer traces its own process at its end */
};

/* Denies them from here on, also to what is executed: they fail, they do not kill.
 * Another machine's calls (32 bit) are all denied. no_new_privs is set before. 0, or -1
 * where the kernel has no such filters. */
int seccomp_deny(const struct seccomp_plan *plan);

#endif

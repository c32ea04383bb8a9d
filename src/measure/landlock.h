/* SPDX-License-Identifier: MIT */
/* landlock.h: which files a process can reach, by the kernel's Landlock (5.13 and
 * later). Made before rights are dropped, entered after. */
#ifndef LANDLOCK_H
#define LANDLOCK_H

enum landlock_right {
	LANDLOCK_READ,  /* and execute, and list */
	LANDLOCK_WRITE, /* and all that there is to do */
};

/* Nothing may be reached yet, no TCP, and no process outside be signalled. A
 * descriptor; -1 where the kernel has none of it. */
int landlock_new(void);

/* What lies at path may be reached, and all that is below it. Nothing where there is no
 * such path. */
void landlock_allow(int rules, const char *path, enum landlock_right right);

/* The same for an open file. */
void landlock_allow_open(int rules, int fd, enum landlock_right right);

/* 0 where the rules are in force from here on; no_new_privs is set before. */
int landlock_enter(int rules);

#endif

/* SPDX-License-Identifier: MIT */
/* namespace.h: a fork into namespaces of its own, as far as the kernel gives them to
 * who asks: as root, else by way of a user namespace. */
#ifndef NAMESPACE_H
#define NAMESPACE_H

#include <stdbool.h>
#include <sys/types.h>

/* What came about. */
enum namespace_part {
	NAMESPACE_PID = 1 << 0,     /* none but its own processes, which end with it */
	NAMESPACE_NETWORK = 1 << 1, /* without any interface that is up */
	NAMESPACE_IPC = 1 << 2,
	NAMESPACE_UTS = 1 << 3,  /* the host is called localhost */
	NAMESPACE_PROC = 1 << 4, /* /proc shows these processes alone */
	NAMESPACE_TMP = 1 << 5,  /* /tmp, /var/tmp and /dev/shm are empty, small, and in
				    memory */
};

/* Lies in memory that both sides share. */
struct namespace_run {
	unsigned parts;
	bool ended; /* the process below an init has */
	int status; /* its own, as waitpid(2) gives it */
};

/* As fork(2), but no function of libc's runs in between, so another thread may be
 * within one. Where there is a process namespace, the number is that of its first
 * process, which does nothing but wait for the one that gets the 0: a first process
 * could not be ended by its own signals. It fills run->status, then ends, and the
 * kernel with it all others in there. The 0 comes to a process that must call no
 * function that takes a lock of libc before it executes a program. own_tmp: whether
 * /tmp is to be its own. */
pid_t namespace_fork(struct namespace_run *run, bool own_tmp);

#endif

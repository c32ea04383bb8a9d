/* SPDX-License-Identifier: MIT */
#include "measure/namespace.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define TMP_LIMITS "size=64m,nr_inodes=1000,mode=1777"

/* The same number on every machine; from 5.9 on. */
enum { CLOSE_RANGE = 436 };

static const char host[] = "localhost";

/* The order of the other arguments differs between machines; they are all 0. */
static pid_t
fork_with(unsigned long flags)
{
	return (pid_t)syscall(SYS_clone, flags | SIGCHLD, 0L, 0L, 0L, 0L);
}

static void
write_text(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);

	if (fd >= 0) {
		(void)!write(fd, text, strlen(text));
		close(fd);
	}
}

/* Inside, the user has the numbers of outside. */
static void
map_user(uid_t uid, gid_t gid)
{
	char text[64];

	snprintf(text, sizeof(text), "%u %u 1", uid, uid);
	write_text("/proc/self/uid_map", text);
	write_text("/proc/self/setgroups", "deny");
	snprintf(text, sizeof(text), "%u %u 1", gid, gid);
	write_text("/proc/self/gid_map", text);
}

/* Nothing is mounted unless it stays in here. */
static unsigned
mount_own(bool own_proc, bool own_tmp)
{
	unsigned parts = 0, flags = MS_NOSUID | MS_NODEV;

	if ((!own_proc && !own_tmp) || unshare(CLONE_NEWNS) ||
	    mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL))
		return 0;
	if (own_proc && !mount("proc", "/proc", "proc", flags | MS_NOEXEC, NULL))
		parts |= NAMESPACE_PROC;
	if (own_tmp && !mount("tmpfs", "/tmp", "tmpfs", flags, TMP_LIMITS)) {
		parts |= NAMESPACE_TMP;
		/* these may not be there */
		(void)!mount("/tmp", "/var/tmp", NULL, MS_BIND, NULL);
		(void)!mount("/tmp", "/dev/shm", NULL, MS_BIND, NULL);
	}
	return parts;
}

static unsigned
enter(bool own_pids, bool own_tmp)
{
	unsigned parts = own_pids ? NAMESPACE_PID : 0;

	if (!unshare(CLONE_NEWNET))
		parts |= NAMESPACE_NETWORK;
	if (!unshare(CLONE_NEWIPC))
		parts |= NAMESPACE_IPC;
	if (!unshare(CLONE_NEWUTS) && !sethostname(host, sizeof(host) - 1))
		parts |= NAMESPACE_UTS;
	return parts | mount_own(own_pids, own_tmp);
}

/* The first process of the namespace; it keeps nothing open, and what runs below it may
 * not look into it. Does not return. */
static void
wait_for(pid_t pid, struct namespace_run *run)
{
	pid_t ended;
	int status;

	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	prctl(PR_SET_DUMPABLE, 0);
	if (syscall(CLOSE_RANGE, 0L, ~0u, 0L))
		for (int fd = 0; fd < 1024; fd++)
			close(fd);
	do
		ended = waitpid(-1, &status, 0);
	while (ended != pid && (ended > 0 || errno == EINTR));
	run->status = status;
	run->ended = ended == pid;
	_exit(0);
}

pid_t
namespace_fork(struct namespace_run *run, bool own_tmp)
{
	uid_t uid = geteuid();
	gid_t gid = getegid();
	bool own_user = uid != 0, own_pids = true;
	pid_t pid = own_user ? -1 : fork_with(CLONE_NEWPID);

	if (pid < 0) {
		own_user = true;
		pid = fork_with(CLONE_NEWUSER | CLONE_NEWPID);
	}
	if (pid < 0) {
		own_user = own_pids = false;
		pid = fork_with(0);
	}
	if (pid)
		return pid;
	if (own_user)
		map_user(uid, gid);
	run->parts |= enter(own_pids, own_tmp);
	if (!own_pids)
		return 0;
	pid = fork_with(0);
	if (pid > 0)
		wait_for(pid, run);
	if (pid < 0)
		_exit(errno);
	return 0;
}

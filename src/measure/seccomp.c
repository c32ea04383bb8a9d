/* SPDX-License-Identifier: MIT */
#include "measure/seccomp.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__aarch64__)
#define MACHINE AUDIT_ARCH_AARCH64
#else
#define MACHINE AUDIT_ARCH_X86_64
#endif

/* Calls that headers of Debian 11 or one of the two machines do not name; the numbers
 * from 424 on are the same on both: include/uapi/asm-generic/unistd.h. */
enum {
	IO_URING_SETUP = 425,
	OPEN_TREE = 428,
	MOVE_MOUNT = 429,
	FSOPEN = 430,
	FSMOUNT = 432,
	FSPICK = 433,
	PIDFD_OPEN = 434,
	CLONE3 = 435,
	PIDFD_GETFD = 438,
	MOUNT_SETATTR = 442,
	LAST = 1024,
	X32 = 0x40000000, /* the other set of calls of an x86-64 */
	SPACES = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC |
	    CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET,
};

struct denied {
	int call, error;
};

/* Other processes, the network, memory that outlives its mappings, the CPU that was
 * given, the system as a whole; what only root may do is here for a root that could not
 * become another user. */
static const struct denied always[] = {
    {SYS_process_vm_readv, EPERM}, {SYS_process_vm_writev, EPERM}, {SYS_kcmp, EPERM},
    {PIDFD_OPEN, EPERM}, {PIDFD_GETFD, EPERM}, {SYS_socket, EACCES},
    {SYS_socketpair, EACCES}, {IO_URING_SETUP, ENOSYS}, {SYS_shmget, EPERM},
    {SYS_msgget, EPERM}, {SYS_semget, EPERM}, {SYS_mq_open, EPERM},
    {SYS_sched_setaffinity, EPERM}, {SYS_sched_setscheduler, EPERM},
    {SYS_sched_setattr, EPERM}, {SYS_setsid, EPERM}, {SYS_setpgid, EPERM},
    {SYS_mount, EPERM}, {SYS_umount2, EPERM}, {SYS_pivot_root, EPERM},
    {SYS_chroot, EPERM}, {OPEN_TREE, EPERM}, {MOVE_MOUNT, EPERM}, {FSOPEN, EPERM},
    {FSMOUNT, EPERM}, {FSPICK, EPERM}, {MOUNT_SETATTR, EPERM}, {SYS_unshare, EPERM},
    {SYS_setns, EPERM}, {SYS_bpf, EPERM}, {SYS_userfaultfd, EPERM},
    {SYS_add_key, EPERM}, {SYS_request_key, EPERM}, {SYS_keyctl, EPERM},
    {SYS_open_by_handle_at, EPERM}, {SYS_syslog, EPERM}, {SYS_acct, EPERM},
    {SYS_swapon, EPERM}, {SYS_swapoff, EPERM}, {SYS_reboot, EPERM},
    {SYS_sethostname, EPERM}, {SYS_settimeofday, EPERM}, {SYS_clock_settime, EPERM},
    {SYS_clock_adjtime, EPERM}, {SYS_adjtimex, EPERM}, {SYS_init_module, EPERM},
    {SYS_finit_module, EPERM}, {SYS_delete_module, EPERM}, {SYS_kexec_load, EPERM},
    {CLONE3, ENOSYS}, /* its flags cannot be seen; libc then takes the older one */
};

/* Where the first argument is not the process itself. */
static const int signals[] = {
    SYS_kill, SYS_tgkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo};

struct program {
	struct sock_filter line[LAST];
	unsigned short lines;
};

static void
add(struct program *p, unsigned code, unsigned value, unsigned char yes,
    unsigned char no)
{
	p->line[p->lines++] =
	    (struct sock_filter){(unsigned short)code, yes, no, value};
}

static void
load(struct program *p, size_t offset)
{
	add(p, BPF_LD | BPF_W | BPF_ABS, (unsigned)offset, 0, 0);
}

static void
answer(struct program *p, int error)
{
	add(p, BPF_RET | BPF_K,
	    error ? SECCOMP_RET_ERRNO | (unsigned)error : SECCOMP_RET_ALLOW, 0, 0);
}

static void
deny(struct program *p, int call, int error)
{
	add(p, BPF_JMP | BPF_JEQ | BPF_K, (unsigned)call, 0, 1);
	answer(p, error);
}

/* The low half of the first argument. Both machines are little-endian. */
static void
load_first(struct program *p)
{
	load(p, offsetof(struct seccomp_data, args));
}

static void
add_clone(struct program *p, bool alone)
{
	add(p, BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, alone ? 6 : 4);
	load_first(p);
	add(p, BPF_JMP | BPF_JSET | BPF_K, SPACES, 0, 1);
	answer(p, EPERM);
	if (alone) {
		add(p, BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0);
		answer(p, EAGAIN);
	}
	answer(p, 0);
}

static void
add_signals(struct program *p)
{
	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++) {
		add(p, BPF_JMP | BPF_JEQ | BPF_K, (unsigned)signals[i], 0, 4);
		load_first(p);
		add(p, BPF_JMP | BPF_JEQ | BPF_K, (unsigned)getpid(), 1, 0);
		answer(p, EPERM);
		answer(p, 0);
	}
	deny(p, SYS_tkill, EPERM);
}

static void
write_program(struct program *p, const struct seccomp_plan *plan)
{
	p->lines = 0;
	load(p, offsetof(struct seccomp_data, arch));
	add(p, BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0);
	answer(p, ENOSYS);
	load(p, offsetof(struct seccomp_data, nr));
	add(p, BPF_JMP | BPF_JGE | BPF_K, X32, 0, 1);
	answer(p, ENOSYS);
	for (size_t i = 0; i < sizeof(always) / sizeof(always[0]); i++)
		deny(p, always[i].call, always[i].error);
	if (!plan->traced)
		deny(p, SYS_ptrace, EPERM);
#ifdef SYS_fork
	if (plan->alone) {
		deny(p, SYS_fork, EAGAIN);
		deny(p, SYS_vfork, EAGAIN);
	}
#endif
	if (plan->own_only)
		add_signals(p);
	add_clone(p, plan->alone);
	answer(p, 0);
}

int
seccomp_deny(const struct seccomp_plan *plan)
{
	struct program p;
	struct sock_fprog program = {0, p.line};

	write_program(&p, plan);
	program.len = p.lines;
	/* without the flag, kernels before 5.16 make the filtered process slower */
	return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
	    SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program);
}

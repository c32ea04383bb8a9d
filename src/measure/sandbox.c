/* SPDX-License-Identifier: MIT */
#include "measure/sandbox.h"

#include "core/buf.h"
#include "core/err.h"
#include "core/mem.h"
#include "measure/landlock.h"
#include "measure/namespace.h"
#include "measure/seccomp.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/securebits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED true
#endif
#endif
#if !defined(SANITIZED) && defined(__SANITIZE_ADDRESS__)
#define SANITIZED true
#elif !defined(SANITIZED)
#define SANITIZED false
#endif

#define LIBRARY "/proc/self/fd/5"

enum {
	LIBRARY_FD = 5,
	OUT_OF_THE_WAY = 16, /* of the numbers that a child gives away */
	NOBODY = 65534,
	/* Above it no system gives numbers to anybody: systemd's UIDS-GIDS.md. The
	 * number of the calling thread is added, which has one child at a time. */
	UNUSED = 0x70000000,
	CLOSE_RANGE = 436, /* the same on every machine; from 5.9 on */
	CLOSE_ON_EXEC = 4, /* from 5.11 on */
};

enum part {
	PART_UID = 1 << 8,
	PART_LANDLOCK = 1 << 9,
	PART_SECCOMP = 1 << 10,
	PART_MEMORY = 1 << 11,
	PART_LIMITS = 1 << 12,
};

static const struct {
	unsigned part;
	const char *word;
} words[] = {
    {PART_UID, "uid"},
    {NAMESPACE_PID, "pid"},
    {NAMESPACE_NETWORK, "network"},
    {NAMESPACE_IPC, "ipc"},
    {NAMESPACE_UTS, "uts"},
    {NAMESPACE_PROC, "proc"},
    {NAMESPACE_TMP, "tmp"},
    {PART_LANDLOCK, "landlock"},
    {PART_SECCOMP, "seccomp"},
    {PART_MEMORY, "memory"},
    {PART_LIMITS, "limits"},
};

/* What a program needs to start, and a compiler to compile. Names of hosts and users,
 * and what users have, are not among it. */
static const char *const readable[] = {"/usr", "/bin", "/sbin", "/lib", "/lib32",
    "/lib64", "/libx32", "/opt", "/gnu/store", "/nix/store", "/etc/alternatives",
    "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/ld.so.preload",
    "/etc/localtime", "/etc/ssl/openssl.cnf", "/proc", "/sys/devices/system/cpu",
    "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"};

struct sandbox_plan
sandbox_driver(const char *library, int counter, double timeout_s)
{
	enum { GIB = 1 << 30, MIB = 1 << 20 };
	int64_t memory = INT64_C(4) * GIB;
	int64_t machine =
	    (int64_t)sysconf(_SC_PHYS_PAGES) * (int64_t)sysconf(_SC_PAGESIZE);

	if (machine > 0 && machine < memory)
		memory = machine;
	return (struct sandbox_plan){.library = library,
	    /* a sanitizer reserves terabytes of addresses */
	    .memory_bytes = SANITIZED ? 0 : memory,
	    .file_bytes = 16 * MIB,
	    .processes = 64,
	    .files = 64,
	    .cpu_s = 2 * timeout_s + 10,
	    .alone = !SANITIZED,
	    .counter = counter};
}

static int
open_apart(const char *path, int flags)
{
	int low = path ? open(path, flags | O_CLOEXEC) : -1, fd = -1;

	if (low >= 0) {
		fd = fcntl(low, F_DUPFD_CLOEXEC, OUT_OF_THE_WAY);
		close(low);
	}
	return fd;
}

/* Opening a file before is not all: it is loaded, or executed, by its descriptor. */
static int
check_mode(int fd, const char *path, mode_t wanted, const char *how, struct err *e)
{
	struct stat st;

	if (geteuid() != 0 || fd < 0 || fstat(fd, &st) ||
	    (st.st_mode & wanted) == wanted)
		return 0;
	return err_set(e, ERR_SYSTEM,
	    "%s: as root it is used by an unprivileged user, who may not; chmod go+%s "
	    "lets it",
	    path, how);
}

int
sandbox_open(struct sandbox *b, const struct sandbox_plan *plan, const char *program,
    const char *const *argv, struct arena *arena, struct err *e)
{
	const char **word;
	size_t n = 0;

	b->run = mmap(NULL, sizeof(*b->run), PROT_READ | PROT_WRITE,
	    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (b->run == MAP_FAILED)
		return err_system(e, "starting %s", program);
	b->plan = plan;
	b->path = program;
	b->program = open_apart(program, O_PATH);
	b->library = open_apart(plan->library, O_RDONLY);
	b->start = open_apart(plan->start, O_PATH | O_DIRECTORY);
	if (check_mode(b->program, program, S_IXOTH, "rx", e) ||
	    check_mode(b->library, plan->library, S_IROTH, "r", e)) {
		int status = 0;
		sandbox_close(b, &status);
		return -1;
	}
	if (plan->counter >= 0)
		b->cycles = counter_cycles(plan->counter);
	b->uid = UNUSED + (uid_t)syscall(SYS_gettid);
	while (argv[n])
		n++;
	word = arena_get(arena, (n + 1) * sizeof(*word));
	for (size_t i = 0; i < n; i++)
		word[i] = b->library >= 0 && !strcmp(argv[i], plan->library) ? LIBRARY
									     : argv[i];
	b->argv = word;
	return 0;
}

pid_t
sandbox_fork(struct sandbox *b)
{
	return namespace_fork(b->run, !b->plan->folder);
}

/* The descriptors that the program is to find. */
static void
keep_open(const struct sandbox *b)
{
	int counter = -1;

	if (b->plan->counter >= 0)
		counter = counter_open(b->cycles, NULL);
	if (counter >= 0)
		dup2(counter, COUNTER_FD);
	if (b->library >= 0)
		dup2(b->library, LIBRARY_FD);
}

static int
make_rules(const struct sandbox *b)
{
	const struct sandbox_plan *p = b->plan;
	int rules = landlock_new();

	for (size_t i = 0; i < sizeof(readable) / sizeof(readable[0]); i++)
		landlock_allow(rules, readable[i], LANDLOCK_READ);
	for (size_t i = 0; p->readable && p->readable[i]; i++)
		landlock_allow(rules, p->readable[i], LANDLOCK_READ);
	landlock_allow_open(rules, b->program, LANDLOCK_READ);
	landlock_allow_open(rules, b->library, LANDLOCK_READ);
	landlock_allow_open(rules, b->start, LANDLOCK_READ);
	landlock_allow(rules, "/dev/null", LANDLOCK_WRITE);
	if (p->folder)
		landlock_allow(rules, p->folder, LANDLOCK_WRITE);
	else if (b->run->parts & NAMESPACE_TMP)
		landlock_allow(rules, "/tmp", LANDLOCK_WRITE);
	return rules;
}

/* Under a limit that was there before, it stays as it was. */
static bool
limit(int what, rlim_t most)
{
	struct rlimit r = {most, most}, old;

	if (!getrlimit((__rlimit_resource_t)what, &old) && old.rlim_max < most)
		r.rlim_cur = r.rlim_max = old.rlim_max;
	return !setrlimit((__rlimit_resource_t)what, &r);
}

static void
set_limits(const struct sandbox *b)
{
	const struct sandbox_plan *p = b->plan;
	struct sysinfo now = {0};

	/* A user's other processes count on some kernels; there are no more than all.
	 */
	sysinfo(&now);
	if (limit(RLIMIT_NPROC, (rlim_t)p->processes + now.procs) &&
	    limit(RLIMIT_FSIZE, (rlim_t)p->file_bytes) &&
	    limit(RLIMIT_NOFILE, (rlim_t)p->files) && limit(RLIMIT_CORE, 0) &&
	    limit(RLIMIT_CPU, (rlim_t)p->cpu_s))
		b->run->parts |= PART_LIMITS;
	if (p->memory_bytes && limit(RLIMIT_AS, (rlim_t)p->memory_bytes))
		b->run->parts |= PART_MEMORY;
}

/* By the kernel's calls, since libc's want to tell other threads, which are not here.
 */
static void
leave_root(const struct sandbox *b)
{
	const uid_t users[] = {b->uid, NOBODY};
	const char *folder = b->plan->folder;

	if (geteuid() != 0)
		return;
	for (int i = 0; i < 2; i++) {
		long u = (long)users[i];
		if (folder && chown(folder, users[i], users[i]))
			continue;
		if (!syscall(SYS_setgroups, 0L, NULL) &&
		    !syscall(SYS_setresgid, u, u, u) &&
		    !syscall(SYS_setresuid, u, u, u)) {
			b->run->parts |= PART_UID;
			return;
		}
	}
}

static void
start_in(const struct sandbox *b)
{
	if (b->start >= 0 ? !fchdir(b->start)
			  : b->plan->folder && !chdir(b->plan->folder))
		return;
	if (!(b->run->parts & NAMESPACE_TMP) || chdir("/tmp"))
		(void)!chdir("/");
}

/* Wherever it lies. A script's interpreter opens it once more, so it stays open then.
 */
static void
execute_open(const struct sandbox *b, char *const *environment)
{
	char *const *argv = (char *const *)(void *)b->argv;
	char path[64];

	syscall(SYS_execveat, b->program, "", argv, environment, AT_EMPTY_PATH);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", b->program);
	if (!fcntl(b->program, F_SETFD, 0))
		execve(path, argv, environment);
	execve(b->path, argv, environment);
}

void
sandbox_execute(struct sandbox *b, char *const *environment)
{
	struct seccomp_plan calls = {.alone = b->plan->alone, .traced = SANITIZED};
	int rules;

	keep_open(b);
	rules = make_rules(b);
	set_limits(b);
	leave_root(b);
	start_in(b);
	/* a root who could stay one gets no right back */
	prctl(PR_SET_SECUREBITS, SECBIT_NOROOT | SECBIT_NOROOT_LOCKED);
	prctl(PR_SET_NO_NEW_PRIVS, 1L, 0L, 0L, 0L);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (!landlock_enter(rules))
		b->run->parts |= PART_LANDLOCK;
	syscall(CLOSE_RANGE, LIBRARY_FD + 1L, ~0u, CLOSE_ON_EXEC);
	calls.own_only = b->plan->alone && !(b->run->parts & NAMESPACE_PID);
	/* the last thing that is told, since nothing can be written behind it */
	b->run->parts |= PART_SECCOMP;
	if (seccomp_deny(&calls))
		b->run->parts &= ~(unsigned)PART_SECCOMP;
	execute_open(b, environment);
}

unsigned
sandbox_close(struct sandbox *b, int *status)
{
	unsigned parts = b->run->parts;

	if (WIFEXITED(*status) && b->run->ended)
		*status = b->run->status;
	munmap(b->run, sizeof(*b->run));
	close(b->program);
	close(b->library);
	close(b->start);
	return parts;
}

void
sandbox_words(struct buf *out, unsigned parts)
{
	const char *before = "";

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (parts & words[i].part) {
			buf_format(out, "%s%s", before, words[i].word);
			before = " ";
		}
}

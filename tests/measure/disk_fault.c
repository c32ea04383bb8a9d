/* SPDX-License-Identifier: MIT */
/*
 * To be loaded before ngcc-measure's own libraries, so that disk and clock are wrong
 * where a test wants it. Writes and fsyncs of files, and renames, are counted. Number
 * FAULT_AT fails with the error number FAULT_ERROR, and all behind it where FAULT_ON is
 * set; error 0 kills the program instead. A write that fails has written its half. Each
 * call is a line "kind path" of the file FAULT_LOG. Where FAULT_ONLY is set, only calls
 * whose line begins with it are counted, and removed files are counted too. The time of
 * day is CLOCK_AHEAD seconds ahead. What the program starts has nothing of this.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static atomic_int calls;
static int list = -1, at, error;
static bool on;
static const char *only;

static ssize_t
real_write(int fd, const void *bytes, size_t n)
{
	ssize_t (*real)(int, const void *, size_t);

	*(void **)&real = dlsym(RTLD_NEXT, "write");
	return real(fd, bytes, n);
}

static int
number_of(const char *name)
{
	const char *text = getenv(name);

	return text ? (int)strtol(text, NULL, 10) : 0;
}

__attribute__((constructor)) static void
begin(void)
{
	const char *name = getenv("FAULT_LOG");

	unsetenv("LD_PRELOAD");
	at = number_of("FAULT_AT");
	error = number_of("FAULT_ERROR");
	on = number_of("FAULT_ON");
	only = getenv("FAULT_ONLY");
	if (name)
		list = open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
}

static bool
fails(const char *kind, const char *path)
{
	char line[PATH_MAX + 20];
	int n = snprintf(line, sizeof(line), "%s %s\n", kind, path);
	int number;

	if (only && strncmp(line, only, strlen(only)) != 0)
		return false;
	number = ++calls;
	if (list >= 0)
		(void)!real_write(list, line, (size_t)n);
	if (!at || number < at || (number > at && !on))
		return false;
	if (!error)
		kill(getpid(), SIGKILL);
	errno = error;
	return true;
}

/* What is written to for good: a pipe or a terminal is none. */
static bool
fails_at(const char *kind, int fd)
{
	char link[64], path[PATH_MAX];
	struct stat st;
	ssize_t n;

	if (fstat(fd, &st) || (!S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode)))
		return false;
	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	n = readlink(link, path, sizeof(path) - 1);
	path[n > 0 ? n : 0] = '\0';
	return fails(kind, path);
}

ssize_t
write(int fd, const void *bytes, size_t n)
{
	int saved;

	if (!fails_at("write", fd))
		return real_write(fd, bytes, n);
	saved = errno;
	(void)!real_write(fd, bytes, n / 2);
	errno = saved;
	return -1;
}

int
fsync(int fd)
{
	int (*real)(int);

	*(void **)&real = dlsym(RTLD_NEXT, "fsync");
	return fails_at("fsync", fd) ? -1 : real(fd);
}

int
rename(const char *from, const char *to)
{
	int (*real)(const char *, const char *);

	*(void **)&real = dlsym(RTLD_NEXT, "rename");
	return fails("rename", to) ? -1 : real(from, to);
}

int
renameat(int from_dir, const char *from, int to_dir, const char *to)
{
	int (*real)(int, const char *, int, const char *);

	*(void **)&real = dlsym(RTLD_NEXT, "renameat");
	return fails("rename", to) ? -1 : real(from_dir, from, to_dir, to);
}

int
renameat2(int from_dir, const char *from, int to_dir, const char *to, unsigned how)
{
	int (*real)(int, const char *, int, const char *, unsigned);

	*(void **)&real = dlsym(RTLD_NEXT, "renameat2");
	return fails(how ? "renameat2" : "rename", to)
	    ? -1
	    : real(from_dir, from, to_dir, to, how);
}

int
unlinkat(int dir, const char *path, int how)
{
	int (*real)(int, const char *, int);

	*(void **)&real = dlsym(RTLD_NEXT, "unlinkat");
	return only && fails("remove", path) ? -1 : real(dir, path, how);
}

int
clock_gettime(clockid_t clock, struct timespec *t)
{
	int (*real)(clockid_t, struct timespec *);
	int failed;

	*(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
	failed = real(clock, t);
	if (!failed && clock == CLOCK_REALTIME)
		t->tv_sec += number_of("CLOCK_AHEAD");
	return failed;
}

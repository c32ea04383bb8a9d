/* SPDX-License-Identifier: MIT */
/* A hash function that first does what the sandbox is there for: what FAULT says. With
 * PROBE it tries much and prints a line for all that is allowed. SECRET, TARGET, PID and
 * HOST are a file that only its owner reads, one that is not there yet, a process, and
 * this host's name. */
#include "niccs.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static int
opens(const char *path, int flags)
{
	int fd = open(path, flags, 0666);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

static int
makes_process(void)
{
	pid_t pid = fork();

	if (pid == 0)
		_exit(0);
	return waitpid(pid, NULL, 0) > 0;
}

static int
changes_cpu(void)
{
	cpu_set_t all;

	memset(&all, 255, sizeof(all));
	return !sched_setaffinity(0, sizeof(all), &all);
}

static int
maps_much(void)
{
	return mmap(NULL, (size_t)5 << 30, PROT_NONE,
		   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) != MAP_FAILED;
}

static int
is_host(void)
{
	char name[256] = "";

	gethostname(name, sizeof(name) - 1);
	return !strcmp(name, HOST);
}

static int
reads_process(void)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/environ", PID);
	return opens(path, O_RDONLY);
}

static void
tell(const char *name, int is_allowed)
{
	if (is_allowed)
		printf("allowed: %s\n", name);
}

static void
probe(void)
{
	tell("network", socket(AF_INET, SOCK_DGRAM, 0) >= 0);
	tell("local_socket", socket(AF_UNIX, SOCK_STREAM, 0) >= 0);
	tell("writing", opens(TARGET, O_WRONLY | O_CREAT));
	tell("reading", opens(SECRET, O_RDONLY));
	tell("processes", reads_process());
	tell("environment", getenv("PLANTED") != NULL);
	tell("host_name", is_host());
	tell("memory", maps_much());
	tell("fork", makes_process());
	tell("other_cpu", changes_cpu());
	tell("own_file", opens("own", O_WRONLY | O_CREAT));
	fflush(stdout);
}

static void
misbehave(void)
{
#if defined(PROBE)
	probe();
#elif FAULT == 1
	for (;;)
		fork();
#elif FAULT == 2
	for (;;) {
		char *volatile more = malloc(1 << 26); /* or the compiler drops it */
		memset(more, 1, 1 << 20);
	}
#elif FAULT == 3
	for (;;)
		puts("flood flood flood flood flood flood flood flood flood flood flood");
#elif FAULT == 4
	kill(getppid(), SIGKILL);
#elif FAULT == 5
	char *code = dlsym(RTLD_DEFAULT, "get_random_number"); /* the driver's */
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	mprotect((void *)((size_t)code / page * page), page,
	    PROT_READ | PROT_WRITE | PROT_EXEC);
	*code ^= 1;
#endif
}

int
CryptHash(int digest_len_bits, const unsigned char *msg,
    unsigned long long msg_len_bits, unsigned char *digest)
{
	static int calls;

	(void)msg;
	if (!calls++)
		misbehave();
	memset(digest, (int)(msg_len_bits % 251), (size_t)digest_len_bits / 8);
	return 0;
}

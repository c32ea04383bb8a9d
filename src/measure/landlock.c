/* SPDX-License-Identifier: MIT */
#include "measure/landlock.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The kernel's numbers, the same on every machine; headers of Debian 11 have none of
 * them: include/uapi/linux/landlock.h. */
enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 };
enum { CREATE_VERSION = 1, RULE_PATH = 1 };
enum {
	EXECUTE = 1 << 0,
	WRITE_FILE = 1 << 1,
	READ_FILE = 1 << 2,
	READ_DIR = 1 << 3,
	REFER = 1 << 13,    /* from version 2 on */
	TRUNCATE = 1 << 14, /* 3 */
	IOCTL = 1 << 15,    /* 5 */
	OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL,
	READING = EXECUTE | READ_FILE | READ_DIR,
};
enum { TCP = 3, SCOPES = 3 }; /* bind and connect; abstract sockets and signals */

struct ruleset {
	uint64_t files, net, scoped;
};

struct rule {
	uint64_t allowed;
	int32_t fd;
} __attribute__((packed));

/* What a version can tell apart; it refuses what it does not know. */
static struct ruleset
handled(long version)
{
	struct ruleset r = {.files = REFER - 1};

	if (version >= 2)
		r.files |= REFER;
	if (version >= 3)
		r.files |= TRUNCATE;
	if (version >= 5)
		r.files |= IOCTL;
	r.net = version >= 4 ? TCP : 0;
	r.scoped = version >= 6 ? SCOPES : 0;
	return r;
}

static long
version(void)
{
	return syscall(CREATE_RULESET, NULL, 0L, CREATE_VERSION);
}

int
landlock_new(void)
{
	long v = version();
	struct ruleset r = handled(v);

	return v < 1 ? -1 : (int)syscall(CREATE_RULESET, &r, sizeof(r), 0L);
}

void
landlock_allow_open(int rules, int fd, enum landlock_right right)
{
	uint64_t all = handled(version()).files;
	struct rule rule = {right == LANDLOCK_WRITE ? all : READING, fd};
	struct stat st;

	if (fstat(fd, &st))
		return;
	if (!S_ISDIR(st.st_mode))
		rule.allowed &= OF_FILES;
	(void)!syscall(ADD_RULE, rules, RULE_PATH, &rule, 0L);
}

void
landlock_allow(int rules, const char *path, enum landlock_right right)
{
	int fd = open(path, O_PATH | O_CLOEXEC);

	if (fd >= 0) {
		landlock_allow_open(rules, fd, right);
		close(fd);
	}
}

int
landlock_enter(int rules)
{
	return (int)syscall(RESTRICT_SELF, rules, 0L);
}

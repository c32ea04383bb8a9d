/* SPDX-License-Identifier: MIT */
#include "measure/sys.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool
sys_read(const char *path, char *out, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	size_t len = 0;
	ssize_t n = 1;

	while (fd >= 0 && n > 0 && len < size - 1) {
		n = read(fd, out + len, size - 1 - len);
		if (n > 0)
			len += (size_t)n;
		else if (n < 0 && errno == EINTR)
			n = 1;
	}
	if (fd >= 0)
		close(fd);
	while (len && out[len - 1] == '\n')
		len--;
	out[len] = '\0';
	return fd >= 0 && n >= 0;
}

const char *
sys_find(const char *text, const char *name)
{
	size_t n = strlen(name);

	for (; text; text = strchr(text, '\n')) {
		text += *text == '\n';
		if (!strncmp(text, name, n) && text[n] && strchr(": \t", text[n]))
			return text + n + strspn(text + n, ": \t");
	}
	return NULL;
}

int64_t
sys_number(const char *text, const char *name)
{
	const char *at = sys_find(text, name);

	return at && *at >= '0' && *at <= '9' ? strtoll(at, NULL, 10) : -1;
}

bool
sys_list_has(const char *list, long n)
{
	char *end;

	while (*list >= '0' && *list <= '9') {
		long first = strtol(list, &end, 10), last = first;
		if (*end == '-')
			last = strtol(end + 1, &end, 10);
		if (n >= first && n <= last)
			return true;
		list = *end == ',' ? end + 1 : end;
	}
	return false;
}

/* SPDX-License-Identifier: MIT */
#include "measure/report.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { TEXT_MAX = 2048 };

void
report_flush(struct report *r)
{
	const char *p = r->text;
	ssize_t n;

	for (; r->len; p += n, r->len -= (size_t)n) {
		n = write(r->fd, p, r->len);
		if (n < 0 && errno == EINTR)
			n = 0;
		else if (n < 0)
			break;
	}
	r->len = 0;
}

static void
add(struct report *r, const char *text, size_t n)
{
	if (r->len + n > sizeof(r->text))
		report_flush(r);
	memcpy(r->text + r->len, text, n);
	r->len += n;
}

void
report_format(struct report *r, const char *format, ...)
{
	char text[TEXT_MAX];
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	if (n > 0)
		add(r, text, n < TEXT_MAX ? (size_t)n : TEXT_MAX - 1);
}

void
report_hex(struct report *r, const unsigned char *bytes, size_t n)
{
	static const char digits[] = "0123456789ABCDEF";
	char two[2];

	for (size_t i = 0; i < n; i++) {
		two[0] = digits[bytes[i] >> 4];
		two[1] = digits[bytes[i] & 15];
		add(r, two, 2);
	}
}

/* SPDX-License-Identifier: MIT */
#include "core/err.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void
fill(struct err *e, enum err_code code, const char *format, va_list args)
{
	e->code = code;
	vsnprintf(e->text, sizeof(e->text), format, args);
}

int
err_set(struct err *e, enum err_code code, const char *format, ...)
{
	va_list args;

	if (!e)
		return -1;
	va_start(args, format);
	fill(e, code, format, args);
	va_end(args);
	return -1;
}

int
err_system(struct err *e, const char *format, ...)
{
	int saved = errno;
	size_t used;
	va_list args;

	if (!e)
		return -1;
	va_start(args, format);
	fill(e, ERR_SYSTEM, format, args);
	va_end(args);
	used = strlen(e->text);
	snprintf(e->text + used, sizeof(e->text) - used, ": %s", strerror(saved));
	return -1;
}

/* SPDX-License-Identifier: MIT */
#include "measure/command.h"

#include "core/err.h"
#include "core/mem.h"
#include "core/text.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DIGEST_BITS_MAX = 65536 };

int
command_bad_usage(const char *format, ...)
{
	va_list args;

	fputs("ngcc-measure: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputs("\nngcc-measure --help says how it is used.\n", stderr);
	return ERR_USAGE;
}

int
command_fail(const struct err *e)
{
	fprintf(stderr, "ngcc-measure: %s\n", e->text);
	return e->code;
}

bool
command_number(const char *text, long low, long high, long *value)
{
	char *end;

	if (*text < '0' || *text > '9')
		return false;
	*value = strtol(text, &end, 10);
	return *end == '\0' && *value >= low && *value <= high;
}

int
command_precision(const char *text, double *share)
{
	char *end;

	*share = strtod(text, &end) / 100;
	if (end != text && !strcmp(end, "%") && *share > 0 && *share <= 10)
		return 0;
	return command_bad_usage("--precision takes a percentage, as 0.5%%");
}

int
command_timeout(const char *text, double *seconds)
{
	long n;

	if (!command_number(text, 1, 1000000, &n))
		return command_bad_usage("--timeout takes whole seconds");
	*seconds = (double)n;
	return 0;
}

const char *
command_driver(struct arena *arena, struct err *e)
{
	char self[4096];
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
	const char *path;

	if (n < 0) {
		err_system(e, "/proc/self/exe");
		return NULL;
	}
	self[n] = '\0';
	path = arena_format(
	    arena, "%.*s/ngcc-trial", (int)(strrchr(self, '/') - self), self);
	if (!access(path, X_OK))
		return path;
	err_system(e, "%s, which has to stand beside ngcc-measure", path);
	return NULL;
}

const char *
command_beside(
    const char *const *places, const char *file, struct arena *arena, struct err *e)
{
	const char *driver = command_driver(arena, e), *path;

	for (; driver && *places; places++) {
		path = arena_format(arena, "%.*s%s",
		    (int)(strrchr(driver, '/') + 1 - driver), driver, *places);
		if (!access(arena_format(arena, "%s/%s", path, file), R_OK))
			return path;
	}
	if (driver)
		err_set(e, ERR_SYSTEM, "%s is not found beside the program", file);
	return NULL;
}

const char *
command_include(struct arena *arena, struct err *e)
{
	static const char *const places[] = {"../include", "../../include", NULL};

	return command_beside(places, "niccs.h", arena, e);
}

int
command_library_option(struct command_library *l, int option, const char *value)
{
	if (option == 't') {
		l->has_category = category_read(&l->category, value);
		return l->has_category
		    ? 0
		    : command_bad_usage("--type takes " CATEGORY_NAMES);
	}
	/* a digest of whole bytes, as the known-answer files have it */
	if (command_number(value, 8, DIGEST_BITS_MAX, &l->digest_bits) &&
	    l->digest_bits % 8 == 0)
		return 0;
	return command_bad_usage(
	    "--digest-bits takes a multiple of 8 up to %d", DIGEST_BITS_MAX);
}

int
command_library_end(struct command_library *l, int argc, char **argv)
{
	if (optind + 1 != argc)
		return command_bad_usage("%s wants one library", argv[0]);
	l->path = argv[optind];
	if (!l->has_category)
		return command_bad_usage("%s wants --type", argv[0]);
	if (l->category == CATEGORY_HASH && !l->digest_bits)
		return command_bad_usage("a hash function wants --digest-bits");
	if (l->category != CATEGORY_HASH && l->digest_bits)
		return command_bad_usage("--digest-bits is for hash functions");
	return 0;
}

void
command_dataset_option(struct command_dataset *d, int option, const char *value)
{
	switch (option) {
	case 'D':
		d->data = value;
		break;
	case 'S':
		d->system = value;
		break;
	case 'C':
		d->candidate = value;
		break;
	case 'L':
		d->label = value;
		break;
	}
}

bool
command_is_system(const char *name)
{
	static const char *const taken[] = {"404.html", "catalog.json", "compare",
	    "evidence", "feed.xml", "index.html", "robots.txt", "sitemap.xml",
	    "style.css", "table.js"};

	for (size_t i = 0; i < sizeof(taken) / sizeof(taken[0]); i++)
		if (!strcmp(name, taken[i]))
			return false;
	return text_is_name(name) && *name != '.' && !strchr(name, '@');
}

int
command_dataset_end(const struct command_dataset *d)
{
	const char *const names[] = {d->candidate, d->label};

	if (!d->data && !d->system && !d->candidate && !d->label)
		return 0;
	if (!d->data || !d->system || !d->candidate || !d->label)
		return command_bad_usage(
		    "--data, --system, --candidate and --label belong together");
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!text_is_name(names[i]) || *names[i] == '.')
			return command_bad_usage(
			    "no file can have the name \"%s\"", names[i]);
	if (!command_is_system(d->system))
		return command_bad_usage(
		    "no dataset can have the name \"%s\"", d->system);
	return 0;
}

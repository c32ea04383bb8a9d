/* SPDX-License-Identifier: MIT */
/* ngcc-report: the command line. */
#include "core/err.h"
#include "core/finding.h"
#include "core/buf.h"
#include "core/mem.h"
#include "core/text.h"
#include "report/html.h"
#include "report/listener.h"
#include "report/publish.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char usage[] =
    "usage: ngcc-report build --data DIR --out DIR [--evidence copy|link|none]\n"
    "                         [--base-url URL] [--templates DIR]\n"
    "       ngcc-report --help | --version\n"
    "\n"
    "Renders the timing records below DIR into a static site.\n"
    "\n"
    "  --data DIR       folder with catalog.json and one folder per dataset\n"
    "  --out DIR        the site: a new or empty folder, or a site built before\n"
    "  --evidence HOW   publish the data files as copies (the default), as hard links,\n"
    "                   or not at all\n"
    "  --base-url URL   where the site will be; takes precedence over the catalog's\n"
    "  --templates DIR  page.html, style.css and table.js from there\n"
    "\n"
    "Exit status: 0 fine; 1 the site stands, but something in the data is wrong (it is\n"
    "printed, and shown on the pages); 2 usage; 3 the system failed.\n"
    "See ngcc-report(1).\n";

/* Prints a text of the data: what would not be seen is escaped. */
static void
print_visible(const char *text)
{
	struct buf b = {0};

	text_visible(&b, text);
	fputs(buf_string(&b), stderr);
	buf_free(&b);
}

static void
print_finding(void *context, const char *dataset, const struct finding *f)
{
	(void)context;
	if (dataset)
		print_visible(dataset);
	if (dataset && f->file)
		fputc('/', stderr);
	if (f->file)
		print_visible(f->file);
	fputs(": ", stderr);
	if (f->field && *f->field) {
		print_visible(f->field);
		fputc(' ', stderr);
	}
	print_visible(f->text);
	fputc('\n', stderr);
}

/* Where templates/ and docs/ are: beside an installed program's bin, or in the tree that
 * holds build/. In the arena; NULL where there are none. */
static const char *
find_resources(struct arena *arena)
{
	static const char *const places[] = {"../share/ngcc", "..", "../.."};
	char self[4096];
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
	char *slash;

	if (n < 0)
		return NULL;
	self[n] = '\0';
	slash = strrchr(self, '/');
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		const char *place = arena_format(arena, "%.*s/%s", (int)(slash - self), self,
		    places[i]);
		if (!access(arena_format(arena, "%s/templates/page.html", place), R_OK))
			return place;
	}
	return NULL;
}

static int
fail(const struct err *e)
{
	fprintf(stderr, "ngcc-report: %s\n", e->text);
	return e->code;
}

static int
bad_usage(const char *text)
{
	fprintf(stderr, "ngcc-report: %s\n\n%s", text, usage);
	return ERR_USAGE;
}

static int
read_options(struct publish_options *o, int argc, char **argv)
{
	static const struct option options[] = {
	    {"data", required_argument, NULL, 'd'},
	    {"out", required_argument, NULL, 'o'},
	    {"evidence", required_argument, NULL, 'e'},
	    {"base-url", required_argument, NULL, 'b'},
	    {"templates", required_argument, NULL, 't'},
	    {NULL, 0, NULL, 0},
	};
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		switch (c) {
		case 'd':
			o->data = optarg;
			break;
		case 'o':
			o->out = optarg;
			break;
		case 'b':
			o->base_url = optarg;
			break;
		case 't':
			o->templates = optarg;
			break;
		case 'e':
			if (!evidence_mode_read(&o->evidence, optarg))
				return bad_usage("--evidence takes copy, link or none");
			break;
		default:
			return ERR_USAGE;
		}
	}
	if (optind < argc)
		return bad_usage("build takes no further words");
	if (!o->data || !o->out)
		return bad_usage("build wants --data and --out");
	return 0;
}

static int
build(int argc, char **argv)
{
	struct publish_options o = {.evidence = EVIDENCE_COPY};
	struct listener listener = {print_finding, NULL};
	struct publish_result result;
	struct arena arena = {0};
	struct err e = {0};
	int code = read_options(&o, argc, argv);

	if (code)
		return code;
	o.resources = find_resources(&arena);
	if (!o.resources) {
		err_set(&e, ERR_SYSTEM, "templates/page.html is not found beside the program");
		return fail(&e);
	}
	html_start();
	if (publish(&o, &listener, &result, &e))
		code = fail(&e);
	else if (result.unchanged)
		printf("%s: nothing changed\n", o.out);
	else
		printf("%s: %zu pages, %zu files\n", o.out, result.pages, result.files);
	if (!code && result.findings) {
		fprintf(stderr, "ngcc-report: %zu findings in the data\n", result.findings);
		code = ERR_DATA;
	}
	arena_free(&arena);
	if (fflush(stdout))
		return ERR_SYSTEM;
	return code;
}

int
main(int argc, char **argv)
{
	if (argc < 2)
		return bad_usage("what is to be done?");
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))
		return fputs(usage, stdout) < 0 ? ERR_SYSTEM : 0;
	if (!strcmp(argv[1], "--version"))
		return puts("ngcc-report " VERSION) < 0 ? ERR_SYSTEM : 0;
	if (!strcmp(argv[1], "build"))
		return build(argc - 1, argv + 1);
	fprintf(stderr, "ngcc-report: %s: there is no such command\n\n%s", argv[1], usage);
	return ERR_USAGE;
}

/* SPDX-License-Identifier: MIT */
/* ngcc-report: the command line. */
#include "core/err.h"
#include "core/finding.h"
#include "core/buf.h"
#include "core/mem.h"
#include "core/text.h"
#include "report/diff.h"
#include "report/disclosure.h"
#include "report/html.h"
#include "report/listener.h"
#include "report/publish.h"
#include "report/verify.h"

#include <errno.h>
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char usage[] =
    "usage: ngcc-report build --data DIR --out DIR [--evidence copy|link|none]\n"
    "                         [--base-url URL] [--templates DIR]\n"
    "       ngcc-report verify --data DIR [--site DIR] [--templates DIR]\n"
    "       ngcc-report verify FILE.json\n"
    "       ngcc-report diff A B [--format text|json|html] [--only REGEX]\n"
    "                        [--min-effect PERCENT]\n"
    "                        [--fail-on slower|changed|incomparable]\n"
    "       ngcc-report --help | --version\n"
    "\n"
    "build renders the timing records below DIR into a static site. verify recomputes\n"
    "every figure from its trials, hashes every file, holds them against each other,\n"
    "and a site against what the data give. diff compares the datasets in the folders\n"
    "A and B, row by row: two campaigns of one system, or two systems.\n"
    "\n"
    "  --data DIR       folder with catalog.json and one folder per dataset\n"
    "  --out DIR        the site: a new or empty folder, or a site built before\n"
    "  --evidence HOW   publish the data files as copies (the default), as hard "
    "links,\n"
    "                   or not at all\n"
    "  --base-url URL   where the site will be; takes precedence over the catalog's\n"
    "  --templates DIR  page.html, bare.html, style.css … from there\n"
    "  --site DIR       a built site\n"
    "  --format HOW     how diff prints: text (the default), json or html\n"
    "  --only REGEX     rows whose candidate/label__operation matches\n"
    "  --min-effect PERCENT  changes up to this are no difference; 1 by default\n"
    "  --fail-on WHAT   exit with 1 where a row is slower, changed, or incomparable:\n"
    "                   added, removed, failed or with too few trials\n"
    "\n"
    "Exit status: 0 fine; 1 something in the data is wrong (it is printed; a site\n"
    "stands all the same, and its pages show it), or diff found what --fail-on names;\n"
    "2 usage; 3 the system failed, or diff has nothing to compare.\n"
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

static void
print_note(void *context, const char *dataset, const struct disclosure *d)
{
	struct buf b = {0};

	(void)context;
	text_visible(&b, d->value);
	printf("note: %s shows the %s %s (%zu times, first in %s)\n", dataset, d->kind,
	    buf_string(&b), d->count, d->file);
	buf_free(&b);
}

/* Where templates/ and docs/ are: beside an installed program's bin, or in the tree
 * that holds build/. In the arena; NULL where there are none. */
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
		const char *place = arena_format(
		    arena, "%.*s/%s", (int)(slash - self), self, places[i]);
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

struct command_line {
	struct publish_options publish;
	const char *site, *file;
};

/* Reads the options that command takes; all of them share one table. */
static int
read_options(struct command_line *c, int argc, char **argv, const char *command)
{
	static const struct option options[] = {
	    {"data", required_argument, NULL, 'd'},
	    {"templates", required_argument, NULL, 't'},
	    {"out", required_argument, NULL, 'o'},
	    {"evidence", required_argument, NULL, 'e'},
	    {"base-url", required_argument, NULL, 'b'},
	    {"site", required_argument, NULL, 's'},
	    {NULL, 0, NULL, 0},
	};
	bool is_build = !strcmp(command, "build");
	int o;

	while ((o = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (o == '?')
			return ERR_USAGE;
		if (strchr(is_build ? "s" : "oeb", o))
			return bad_usage(is_build
				? "build takes no --site"
				: "verify takes --data, --site, --templates");
		if (o == 'd')
			c->publish.data = optarg;
		else if (o == 't')
			c->publish.templates = optarg;
		else if (o == 'o')
			c->publish.out = optarg;
		else if (o == 'b')
			c->publish.base_url = optarg;
		else if (o == 's')
			c->site = optarg;
		else if (!evidence_mode_read(&c->publish.evidence, optarg))
			return bad_usage("--evidence takes copy, link or none");
	}
	if (!is_build && optind < argc)
		c->file = argv[optind++];
	if (optind < argc)
		return bad_usage("there is a word too many");
	return 0;
}

static int
need_resources(struct publish_options *o, struct arena *arena)
{
	struct err e;

	o->resources = find_resources(arena);
	if (o->resources)
		return 0;
	err_set(&e, ERR_SYSTEM, "templates/page.html is not found beside the program");
	return fail(&e);
}

/* What was printed is lost where it cannot be written. */
static int
flush_output(int code)
{
	if (!fflush(stdout) && !ferror(stdout))
		return code;
	fprintf(stderr, "ngcc-report: standard output: %s\n", strerror(errno));
	return ERR_SYSTEM;
}

/* What was found decides the exit status, unless the command itself failed. */
static int
finish(int code, size_t findings)
{
	if (!code && findings) {
		fprintf(stderr, "ngcc-report: %zu finding%s in the data\n", findings,
		    findings == 1 ? "" : "s");
		code = ERR_DATA;
	}
	return flush_output(code);
}

static int
build(int argc, char **argv)
{
	struct command_line c = {.publish = {.evidence = EVIDENCE_COPY}};
	struct listener listener = {.finding = print_finding};
	struct publish_result result = {0};
	struct arena arena = {0};
	struct err e = {0};
	int code = read_options(&c, argc, argv, "build");

	if (code)
		return code;
	if (!c.publish.data || !c.publish.out)
		return bad_usage("build wants --data and --out");
	code = need_resources(&c.publish, &arena);
	if (code)
		; /* said already */
	else if (publish(&c.publish, &listener, &result, &e))
		code = fail(&e);
	else if (result.unchanged)
		printf("%s: nothing changed\n", c.publish.out);
	else
		printf("%s: %zu pages, %zu files\n", c.publish.out, result.pages,
		    result.files);
	arena_free(&arena);
	return finish(code, result.findings);
}

static int
verify(int argc, char **argv)
{
	struct command_line c = {0};
	struct listener listener = {.finding = print_finding, .note = print_note};
	struct verify_result result = {0};
	struct arena arena = {0};
	struct err e = {0};
	int code = read_options(&c, argc, argv, "verify");

	if (code)
		return code;
	if (!c.file == !c.publish.data || (c.file && c.site))
		return bad_usage("verify wants --data DIR, or one FILE.json");
	if (c.site)
		code = need_resources(&c.publish, &arena);
	if (code)
		; /* said already */
	else if (c.file ? verify_file(c.file, &listener, &result, &e)
			: verify_data(c.publish.data, &listener, &result, &e))
		code = fail(&e);
	if (!code && c.site &&
	    verify_site(c.publish.data, c.site, c.publish.resources,
		c.publish.templates, &listener, &result, &e))
		code = fail(&e);
	if (code != ERR_SYSTEM)
		printf("%zu files checked, %zu findings, %zu notes\n", result.files,
		    result.findings, result.notes);
	arena_free(&arena);
	return finish(code, result.findings);
}

static int
diff(int argc, char **argv)
{
	struct diff_options o;
	struct listener listener = {.finding = print_finding};
	struct buf out = {0};
	struct err e = {0};
	struct publish_options publish = {0};
	struct arena arena = {0};
	int code = diff_options(&o, argc, argv, &e);

	if (!code && o.format == DIFF_HTML) {
		code = need_resources(&publish, &arena);
		if (code)
			return code;
		o.templates = arena_format(&arena, "%s/templates", publish.resources);
	}
	if (!code)
		code = diff_run(&o, &listener, &out, &e);
	if (code < 0 && e.code == ERR_USAGE)
		code = *e.text ? bad_usage(e.text) : ERR_USAGE;
	else if (code < 0)
		code = fail(&e);
	else
		fwrite(buf_string(&out), 1, out.len, stdout);
	buf_free(&out);
	arena_free(&arena);
	return flush_output(code);
}

/* Also behind a command. */
static bool
wants_help(const char *word)
{
	return !strcmp(word, "--help") || !strcmp(word, "-h");
}

int
main(int argc, char **argv)
{
	const char *command;

	if (argc < 2)
		return bad_usage("what is to be done?");
	if (wants_help(argv[1]) || (argc == 3 && wants_help(argv[2])))
		return fputs(usage, stdout) < 0 ? flush_output(0) : finish(0, 0);
	if (!strcmp(argv[1], "--version"))
		return puts("ngcc-report " VERSION) < 0 ? flush_output(0)
							: finish(0, 0);
	command = argv[1];
	argv[1] = (char *)"ngcc-report"; /* getopt's messages begin with it */
	mem_keep();
	html_start();
	if (!strcmp(command, "build"))
		return build(argc - 1, argv + 1);
	if (!strcmp(command, "verify"))
		return verify(argc - 1, argv + 1);
	if (!strcmp(command, "diff"))
		return diff(argc - 1, argv + 1);
	fprintf(
	    stderr, "ngcc-report: %s: there is no such command\n\n%s", command, usage);
	return ERR_USAGE;
}

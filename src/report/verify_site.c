/* SPDX-License-Identifier: MIT */
#include "report/verify.h"

#include "core/buf.h"
#include "core/catalog.h"
#include "core/err.h"
#include "core/file.h"
#include "core/finding.h"
#include "core/folder.h"
#include "core/json.h"
#include "core/mem.h"
#include "core/sha256.h"
#include "report/listener.h"
#include "report/publish.h"
#include "report/site.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Two folders, compared. */
struct pair {
	int site, wanted;
	struct findings found;
	struct verify_result *result;
	bool linked; /* the site was built with hard links */
};

static bool
read_file(int dir, const char *path, struct buf *out)
{
	/* our own pages may be larger than the inputs' limit: all.csv */
	return !file_read(dir, path, (size_t)1 << 30, out, NULL, NULL);
}

/* Ours is built with copies: a link would be a change of the data files. */
static void
say_link(struct buf *marker)
{
	char *word = strstr(buf_string(marker), "\"copy\"");

	if (word)
		memcpy(word, "\"link\"", strlen("\"link\""));
}

static void
compare_file(struct pair *p, const char *path)
{
	char is[SHA256_HEX], wanted[SHA256_HEX];
	struct buf a = {0}, b = {0};
	bool there;

	p->result->files++;
	there = read_file(p->wanted, path, &b);
	if (p->linked && !strcmp(path, SITE_MARKER))
		say_link(&b);
	if (!read_file(p->site, path, &a))
		finding_add(&p->found, path, NULL,
		    faccessat(p->site, path, F_OK, AT_SYMLINK_NOFOLLOW)
			? "is missing from the site"
			: "cannot be read, or is no regular file");
	else if (there && (a.len != b.len || memcmp(a.data, b.data, a.len) != 0))
		finding_add(&p->found, path, NULL, "has digest %s, the data give %s",
		    sha256_hex(is, a.data, a.len), sha256_hex(wanted, b.data, b.len));
	buf_free(&a);
	buf_free(&b);
}

/* Everything of one folder; what is only on the site is told where extra is set. */
static void
compare_folder(struct pair *p, int dir, const char *path, bool extra)
{
	struct arena arena = {0};
	struct folder f;
	struct err e;

	if (folder_list(&f, dir, path, &arena, &e))
		finding_add(&p->found, path, NULL, "%s", e.text);
	for (size_t i = 0; i < f.count; i++) {
		const char *inner = !strcmp(path, ".")
		    ? f.entry[i].name
		    : arena_format(&arena, "%s/%s", path, f.entry[i].name);
		if (f.entry[i].is_folder)
			compare_folder(p, dir, inner, extra);
		else if (!extra)
			compare_file(p, inner);
		else if (faccessat(p->wanted, inner, F_OK, AT_SYMLINK_NOFOLLOW))
			finding_add(&p->found, inner, NULL,
			    "is not among the files that the data give");
	}
	arena_free(&arena);
}

/* The options that shaped the site. */
static int
read_marker(int site, const char *name, struct publish_options *o, struct arena *arena,
    struct err *e)
{
	struct buf text = {0};
	struct json *j = NULL;
	const char *version, *evidence, *epoch;
	struct err why;
	int result = 0;

	if (file_read(site, SITE_MARKER, FILE_MAX, &text, NULL, &why) ||
	    !(j = json_parse(text.data, text.len, &why))) {
		buf_free(&text);
		return err_set(e, ERR_DATA, "%s/" SITE_MARKER ": %s", name, why.text);
	}
	version = json_text(json_member(j, "version"));
	evidence = json_text(json_member(j, "evidence"));
	epoch = json_text(json_member(j, "source_date_epoch"));
	o->base_url = arena_text(arena, json_text(json_member(j, "base_url")));
	if (!version || strcmp(version, VERSION) != 0)
		result = err_set(e, ERR_DATA,
		    "%s was built by ngcc-report %.40s, this is " VERSION
		    ": verify it with that version, or build it again",
		    name, version ? version : "of an unknown version");
	else if (o->base_url && !catalog_is_base(o->base_url))
		result = err_set(
		    e, ERR_DATA, "%s/" SITE_MARKER ": base_url is no base URL", name);
	else if (epoch && !publish_is_epoch(epoch))
		result = err_set(e, ERR_DATA,
		    "%s/" SITE_MARKER ": source_date_epoch is no number", name);
	else if (!evidence || !evidence_mode_read(&o->evidence, evidence))
		result = err_set(
		    e, ERR_DATA, "%s/" SITE_MARKER ": evidence is not known", name);
	else if (epoch)
		setenv("SOURCE_DATE_EPOCH", epoch, 1);
	else
		unsetenv("SOURCE_DATE_EPOCH");
	json_free(j);
	buf_free(&text);
	return result;
}

static void
ignore_finding(void *context, const char *dataset, const struct finding *f)
{
	(void)context;
	(void)dataset;
	(void)f;
}

/* Builds below the temporary folder and compares. */
static int
rebuild(struct pair *p, struct publish_options *o, const char *folder, struct err *e)
{
	struct listener quiet = {.finding = ignore_finding};
	struct publish_result built;

	if (publish(o, &quiet, &built, e))
		return -1;
	p->wanted = open(o->out, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (p->wanted < 0)
		return err_system(e, "%s: cannot be opened", folder);
	compare_folder(p, p->wanted, ".", false);
	compare_folder(p, p->site, ".", true);
	close(p->wanted);
	return 0;
}

int
verify_site(const char *data, const char *site, const char *resources,
    const char *templates, const struct listener *l, struct verify_result *result,
    struct err *e)
{
	struct arena arena = {0};
	struct pair p = {.result = result, .found = {.arena = &arena}};
	struct publish_options o = {
	    .data = data, .resources = resources, .templates = templates};
	const char *tmp = getenv("TMPDIR");
	char *folder;
	int failed;

	p.site = open(site, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (p.site < 0)
		return err_system(e, "%s: cannot be opened", site);
	folder = arena_format(&arena, "%s/ngcc-verify.XXXXXX", tmp ? tmp : "/tmp");
	failed = read_marker(p.site, site, &o, &arena, e);
	p.linked = o.evidence == EVIDENCE_LINK;
	if (p.linked)
		o.evidence = EVIDENCE_COPY;
	if (!failed && !mkdtemp(folder))
		failed = err_system(e, "%s: cannot be made", folder);
	else if (!failed) {
		o.out = arena_format(&arena, "%s/site", folder);
		failed = rebuild(&p, &o, folder, e);
		if (file_remove_tree(AT_FDCWD, folder, NULL, failed ? NULL : e))
			failed = -1;
	}
	result->findings += listener_tell(l, NULL, &p.found);
	close(p.site);
	arena_free(&arena);
	return failed;
}

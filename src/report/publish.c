/* SPDX-License-Identifier: MIT */
#include "report/publish.h"

#include "core/err.h"
#include "core/json.h"
#include "report/dataset.h"
#include "report/foreign.h"
#include "report/intake.h"
#include "report/listener.h"
#include "report/page.h"
#include "report/remember.h"
#include "report/render_site.h"
#include "report/resources.h"
#include "report/site.h"
#include "report/state.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* One build. */
struct build_run {
	const struct publish_options *options;
	const struct listener *listener; /* the caller's */
	struct publish_result *result;
	int data;
	struct resources resources;
	const char **name; /* of the datasets, in the order of their paths */
	size_t names;
	struct findings found; /* in the data folder itself */
	struct site *site;
	struct state *old, *new;
	struct evidence evidence;
	struct sums sums;
	struct publication pub;
	struct remember memory;
	struct arena arena;
	struct arena sums_arena;
};

static struct evidence *
evidence_of(struct build_run *b)
{
	return b->evidence.mode == EVIDENCE_NONE ? NULL : &b->evidence;
}

/* The site's marker: what shaped it, for people and for verify. */
static void
make_marker(const struct build_run *b, struct buf *out)
{
	struct json *j = json_new_object();

	json_add_text(j, "program", "ngcc-report");
	json_add_text(j, "version", VERSION);
	json_add_text(j, "base_url", b->pub.base_url);
	json_add_text(j, "evidence", evidence_mode_text(b->evidence.mode));
	json_add_text(j, "source_date_epoch", getenv("SOURCE_DATE_EPOCH"));
	json_print(j, true, out);
	json_free(j);
}

/* The program itself counts: its packed structs are those of this build only. */
static void
note_program(struct buf *origin)
{
	char digest[SHA256_HEX], block[65536];
	struct sha256 *s = sha256_new();
	int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	ssize_t n;

	while (fd >= 0 && (n = read(fd, block, sizeof(block))) > 0)
		sha256_add(s, block, (size_t)n);
	if (fd >= 0)
		close(fd);
	buf_text(origin, sha256_end(digest, s));
}

static void
note_origin(struct build_run *b)
{
	make_marker(b, &b->memory.origin);
	note_program(&b->memory.origin);
	buf_format(
	    &b->memory.inputs, "%s %d", b->resources.digest, b->resources.has_catalog);
	for (size_t i = 0; i < b->found.count; i++)
		buf_format(&b->memory.inputs, "\n%s", b->found.list[i].file);
	for (size_t i = 0; i < b->names; i++)
		buf_format(&b->memory.inputs, "\n%s", b->name[i]);
}

bool
publish_is_epoch(const char *text)
{
	return *text && !text[strspn(text, "0123456789")];
}

static int
open_all(struct build_run *b, struct err *e)
{
	const struct publish_options *o = b->options;
	const char *templates = o->templates
	    ? o->templates
	    : arena_format(&b->arena, "%s/templates", o->resources);
	const char *base, *epoch = getenv("SOURCE_DATE_EPOCH");
	size_t n;

	b->data = open(o->data, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (b->data < 0)
		return err_system(e, "%s: cannot be opened", o->data);
	if (resources_read(&b->resources, b->data, templates,
		arena_format(&b->arena, "%s/docs/method.md", o->resources), e))
		return -1;
	base = o->base_url ? o->base_url : b->resources.catalog.base_url;
	n = base ? strlen(base) : 0;
	if (base && !catalog_is_base(base))
		return err_set(e, ERR_USAGE,
		    "%s: wanted a base URL: http or https, a host, no ? and no #",
		    base);
	if (epoch && !publish_is_epoch(epoch))
		return err_set(e, ERR_USAGE,
		    "SOURCE_DATE_EPOCH is \"%.40s\", wanted seconds since 1970", epoch);
	if (n)
		base = arena_format(
		    &b->arena, "%s%s", base, base[n - 1] == '/' ? "" : "/");
	b->found = (struct findings){.arena = &b->arena};
	if (dataset_list(&b->name, &b->names, b->data, &b->arena, &b->found, e))
		return -1;
	b->evidence.mode = o->evidence;
	b->pub = (struct publication){
	    .catalog = &b->resources.catalog,
	    .page = b->resources.page,
	    .bare = b->resources.bare,
	    .method = buf_string(&b->resources.method),
	    .picture_style =
		buf_string(&b->resources.style) + b->resources.picture_style,
	    .base_url = base,
	    .evidence = o->evidence,
	};
	b->site = foreign_refuse_data(o->data, o->out, e) ? NULL : site_open(o->out, e);
	if (!b->site)
		return -1;
	b->evidence.site = b->site;
	note_origin(b);
	return 0;
}

static const char *
state_path(struct build_run *b)
{
	const char *out = b->options->out;
	size_t n = strlen(out);

	while (n > 1 && out[n - 1] == '/')
		n--;
	return arena_format(&b->arena, "%.*s.state", (int)n, out);
}

static void
tell(void *context, const char *dataset, const struct finding *f)
{
	struct build_run *b = context;

	remember_finding(&b->memory, dataset, f);
	b->listener->finding(b->listener->context, dataset, f);
}

/* The catalog's place among the datasets' paths. */
static void
add_catalog(struct build_run *b)
{
	const struct buf *text = &b->resources.catalog_text;
	char digest[SHA256_HEX];

	if (!b->resources.has_catalog)
		return;
	sums_add(&b->sums, "catalog.json", sha256_hex(digest, text->data, text->len));
	sums_flush(&b->sums);
	if (b->evidence.mode != EVIDENCE_NONE)
		evidence_publish(&b->evidence, b->data, "catalog.json", text, NULL);
}

static int
take_in(struct build_run *b, struct err *e)
{
	struct err failure = {0};
	struct listener listener = {.finding = tell, .context = b};
	struct intake in = {.data = b->data,
	    .evidence = evidence_of(b),
	    .old = b->old,
	    .new = b->new,
	    .sums = &b->sums,
	    .listener = &listener,
	    .failure = &failure};
	bool catalog = false;
	int result = 0;

	b->sums.arena = &b->sums_arena;
	in.findings += listener_tell(&listener, NULL, &b->resources.found);
	in.findings += listener_tell(&listener, NULL, &b->found);
	for (size_t i = 0; i <= b->names && !result; i++) {
		if (!catalog &&
		    (i == b->names || strcmp(b->name[i], "catalog.json") > 0)) {
			add_catalog(b);
			catalog = true;
		}
		if (i < b->names && !result)
			result = intake_dataset(&in, b->name[i], e);
		sums_flush(&b->sums);
	}
	if (!result && b->evidence.failure.code != ERR_NONE) {
		*e = b->evidence.failure;
		result = -1;
	}
	b->result->findings = in.findings;
	return result;
}

/* The list of all evidence, whose digest every page bears. */
static int
put_sums(struct build_run *b, struct err *e)
{
	int result;

	sha256_hex(b->pub.sums_digest, b->sums.text.data, b->sums.text.len);
	result = site_put(b->site, "evidence/SHA256SUMS", b->sums.text.data,
	    b->sums.text.len, NULL, e);
	buf_free(&b->sums.text); /* megabytes, of many systems */
	arena_free(&b->sums_arena);
	return result;
}

static int
render_all(struct build_run *b, struct err *e)
{
	struct render_site r = {.pub = &b->pub,
	    .resources = &b->resources,
	    .name = b->name,
	    .names = b->names,
	    .data = b->data,
	    .evidence = evidence_of(b),
	    .with = {.state = b->new, .site = b->site},
	    .arena = &b->arena};
	int result = render_site(&r, e);

	b->result->pages = r.pages;
	return result;
}

static int
write_marker(struct build_run *b, struct err *e)
{
	struct buf marker = {0};
	int result;

	make_marker(b, &marker);
	result = site_put(b->site, SITE_MARKER, marker.data, marker.len, NULL, e);
	buf_free(&marker);
	return result;
}

static int
finish(struct build_run *b, struct err *e)
{
	b->result->files = site_files(b->site);
	if (remember_keep(&b->memory, b->new, b->site, e))
		return -1;
	/* killed between the two, the next build makes everything again */
	return site_finish(b->site, e) || state_finish(b->new, e) ||
		site_remove_old(b->site, e)
	    ? -1
	    : 0;
}

static int
run(struct build_run *b, struct err *e)
{
	struct intake known = {0};

	if (open_all(b, e))
		return -1;
	b->old = remember_open(&b->memory, state_path(b));
	known =
	    (struct intake){.data = b->data, .evidence = evidence_of(b), .old = b->old};
	if (remember_is_current(&b->memory, &known, b->site, b->name, b->names)) {
		b->result->findings = remember_tell(b->old, b->listener);
		b->result->unchanged = 1;
		return 0;
	}
	b->new = state_create(state_path(b), e);
	if (!b->new || take_in(b, e))
		return -1;
	return put_sums(b, e) || render_all(b, e) || write_marker(b, e) ? -1
									: finish(b, e);
}

int
publish(const struct publish_options *o, const struct listener *l,
    struct publish_result *result, struct err *e)
{
	struct build_run b = {
	    .options = o, .listener = l, .result = result, .data = -1};
	int failed;

	*result = (struct publish_result){0};
	pthread_mutex_init(&b.evidence.lock, NULL);
	failed = run(&b, e);
	state_close(b.old);
	state_close(b.new);
	site_close(b.site); /* last: it holds the lock */
	resources_free(&b.resources);
	if (b.data >= 0)
		close(b.data);
	remember_free(&b.memory);
	buf_free(&b.sums.text);
	arena_free(&b.sums_arena);
	arena_free(&b.arena);
	return failed;
}

/* SPDX-License-Identifier: MIT */
#include "report/resources.h"

#include "core/err.h"
#include "core/file.h"
#include "core/json.h"
#include "report/template.h"

#include <fcntl.h>
#include <string.h>

static void
read_catalog(struct resources *r, int dir)
{
	struct json *j = NULL;
	struct err e;

	r->found = (struct findings){.arena = &r->arena};
	if (file_read(dir, "catalog.json", FILE_MAX, &r->catalog_text, NULL, &e)) {
		finding_add(&r->found, "catalog.json", NULL,
		    "%s; names and links of candidates are not known", e.text);
	} else {
		r->has_catalog = true;
		j = json_parse(r->catalog_text.data, r->catalog_text.len, &e);
		if (!j)
			finding_add(&r->found, "catalog.json", NULL, "%s", e.text);
	}
	catalog_read(&r->catalog, j, "catalog.json", &r->arena, &r->found);
	json_free(j);
}

static int
read_text(struct buf *out, const char *path, struct err *e)
{
	struct err why;

	if (file_read(AT_FDCWD, path, FILE_MAX, out, NULL, &why))
		return err_set(e, ERR_SYSTEM, "%s: %s", path, why.text);
	return 0;
}

static struct template *
read_frame(struct resources *r, const char *templates, const char *name,
    struct buf *text, struct err *e)
{
	const char *path = arena_format(&r->arena, "%s/%s", templates, name);
	struct template *frame;

	if (read_text(text, path, e))
		return NULL;
	frame = template_read(text->data, text->len, path, e);
	if (frame && template_need(frame, "main", e)) {
		template_free(frame);
		return NULL;
	}
	return frame;
}

static int
read_pictures(struct resources *r, const char *templates, struct err *e)
{
	const char *path = arena_format(&r->arena, "%s/picture.css", templates);
	struct buf text = {0};
	int result = read_text(&text, path, e);

	r->picture_style = r->style.len;
	if (!result)
		buf_add(&r->style, text.data, text.len);
	buf_free(&text);
	return result;
}

static void
add_digest(struct sha256 *s, const struct buf *b)
{
	/* the length keeps two texts from running together */
	sha256_add(s, &b->len, sizeof(b->len));
	sha256_add(s, b->data, b->len);
}

int
resources_read(struct resources *r, int dir, const char *templates, const char *method,
    struct err *e)
{
	struct buf page = {0}, bare = {0};
	struct sha256 *s;
	int result;

	read_catalog(r, dir);
	result = !(r->page = read_frame(r, templates, "page.html", &page, e)) ||
	    !(r->bare = read_frame(r, templates, "bare.html", &bare, e)) ||
	    read_text(
		&r->style, arena_format(&r->arena, "%s/style.css", templates), e) ||
	    read_pictures(r, templates, e) ||
	    read_text(
		&r->script, arena_format(&r->arena, "%s/table.js", templates), e) ||
	    read_text(&r->method, method, e);
	s = sha256_new();
	add_digest(s, &r->catalog_text);
	add_digest(s, &page);
	add_digest(s, &bare);
	add_digest(s, &r->style);
	add_digest(s, &r->script);
	add_digest(s, &r->method);
	sha256_end(r->digest, s);
	buf_free(&page);
	buf_free(&bare);
	return result ? -1 : 0;
}

void
resources_free(struct resources *r)
{
	template_free(r->page);
	template_free(r->bare);
	buf_free(&r->catalog_text);
	buf_free(&r->style);
	buf_free(&r->script);
	buf_free(&r->method);
	arena_free(&r->arena);
}

/* SPDX-License-Identifier: MIT */
#include "report/source.h"

#include "core/buf.h"
#include "core/err.h"
#include "core/mem.h"
#include "core/pack.h"
#include "core/sha256.h"
#include "report/evidence.h"
#include "report/manifest.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *
source_name(const struct source_folder *from, const char *path, struct arena *arena)
{
	return arena_format(arena, "%s/%s", from->dataset, path);
}

void
source_finding(struct source *s, const char *field, const char *format, ...)
{
	char text[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	finding_add(&s->found, s->path, field, "%s", text);
}

static void
check_manifest(struct source *s, const struct source_folder *from)
{
	const char *wanted;

	if (!from->manifest)
		return;
	wanted = manifest_digest(from->manifest, s->path);
	if (!wanted)
		source_finding(s, NULL, "is not in the dataset's SHA256SUMS");
	else if (strcmp(wanted, s->digest) != 0)
		source_finding(
		    s, NULL, "has digest %s, SHA256SUMS says %s", s->digest, wanted);
}

bool
source_read(struct source *s, const struct source_folder *from, struct buf *out,
    struct arena *arena)
{
	char digest[SHA256_HEX];
	const char *name = source_name(from, s->path, arena);
	struct err e;

	s->found = (struct findings){.arena = arena};
	if (file_read(from->dir, name, FILE_MAX, out, &s->stamp, &e)) {
		source_finding(s, NULL, "%s", e.text);
		file_stat(from->dir, name, &s->stamp);
		return false;
	}
	s->digest = arena_text(arena, sha256_hex(digest, out->data, out->len));
	check_manifest(s, from);
	if (from->evidence)
		evidence_publish(from->evidence, from->dir, name, out, &s->copy);
	/* a hard link is a change of the file's state */
	if (from->evidence && from->evidence->mode == EVIDENCE_LINK)
		file_stat(from->dir, name, &s->stamp);
	return true;
}

static bool
same_stamp(const struct file_stamp *a, const struct file_stamp *b, bool linked)
{
	/* our own links change a file's ctime, at every build */
	return a->kind == b->kind && a->size == b->size && a->mtime_ns == b->mtime_ns &&
	    a->inode == b->inode && (linked || a->ctime_ns == b->ctime_ns);
}

/* The file is at path below folder. */
static bool
is_current(const struct source *s, const struct source_folder *from, int folder,
    const char *path)
{
	const struct evidence *ev = from->evidence;
	struct arena arena = {0};
	struct file_stamp now;
	bool same;

	file_stat(folder, path, &now);
	same = same_stamp(&now, &s->stamp, ev && ev->mode == EVIDENCE_LINK);
	if (same && ev && s->digest)
		same = evidence_has(ev, source_name(from, s->path, &arena), &s->copy);
	arena_free(&arena);
	return same;
}

bool
source_is_current(const struct source *s, const struct source_folder *from)
{
	struct arena arena = {0};
	bool same = is_current(s, from, from->dir, source_name(from, s->path, &arena));

	arena_free(&arena);
	return same;
}

bool
source_is_current_in(
    const struct source *s, const struct source_folder *from, int folder)
{
	return is_current(s, from, folder, strrchr(s->path, '/') + 1);
}

bool
source_keep(const struct source *s, const struct source_folder *from)
{
	struct arena arena = {0};
	const char *name = source_name(from, s->path, &arena);
	bool kept = !from->evidence || !s->digest ||
	    evidence_keep(from->evidence, name, &s->copy);

	arena_free(&arena);
	return kept;
}

void
source_pack(struct pack *p, struct source *s)
{
	pack_text(p, &s->path);
	pack_text(p, &s->digest);
	file_stamp_pack(p, &s->stamp);
	file_stamp_pack(p, &s->copy);
	finding_pack(p, &s->found);
}

/* SPDX-License-Identifier: MIT */
#include "report/check.h"

#include "core/text.h"
#include "report/candidate.h"
#include "report/dataset.h"

#include <string.h>

static const char *
shown(const char *text)
{
	return text ? text : "null";
}

static void
compare_text(struct source *s, const char *field, const char *is, const char *wanted,
    const char *by)
{
	if (!text_equal(is, wanted))
		source_finding(s, field, "is \"%.120s\", %s says \"%.120s\"", shown(is),
		    by, shown(wanted));
}

/* The path names candidate, label and operation. */
static void
compare_path(struct source *s, const struct candidate *c, const char *label,
    const char *key, const char *said_candidate, const char *said_label, char *said_key)
{
	compare_text(s, "candidate", said_candidate, c->id, "the path");
	compare_text(s, "label", said_label, label, "the path");
	compare_text(s, "operation", said_key, key, "the path");
}

static void
compare_build(struct source *s, const struct record *r, const struct build *b)
{
	const struct {
		const char *field, *is, *wanted;
	} pairs[] = {
	    {"instance", r->instance, b->instance},
	    {"variant", r->variant, b->variant},
	    {"flags", r->flags, b->flags},
	    {"kat", r->kat, b->kat},
	    {"library", r->library, b->library},
	    {"library_sha256", r->library_sha256, b->library_sha256},
	    {"kat_log", r->kat_log, b->kat_log},
	    {"kat_log_sha256", r->kat_log_sha256, b->kat_log_sha256},
	};

	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
		compare_text(
		    s, pairs[i].field, pairs[i].is, pairs[i].wanted, "build.json");
}

static void
check_timing(struct candidate *c, struct timing *t, const struct dataset *d)
{
	const struct build *b = candidate_build(c, t->label);
	struct record *r = &t->record;

	if (!t->source.digest || t->source.found.count)
		return; /* it is lost already */
	compare_path(&t->source, c, t->label, t->key, r->candidate, r->label,
	    record_key(r->operation, r->input_bytes, &c->arena));
	if (b)
		compare_build(&t->source, r, b);
	else if (d->build_file.digest)
		finding_add(&c->found, "build.json", NULL,
		    "has no entry \"%s/%s\", but there is %s", c->id, t->label,
		    t->source.path);
}

static void
check_log(struct candidate *c, struct logged *l)
{
	const struct build *b = candidate_build(c, l->label);

	if (!b || !l->source.digest)
		return;
	if (b->kat_log)
		compare_text(&l->source, NULL, l->source.digest, b->kat_log_sha256,
		    "build.json's kat_log_sha256");
	if (l->log.status)
		compare_text(&l->source, "RESULT", l->log.status, b->kat, "build.json");
}

static void
check_build(struct candidate *c, const struct build *b)
{
	const struct logged *l = candidate_log(c, b->label);

	if (b->kat_log && (!l || strcmp(l->source.path, b->kat_log) != 0))
		finding_add(&c->found, "build.json", "kat_log",
		    "of %s/%s is \"%.120s\", which is not there", c->id, b->label,
		    b->kat_log);
}

void
check_candidate(struct candidate *c, const struct dataset *d)
{
	for (size_t i = 0; i < c->timings; i++)
		check_timing(c, &c->timing[i], d);
	for (size_t i = 0; i < c->profilings; i++) {
		struct profiling *p = &c->profiling[i];
		const struct profile *f = &p->profile;
		if (!p->source.digest || p->source.found.count)
			continue;
		compare_path(&p->source, c, p->label, p->key, f->candidate, f->label,
		    record_key(f->operation, f->input_bytes, &c->arena));
	}
	for (size_t i = 0; i < c->logs; i++)
		check_log(c, &c->log[i]);
	for (size_t i = 0; i < c->builds; i++)
		check_build(c, &c->build[i]);
}

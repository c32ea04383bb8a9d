/* SPDX-License-Identifier: MIT */
#include "report/view_sections.h"

#include "core/buf.h"
#include "core/text.h"
#include "report/aggregate.h"
#include "report/candidate.h"
#include "report/dataset.h"
#include "report/html.h"
#include "report/page.h"
#include "report/table.h"

#include <string.h>

struct evidence_table {
	struct page *p;
	const struct aggregate *a;
	struct node *table;
};

static void
add_file(struct evidence_table *t, const struct instance *in, const char *item,
    const char *path, const struct source *s, const char *id)
{
	struct node *row = table_row(t->table, id), *cell;
	const char *dataset = t->a->dataset->name;

	table_head(row, view_label(in, &t->p->arena));
	table_kept(row, item);
	cell = html_attr(html_add(row, "td"), "class", "keep");
	if (s && s->digest && t->p->pub->evidence != EVIDENCE_NONE)
		html_link(cell, page_link(t->p, "evidence/%s/%s", dataset, path), path);
	else
		html_text(cell, path);
	if (s && s->digest)
		html_attr(table_text(row, s->digest), "class", "digest");
	else
		table_unknown(row);
}

static void
add_log(struct evidence_table *t, const struct instance *in)
{
	const char *recorded = in->build ? in->build->kat_log_sha256 : NULL;
	const struct source *s = in->log ? &in->log->source : NULL;
	const char *path = s ? s->path : in->build ? in->build->kat_log : NULL;

	if (path)
		add_file(t, in,
		    recorded ? arena_format(
				   &t->p->arena, "KAT log (sha256 %.16s…)", recorded)
			     : "KAT log",
		    path, s, NULL);
}

static void
add_profile_file(void *context, const struct instance *in, const struct profiling *f)
{
	struct evidence_table *t = context;

	add_file(t, in, arena_format(&t->p->arena, "hash profile %s", f->key),
	    f->source.path, &f->source, NULL);
}

/* One line of a command list; an unknown one is left out. */
static void
add_command(struct buf *b, const char *command)
{
	if (command && *command)
		buf_format(b, "%s\n", command);
}

/* How the instance was made: its command, else its flags. */
static void
add_making(struct buf *b, const struct aggregate *a, size_t instance)
{
	for (size_t o = 0; o < a->operations; o++) {
		const struct row *r = aggregate_row(a, instance, o);
		const struct record *rec = r->timing ? &r->timing->record : NULL;
		if (r->state != ROW_GOOD)
			continue;
		buf_format(b, "# %s\n", r->instance->label);
		if (rec->compile_command)
			add_command(b, rec->compile_command);
		else if (rec->build_flags)
			buf_format(b, "# built with: %s\n", rec->build_flags);
		return;
	}
}

/* The records' own commands, as they stand there. */
static void
add_reproduce(struct page *p, struct node *section, const struct aggregate *a)
{
	struct buf b = {0};
	struct node *box;

	html_add_text(section, "h3", "Reproduce");
	for (size_t i = 0; i < a->instances; i++) {
		add_making(&b, a, i);
		for (size_t o = 0; o < a->operations; o++) {
			const struct row *r = aggregate_row(a, i, o);
			if (r->state == ROW_GOOD || r->state == ROW_FAILED)
				add_command(&b, r->timing->record.command);
		}
	}
	if (b.len) {
		html_add_text(section, "p",
		    "The commands of the first process of each record, with paths "
		    "relative to "
		    "the measurer's own folders:");
		box = html_add(section, "details");
		html_add_text(box, "summary", "Build and measure");
		html_lines(html_attr(html_add(box, "pre"), "tabindex", "0"), b.data);
	} else {
		html_add_text(
		    section, "p", "The records do not say how they were made.");
	}
	buf_free(&b);
	html_add_text(section, "p",
	    "In the folder that holds this site's files, this checks every file, "
	    "recomputes "
	    "every figure and compares this page:");
	html_lines(html_attr(html_add(section, "pre"), "tabindex", "0"),
	    p->pub->evidence == EVIDENCE_NONE
		? "ngcc-report verify --data DATA --site .\n"
		: "(cd evidence && sha256sum -c SHA256SUMS)\n"
		  "ngcc-report verify --data evidence --site .\n");
}

static const char *
measuring_program(const struct aggregate *a, struct arena *arena)
{
	const struct campaign *c = &a->dataset->campaign;

	if (c->tool_name)
		return arena_format(arena, "%s %s", c->tool_name,
		    c->tool_version ? c->tool_version : "(version unknown)");
	for (size_t i = 0; i < a->instances * a->operations; i++) {
		const char *command = a->row[i].state == ROW_GOOD
		    ? a->row[i].timing->record.command
		    : NULL;
		if (command && *command)
			return arena_format(arena,
			    "a program called like “%.200s%s” (version not recorded)",
			    command, strlen(command) > 200 ? "…" : "");
	}
	return "a program that the dataset does not name";
}

static void
add_check(struct page *p, struct node *section, const struct aggregate *a)
{
	struct node *line = html_add(section, "p");

	html_format(line, "Measured by %s; rendered by ngcc-report " VERSION ". ",
	    measuring_program(a, &p->arena));
	if (p->pub->evidence == EVIDENCE_NONE)
		html_format(line,
		    "The data files are not published with this site; they are those "
		    "of the "
		    "publisher's data folder, below %s/. ",
		    a->dataset->name);
	html_text(line, "The digests of all files stand in ");
	html_link(line, page_link(p, "evidence/SHA256SUMS"), "evidence/SHA256SUMS");
	html_text(line, ", whose own digest stands at the foot of every page.");
}

void
view_evidence(struct page *p, const struct aggregate *a)
{
	static const struct column columns[] = {
	    {"instance", 0}, {"item", 0}, {"file", 0}, {"sha256", 0}};
	struct node *section = view_section(p, "evidence", "7. Raw evidence index");
	struct evidence_table t = {p, a, NULL};

	if (!candidate_source(a->candidate, 0)) {
		html_add_text(section, "p", "The dataset has no file of it.");
	} else {
		t.table = table_add(
		    section, "t-evidence", "Files behind this page", columns, 4);
		for (size_t i = 0; i < a->instances; i++) {
			const struct instance *in = &a->instance[i];
			add_log(&t, in);
			for (size_t o = 0; o < a->operations; o++) {
				const struct row *r = aggregate_row(a, i, o);
				const char *key = r->operation->key;
				if (r->timing)
					add_file(&t, in,
					    arena_format(&p->arena, "timing %s", key),
					    r->timing->source.path, &r->timing->source,
					    row_id("evidence--", in->label, key,
						&p->arena));
			}
			view_each_profile(a, in, add_profile_file, &t);
		}
	}
	add_check(p, section, a);
	add_reproduce(p, section, a);
}

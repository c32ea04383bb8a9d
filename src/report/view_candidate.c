/* SPDX-License-Identifier: MIT */
#include "report/view_candidate.h"

#include "core/buf.h"
#include "core/catalog.h"
#include "core/text.h"
#include "report/aggregate.h"
#include "report/candidate.h"
#include "report/dataset.h"
#include "report/environment.h"
#include "report/html.h"
#include "report/page.h"
#include "report/table.h"
#include "report/view_sections.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *const functions[] = {
    [LAYOUT_HASH] = "cryptographic hash algorithm; function: hash",
    [LAYOUT_KEM] = "public-key algorithm; function: key encapsulation",
    [LAYOUT_SIGN] = "public-key algorithm; function: digital signature",
    [LAYOUT_KEX] = "public-key algorithm; function: key exchange",
    [LAYOUT_OTHER] = "other",
};

/* "a, b, c" of the instances' texts; distinct ones where asked. */
static const char *
list_texts(const struct aggregate *a, struct arena *arena,
    const char *(*text)(const struct instance *, struct arena *))
{
	const char **seen = arena_get(arena, (a->instances + 1) * sizeof(*seen)), *one;
	struct buf b = {0};
	size_t n = 0, k;

	for (size_t i = 0; i < a->instances; i++) {
		one = text(&a->instance[i], arena);
		for (k = 0; k < n && strcmp(seen[k], one) != 0;)
			k++;
		if (k < n)
			continue;
		/* keep the natural order */
		for (k = n++; k > 0 && text_natural(seen[k - 1], one) > 0; k--)
			seen[k] = seen[k - 1];
		seen[k] = one;
	}
	for (k = 0; k < n; k++) {
		buf_text(&b, k ? ", " : "");
		buf_text(&b, seen[k]);
	}
	one = arena_text(arena, buf_string(&b));
	buf_free(&b);
	return *one ? one : "unknown";
}

static const char *
variant_text(const struct instance *in, struct arena *arena)
{
	(void)arena;
	return in->variant ? in->variant : "unknown";
}

static void
add_link(struct node *list, const char *item, const char *url, const char *text)
{
	struct node *li;

	if (!url)
		return;
	li = html_add(list, "li");
	html_format(li, "%s: ", item);
	html_attr(
	    html_link(li, url, text), "rel", strstr(url, "://") ? "external" : NULL);
}

static bool
is_pdf(const char *link)
{
	size_t n = link ? strlen(link) : 0;

	return n >= 4 && !strcasecmp(link + n - 4, ".pdf");
}

static void
add_basic(struct page *p, const struct aggregate *a)
{
	struct node *list =
	    html_add(view_section(p, "basic", "1. Basic information"), "ul");
	const struct catalog_candidate *known =
	    catalog_candidate(p->pub->catalog, a->candidate->id);
	const char *name = a->dataset->name;

	html_format(html_add(list, "li"), "Category: %s", functions[a->layout]);
	html_format(html_add(list, "li"), "Algorithm: %s",
	    a->algorithm ? a->algorithm : a->candidate->id);
	html_format(html_add(list, "li"), "Implementation versions measured: %s",
	    list_texts(a, &p->arena, variant_text));
	html_format(html_add(list, "li"), "Parameter sets: %s",
	    list_texts(a, &p->arena, view_label));
	if (known)
		add_link(list, "Security evaluation", known->report,
		    arena_format(&p->arena, "%s report", a->candidate->id));
	add_link(list, "Measurement method", page_link(p, "%s/method.html", name),
	    arena_format(&p->arena, "%s method", name));
	if (known) {
		add_link(list, "Submission", known->submission, "NICCS page");
		add_link(list, "Specification", known->specification,
		    is_pdf(known->specification) ? "PDF" : "page");
	}
}

static void
add_environment(struct page *p, const struct aggregate *a)
{
	static const struct column columns[] = {{"item", 0}, {"value", 0}};
	struct environment_item items[ENVIRONMENT_ITEMS];
	struct node *table =
	    table_add(view_section(p, "environment", "2. Assessment environment"),
		"t-environment", "Machine and campaign", columns, 2);

	environment_items(items, a, &p->arena);
	for (size_t i = 0; i < ENVIRONMENT_ITEMS; i++) {
		struct node *row;
		if (!items[i].value)
			continue;
		row = table_row(table, NULL);
		table_head(row, items[i].name);
		table_text(row, items[i].value);
	}
}

/* What the KAT runs said of themselves where the result is not PASS. */
static void
add_kat_reasons(struct page *p, struct node *section, const struct aggregate *a)
{
	struct node *list = NULL;

	for (size_t i = 0; i < a->instances; i++) {
		const struct instance *in = &a->instance[i];
		const char *detail = in->log ? in->log->log.detail : NULL;
		if (in->passed)
			continue;
		if (!list) {
			html_add_text(section, "p", "What the known-answer runs say:");
			list = html_add(section, "ul");
		}
		html_format(html_add(list, "li"), "%s: %s", view_label(in, &p->arena),
		    detail && *detail ? detail
			: !in->log
			? "the dataset has no KAT log of it and gives no reason"
			: "the KAT log gives no reason");
	}
}

static void
add_kat(struct page *p, const struct aggregate *a)
{
	static const struct column columns[] = {
	    {"instance", 0}, {"build flags", 0}, {"KAT", 0}};
	struct node *section = view_section(p, "kat", "3. Functional testing (KAT)");
	struct node *table, *list;

	if (!a->instances) {
		html_add_text(section, "p", "The dataset has no instance of it.");
		return;
	}
	table = table_add(
	    section, "t-kat", "Known-answer test of each instance", columns, 3);
	for (size_t i = 0; i < a->instances; i++) {
		const struct instance *in = &a->instance[i];
		struct node *row = table_row(table, NULL), *cell;
		table_head(row, view_label(in, &p->arena));
		table_text(row, in->flags ? in->flags : "unknown");
		cell = table_text(row, in->kat ? in->kat : "unknown");
		for (size_t k = 0; k < in->notes; k++)
			html_format(cell, " [%zu]", in->note[k]);
	}
	if (a->notes) {
		list = html_attr(html_add(section, "ol"), "class", "notes");
		for (size_t i = 0; i < a->notes; i++)
			html_add_text(list, "li", a->note[i]);
	}
	add_kat_reasons(p, section, a);
}

/* Errata and withdrawals, with their dates. */
static void
add_notes(struct page *p, const struct aggregate *a)
{
	const struct catalog *c = p->pub->catalog;

	for (size_t i = 0; i < c->notes; i++) {
		const struct catalog_note *n = &c->note[i];
		struct node *line;
		if ((strcmp(n->kind, "erratum") != 0 &&
			strcmp(n->kind, "withdrawn") != 0) ||
		    !text_equal(n->candidate, a->candidate->id))
			continue;
		line = html_attr(html_add(p->main, "p"), "class", "notice");
		html_add_text(line, "strong",
		    !strcmp(n->kind, "erratum") ? "Erratum" : "Withdrawn");
		html_format(line, ", %s%s%s: %s", n->date,
		    text_equal(n->label, "*") || !n->label ? "" : ", ",
		    text_equal(n->label, "*") || !n->label ? "" : n->label, n->text);
	}
}

static void
add_problems(struct page *p, const struct aggregate *a)
{
	const struct candidate *c = a->candidate;
	size_t n = 0;
	const struct findings **all;

	while (candidate_source(c, n))
		n++;
	all = arena_get(&p->arena, (n + 4) * sizeof(*all));
	for (size_t i = 0; i < n; i++)
		all[i] = &candidate_source(c, i)->found;
	all[n++] = &c->found;
	all[n++] = &a->dataset->campaign_file.found;
	page_problems(p, all, n);
}

static void
add_lead(struct page *p, const struct aggregate *a)
{
	const struct catalog_system *s =
	    catalog_system(p->pub->catalog, a->dataset->system);
	struct node *lead = html_attr(html_add(p->main, "p"), "class", "lead");
	bool warned = false;

	html_format(lead,
	    "Measured independently, in the order of items (1) to (7) of section 3.5 "
	    "of the "
	    "NICCS %s%sguide; nothing on this page is the submitter's own assessment. "
	    "An "
	    "operation's name in section 4 leads to its file in section 7.",
	    s && s->guide ? s->guide : "", s && s->guide ? " " : "");
	for (size_t i = 0; i < a->instances; i++)
		warned = warned || !a->instance[i].passed;
	if (warned) {
		html_text(lead, " ");
		page_not_passed(p, lead, a->dataset->name);
	}
}

/* What is on the page, in one line. */
static void
add_contents(struct page *p, const struct aggregate *a)
{
	static const struct {
		const char *id, *name;
	} sections[] = {
	    {"basic", "1 Basic"},
	    {"environment", "2 Environment"},
	    {"kat", "3 KAT"},
	    {"performance", "4 Performance"},
	    {"resources", "5 Resources"},
	    {"sizes", "6 Sizes"},
	    {"evidence", "7 Evidence"},
	};
	struct node *nav =
	    html_attr(html_add(p->main, "nav"), "aria-label", "Sections");

	for (size_t i = 0; i < sizeof(sections) / sizeof(sections[0]); i++) {
		if (!strcmp(sections[i].id, "sizes") && !view_has_sizes(a))
			continue;
		if (i)
			html_text(nav, " · ");
		html_link(nav, arena_format(&p->arena, "#%s", sections[i].id),
		    sections[i].name);
	}
}

static void
add_files(struct page *p, const struct aggregate *a)
{
	struct node *line = html_attr(html_add(p->main, "p"), "class", "files");
	const char *dataset = a->dataset->name, *id = a->candidate->id;

	html_text(line, "All figures of this page, exact: ");
	html_link(line, page_link(p, "%s/%s.csv", dataset, id),
	    arena_format(&p->arena, "%s.csv", id));
	html_text(line, ", ");
	html_link(line, page_link(p, "%s/%s.json", dataset, id),
	    arena_format(&p->arena, "%s.json", id));
	html_text(line, ". Its place among others: ");
	html_link(line, page_link(p, "%s/ranking.html", dataset), "ranking");
	html_text(line, ".");
	page_comparisons(p, dataset, id);
	html_attr(html_add(p->main, "div"), "id", "filter");
}

int
view_candidate(const struct aggregate *a, const struct publication *pub,
    struct buf *out, struct pictures *pictures, struct err *e)
{
	const struct dataset *d = a->dataset;
	const struct catalog_system *s = catalog_system(pub->catalog, d->system);
	const char *id = a->candidate->id, *file;
	struct arena names = {0};
	struct page p;
	int result;

	file = arena_format(&names, "%s.html", id);
	page_start(&p, pub, arena_format(&names, "%s/%s", d->name, file));
	p.pictures = pictures;
	p.title = arena_format(&p.arena, "%s%s%s — performance on %s (system %s)", id,
	    a->algorithm ? " " : "", a->algorithm ? a->algorithm : "",
	    s && s->architecture ? s->architecture : d->system, d->name);
	page_breadcrumb(&p, d->name, id);
	html_add_text(p.main, "h1", p.title);
	page_earlier(&p, d, file);
	add_lead(&p, a);
	add_notes(&p, a);
	add_problems(&p, a);
	add_contents(&p, a);
	add_files(&p, a);
	add_basic(&p, a);
	add_environment(&p, a);
	add_kat(&p, a);
	view_performance(&p, a);
	view_resources(&p, a);
	view_sizes(&p, a);
	view_symmetric(&p, a);
	view_evidence(&p, a);
	result = page_finish(&p, out, e);
	arena_free(&names);
	return result;
}

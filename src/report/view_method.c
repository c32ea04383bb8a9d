/* SPDX-License-Identifier: MIT */
#include "report/view_method.h"

#include "core/buf.h"
#include "core/catalog.h"
#include "core/decimal.h"
#include "core/text.h"
#include "report/dataset.h"
#include "report/environment.h"
#include "report/html.h"
#include "report/markdown.h"
#include "report/number.h"
#include "report/page.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

static const char *
known(const char *text)
{
	return text && *text ? text : "not recorded";
}

static const char *
count(int64_t value, struct arena *arena)
{
	return value < 0 ? "not recorded"
			 : arena_format(arena, "%lld", (long long)value);
}

static const char *
seconds(double value, struct arena *arena)
{
	char text[DECIMAL_SIZE];

	return isnan(value) ? "not recorded"
			    : arena_format(arena, "%s s", decimal_text(text, value));
}

static const char *
noise(const struct campaign *c, struct arena *arena)
{
	char text[NUMBER_SIZE];

	if (isnan(c->noise_floor))
		return "not measured";
	return arena_format(arena, "%s (%s)", number_share(text, c->noise_floor),
	    known(c->noise_method));
}

static const char *
tool(const struct campaign *c, struct arena *arena)
{
	return c->tool_name ? arena_format(arena, "%s %s", c->tool_name,
				  c->tool_version ? c->tool_version : "")
			    : "not recorded";
}

/* The text without its section of that heading. */
static const char *
without(const char *text, const char *heading, struct arena *arena)
{
	const char *start = strstr(text, heading), *end;

	if (!start)
		return text;
	end = strstr(start + strlen(heading), "\n## ");
	return arena_format(
	    arena, "%.*s%s", (int)(start - text), text, end ? end + 1 : "");
}

static int
add_text(struct page *p, const struct dataset *d, struct err *e)
{
	const struct campaign *c = &d->campaign;
	struct arena *arena = &p->arena;
	struct environment_item env[ENVIRONMENT_ITEMS];
	const struct catalog_system *s = catalog_system(p->pub->catalog, d->system);

	environment_campaign_items(env, c, arena);
	{
		const struct markdown_slot slots[] = {
		    {"dataset", d->name},
		    {"system", d->system},
		    {"architecture",
			s && s->architecture ? s->architecture : "unknown"},
		    {"description", s ? known(s->description) : "not recorded"},
		    {"processor", env[0].value},
		    {"clock", env[2].value},
		    {"memory", env[3].value},
		    {"os-kernel", env[4].value},
		    {"compiler", env[5].value},
		    {"campaign-start", environment_time(c->started_utc, arena)},
		    {"campaign-end", environment_time(c->ended_utc, arena)},
		    {"trials", count(c->trials, arena)},
		    {"trial-target", seconds(c->trial_target_s, arena)},
		    {"min-total", count(c->min_total, arena)},
		    {"max-iterations", count(c->max_iterations, arena)},
		    {"budget", seconds(c->budget_s, arena)},
		    {"reference-flags", known(c->reference_flags)},
		    {"performance-flags", known(c->performance_flags)},
		    {"harness-additions", known(c->harness_additions)},
		    {"noise-floor", noise(c, arena)},
		    {"tool", tool(c, arena)},
		    {"history-note", c->history_note ? c->history_note : "none"},
		};
		/* another program's way is not told to be this campaign's */
		return markdown_add(p->main,
		    text_equal(c->tool_name, "ngcc-measure")
			? p->pub->method
			: without(p->pub->method, "## How ngcc-measure ", arena),
		    slots, sizeof(slots) / sizeof(slots[0]), e);
	}
}

/* A campaign that was gone on with has been checked again, and what was found may stand
 * once more in a list without phases. */
static bool
is_told(const struct campaign *c, size_t i)
{
	const struct host_problem *h = &c->problem[i], *o = c->problem;

	for (; o < h; o++)
		if (text_equal(o->text, h->text) &&
		    (!h->phase || (text_equal(o->phase, h->phase) && o->cpu == h->cpu)))
			return true;
	return false;
}

static void
add_host(struct page *p, const struct campaign *c)
{
	struct node *list;

	html_add_text(p->main, "h2", "What the host checks found");
	if (!c->problems) {
		html_add_text(p->main, "p",
		    "The campaign's host checks name no problem (or it has none).");
		return;
	}
	list = html_add(p->main, "ul");
	for (size_t i = 0; i < c->problems; i++) {
		const struct host_problem *h = &c->problem[i];
		struct node *item;
		if (is_told(c, i))
			continue;
		item = html_add(list, "li");
		if (h->phase)
			html_format(item, "%s, ", h->phase);
		if (h->cpu >= 0)
			html_format(item, "CPU %lld: ", (long long)h->cpu);
		html_text(item, h->text);
	}
}

static void
add_notes(struct page *p)
{
	const struct catalog *c = p->pub->catalog;
	struct node *list = NULL, *item;

	for (size_t i = 0; i < c->notes; i++) {
		if (strcmp(c->note[i].kind, "method") != 0)
			continue;
		if (!list) {
			html_add_text(p->main, "h2", "Notes on single candidates");
			list = html_add(p->main, "ul");
		}
		item = html_add(list, "li");
		if (c->note[i].candidate)
			html_format(item, "%s%s%s: ", c->note[i].candidate,
			    c->note[i].label && strcmp(c->note[i].label, "*") ? " "
									      : "",
			    c->note[i].label && strcmp(c->note[i].label, "*")
				? c->note[i].label
				: "");
		html_text(item, c->note[i].text);
	}
}

int
view_method(const struct dataset *d, const struct publication *pub, struct buf *out,
    struct err *e)
{
	struct arena names = {0};
	struct page p;
	struct buf page = {0};
	int result;

	page_start(&p, pub, arena_format(&names, "%s/method.html", d->name));
	p.title = arena_format(&p.arena, "How %s was measured", d->name);
	page_breadcrumb(&p, d->name, "method");
	html_add_text(p.main, "h1", p.title);
	page_earlier(&p, d, "method.html");
	result = add_text(&p, d, e);
	add_host(&p, &d->campaign);
	add_notes(&p);
	/* the page is freed in any case */
	if (page_finish(&p, &page, result ? NULL : e))
		result = -1;
	if (!result)
		buf_add(out, page.data, page.len);
	buf_free(&page);
	arena_free(&names);
	return result;
}

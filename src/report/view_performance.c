/* SPDX-License-Identifier: MIT */
#include "report/view_sections.h"

#include "core/buf.h"
#include "report/aggregate.h"
#include "report/candidate.h"
#include "report/chart_lengths.h"
#include "report/chart_trials.h"
#include "report/html.h"
#include "report/number.h"
#include "report/page.h"
#include "report/table.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* How the cycles of one table came about. */
struct group {
	enum cycle_source source;
	const char *caption, *cycles, *per_byte; /* headings */
};

static const struct group groups[] = {
    {CYCLES_PERF, "Cost of one call, cycles counted by the processor", "mean cycles",
	"cycles/byte"},
    {CYCLES_ESTIMATE, "Cost of one call, cycles estimated from the clock",
	"est. cycles", "est. cycles/byte"},
    {CYCLES_NONE, "Cost of one call, without a cycle counter", "mean cycles",
	"cycles/byte"},
};

enum { GROUPS = sizeof(groups) / sizeof(groups[0]), COLUMNS = 8 };

/* Rows without figures go into the first table there is. */
static bool
is_in_group(const struct row *r, enum cycle_source source, bool first)
{
	return r->state == ROW_GOOD ? r->timing->record.cycle_source == source : first;
}

static void
add_why(struct node *row, const struct row *r, size_t cells, struct arena *arena)
{
	if (r->state == ROW_MISSING)
		table_unknown(row);
	else
		html_attr(table_text(row, row_reason(r, arena)), "class", "why");
	while (cells-- > 1)
		table_unknown(row);
}

static void
add_figures(struct node *row, const struct row *r, bool is_hash, struct arena *arena)
{
	const struct figures *f = &r->figures;
	char text[NUMBER_SIZE];

	table_figure(row, number_cycles(text, f->cycles), f->cycles);
	if (is_hash)
		table_figure(
		    row, number_per_byte(text, f->cycles_per_byte), f->cycles_per_byte);
	table_figure(row, number_time(text, f->seconds), f->seconds);
	if (is_hash)
		table_figure(row, number_megabytes(text, f->megabytes_per_second),
		    f->megabytes_per_second);
	else
		table_figure(row, number_rate(text, f->per_second), f->per_second);
	if (!is_hash)
		table_figure(
		    row, number_time(text, f->median_seconds), f->median_seconds);
	html_attr(table_figure(row, row_count_text(r, arena),
		      (double)r->timing->record.derived.measurements),
	    "class", "count");
	table_figure(row, number_share(text, f->spread), f->spread);
}

/* The operation's name leads to the file that its figures come from. */
static void
add_operation(struct node *row, const struct row *r, bool is_hash, struct arena *arena)
{
	const struct operation *o = r->operation;
	const char *text =
	    is_hash ? arena_format(arena, "%lld B", (long long)o->input_bytes) : o->key;
	struct node *cell = html_attr(html_add(row, "th"), "scope", "row");

	if (is_hash)
		html_attr_number(cell, "data-value", (double)o->input_bytes);
	if (r->timing)
		html_link(cell,
		    arena_format(arena, "#%s",
			row_id("evidence--", r->instance->label, o->key, arena)),
		    text);
	else
		html_text(cell, text);
}

static void
add_table(struct node *section, const struct aggregate *a, const struct group *g,
    bool first, struct arena *arena)
{
	bool is_hash = a->layout == LAYOUT_HASH;
	const struct column hash[COLUMNS] = {{"instance", 0}, {"message", 1},
	    {g->cycles, 1}, {g->per_byte, 1}, {"mean time", 1}, {"MB/s", 1}, {"n", 1},
	    {"spread", 1}};
	const struct column other[COLUMNS] = {{"instance", 0}, {"operation", 0},
	    {g->cycles, 1}, {"mean time", 1}, {"ops/s", 1}, {"median trial", 1},
	    {"n (trials × iters)", 1}, {"spread", 1}};
	struct node *table = table_add(section,
	    first ? "t-performance"
		  : arena_format(arena, "t-performance-%d", g->source),
	    g->caption, is_hash ? hash : other, COLUMNS);

	for (size_t i = 0; i < a->instances * a->operations; i++) {
		const struct row *r = &a->row[i];
		struct node *row;
		if (!is_in_group(r, g->source, first))
			continue;
		row = table_row(
		    table, row_id("", r->instance->label, r->operation->key, arena));
		table_head(row, view_label(r->instance, arena));
		add_operation(row, r, is_hash, arena);
		if (r->state == ROW_GOOD)
			add_figures(row, r, is_hash, arena);
		else
			add_why(row, r, COLUMNS - 2, arena);
	}
}

static double
clock_of(const struct record *r)
{
	if (r->environment.core_clock_hz > 0)
		return (double)r->environment.core_clock_hz;
	return r->environment.max_khz ? strtod(r->environment.max_khz, NULL) * 1e3 : 0;
}

/* Time and cycles that do not fit the machine's clock: one of them holds something that
 * the other does not. */
static void
add_clock_remark(struct node *section, const struct aggregate *a)
{
	struct node *line = NULL;

	for (size_t i = 0; i < a->instances * a->operations; i++) {
		const struct row *r = &a->row[i];
		double clock, implied;
		if (r->state != ROW_GOOD ||
		    r->timing->record.cycle_source != CYCLES_PERF)
			continue;
		clock = clock_of(&r->timing->record);
		implied = r->figures.cycles / r->figures.seconds;
		if (clock <= 0 || fabs(implied - clock) <= 0.03 * clock)
			continue;
		if (!line) {
			line = html_add(section, "p");
			html_format(line,
			    "Cycles and time imply another clock than the machine's "
			    "(%.2f "
			    "GHz) in: ",
			    clock / 1e9);
		} else {
			html_text(line, "; ");
		}
		html_format(line, "%s %s (%.2f GHz)", r->instance->label,
		    r->operation->key, implied / 1e9);
	}
	if (line)
		html_text(line,
		    ". In such a row one of the two holds something that the other "
		    "does "
		    "not, such as the reading of the counter.");
}

/* What of a figure is the harness's own, where that is more than a reader would take
 * for nothing. */
static void
add_overhead_remark(struct node *section, const struct aggregate *a)
{
	struct node *line = NULL;
	char text[NUMBER_SIZE], whole[NUMBER_SIZE], share[NUMBER_SIZE];

	for (size_t i = 0; i < a->instances * a->operations; i++) {
		const struct row *r = &a->row[i];
		double empty;
		if (r->state != ROW_GOOD)
			continue;
		empty = r->timing->record.overhead_ns / 1e9;
		if (!(empty > 0.05 * r->figures.seconds))
			continue;
		if (!line) {
			line = html_add(section, "p");
			html_text(line,
			    "An empty call in the same loop costs more than a "
			    "twentieth of "
			    "these figures, from which nothing is subtracted: ");
		} else {
			html_text(line, "; ");
		}
		html_format(line, "%s %s %s of %s (%s)", r->instance->label,
		    r->operation->key, number_time(text, empty),
		    number_time(whole, r->figures.seconds),
		    number_share(share, empty / r->figures.seconds));
	}
	if (line)
		html_text(line, ".");
}

/* What the words and dashes of the table mean, where it has some. */
static void
add_words_remark(struct node *section, const struct aggregate *a)
{
	bool missing = false, disturbed = false;

	for (size_t i = 0; i < a->instances * a->operations; i++) {
		const struct row *r = &a->row[i];
		missing = missing || r->state == ROW_MISSING;
		disturbed = disturbed ||
		    (r->state == ROW_GOOD && r->timing->record.stability &&
			strcmp(r->timing->record.stability, "stable") != 0);
	}
	if (disturbed)
		html_add_text(section, "p",
		    "Disturbed: a trial was repeated, because it lost time to "
		    "something "
		    "else or was far off the others. Unstable: every attempt at a "
		    "trial "
		    "was, and the last one counts.");
	if (missing)
		html_add_text(section, "p",
		    "A row of dashes has no record; section 3 has what became of the "
		    "instance.");
}

static void
add_estimate_remark(struct node *section, const struct aggregate *a)
{
	double worst = 0;
	char text[NUMBER_SIZE];

	for (size_t i = 0; i < a->instances * a->operations; i++)
		if (a->row[i].state == ROW_GOOD &&
		    a->row[i].timing->record.cycle_source == CYCLES_ESTIMATE)
			worst = fmax(worst, a->row[i].timing->record.estimate_error);
	html_format(section,
	    "Estimated cycles are time multiplied by the clock that a probe of known "
	    "latency "
	    "showed beside each batch; their stated relative error is at most %s. They "
	    "are "
	    "not counted cycles and are not to be ranked with them.",
	    number_share(text, worst));
}

void
view_performance(struct page *p, const struct aggregate *a)
{
	struct node *section = view_section(p, "performance", "4. Performance");
	size_t rows = a->instances * a->operations, used[GROUPS] = {0};
	bool first = true;

	if (!rows) {
		html_add_text(section, "p", "The dataset has no timing record of it.");
		return;
	}
	for (size_t i = 0; i < rows; i++)
		if (a->row[i].state == ROW_GOOD)
			used[a->row[i].timing->record.cycle_source]++;
	if (!used[CYCLES_PERF] && !used[CYCLES_ESTIMATE])
		used[CYCLES_NONE]++;
	for (size_t g = 0; g < GROUPS; g++) {
		if (!used[g])
			continue;
		add_table(section, a, &groups[g], first, &p->arena);
		first = false;
	}
	html_add_text(section, "p",
	    "Mean: all time (or cycles) over all calls. n: calls timed, as trials × "
	    "calls a "
	    "trial. Spread: slowest less fastest trial mean, over the median.");
	if (used[CYCLES_ESTIMATE])
		add_estimate_remark(html_add(section, "p"), a);
	add_clock_remark(section, a);
	add_overhead_remark(section, a);
	add_words_remark(section, a);
	chart_lengths(p, section, a);
	chart_trials(p, section, a);
}

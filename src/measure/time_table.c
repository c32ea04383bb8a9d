/* SPDX-License-Identifier: MIT */
#include "measure/time_table.h"

#include "core/buf.h"
#include "core/mem.h"
#include "core/text.h"
#include "measure/figures.h"
#include "measure/series.h"

#include <math.h>
#include <stdio.h>

enum { CELL = 40 };

static const struct {
	const char *head;
} units[] = {
    [UNIT_CYCLES] = {"cycles"},
    [UNIT_ESTIMATE] = {"est. cycles"},
    [UNIT_NS] = {"cycles"},
};

/* Four digits, more where the whole part has more; "-" where it is not known. */
static const char *
number(char out[CELL], double x)
{
	int whole = x >= 1 ? (int)floor(log10(x)) + 1 : 1;

	if (!isfinite(x))
		snprintf(out, CELL, "-");
	else
		snprintf(out, CELL, "%.*f", whole < 4 ? 4 - whole : 0, x);
	return out;
}

static const char *
duration(char out[CELL], double ns)
{
	static const char *const names[] = {"ns", "µs", "ms", "s"};
	char digits[CELL];
	int i = 0;

	for (; ns >= 1000 && i < 3; i++)
		ns /= 1000;
	snprintf(out, CELL, "%.20s %s", number(digits, ns), names[i]);
	return out;
}

void
time_table_head(struct buf *out, const struct series *s)
{
	buf_format(out, "%-14s %12s %10s %10s %10s %8s %7s\n", "operation",
	    units[s->unit].head, "cycles/B", "time", "MB/s", "ops/s", "95 %");
}

/* µ has two bytes, so a cell's width is counted here. */
static void
cell(struct buf *out, const char *text, int width)
{
	int shown = 0;

	for (const char *p = text; *p; p++)
		shown += ((unsigned char)*p & 0xc0) != 0x80;
	buf_format(out, " %*s%s", shown < width ? width - shown : 0, "", text);
}

static void
add_failure(struct buf *out, const struct attempt *a)
{
	buf_format(out, " %s ", outcome_name(a->outcome));
	text_visible(out, a->detail);
	buf_char(out, '\n');
}

void
time_table_line(struct buf *out, const struct series *s, const struct series_plan *plan,
    const char *key)
{
	double measurements = 0, ns = 0, cycles = 0, bytes, *cost;
	struct figures_spread spread;
	char text[CELL];

	buf_format(out, "%-14s", key);
	if (s->failure) {
		add_failure(out, s->failure);
		return;
	}
	for (size_t i = 0; i < s->trials; i++) {
		struct figures_trial t =
		    figures_trial(s->trial[i].accepted, s->unit == UNIT_CYCLES);
		measurements += (double)t.measurements;
		ns += (double)t.ns;
		cycles += s->unit == UNIT_CYCLES ? (double)t.cycles : t.estimated;
	}
	cost = mem_resize(NULL, s->trials, sizeof(*cost));
	series_costs(s, cost);
	figures_spread(&spread, cost, s->trials);
	mem_free(cost);
	bytes = plan->attempt.input_bytes ? (double)plan->attempt.input_bytes : NAN;
	cell(out, number(text, cycles / measurements), 12);
	cell(out, number(text, cycles / measurements / bytes), 10);
	cell(out, duration(text, ns / measurements), 10);
	cell(out, number(text, bytes * measurements / ns * 1e3), 10);
	cell(out, number(text, measurements / ns * 1e9), 8);
	snprintf(text, sizeof(text), "±%.2f%%", 100 * figures_half_width(&spread));
	cell(out, isnan(spread.low) ? "-" : text, 7);
	if (s->stability != STABILITY_STABLE)
		buf_text(out,
		    s->stability == STABILITY_DISTURBED ? "  disturbed" : "  unstable");
	buf_char(out, '\n');
}

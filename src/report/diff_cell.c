/* SPDX-License-Identifier: MIT */
#include "report/diff_cell.h"

#include "core/mem.h"
#include "report/number.h"

#include <math.h>

struct cell
cell_words(const char *text)
{
	return (struct cell){text && *text ? text : NUMBER_UNKNOWN, NAN};
}

struct cell
cell_count(size_t n, struct arena *arena)
{
	return (struct cell){arena_format(arena, "%zu", n), (double)n};
}

struct cell
cell_ratio(double value, struct arena *arena)
{
	char text[NUMBER_SIZE];

	return (struct cell){arena_text(arena, number_ratio(text, value)), value};
}

/* Its value is the low end. */
struct cell
cell_interval(const struct interval *i, struct arena *arena)
{
	char low[NUMBER_SIZE], high[NUMBER_SIZE];

	if (isnan(i->low))
		return cell_words(NULL);
	number_ratio(low, i->low);
	number_ratio(high, i->high);
	return (struct cell){arena_format(arena, "%s to %s", low, high), i->low};
}

struct cell
cell_figure(double value, enum metric m, struct arena *arena)
{
	char text[NUMBER_SIZE];

	if (m == METRIC_TIME)
		number_time(text, value);
	else
		number_cycles(text, value);
	return (struct cell){arena_text(arena, text), value};
}

struct cell
cell_chance(double p, struct arena *arena)
{
	char text[NUMBER_SIZE];

	return (struct cell){arena_text(arena, number_chance(text, p)), p};
}

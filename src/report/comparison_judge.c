/* SPDX-License-Identifier: MIT */
/* What only all rows together show: who decides, the noise floor, verdicts, means. */
#include "report/comparison.h"

#include "core/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Deviating rows of a category that are told. */
enum { DEVIATIONS = 5 };

static void
count_libraries(struct comparison *c)
{
	for (size_t i = 0; i < c->rows; i++) {
		const struct comparison_row *r = &c->row[i];
		c->equal += r->same_library;
		c->different += r->known_libraries && !r->same_library;
		c->unknown += !r->known_libraries;
	}
	c->same_libraries = c->same_system && c->rows && c->equal == c->rows;
}

/* A change of clock does not show in cycles: with the same libraries, time decides. */
static void
choose_metrics(struct comparison *c)
{
	for (size_t i = 0; i < c->rows; i++)
		c->row[i].metric = c->row[i].cycles_decide && !c->same_libraries
		    ? METRIC_CYCLES
		    : METRIC_TIME;
}

static const struct measured *
deciding(const struct comparison_row *r)
{
	return &r->of[r->metric];
}

/* Rows with equal libraries should have the ratio 1, if they are the lesser part. Equal
 * records tell nothing of the noise. */
static void
find_control_floor(struct comparison *c)
{
	double *ratio;

	c->control_floor = NAN;
	if (!c->equal || c->equal > c->rows / 2)
		return;
	ratio = mem_resize(NULL, c->equal, sizeof(*ratio));
	for (size_t i = 0; i < c->rows; i++) {
		const struct comparison_row *r = &c->row[i];
		if (r->same_library && !r->same_record && !isnan(deciding(r)->ratio))
			ratio[c->controls++] = deciding(r)->ratio;
	}
	if (c->controls)
		c->control_floor = compare_floor(ratio, c->controls);
	mem_free(ratio);
}

/* fmax passes over what is unknown. */
static void
find_effect(struct comparison *c)
{
	c->campaign_floor = c->noise_floor = NAN;
	if (c->same_system) {
		find_control_floor(c);
		if (!isnan(c->a.noise_floor) && !isnan(c->b.noise_floor))
			c->campaign_floor = fmax(c->a.noise_floor, c->b.noise_floor);
		if (!c->same_libraries)
			c->noise_floor = fmax(c->campaign_floor, c->control_floor);
	}
	c->effect = fmax(c->min_effect, c->noise_floor);
}

static double
find_limit(const struct comparison *c)
{
	double *p = mem_resize(NULL, c->rows + 1, sizeof(*p)), limit;
	size_t n = 0;

	for (size_t i = 0; i < c->rows; i++)
		if (!isnan(deciding(&c->row[i])->interval.p))
			p[n++] = deciding(&c->row[i])->interval.p;
	limit = compare_limit(p, n, COMPARE_LEVEL);
	mem_free(p);
	return limit;
}

static void
give_verdicts(struct comparison *c)
{
	double limit = find_limit(c);

	for (size_t i = 0; i < c->rows; i++) {
		struct comparison_row *r = &c->row[i];
		const struct interval *x = &deciding(r)->interval;
		r->verdict = r->same_record ? VERDICT_SAME_RECORD
		    : r->few_trials         ? VERDICT_CANNOT_TELL
				    : compare_verdict(x, c->effect, x->p <= limit);
		c->verdicts[r->verdict]++;
	}
}

/* Whether r's ratio is one of a mean; cycles of one source alone. */
static bool
is_in(const struct comparison_row *r, const char *category, enum metric m)
{
	return (!category || !strcmp(r->category, category)) && r->of[m].unit &&
	    !isnan(r->of[m].ratio);
}

static void
add_means(struct comparison *c, const char *category, double *ratio)
{
	for (enum metric m = METRIC_CYCLES; m < METRICS; m++) {
		struct comparison_mean mean = {.category = category, .metric = m};
		for (size_t i = 0; i < c->rows; i++)
			if (is_in(&c->row[i], category, m))
				ratio[mean.rows++] = c->row[i].of[m].ratio;
		if (!mean.rows)
			continue;
		mean.ratio = compare_mean(&mean.interval, ratio, mean.rows);
		c->mean = arena_grow(&c->arena, c->mean, c->means, sizeof(*c->mean));
		c->mean[c->means++] = mean;
	}
}

static const struct comparison_mean *
find_mean(const struct comparison *c, const char *category, enum metric m)
{
	for (size_t i = 0; i < c->means; i++)
		if (text_equal(c->mean[i].category, category) && c->mean[i].metric == m)
			return &c->mean[i];
	return NULL;
}

static int
by_distance(const void *a, const void *b)
{
	const struct deviation *x = a, *y = b;
	double p = fabs(log(x->from_mean)), q = fabs(log(y->from_mean));

	if (p != q)
		return p < q ? 1 : -1;
	return (x->row > y->row) - (x->row < y->row);
}

static void
add_deviations(struct comparison *c, const char *category)
{
	struct deviation *all = mem_resize(NULL, c->rows, sizeof(*all));
	const struct comparison_mean *mean;
	size_t n = 0;

	for (size_t i = 0; i < c->rows; i++) {
		const struct comparison_row *r = &c->row[i];
		mean = find_mean(c, category, r->metric);
		if (mean && is_in(r, category, r->metric))
			all[n++] =
			    (struct deviation){r, deciding(r)->ratio / mean->ratio};
	}
	qsort(all, n, sizeof(*all), by_distance);
	for (size_t i = 0; i < n && i < DEVIATIONS; i++) {
		c->deviation =
		    arena_grow(&c->arena, c->deviation, c->deviations, sizeof(*all));
		c->deviation[c->deviations++] = all[i];
	}
	mem_free(all);
}

/* By category, in the order in which the rows bring them. */
static void
go_through_categories(struct comparison *c)
{
	double *ratio = mem_resize(NULL, c->rows + 1, sizeof(*ratio));

	add_means(c, NULL, ratio);
	for (size_t i = 0; i < c->rows; i++) {
		const char *category = c->row[i].category;
		if (find_mean(c, category, METRIC_CYCLES) ||
		    find_mean(c, category, METRIC_TIME))
			continue;
		add_means(c, category, ratio);
		if (!c->same_system)
			add_deviations(c, category);
	}
	mem_free(ratio);
}

void
comparison_judge(struct comparison *c)
{
	count_libraries(c);
	choose_metrics(c);
	find_effect(c);
	if (c->same_system)
		give_verdicts(c);
	go_through_categories(c);
}

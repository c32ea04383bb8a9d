/* SPDX-License-Identifier: MIT */
#include "measure/figures.h"

#include "core/mem.h"
#include "core/stats.h"
#include "measure/attempt.h"

#include <math.h>
#include <string.h>

struct figures_trial
figures_trial(const struct attempt *a, bool counted)
{
	struct figures_trial t = {0};
	double *estimates = mem_resize(NULL, a->batches + 1, sizeof(*estimates));
	size_t n = 0;

	for (size_t i = 0; i < a->batches; i++) {
		const struct batch *b = &a->batch[i];
		if (counted && !b->counted)
			continue;
		t.measurements += a->calls_per_batch;
		t.ns += b->ns;
		t.ticks += b->ticks;
		t.cycles += counted ? b->cycles : 0;
		estimates[n++] = b->estimate;
	}
	t.estimated = stats_sum(estimates, n);
	mem_free(estimates);
	return t;
}

void
figures_spread(struct figures_spread *s, double *cost, size_t n)
{
	double *x = mem_resize(NULL, n, sizeof(*x)), mean, half;

	stats_sort(cost, n);
	*s = (struct figures_spread){.median = stats_quantile(cost, n, 0.5),
	    .q1 = stats_quantile(cost, n, 0.25),
	    .q3 = stats_quantile(cost, n, 0.75),
	    .low = NAN,
	    .high = NAN};
	memcpy(x, cost, n * sizeof(*x));
	s->mad = stats_mad(x, n, s->median);
	if (n > 1) {
		for (size_t i = 0; i < n; i++)
			x[i] = log(cost[i]);
		mean = stats_sum(x, n) / (double)n;
		for (size_t i = 0; i < n; i++)
			x[i] = (log(cost[i]) - mean) * (log(cost[i]) - mean);
		half = stats_t_quantile(0.975, (double)(n - 1)) *
		    sqrt(stats_sum(x, n) / (double)(n - 1) / (double)n);
		s->low = exp(mean - half);
		s->high = exp(mean + half);
	}
	mem_free(x);
}

double
figures_half_width(const struct figures_spread *s)
{
	return isnan(s->low) ? INFINITY : (s->high - s->low) / (s->high + s->low);
}

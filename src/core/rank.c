/* SPDX-License-Identifier: MIT */
#include "core/rank.h"

#include "core/mem.h"

#include <math.h>
#include <stdlib.h>

static int
compare(double a, double b)
{
	return (a > b) - (a < b);
}

static int
by_value(const void *a, const void *b)
{
	const struct ranked *x = *(struct ranked *const *)a,
			    *y = *(struct ranked *const *)b;
	int order = compare(x->value, y->value);

	if (!order)
		order = !!isnan(x->low) - !!isnan(y->low);
	if (!order)
		order = compare(x->low, y->low);
	return order ? order : compare(x->high, y->high);
}

void
rank_values(struct ranked *x, size_t n)
{
	struct ranked **down = mem_resize(NULL, n, sizeof(struct ranked *));

	for (size_t i = 0; i < n; i++)
		down[i] = &x[i];
	if (n)
		qsort(down, n, sizeof(struct ranked *), by_value);
	for (size_t from = 0, to; from < n; from = to) {
		double reach =
		    isnan(down[from]->low) ? down[from]->value : down[from]->high;
		/* false where there is no interval */
		for (to = from + 1; to < n && !(down[to]->low > reach);)
			to++;
		for (size_t i = from; i < to; i++) {
			down[i]->first = from + 1;
			down[i]->last = to;
			down[i]->rank = (double)(from + 1 + to) / 2;
		}
	}
	mem_free(down);
}

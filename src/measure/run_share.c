/* SPDX-License-Identifier: MIT */
#include "core/json.h"
#include "core/json_file.h"
#include "measure/run.h"

#include <stdlib.h>
#include <string.h>

/* What one instance takes, and whose it is. */
struct cost {
	double seconds;
	size_t instance;
	int shard;
};

/* The time of the processes of the published record; what is planned where there is
 * none. */
static double
cost_of(const struct run *r, const struct run_operation *o)
{
	struct arena arena = {0};
	const char *path = arena_format(&arena, "%s/%s/records/%s.json", r->o.data,
	    r->o.system, run_name(o, &arena));
	struct json *j;
	const struct json *p;
	double sum = 0, wall;

	json_file_read(&j, path, NULL);
	for (p = json_first(json_member(j, "processes")); p; p = json_next(p))
		if (json_number(json_member(p, "wall_s"), &wall))
			sum += wall;
	json_free(j);
	arena_free(&arena);
	return sum > 0 ? sum : o->estimate_s;
}

/* The longest first; of equal ones the first. */
static int
by_cost(const void *a, const void *b)
{
	const struct cost *x = a, *y = b;

	if (x->seconds != y->seconds)
		return x->seconds > y->seconds ? -1 : 1;
	return x->instance < y->instance ? -1 : 1;
}

static void
divide(struct cost *cost, size_t n, int shards)
{
	double *load = mem_resize(NULL, (size_t)shards, sizeof(*load));

	memset(load, 0, (size_t)shards * sizeof(*load));
	for (size_t i = 0; i < n; i++) {
		int least = 0;
		for (int k = 1; k < shards; k++)
			if (load[k] < load[least])
				least = k;
		load[least] += cost[i].seconds;
		cost[i].shard = least + 1;
	}
	mem_free(load);
}

void
run_share(struct run *r)
{
	struct cost *cost = arena_get(&r->arena, r->instances * sizeof(*cost));
	bool *own = arena_get(&r->arena, r->instances * sizeof(*own));
	size_t kept = 0;

	if (r->o.shards == 1)
		return;
	for (size_t i = 0; i < r->instances; i++)
		cost[i].instance = i;
	for (size_t i = 0; i < r->operations; i++)
		cost[r->operation[i].instance - r->instance].seconds +=
		    cost_of(r, &r->operation[i]);
	qsort(cost, r->instances, sizeof(*cost), by_cost);
	divide(cost, r->instances, r->o.shards);
	for (size_t i = 0; i < r->instances; i++)
		own[cost[i].instance] = cost[i].shard == r->o.shard;
	for (size_t i = 0; i < r->operations; i++)
		if (own[r->operation[i].instance - r->instance])
			r->operation[kept++] = r->operation[i];
	r->operations = kept;
	/* instances stay where they are: they are pointed at */
	for (size_t i = 0; i < r->instances; i++)
		r->instance[i].other_shard = !own[i];
}

/* SPDX-License-Identifier: MIT */
#include "measure/run_profile.h"

#include "core/json.h"
#include "measure/filing.h"
#include "measure/run.h"
#include "measure/run_watch.h"
#include "measure/shares.h"

#include <stdio.h>
#include <unistd.h>

static const char *
path_of(const char *dataset, const char *name, struct arena *arena)
{
	return arena_format(arena, "%s/profile/%s.json", dataset, name);
}

void
run_profile_drop(const char *dataset, const char *name)
{
	struct arena arena = {0};

	unlink(path_of(dataset, name, &arena));
	arena_free(&arena);
}

static int
profile(struct run *r, struct run_operation *o, struct arena *arena, struct err *e)
{
	struct run_instance *i = o->instance;
	const struct filing filing = {
	    .folder = r->dataset, .system = r->o.system, .library = &i->said};
	struct shares s;
	struct json *j;
	int failed = shares_run(&s, &o->plan.attempt,
	    shares_functions(i->recipe->profile, i->recipe->profiles, arena), arena, e);

	if (failed)
		return -1;
	if (s.outcome != OUTCOME_COMPLETE) {
		run_tell(r, "%s: its profile: %s %s", run_name(o, arena),
		    outcome_name(s.outcome), s.detail);
		return 0;
	}
	j = shares_profile(&s, &o->plan.attempt, &i->said, arena);
	failed = filing_profile(&filing, o->key, j, arena, e);
	json_free(j);
	return failed;
}

int
run_profile(struct run *r, struct err *e)
{
	int failed = 0;

	for (size_t i = 0; i < r->operations && !failed && !run_watch_stopped(); i++) {
		struct run_operation *o = &r->operation[i];
		struct arena arena = {0};
		bool wanted = (o->state == RUN_MEASURED || o->state == RUN_UNSTABLE) &&
		    o->plan.attempt.category != CATEGORY_HASH &&
		    access(path_of(r->dataset, run_name(o, &arena), &arena), F_OK);

		if (wanted)
			failed = profile(r, o, &arena, e);
		arena_free(&arena);
	}
	return failed;
}

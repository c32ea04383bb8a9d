/* SPDX-License-Identifier: MIT */
/* campaign.h: campaign.json: the run that made a dataset. */
#ifndef CAMPAIGN_H
#define CAMPAIGN_H

#include "core/record.h"

struct host_problem {
	const char *phase, *text;
	int64_t cpu;
};

struct campaign {
	const char *system_id, *started_utc, *ended_utc, *harness_additions,
	    *history_note;
	const char *reference_flags, *performance_flags;
	int64_t trials, min_total, max_iterations; /* the plan of an operation */
	double trial_target_s, budget_s;
	double noise_floor; /* relative; NaN where none was measured */
	const char *noise_method, *tool_name, *tool_version;
	struct environment environment; /* at the end */
	struct host_problem *problem;   /* from all host checks */
	size_t problems;
};

/* Like record_read: c is zeroed before; what is not known stays unknown. */
void campaign_read(struct campaign *c, const struct json *j, const char *file,
    struct arena *arena, struct findings *findings);

/* A campaign of which nothing is known. */
void campaign_unknown(struct campaign *c);

/* The table of the fields of its object part, "planning"; *n gets their number. */
const struct field *campaign_fields(const char *part, size_t *n);

void campaign_pack(struct pack *p, struct campaign *c);

#endif

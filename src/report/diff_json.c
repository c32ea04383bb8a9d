/* SPDX-License-Identifier: MIT */
/* The comparison for programs; its schema is docs/diff.schema.json. */
#include "report/diff.h"

#include "core/json.h"
#include "report/comparison.h"

#include <math.h>

enum { VERSION_OF_FORMAT = 1 };

static void
add_side(struct json *to, const char *name, const struct comparison_side *s)
{
	struct json *j = json_add_object(to, name);

	json_add_text(j, "dataset", s->dataset);
	json_add_text(j, "system_id", s->system);
	json_add_text(j, "started_utc", s->started_utc);
	json_add_text(j, "ended_utc", s->ended_utc);
	json_add_number(j, "noise_floor", s->noise_floor);
}

static void
add_interval(struct json *to, const struct interval *i)
{
	struct json *j;

	if (isnan(i->low)) {
		json_add_text(to, "ci95", NULL);
		return;
	}
	j = json_add_array(to, "ci95");
	json_add_number(j, NULL, i->low);
	json_add_number(j, NULL, i->high);
}

static void
add_name(struct json *to, const char *candidate, const char *label,
    const char *operation, int64_t input_bytes)
{
	json_add_text(to, "candidate", candidate);
	json_add_text(to, "label", label);
	json_add_text(to, "operation", operation);
	json_add_number(to, "input_bytes", (double)input_bytes);
}

static void
add_measured(struct json *to, const struct measured *x)
{
	json_add_text(to, "unit", x->unit);
	json_add_number(to, "a", x->a);
	json_add_number(to, "b", x->b);
	json_add_number(to, "ratio", x->ratio);
	add_interval(to, &x->interval);
}

static void
add_row(struct json *to, const struct comparison *c, const struct comparison_row *r)
{
	struct json *j = json_add_object(to, NULL), *list;

	add_name(j, r->candidate, r->label, r->operation, r->input_bytes);
	json_add_text(j, "metric", metric_word(r->metric));
	add_measured(j, &r->of[r->metric]);
	json_add_number(j, "p", r->of[r->metric].interval.p);
	json_add_text(j, "verdict", c->same_system ? verdict_word(r->verdict) : NULL);
	list = json_add_array(j, "warnings");
	for (size_t i = 0; i < r->warnings; i++)
		json_add_text(list, NULL, r->warning[i]);
	add_measured(json_add_object(j, "other"), &r->of[METRIC_TIME - r->metric]);
}

static void
add_absents(struct json *to, const char *name, const struct comparison_absents *all)
{
	struct json *list = json_add_array(to, name), *j;

	for (size_t i = 0; i < all->count; i++) {
		const struct comparison_absent *x = &all->list[i];
		j = json_add_object(list, NULL);
		add_name(j, x->candidate, x->label, x->operation, x->input_bytes);
		json_add_text(j, "a", x->a);
		json_add_text(j, "b", x->b);
	}
}

static void
add_differences(struct json *to, const struct comparison *c)
{
	struct json *list = json_add_array(to, "differences"), *j;

	for (size_t i = 0; i < c->differences; i++) {
		const struct difference *d = &c->difference[i];
		j = json_add_object(list, NULL);
		json_add_text(j, "what", d->what);
		json_add_text(j, "a", d->a);
		json_add_text(j, "b", d->b);
		json_add_number(j, "rows", d->rows ? (double)d->rows : NAN);
		json_add_bool(j, "rest", d->rest);
	}
}

static void
add_means(struct json *to, const struct comparison *c)
{
	struct json *list = json_add_array(to, "means"), *j;

	for (size_t i = 0; i < c->means; i++) {
		const struct comparison_mean *m = &c->mean[i];
		j = json_add_object(list, NULL);
		json_add_text(j, "category", m->category);
		json_add_text(j, "metric", metric_word(m->metric));
		json_add_number(j, "rows", (double)m->rows);
		json_add_number(j, "ratio", m->ratio);
		add_interval(j, &m->interval);
	}
}

static void
add_deviations(struct json *to, const struct comparison *c)
{
	struct json *list = json_add_array(to, "deviations"), *j;

	for (size_t i = 0; i < c->deviations; i++) {
		const struct comparison_row *r = c->deviation[i].row;
		j = json_add_object(list, NULL);
		add_name(j, r->candidate, r->label, r->operation, r->input_bytes);
		json_add_text(j, "metric", metric_word(r->metric));
		json_add_number(j, "ratio", r->of[r->metric].ratio);
		json_add_number(j, "from_mean", c->deviation[i].from_mean);
	}
}

static void
add_summary(struct json *to, const struct comparison *c)
{
	struct json *s = json_add_object(to, "summary"), *j;

	json_add_bool(s, "same_system", c->same_system);
	json_add_number(s, "rows", (double)c->rows);
	j = json_add_object(s, "verdicts");
	for (enum verdict v = 0; v < VERDICTS; v++)
		json_add_number(j, verdict_word(v), (double)c->verdicts[v]);
	json_add_number(s, "effect", c->effect);
	json_add_number(s, "campaign_floor", c->campaign_floor);
	json_add_number(s, "control_floor", c->control_floor);
	json_add_number(s, "control_rows", (double)c->controls);
	j = json_add_object(s, "libraries");
	json_add_number(j, "equal", (double)c->equal);
	json_add_number(j, "different", (double)c->different);
	json_add_number(j, "unknown", (double)c->unknown);
	add_means(s, c);
	add_deviations(s, c);
	add_differences(s, c);
}

void
diff_json(const struct comparison *c, struct buf *out)
{
	struct json *j = json_new_object(), *rows;

	json_add_number(j, "version", VERSION_OF_FORMAT);
	add_side(j, "a", &c->a);
	add_side(j, "b", &c->b);
	json_add_number(j, "min_effect", c->min_effect);
	json_add_number(j, "noise_floor", c->noise_floor);
	rows = json_add_array(j, "rows");
	for (size_t i = 0; i < c->rows; i++)
		add_row(rows, c, &c->row[i]);
	add_absents(j, "added", &c->added);
	add_absents(j, "removed", &c->removed);
	add_absents(j, "failed", &c->failed);
	add_summary(j, c);
	json_print(j, true, out);
	json_free(j);
}

/* SPDX-License-Identifier: MIT */
#include "report/export_ranking.h"

#include "core/buf.h"
#include "core/decimal.h"
#include "core/json.h"
#include "core/mem.h"
#include "report/export.h"
#include "report/ranking.h"
#include "report/summary.h"

#include <math.h>

static const char *
source_word(const struct ranking *r)
{
	return r->source == CYCLES_ESTIMATE ? "estimate" : "perf";
}

/* Cells that follow another one; what is NULL or NaN stays empty. */
static void
add_text(struct buf *out, const char *text)
{
	buf_char(out, ',');
	if (text)
		export_csv_text(out, text);
}

static void
add_number(struct buf *out, double x)
{
	char text[DECIMAL_SIZE];

	add_text(out, isnan(x) ? NULL : decimal_text(text, x));
}

/* What all rows begin with. */
static void
add_instance(struct buf *out, const char *dataset, const struct ranking_section *t,
    const struct ranking *r, const struct summary *s)
{
	export_csv_text(out, dataset);
	add_text(out, t->category);
	add_number(out, t->bits < 0 ? NAN : (double)t->bits);
	add_text(out, r ? source_word(r) : NULL);
	add_text(out, s->candidate);
	add_text(out, s->label);
}

static void
add_row(struct buf *out, const char *dataset, const struct ranking_section *t,
    const struct ranking *r, const struct ranking_row *row)
{
	for (size_t i = 0; i < t->metrics; i++) {
		const struct ranking_metric *m = &t->metric[i];
		const struct ranked *x = &row->by[i];
		add_instance(out, dataset, t, r, row->of);
		add_number(out, row->rank);
		add_number(out, row->mean_rank);
		add_text(out, m->key);
		add_text(out, ranking_unit(r, m));
		add_number(out, x->value);
		add_number(out, m->is_size ? NAN : x->low);
		add_number(out, m->is_size ? NAN : x->high);
		add_number(out, m->is_size ? NAN : (double)row->trials[i]);
		add_number(out, x->rank);
		add_number(out, (double)x->first);
		add_number(out, (double)x->last);
		add_text(out, NULL);
		add_text(out, row->stability[i]);
		buf_text(out, "\r\n");
	}
}

void
export_ranking_csv(const struct rankings *all, const char *dataset, struct buf *out)
{
	buf_text(out,
	    "dataset,category,target_bits,cycle_source,candidate,label,rank,mean_rank,"
	    "metric,unit,value,ci95_low,ci95_high,trials,metric_rank,first_"
	    "place,"
	    "last_place,reason,stability\r\n");
	for (size_t i = 0; i < all->sections; i++) {
		const struct ranking_section *t = &all->section[i];
		for (size_t k = 0; k < t->rankings; k++)
			for (size_t n = 0; n < t->ranking[k].rows; n++)
				add_row(out, dataset, t, &t->ranking[k],
				    &t->ranking[k].row[n]);
		for (size_t k = 0; k < t->absents; k++) {
			add_instance(out, dataset, t, NULL, t->absent[k].of);
			buf_text(out, ",,,,,,,,,,,");
			add_text(out, t->absent[k].reason);
			buf_text(out, ",\r\n");
		}
	}
}

static struct json *
add_named(struct json *to, const struct summary *s)
{
	struct json *j = json_add_object(to, NULL);

	json_add_text(j, "candidate", s->candidate);
	json_add_text(j, "label", s->label);
	return j;
}

static void
add_metric(struct json *to, const struct ranking *r, const struct ranking_metric *m,
    const struct ranking_row *row, size_t i)
{
	struct json *j = json_add_object(to, NULL), *both;
	const struct ranked *x = &row->by[i];

	json_add_text(j, "metric", m->key);
	json_add_text(j, "unit", ranking_unit(r, m));
	json_add_number(j, "value", x->value);
	if (m->is_size || isnan(x->low)) {
		json_add_text(j, "ci95", NULL);
	} else {
		both = json_add_array(j, "ci95");
		json_add_number(both, NULL, x->low);
		json_add_number(both, NULL, x->high);
	}
	json_add_number(j, "trials", m->is_size ? NAN : (double)row->trials[i]);
	json_add_text(j, "stability", row->stability[i]);
	json_add_number(j, "rank", x->rank);
	json_add_number(j, "first_place", (double)x->first);
	json_add_number(j, "last_place", (double)x->last);
}

static void
add_ranking(struct json *to, const struct ranking_section *t, const struct ranking *r)
{
	struct json *j = json_add_object(to, NULL), *rows, *row, *list;

	json_add_text(j, "cycle_source", source_word(r));
	rows = json_add_array(j, "rows");
	for (size_t i = 0; i < r->rows; i++) {
		row = add_named(rows, r->row[i].of);
		json_add_number(row, "rank", r->row[i].rank);
		json_add_number(row, "mean_rank", r->row[i].mean_rank);
		list = json_add_array(row, "metrics");
		for (size_t m = 0; m < t->metrics; m++)
			add_metric(list, r, &t->metric[m], &r->row[i], m);
	}
}

static void
add_section(struct json *to, const struct ranking_section *t)
{
	struct json *j = json_add_object(to, NULL), *list;

	json_add_text(j, "category", t->category);
	json_add_number(j, "target_bits", t->bits < 0 ? NAN : (double)t->bits);
	list = json_add_array(j, "rankings");
	for (size_t i = 0; i < t->rankings; i++)
		add_ranking(list, t, &t->ranking[i]);
	list = json_add_array(j, "not_ranked");
	for (size_t i = 0; i < t->absents; i++)
		json_add_text(
		    add_named(list, t->absent[i].of), "reason", t->absent[i].reason);
}

void
export_ranking_json(const struct rankings *all, const char *dataset, struct buf *out)
{
	struct arena tree = {0};
	struct json *top, *list;

	mem_scope(&tree);
	top = json_new_object();
	json_add_number(top, "version", 1);
	json_add_text(top, "dataset", dataset);
	list = json_add_array(top, "sections");
	for (size_t i = 0; i < all->sections; i++)
		add_section(list, &all->section[i]);
	json_print(top, false, out);
	mem_scope(NULL);
	arena_free(&tree);
}

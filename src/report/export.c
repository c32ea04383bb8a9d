/* SPDX-License-Identifier: MIT */
#include "report/export.h"

#include "core/buf.h"
#include "core/decimal.h"
#include "core/json.h"
#include "report/aggregate.h"
#include "report/candidate.h"
#include "report/dataset.h"

#include <math.h>
#include <string.h>

/* The order of the columns; published files may only grow at the end. */
enum column_id {
	COL_DATASET,
	COL_CANDIDATE,
	COL_LABEL,
	COL_VARIANT,
	COL_FLAGS,
	COL_KAT,
	COL_OPERATION,
	COL_INPUT,
	COL_STATE,
	COL_REASON,
	COL_TRIALS,
	COL_MEASUREMENTS,
	COL_MEAN_SECONDS,
	COL_MEDIAN_SECONDS,
	COL_MIN_SECONDS,
	COL_MAX_SECONDS,
	COL_SPREAD,
	COL_CYCLE_SOURCE,
	COL_MEAN_CYCLES,
	COL_MEDIAN_CYCLES,
	COL_CYCLES_PER_BYTE,
	COL_ESTIMATED_MEAN,
	COL_ESTIMATED_MEDIAN,
	COL_ESTIMATED_PER_BYTE,
	COL_ESTIMATE_ERROR,
	COL_RATE,
	COL_MEGABYTES,
	COL_ELF,
	COL_BASELINE_RSS,
	COL_PEAK_RSS,
	COL_PK,
	COL_SK,
	COL_CT,
	COL_SS,
	COL_SIGNATURE,
	COL_DIGEST,
	COL_MESSAGES,
	COL_PASSES,
	COL_RETRIES,
	COL_FILE,
	COL_SHA256,
	COLUMNS,
};

static const struct {
	const char *name, *unit, *meaning;
} columns[COLUMNS] = {
    [COL_DATASET] = {"dataset", "", "the dataset's folder: a system, with @day an earlier "
				    "campaign of it"},
    [COL_CANDIDATE] = {"candidate", "", "the submission"},
    [COL_LABEL] = {"label", "", "the instance: one built library"},
    [COL_VARIANT] = {"variant", "", "implementation measured"},
    [COL_FLAGS] = {"flags", "", "name of the build configuration"},
    [COL_KAT] = {"kat", "", "result of the known-answer test"},
    [COL_OPERATION] = {"operation", "", "what was timed"},
    [COL_INPUT] = {"input_bytes", "byte", "length of the message; 0 where it is not part "
					  "of the operation"},
    [COL_STATE] = {"state", "", "complete; failed: the measurement did; unusable: the file "
				"is not as its format says; missing: there is no record"},
    [COL_REASON] = {"reason", "", "why it is not complete"},
    [COL_TRIALS] = {"trials", "1", "number of trials"},
    [COL_MEASUREMENTS] = {"measurements", "1", "calls timed in all trials"},
    [COL_MEAN_SECONDS] = {"mean_seconds", "s", "time of all calls over their number"},
    [COL_MEDIAN_SECONDS] = {"median_trial_seconds", "s", "median of the trials' means"},
    [COL_MIN_SECONDS] = {"min_trial_seconds", "s", "least of the trials' means"},
    [COL_MAX_SECONDS] = {"max_trial_seconds", "s", "greatest of the trials' means"},
    [COL_SPREAD] = {"spread_fraction", "1", "greatest less least trial mean, over the "
					    "median; empty with one trial"},
    [COL_CYCLE_SOURCE] = {"cycle_source", "", "perf: counted; estimate; none"},
    [COL_MEAN_CYCLES] = {"mean_cycles", "cycle", "counted cycles of all calls over their "
						 "number"},
    [COL_MEDIAN_CYCLES] = {"median_trial_cycles", "cycle", "median over the trials"},
    [COL_CYCLES_PER_BYTE] = {"cycles_per_byte", "cycle/byte", "mean_cycles over "
							      "input_bytes"},
    [COL_ESTIMATED_MEAN] = {"estimated_mean_cycles", "cycle", "time multiplied by the "
							      "clock seen beside it"},
    [COL_ESTIMATED_MEDIAN] = {"estimated_median_cycles", "cycle", "the same, median over "
								  "the trials"},
    [COL_ESTIMATED_PER_BYTE] = {"estimated_cycles_per_byte", "cycle/byte",
	"estimated_mean_cycles over input_bytes"},
    [COL_ESTIMATE_ERROR] = {"estimate_relative_error", "1", "stated error of the "
							    "estimates"},
    [COL_RATE] = {"operations_per_second", "1/s", "measurements over time"},
    [COL_MEGABYTES] = {"throughput_megabytes_per_second", "10^6 byte/s", "message bytes "
									 "over time"},
    [COL_ELF] = {"elf_load_bytes", "byte", "memory size of the library's loadable "
					   "segments"},
    [COL_BASELINE_RSS] = {"baseline_rss_bytes", "byte", "resident memory after loading"},
    [COL_PEAK_RSS] = {"peak_rss_bytes", "byte", "its maximum"},
    [COL_PK] = {"public_key_bytes", "byte", ""},
    [COL_SK] = {"secret_key_bytes", "byte", ""},
    [COL_CT] = {"ciphertext_bytes", "byte", ""},
    [COL_SS] = {"shared_secret_bytes", "byte", ""},
    [COL_SIGNATURE] = {"signature_bytes", "byte", ""},
    [COL_DIGEST] = {"digest_bytes", "byte", ""},
    [COL_MESSAGES] = {"transferred_bytes", "byte", "all messages of a key exchange"},
    [COL_PASSES] = {"kex_passes_run", "1", "passes of a key exchange that were run"},
    [COL_RETRIES] = {"signing_retries", "1", "signing attempts that failed and were "
					     "repeated"},
    [COL_FILE] = {"file", "", "the record, below the dataset's folder"},
    [COL_SHA256] = {"sha256", "", "its digest"},
};

struct cell {
	const char *text; /* NULL: a number, or nothing where that is NaN */
	double number;
};

static void
count(struct cell *c, int64_t value)
{
	c->number = value < 0 ? NAN : (double)value;
}

static const char *const states[] = {
    [ROW_GOOD] = "complete",
    [ROW_FAILED] = "failed",
    [ROW_BROKEN] = "unusable",
    [ROW_MISSING] = "missing",
};

static void
fill_sizes(struct cell *c, const struct record *r)
{
	count(&c[COL_PK], r->sizes.pk);
	count(&c[COL_SK], r->sizes.sk);
	count(&c[COL_CT], r->sizes.ct);
	count(&c[COL_SS], r->sizes.ss);
	count(&c[COL_SIGNATURE], r->sizes.signature);
	count(&c[COL_DIGEST], r->sizes.digest);
	count(&c[COL_MESSAGES], r->sizes.total_msg);
	count(&c[COL_PASSES], r->kex_passes_run);
	count(&c[COL_RETRIES], r->signing_retries);
	count(&c[COL_BASELINE_RSS], r->baseline_rss);
	count(&c[COL_PEAK_RSS], r->peak_rss);
}

static void
fill_figures(struct cell *c, const struct row *row)
{
	static const char *const sources[] = {
	    [CYCLES_PERF] = "perf",
	    [CYCLES_ESTIMATE] = "estimate",
	    [CYCLES_NONE] = "none",
	};
	const struct record *r = &row->timing->record;
	const struct figures *f = &row->figures;
	bool counted = r->cycle_source == CYCLES_PERF;

	c[COL_TRIALS].number = (double)r->trial_count;
	count(&c[COL_MEASUREMENTS], r->derived.measurements);
	c[COL_MEAN_SECONDS].number = f->seconds;
	c[COL_MEDIAN_SECONDS].number = f->median_seconds;
	c[COL_MIN_SECONDS].number = r->derived.min_seconds;
	c[COL_MAX_SECONDS].number = r->derived.max_seconds;
	c[COL_SPREAD].number = f->spread;
	c[COL_CYCLE_SOURCE].text = sources[r->cycle_source];
	c[counted ? COL_MEAN_CYCLES : COL_ESTIMATED_MEAN].number = f->cycles;
	c[counted ? COL_MEDIAN_CYCLES : COL_ESTIMATED_MEDIAN].number = f->median_cycles;
	c[counted ? COL_CYCLES_PER_BYTE : COL_ESTIMATED_PER_BYTE].number =
	    f->cycles_per_byte;
	c[COL_ESTIMATE_ERROR].number = r->estimate_error;
	c[COL_RATE].number = f->per_second;
	c[COL_MEGABYTES].number = f->megabytes_per_second;
	fill_sizes(c, r);
}

static void
fill(struct cell c[COLUMNS], const struct aggregate *a, const struct row *row,
    struct arena *arena)
{
	const struct instance *in = row->instance;

	for (size_t i = 0; i < COLUMNS; i++)
		c[i] = (struct cell){NULL, NAN};
	c[COL_DATASET].text = a->dataset->name;
	c[COL_CANDIDATE].text = a->candidate->id;
	c[COL_LABEL].text = in->label;
	c[COL_VARIANT].text = in->variant;
	c[COL_FLAGS].text = in->flags;
	c[COL_KAT].text = in->kat;
	c[COL_OPERATION].text = row->operation->name;
	c[COL_INPUT].number = (double)row->operation->input_bytes;
	c[COL_STATE].text = states[row->state];
	count(&c[COL_ELF], in->build ? in->build->elf_bytes : -1);
	if (row->state == ROW_FAILED || row->state == ROW_BROKEN)
		c[COL_REASON].text = row_reason(row, arena);
	if (row->timing) {
		c[COL_FILE].text = row->timing->source.path;
		c[COL_SHA256].text = row->timing->source.digest;
	}
	if (row->state == ROW_GOOD)
		fill_figures(c, row);
}

static void
add_csv_text(struct buf *out, const char *text)
{
	if (!text[strcspn(text, "\",\r\n")]) {
		buf_text(out, text);
		return;
	}
	buf_char(out, '"');
	for (; *text; text++) {
		if (*text == '"')
			buf_char(out, '"');
		buf_char(out, *text);
	}
	buf_char(out, '"');
}

void
export_csv_head(struct buf *out)
{
	for (size_t i = 0; i < COLUMNS; i++) {
		buf_text(out, i ? "," : "");
		buf_text(out, columns[i].name);
	}
	buf_text(out, "\r\n");
}

void
export_csv_rows(const struct aggregate *a, struct buf *out)
{
	char number[DECIMAL_SIZE];
	struct cell c[COLUMNS];
	struct arena arena = {0};

	for (size_t i = 0; i < a->instances * a->operations; i++) {
		fill(c, a, &a->row[i], &arena);
		for (size_t k = 0; k < COLUMNS; k++) {
			if (k)
				buf_char(out, ',');
			if (c[k].text)
				add_csv_text(out, c[k].text);
			else if (!isnan(c[k].number))
				buf_text(out, decimal_text(number, c[k].number));
		}
		buf_text(out, "\r\n");
	}
	arena_free(&arena);
}

void
export_json(const struct aggregate *a, struct buf *out)
{
	struct json *top, *rows, *row;
	struct cell c[COLUMNS];
	struct arena arena = {0}, tree = {0};

	mem_scope(&tree);
	top = json_new_object();
	json_add_number(top, "version", 1);
	json_add_text(top, "dataset", a->dataset->name);
	json_add_text(top, "candidate", a->candidate->id);
	json_add_text(top, "algorithm", a->algorithm);
	rows = json_add_array(top, "rows");
	for (size_t i = 0; i < a->instances * a->operations; i++) {
		fill(c, a, &a->row[i], &arena);
		row = json_add_object(rows, NULL);
		for (size_t k = COL_LABEL; k < COLUMNS; k++)
			if (c[k].text)
				json_add_text(row, columns[k].name, c[k].text);
			else
				json_add_number(row, columns[k].name, c[k].number);
	}
	json_print(top, false, out);
	json_free(top);
	mem_scope(NULL);
	arena_free(&tree);
	arena_free(&arena);
}

void
export_columns(struct buf *out)
{
	buf_text(out, "column,unit,meaning\r\n");
	for (size_t i = 0; i < COLUMNS; i++) {
		buf_format(out, "%s,%s,", columns[i].name, columns[i].unit);
		add_csv_text(out, columns[i].meaning);
		buf_text(out, "\r\n");
	}
}

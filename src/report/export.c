/* SPDX-License-Identifier: MIT */
#include "report/export.h"

#include "core/buf.h"
#include "core/decimal.h"
#include "core/json.h"
#include "core/mem.h"
#include "report/aggregate.h"
#include "report/candidate.h"
#include "report/dataset.h"

#include <math.h>
#include <stdbool.h>
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
	COL_STABILITY,
	COL_INTERVAL_LOW,
	COL_INTERVAL_HIGH,
	COL_OVERHEAD,
	COLUMNS,
};

static const struct {
	const char *name, *unit, *meaning;
} columns[COLUMNS] = {
    [COL_DATASET] = {"dataset", "",
	"the dataset's folder: a system, with @day an earlier "
	"campaign of it"},
    [COL_CANDIDATE] = {"candidate", "", "the submission"},
    [COL_LABEL] = {"label", "", "the instance: one built library"},
    [COL_VARIANT] = {"variant", "", "implementation measured"},
    [COL_FLAGS] = {"flags", "", "name of the build configuration"},
    [COL_KAT] = {"kat", "", "result of the known-answer test"},
    [COL_OPERATION] = {"operation", "", "what was timed"},
    [COL_INPUT] = {"input_bytes", "byte",
	"length of the message; 0 where it is not part "
	"of the operation"},
    [COL_STATE] = {"state", "",
	"complete; failed: the measurement did; unusable: the file "
	"is not as its format says; missing: there is no record"},
    [COL_REASON] = {"reason", "", "why it is not complete"},
    [COL_TRIALS] = {"trials", "1", "number of trials"},
    [COL_MEASUREMENTS] = {"measurements", "1", "calls timed in all trials"},
    [COL_MEAN_SECONDS] = {"mean_seconds", "s", "time of all calls over their number"},
    [COL_MEDIAN_SECONDS] = {"median_trial_seconds", "s", "median of the trials' means"},
    [COL_MIN_SECONDS] = {"min_trial_seconds", "s", "least of the trials' means"},
    [COL_MAX_SECONDS] = {"max_trial_seconds", "s", "greatest of the trials' means"},
    [COL_SPREAD] = {"spread_fraction", "1",
	"greatest less least trial mean, over the "
	"median; empty with one trial"},
    [COL_CYCLE_SOURCE] = {"cycle_source", "",
	"perf: counted by the processor; estimate: from time and clock; none: no "
	"cycles"},
    [COL_MEAN_CYCLES] = {"mean_cycles", "cycle",
	"counted cycles of all calls over their "
	"number"},
    [COL_MEDIAN_CYCLES] = {"median_trial_cycles", "cycle",
	"median of the trials' means, counted"},
    [COL_CYCLES_PER_BYTE] = {"cycles_per_byte", "cycle/byte",
	"mean_cycles over "
	"input_bytes"},
    [COL_ESTIMATED_MEAN] = {"estimated_mean_cycles", "cycle",
	"time multiplied by the "
	"clock seen beside it"},
    [COL_ESTIMATED_MEDIAN] = {"estimated_median_cycles", "cycle",
	"median of the trials' means, estimated"},
    [COL_ESTIMATED_PER_BYTE] = {"estimated_cycles_per_byte", "cycle/byte",
	"estimated_mean_cycles over input_bytes"},
    [COL_ESTIMATE_ERROR] = {"estimate_relative_error", "1",
	"stated error of the "
	"estimates"},
    [COL_RATE] = {"operations_per_second", "1/s", "measurements over time"},
    [COL_MEGABYTES] = {"throughput_megabytes_per_second", "10^6 byte/s",
	"message bytes "
	"over time"},
    [COL_ELF] = {"elf_load_bytes", "byte",
	"memory size of the library's loadable "
	"segments"},
    [COL_BASELINE_RSS] = {"baseline_rss_bytes", "byte",
	"resident memory after loading"},
    [COL_PEAK_RSS] = {"peak_rss_bytes", "byte", "largest resident memory"},
    [COL_PK] = {"public_key_bytes", "byte", "length of a public key"},
    [COL_SK] = {"secret_key_bytes", "byte", "length of a secret key"},
    [COL_CT] = {"ciphertext_bytes", "byte", "length of a ciphertext"},
    [COL_SS] = {"shared_secret_bytes", "byte", "length of a shared secret"},
    [COL_SIGNATURE] = {"signature_bytes", "byte", "length of a signature"},
    [COL_DIGEST] = {"digest_bytes", "byte", "length of a digest"},
    [COL_MESSAGES] = {"transferred_bytes", "byte",
	"all messages of a key exchange together"},
    [COL_PASSES] = {"kex_passes_run", "1", "passes of a key exchange that were run"},
    [COL_RETRIES] = {"signing_retries", "1",
	"signing attempts that failed and were "
	"repeated"},
    [COL_FILE] = {"file", "", "the record, below the dataset's folder"},
    [COL_SHA256] = {"sha256", "", "digest of the record's file"},
    [COL_STABILITY] = {"stability", "",
	"stable; disturbed: a trial was repeated; unstable: every attempt at "
	"a trial was disturbed; empty: not recorded"},
    [COL_INTERVAL_LOW] = {"ci95_low_cycles", "cycle",
	"low end of the 95 % interval of the mean cycles, counted or estimated: "
	"Student's, on the logarithms of the trials' means; without the error of an "
	"estimate"},
    [COL_INTERVAL_HIGH] = {"ci95_high_cycles", "cycle", "high end of that interval"},
    [COL_OVERHEAD] = {"overhead_seconds", "s",
	"cost of an empty call in the same loop, subtracted from nothing"},
};

struct export_cell {
	const char *text; /* NULL: nothing is known */
	bool is_number;
};

/* A row being filled. */
struct filling {
	struct export_cell *cell;
	struct arena *arena;
};

static void
text(struct filling *f, enum column_id id, const char *value)
{
	f->cell[id].text = value;
}

static void
number(struct filling *f, enum column_id id, double value)
{
	char out[DECIMAL_SIZE];

	if (isnan(value))
		return;
	f->cell[id] =
	    (struct export_cell){arena_text(f->arena, decimal_text(out, value)), true};
}

static void
count(struct filling *f, enum column_id id, int64_t value)
{
	number(f, id, value < 0 ? NAN : (double)value);
}

static const char *const states[] = {
    [ROW_GOOD] = "complete",
    [ROW_FAILED] = "failed",
    [ROW_BROKEN] = "unusable",
    [ROW_MISSING] = "missing",
};

static void
fill_sizes(struct filling *f, const struct record *r)
{
	count(f, COL_PK, r->sizes.pk);
	count(f, COL_SK, r->sizes.sk);
	count(f, COL_CT, r->sizes.ct);
	count(f, COL_SS, r->sizes.ss);
	count(f, COL_SIGNATURE, r->sizes.signature);
	count(f, COL_DIGEST, r->sizes.digest);
	count(f, COL_MESSAGES, r->sizes.total_msg);
	count(f, COL_PASSES, r->kex_passes_run);
	count(f, COL_RETRIES, r->signing_retries);
	count(f, COL_BASELINE_RSS, r->baseline_rss);
	count(f, COL_PEAK_RSS, r->peak_rss);
}

static void
fill_figures(struct filling *f, const struct row *row)
{
	static const char *const sources[] = {
	    [CYCLES_PERF] = "perf",
	    [CYCLES_ESTIMATE] = "estimate",
	    [CYCLES_NONE] = "none",
	};
	const struct record *r = &row->timing->record;
	const struct figures *x = &row->figures;
	bool counted = r->cycle_source == CYCLES_PERF;

	number(f, COL_TRIALS, (double)r->trial_count);
	count(f, COL_MEASUREMENTS, r->derived.measurements);
	number(f, COL_MEAN_SECONDS, x->seconds);
	number(f, COL_MEDIAN_SECONDS, x->median_seconds);
	number(f, COL_MIN_SECONDS, r->derived.min_seconds);
	number(f, COL_MAX_SECONDS, r->derived.max_seconds);
	number(f, COL_SPREAD, x->spread);
	text(f, COL_STABILITY, r->stability);
	text(f, COL_CYCLE_SOURCE, sources[r->cycle_source]);
	number(f, counted ? COL_MEAN_CYCLES : COL_ESTIMATED_MEAN, x->cycles);
	number(f, counted ? COL_MEDIAN_CYCLES : COL_ESTIMATED_MEDIAN, x->median_cycles);
	number(f, counted ? COL_CYCLES_PER_BYTE : COL_ESTIMATED_PER_BYTE,
	    x->cycles_per_byte);
	number(f, COL_ESTIMATE_ERROR, r->estimate_error);
	number(f, COL_RATE, x->per_second);
	number(f, COL_MEGABYTES, x->megabytes_per_second);
	number(f, COL_INTERVAL_LOW, x->cycles_low);
	number(f, COL_INTERVAL_HIGH, x->cycles_high);
	number(f, COL_OVERHEAD, r->overhead_ns / 1e9);
	fill_sizes(f, r);
}

static void
fill(struct filling *f, const struct aggregate *a, const struct row *row)
{
	const struct instance *in = row->instance;

	text(f, COL_DATASET, a->dataset->name);
	text(f, COL_CANDIDATE, a->candidate->id);
	text(f, COL_LABEL, in->label);
	text(f, COL_VARIANT, in->variant);
	text(f, COL_FLAGS, in->flags);
	text(f, COL_KAT, in->kat);
	text(f, COL_OPERATION, row->operation->name);
	count(f, COL_INPUT, row->operation->input_bytes);
	text(f, COL_STATE, states[row->state]);
	count(f, COL_ELF, in->build ? in->build->elf_bytes : -1);
	if (row->state == ROW_FAILED || row->state == ROW_BROKEN)
		text(f, COL_REASON, row_reason(row, f->arena));
	if (row->timing) {
		text(f, COL_FILE, row->timing->source.path);
		text(f, COL_SHA256, row->timing->source.digest);
	}
	if (row->state == ROW_GOOD)
		fill_figures(f, row);
}

void
export_make(struct export *x, const struct aggregate *a, struct arena *arena)
{
	struct filling f = {.arena = arena};

	x->aggregate = a;
	x->rows = a->instances * a->operations;
	x->cell = arena_get(arena, x->rows * COLUMNS * sizeof(*x->cell));
	for (size_t i = 0; i < x->rows; i++) {
		f.cell = &x->cell[i * COLUMNS];
		fill(&f, a, &a->row[i]);
	}
}

void
export_csv_text(struct buf *out, const char *value)
{
	if (!value[strcspn(value, "\",\r\n")]) {
		buf_text(out, value);
		return;
	}
	buf_char(out, '"');
	for (; *value; value++) {
		if (*value == '"')
			buf_char(out, '"');
		buf_char(out, *value);
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
export_csv_rows(const struct export *x, struct buf *out)
{
	for (size_t i = 0; i < x->rows; i++) {
		const struct export_cell *c = &x->cell[i * COLUMNS];
		for (size_t k = 0; k < COLUMNS; k++) {
			if (k)
				buf_char(out, ',');
			if (c[k].text)
				export_csv_text(out, c[k].text);
		}
		buf_text(out, "\r\n");
	}
}

void
export_json(const struct export *x, struct buf *out)
{
	const struct aggregate *a = x->aggregate;
	struct json *top, *rows, *row;
	struct arena tree = {0};

	mem_scope(&tree);
	top = json_new_object();
	json_add_number(top, "version", 1);
	json_add_text(top, "dataset", a->dataset->name);
	json_add_text(top, "candidate", a->candidate->id);
	json_add_text(top, "algorithm", a->algorithm);
	rows = json_add_array(top, "rows");
	for (size_t i = 0; i < x->rows; i++) {
		const struct export_cell *c = &x->cell[i * COLUMNS];
		row = json_add_object(rows, NULL);
		for (size_t k = COL_LABEL; k < COLUMNS; k++)
			if (c[k].is_number)
				json_add_decimal(row, columns[k].name, c[k].text);
			else
				json_add_text(row, columns[k].name, c[k].text);
	}
	json_print(top, false, out);
	mem_scope(NULL);
	arena_free(&tree);
}

void
export_columns(struct buf *out)
{
	buf_text(out, "column,unit,meaning\r\n");
	for (size_t i = 0; i < COLUMNS; i++) {
		buf_format(out, "%s,%s,", columns[i].name, columns[i].unit);
		export_csv_text(out, columns[i].meaning);
		buf_text(out, "\r\n");
	}
}

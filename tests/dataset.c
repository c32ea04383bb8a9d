/* SPDX-License-Identifier: MIT */
/*
 * dataset plain|hostile OUT: writes a small invented dataset for the tests, always the
 * same bytes. It shares no code with the programs under test: a mistake that writer and
 * reader had in common would not show. Here: instances, their records and the figures
 * derived from trials. What is written stands in dataset_plain.c and dataset_hostile.c.
 */
#include "dataset.h"

static uint64_t
clamp(uint64_t v, uint64_t low, uint64_t high)
{
	return v < low ? low : v > high ? high : v;
}

static uint64_t
noisy(struct dataset *ds, uint64_t ns)
{
	return ns - ns / 500 + ns * random_below(ds, 8001) / 1000000;
}

void
trial_batches(struct dataset *ds, struct trial *x, uint64_t ps, int rejected)
{
	*x = (struct trial){.rejected = rejected};
	x->calls = clamp(2000000000 / ps, 1, 1000);
	for (int i = 0; i < BATCHES; i++) {
		x->batch_ns[i] = noisy(ds, x->calls * ps / 1000);
		x->khz[i] = ds->clock_khz - 3000 + random_below(ds, 9001);
		x->estimate[i] = x->batch_ns[i] * x->khz[i] / 1000000;
		if (i == rejected)
			continue;
		x->n += x->calls;
		x->ns += x->batch_ns[i];
	}
}

static void
trials_make(struct dataset *ds, struct record *r)
{
	static const uint64_t unequal[] = {20, 20, 50};
	unsigned traits = r->t->traits;
	uint64_t ps = r->t->ps * ds->permille / 1000;
	uint64_t n = traits & SLOW ? 1 : clamp(200000000000 / ps, 20, 20000);

	r->ntrials = traits & (SLOW | FAILED) ? 1 : traits & UNEQUAL ? 3 : TRIALS;
	if (traits & TIMEOUT)
		r->ntrials = 0;
	for (int i = 0; i < r->ntrials; i++) {
		struct trial *x = &r->trials[i];

		if (ds->ours) {
			trial_batches(ds, x, ps, traits & REJECTED && i == 1 ? 7 : -1);
			continue;
		}
		x->n = traits & UNEQUAL ? unequal[i] : n;
		x->ns = noisy(ds, x->n * ps / 1000);
		x->cycles = x->ns * ds->clock_khz / 1000000;
		x->cycles += traits & COUNTER ? 120 * x->n : 0;
	}
}

static void
processes_make(struct dataset *ds, struct record *r)
{
	unsigned traits = r->t->traits;
	int share = traits & ONE_PROCESS ? r->ntrials : 1;

	for (int first = 0; first < r->ntrials; first += share) {
		struct process *p = &r->processes[r->nprocesses++];

		*p = (struct process){
		    .status = "complete", .first = first, .count = share};
		p->baseline_rss = 4096 * (350 + random_below(ds, 4));
		p->peak_rss =
		    p->baseline_rss + (uint64_t)4096 * (16 + r->in->pk / 4096);
		p->resigned = traits & RESIGNED ? first : 0;
		if (traits & UNSTABLE)
			p->disturbed = first == 2 ? 3 : 0;
		else if (traits & DISTURBED)
			p->disturbed = first & 1;
	}
	if (traits & (TIMEOUT | FAILED))
		r->processes[r->nprocesses++] = (struct process){
		    .status = traits & FAILED ? "failed" : "hard_timeout",
		    .exit_code = traits & FAILED ? 1 : -1,
		    .first = r->ntrials};
}

struct size {
	const char *key;
	uint32_t bytes;
};

/* The figures that meta has as text, in quotes, and the record as numbers. */
static void
sizes_write(struct json *j, const struct record *r, const char *quote)
{
	const struct instance *in = r->in;
	const struct size all[] = {{"input_bytes", r->t->bytes}, {"pk_bytes", in->pk},
	    {"sk_bytes", in->sk}, {"ct_bytes", in->ct}, {"ss_bytes", in->ss},
	    {"signature_bytes", in->signature}, {"digest_bytes", in->digest},
	    {"sta_bytes", in->sta}, {"stb_bytes", in->stb}, {"msg1_bytes", in->msg[0]},
	    {"msg2_bytes", in->msg[1]}, {"total_msg_bytes", in->msg[0] + in->msg[1]},
	    {"ss_actual_bytes", in->ss_actual}};

	for (int i = 0; i < (in->passes ? 13 : 7); i++)
		json_raw(j, all[i].key, "%s%" PRIu32 "%s", quote, all[i].bytes, quote);
}

static void
passes_write(struct json *j, const struct record *r, const char *quote)
{
	const struct instance *in = r->in;

	if (!in->passes)
		return;
	json_raw(j, "kex_passes", "%s%" PRIu32 "%s", quote, in->passes, quote);
	json_raw(j, "kex_passes_run", "%s%" PRIu32 "%s", quote, in->passes_run, quote);
}

static const char *
scope(const struct record *r)
{
	return r->t->traits & STEP ? "per_call_step" : "loop";
}

static void
meta_write(struct json *j, const struct dataset *ds, const struct record *r,
    const struct process *p)
{
	static const char *const signing[] = {"message_tweaks", "setup_verify_failed",
	    "signature_length_excess", "verify_rejections"};
	const struct instance *in = r->in;
	uint64_t n = 0;

	for (int i = 0; i < p->count; i++)
		n += r->trials[p->first + i].n;
	json_open(j, "meta", '{');
	if (p->count > 0) {
		json_str(j, "id", in->candidate);
		json_str(j, "instance", in->name);
		json_str(j, "variant", word(in->turn, F_META, "Reference"));
		json_str(j, "operation", r->t->op);
		sizes_write(j, r, "\"");
		passes_write(j, r, "\"");
		if (in->signature)
			json_raw(j, "sign_failures_retried", "\"%d\"", p->resigned);
		for (int i = 0; in->signature && i < 4; i++)
			json_str(j, signing[i], "0");
		json_str(
		    j, "build_flags", word(in->turn, F_BUILD_FLAGS, ds->build_flags));
		json_raw(j, "baseline_rss_bytes", "\"%" PRIu64 "\"", p->baseline_rss);
		json_raw(j, "peak_rss_bytes", "\"%" PRIu64 "\"", p->peak_rss);
		json_str(j, "mode", "fixed_iterations");
		json_str(j, "cpu_cycles_available", ds->ours ? "no" : "yes");
		json_str(j, "timing_scope", scope(r));
		json_str(j, "warmups", "3");
		json_raw(j, "measurement_count", "\"%" PRIu64 "\"", n);
		json_str(j, "guide_100_measurements", n >= 100 ? "met" : "not_met");
	}
	json_close(j, '}');
}

static void
trials_write(struct json *j, const struct trial *x, int n)
{
	json_open(j, "trials", '[');
	for (int i = 0; i < n; i++) {
		json_open(j, NULL, '{');
		json_raw(j, "measurements", "%" PRIu64, x[i].n);
		json_num(j, "seconds", (double)x[i].ns / 1e9);
		json_raw(j, "cycles", "%" PRIu64, x[i].cycles);
		json_close(j, '}');
	}
	json_close(j, ']');
}

static int
cpu_of(const struct dataset *ds, const struct timing *t)
{
	return ds->cpu + (t->traits & OTHER_CPU ? 5 : 0);
}

void
command_write(struct json *j, const struct dataset *ds, const struct instance *in,
    const struct timing *t, const char *program)
{
	json_open(j, "command", '[');
	json_str(j, NULL, word(in->turn, F_COMMAND, "taskset"));
	json_str(j, NULL, "-c");
	json_raw(j, NULL, "\"%d\"", cpu_of(ds, t));
	json_str(j, NULL, program);
	json_str(j, NULL, in->label);
	json_str(j, NULL, t->op);
	json_raw(j, NULL, "\"%" PRIu32 "\"", t->bytes);
	json_close(j, ']');
}

static void
process_write(struct json *j, const struct dataset *ds, const struct record *r,
    const struct process *p)
{
	unsigned traits = r->t->traits;
	const char *said = p->exit_code > 0 ? "key length 0\n" : "";
	uint64_t ns = 1700000;

	for (int i = 0; i < p->count; i++)
		ns += r->trials[p->first + i].ns;
	if (traits & RESIGNED)
		said = "mpt 2 rejected\nattempt 3 accepted\n";
	said = word(r->in->turn, F_STDERR, said);
	json_open(j, NULL, '{');
	json_str(j, "status", p->status);
	if (p->exit_code < 0)
		json_str(j, "exit_code", NULL);
	else
		json_raw(j, "exit_code", "%d", p->exit_code);
	meta_write(j, ds, r, p);
	trials_write(j, r->trials + p->first, p->count);
	json_str(j, "stderr", strlen(said) > 2000 ? said + strlen(said) - 2000 : said);
	command_write(j, ds, r->in, r->t, ds->ours ? "ngcc-trial" : "bench/driver");
	json_num(j, "wall_s", traits & TIMEOUT ? 300.5 : (double)ns / 1e9);
	json_raw(j, "disturbed_retries", "%d", p->disturbed);
	if (traits & SLOW) {
		json_raw(j, "reused_calibration", "true");
		json_num(j, "t1_s", (double)r->trials[0].ns / 1e9);
		json_num(j, "setup_s", 0.125);
	}
	json_close(j, '}');
}

/* A candidate may print a RESULT of its own: only the last line counts. */
static char *
kat_text(const struct instance *in, size_t *len)
{
	bool crashed = !strcmp(in->kat, "CRASH");
	char *text;
	FILE *f = memory_open(&text, len);

	fprintf(f, "candidate   = %s\ninstance    = %s\n", in->candidate, in->name);
	fprintf(f, "compiler    = gcc 13.0.0\ntiming  0.020 s\n");
	if (!strcmp(in->kat, "MISMATCH"))
		fprintf(f, "RESULT %s %s PASS \n", in->candidate, in->name);
	fprintf(f, "RESULT %s %s %s %s\n", in->candidate,
	    crashed ? in->label : in->name, in->kat,
	    word(in->turn, F_DETAIL, in->detail ? in->detail : ""));
	memory_close(f);
	return text;
}

static void
kat_path(char path[PATH_SIZE], const struct instance *in)
{
	format(path, PATH_SIZE, "kat/%s/%s.log", in->candidate, in->label);
}

/* The fields that a record and its build entry have in common. */
static void
identity_write(struct json *j, const struct instance *in)
{
	char library[PATH_SIZE], log[PATH_SIZE], digest[65], log_digest[65];
	size_t len;
	char *text = kat_text(in, &len);

	sha256_hex(text, len, log_digest);
	free(text);
	kat_path(log, in);
	format(library, PATH_SIZE, "lib/%s/lib%s.so", in->candidate, in->label);
	sha256_hex(library, strlen(library), digest);
	json_str(j, "candidate", in->candidate);
	json_str(j, "label", in->label);
	json_str(j, "instance", in->name);
	json_str(j, "variant", word(in->turn, F_VARIANT, "reference"));
	json_str(j, "flags", word(in->turn, F_FLAGS, in->flags ? in->flags : "guide"));
	json_str(j, "kat", in->kat);
	json_str(j, "library", in->no_library ? NULL : library);
	json_str(j, "library_sha256", in->no_library ? NULL : digest);
	json_str(j, "kat_log", in->no_log ? NULL : log);
	json_str(j, "kat_log_sha256", in->no_log ? NULL : log_digest);
}

static void
further_write(struct json *j, const struct instance *in)
{
	json_open(j, "further_libraries", '[');
	for (int i = 0; i < 2; i++) {
		json_open(j, NULL, '{');
		json_str(j, "name",
		    word(i ? 0 : in->turn, F_FURTHER, i ? "libm.so.6" : in->further));
		json_num(j, "elf_load_bytes", i ? 950000 : 4711000);
		json_close(j, '}');
	}
	json_close(j, ']');
}

char *
build_text(const struct instance *in, size_t n, size_t *len)
{
	char key[PATH_SIZE];
	struct json j;

	json_begin(&j);
	json_open(&j, "instances", '{');
	for (size_t i = 0; i < n; i++) {
		format(key, sizeof(key), "%s/%s", in[i].candidate, in[i].label);
		json_open(&j, key, '{');
		identity_write(&j, &in[i]);
		if (in[i].guide_result)
			json_str(&j, "guide_result", in[i].guide_result);
		json_num(&j, "elf_load_bytes", in[i].elf ? (double)in[i].elf : NAN);
		if (in[i].turn || in[i].further)
			further_write(&j, &in[i]);
		json_close(&j, '}');
	}
	json_close(&j, '}');
	json_end(&j);
	*len = j.len;
	return j.text;
}

static void
figures_write(struct json *j, const struct dataset *ds, const struct record *r)
{
	double seconds[TRIALS], mean[TRIALS], cycles[TRIALS], total, counted = 0, n = 0;

	for (int i = 0; i < r->ntrials; i++) {
		const struct trial *x = &r->trials[i];

		seconds[i] = (double)x->ns / 1e9;
		mean[i] = seconds[i] / (double)x->n;
		cycles[i] = (double)x->cycles / (double)x->n;
		counted += (double)x->cycles;
		n += (double)x->n;
	}
	total = sum(seconds, r->ntrials);
	json_num(j, "measurements", n);
	json_raw(j, "guide_100_measurements_met", n >= 100 ? "true" : "false");
	json_num(j, "mean_seconds", total / n);
	sort(mean, r->ntrials);
	sort(cycles, r->ntrials);
	json_num(j, "median_trial_seconds", quantile(mean, r->ntrials, 0.5));
	json_num(j, "min_trial_seconds", mean[0]);
	json_num(j, "max_trial_seconds", mean[r->ntrials - 1]);
	json_num(j, "mean_cycles", ds->ours ? NAN : counted / n);
	json_num(j, "median_trial_cycles",
	    ds->ours ? NAN : quantile(cycles, r->ntrials, 0.5));
	json_num(j, "operations_per_second", n / total);
	json_num(j, "throughput_MB_per_second",
	    r->t->bytes ? r->t->bytes * n / total / 1e6 : NAN);
}

static void
resources_write(struct json *j, const struct dataset *ds, const struct record *r)
{
	uint64_t baseline = 0, peak = 0;

	json_open(j, "sizes", '{');
	sizes_write(j, r, "");
	json_close(j, '}');
	json_open(j, "kex", '{');
	passes_write(j, r, "");
	json_close(j, '}');
	json_str(j, "build_flags", word(r->in->turn, F_BUILD_FLAGS, ds->build_flags));
	for (int i = 0; i < r->nprocesses; i++) {
		const struct process *p = &r->processes[i];

		baseline = p->baseline_rss > baseline ? p->baseline_rss : baseline;
		peak = p->peak_rss > peak ? p->peak_rss : peak;
	}
	json_raw(j, "baseline_rss_bytes", "%" PRIu64, baseline);
	json_raw(j, "peak_rss_bytes", "%" PRIu64, peak);
	json_str(j, "timing_scope", scope(r));
}

static void
plan_write(struct json *j, const struct record *r)
{
	bool shared = r->t->traits & (ONE_PROCESS | SLOW);
	bool failed = r->t->traits & (TIMEOUT | FAILED);

	json_raw(j, "plan",
	    "{\"iterations_per_trial\": %" PRIu64 ", \"warmups\": 3, "
	    "\"trials\": %d, \"separate_processes\": %s, \"estimated_s\": 1.25, "
	    "\"timeout_per_process_s\": 300.5}",
	    r->ntrials ? r->trials[0].n : 20, failed ? TRIALS : r->ntrials,
	    shared ? "false" : "true");
}

static void
record_write(struct json *j, struct dataset *ds, const struct record *r)
{
	bool failed = r->t->traits & (TIMEOUT | FAILED), slow = r->t->traits & SLOW;
	uint64_t us = r->t->traits & TIMEOUT ? 300500000 : 20000;
	int disturbed = 0;

	for (int i = 0; i < r->nprocesses; i++)
		disturbed += r->processes[i].disturbed;
	for (int i = 0; i < r->ntrials; i++)
		us += r->trials[i].ns / 1000;
	json_raw(j, "schema", "2");
	json_str(j, "status", failed ? "failed_or_partial" : "complete");
	identity_write(j, r->in);
	json_raw(j, "kat_not_passed", strcmp(r->in->kat, "PASS") ? "true" : "false");
	json_str(j, "operation", r->t->op);
	json_raw(j, "input_bytes", "%" PRIu32, r->t->bytes);
	plan_write(j, r);
	json_raw(j, "disturbed_retries", "%d", disturbed);
	stamp(j, "started_utc", ds, 250000);
	stamp(j, "ended_utc", ds, slow ? 6 : us);
	json_raw(j, "load_average_start", "[1, 1.03125, 1.0625]");
	json_raw(j, "load_average_end", "[1, 1.015625, 1.0625]");
	environment_write(j, "environment", ds, cpu_of(ds, r->t), r->in->turn);
	json_open(j, "processes", '[');
	for (int i = 0; i < r->nprocesses; i++)
		process_write(j, ds, r, &r->processes[i]);
	json_close(j, ']');
	trials_write(j, r->trials, r->ntrials);
	if (!failed)
		figures_write(j, ds, r);
	if (r->ntrials > 0)
		resources_write(j, ds, r);
}

char *
record_text(
    struct dataset *ds, const struct instance *in, const struct timing *t, size_t *len)
{
	struct record r = {.in = in, .t = t};
	struct json j;

	trials_make(ds, &r);
	processes_make(ds, &r);
	json_begin(&j);
	record_write(&j, ds, &r);
	if (ds->ours)
		ours_write(&j, ds, &r);
	json_end(&j);
	*len = j.len;
	return j.text;
}

static void
record_put(struct dataset *ds, const struct instance *in, const struct timing *t)
{
	char path[PATH_SIZE], bytes[16] = "";
	size_t len;
	char *text = record_text(ds, in, t, &len);

	if (t->bytes)
		format(bytes, sizeof(bytes), "_%" PRIu32, t->bytes);
	format(path, sizeof(path), "records/%s/%s__%s%s.json", in->candidate, in->label,
	    t->op, bytes);
	file_write(ds, path, text, len);
	free(text);
}

void
instance_put(struct dataset *ds, const struct instance *in)
{
	static const uint32_t lengths[] = {
	    32, 128, 512, 1024, 4096, 8192, 16384, 65536};
	char path[PATH_SIZE];
	size_t len;
	char *log = kat_text(in, &len);

	kat_path(path, in);
	if (!in->no_log)
		file_write(ds, path, log, len);
	free(log);
	for (int i = 0; in->block_ps && i < 8; i++) {
		struct timing t = {.op = "hash", .bytes = lengths[i]};

		t.ps = in->block_ps * (lengths[i] / 64 + 2);
		t.traits = lengths[i] == in->odd_bytes ? in->odd : 0;
		record_put(ds, in, &t);
	}
	for (const struct timing *t = in->timings; t && t->op; t++) {
		record_put(ds, in, t);
		if (t->traits & PROFILED)
			profile_put(ds, in, t);
	}
}

int
main(int argc, char **argv)
{
	bool plain = argc == 3 && !strcmp(argv[1], "plain");

	if (!plain && (argc != 3 || strcmp(argv[1], "hostile") != 0)) {
		fputs("usage: dataset plain|hostile OUT\n", stderr);
		return 2;
	}
	enter(argv[2]);
	if (plain)
		plain_put();
	else
		hostile_put();
	return 0;
}

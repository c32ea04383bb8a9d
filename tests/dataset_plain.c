/* SPDX-License-Identifier: MIT */
/* The healthy datasets: two systems, one written as by our core, and an earlier one. */
#include "dataset.h"

static const struct fact x86_facts[] = {{'s', "hostname", "bench-x86"},
    {'s', "architecture", "x86_64"}, {'s', "cpu_model", "Example Chip E-2100"},
    {'s', "machine", "Example Board"}, {'c', "cpu_number", NULL},
    {'s', "logical_cpus_online", "0-7"}, {'i', "virtualized", "false"},
    {'i', "memory_total_kib", "16384000"}, {'s', "os", "Example Linux 13"},
    {'s', "kernel", "6.12.0-example"}, {'s', "compiler", "gcc (Example) 13.0.0"},
    {'s', "cmake", "cmake 3.30.0"}, {'s', "python", NULL},
    {'s', "perf_event_paranoid", "2"}, {'s', "cpufreq_governor", "performance"},
    {'s', "cpufreq_driver", "example"}, {'n', "cpufreq_min_khz", "800000"},
    {'n', "cpufreq_max_khz", "2100000"}, {'n', "cpufreq_avg_khz", NULL},
    {'s', "intel_pstate_no_turbo", "1"}, {'s', "cpufreq_boost", NULL},
    {'s', "smt_control", "off"}, {'i', "core_clock_hz", NULL}, {0, NULL, NULL}};

static const struct fact arm_facts[] = {{'s', "hostname", "demo_arm"},
    {'s', "architecture", "aarch64"}, {'s', "cpu_model", "Example Core A1"},
    {'c', "cpu_number", NULL}, {'s', "logical_cpus_online", "0-3"},
    {'i', "virtualized", "true"}, {'i', "memory_total_kib", "8000000"},
    {'s', "os", "Example Linux 13"}, {'s', "kernel", "6.12.0-example"},
    {'s', "compiler", "gcc (Example) 13.0.0"}, {'s', "smt_control", "notimplemented"},
    {0, NULL, NULL}};

static const struct timing kem_ops[] = {{"keygen", 0, 52000000, PROFILED},
    {"enc", 0, 61000000, PROFILED | OTHER_CPU},
    {"dec", 0, 70000000, PROFILED | UNEQUAL}, {NULL, 0, 0, 0}};
static const struct timing kem_late_ops[] = {{"keygen", 0, 21000000, PROFILED},
    {"enc", 0, 26000000, PROFILED | OVERFLOWED},
    {"dec", 0, 30000000, PROFILED | TIMEOUT}, {NULL, 0, 0, 0}};
static const struct timing loon_ops[] = {{"keygen", 0, 9000000, 0},
    {"enc", 0, 9500000, 0}, {"dec", 0, 11000000, 0}, {NULL, 0, 0, 0}};
static const struct timing loon_failing_ops[] = {
    {"keygen", 0, 17000000, FAILED}, {"enc", 0, 19000000, 0}, {NULL, 0, 0, 0}};
static const struct timing sign_ops[] = {{"keygen", 0, 412600000000000, SLOW},
    {"sign", 0, 31000000000, RESIGNED}, {"verify", 0, 450000000, DISTURBED},
    {NULL, 0, 0, 0}};
static const struct timing kex_ops[] = {{"exchange", 0, 494000000, PROFILED},
    {"init_a", 0, 24400, STEP | COUNTER}, {"init_b", 0, 65000000, STEP},
    {"pass1", 0, 138000000, STEP}, {"pass2", 0, 181000000, STEP},
    {"derive_a", 0, 108000000, STEP}, {"derive_b", 0, 1010000, STEP}, {NULL, 0, 0, 0}};
static const struct timing arm_kex_ops[] = {{"exchange", 0, 494000000, REJECTED | UNSTABLE},
    {"init_a", 0, 24400, STEP}, {"init_b", 0, 65000000, STEP},
    {"pass1", 0, 138000000, STEP}, {"pass2", 0, 181000000, STEP | UNSTABLE},
    {"derive_a", 0, 108000000, STEP}, {"derive_b", 0, 1010000, STEP}, {NULL, 0, 0, 0}};

#define NAMED(c, l, n) .candidate = (c), .label = (l), .name = (n)
#define HASH(c, l, d, ps) \
	NAMED(c, l, l), .kat = "PASS", .digest = (d), .elf = 14348, .block_ps = (ps)
#define KEM(c, l, n, result) \
	NAMED(c, l, n), .kat = (result), .pk = 34028, .sk = 34156, .ct = 33846, .ss = 64
#define KEX_SIZES \
	.pk = 800, .sk = 1600, .ss = 64, .sta = 3232, .stb = 96, .msg = {1600, 800}, \
	.ss_actual = 32
#define KEX(l, declared) \
	NAMED("kex-01", l, l), .kat = "PASS", .elf = 30016, KEX_SIZES, \
	                       .passes = (declared), .passes_run = 2

static const struct instance x86_instances[] = {
    {HASH("hash-01", "Alpha-256", 32, 900000)},
    {HASH("hash-01", "Alpha-384", 48, 950000)},
    {HASH("hash-01", "Alpha-512", 64, 1200000)},
    {HASH("hash-01", "Alpha-1024", 128, 2300000)},
    {HASH("hash-01", "Beta-512", 64, 700000), .further = "libexample.so.1"},
    {HASH("hash-01", "Beta-1024", 128, 1300000), .further = "libexample.so.1",
        .flags = "harness-default",
        .guide_result = "CRYPTOFAIL"},
    {NAMED("hash-02", "Cedar-256", "Cedar-256"), .kat = "MISMATCH",
        .detail = "KAT_2_12_Cedar-256.txt: line 12 differs", .digest = 32, .elf = 9112,
        .block_ps = 400000},
    {HASH("hash-02", "Cedar-512", 64, 610000), .odd_bytes = 8192, .odd = ONE_PROCESS},
    {KEM("kem-01", "qub-256", "qub-256", "PASS"), .elf = 51200,
        .timings = kem_late_ops},
    {KEM("kem-01", "qub-512", "qub_512", "PASS"), .elf = 61440, .timings = kem_ops},
    {KEM("kem-01", "qub-768", "qub-768", "BUILDFAIL"), .no_library = true,
        .no_log = true},
    {KEM("kem-01", "qub-1024", "qub_1024", "CRASH"), .elf = 71680,
        .detail = "signal 11 (SIGSEGV) in kem_keygen"},
    {KEM("kem-77", "loon-256", "loon-256", "PASS"), .elf = 20480, .timings = loon_ops},
    {KEM("kem-77", "loon-512", "loon-512", "PASS"), .elf = 20480,
        .timings = loon_failing_ops},
    {KEX("Delta-128", 2), .timings = kex_ops},
    {KEX("Delta-256", 3), .timings = kex_ops},
    {NAMED("sign-01", "Heron-256", "Heron-256"), .kat = "NOKAT",
        .detail = "no reference file", .flags = "harness-default", .pk = 5674240,
        .sk = 61922, .signature = 128, .timings = sign_ops},
};

static const struct instance earlier_instances[] = {
    {HASH("hash-01", "Alpha-256", 32, 900000)},
    {HASH("hash-01", "Alpha-512", 64, 1200000)},
    {HASH("hash-01", "Beta-512", 64, 700000)},
    {HASH("hash-01", "Gamma-512", 64, 800000)},
};

static const struct instance arm_instances[] = {
    {HASH("hash-01", "Alpha-256", 32, 1100000), .odd_bytes = 1024, .odd = DISTURBED},
    {HASH("hash-01", "Beta-512", 64, 820000), .odd_bytes = 65536, .odd = NO_CLOCK},
    {KEX("Delta-128", 2), .timings = arm_kex_ops},
};

static const char *const arm_problems[] = {
    "virtual machine: no counter of core cycles, cycles are estimated", NULL};

struct dataset
dataset_x86(const char *dir, const char *id, const char *day)
{
	struct dataset ds = {.dir = dir, .id = id, .day = day, .facts = x86_facts};

	ds.build_flags = "-std=c99 -Wpedantic -Wall -Wextra -O2 -fPIC ";
	ds.clock_khz = 2100000;
	ds.permille = 1000;
	ds.cpu = 2;
	ds.random = 1;
	ds.now_us = 8 * 3600000000;
	return ds;
}

static void
counts_write(struct json *j, const char *key, const uint64_t *v)
{
	json_open(j, key, '[');
	for (int i = 0; i < BATCHES; i++)
		json_raw(j, NULL, "%" PRIu64, v[i]);
	json_close(j, ']');
}

static void
batches_write(struct json *j, const struct trial *x, bool clocked)
{
	json_open(j, "batches", '{');
	counts_write(j, "ns", x->batch_ns);
	if (clocked)
		counts_write(j, "estimated_cycles", x->estimate);
	if (x->rejected >= 0)
		json_raw(j, "rejected", "[%d]", x->rejected);
	json_close(j, '}');
}

/* The clock beside the batches that count, in Hz, sorted. */
static int
clocks(const struct trial *x, double *hz)
{
	int n = 0;

	for (int i = 0; i < BATCHES; i++)
		if (i != x->rejected)
			hz[n++] = (double)x->khz[i] * 1e3;
	sort(hz, n);
	return n;
}

static void
detail_write(struct json *j, struct dataset *ds, const struct trial *x, bool clocked,
    const char *reason)
{
	double hz[BATCHES], q[3];
	int n = clocks(x, hz);

	for (int i = 0; i < 3; i++)
		q[i] = quantile(hz, n, (i + 1) / 4.0);
	json_open(j, NULL, '{');
	json_raw(j, "seed", "%" PRIu64, random_below(ds, 1000000));
	json_str(j, "drng_seed",
	    "000102030405060708090a0b0c0d0e0f1011121314151617"
	    "18191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f");
	json_raw(j, "environment_bytes", "%" PRIu64, random_below(ds, 4096));
	json_raw(j, "stack_offset", "%" PRIu64, 16 * random_below(ds, 256));
	json_raw(j, "first_call_ns", "%" PRIu64, 900 + 2 * x->batch_ns[0] / x->calls);
	json_raw(j, "calls_per_batch", "%" PRIu64, x->calls);
	batches_write(j, x, clocked);
	json_nums(j, "probe_hz", q, 3);
	json_raw(j, "switches", "[0, %d]", reason ? 12 : 0);
	json_raw(j, "migrations", "0");
	json_raw(j, "faults", "[%" PRIu64 ", 0]", random_below(ds, 9));
	json_raw(j, "run_delay_ms", reason ? "3.75" : "0");
	json_raw(j, "steal_ms", reason ? "0.5" : "0");
	if (reason)
		json_str(j, "reason", reason);
	json_close(j, '}');
}

static void
details_write(struct json *j, struct dataset *ds, const struct record *r)
{
	bool clocked = !(r->t->traits & NO_CLOCK);
	struct trial again;

	json_open(j, "detail", '[');
	for (int i = 0; i < r->ntrials; i++)
		detail_write(j, ds, &r->trials[i], clocked, NULL);
	json_close(j, ']');
	json_open(j, "rejected_trials", '[');
	for (int i = 0; i < r->nprocesses; i++) {
		for (int k = 0; k < r->processes[i].disturbed; k++) {
			trial_batches(ds, &again, r->t->ps * 11 / 10, -1);
			detail_write(j, ds, &again, clocked, "12 involuntary switches");
		}
	}
	json_close(j, ']');
}

static void
statistics_write(struct json *j, const char *unit, const double *trial_means)
{
	const double t = 2.7764451051977987; /* Student, 4 degrees of freedom, 97.5 % */
	double v[TRIALS], off[TRIALS], logs[TRIALS], squares[TRIALS], mean, half;

	memcpy(v, trial_means, sizeof(v));
	sort(v, TRIALS);
	for (int i = 0; i < TRIALS; i++) {
		off[i] = fabs(v[i] - quantile(v, TRIALS, 0.5));
		logs[i] = log(v[i]);
	}
	sort(off, TRIALS);
	mean = sum(logs, TRIALS) / TRIALS;
	for (int i = 0; i < TRIALS; i++)
		squares[i] = (logs[i] - mean) * (logs[i] - mean);
	half = t * sqrt(sum(squares, TRIALS) / (TRIALS - 1) / TRIALS);
	json_open(j, "statistics", '{');
	json_str(j, "unit", unit);
	json_num(j, "median", quantile(v, TRIALS, 0.5));
	json_num(j, "q1", quantile(v, TRIALS, 0.25));
	json_num(j, "q3", quantile(v, TRIALS, 0.75));
	json_num(j, "mad", quantile(off, TRIALS, 0.5));
	json_nums(j, "ci95", (double[]){exp(mean - half), exp(mean + half)}, 2);
	json_str(j, "method", "over trial means; Student's t on logarithms");
	json_close(j, '}');
}

/* The cost of a call as an estimate of cycles, or in ns where there is none. */
static void
cost_write(struct json *j, const struct record *r)
{
	double v[TRIALS], hz[BATCHES], total = 0, calls = 0, spread = 0;
	bool clocked = !(r->t->traits & NO_CLOCK);
	int n;

	for (int i = 0; i < r->ntrials; i++) {
		const struct trial *x = &r->trials[i];

		v[i] = clocked ? 0 : (double)x->ns;
		for (int k = 0; clocked && k < BATCHES; k++)
			v[i] += k == x->rejected ? 0 : (double)x->estimate[k];
		n = clocks(x, hz);
		sort(hz, n);
		spread += (quantile(hz, n, 0.75) - quantile(hz, n, 0.25)) / 2 /
		    quantile(hz, n, 0.5);
		total += v[i];
		calls += (double)x->n;
		v[i] /= (double)x->n;
	}
	statistics_write(j, clocked ? "estimated_cycles" : "ns", v);
	sort(v, r->ntrials);
	if (!clocked) {
		json_str(j, "estimated_cycles", NULL);
		return;
	}
	json_open(j, "estimated_cycles", '{');
	json_num(j, "mean", total / calls);
	json_num(j, "median", quantile(v, r->ntrials, 0.5));
	json_num(j, "relative_error", 0.005 + spread / r->ntrials);
	json_str(j, "probe", "chain of dependent multiplications");
	json_close(j, '}');
}

static const char *
stability(unsigned traits)
{
	return traits & UNSTABLE ? "unstable"
	    : traits & DISTURBED ? "disturbed"
	                         : "stable";
}

void
ours_write(struct json *j, struct dataset *ds, const struct record *r)
{
	static const char *const limits[] = {"plan", "precision", "budget"};
	unsigned traits = r->t->traits;
	double ns = 0, n = 0;

	for (int i = 0; i < r->ntrials; i++) {
		ns += (double)r->trials[i].ns;
		n += (double)r->trials[i].n;
	}
	json_str(j, "cycle_source", traits & NO_CLOCK ? "none" : "estimate");
	cost_write(j, r);
	json_open(j, "reference", '{');
	json_str(j, "source", "cntvct");
	json_raw(j, "hz", "25000000");
	json_num(j, "mean_ticks", ns / 40 / n);
	json_close(j, '}');
	details_write(j, ds, r);
	json_str(j, "stability", stability(r->t->traits));
	json_num(j, "overhead_ns", 1.25);
	json_str(j, "limit", limits[random_below(ds, 3)]);
	json_texts(j, "host_problems", ds->problems);
	json_raw(j, "compile",
	    "{\"command\": \"gcc -O2 -shared -o library sources\", "
	    "\"compiler\": \"gcc (Example) 13.0.0\", \"sources\": [{\"path\": "
	    "\"candidates/%s/code.c\", \"sha256\": \"%064x\"}]}",
	    r->in->candidate, 0xc0deU);
}

/* Ticks are of a counter of 2.6 GHz; a key's decapsulation draws no random numbers. */
void
profile_put(struct dataset *ds, const struct instance *in, const struct timing *t)
{
	static const struct {
		int fn, in_bits, out_bits, calls, permille;
	} all[] = {{0, 512, 256, 200, 31}, {1, 0, 512, 200, 12},
	    {0, 296, 256, 16800, 402}, {2, 256, 1024, 2050, 97}};
	const char *fn[] = {"sm3hash", "drng", word(in->turn, F_FN, "pseudoXOF")};
	uint64_t total = t->ps / 10000 * 2600, ticks[3] = {0}, one;
	char path[PATH_SIZE];
	struct json j;

	json_begin(&j);
	json_raw(&j, "schema", "2");
	json_str(&j, "candidate", in->candidate);
	json_str(&j, "label", in->label);
	json_str(&j, "operation", t->op);
	json_raw(&j, "input_bytes", "0");
	json_str(&j, "status", "complete");
	command_write(&j, ds, in, t, "bench/profiler");
	json_str(&j, "stderr", word(in->turn, F_STDERR, ""));
	json_raw(&j, "meta",
	    "{\"tick_source\": \"tsc\", \"tick_hz\": \"2600000000\", "
	    "\"overflow_calls\": \"%d\"}",
	    t->traits & OVERFLOWED ? 17 : 0);
	json_raw(&j, "total", "{\"operations\": 100, \"ticks\": %" PRIu64 "}", total);
	json_open(&j, "calls", '[');
	for (int i = 0; i < 4; i++) {
		if (all[i].fn == 1 && !strcmp(t->op, "dec"))
			continue;
		one = total * all[i].permille / 1000 - random_below(ds, total / 1000);
		ticks[all[i].fn] += one;
		json_open(&j, NULL, '{');
		json_str(&j, "fn", fn[all[i].fn]);
		json_raw(&j, "in_bits", "%d", all[i].in_bits);
		json_raw(&j, "out_bits", "%d", all[i].out_bits);
		json_raw(&j, "calls", "%d", all[i].calls);
		json_raw(&j, "ticks", "%" PRIu64, one);
		json_close(&j, '}');
	}
	json_close(&j, ']');
	json_open(&j, "share", '{');
	for (int i = 0; i < 3; i++)
		if (ticks[i])
			json_num(&j, fn[i], (double)ticks[i] / (double)total);
	json_close(&j, '}');
	json_num(&j, "hash_share",
	    (double)ticks[0] / (double)total + (double)ticks[2] / (double)total);
	format(path, sizeof(path), "profile/%s/%s__%s.json", in->candidate, in->label,
	    t->op);
	json_put(&j, ds, path);
}

static void
campaign_ours(struct json *j, struct dataset *ds)
{
	json_open(j, "runs", '[');
	json_open(j, NULL, '{');
	json_raw(j, "started_utc", "\"%sT08:00:00.000000+00:00\"", ds->day);
	stamp(j, "ended_utc", ds, 0);
	json_str(j, "reason", "plan");
	json_close(j, '}');
	json_open(j, NULL, '{');
	stamp(j, "started_utc", ds, 60000000);
	stamp(j, "ended_utc", ds, 90000000);
	json_str(j, "reason", "resumed");
	json_close(j, '}');
	json_close(j, ']');
	json_raw(j, "noise_floor",
	    "{\"relative\": 0.0043, \"method\": \"quartiles of "
	    "a control function\"}");
	json_raw(j, "tool", "{\"name\": \"ngcc-measure\", \"version\": \"0.1.0\"}");
}

void
campaign_put(struct dataset *ds)
{
	struct json j;

	json_begin(&j);
	json_str(&j, "system_id", ds->id);
	json_raw(&j, "started_utc", "\"%sT08:00:00.000000+00:00\"", ds->day);
	environment_write(&j, "environment_at_start", ds, ds->cpu, ds->turn);
	json_raw(&j, "host_checks",
	    "[{\"phase\": \"measure\", \"cpu\": %d, \"utc\": "
	    "\"%sT08:00:00.125000+00:00\", \"problems\": []}]",
	    ds->cpu, ds->day);
	json_raw(&j, "arch_config", "{\"reference\": \"-std=c99 -O2\"}");
	json_str(&j, "harness_additions", "-fPIC");
	json_raw(&j, "planning",
	    "{\"trials\": 5, \"trial_target_s\": 0.2, "
	    "\"min_total\": 100, \"max_iters_per_trial\": 20000, "
	    "\"op_budget_s\": 300, \"separate_process_setup_s\": 60}");
	json_texts(&j, "host_problems", ds->problems);
	if (ds->history)
		json_str(&j, "history_note", ds->history);
	if (ds->ours)
		campaign_ours(&j, ds);
	stamp(&j, "ended_utc", ds, 1000000);
	environment_write(&j, "environment_at_end", ds, ds->cpu, ds->turn);
	json_put(&j, ds, "campaign.json");
}

/* JSON with ` for " */
static const char catalog[] =
    "{`site`: {`brand`: `ngcc.dev`, `title`: `Performance measurements`,\n"
    "  `base_url`: null},\n"
    " `notice`: `Test data, invented for the project's own tests; no machine was "
    "measured.`,\n"
    " `systems`: [\n"
    "  {`id`: `demo_x86`, `architecture`: `x86-64`, `guide`: `x86`,\n"
    "   `description`: `Example Chip E-2100, one core, fixed 2.1 GHz`},\n"
    "  {`id`: `demo_arm`, `architecture`: `AArch64`, `guide`: `ARM`,\n"
    "   `description`: `Example Core A1 in a virtual machine`}],\n"
    " `candidates`: [\n"
    "  {`id`: `hash-01`, `algorithm`: `The Alder Hash`, `links`: {\n"
    "   `report`: `https://example.org/hash-01/report`,\n"
    "   `submission`: `https://example.org/hash-01/`,\n"
    "   `specification`: `https://example.org/hash-01/spec.pdf`}},\n"
    "  {`id`: `hash-02`, `algorithm`: `Cedar`,\n"
    "   `links`: {`report`: `https://example.org/hash-02/report`}},\n"
    "  {`id`: `kem-01`, `algorithm`: `QUB`,\n"
    "   `links`: {`submission`: `https://example.org/kem-01/`}},\n"
    "  {`id`: `sign-01`, `algorithm`: `Heron`, `links`: {}},\n"
    "  {`id`: `kex-01`, `algorithm`: `Delta Exchange`, `links`: {}}],\n"
    " `compare`: [[`demo_x86`, `demo_arm`]],\n"
    " `baseline`: {`hash`: `hash-01/Alpha`},\n"
    " `targets`: [\n"
    "  {`candidate`: `hash-01`, `label`: `Alpha-512`, `bits`: 256},\n"
    "  {`candidate`: `hash-01`, `label`: `Alpha-1024`, `bits`: 512},\n"
    "  {`candidate`: `kem-01`, `label`: `qub-512`, `bits`: 512},\n"
    "  {`candidate`: `kex-01`, `label`: `Delta-128`, `bits`: 128}],\n"
    " `notes`: [\n"
    "  {`candidate`: `hash-02`, `label`: `Cedar-256`, `kind`: `kat`,\n"
    "   `text`: `The vectors of this instance were made with an older version.`},\n"
    "  {`candidate`: `kem-01`, `label`: `*`, `kind`: `kat`,\n"
    "   `text`: `Some instances could not be checked.`},\n"
    "  {`candidate`: `kem-01`, `label`: `qub-1024`, `kind`: `kat`,\n"
    "   `text`: `Ends in the first key generation.`},\n"
    "  {`candidate`: `hash-01`, `label`: `*`, `kind`: `summary`,\n"
    "   `text`: `The baseline of the hash ratios.`},\n"
    "  {`candidate`: `kem-01`, `label`: `*`, `kind`: `method`,\n"
    "   `text`: `Encapsulation ran on another core than the rest.`},\n"
    "  {`candidate`: `hash-01`, `label`: `Alpha-384`, `kind`: `erratum`,\n"
    "   `date`: `2026-09-25`, `text`: `Its digest was given as 64 bytes.`},\n"
    "  {`candidate`: `kex-01`, `label`: `Delta-256`, `kind`: `withdrawn`,\n"
    "   `date`: `2026-09-30`, `text`: `Withdrawn by its authors.`}]}\n";

static void
catalog_put(void)
{
	char text[sizeof(catalog)];

	memcpy(text, catalog, sizeof(catalog));
	for (char *p = text; (p = strchr(p, '`')); p++)
		*p = '"';
	file_write(NULL, "catalog.json", text, strlen(text));
}

static void
dataset_put(struct dataset *ds, const struct instance *in, size_t n)
{
	size_t len;
	char *text = build_text(in, n, &len);

	for (size_t i = 0; i < n; i++)
		instance_put(ds, &in[i]);
	file_write(ds, "build.json", text, len);
	free(text);
	campaign_put(ds);
}

void
plain_put(void)
{
	struct dataset x86 = dataset_x86("demo_x86", "demo_x86", "2026-09-20");
	struct dataset old = dataset_x86("demo_x86@20260801", "demo_x86", "2026-08-01");
	struct dataset arm = dataset_x86("demo_arm", "demo_arm", "2026-09-22");

	dataset_put(&x86, x86_instances, COUNT(x86_instances));
	old.permille = 1040;
	old.random = 2;
	dataset_put(&old, earlier_instances, COUNT(earlier_instances));
	arm.ours = true;
	arm.facts = arm_facts;
	arm.build_flags = "-std=c99 -Wpedantic -Wall -Wextra -O2 -fPIC";
	arm.problems = arm_problems;
	arm.clock_khz = 2600000;
	arm.cpu = 1;
	arm.random = 3;
	dataset_put(&arm, arm_instances, COUNT(arm_instances));
	sums_put(&arm);
	catalog_put();
}

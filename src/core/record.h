/* SPDX-License-Identifier: MIT */
/*
 * record.h: one timing record, schema 2, and what our own core adds to it. The fields
 * stand in the tables of record.c; they are read here, in derive and detail, and
 * nowhere else. Unknown members are as in field.h.
 */
#ifndef RECORD_H
#define RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct field;
struct findings;
struct json;
struct pack;

enum { KEX_MESSAGES = 16 }; /* passes of a key exchange that are read */

#define NO_EXIT_CODE INT64_MIN

enum cycle_source { CYCLES_PERF, CYCLES_ESTIMATE, CYCLES_NONE };

struct trial {
	int64_t measurements, cycles; /* cycles 0: no counter */
	double seconds;
	double estimated; /* cycles by the source estimate; NaN: unknown */
};

struct environment {
	const char *architecture, *cpu_model, *machine, *os, *kernel, *compiler, *cmake;
	const char *governor, *min_khz, *max_khz, *no_turbo, *boost, *smt;
	int64_t cpu_number, memory_kib, core_clock_hz, virtualized, emulated;
};

struct sizes {
	int64_t input, pk, sk, ct, ss, signature, digest; /* bytes */
	int64_t sta, stb, total_msg, ss_actual;           /* key exchange */
	int64_t message[KEX_MESSAGES];
	size_t messages;
};

/* What follows from the trials, whatever the file says; per call. */
struct derived {
	int64_t measurements, guide_100_met;
	double mean_seconds, median_seconds, min_seconds, max_seconds;
	double mean_cycles, median_cycles; /* NaN unless every trial has cycles */
	double per_second;
	double megabytes_per_second; /* NaN for input_bytes 0 */
};

struct record {
	const char *status, *candidate, *label, *instance, *variant, *flags, *operation;
	const char *kat, *library, *library_sha256, *kat_log, *kat_log_sha256;
	const char *started_utc, *ended_utc, *build_flags, *timing_scope;
	int64_t input_bytes, kat_not_passed, disturbed_retries;
	int64_t baseline_rss, peak_rss; /* bytes */
	bool complete;
	struct environment environment;
	struct sizes sizes;
	int64_t kex_passes, kex_passes_run;
	struct trial *trials;
	size_t trial_count;
	float *batch; /* of one trial after the other, ascending: see detail.h */
	size_t batches;
	uint32_t *batch_end; /* of each trial: its first batch is the last one's end */
	size_t batch_ends;   /* trial_count, or 0 where there is no batch */
	struct derived derived; /* recomputed; complete records only */
	const char *failure;    /* status of the first process that is not complete */
	int64_t exit_code;      /* its exit code, or NO_EXIT_CODE */
	int64_t
	    signing_retries; /* sum over the processes that count them, or unknown */
	const char *command; /* of the first process, its words joined by blanks */
	const char *compile_command; /* how the library was made */
	enum cycle_source cycle_source;
	double estimated_mean, estimated_median; /* cycles of a call */
	double estimate_error;                   /* relative */
	const char *estimate_probe;
	const char *reference_source; /* a clock that is not the core's */
	double reference_hz;
	const char *stability, *limit;
	double overhead_ns; /* of an empty call in the same loop; NaN: unknown */
};

/* Reads a record from the JSON of file (the name for findings) into r, zeroed before;
 * texts and lists go to the arena. Everything that is not as the format says, every
 * derived figure that the trials contradict and every field that the processes' meta
 * contradicts is a finding. r can be shown only where there was none. In a record that
 * is not complete only identity and digests are checked. */
void record_read(struct record *r, const struct json *j, const char *file,
    struct arena *arena, struct findings *findings);

/* Writes or reads r without its findings. */
void record_pack(struct pack *p, struct record *r);

/* The name of the operation in files and ids: "hash_32", "keygen". In the arena. */
char *record_key(const char *operation, int64_t input_bytes, struct arena *arena);

/* The environment is read alike in campaign.json. */
void environment_read(struct environment *env, const struct json *j, const char *file,
    const char *path, struct arena *arena, struct findings *findings);
/* The table of its fields; *n gets their number. */
const struct field *environment_fields(size_t *n);

void environment_pack(struct pack *p, struct environment *env);

/* Every trial's cost of a call: in cycles, counted or estimated, or in s. False where a
 * trial has none. */
bool record_costs(const struct record *r, bool in_time, double *x);

/* The mean cycles of a call: counted, estimated, or NaN. */
double record_mean_cycles(const struct record *r);

#endif

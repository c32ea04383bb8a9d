/* SPDX-License-Identifier: MIT */
/* What the parts of the test data generator share: types, files, JSON, arithmetic. */
#ifndef TESTS_DATASET_H
#define TESTS_DATASET_H

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <openssl/evp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

enum { PATH_SIZE = 1024, TRIALS = 5, BATCHES = 30, SUMS = 128 };

/* What makes a record or a profile a special case. */
enum trait {
	STEP = 1,          /* each call timed by itself */
	ONE_PROCESS = 2,   /* one process holds all trials */
	UNEQUAL = 4,       /* trials of 20, 20 and 50 calls */
	SLOW = 8,          /* one trial of one call, calibration reused */
	TIMEOUT = 16,      /* its only process ran out of time */
	FAILED = 32,       /* its second process ended with exit code 1 */
	RESIGNED = 64,     /* signing attempts were repeated */
	DISTURBED = 128,   /* trials were repeated */
	UNSTABLE = 256,    /* all attempts of a trial were disturbed */
	COUNTER = 512,     /* reading the counter is in the cycles */
	OTHER_CPU = 1024,  /* ran on another core than the rest */
	PROFILED = 2048,   /* has a profile */
	OVERFLOWED = 4096, /* the profile's table was too small */
	NO_CLOCK = 8192,   /* our core: no source of cycles */
	REJECTED = 16384   /* our core: one batch without a valid count */
};

/* Text that word() may replace; links, notes and the environment have several. */
enum { F_VARIANT, F_FLAGS, F_BUILD_FLAGS, F_STDERR, F_COMMAND, F_DETAIL, F_FN };
enum {
	F_META = F_FN + 1,
	F_ALGORITHM,
	F_LINK,
	F_NOTE = F_LINK + 3,
	F_ENV = F_NOTE + 5,
	F_FURTHER = F_ENV + 20
};

/* One operation to be recorded; a list ends in op NULL. */
struct timing {
	const char *op;
	uint32_t bytes; /* of input */
	uint64_t ps;    /* of a call */
	unsigned traits;
};

struct instance {
	const char *candidate, *label, *name;
	const char *kat, *detail, *flags;           /* NULL: guide */
	const char *guide_result;                   /* NULL: not in build.json */
	uint32_t pk, sk, ct, ss, signature, digest; /* bytes */
	uint32_t passes, passes_run, sta, stb, msg[2], ss_actual;
	uint32_t elf;       /* bytes loaded; 0: unknown */
	uint32_t odd_bytes; /* hash: the length that has the traits odd */
	unsigned odd;
	uint64_t block_ps;            /* hash: time of 64 bytes; then all lengths */
	const struct timing *timings; /* NULL: none, or the hash lengths */
	const char *further; /* a library that comes with it; NULL: none */
	bool no_library, no_log;
	int turn; /* 0: as written here; else see word() */
};

/* One line of the environment; a list ends in key NULL. */
struct fact {
	char kind;              /* s text, n text of digits, i integer or bool, c CPU */
	const char *key, *text; /* text NULL: null */
};

struct dataset {
	const char *dir, *id, *day; /* day of the campaign */
	const struct fact *facts;
	const char *build_flags, *history; /* NULL: no history */
	const char *const *problems;       /* of the host; ends in NULL */
	uint32_t clock_khz, permille;      /* time as a part of the nominal time */
	int cpu, turn;
	bool ours;               /* as our core writes it, with SHA256SUMS */
	uint64_t random, now_us; /* now: since midnight */
	char *sums[SUMS];
	size_t nsums;
};

struct trial {
	uint64_t n, ns, cycles;
	uint64_t calls, batch_ns[BATCHES], khz[BATCHES]; /* these: our core only */
	uint64_t estimate[BATCHES];                      /* cycles: ns x clock */
	int rejected; /* index of a batch; -1: none */
};

struct process {
	const char *status;
	int exit_code;    /* -1: none */
	int first, count; /* its trials */
	int disturbed, resigned;
	uint64_t baseline_rss, peak_rss;
};

struct record {
	const struct instance *in;
	const struct timing *t;
	struct trial trials[TRIALS];
	struct process processes[TRIALS];
	int ntrials, nprocesses;
};

struct json {
	FILE *f;
	char *text; /* complete after json_end; the caller frees it */
	size_t len;
	int depth;
	bool first;
};

/* dataset.c */
void trial_batches(struct dataset *ds, struct trial *x, uint64_t ps, int rejected);
/* The text of one record, which the caller frees. */
char *record_text(
    struct dataset *ds, const struct instance *in, const struct timing *t, size_t *len);
void command_write(struct json *j, const struct dataset *ds, const struct instance *in,
    const struct timing *t, const char *program);
void instance_put(struct dataset *ds, const struct instance *in);
char *build_text(const struct instance *in, size_t n, size_t *len);

/* dataset_plain.c */
struct dataset dataset_x86(const char *dir, const char *id, const char *day);
void ours_write(struct json *j, struct dataset *ds, const struct record *r);
void profile_put(struct dataset *ds, const struct instance *in, const struct timing *t);
void campaign_put(struct dataset *ds);
void plain_put(void);

/* dataset_hostile.c */
/* plain where turn is 0, else a hostile text: each field sees each of them in turn. */
const char *word(int turn, int field, const char *plain);
void hostile_put(void);

__attribute__((format(printf, 1, 2), noreturn)) static inline void
die(const char *fmt, ...)
{
	va_list ap;

	fputs("dataset: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	exit(3);
}

__attribute__((format(printf, 3, 4))) static inline void
format(char *out, size_t size, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(out, size, fmt, ap);
	va_end(ap);
	if (n < 0 || (size_t)n >= size)
		die("text too long: %s", fmt);
}

static inline FILE *
memory_open(char **text, size_t *len)
{
	FILE *f = open_memstream(text, len);

	if (!f)
		die("out of memory");
	return f;
}

static inline void
memory_close(FILE *f)
{
	if (ferror(f) || fclose(f) != 0)
		die("out of memory");
}

static inline void
sha256_hex(const char *data, size_t len, char hex[65])
{
	unsigned char md[32];

	if (!EVP_Digest(data, len, md, NULL, EVP_sha256(), NULL))
		die("SHA-256 failed");
	for (int i = 0; i < 32; i++)
		snprintf(hex + 2 * i, 3, "%02x", md[i]);
}

/* splitmix64 */
static inline uint64_t
random_below(struct dataset *ds, uint64_t n)
{
	uint64_t z = ds->random += 0x9e3779b97f4a7c15;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return (z ^ (z >> 31)) % n;
}

/* path is relative to the dataset, to OUT if ds is NULL; its parents are made. */
static inline void
file_path(char out[PATH_SIZE], const struct dataset *ds, const char *path)
{
	format(out, PATH_SIZE, "%s%s%s", ds ? ds->dir : "", ds ? "/" : "", path);
	for (char *p = strchr(out + 1, '/'); p; p = strchr(p + 1, '/')) {
		*p = '\0';
		if (mkdir(out, 0777) != 0 && errno != EEXIST)
			die("%s: %s", out, strerror(errno));
		*p = '/';
	}
}

static inline void
file_write(struct dataset *ds, const char *path, const char *data, size_t len)
{
	char full[PATH_SIZE], hex[65], **line;
	FILE *f;

	file_path(full, ds, path);
	f = fopen(full, "wx");
	if (!f || fwrite(data, 1, len, f) != len || fclose(f) != 0)
		die("%s: %s", full, strerror(errno));
	if (!ds || !ds->ours)
		return;
	if (ds->nsums == SUMS)
		die("%s: no room for its digest", full);
	sha256_hex(data, len, hex);
	line = &ds->sums[ds->nsums++];
	fprintf(f = memory_open(line, &len), "%s  %s\n", hex, path);
	memory_close(f);
}

/* OUT may exist, but then it is empty. */
static inline void
enter(const char *out)
{
	char path[PATH_SIZE];
	struct dirent *e;
	DIR *dir;

	file_path(path, NULL, out);
	if (mkdir(out, 0777) != 0 && errno != EEXIST)
		die("%s: %s", out, strerror(errno));
	dir = opendir(out);
	if (!dir)
		die("%s: %s", out, strerror(errno));
	while ((e = readdir(dir)))
		if (strcmp(e->d_name, ".") && strcmp(e->d_name, ".."))
			die("%s: is not empty", out);
	closedir(dir);
	if (chdir(out) != 0)
		die("%s: %s", out, strerror(errno));
}

static inline int
by_path(const void *a, const void *b)
{
	return strcmp(*(char *const *)a + 66, *(char *const *)b + 66);
}

/* SHA256SUMS over the files written so far. */
static inline void
sums_put(struct dataset *ds)
{
	size_t len;
	char *text;
	FILE *f = memory_open(&text, &len);

	qsort(ds->sums, ds->nsums, sizeof(ds->sums[0]), by_path);
	for (size_t i = 0; i < ds->nsums; i++) {
		fputs(ds->sums[i], f);
		free(ds->sums[i]);
	}
	memory_close(f);
	ds->ours = false;
	file_write(ds, "SHA256SUMS", text, len);
	free(text);
}

static inline void
json_quote(struct json *j, const char *s)
{
	fputc('"', j->f);
	for (; *s; s++) {
		if (*s == '"' || *s == '\\')
			fprintf(j->f, "\\%c", *s);
		else if ((unsigned char)*s < 0x20)
			fprintf(j->f, "\\u%04x", *s);
		else
			fputc(*s, j->f);
	}
	fputc('"', j->f);
}

static inline void
json_key(struct json *j, const char *key)
{
	if (j->depth > 0)
		fprintf(j->f, "%s\n%*s", j->first ? "" : ",", j->depth, "");
	j->first = false;
	if (key) {
		json_quote(j, key);
		fputs(": ", j->f);
	}
}

static inline void
json_open(struct json *j, const char *key, char bracket)
{
	json_key(j, key);
	fputc(bracket, j->f);
	j->depth++;
	j->first = true;
}

static inline void
json_close(struct json *j, char bracket)
{
	j->depth--;
	if (!j->first)
		fprintf(j->f, "\n%*s", j->depth, "");
	fputc(bracket, j->f);
	j->first = false;
}

/* s NULL: null */
static inline void
json_str(struct json *j, const char *key, const char *s)
{
	json_key(j, key);
	if (s)
		json_quote(j, s);
	else
		fputs("null", j->f);
}

/* The value as it is to stand there: a number, true, or text that needs no escape. */
__attribute__((format(printf, 3, 4))) static inline void
json_raw(struct json *j, const char *key, const char *fmt, ...)
{
	va_list ap;

	json_key(j, key);
	va_start(ap, fmt);
	vfprintf(j->f, fmt, ap);
	va_end(ap);
}

/* The shortest decimal that reads back as v; null where v is not a number. */
static inline void
json_num(struct json *j, const char *key, double v)
{
	char s[32];

	for (int digits = 15; digits <= 17; digits++) {
		snprintf(s, sizeof(s), "%.*g", digits, v);
		if (strtod(s, NULL) == v)
			break;
	}
	json_raw(j, key, "%s", isfinite(v) ? s : "null");
}

static inline void
json_nums(struct json *j, const char *key, const double *v, int n)
{
	json_open(j, key, '[');
	for (int i = 0; i < n; i++)
		json_num(j, NULL, v[i]);
	json_close(j, ']');
}

/* text ends in NULL; NULL: no text. */
static inline void
json_texts(struct json *j, const char *key, const char *const *text)
{
	json_open(j, key, '[');
	while (text && *text)
		json_str(j, NULL, *text++);
	json_close(j, ']');
}

static inline void
json_begin(struct json *j)
{
	*j = (struct json){0};
	j->f = memory_open(&j->text, &j->len);
	json_open(j, NULL, '{');
}

static inline void
json_end(struct json *j)
{
	json_close(j, '}');
	fputc('\n', j->f);
	memory_close(j->f);
}

static inline void
json_put(struct json *j, struct dataset *ds, const char *path)
{
	json_end(j);
	file_write(ds, path, j->text, j->len);
	free(j->text);
}

static inline void
environment_write(
    struct json *j, const char *key, const struct dataset *ds, int cpu, int turn)
{
	json_open(j, key, '{');
	for (int i = 0; ds->facts[i].key; i++) {
		const struct fact *x = &ds->facts[i];

		if (x->kind == 'c')
			json_raw(j, x->key, "%d", cpu);
		else if (x->kind == 'i')
			json_raw(j, x->key, "%s", x->text ? x->text : "null");
		else
			json_str(j, x->key,
			    word(x->kind == 's' ? turn : 0, F_ENV + i, x->text));
	}
	json_close(j, '}');
}

/* The time after passed_us more microseconds. */
static inline void
stamp(struct json *j, const char *key, struct dataset *ds, uint64_t passed_us)
{
	unsigned s, us;

	ds->now_us += passed_us;
	s = ds->now_us / 1000000;
	us = ds->now_us % 1000000;
	json_raw(j, key, "\"%sT%02u:%02u:%02u.%06u+00:00\"", ds->day, s / 3600,
	    s / 60 % 60, s % 60, us);
}

/* Compensated (Neumaier). */
static inline double
sum(const double *v, int n)
{
	double total = 0, lost = 0;

	for (int i = 0; i < n; i++) {
		double t = total + v[i];

		lost += fabs(total) >= fabs(v[i]) ? total - t + v[i] : v[i] - t + total;
		total = t;
	}
	return total + lost;
}

static inline int
by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static inline void
sort(double *v, int n)
{
	qsort(v, n, sizeof(*v), by_value);
}

/* By linear interpolation at (n - 1) p; the median of an even number is thus the mean
 * of the middle two. */
static inline double
quantile(const double *sorted, int n, double p)
{
	double at = (n - 1) * p;
	int i = (int)at;

	if (at == i)
		return sorted[i];
	return sorted[i] + (at - i) * (sorted[i + 1] - sorted[i]);
}

#endif

/* SPDX-License-Identifier: MIT */
/* Datasets with one fault a file, with hostile names, and with hostile text. */
#include "dataset.h"

#define TEN(...) \
	__VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, \
	    __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__
#define RLO "\xE2\x80\xAE"

/* An array, since a string of that length is not ISO C. */
static const char long_text[10001] = {
    TEN(TEN(TEN('l', 'o', 'n', 'g', ' ', 't', 'e', 'x', 't', ' ')))};
static const char long_label[201] = {TEN(TEN('L', 'b'))};

enum { WORDS = 14, PLACES = 64 };

static const char *const words[WORDS + 1] = {"</script><script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>", "' onmouseover='alert(1)", "]]>", "<!--",
    "&lt;&amp;", "javascript:alert(1)", "left \xE2\x80\xAEtxt.exe",
    "bell \x07 escape \x1b[31m red", long_text, "../../etc/passwd", "{{slot}}",
    "[x](javascript:alert(1))", "`code` <b>", NULL};

const char *
word(int turn, int field, const char *plain)
{
	return turn ? words[(turn + field) % WORDS] : plain;
}

static const struct timing healthy_ops[] = {
    {"hash", 32, 1800000, 0}, {"hash", 1024, 16000000, 0}, {NULL, 0, 0, 0}};
static const struct timing first_op[] = {{"hash", 32, 1800000, 0}, {NULL, 0, 0, 0}};

static const struct timing strings_ops[] = {
    {"keygen", 0, 52000000, PROFILED}, {"enc", 0, 61000000, 0}, {NULL, 0, 0, 0}};

/* All instances of a dataset, for its build.json. */
struct places {
	struct instance in[PLACES];
	size_t n;
};

static const struct instance *
place(struct places *all, const char *candidate, const char *label,
    const struct timing *timings)
{
	if (all->n == PLACES)
		die("%s: too many instances", label);
	all->in[all->n] = (struct instance){.candidate = candidate,
	    .label = label,
	    .name = label,
	    .kat = "PASS",
	    .digest = 32,
	    .elf = 14348,
	    .timings = timings};
	return &all->in[all->n++];
}

/* Replaces find by put, once or every time, behind the text after. */
static char *
swap(const char *text, const char *after, const char *find, const char *put, bool every)
{
	const char *from = strstr(text, after), *p = from ? strstr(from, find) : NULL;
	char *out;
	size_t len;
	FILE *f = memory_open(&out, &len);

	if (!p)
		die("%s: %s: not there", after, find);
	do {
		fwrite(text, 1, p - text, f);
		fputs(put, f);
		text = p + strlen(find);
		p = strstr(text, find);
	} while (every && p);
	fputs(text, f);
	memory_close(f);
	return out;
}

/* Faults that a lenient reader would take for health, as far as that is possible. */
static const struct fault {
	const char *label, *find, *put;
	bool every;
} faults[] = {
    {"schema-3", "\"schema\": 2", "\"schema\": 3", false},
    {"number-01", "\"schema\": 2", "\"schema\": 02", false},
    {"number-1e999", "\"wall_s\": ", "\"wall_s\": 1e999, \"was\": ", false},
    {"duplicate-keys", "\"kat\": \"PASS\"", "\"kat\": \"PASS\", \"kat\": \"MISMATCH\"",
        false},
    {"case-keys", "\"kat\": \"PASS\"", "\"KAT\": \"MISMATCH\", \"kat\": \"PASS\"",
        false},
    {"nul", "\"kat\": \"PASS\"", "\"kat\": \"PASS\\u0000MISMATCH\"", false},
    {"bad-utf8", "\"stderr\": \"", "\"stderr\": \"\xff\xc0\xaf", false},
    {"no-trials", "\n \"trials\": ", "\n \"trialz\": ", false},
    {"text-measurements",
        "\n \"measurements\": ", "\n \"measurements\": \"62500\", \"was\": ", false},
    {"negative-measurements", "\"measurements\": ", "\"measurements\": -", true},
    {"huge-cycles", "\"cycles\": ", "\"cycles\": 1e300, \"was\": ", true},
    {"zero-measurements", "\"measurements\": ", "\"measurements\": 0, \"was\": ", true},
    {"zero-seconds", "\"seconds\": ", "\"seconds\": 0, \"was\": ", true},
    {"wrong-mean", "\"mean_seconds\": ", "\"mean_seconds\": 9", false},
    {"wrong-path", "\"label\": \"wrong-path\"", "\"label\": \"schema-3\"", false},
};

static void
put_empty(FILE *f, const char *text)
{
	(void)f;
	(void)text;
}

static void
put_binary(FILE *f, const char *text)
{
	struct dataset ds = {.random = 4};

	for (size_t i = strlen(text); i > 0; i--)
		fputc((int)random_below(&ds, 256), f);
}

static void
put_prose(FILE *f, const char *text)
{
	(void)text;
	fputs("The measurement went well.\n", f);
}

static void
put_bom(FILE *f, const char *text)
{
	fprintf(f, "\xEF\xBB\xBF%s", text);
}

static void
put_trailing(FILE *f, const char *text)
{
	fprintf(f, "%s{\"schema\": 2}\n", text);
}

static void
put_nesting(FILE *f, const char *text)
{
	fputs("{\n \"deep\": ", f);
	for (int i = 0; i < 1000; i++)
		fputc('[', f);
	for (int i = 0; i < 1000; i++)
		fputc(']', f);
	fprintf(f, ",%s", text + 1);
}

static void
put_many_keys(FILE *f, const char *text)
{
	fputs("{\n \"many\": {\"k\": 0", f);
	for (int i = 1; i < 100000; i++)
		fprintf(f, ", \"k%d\": 0", i);
	fprintf(f, "},%s", text + 1);
}

static const struct form {
	const char *label;
	void (*put)(FILE *f, const char *text);
} forms[] = {{"binary", put_binary}, {"empty", put_empty}, {"not-json", put_prose},
    {"bom", put_bom}, {"trailing-text", put_trailing}, {"deep-nesting", put_nesting},
    {"many-keys", put_many_keys}};

static void
second_path(char path[PATH_SIZE], const struct instance *in)
{
	format(
	    path, PATH_SIZE, "records/%s/%s__hash_1024.json", in->candidate, in->label);
}

/* The record of 1024 bytes as it would be without the fault; 32 bytes stays healthy. */
static char *
second_record(
    struct dataset *ds, struct places *all, const char *label, char path[PATH_SIZE])
{
	const struct instance *in = place(all, "hash-02", label, first_op);
	size_t len;

	instance_put(ds, in);
	second_path(path, in);
	return record_text(ds, in, &healthy_ops[1], &len);
}

static void
faults_put(struct dataset *ds, struct places *all)
{
	char path[PATH_SIZE];

	for (size_t i = 0; i < COUNT(faults); i++) {
		const struct fault *x = &faults[i];
		char *text = second_record(ds, all, x->label, path);
		char *bad = swap(text, "", x->find, x->put, x->every);

		file_write(ds, path, bad, strlen(bad));
		free(text);
		free(bad);
	}
	for (size_t i = 0; i < COUNT(forms); i++) {
		char *text = second_record(ds, all, forms[i].label, path), *bad;
		size_t len;
		FILE *f = memory_open(&bad, &len);

		forms[i].put(f, text);
		memory_close(f);
		file_write(ds, path, bad, len);
		free(text);
		free(bad);
	}
}

/* Files that are not what a record is: too large, elsewhere, or no file at all. */
static void
special_files_put(struct dataset *ds, struct places *all)
{
	char path[PATH_SIZE], full[PATH_SIZE];
	char *text = second_record(ds, all, "oversized", path);

	file_write(ds, path, text, strlen(text));
	free(text);
	file_path(full, ds, path);
	if (truncate(full, 17 << 20) != 0)
		die("%s: %s", full, strerror(errno));
	free(second_record(ds, all, "symlink", path));
	file_path(full, ds, path);
	if (symlink("/etc/hostname", full) != 0)
		die("%s: %s", full, strerror(errno));
	free(second_record(ds, all, "pipe", path));
	file_path(full, ds, path);
	if (mkfifo(full, 0666) != 0)
		die("%s: %s", full, strerror(errno));
	file_path(full, ds, "records/hash-09");
	if (symlink("hash-01", full) != 0)
		die("%s: %s", full, strerror(errno));
}

/* Faults that concern an instance as a whole. */
static void
instances_put(struct dataset *ds, struct places *all)
{
	static const char *const labels[] = {"kat-digest", "build-kat", "build-type"};
	char full[PATH_SIZE];
	FILE *f;

	for (size_t i = 0; i < COUNT(labels); i++)
		instance_put(ds, place(all, "hash-03", labels[i], healthy_ops));
	file_path(full, ds, "kat/hash-03/kat-digest.log");
	f = fopen(full, "r+");
	if (!f || fputc('C', f) == EOF || fclose(f) != 0)
		die("%s: %s", full, strerror(errno));
}

static void
build_put(struct dataset *ds, const struct places *all)
{
	size_t len;
	char *text = build_text(all->in, all->n, &len);
	char *kat =
	    swap(text, "\"label\": \"build-kat\"", "\"PASS\"", "\"MISMATCH\"", false);
	char *bad = swap(kat, "\"label\": \"build-type\"",
	    "\"elf_load_bytes\": ", "\"elf_load_bytes\": \"14348\", \"was\": ", false);

	file_write(ds, "build.json", bad, strlen(bad));
	free(text);
	free(kat);
	free(bad);
}

static const char quoted_id[] = "hash-\"><b onmouseover=alert(1)>'&";
static const char bidi_id[] = "hash-" RLO "60";

static void
hostile_system(void)
{
	struct dataset ds = dataset_x86("hostile", "hostile", "2026-09-20");
	struct places all = {.n = 0};
	struct instance *in;

	instance_put(&ds, place(&all, "hash-01", "Alpha-256", healthy_ops));
	instance_put(&ds, place(&all, "hash-01", "Alpha-512", healthy_ops));
	faults_put(&ds, &all);
	special_files_put(&ds, &all);
	instances_put(&ds, &all);
	/* A RESULT line with blanks in its names could be read in two ways. */
	place(&all, quoted_id, "<img src=x onerror=alert(1)>", healthy_ops);
	in = &all.in[all.n - 1];
	in->no_log = true;
	instance_put(&ds, in);
	instance_put(&ds, place(&all, bidi_id, "bell\x07-" RLO "label", healthy_ops));
	instance_put(&ds, place(&all, "hash-07", long_label, healthy_ops));
	build_put(&ds, &all);
	campaign_put(&ds);
}

static void
nometa_system(void)
{
	struct dataset ds = dataset_x86("nometa", "nometa", "2026-09-20");
	struct places all = {.n = 0};

	instance_put(&ds, place(&all, "hash-01", "Alpha-256", healthy_ops));
}

/* One candidate a word; each field of theirs has each word once. */
static void
strings_system(char (*ids)[8], const char *joined)
{
	struct dataset ds = dataset_x86("strings", "strings", "2026-09-20");
	struct places all = {.n = 0};
	char *text;
	size_t len;

	for (int i = 0; i < WORDS; i++) {
		place(&all, ids[i], "words", strings_ops);
		all.in[i].kat = "MISMATCH";
		all.in[i].digest = 0;
		all.in[i].pk = 800;
		all.in[i].sk = 1632;
		all.in[i].ct = 768;
		all.in[i].ss = 32;
		all.in[i].turn = i + 1;
		instance_put(&ds, &all.in[i]);
	}
	text = build_text(all.in, all.n, &len);
	file_write(&ds, "build.json", text, len);
	free(text);
	ds.turn = 1;
	ds.problems = words;
	ds.history = joined;
	campaign_put(&ds);
}

static void
catalog_system(struct json *j, const char *id, const char *description)
{
	json_open(j, NULL, '{');
	json_str(j, "id", id);
	json_str(j, "architecture", "x86-64");
	json_str(j, "guide", "x86");
	json_str(j, "description", description);
	json_close(j, '}');
}

static void
catalog_candidate(struct json *j, const char *id, int turn)
{
	static const char *const links[] = {"report", "submission", "specification"};

	json_open(j, NULL, '{');
	json_str(j, "id", id);
	json_str(j, "algorithm", word(turn, F_ALGORITHM, "Example"));
	json_open(j, "links", '{');
	for (int i = 0; turn && i < 3; i++)
		json_str(j, links[i], word(turn, F_LINK + i, NULL));
	json_close(j, '}');
	json_close(j, '}');
}

static void
catalog_notes(struct json *j, const char *id, int turn)
{
	static const char *const kinds[] = {
	    "kat", "summary", "method", "erratum", "withdrawn"};

	for (int i = 0; i < 5; i++) {
		json_open(j, NULL, '{');
		json_str(j, "candidate", id);
		json_str(j, "label", i % 2 ? "words" : "*");
		json_str(j, "kind", kinds[i]);
		json_str(j, "date", "2026-09-25");
		json_str(j, "text", word(turn, F_NOTE + i, NULL));
		json_close(j, '}');
	}
}

static void
catalog_put(char (*ids)[8], const char *joined)
{
	const char *const plain[] = {
	    "hash-01", "hash-02", "hash-03", "hash-07", "hash-09", quoted_id, bidi_id};
	struct json j;

	json_begin(&j);
	json_raw(&j, "site",
	    "{\"brand\": \"ngcc.dev\", "
	    "\"title\": \"Performance measurements\", \"base_url\": null}");
	json_str(&j, "notice",
	    "Test data, invented for the project's own tests; no "
	    "machine was measured.");
	json_open(&j, "systems", '[');
	catalog_system(&j, "hostile", "One fault a file");
	catalog_system(&j, "nometa", "Without campaign.json and build.json");
	catalog_system(&j, "strings", joined);
	json_close(&j, ']');
	json_open(&j, "candidates", '[');
	for (size_t i = 0; i < COUNT(plain); i++)
		catalog_candidate(&j, plain[i], 0);
	for (int i = 0; i < WORDS; i++)
		catalog_candidate(&j, ids[i], i + 1);
	json_close(&j, ']');
	json_raw(&j, "compare", "[[\"hostile\", \"nometa\"]]");
	json_raw(&j, "targets", "[]");
	json_open(&j, "notes", '[');
	for (int i = 0; i < WORDS; i++)
		catalog_notes(&j, ids[i], i + 1);
	json_close(&j, ']');
	json_put(&j, NULL, "catalog.json");
}

void
hostile_put(void)
{
	char ids[WORDS][8], *joined;
	size_t len;
	FILE *f = memory_open(&joined, &len);

	for (int i = 0; i < WORDS; i++) {
		format(ids[i], sizeof(ids[i]), "kem-%02d", i + 1);
		fprintf(f, "%s ", words[i] == long_text ? "" : words[i]);
	}
	memory_close(f);
	hostile_system();
	nometa_system();
	strings_system(ids, joined);
	catalog_put(ids, joined);
	free(joined);
}

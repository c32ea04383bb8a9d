/* SPDX-License-Identifier: MIT */
/* dataset.h: one folder of the data: all that was measured on one system in one
 * campaign. Its candidates are read one by one (candidate.h). */
#ifndef DATASET_H
#define DATASET_H

#include "core/build.h"
#include "core/campaign.h"
#include "core/mem.h"
#include "report/manifest.h"
#include "report/source.h"

struct dataset {
	const char *name;   /* of the folder: arm_1, arm_1@20260801 */
	const char *system; /* arm_1 */
	const char *day;    /* 20260801, 20260801-2; NULL: the current dataset */
	struct campaign campaign;
	struct build *build;
	size_t builds;
	const char **candidate; /* ids in natural order */
	size_t candidates;
	struct source campaign_file, build_file, sums_file; /* path NULL: not there */
	struct manifest manifest;
	struct findings found; /* of no single file */
	struct source_folder from;
	struct arena arena; /* owns everything */
};

/* The names of all datasets below folder dir, in the order of their paths. -1 and e
 * where the folder cannot be listed. */
int dataset_list(const char ***names, size_t *count, int dir, struct arena *arena,
    struct findings *findings, struct err *e);

/* Reads the files that belong to the dataset as a whole, d being {0}. What old (NULL:
 * nothing), from an earlier build, knows of a file that did not change is taken over;
 * name and old must outlive d. Freed by dataset_free. */
void dataset_read(struct dataset *d, const char *name, int dir,
    struct evidence *evidence, const struct dataset *old);

/* Whether these files are still what d was read from, and the candidates the same. */
bool dataset_is_current(const struct dataset *d);

/* Packs all that was read. Reading needs dataset_start. */
void dataset_pack(struct pack *p, struct dataset *d);
void dataset_start(
    struct dataset *d, const char *name, int dir, struct evidence *evidence);

void dataset_free(struct dataset *d);

#endif

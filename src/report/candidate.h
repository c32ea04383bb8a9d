/* SPDX-License-Identifier: MIT */
/* candidate.h: all files of one candidate of a dataset, read and reduced to what pages
 * need. */
#ifndef CANDIDATE_H
#define CANDIDATE_H

#include "core/build.h"
#include "core/katlog.h"
#include "core/mem.h"
#include "core/profile.h"
#include "core/record.h"
#include "report/source.h"

struct dataset;

/* At most, of one folder or of build.json. */
enum { CANDIDATE_INSTANCES = 128, CANDIDATE_OPERATIONS = 128 };

/* Files whose name is <label>__<key>; key is the operation's. */
struct timing {
	struct source source;
	const char *label, *key;
	struct record record; /* to be shown where source has no finding */
};

struct profiling {
	struct source source;
	const char *label, *key;
	struct profile profile;
};

struct logged {
	struct source source;
	const char *label;
	struct katlog log;
};

struct candidate {
	const char *id;
	struct build
	    *build; /* its entries in build.json, in natural order of the labels */
	struct timing *timing; /* in natural order of the file names; so the next two */
	struct profiling *profiling;
	struct logged *log;
	size_t builds, timings, profilings, logs;
	struct findings found; /* of no single file of these: build.json, odd names */
	struct arena arena;    /* owns everything */
};

/* Reads the candidate id of d, c being {0}. What old (NULL: nothing), from an earlier
 * build, knows of files that did not change is taken over without reading them; old
 * must outlive c. Freed by candidate_free. */
void candidate_read(struct candidate *c, const char *id, const struct dataset *d,
    const struct candidate *old);

/* Whether the folder still has exactly the files that c was read from, unchanged, those
 * that are left out included. Nothing is read. build.json is the dataset's. Of c only
 * what candidate_pack_sources packs is looked at. */
bool candidate_is_current(const struct candidate *c, const struct dataset *d);

/* Packs what was read: first which files and in which state, then what they say.
 * Reading leaves c's entries of build.json to candidate_link. */
void candidate_pack_sources(struct pack *p, struct candidate *c);
void candidate_pack_content(struct pack *p, struct candidate *c);

/* Sets c's entries of build.json; false where there are more than CANDIDATE_INSTANCES.
 */
bool candidate_link(struct candidate *c, const struct dataset *d);

/* The source files of c, one after the other: timings, profiles, logs. */
struct source *candidate_source(const struct candidate *c, size_t i);

/* NULL where there is none. */
const struct build *candidate_build(const struct candidate *c, const char *label);
const struct logged *candidate_log(const struct candidate *c, const char *label);

void candidate_free(struct candidate *c);

#endif

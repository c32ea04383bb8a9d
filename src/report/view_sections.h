/* SPDX-License-Identifier: MIT */
/* view_sections.h: the sections of a candidate's page that are tables of figures. */
#ifndef VIEW_SECTIONS_H
#define VIEW_SECTIONS_H

#include <stdbool.h>

struct aggregate;
struct arena;
struct instance;
struct node;
struct page;
struct profiling;

/* The instance's name as it stands everywhere: with a mark where its KAT did not pass.
 */
const char *view_label(const struct instance *in, struct arena *arena);

/* A section with its heading; returns it. */
struct node *view_section(struct page *p, const char *id, const char *heading);

/* Calls use for every profile of an instance: by operation, then those of operations
 * that were not timed. */
void view_each_profile(const struct aggregate *a, const struct instance *in,
    void (*use)(void *, const struct instance *, const struct profiling *),
    void *context);

void view_performance(struct page *p, const struct aggregate *a);
void view_resources(struct page *p, const struct aggregate *a);
bool view_has_sizes(const struct aggregate *a); /* public-key only */
void view_sizes(struct page *p, const struct aggregate *a);
void view_symmetric(struct page *p, const struct aggregate *a); /* where profiled */
void view_evidence(struct page *p, const struct aggregate *a);

#endif

/* SPDX-License-Identifier: MIT */
/* check.h: whether a candidate's files fit together. */
#ifndef CHECK_H
#define CHECK_H

struct candidate;
struct dataset;

/* Holds every record against its path and its entry of build.json, every profile
 * against its path, every KAT log against its digest and result there. What does not
 * fit is a finding on the record, profile or log; what concerns no single of these is
 * one on the candidate. */
void check_candidate(struct candidate *c, const struct dataset *d);

#endif

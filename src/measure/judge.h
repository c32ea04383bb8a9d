/* SPDX-License-Identifier: MIT */
/*
 * judge.h: what follows from an attempt's batches and probes, and whether it was
 * disturbed. The rules in numbers, which the record holds too:
 * - a batch is disturbed when a call of it took over 1.1 times the attempt's median, or
 *   when the core's clock before it and behind it differ by over 2 %;
 * - an attempt is disturbed when over 10 % of its batches are, when it lost over 1 % of
 * its time, probes included (steal, run delay), when over 10 % of its batches lack a
 * valid count, or when its median is over 5 % off the median of the other trials.
 */
#ifndef JUDGE_H
#define JUDGE_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct attempt;
struct json;

/* Fills the members that follow, of a complete attempt; reason as far as it can be told
 * without the other trials. Without estimates where emulated is true: there the probe
 * shows no clock. */
void judge_alone(struct attempt *a, bool emulated, struct arena *arena);

/* Compares an attempt with the n accepted ones of a record (itself among them) and sets
 * its reason where it is off the others. */
void judge_among(
    struct attempt *a, const struct attempt *const *all, size_t n, struct arena *arena);

/* Adds the numbers of the rules. */
void judge_rules(struct json *to);

#endif

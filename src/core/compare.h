/* SPDX-License-Identifier: MIT */
/*
 * compare.h: two series of trials held against each other: interval, p, verdict.
 *
 * A trial's value is its cost of a call. Noise multiplies, so everything is done with
 * logarithms, and a minimum effect of 0.01 reaches from 1/1.01 to 1.01.
 *
 * What five trials a side can do, from simulated pairs with noise of trials and batches
 * (tests/unit/compare.c holds the first three):
 *
 * - The interval contains the true ratio in 94 to 97 %: the degrees of freedom lie
 *   between 8 (equal noise) and 4 (one side alone is noisy), so that the factor of
 *   Student's t lies between 2.31 and 2.78. Three trials a side have 4 at most; two can
 *   have a factor of 12.7, so that no verdict is given under three.
 * - Where nothing changed, 3 to 4 % of the pages have a row called at minimum effect 0.
 * - A shift of 2 % at a noise of 0.2 %, or of 5 % at 1 %, is called in over 99 %, and
 *   with 23 rows beside it that did not change in over 93 %.
 * - Among many more rows the price is high: a lone 5 % at 1 % noise is called in 78 %
 * of pages of 100 rows and 20 % of 2000; a lone 2 % at 0.2 % in 92 % of 2000.
 * - Where one side is five times as noisy as the other, the far tail of Welch's
 *   statistic is too light: at minimum effect 0, 7 % of pages of 24 rows where nothing
 *   changed have a call and 22 % of 300; with 1 % it is under 1 and 4 %.
 */
#ifndef COMPARE_H
#define COMPARE_H

#include <stdbool.h>
#include <stddef.h>

/* Trials a side below which nothing is called faster, slower or no difference. */
enum { COMPARE_TRIALS = 3 };

/* The share of wrong calls among those of one comparison. */
#define COMPARE_LEVEL 0.05

/* The minimum effect, relative, where none is asked for. */
#define COMPARE_MIN_EFFECT 0.01

enum verdict {
	VERDICT_FASTER,
	VERDICT_SLOWER,
	VERDICT_NO_DIFFERENCE,
	VERDICT_CANNOT_TELL,
	VERDICT_SAME_RECORD,
	VERDICTS,
};

/* "faster", "slower", "no difference", "cannot tell", "same record". */
const char *verdict_word(enum verdict v);

/* The 95 % interval of a ratio, and how likely a difference as large would be if the
 * ratio were 1; NaN: unknown. */
struct interval {
	double low, high, p;
};

/* The ratio of b's cost to a's, by Welch's statistic (Biometrika 34, 1947) on the
 * logarithms, with Satterthwaite's degrees of freedom (Biometrics Bulletin 2, 1946).
 * All values are positive. Fewer than two on a side: all NaN. Series without any
 * spread have an interval of one point and p 0, or 1 where they are equal. The interval
 * lies about the ratio of geometric means: where trials differ much, or in their number
 * of calls, it need not hold the ratio of sums. Its ends are finite. */
struct interval compare_trials(const double *a, size_t n, const double *b, size_t m);

/* Which of n tests count, by Benjamini and Hochberg (J. R. Stat. Soc. B 57, 1995):
 * those with a p up to the result, which is negative where none does. p is sorted. */
double compare_limit(double *p, size_t n, double level);

/* What an interval says against the minimum effect (0.01 is 1 %); counts: whether its p
 * is up to compare_limit. An unknown interval cannot tell. */
enum verdict compare_verdict(const struct interval *i, double effect, bool counts);

/* The geometric mean of n > 0 positive values, and its 95 % interval by Student's t
 * over their logarithms: ratios of rows, which stand for the ones that could have been
 * measured, or the trials of one series. NaN under two of them; p is that of a mean of
 * 1. */
double compare_mean(struct interval *i, const double *x, size_t n);

/* The 95th percentile of |ln ratio| of n > 0 positive ratios that should be 1, as a
 * relative effect. */
double compare_floor(const double *ratio, size_t n);

#endif

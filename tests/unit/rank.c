/* SPDX-License-Identifier: MIT */
#include "core/rank.h"

#include "unit.h"

enum { MOST = 6 };

/* What is wanted of x[i] stands at i: the order of x is not that of the values. */
static const struct {
	const char *name;
	double x[MOST][3]; /* value, low, high */
	double rank[MOST];
	size_t first[MOST], last[MOST], n;
} list[] = {
    {.name = "none", .n = 0},
    {"one", {{7, 6, 8}}, {1}, {1}, {1}, 1},
    {"apart", {{30, 29, 31}, {10, 9, 11}, {20, 19, 21}}, {3, 1, 2}, {3, 1, 2},
	{3, 1, 2}, 3},
    /* 9 to 11 and 11 to 13 touch, which is enough */
    {"touch", {{10, 9, 11}, {12, 11, 13}, {14, 13.5, 15}}, {1.5, 1.5, 3}, {1, 1, 3},
	{2, 2, 3}, 3},
    /* A reaches B, B reaches C, A does not reach C: C begins a group of its own */
    {"chain", {{10, 8, 12}, {13, 11, 15}, {16, 14, 18}}, {1.5, 1.5, 3}, {1, 1, 3},
	{2, 2, 3}, 3},
    /* the first one's reach decides, not that of the widest */
    {"wide second",
	{{10, 9.5, 10.5}, {11, 5, 17}, {12, 11.5, 12.5}, {13, 12.1, 13.9},
	    {20, 19, 21}},
	{1.5, 1.5, 3.5, 3.5, 5}, {1, 1, 3, 3, 5}, {2, 2, 4, 4, 5}, 5},
    /* a wide first one takes up what is far from each other */
    {"wide first", {{10, 1, 40}, {20, 19, 21}, {30, 29, 31}, {50, 49, 51}},
	{2, 2, 2, 4}, {1, 1, 1, 4}, {3, 3, 3, 4}, 4},
    {"all equal", {{5, 5, 5}, {5, 5, 5}, {5, 5, 5}, {5, 5, 5}}, {2.5, 2.5, 2.5, 2.5},
	{1, 1, 1, 1}, {4, 4, 4, 4}, 4},
    {"sizes", {{64, 64, 64}, {32, 32, 32}, {64, 64, 64}, {65, 65, 65}},
	{2.5, 1, 2.5, 4}, {2, 1, 2, 4}, {3, 1, 3, 4}, 4},
    /* it opens a group that reaches to 10: the next begins at 10, the last at 10.1 */
    {"no interval on top",
	{{10, NAN, NAN}, {11, 10, 12}, {11.1, 10.1, 12.1}, {12, 11, 13}},
	{1.5, 1.5, 3.5, 3.5}, {1, 1, 3, 3}, {2, 2, 4, 4}, 4},
    {"no interval on top, alone", {{12, 11, 13}, {10, NAN, NAN}}, {2, 1}, {2, 1},
	{2, 1}, 2},
    /* however far it is; what comes behind it is held against the first one */
    {"no interval below",
	{{10, 9, 11}, {90, NAN, NAN}, {95, 94, 96}, {99, NAN, NAN}, {100, 97, 103}},
	{1.5, 1.5, 3.5, 3.5, 5}, {1, 1, 3, 3, 5}, {2, 2, 4, 4, 5}, 5},
    {"no interval at all", {{3, NAN, NAN}, {1, NAN, NAN}, {2, NAN, NAN}}, {2, 2, 2},
	{1, 1, 1}, {3, 3, 3}, 3},
    /* the one with an interval opens the group, wherever it stands */
    {"equal, one without", {{10, NAN, NAN}, {10, 8, 12}, {11, 11.5, 12}}, {2, 2, 2},
	{1, 1, 1}, {3, 3, 3}, 3},
    /* the one that begins lower opens the group: the third is above its 11 */
    {"equal, unlike", {{10, 9, 13}, {10, 8, 11}, {12, 12, 13}}, {1.5, 1.5, 3},
	{1, 1, 3}, {2, 2, 3}, 3},
    {"equal, begin alike", {{10, 8, 13}, {10, 8, 11}, {12, 12, 13}}, {1.5, 1.5, 3},
	{1, 1, 3}, {2, 2, 3}, 3},
    /* an interval about geometric means need not hold the mean it stands by */
    {"wholly below the first", {{10, 9, 11}, {12, 6, 8}}, {1.5, 1.5}, {1, 1}, {2, 2},
	2},
};

static int
look(const char *name, size_t of, size_t i, const struct ranked *x)
{
	char what[80];
	int wrong = 0;

	snprintf(what, sizeof(what), "%s, rank of %zu", name, i);
	wrong += unit_real(what, x->rank, list[of].rank[i]);
	snprintf(what, sizeof(what), "%s, first place of %zu", name, i);
	wrong += unit_count(what, (int64_t)x->first, (int64_t)list[of].first[i]);
	snprintf(what, sizeof(what), "%s, last place of %zu", name, i);
	wrong += unit_count(what, (int64_t)x->last, (int64_t)list[of].last[i]);
	return wrong;
}

static struct ranked
value(size_t of, size_t i)
{
	const double *x = list[of].x[i];

	return (struct ranked){.value = x[0], .low = x[1], .high = x[2]};
}

static void
groups(void **state)
{
	struct ranked x[MOST];
	int wrong = 0;

	(void)state;
	for (size_t k = 0; k < COUNT_OF(list); k++) {
		size_t n = list[k].n;
		for (size_t i = 0; i < n; i++)
			x[i] = value(k, i);
		rank_values(x, n);
		for (size_t i = 0; i < n; i++)
			wrong += look(list[k].name, k, i, &x[i]);
	}
	assert_int_equal(wrong, 0);
}

/* The order in which they are handed over decides nothing. */
static void
turned(void **state)
{
	struct ranked x[MOST];
	int wrong = 0;

	(void)state;
	for (size_t k = 0; k < COUNT_OF(list); k++) {
		size_t n = list[k].n;
		for (size_t i = 0; i < n; i++)
			x[i] = value(k, n - 1 - i);
		rank_values(x, n);
		for (size_t i = 0; i < n; i++)
			wrong += look(list[k].name, k, i, &x[n - 1 - i]);
	}
	assert_int_equal(wrong, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(groups),
	    cmocka_unit_test(turned),
	};

	return cmocka_run_group_tests_name("rank", tests, NULL, NULL);
}

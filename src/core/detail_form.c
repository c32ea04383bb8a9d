/* SPDX-License-Identifier: MIT */
#include "core/detail_form.h"

#include "core/field.h"
#include "core/finding.h"
#include "core/json.h"

#include <math.h>

/* Findings unless it is a list of numbers, as many as n; n 0: of at least one. Returns
 * their number. */
static size_t
check_series(
    const struct json *list, const char *name, size_t n, const struct place *at)
{
	size_t count = json_is_array(list) ? json_count(list) : 0;
	double one;

	if (!count || (n && count != n)) {
		field_finding(at, name, "has %zu numbers, wanted %s", count,
		    n ? "one for each of ns" : "one for each batch");
		return count;
	}
	for (list = json_first(list); list; list = json_next(list))
		if (!json_number(list, &one)) {
			char stood[80];
			field_finding(at, name, "holds %s, wanted numbers",
			    json_describe(list, stood));
			break;
		}
	return count;
}

/* Indices of batches, ascending. */
static void
check_rejected(const struct json *list, size_t batches, const struct place *at)
{
	double last = -1, one;

	for (list = json_first(list); list; list = json_next(list), last = one)
		if (!json_number(list, &one) || one <= last || one >= (double)batches ||
		    one != floor(one)) {
			char stood[80];
			field_finding(at, "batches.rejected",
			    "holds %s, wanted ascending indices of batches",
			    json_describe(list, stood));
			return;
		}
}

static void
check_trial(const struct json *detail, bool estimated, size_t i, const struct place *at)
{
	struct place inner = {at->findings, at->file, "detail", i + 1};
	double calls = NAN;
	const struct json *batches = json_member(detail, "batches");
	const struct json *cycles = json_member(batches, "cycles");
	const struct json *estimates = json_member(batches, "estimated_cycles");
	size_t n = check_series(json_member(batches, "ns"), "batches.ns", 0, &inner);

	json_number(json_member(detail, "calls_per_batch"), &calls);
	if (!(calls >= 1))
		field_finding(&inner, "calls_per_batch", "is no number from 1 on");
	if (!n)
		return;
	if (cycles)
		check_series(cycles, "batches.cycles", n, &inner);
	if (estimates || estimated)
		check_series(estimates, "batches.estimated_cycles", n, &inner);
	check_rejected(json_member(batches, "rejected"), n, &inner);
}

bool
detail_form(const struct json *detail, bool estimated, const struct place *at)
{
	size_t before = at->findings->count, i = 0;

	for (detail = json_first(detail); detail; detail = json_next(detail))
		check_trial(detail, estimated, i++, at);
	return at->findings->count == before;
}

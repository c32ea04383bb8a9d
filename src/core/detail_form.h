/* SPDX-License-Identifier: MIT */
/* detail_form.h: whether detail has what figures are computed from: what is missing or
 * no number would let a wrong figure pass unseen. */
#ifndef DETAIL_FORM_H
#define DETAIL_FORM_H

#include <stdbool.h>

struct json;
struct place;

/* detail: the member, a list; estimated: batches have estimated cycles. False where
 * there is a finding. */
bool detail_form(const struct json *detail, bool estimated, const struct place *at);

#endif

/* SPDX-License-Identifier: MIT */
/* kat_public.h: the text of the known-answer files of public-key schemes. */
#ifndef KAT_PUBLIC_H
#define KAT_PUBLIC_H

#include "measure/outcome.h"

struct err;
struct library;
struct report;

/* Like kat_hash: KAT_KEM and KAT_SIG, ten records each. */
enum outcome kat_kem(struct report *r, const struct library *l, struct err *e);
enum outcome kat_sign(struct report *r, const struct library *l, struct err *e);

#endif

/* SPDX-License-Identifier: MIT */
/* kat_public.h: the text of the known-answer files of public-key schemes. */
#ifndef KAT_PUBLIC_H
#define KAT_PUBLIC_H

#include "measure/outcome.h"

struct err;
struct library;
struct report;

/* Like kat_hash: KAT_KEM, KAT_SIG and KAT_KEX, ten records each. */
enum outcome kat_kem(struct report *r, const struct library *l, struct err *e);
enum outcome kat_sign(struct report *r, const struct library *l, struct err *e);
enum outcome kat_kex(struct report *r, const struct library *l, struct err *e);

#endif

/* SPDX-License-Identifier: MIT */
/* scheme_kex.h: the steps of a key exchange. Odd passes are of side a, even ones of
 * side b; which one is the last shows when its function gives 1. */
#ifndef SCHEME_KEX_H
#define SCHEME_KEX_H

#include "measure/library.h"
#include "measure/scheme.h"

/* Message k is part KEX_M + k - 1. */
enum {
	KEX_PKA,
	KEX_SKA,
	KEX_STA,
	KEX_PKB,
	KEX_SKB,
	KEX_STB,
	KEX_SSA,
	KEX_SSB,
	KEX_M,
	KEX_PARTS = KEX_M + LIBRARY_PASSES
};

/* Pass k is step KEX_PASS + k - 1. */
enum { KEX_INIT_A, KEX_INIT_B, KEX_DERIVE_A, KEX_DERIVE_B, KEX_PASS };

const struct scheme *scheme_kex(void);

/* Takes pass k, from 1; the one before it was not the last. */
enum outcome scheme_kex_pass(struct scheme_case *c, const struct library *l, int k,
    bool *is_last, struct err *e);

/* After the last step: the secrets agree, the messages are within their claim. */
enum outcome scheme_kex_agree(
    const struct scheme_case *c, const struct library *l, struct err *e);

/* Goes through an exchange, which has *passes passes. */
enum outcome scheme_kex_count(const struct library *l, int *passes, struct err *e);

#endif

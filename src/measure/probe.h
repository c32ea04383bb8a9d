/* SPDX-License-Identifier: MIT */
/*
 * probe.h: what clock the core runs at, without a counter: chains of instructions of
 * which each waits for the one before. A register addition takes one cycle on every
 * core we know (additions of a constant do not: some cores do them while renaming), so
 * its chain is the unit. A multiplication takes a whole number of cycles, so its chain
 * is the check: where the ratio of both is not whole, one of them is not what we think,
 * as in an emulator.
 */
#ifndef PROBE_H
#define PROBE_H

#include <stdint.h>

/* Instructions of a chain: 8 µs each at 4 GHz where a multiplication takes 3 cycles. */
enum { PROBE_ADDITIONS = 32768, PROBE_MULTIPLICATIONS = 10880 };

struct probe {
	int64_t unit_ns, check_ns; /* of each chain, the shortest of a few */
};

void probe_read(struct probe *p);

#endif

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

/* Instructions of a chain: 16 µs each at 4 GHz where a multiplication takes 3 cycles.
 */
enum { PROBE_ADDITIONS = 65536, PROBE_MULTIPLICATIONS = 21760 };

/* Both chains, run in rounds, one behind the other. The shortest run of a chain shows
 * the core's clock; the time of all of them also holds what interrupts took. */
struct probe {
	int64_t unit_ns, check_ns; /* of each chain, the shortest */
	int64_t rounds, ns;        /* of all rounds together */
};

/* Rounds for at least so long, and at least three. */
void probe_read(struct probe *p, int64_t least_ns);

#endif

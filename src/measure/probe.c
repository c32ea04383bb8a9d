/* SPDX-License-Identifier: MIT */
#include "measure/probe.h"

#include "measure/clock.h"

/* The shortest of three: an interrupt in the midst of one says nothing of the clock.
 * The chains of one round are 64 instructions, so that the loop around them hides
 * beside. */
enum { TIMES = 3, ROUND = 64 };

#if defined(__x86_64__)
#define ADD "add %[by], %[x]\n\t"
#define MULTIPLY "imul %[by], %[x]\n\t"
#define NEXT "sub $1, %[rounds]\n\tjnz 1b"
#elif defined(__aarch64__)
#define ADD "add %[x], %[x], %[by]\n\t"
#define MULTIPLY "mul %[x], %[x], %[by]\n\t"
#define NEXT "subs %[rounds], %[rounds], #1\n\tb.ne 1b"
#else
#error "the chains are written for x86-64 and aarch64"
#endif

#define TIMES_4(text) text text text text
#define TIMES_64(text) TIMES_4(TIMES_4(TIMES_4(text)))

static int64_t
additions(void)
{
	uint64_t x = 1, by = 3, rounds = PROBE_ADDITIONS / ROUND;
	int64_t start = clock_ns();

	__asm__ volatile("1:\n\t" TIMES_64(ADD) NEXT
			 : [x] "+r"(x), [rounds] "+r"(rounds)
			 : [by] "r"(by)
			 : "cc");
	return clock_ns() - start;
}

static int64_t
multiplications(void)
{
	uint64_t x = 1, by = 3, rounds = PROBE_MULTIPLICATIONS / ROUND;
	int64_t start = clock_ns();

	__asm__ volatile("1:\n\t" TIMES_64(MULTIPLY) NEXT
			 : [x] "+r"(x), [rounds] "+r"(rounds)
			 : [by] "r"(by)
			 : "cc");
	return clock_ns() - start;
}

void
probe_read(struct probe *p)
{
	struct probe one;

	*p = (struct probe){INT64_MAX, INT64_MAX};
	for (int i = 0; i < TIMES; i++) {
		one.unit_ns = additions();
		one.check_ns = multiplications();
		p->unit_ns = one.unit_ns < p->unit_ns ? one.unit_ns : p->unit_ns;
		p->check_ns = one.check_ns < p->check_ns ? one.check_ns : p->check_ns;
	}
}

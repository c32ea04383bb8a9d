/* SPDX-License-Identifier: MIT */
#include "measure/probe.h"

#include "measure/clock.h"

/* Of three rounds one is as good as never interrupted in each of its chains. 64
 * instructions a step, so that the loop around them hides beside. */
enum { LEAST_ROUNDS = 3, STEP = 64 };

#if defined(__x86_64__)
#define ADD "add %[by], %[x]\n\t"
#define MULTIPLY "imul %[by], %[x]\n\t"
#define NEXT "sub $1, %[steps]\n\tjnz 1b"
#elif defined(__aarch64__)
#define ADD "add %[x], %[x], %[by]\n\t"
#define MULTIPLY "mul %[x], %[x], %[by]\n\t"
#define NEXT "subs %[steps], %[steps], #1\n\tb.ne 1b"
#else
#error "the chains are written for x86-64 and aarch64"
#endif

#define TIMES_4(text) text text text text
#define TIMES_64(text) TIMES_4(TIMES_4(TIMES_4(text)))

static void
additions(void)
{
	uint64_t x = 1, by = 3, steps = PROBE_ADDITIONS / STEP;

	__asm__ volatile("1:\n\t" TIMES_64(ADD) NEXT
			 : [x] "+r"(x), [steps] "+r"(steps)
			 : [by] "r"(by)
			 : "cc");
}

static void
multiplications(void)
{
	uint64_t x = 1, by = 3, steps = PROBE_MULTIPLICATIONS / STEP;

	__asm__ volatile("1:\n\t" TIMES_64(MULTIPLY) NEXT
			 : [x] "+r"(x), [steps] "+r"(steps)
			 : [by] "r"(by)
			 : "cc");
}

static int64_t
shorter(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

void
probe_read(struct probe *p, int64_t least_ns)
{
	int64_t start = clock_ns(), from = start, between, to;

	*p = (struct probe){.unit_ns = INT64_MAX, .check_ns = INT64_MAX};
	do {
		additions();
		between = clock_ns();
		multiplications();
		to = clock_ns();
		p->unit_ns = shorter(p->unit_ns, between - from);
		p->check_ns = shorter(p->check_ns, to - between);
		from = to;
		p->rounds++;
	} while (p->rounds < LEAST_ROUNDS || to - start < least_ns);
	p->ns = to - start;
}

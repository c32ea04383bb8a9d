/* SPDX-License-Identifier: MIT */
#include "measure/clock.h"

#include <time.h>

int64_t
clock_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC_RAW, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

double
clock_seconds(void)
{
	return (double)clock_ns() / 1e9;
}

#if defined(__x86_64__)

/* rdtscp waits until all instructions before it are done; the fence keeps those behind
 * it from starting early. */
uint64_t
clock_ticks(void)
{
	uint32_t low, high;

	__asm__ volatile("rdtscp\n\tlfence"
			 : "=a"(low), "=d"(high)
			 :
			 : "rcx", "memory");
	return (uint64_t)high << 32 | low;
}

const char *
clock_tick_source(void)
{
	return "tsc";
}

#elif defined(__aarch64__)

uint64_t
clock_ticks(void)
{
	uint64_t t;

	__asm__ volatile("isb\n\tmrs %0, cntvct_el0\n\tisb" : "=r"(t) : : "memory");
	return t;
}

const char *
clock_tick_source(void)
{
	return "cntvct";
}

#else
#error "clock_ticks is written for x86-64 and aarch64"
#endif

int64_t
clock_grain_ns(void)
{
	enum { READINGS = 1000 };
	int64_t start = clock_ns(), last = start, step = INT64_MAX, now, cost;

	for (int i = 0; i < READINGS; i++) {
		now = clock_ns();
		if (now > last && now - last < step)
			step = now - last;
		last = now;
	}
	cost = (last - start) / READINGS;
	if (step == INT64_MAX || step < cost)
		step = cost;
	return step > 0 ? step : 1;
}

int64_t
clock_utc_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

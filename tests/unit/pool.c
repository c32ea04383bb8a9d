/* SPDX-License-Identifier: MIT */
#include "core/pool.h"

#include "core/err.h"
#include "unit.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>

enum { MOST = 2000 };

struct tally {
	atomic_uint begun[MOST]; /* how often each piece was worked on */
	atomic_int inside;       /* threads in done */
	unsigned result[MOST];
	size_t taken, out_of_order, wrong_result, at_once;
	atomic_size_t done; /* as taken, for other threads */
	bool slow;
};

static void
pause_us(long us)
{
	struct timespec t = {.tv_nsec = us * 1000};

	nanosleep(&t, NULL);
}

static void *
work(void *context, size_t i)
{
	struct tally *t = context;

	atomic_fetch_add(&t->begun[i], 1);
	/* the earlier, the slower: results come out of their order */
	if (t->slow)
		pause_us(i % 16 == 0 ? 400 : 10);
	t->result[i] = (unsigned)(i * 7 + 1);
	return &t->result[i];
}

static void
done(void *context, size_t i, void *result)
{
	struct tally *t = context;

	t->at_once += atomic_fetch_add(&t->inside, 1) != 0;
	t->out_of_order += i != t->taken;
	t->wrong_result += result != &t->result[i] || t->result[i] != i * 7 + 1;
	t->taken++;
	atomic_store(&t->done, t->taken);
	if (t->slow && i % 50 == 0)
		pause_us(200);
	atomic_fetch_sub(&t->inside, 1);
}

static void
all_counts(void **state)
{
	static const size_t counts[] = {
	    0, 1, 2, 3, 15, 16, 17, 63, 64, 65, 127, 128, 129, 1000, MOST};
	struct tally *t = mem_get(sizeof(*t));
	char name[32];
	int wrong = 0;

	(void)state;
	for (int slow = 0; slow < 2; slow++)
		for (size_t k = 0; k < COUNT_OF(counts); k++) {
			struct pool_job job = {counts[k], t, work, done};
			size_t other = 0;
			memset(t, 0, sizeof(*t));
			t->slow = slow;
			snprintf(name, sizeof(name), "%zu pieces", counts[k]);
			pool_run(&job);
			for (size_t i = 0; i < MOST; i++)
				other += t->begun[i] != (i < counts[k]);
			wrong += unit_count(name, (int64_t)other, 0);
			wrong +=
			    unit_count(name, (int64_t)t->taken, (int64_t)counts[k]);
			wrong += unit_count(name, (int64_t)t->out_of_order, 0);
			wrong += unit_count(name, (int64_t)t->wrong_result, 0);
			wrong += unit_count(name, (int64_t)t->at_once, 0);
		}
	mem_free(t);
	assert_int_equal(wrong, 0);
}

struct stuck {
	atomic_size_t begun;
	size_t most, taken;
};

/* The first piece takes long; how many others are begun meanwhile? */
static void *
work_stuck(void *context, size_t i)
{
	struct stuck *s = context;

	atomic_fetch_add(&s->begun, 1);
	if (i == 0) {
		pause_us(100000);
		s->most = atomic_load(&s->begun);
	}
	return NULL;
}

static void
done_stuck(void *context, size_t i, void *result)
{
	struct stuck *s = context;

	(void)i;
	(void)result;
	s->taken++;
}

/* Results that wait are few, however many pieces there are. */
static void
window(void **state)
{
	struct stuck s = {0};
	struct pool_job job = {5000, &s, work_stuck, done_stuck};

	(void)state;
	pool_run(&job);
	assert_int_equal(s.taken, 5000);
	assert_true(s.most < 500);
}

/* Fails for those of the bits. */
static int
call_bit(void *context, size_t i, struct err *e)
{
	const uint64_t *bits = context;

	pause_us(i % 3 * 500);
	return *bits >> i & 1 ? err_set(e, ERR_DATA, "number %zu", i) : 0;
}

static void
calls(void **state)
{
	static const struct {
		size_t n;
		uint64_t bits;
		const char *wanted; /* NULL: none fails */
	} list[] = {
	    {0, 0, NULL},
	    {1, 0, NULL},
	    {1, 1, "number 0"},
	    {40, 0, NULL},
	    {40, (uint64_t)1 << 39, "number 39"},
	    {40, (uint64_t)1 << 39 | 1 << 7 | 1 << 8, "number 7"},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		uint64_t bits = list[i].bits;
		struct err e = {0};
		int failed = pool_calls(list[i].n, call_bit, &bits, &e);
		wrong += unit_count("failed", failed, list[i].wanted ? -1 : 0);
		wrong += unit_text("why", e.text, list[i].wanted ? list[i].wanted : "");
	}
	assert_int_equal(wrong, 0);
}

static void *
work_where(void *context, size_t i)
{
	(void)i;
	pause_us(200); /* long enough for another to begin */
	return pthread_equal(*(pthread_t *)context, pthread_self()) ? context : NULL;
}

static void
done_where(void *context, size_t i, void *result)
{
	(void)i;
	assert_ptr_equal(result, context);
}

/* On one processor of several no other thread is begun. */
static void
one_processor(void **state)
{
	pthread_t here = pthread_self();
	struct pool_job job = {50, &here, work_where, done_where};
	cpu_set_t all, one;
	int first = 0;

	(void)state;
	assert_int_equal(sched_getaffinity(0, sizeof(all), &all), 0);
	while (!CPU_ISSET(first, &all))
		first++;
	CPU_ZERO(&one);
	CPU_SET(first, &one);
	assert_int_equal(sched_setaffinity(0, sizeof(one), &one), 0);
	pool_run(&job);
	assert_int_equal(sched_setaffinity(0, sizeof(all), &all), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(all_counts),
	    cmocka_unit_test(window),
	    cmocka_unit_test(calls),
	    cmocka_unit_test(one_processor),
	};

	return cmocka_run_group_tests_name("pool", tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "core/pool.h"

#include "core/err.h"
#include "core/mem.h"

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>

enum { THREADS_MAX = 16, WINDOW = 2 * THREADS_MAX };

struct pool {
	const struct pool_job *job;
	pthread_mutex_t lock;
	pthread_cond_t room; /* the window moved */
	size_t next, taken;  /* first piece not begun; first result not taken */
	size_t ahead; /* how many pieces may be begun before the first is taken */
	struct {
		bool ready;
		void *result;
	} window[WINDOW]; /* of piece i at i % WINDOW */
	bool taking;      /* a thread is in done */
};

/* Hands over the results whose turn it is; called and left with the lock held. */
static void
take_ready(struct pool *p)
{
	if (p->taking)
		return;
	p->taking = true;
	while (p->window[p->taken % WINDOW].ready) {
		size_t i = p->taken;
		void *result = p->window[i % WINDOW].result;
		p->window[i % WINDOW].ready = false;
		pthread_mutex_unlock(&p->lock);
		p->job->done(p->job->context, i, result);
		pthread_mutex_lock(&p->lock);
		p->taken++;
		pthread_cond_broadcast(&p->room);
	}
	p->taking = false;
}

static void *
run(void *arg)
{
	struct pool *p = arg;
	void *result;
	size_t i;

	pthread_mutex_lock(&p->lock);
	while (p->next < p->job->count) {
		if (p->next >= p->taken + p->ahead) {
			pthread_cond_wait(&p->room, &p->lock);
			continue;
		}
		i = p->next++;
		pthread_mutex_unlock(&p->lock);
		result = p->job->work(p->job->context, i);
		pthread_mutex_lock(&p->lock);
		p->window[i % WINDOW].result = result;
		p->window[i % WINDOW].ready = true;
		take_ready(p);
	}
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

/* That this process may run on, at most THREADS_MAX. */
static size_t
processors(void)
{
	cpu_set_t set;
	int n = THREADS_MAX;

	/* fails where there are more than fit into the set */
	if (!sched_getaffinity(0, sizeof(set), &set))
		n = CPU_COUNT(&set);
	return n < THREADS_MAX ? (size_t)n : THREADS_MAX;
}

void
pool_run(const struct pool_job *job)
{
	struct pool p = {.job = job,
	    .lock = PTHREAD_MUTEX_INITIALIZER,
	    .room = PTHREAD_COND_INITIALIZER};
	pthread_t thread[THREADS_MAX];
	size_t threads = processors(), started = 0;

	p.ahead = 2 * threads; /* each result may be a page's worth of memory */
	/* this thread works too, and alone where no other can be had */
	while (
	    started + 1 < threads && !pthread_create(&thread[started], NULL, run, &p))
		started++;
	run(&p);
	while (started > 0)
		pthread_join(thread[--started], NULL);
}

struct calls {
	int (*call)(void *context, size_t i, struct err *e);
	void *context;
	struct err *e;
	int failed;
};

static void *
one_call(void *context, size_t i)
{
	const struct calls *all = context;
	struct err e = {0}, *failure = NULL;

	if (all->call(all->context, i, &e)) {
		failure = mem_get(sizeof(*failure));
		*failure = e;
	}
	return failure;
}

static void
end_call(void *context, size_t i, void *failure)
{
	struct calls *all = context;

	(void)i;
	if (failure && !all->failed) {
		*all->e = *(struct err *)failure;
		all->failed = -1;
	}
	mem_free(failure);
}

int
pool_calls(size_t n, int (*call)(void *context, size_t i, struct err *e), void *context,
    struct err *e)
{
	struct calls all = {call, context, e, 0};
	struct pool_job job = {n, &all, one_call, end_call};

	pool_run(&job);
	return all.failed;
}

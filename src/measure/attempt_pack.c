/* SPDX-License-Identifier: MIT */
#include "measure/attempt_pack.h"

#include "core/mem.h"
#include "core/pack.h"
#include "measure/attempt.h"

/* An int where a number of 64 bits is packed. */
static void
pack_small(struct pack *p, int *value)
{
	int64_t wide = *value;

	pack_int(p, &wide);
	*value = (int)wide;
}

static void
pack_parts(struct pack *p, unsigned *parts)
{
	int value = (int)*parts;

	pack_small(p, &value);
	*parts = (unsigned)value;
}

static void
pack_outcome(struct pack *p, enum outcome *outcome)
{
	int value = (int)*outcome;

	pack_small(p, &value);
	*outcome = (enum outcome)value;
}

static void
pack_command(struct pack *p, struct attempt *a)
{
	const char **word = (const char **)(void *)a->command;
	size_t n = 0;

	while (p->out && word && word[n])
		n++;
	pack_count(p, &n);
	if (!p->out)
		word = arena_get(p->arena, (n + 1) * sizeof(*word));
	for (size_t i = 0; i < n && !p->bad; i++)
		pack_text(p, &word[i]);
	a->command = word;
}

static void
pack_batches(struct pack *p, struct attempt *a)
{
	pack_count(p, &a->batches);
	if (!p->out)
		a->batch = arena_get(p->arena, a->batches * sizeof(*a->batch));
	for (size_t i = 0; i < a->batches && !p->bad; i++) {
		pack_int(p, &a->batch[i].ns);
		pack_int(p, &a->batch[i].ticks);
		pack_int(p, &a->batch[i].cycles);
		pack_bool(p, &a->batch[i].counted);
	}
	pack_list(p, (void **)&a->probe, &a->probes, sizeof(*a->probe));
}

static void
pack_usage(struct pack *p, struct usage *u)
{
	int64_t *const all[] = {&u->voluntary, &u->involuntary, &u->migrations,
	    &u->minor, &u->major, &u->run_delay_ns, &u->steal_ns};

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		pack_int(p, all[i]);
}

void
attempt_pack(struct pack *p, struct attempt *a)
{
	pack_int(p, &a->seed);
	pack_int(p, &a->environment_bytes);
	pack_int(p, &a->stack_offset);
	pack_text(p, &a->drng_seed);
	pack_command(p, a);
	pack_int(p, &a->started_us);
	pack_int(p, &a->ended_us);
	pack_outcome(p, &a->outcome);
	pack_small(p, &a->exit_code);
	pack_text(p, &a->detail);
	pack_text(p, &a->output);
	pack_real(p, &a->wall_s);
	pack_parts(p, &a->sandbox);
	pack_int(p, &a->first_call_ns);
	pack_int(p, &a->warmups);
	pack_int(p, &a->calls_per_batch);
	pack_real(p, &a->overhead_ns);
	pack_text(p, &a->no_counter);
	pack_text(p, &a->tick_source);
	pack_batches(p, a);
	pack_usage(p, &a->usage);
	pack_count(p, &a->sizes);
	if (!p->out)
		a->size = arena_get(p->arena, a->sizes * sizeof(*a->size));
	for (size_t i = 0; i < a->sizes && !p->bad; i++) {
		pack_text(p, &a->size[i].name);
		pack_int(p, &a->size[i].bytes);
	}
	pack_int(p, &a->passes[0]);
	pack_int(p, &a->passes[1]);
}

void
attempt_pack_memory(struct pack *p, struct attempt_memory *m)
{
	pack_outcome(p, &m->outcome);
	pack_text(p, &m->detail);
	pack_int(p, &m->baseline);
	pack_int(p, &m->peak);
	pack_real(p, &m->wall_s);
}

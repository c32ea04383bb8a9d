/* SPDX-License-Identifier: MIT */
#include "measure/operation_hash.h"

#include "core/err.h"
#include "core/mem.h"
#include "measure/guard.h"
#include "measure/report.h"

#include <string.h>

struct state {
	int digest_bits, failure; /* the last code that was not 0 */
	struct guard message, digest;
	unsigned char
	    *first; /* digest, which all others are to equal; NULL: none yet */
};

static void
run(struct operation *o, uint64_t calls)
{
	struct state *s = o->state;
	int (*hash)(int, const unsigned char *, unsigned long long, unsigned char *) =
	    o->library.hash;
	unsigned long long bits = 8ULL * s->message.size;
	int code;

	for (uint64_t i = 0; i < calls; i++) {
		code = hash(s->digest_bits, s->message.data, bits, s->digest.data);
		if (code)
			s->failure = code;
	}
}

static enum outcome
check(struct operation *o, struct err *e)
{
	struct state *s = o->state;

	if (!guard_holds(&s->digest, "the digest", e) ||
	    !guard_holds(&s->message, "the message", e))
		return OUTCOME_OVERFLOW;
	if (s->failure) {
		err_set(e, ERR_DATA, "CryptHash gave %d", s->failure);
		return OUTCOME_CRYPTOFAIL;
	}
	if (!s->first) {
		s->first = mem_get(s->digest.size);
		memcpy(s->first, s->digest.data, s->digest.size);
	}
	if (!memcmp(s->first, s->digest.data, s->digest.size))
		return OUTCOME_COMPLETE;
	err_set(e, ERR_DATA, "the same message gave two digests");
	return OUTCOME_CRYPTOFAIL;
}

static int
nothing(int digest_bits, const unsigned char *message, unsigned long long bits,
    unsigned char *digest)
{
	(void)digest_bits;
	(void)message;
	(void)bits;
	(void)digest;
	return 0;
}

static void
empty(struct library *l)
{
	l->hash = nothing;
}

static enum outcome
sizes(const struct operation *o, struct report *r, struct err *e)
{
	const struct state *s = o->state;

	(void)e;
	report_format(r, "size digest_bytes %zu\n", s->digest.size);
	return OUTCOME_COMPLETE;
}

enum outcome
operation_hash(struct operation *o, const struct operation_plan *p, struct err *e)
{
	struct state *s = mem_get(sizeof(*s));

	*s = (struct state){.digest_bits = p->digest_bits};
	if (guard_new(&s->message, p->input_bytes, e) ||
	    guard_new(&s->digest, (size_t)p->digest_bits / 8, e))
		return OUTCOME_DRIVER;
	get_random_number(o->library.drng, s->message.data, 8ULL * p->input_bytes);
	guard_seal(&s->message);
	o->state = s;
	o->run = run;
	o->check = check;
	o->empty = empty;
	o->sizes = sizes;
	return OUTCOME_COMPLETE;
}

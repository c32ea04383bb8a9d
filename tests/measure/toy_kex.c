/* SPDX-License-Identifier: MIT */
/* A key exchange of PASSES messages, up to 5, that keeps no secret, but the interface;
 * and with FAULT one thing that it does wrong. */
#include "niccs.h"

#include <string.h>

enum { KEY = 16, MESSAGE = KEY + 1, STATE = MESSAGE + 3 };

#ifndef PASSES
#define PASSES 3
#endif
#ifndef FAULT
#define FAULT 0
#endif

unsigned long long
kex_get_passes_num(void)
{
	return PASSES;
}

unsigned long long
kex_get_pk_len_bytes(void)
{
	return KEY;
}

unsigned long long
kex_get_sk_len_bytes(void)
{
	return KEY;
}

unsigned long long
kex_get_sta_len_bytes(void)
{
	return STATE;
}

unsigned long long
kex_get_stb_len_bytes(void)
{
	return STATE;
}

unsigned long long
kex_get_ss_len_bytes(void)
{
	return KEY + 4;
}

unsigned long long
kex_get_total_msg_len_bytes(void)
{
	return MESSAGE * PASSES - (FAULT == 1);
}

/* The state is at first the number 0 alone: no message was seen. */
static int
init(unsigned char *pk, unsigned long long *pk_len, unsigned char *sk,
    unsigned long long *sk_len, unsigned char *st, unsigned long long *st_len)
{
	if (*pk_len < KEY || *sk_len < KEY || *st_len < STATE)
		return -2;
	get_random_number(&drng_algorithm, sk, 8 * KEY);
	memcpy(pk, sk, KEY);
	st[0] = 0;
	*pk_len = *sk_len = KEY;
	*st_len = 1;
	return 0;
}

int
kex_init_a(unsigned char *pka, unsigned long long *pka_len, unsigned char *ska,
    unsigned long long *ska_len, unsigned char *sta, unsigned long long *sta_len)
{
	return init(pka, pka_len, ska, ska_len, sta, sta_len);
}

int
kex_init_b(unsigned char *pkb, unsigned long long *pkb_len, unsigned char *skb,
    unsigned long long *skb_len, unsigned char *stb, unsigned long long *stb_len)
{
	int code = init(pkb, pkb_len, skb, skb_len, stb, stb_len);

	if (FAULT == 7)
		*stb_len = STATE + 1;
	return code;
}

/* Later: the number of the last message, and the sum of all of them. */
static void
see(unsigned char *st, const unsigned char *m)
{
	int i;

	if (m[0] <= st[0])
		return;
	for (i = 1; i < MESSAGE; i++)
		st[i] = (unsigned char)(m[i] ^ (st[0] ? st[i] : 0));
	st[0] = m[0];
}

static int
pass(int k, unsigned char *got, unsigned long long got_len, unsigned char *st,
    unsigned long long *st_len, unsigned char *m, unsigned long long *m_len)
{
	if (*st_len < STATE || *m_len < MESSAGE || (k > 1 && got_len != MESSAGE))
		return -2;
	if (k > 1)
		see(st, got);
	m[0] = (unsigned char)k;
	get_random_number(&drng_algorithm, m + 1, 8 * KEY);
	see(st, m);
	*st_len = *m_len = MESSAGE;
	if (FAULT == 2 && k == 2)
		m[MESSAGE * PASSES] = 1;
	if (FAULT == 5)
		return -3;
	if (FAULT == 8 && k == 3)
		got[1] ^= 1;
	return k == PASSES && FAULT != 6;
}

int
kex_generate_pass1_msg_a(unsigned char *ska, unsigned long long ska_len,
    unsigned char *pkb, unsigned long long pkb_len, unsigned char *sta,
    unsigned long long *sta_len, unsigned char *m1, unsigned long long *m1_len)
{
	if (memcmp(ska, pkb, KEY) == 0 || ska_len != pkb_len)
		return -2; /* its own key */
	return pass(1, NULL, 0, sta, sta_len, m1, m1_len);
}

#define PASS(k, side) \
	int kex_generate_pass##k##_msg_##side(unsigned char *sk, \
	    unsigned long long sk_len, unsigned char *pk, unsigned long long pk_len, \
	    unsigned char *got, unsigned long long got_len, unsigned char *st, \
	    unsigned long long *st_len, unsigned char *m, unsigned long long *m_len) \
	{ \
		if (memcmp(sk, pk, KEY) == 0 || sk_len != pk_len) \
			return -2; \
		return pass(k, got, got_len, st, st_len, m, m_len); \
	} \
	typedef int pass##k /* takes the semicolon */

int kex_generate_pass4_msg_b(unsigned char *, unsigned long long, unsigned char *,
    unsigned long long, unsigned char *, unsigned long long, unsigned char *,
    unsigned long long *, unsigned char *, unsigned long long *);
int kex_generate_pass5_msg_a(unsigned char *, unsigned long long, unsigned char *,
    unsigned long long, unsigned char *, unsigned long long, unsigned char *,
    unsigned long long *, unsigned char *, unsigned long long *);

PASS(2, b);
PASS(3, a);
PASS(4, b);
PASS(5, a);

static int
derive(const unsigned char *sk, const unsigned char *pk, const unsigned char *m,
    unsigned long long m_len, const unsigned char *st, unsigned char *ss,
    unsigned long long *ss_len)
{
	unsigned char seen[MESSAGE];
	int i;

	if (*ss_len < KEY)
		return -2;
	memcpy(seen, st, MESSAGE);
	if (m_len)
		see(seen, m);
	for (i = 0; i < KEY; i++)
		ss[i] = (unsigned char)(sk[i] ^ pk[i] ^ seen[1 + i]);
	*ss_len = KEY;
	return seen[0] == PASSES ? 0 : -4;
}

int
kex_derive_ss_a(unsigned char *ska, unsigned long long ska_len, unsigned char *pkb,
    unsigned long long pkb_len, unsigned char *mb, unsigned long long mb_len,
    unsigned char *sta, unsigned long long sta_len, unsigned char *ssa,
    unsigned long long *ssa_len)
{
	int code = ska_len != KEY || pkb_len != KEY || sta_len != MESSAGE
	    ? -2
	    : derive(ska, pkb, mb, mb_len, sta, ssa, ssa_len);

	if (FAULT == 3)
		sta[1] ^= 1;
	return code;
}

int
kex_derive_ss_b(unsigned char *skb, unsigned long long skb_len, unsigned char *pka,
    unsigned long long pka_len, unsigned char *ma, unsigned long long ma_len,
    unsigned char *stb, unsigned long long stb_len, unsigned char *ssb,
    unsigned long long *ssb_len)
{
	int code =
	    skb_len != KEY || pka_len != KEY || (stb_len != MESSAGE && PASSES > 1)
	    ? -2
	    : derive(skb, pka, ma, ma_len, stb, ssb, ssb_len);

	if (FAULT == 4)
		ssb[KEY - 1] ^= 1;
	return code;
}

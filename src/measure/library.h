/* SPDX-License-Identifier: MIT */
/* library.h: a candidate's library, loaded. */
#ifndef LIBRARY_H
#define LIBRARY_H

#include "measure/category.h"
#include "niccs.h"

#include <stddef.h>

struct err;

/* Functions as niccs.h has them. */
struct library_kem {
	unsigned long long (*pk_bytes)(void);
	unsigned long long (*sk_bytes)(void);
	unsigned long long (*ct_bytes)(void);
	unsigned long long (*ss_bytes)(void);
	int (*keygen)(unsigned char *pk, unsigned long long *pk_len, unsigned char *sk,
	    unsigned long long *sk_len);
	int (*enc)(unsigned char *pk, unsigned long long pk_len, unsigned char *ss,
	    unsigned long long *ss_len, unsigned char *ct, unsigned long long *ct_len);
	int (*dec)(unsigned char *sk, unsigned long long sk_len, unsigned char *ct,
	    unsigned long long ct_len, unsigned char *ss, unsigned long long *ss_len);
};

struct library_sign {
	unsigned long long (*pk_bytes)(void);
	unsigned long long (*sk_bytes)(void);
	unsigned long long (*sn_bytes)(void);
	int (*keygen)(unsigned char *pk, unsigned long long *pk_len, unsigned char *sk,
	    unsigned long long *sk_len);
	int (*sign)(unsigned char *sk, unsigned long long sk_len, unsigned char *m,
	    unsigned long long m_len, unsigned char *sn, unsigned long long *sn_len);
	int (*verify)(unsigned char *pk, unsigned long long pk_len, unsigned char *sn,
	    unsigned long long sn_len, unsigned char *m, unsigned long long m_len);
};

/* Passes of a key exchange that are taken at most. */
enum { LIBRARY_PASSES = 16 };

struct library_kex {
	unsigned long long (*passes)(void);
	unsigned long long (*pk_bytes)(void);
	unsigned long long (*sk_bytes)(void);
	unsigned long long (*sta_bytes)(void);
	unsigned long long (*stb_bytes)(void);
	unsigned long long (*ss_bytes)(void);
	unsigned long long (*total_msg_bytes)(void);
	int (*init_a)(unsigned char *pk, unsigned long long *pk_len, unsigned char *sk,
	    unsigned long long *sk_len, unsigned char *st, unsigned long long *st_len);
	int (*init_b)(unsigned char *pk, unsigned long long *pk_len, unsigned char *sk,
	    unsigned long long *sk_len, unsigned char *st, unsigned long long *st_len);
	int (*pass1)(unsigned char *sk, unsigned long long sk_len, unsigned char *pk,
	    unsigned long long pk_len, unsigned char *st, unsigned long long *st_len,
	    unsigned char *m1, unsigned long long *m1_len);
	/* Pass k is number k - 1; the first one is pass1 instead, and those that the
	 * library does not have are NULL. */
	int (*pass[LIBRARY_PASSES])(unsigned char *sk, unsigned long long sk_len,
	    unsigned char *pk, unsigned long long pk_len, unsigned char *got,
	    unsigned long long got_len, unsigned char *st, unsigned long long *st_len,
	    unsigned char *made, unsigned long long *made_len);
	int (*derive_a)(unsigned char *sk, unsigned long long sk_len, unsigned char *pk,
	    unsigned long long pk_len, unsigned char *m, unsigned long long m_len,
	    unsigned char *st, unsigned long long st_len, unsigned char *ss,
	    unsigned long long *ss_len);
	int (*derive_b)(unsigned char *sk, unsigned long long sk_len, unsigned char *pk,
	    unsigned long long pk_len, unsigned char *m, unsigned long long m_len,
	    unsigned char *st, unsigned long long st_len, unsigned char *ss,
	    unsigned long long *ss_len);
};

/* Those of its category are there, the others NULL. */
struct library {
	struct library_kem kem;
	struct library_sign sign;
	struct library_kex kex;
	int (*hash)(int digest_bits, const unsigned char *message,
	    unsigned long long bits, unsigned char *digest);
	DRNG_ctx *drng;     /* the program's, which the library finds by name */
	DRNG_ctx *own_drng; /* the library's, where it has one; else NULL */
	/* Its number in objects.h; behind it are the further libraries that it needs
	 * and the program does not. */
	size_t object;
};

/* Loads path with all functions of the category. -1 and e where something is missing.
 * It stays loaded until the process ends. */
int library_open(struct library *l, const char *path, enum category category,
    DRNG_ctx *drng, struct err *e);

void library_seed(const struct library *l, const unsigned char *seed, size_t bytes);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * niccs.h: the functions by which a submission is driven. A library exports those of
 * its category, with default visibility.
 *
 * Where a length is passed by address it is in/out: the buffer's size in, the length of
 * what was written out. 0 is success unless it is said otherwise, any other value an
 * error.
 */
#ifndef NICCS_H
#define NICCS_H

#ifdef __cplusplus
extern "C" {
#endif

/* The random numbers. The application has these two functions and seeds the
 * submission's drng_algorithm before each sequence of operations; a submission calls
 * get_random_number with it. Lengths of random numbers are in bits. */
typedef struct {
	unsigned char V[55];
	unsigned char C[55];
	unsigned char reseed_counter[55];
} DRNG_ctx;

extern DRNG_ctx drng_algorithm;

int init_random_number(
    DRNG_ctx *ctx, const unsigned char *seed, unsigned long long seed_len_bytes);
int get_random_number(DRNG_ctx *ctx, unsigned char *out, unsigned long long len_bits);

/* hash. The message's length is in bits; bits are counted from a byte's highest one,
 * and the bits of its last byte that do not belong to the message are zero. */
int CryptHash(int digest_len_bits, const unsigned char *msg,
    unsigned long long msg_len_bits, unsigned char *digest);

/* kem */
unsigned long long kem_get_pk_len_bytes(void);
unsigned long long kem_get_sk_len_bytes(void);
unsigned long long kem_get_ss_len_bytes(void);
unsigned long long kem_get_ct_len_bytes(void);
int kem_keygen(unsigned char *pk, unsigned long long *pk_len, unsigned char *sk,
    unsigned long long *sk_len);
int kem_enc(unsigned char *pk, unsigned long long pk_len, unsigned char *ss,
    unsigned long long *ss_len, unsigned char *ct, unsigned long long *ct_len);
int kem_dec(unsigned char *sk, unsigned long long sk_len, unsigned char *ct,
    unsigned long long ct_len, unsigned char *ss, unsigned long long *ss_len);

/* sign. sig_verify gives 0 for a valid signature, -1 for one that is not, -2 to -99 for
 * an error. */
unsigned long long sig_get_pk_len_bytes(void);
unsigned long long sig_get_sk_len_bytes(void);
unsigned long long sig_get_sn_len_bytes(void);
int sig_keygen(unsigned char *pk, unsigned long long *pk_len, unsigned char *sk,
    unsigned long long *sk_len);
int sig_sign(unsigned char *sk, unsigned long long sk_len, unsigned char *m,
    unsigned long long m_len, unsigned char *sn, unsigned long long *sn_len);
int sig_verify(unsigned char *pk, unsigned long long pk_len, unsigned char *sn,
    unsigned long long sn_len, unsigned char *m, unsigned long long m_len);

/* kex. Odd passes are of side a and write m1, m3, …; even ones of side b. A pass takes
 * the message of the one before (the first none) and gives 1 where it is the last. A
 * protocol of more passes goes on by name: kex_generate_pass4_msg_b … */
unsigned long long kex_get_passes_num(void);
unsigned long long kex_get_pk_len_bytes(void);
unsigned long long kex_get_sk_len_bytes(void);
unsigned long long kex_get_sta_len_bytes(void);
unsigned long long kex_get_stb_len_bytes(void);
unsigned long long kex_get_ss_len_bytes(void);
unsigned long long kex_get_total_msg_len_bytes(void);
int kex_init_a(unsigned char *pka, unsigned long long *pka_len, unsigned char *ska,
    unsigned long long *ska_len, unsigned char *sta, unsigned long long *sta_len);
int kex_init_b(unsigned char *pkb, unsigned long long *pkb_len, unsigned char *skb,
    unsigned long long *skb_len, unsigned char *stb, unsigned long long *stb_len);
int kex_generate_pass1_msg_a(unsigned char *ska, unsigned long long ska_len,
    unsigned char *pkb, unsigned long long pkb_len, unsigned char *sta,
    unsigned long long *sta_len, unsigned char *m1, unsigned long long *m1_len);
int kex_generate_pass2_msg_b(unsigned char *skb, unsigned long long skb_len,
    unsigned char *pka, unsigned long long pka_len, unsigned char *m1,
    unsigned long long m1_len, unsigned char *stb, unsigned long long *stb_len,
    unsigned char *m2, unsigned long long *m2_len);
int kex_generate_pass3_msg_a(unsigned char *ska, unsigned long long ska_len,
    unsigned char *pkb, unsigned long long pkb_len, unsigned char *m2,
    unsigned long long m2_len, unsigned char *sta, unsigned long long *sta_len,
    unsigned char *m3, unsigned long long *m3_len);
int kex_derive_ss_a(unsigned char *ska, unsigned long long ska_len, unsigned char *pkb,
    unsigned long long pkb_len, unsigned char *mb, unsigned long long mb_len,
    unsigned char *sta, unsigned long long sta_len, unsigned char *ssa,
    unsigned long long *ssa_len);
int kex_derive_ss_b(unsigned char *skb, unsigned long long skb_len, unsigned char *pka,
    unsigned long long pka_len, unsigned char *ma, unsigned long long ma_len,
    unsigned char *stb, unsigned long long stb_len, unsigned char *ssb,
    unsigned long long *ssb_len);

#ifdef __cplusplus
}
#endif

#endif

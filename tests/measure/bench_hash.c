/* SPDX-License-Identifier: MIT */
/* Libraries for tests/bench_measure.py, by WORK: the SHA-256 of libcrypto, nothing, and
 * loops of which it is known how many cycles they take. They do not stand for hash
 * functions: what is asked of them is to take their time. */
#include <stdint.h>
#include <string.h>

#define SHA256 1
#define EMPTY 2
#define ROTATE 3
#define LOAD 4

/* A call is ROUNDS rounds of 64 instructions of which each waits for the one before. */
enum { ROUNDS = 4096 };

#define TIMES_4(text) text text text text
#define TIMES_32(text) TIMES_4(TIMES_4(text)) TIMES_4(TIMES_4(text))

#if defined(__x86_64__)
#define ROTATE_XOR "ror $7, %[x]\n\txor %[by], %[x]\n\t"
#define LOAD_TWICE "mov (%[x]), %[x]\n\tmov (%[x]), %[x]\n\t"
#define NEXT "sub $1, %[rounds]\n\tjnz 1b"
#elif defined(__aarch64__)
#define ROTATE_XOR "ror %[x], %[x], #7\n\teor %[x], %[x], %[by]\n\t"
#define LOAD_TWICE "ldr %[x], [%[x]]\n\tldr %[x], [%[x]]\n\t"
#define NEXT "subs %[rounds], %[rounds], #1\n\tb.ne 1b"
#endif

int CryptHash(int digest_bits, const unsigned char *message, unsigned long long bits,
    unsigned char *digest);

#if WORK == SHA256
#include <openssl/evp.h>

/* What openssl speed calls: one context, kept. */
int
CryptHash(int digest_bits, const unsigned char *message, unsigned long long bits,
    unsigned char *digest)
{
	static EVP_MD_CTX *context;
	static EVP_MD *type;

	if (!context) {
		context = EVP_MD_CTX_new();
		type = EVP_MD_fetch(NULL, "SHA256", NULL);
	}
	return digest_bits == 256 && EVP_DigestInit_ex2(context, type, NULL) &&
		EVP_DigestUpdate(context, message, bits / 8) &&
		EVP_DigestFinal_ex(context, digest, NULL)
	    ? 0
	    : 1;
}

#elif WORK == EMPTY

int
CryptHash(int digest_bits, const unsigned char *message, unsigned long long bits,
    unsigned char *digest)
{
	(void)digest_bits;
	(void)message;
	(void)bits;
	(void)digest;
	return 0;
}

#elif WORK == ROTATE

/* A rotation and an exclusive or take one cycle each: 64 cycles a round. */
int
CryptHash(int digest_bits, const unsigned char *message, unsigned long long bits,
    unsigned char *digest)
{
	uint64_t x = 1, by = 3, rounds = ROUNDS;

	(void)digest_bits;
	(void)message;
	(void)bits;
	__asm__ volatile("1:\n\t" TIMES_32(ROTATE_XOR) NEXT
			 : [x] "+r"(x), [rounds] "+r"(rounds)
			 : [by] "r"(by)
			 : "cc");
	memcpy(digest, &x, sizeof(x));
	return 0;
}

#elif WORK == LOAD

/* A pointer that leads to itself: 64 loads a round, each a whole number of cycles. */
int
CryptHash(int digest_bits, const unsigned char *message, unsigned long long bits,
    unsigned char *digest)
{
	void *self = &self, *x = self;
	uint64_t rounds = ROUNDS;

	(void)digest_bits;
	(void)message;
	(void)bits;
	__asm__ volatile("1:\n\t" TIMES_32(LOAD_TWICE) NEXT
			 : [x] "+r"(x), [rounds] "+r"(rounds)
			 :
			 : "cc", "memory");
	digest[0] = x == self;
	return 0;
}

#endif

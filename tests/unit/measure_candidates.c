/* SPDX-License-Identifier: MIT */
/* The bundled hash functions, in plain C and through libcrypto, as ngcc-measure build
 * made them, against the examples of their standards and each other. BUILD is the
 * folder with candidates/. */
#include "niccs.h"

#include "unit.h"

#include <dlfcn.h>

typedef int hash_function(
    int, const unsigned char *, unsigned long long, unsigned char *);

enum { DIGEST_MAX = 64, MILLION = 1000000, KAT_2_12_BYTES = 512 };

/* What a candidate may link. */
DRNG_ctx drng_algorithm;

static hash_function *
load(const char *name)
{
	const char *build = getenv("BUILD");
	char path[512];
	void *handle, *found;
	hash_function *hash;

	snprintf(path, sizeof(path), "%s%s/candidates/%s",
	    build && *build == '/' ? "" : "./", build ? build : "build", name);
	handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!handle)
		fail_msg("%s", dlerror());
	found = dlsym(handle, "CryptHash");
	memcpy(&hash, &found, sizeof(hash));
	return hash;
}

#define SM3 "hash-sm3/libSM3-256.so", 256
#define SHA256 "hash-sha256/libSHA-256.so", 256
#define SHA512 "hash-sha512/libSHA-512.so", 512
#define SHA3 "hash-sha3/libSHA3-256.so", 256
#define BLAKE2B "hash-libcrypto/libBLAKE2b-512.so", 512
#define ALPHABET "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
#define LONG_ALPHABET \
	"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn" \
	"hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"

/* The library in which libcrypto has the same function. */
static const char *
through_libcrypto(const char *name, char out[80])
{
	snprintf(out, 80, "hash-libcrypto%s", strchr(name, '/'));
	return out;
}

static int
compare(const char *name, const char *library, int digest_bits,
    const unsigned char *message, unsigned long long bits, const char *wanted)
{
	unsigned char digest[DIGEST_MAX];
	char hex[2 * DIGEST_MAX + 1];
	int wrong =
	    unit_count(name, load(library)(digest_bits, message, bits, digest), 0);

	for (int k = 0; k < digest_bits / 8; k++)
		snprintf(hex + 2 * k, 3, "%02x", digest[k]);
	return wrong + unit_text(name, hex, wanted);
}

/* GB/T 32905-2016, annex A; FIPS 180-4 and 202 with the examples that NIST publishes
 * beside them, among them those of bits; RFC 7693, appendix A. SM3 of a bit is from a
 * model apart. A message is the text, so many times, and what is behind it. libcrypto
 * has to give the same for those of whole bytes. */
static const struct {
	const char *library;
	int digest_bits;
	const char *message;
	unsigned times;
	unsigned char last; /* a partial byte, of so many bits */
	unsigned last_bits;
	const char *digest;
} examples[] = {
    {SM3, "abc", 1, 0, 0,
	"66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0"},
    {SM3, "abcd", 16, 0, 0,
	"debe9ff92275b8a138604889c18e5a4d6fdb70e5387e5765293dcba39c0c5732"},
    {SM3, "", 1, 0, 0,
	"1ab21d8355cfa17f8e61194831e81a8f22bec8c728fefb747ed035eb5082aa2b"},
    {SM3, "", 1, 0x80, 1,
	"985ffe9568be96328729b1c16631e9328d356432413d7556a646b9eefe479b9e"},
    {SHA256, "", 1, 0, 0,
	"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
    {SHA256, "abc", 1, 0, 0,
	"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
    {SHA256, ALPHABET, 1, 0, 0,
	"248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
    {SHA256, "a", MILLION, 0, 0,
	"cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
    {SHA256, "", 1, 0x68, 5,
	"d6d3e02a31a84a8caa9718ed6c2057be09db45e7823eb5079ce7a573a3760f95"},
    {SHA512, "abc", 1, 0, 0,
	"ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
	"2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"},
    {SHA512, LONG_ALPHABET, 1, 0, 0,
	"8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018"
	"501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909"},
    {SHA512, "a", MILLION, 0, 0,
	"e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973eb"
	"de0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b"},
    {SHA512, "", 1, 0xb0, 5,
	"d4ee29a9e90985446b913cf1d1376c836f4be2c1cf3cada0720a6bf4857d886a"
	"7ecb3c4e4c0fa8c7f95214e41dc1b0d21b22a84cc03bf8ce4845f34dd5bdbad4"},
    {SHA3, "", 1, 0, 0,
	"a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a"},
    {SHA3, "abc", 1, 0, 0,
	"3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"},
    {SHA3, ALPHABET, 1, 0, 0,
	"41c0dba2a9d6240849100376a8235e2c82e1b9998a999e21db32dd97496d3376"},
    {SHA3, "\xa3", 200, 0, 0,
	"79f38adec5c20307a98ef76e8324afbfd46cfd81b22e3973c65fa1bd9de31787"},
    {SHA3, "\x53\x58\x7b", 1, 0x98, 6,
	"c8242fef409e5ae9d1f1c857ae4dc624b92b19809f62aa8c07411c54a078b1d0"},
    {SHA3, "\xa3", 200, 0xc0, 5,
	"81ee769bed0950862b1ddded2e84aaa6ab7bfdd3ceaa471be31163d40336363c"},
    {BLAKE2B, "abc", 1, 0, 0,
	"ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
	"7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923"},
    {SHA3, "", 1, 0xc8, 5,
	"7b0047cf5a456882363cbf0fb05322cf65f4b7059a46365e830132e3b5d957af"},
};

static void
vectors(void **state)
{
	char name[120], other[80];
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(examples); i++) {
		size_t n = strlen(examples[i].message), all = n * examples[i].times;
		unsigned char *message = mem_get(all + 1);
		unsigned long long bits = 8ULL * all + examples[i].last_bits;

		for (size_t k = 0; k < all; k++)
			message[k] = (unsigned char)examples[i].message[k % n];
		message[all] = examples[i].last;
		snprintf(name, sizeof(name), "%s \"%.20s\" x %u, %u bits",
		    examples[i].library, examples[i].message, examples[i].times,
		    examples[i].last_bits);
		wrong += compare(name, examples[i].library, examples[i].digest_bits,
		    message, bits, examples[i].digest);
		if (!examples[i].last_bits)
			wrong += compare(name,
			    through_libcrypto(examples[i].library, other),
			    examples[i].digest_bits, message, bits, examples[i].digest);
		mem_free(message);
	}
	assert_int_equal(wrong, 0);
}

/* At every length of whole bytes that KAT_2_12 has, with its messages. */
static void
both(void **state)
{
	static const struct {
		const char *library;
		int digest_bits;
	} list[] = {{SM3}, {SHA256}, {SHA512}, {SHA3}};
	static const unsigned char seed[] =
	    "KAT_2_12KAT_2_12KAT_2_12KAT_2_12KAT_2_12KAT_2_12KAT_2_12KAT_2_12";
	unsigned char message[KAT_2_12_BYTES], a[DIGEST_MAX], b[DIGEST_MAX];
	char other[80], name[120];
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		hash_function *plain = load(list[i].library);
		hash_function *libcrypto =
		    load(through_libcrypto(list[i].library, other));
		int bits = list[i].digest_bits;

		init_random_number(&drng_algorithm, seed, sizeof(seed) - 1);
		for (unsigned long long n = 0; n <= KAT_2_12_BYTES; n++) {
			get_random_number(&drng_algorithm, message, 8 * n);
			snprintf(name, sizeof(name), "%s, %llu bytes", other, n);
			wrong += unit_count(name, plain(bits, message, 8 * n, a), 0) +
			    unit_count(name, libcrypto(bits, message, 8 * n, b), 0);
			wrong += unit_count(name, memcmp(a, b, (size_t)bits / 8), 0);
		}
		wrong += unit_true(other, libcrypto(bits, message, 9, b) != 0, true);
		wrong +=
		    unit_true(other, libcrypto(bits / 2, message, 8, b) != 0, true);
	}
	assert_int_equal(wrong, 0);
}

/* What is behind a partial byte's bits does not count, and no other length of a digest
 * is taken. */
static void
edges(void **state)
{
	static const struct {
		const char *library;
		int digest_bits;
	} list[] = {{SM3}, {SHA256}, {SHA512}, {SHA3}};
	unsigned char a[DIGEST_MAX], b[DIGEST_MAX], clean[] = {0xff, 0xe0};
	unsigned char dirty[] = {0xff, 0xff};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		hash_function *hash = load(list[i].library);
		int bits = list[i].digest_bits;

		assert_int_equal(hash(bits, clean, 11, a), 0);
		assert_int_equal(hash(bits, dirty, 11, b), 0);
		wrong += unit_count(list[i].library, memcmp(a, b, (size_t)bits / 8), 0);
		assert_int_equal(hash(bits, clean, 12, b), 0);
		wrong += unit_true(
		    list[i].library, memcmp(a, b, (size_t)bits / 8) != 0, true);
		wrong +=
		    unit_true(list[i].library, hash(bits / 2, clean, 8, a) != 0, true);
	}
	assert_int_equal(wrong, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(vectors),
	    cmocka_unit_test(both),
	    cmocka_unit_test(edges),
	};

	return cmocka_run_group_tests_name("measure_candidates", tests, NULL, NULL);
}

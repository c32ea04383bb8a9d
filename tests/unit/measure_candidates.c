/* SPDX-License-Identifier: MIT */
/* The bundled candidates in plain C, as ngcc-measure build made them, against the
 * examples of their standards. BUILD is the folder with candidates/. */
#include "unit.h"

#include <dlfcn.h>

typedef int hash_function(
    int, const unsigned char *, unsigned long long, unsigned char *);

enum { DIGEST_MAX = 64, MILLION = 1000000 };

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
#define ALPHABET "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
#define LONG_ALPHABET \
	"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn" \
	"hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"

/* GB/T 32905-2016, annex A; FIPS 180-4 and 202 with the examples that NIST publishes
 * beside them, among them those of bits. A message is the text, so many times. */
static void
vectors(void **state)
{
	static const struct {
		const char *library;
		int digest_bits;
		const char *message;
		unsigned times;
		unsigned long long bits; /* 0: all of the text's */
		const char *digest;
	} list[] = {
	    {SM3, "abc", 1, 0,
		"66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0"},
	    {SM3, "abcd", 16, 0,
		"debe9ff92275b8a138604889c18e5a4d6fdb70e5387e5765293dcba39c0c5732"},
	    {SHA256, "", 1, 0,
		"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
	    {SHA256, "abc", 1, 0,
		"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
	    {SHA256, ALPHABET, 1, 0,
		"248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
	    {SHA256, "a", MILLION, 0,
		"cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
	    {SHA256, "\x68", 1, 5,
		"d6d3e02a31a84a8caa9718ed6c2057be09db45e7823eb5079ce7a573a3760f95"},
	    {SHA512, "abc", 1, 0,
		"ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
		"2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"},
	    {SHA512, LONG_ALPHABET, 1, 0,
		"8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018"
		"501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909"},
	    {SHA512, "a", MILLION, 0,
		"e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973eb"
		"de0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b"},
	    {SHA512, "\xb0", 1, 5,
		"d4ee29a9e90985446b913cf1d1376c836f4be2c1cf3cada0720a6bf4857d886a"
		"7ecb3c4e4c0fa8c7f95214e41dc1b0d21b22a84cc03bf8ce4845f34dd5bdbad4"},
	    {SHA3, "", 1, 0,
		"a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a"},
	    {SHA3, "abc", 1, 0,
		"3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"},
	    {SHA3, ALPHABET, 1, 0,
		"41c0dba2a9d6240849100376a8235e2c82e1b9998a999e21db32dd97496d3376"},
	    {SHA3, "\xa3", 200, 0,
		"79f38adec5c20307a98ef76e8324afbfd46cfd81b22e3973c65fa1bd9de31787"},
	    {SHA3, "\xc8", 1, 5,
		"7b0047cf5a456882363cbf0fb05322cf65f4b7059a46365e830132e3b5d957af"},
	};
	unsigned char digest[DIGEST_MAX];
	char hex[2 * DIGEST_MAX + 1], name[80];
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		size_t n = strlen(list[i].message), all = n * list[i].times;
		unsigned char *message = mem_get(all + 1);

		for (size_t k = 0; k < all; k++)
			message[k] = (unsigned char)list[i].message[k % n];
		snprintf(name, sizeof(name), "%s \"%.20s\" x %u", list[i].library,
		    list[i].message, list[i].times);
		wrong += unit_count(name,
		    load(list[i].library)(list[i].digest_bits, message,
			list[i].bits ? list[i].bits : 8ULL * all, digest),
		    0);
		for (int k = 0; k < list[i].digest_bits / 8; k++)
			snprintf(hex + 2 * k, 3, "%02x", digest[k]);
		wrong += unit_text(name, hex, list[i].digest);
		mem_free(message);
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
	    cmocka_unit_test(edges),
	};

	return cmocka_run_group_tests_name("measure_candidates", tests, NULL, NULL);
}

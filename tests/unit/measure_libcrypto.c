/* SPDX-License-Identifier: MIT */
/* The bundled public-key candidates, as ngcc-measure build made them, against the
 * examples of their standards. BUILD is the folder with candidates/. */
#include "measure/library.h"

#include "unit.h"

#include <openssl/bn.h>

enum { MOST = 2048, P256_POINT = 65, KEY = 32, MODULUS = 256 };

DRNG_ctx drng_algorithm;

static void
load(struct library *l, const char *name, enum category category)
{
	static const unsigned char seed[] = "of a test";
	const char *build = getenv("BUILD");
	struct err e = {0};
	char path[512];

	snprintf(path, sizeof(path), "%s/candidates/%s", build ? build : "build", name);
	if (library_open(l, path, category, &drng_algorithm, &e))
		fail_msg("%s", e.text);
	library_seed(l, seed, sizeof(seed));
}

/* Returns the number of bytes. */
static size_t
read_hex(unsigned char *out, const char *hex)
{
	size_t n = strlen(hex) / 2;
	char two[3] = "";

	for (size_t i = 0; i < n; i++) {
		memcpy(two, hex + 2 * i, 2);
		out[i] = (unsigned char)strtoul(two, NULL, 16);
	}
	return n;
}

static int
is_hex(const char *name, const unsigned char *got, size_t n, const char *wanted)
{
	char hex[2 * MOST + 1] = "";

	for (size_t i = 0; i < n; i++)
		snprintf(hex + 2 * i, 3, "%02x", got[i]);
	return unit_text(name, hex, wanted);
}

/* RFC 8032, 7.1: TEST 1 to 3 and TEST SHA(abc). */
static void
ed25519(void **state)
{
	static const struct {
		const char *name, *sk, *pk, *m, *sn;
	} list[] = {
	    {"TEST 1",
		"9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
		"d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
		"e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
		"5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"},
	    {"TEST 2",
		"4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
		"3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
		"72",
		"92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
		"085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"},
	    {"TEST 3",
		"c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
		"fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
		"af82",
		"6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
		"18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"},
	    {"TEST SHA(abc)",
		"833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42",
		"ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
		"ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
		"2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
		"dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b589"
		"09351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704"},
	};
	unsigned char sk[MOST], pk[MOST], m[MOST], sn[MOST];
	unsigned long long sn_len;
	struct library l;
	int wrong = 0;

	(void)state;
	load(&l, "sign-libcrypto/libEd25519.so", CATEGORY_SIGN);
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		size_t n = read_hex(m, list[i].m);

		read_hex(sk, list[i].sk);
		read_hex(pk, list[i].pk);
		sn_len = MOST;
		wrong += unit_count(
		    list[i].name, l.sign.sign(sk, KEY, m, n, sn, &sn_len), 0);
		wrong += is_hex(list[i].name, sn, sn_len, list[i].sn);
		wrong += unit_count(
		    list[i].name, l.sign.verify(pk, KEY, sn, sn_len, m, n), 0);
		m[0] ^= 1;
		wrong += unit_count(
		    list[i].name, l.sign.verify(pk, KEY, sn, sn_len, m, n ? n : 1), -1);
	}
	assert_int_equal(wrong, 0);
}

/* Whether the secret key's public one is the one that keygen gives: it verifies. */
static void
round_trip(void **state)
{
	static const char *const names[] = {
	    "sign-libcrypto/libEd25519.so", "sign-libcrypto/libECDSA-P256.so"};
	unsigned char sk[MOST], pk[MOST], m[] = "a message", sn[MOST], again[MOST];
	struct library l;
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		unsigned long long sk_len = MOST, pk_len = MOST, sn_len = MOST;

		load(&l, names[i], CATEGORY_SIGN);
		assert_int_equal(l.sign.keygen(pk, &pk_len, sk, &sk_len), 0);
		wrong +=
		    unit_count(names[i], (int64_t)pk_len, (int64_t)l.sign.pk_bytes());
		wrong +=
		    unit_count(names[i], (int64_t)sk_len, (int64_t)l.sign.sk_bytes());
		assert_int_equal(l.sign.sign(sk, sk_len, m, sizeof(m), sn, &sn_len), 0);
		wrong += unit_count(
		    names[i], l.sign.verify(pk, pk_len, sn, sn_len, m, sizeof(m)), 0);
		sn[40] ^= 1;
		wrong += unit_count(
		    names[i], l.sign.verify(pk, pk_len, sn, sn_len, m, sizeof(m)), -1);
		/* the same seed, the same key: it is the application's randomness */
		load(&l, names[i], CATEGORY_SIGN);
		assert_int_equal(l.sign.keygen(again, &pk_len, sk, &sk_len), 0);
		wrong += unit_count(names[i], memcmp(again, pk, pk_len), 0);
		wrong += unit_true(names[i],
		    l.sign.sign(sk, sk_len - 1, m, sizeof(m), sn, &sn_len) != 0, true);
	}
	assert_int_equal(wrong, 0);
}

/* RFC 6979, A.2.5: P-256 with SHA-256, both messages. */
static void
ecdsa(void **state)
{
	static const struct {
		const char *m, *sn;
	} list[] = {
	    {"sample",
		"efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716"
		"f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8"},
	    {"test",
		"f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367"
		"019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083"},
	};
	static const char key[] =
	    "04"
	    "60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"
	    "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299";
	unsigned char pk[P256_POINT], m[MOST], sn[MOST];
	struct library l;
	int wrong = 0;

	(void)state;
	load(&l, "sign-libcrypto/libECDSA-P256.so", CATEGORY_SIGN);
	assert_int_equal(read_hex(pk, key), P256_POINT);
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		size_t n = strlen(list[i].m), sn_len = read_hex(sn, list[i].sn);

		memcpy(m, list[i].m, n);
		wrong += unit_count(
		    list[i].m, l.sign.verify(pk, sizeof(pk), sn, sn_len, m, n), 0);
		m[n - 1] ^= 1;
		wrong += unit_count(
		    list[i].m, l.sign.verify(pk, sizeof(pk), sn, sn_len, m, n), -1);
	}
	pk[64] ^= 1; /* no point of the curve */
	wrong += unit_count("bad key", l.sign.verify(pk, sizeof(pk), sn, 64, m, 4), -3);
	assert_int_equal(wrong, 0);
}

#define NINE "0900000000000000000000000000000000000000000000000000000000000000"

/* RFC 7748, 5.2 and 6.1: a number and a point give a point. */
static void
x25519(void **state)
{
	static const struct {
		const char *name, *number, *point, *wanted;
	} list[] = {
	    {"5.2, first",
		"a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
		"e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
		"c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"},
	    {"5.2, second",
		"4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
		"e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
		"95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957"},
	    {"6.1, Alice's public key",
		"77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a",
		NINE,
		"8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a"},
	    {"6.1, Bob's public key",
		"5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb",
		NINE,
		"de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"},
	    {"6.1, the secret",
		"5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb",
		"8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a",
		"4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742"},
	    {"5.2, one iteration", NINE, NINE,
		"422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079"},
	};
	unsigned char st[KEY], m[KEY], ss[KEY], none[1] = {0};
	unsigned long long n;
	struct library l;
	int wrong = 0;

	(void)state;
	load(&l, "kex-libcrypto/libX25519.so", CATEGORY_KEX);
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		read_hex(st, list[i].number);
		read_hex(m, list[i].point);
		n = KEY;
		wrong += unit_count(list[i].name,
		    l.kex.derive_a(none, 0, none, 0, m, KEY, st, KEY, ss, &n), 0);
		wrong += is_hex(list[i].name, ss, n, list[i].wanted);
		wrong += unit_count(list[i].name,
		    l.kex.derive_b(none, 0, none, 0, m, KEY, st, KEY, ss, &n), 0);
		wrong += is_hex(list[i].name, ss, n, list[i].wanted);
	}
	/* a point of small order gives no secret */
	memset(m, 0, KEY);
	n = KEY;
	wrong += unit_true("zero",
	    l.kex.derive_a(none, 0, none, 0, m, KEY, st, KEY, ss, &n) != 0, true);
	assert_int_equal(wrong, 0);
}

/* A ciphertext is the secret to the power of 65537 modulo the key's number, which
 * stands in its DER behind 9 bytes. */
static void
rsasve(void **state)
{
	unsigned char pk[MOST], sk[MOST], ct[MOST], ss[MOST], got[MOST],
	    wanted[MODULUS];
	unsigned long long pk_len = MOST, sk_len = MOST, ct_len = MOST, ss_len = MOST;
	unsigned long long got_len = MOST;
	BN_CTX *context = BN_CTX_new();
	BIGNUM *n, *e = BN_new(), *z, *c = BN_new();
	struct library l;

	(void)state;
	load(&l, "kem-libcrypto/libRSASVE-2048.so", CATEGORY_KEM);
	assert_int_equal(l.kem.keygen(pk, &pk_len, sk, &sk_len), 0);
	assert_int_equal(pk_len, l.kem.pk_bytes());
	assert_true(sk_len <= l.kem.sk_bytes());
	assert_int_equal(l.kem.enc(pk, pk_len, ss, &ss_len, ct, &ct_len), 0);
	assert_int_equal(ss_len, MODULUS);
	assert_int_equal(ct_len, MODULUS);
	n = BN_bin2bn(pk + 9, MODULUS, NULL);
	z = BN_bin2bn(ss, MODULUS, NULL);
	BN_set_word(e, 65537);
	assert_int_equal(BN_num_bits(n), 8 * MODULUS);
	assert_int_equal(BN_mod_exp(c, z, e, n, context), 1);
	assert_int_equal(BN_bn2binpad(c, wanted, MODULUS), MODULUS);
	assert_memory_equal(ct, wanted, MODULUS);
	assert_int_equal(l.kem.dec(sk, sk_len, ct, ct_len, got, &got_len), 0);
	assert_int_equal(got_len, MODULUS);
	assert_memory_equal(got, ss, MODULUS);
	assert_int_not_equal(l.kem.dec(sk, sk_len, ct, ct_len - 1, got, &got_len), 0);
	BN_free(n);
	BN_free(e);
	BN_free(z);
	BN_free(c);
	BN_CTX_free(context);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(ed25519),
	    cmocka_unit_test(round_trip),
	    cmocka_unit_test(ecdsa),
	    cmocka_unit_test(x25519),
	    cmocka_unit_test(rsasve),
	};

	return cmocka_run_group_tests_name("measure_libcrypto", tests, NULL, NULL);
}

/* SPDX-License-Identifier: MIT */
#include "measure/sm3.h"
#include "niccs.h"

#include "unit.h"

/* Upper-case hex of n bytes, in a buffer that the next call uses again. */
static const char *
hex(const unsigned char *bytes, size_t n)
{
	static char text[512];

	for (size_t i = 0; i < n; i++)
		snprintf(text + 2 * i, 3, "%02X", bytes[i]);
	return text;
}

/* The two examples of GB/T 32905-2016, annex A, and the empty message. */
static void
digests(void **state)
{
	static const struct {
		const char *message, *digest;
		size_t times;
	} list[] = {
	    {"abc", "66C7F0F462EEEDD9D1F2D46BDC10E4E24167C4875CF2F7A2297DA02B8F4BA8E0",
		1},
	    {"abcd", "DEBE9FF92275B8A138604889C18E5A4D6FDB70E5387E5765293DCBA39C0C5732",
		16},
	    {"", "1AB21D8355CFA17F8E61194831E81A8F22BEC8C728FEFB747ED035EB5082AA2B", 1},
	};
	unsigned char digest[SM3_BYTES];
	struct sm3 s;
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		sm3_start(&s);
		for (size_t k = 0; k < list[i].times; k++)
			sm3_add(&s, list[i].message, strlen(list[i].message));
		sm3_end(digest, &s);
		wrong +=
		    unit_text(list[i].message, hex(digest, SM3_BYTES), list[i].digest);
	}
	assert_int_equal(wrong, 0);
}

/* An independent model's numbers for the seed 00 01 … 2f, in this order. */
static void
check_values(void **state)
{
	static const struct {
		unsigned bits;
		const char *wanted;
	} list[] = {
	    {512,
		"B569718FC1F1F82A4C0ACF90FF4AC10966E11E3750012597BB7ECFD357C962AA"
		"7CE9861C8C5BC0D8465C2CF6CF42424F92F0A3F133109905E4524D8E7F6E8995"},
	    {13, "6A08"},
	    {256, "0CD47BFC22401CC2380D3A36F852CDFE7D0F80064D92CD5AACFE873E62CB42BB"},
	};
	unsigned char seed[48], out[64];
	DRNG_ctx ctx;
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < sizeof(seed); i++)
		seed[i] = (unsigned char)i;
	init_random_number(&ctx, seed, sizeof(seed));
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		get_random_number(&ctx, out, list[i].bits);
		wrong += unit_text(
		    "random bits", hex(out, (list[i].bits + 7) / 8), list[i].wanted);
	}
	assert_int_equal(wrong, 0);
}

/* The seeds of the known-answer files: "seed" sixteen times, "msg" to 64 bytes. */
static void
file_seeds(void **state)
{
	static const struct {
		const char *word, *wanted;
		unsigned bytes;
	} list[] = {
	    {"seed",
		"927F06B594798A4DDFAA4F03F92AAAF04E1D453F6ED1DE19B86D3AADE048A654"
		"83DF4754049B5CD3F586406CF2C64875C51EDB576DF342B5A970F40EABC15D3C",
		64},
	    {"msg",
		"EE402D1730D0117B9F51BE0672592FCEC438A2945A81F5D894B869DC863CCBF5"
		"7E5C8E7766D74E27E965235CD91E5E30E5583167053E1014",
		56},
	};
	unsigned char seed[64], out[64];
	DRNG_ctx ctx;
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		for (size_t k = 0; k < sizeof(seed); k++)
			seed[k] = (unsigned char)list[i].word[k % strlen(list[i].word)];
		init_random_number(&ctx, seed, sizeof(seed));
		get_random_number(&ctx, out, 8 * list[i].bytes);
		wrong +=
		    unit_text(list[i].word, hex(out, list[i].bytes), list[i].wanted);
	}
	assert_int_equal(wrong, 0);
}

/* A request of no bits goes one step on, and writes nothing. */
static void
nothing(void **state)
{
	unsigned char seed[48] = {0}, a[32], b[32];
	DRNG_ctx one, two;

	(void)state;
	init_random_number(&one, seed, sizeof(seed));
	two = one;
	get_random_number(&one, NULL, 0);
	get_random_number(&one, a, 256);
	get_random_number(&two, b, 256);
	assert_memory_not_equal(a, b, sizeof(a));
	get_random_number(&two, b, 256);
	assert_memory_equal(a, b, sizeof(a));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(digests),
	    cmocka_unit_test(check_values),
	    cmocka_unit_test(file_seeds),
	    cmocka_unit_test(nothing),
	};

	return cmocka_run_group_tests_name("measure_drng", tests, NULL, NULL);
}

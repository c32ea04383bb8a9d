/* SPDX-License-Identifier: MIT */
#include "core/katlog.h"

#include "core/buf.h"
#include "core/pack.h"
#include "unit.h"

static void
reads(void **state)
{
	static const struct {
		const char *name, *text, *status, *detail;
	} list[] = {
	    {"pass ends in a blank", "digest_len = 64\nRESULT hash-30 ZC-DM PASS \n",
		"PASS", ""},
	    {"pass without it", "RESULT hash-30 ZC-DM PASS\n", "PASS", ""},
	    {"no line end", "x = 1\nRESULT hash-30 ZC-DM PASS ", "PASS", ""},
	    {"Windows line end", "x = 1\r\nRESULT hash-30 ZC-DM PASS \r\n", "PASS", ""},
	    {"empty lines behind it", "RESULT hash-30 ZC-DM PASS \n\n\n", "PASS", ""},
	    {"detail", "RESULT kem-33 qube_512 MISMATCH KAT_KEM: line 3 differs\n",
		"MISMATCH", "KAT_KEM: line 3 differs"},
	    {"no such file", "RESULT sign-10 F NOKAT no reference file\n", "NOKAT",
		"no reference file"},
	    {"partial", "RESULT a b PARTIAL 1 of 2\n", "PARTIAL", "1 of 2"},
	    {"crypto", "RESULT sign-32 UVW-512 CRYPTOFAIL accepted\n", "CRYPTOFAIL",
		"accepted"},
	    {"overflow", "RESULT a b OVERFLOW guard\n", "OVERFLOW", "guard"},
	    {"load", "RESULT a b LOADFAIL no symbol\n", "LOADFAIL", "no symbol"},
	    {"build", "RESULT a b BUILDFAIL cc\n", "BUILDFAIL", "cc"},
	    {"timeout", "RESULT a b TIMEOUT 900 s\n", "TIMEOUT", "900 s"},
	    {"crash", "RESULT a b CRASH signal 11\n", "CRASH", "signal 11"},
	    {"the last line counts", "RESULT a b PASS \nRESULT a b MISMATCH file\n",
		"MISMATCH", "file"},
	    {"a decoy after a failure", "RESULT a b MISMATCH file\nRESULT a b PASS \n",
		"PASS", ""},
	    {"a decoy in a line", "out = RESULT a b PASS \nRESULT a b CRASH \n",
		"CRASH", ""},
	    {"a status in the detail", "RESULT a b CRASH after PASS\n", "CRASH",
		"after PASS"},
	    {"an instance with blanks", "RESULT a my own b PASS \n", "PASS", ""},
	    {"an instance of that name", "RESULT a PASS MISMATCH x\n", "MISMATCH", "x"},
	    {"a candidate of that name", "RESULT PASS b CRASH x\n", "CRASH", "x"},
	    {"missing", "digest_len = 64\nnote = x\n", NULL, NULL},
	    {"empty", "", NULL, NULL},
	    {"only line ends", "\n\n", NULL, NULL},
	    {"not the last line", "RESULT a b PASS \nbye\n", NULL, NULL},
	    {"a blank before it", " RESULT a b PASS \n", NULL, NULL},
	    {"lower case", "result a b PASS \n", NULL, NULL},
	    {"a longer word", "RESULTS a b PASS \n", NULL, NULL},
	    {"an unknown status", "RESULT a b FINE \n", NULL, NULL},
	    {"a status in lower case", "RESULT a b pass \n", NULL, NULL},
	    {"part of a status", "RESULT a b PASSED \n", NULL, NULL},
	    {"no instance", "RESULT a PASS \n", NULL, NULL},
	    {"the word alone", "RESULT", NULL, NULL},
	    {"the word and a blank", "RESULT \n", NULL, NULL},
	};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct arena arena = {0};
		struct findings f = {.arena = &arena};
		struct katlog k = {0};
		katlog_read(&k, list[i].text, "file", &arena, &f);
		wrong += unit_text(list[i].name, k.status, list[i].status);
		if (list[i].status)
			wrong += unit_text(list[i].name, k.detail, list[i].detail);
		wrong += unit_fields(list[i].name, &f, list[i].status ? "" : "-");
		arena_free(&arena);
	}
	assert_int_equal(wrong, 0);
}

static void
packs(void **state)
{
	struct arena arena = {0};
	struct findings f = {.arena = &arena};
	struct katlog k = {0}, none = {0}, back = {"x", "y"};
	struct buf bytes = {0};
	struct pack out = {.out = &bytes}, in;
	int wrong = 0;

	(void)state;
	katlog_read(&k, "RESULT a b CRASH signal 11\n", "file", &arena, &f);
	katlog_pack(&out, &k);
	katlog_pack(&out, &none);
	in = pack_from(bytes.data, bytes.len, &arena);
	katlog_pack(&in, &back);
	wrong += unit_text("status", back.status, "CRASH");
	wrong += unit_text("detail", back.detail, "signal 11");
	katlog_pack(&in, &back);
	wrong += unit_text("no status", back.status, NULL);
	wrong += unit_true("bad", in.bad, false);
	buf_free(&bytes);
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(reads),
	    cmocka_unit_test(packs),
	};

	return cmocka_run_group_tests_name("katlog", tests, NULL, NULL);
}

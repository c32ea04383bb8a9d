/* SPDX-License-Identifier: MIT */
#include "core/mem.h"

#include "core/buf.h"
#include "unit.h"

/* Texts of every length around what is formatted at once. */
static void
formats(void **state)
{
	char text[600], wanted[700];
	struct arena arena = {0};
	struct buf buf = {0};
	int wrong = 0;

	(void)state;
	for (size_t n = 0; n < sizeof(text); n++) {
		memset(text, 'a', n);
		text[n] = '\0';
		snprintf(wanted, sizeof(wanted), "<%s>", text);
		wrong += unit_text("arena", arena_format(&arena, "<%s>", text), wanted);
		buf_clear(&buf);
		buf_format(&buf, "<%s>", text);
		wrong += unit_text("buf", buf_string(&buf), wanted);
		wrong += unit_count("length", (int64_t)buf.len, (int64_t)n + 2);
		buf_format(&buf, "%d", 7);
		wrong += unit_count("behind it", buf.data[n + 2], '7');
		arena_reset(&arena);
	}
	buf_free(&buf);
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

/* Pieces do not overlap, are aligned, and zeroed where that is promised. */
static void
pieces(void **state)
{
	static const size_t sizes[] = {0, 1, 15, 16, 17, 32768, 40000, 3};
	struct arena arena = {0};
	char *piece[64];
	size_t wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(piece); i++) {
		size_t size = sizes[i % COUNT_OF(sizes)];
		piece[i] = i % 2 ? arena_get(&arena, size) : arena_room(&arena, size);
		wrong += (uintptr_t)piece[i] % 16 != 0;
		for (size_t k = 0; i % 2 && k < size; k++)
			wrong += piece[i][k] != 0;
		memset(piece[i], (int)i + 1, size);
	}
	for (size_t i = 0; i < COUNT_OF(piece); i++)
		for (size_t k = 0; k < sizes[i % COUNT_OF(sizes)]; k++)
			wrong += piece[i][k] != (char)(i + 1);
	arena_free(&arena);
	assert_int_equal(wrong, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(formats),
	    cmocka_unit_test(pieces),
	};

	return cmocka_run_group_tests_name("mem", tests, NULL, NULL);
}

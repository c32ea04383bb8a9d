/* SPDX-License-Identifier: MIT */
#include "measure/child.h"
#include "measure/sandbox.h"

#include "unit.h"

static void
take_line(void *context, const char *text, size_t len)
{
	buf_add(context, text, len);
	buf_char(context, '|');
}

/* A shell stands for the driver: 3 is the report. */
static void
check_outcomes(const struct sandbox_plan *box)
{
	static const struct {
		const char *name, *script;
		enum outcome outcome;
		int exit_code;
		const char *detail, *lines, *output;
	} list[] = {
	    {"complete", "echo a 1 >&3; echo b >&3; echo outcome complete >&3",
		OUTCOME_COMPLETE, 0, "", "a 1|b|", ""},
	    {"complete with a blank", "echo 'outcome complete ' >&3", OUTCOME_COMPLETE,
		0, "", "", ""},
	    {"prints", "echo x; echo y >&2; echo outcome complete >&3",
		OUTCOME_COMPLETE, 0, "", "", "x\ny\n"},
	    {"fails", "echo 'outcome CRYPTOFAIL it gave 7' >&3; exit 1",
		OUTCOME_CRYPTOFAIL, 1, "it gave 7", "", ""},
	    {"overflow", "echo 'outcome OVERFLOW behind x' >&3; exit 1",
		OUTCOME_OVERFLOW, 1, "behind x", "", ""},
	    {"exit", "echo a >&3; exit 0", OUTCOME_CRASH, 0, "exit(0) was called", "a|",
		""},
	    {"exit 3", "exit 3", OUTCOME_CRASH, 3, "exit(3) was called", "", ""},
	    {"signal", "kill -SEGV $$", OUTCOME_CRASH, -11,
		"signal 11 (Segmentation fault)", "", ""},
	    {"signal behind its word", "echo outcome complete >&3; kill -ABRT $$",
		OUTCOME_CRASH, -6, "signal 6 (Aborted)", "", ""},
	    {"hangs", "echo a >&3; while :; do :; done", OUTCOME_TIMEOUT, -9,
		"not done after 1 s", "a|", ""},
	    {"hangs with closed pipes", "exec 1>&- 2>&- 3>&-; while :; do :; done",
		OUTCOME_TIMEOUT, -9, "not done after 1 s", "", ""},
	    {"leaves a process behind", "sleep 60 & echo outcome complete >&3",
		OUTCOME_COMPLETE, 0, "", "", ""},
	    {"a line without its end", "printf 'a\\noutcome complete' >&3",
		OUTCOME_CRASH, 0, "exit(0) was called", "a|", ""},
	    {"a name that is none", "echo outcome GREAT >&3", OUTCOME_DRIVER, 0, "", "",
		""},
	};
	int wrong = 0;

	for (size_t i = 0; i < COUNT_OF(list); i++) {
		const char *const argv[] = {"sh", "-c", list[i].script, NULL};
		struct buf lines = {0};
		bool hangs = list[i].outcome == OUTCOME_TIMEOUT;
		struct child_plan plan = {.program = "/bin/sh",
		    .argv = argv,
		    .cpu = -1,
		    .timeout_s = hangs ? 1 : 60,
		    .sandbox = box,
		    .line = take_line,
		    .context = &lines};
		struct child_result r = {0};

		assert_int_equal(child_run(&plan, &r, NULL), 0);
		wrong += unit_text(list[i].name, outcome_name(r.outcome),
		    outcome_name(list[i].outcome));
		wrong += unit_count(list[i].name, r.exit_code, list[i].exit_code);
		wrong += unit_text(list[i].name, r.detail, list[i].detail);
		wrong += unit_text(list[i].name, buf_string(&lines), list[i].lines);
		wrong += unit_text(list[i].name, buf_string(&r.output), list[i].output);
		wrong += unit_true(list[i].name, r.wall_s < 20, true);
		buf_free(&lines);
		buf_free(&r.output);
	}
	assert_int_equal(wrong, 0);
}

static void
outcomes(void **state)
{
	(void)state;
	check_outcomes(NULL);
}

/* A process between, and rights given up, change no outcome. */
static void
outcomes_in_sandbox(void **state)
{
	struct sandbox_plan box = sandbox_driver(NULL, -1, 60);

	(void)state;
	box.alone = false; /* a shell starts others */
	check_outcomes(&box);
}

static void
environments(void **state)
{
	static const size_t list[] = {0, 2, 100, 4095};
	static const char *const argv[] = {"sh", "-c",
	    "wc -c </proc/self/environ >&3; echo outcome complete >&3", NULL};
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct buf lines = {0};
		struct child_plan plan = {.program = "/bin/sh",
		    .argv = argv,
		    .cpu = 0,
		    .timeout_s = 60,
		    .line = take_line,
		    .context = &lines,
		    .environment_bytes = list[i]};
		struct child_result r = {0};
		long bytes;

		assert_int_equal(child_run(&plan, &r, NULL), 0);
		/* the shell adds PWD and the like to what it got */
		bytes = strtol(buf_string(&lines), NULL, 10);
		wrong += unit_true("at least", bytes >= (long)list[i], true);
		wrong += unit_true("at most", bytes < (long)list[i] + 400, true);
		buf_free(&lines);
		buf_free(&r.output);
	}
	assert_int_equal(wrong, 0);
}

/* What is printed is cut; the process does not wait for us. */
static void
much_output(void **state)
{
	static const char *const argv[] = {
	    "sh", "-c", "head -c 1000000 /dev/zero; echo outcome complete >&3", NULL};
	struct child_plan plan = {.program = "/bin/sh",
	    .argv = argv,
	    .cpu = -1,
	    .timeout_s = 60,
	    .line = take_line};
	struct child_result r = {0};

	(void)state;
	assert_int_equal(child_run(&plan, &r, NULL), 0);
	assert_int_equal(r.outcome, OUTCOME_COMPLETE);
	assert_int_equal(r.output.len, CHILD_OUTPUT_MAX);
	buf_free(&r.output);
}

static void
no_program(void **state)
{
	static const char *const argv[] = {"x", NULL};
	struct child_plan plan = {.program = "/nowhere/x",
	    .argv = argv,
	    .cpu = -1,
	    .timeout_s = 60,
	    .line = take_line};
	struct child_result r = {0};

	(void)state;
	assert_int_equal(child_run(&plan, &r, NULL), 0);
	assert_int_equal(r.outcome, OUTCOME_DRIVER);
	assert_string_equal(r.detail, "starting it: No such file or directory");
	buf_free(&r.output);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(outcomes),
	    cmocka_unit_test(outcomes_in_sandbox),
	    cmocka_unit_test(environments),
	    cmocka_unit_test(much_output),
	    cmocka_unit_test(no_program),
	};

	return cmocka_run_group_tests_name("measure_child", tests, NULL, NULL);
}

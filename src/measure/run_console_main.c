/* SPDX-License-Identifier: MIT */
#include "measure/run_console.h"

#include "core/err.h"
#include "measure/clock.h"
#include "measure/command.h"
#include "measure/run.h"

#include <unistd.h>

static void
write_log(const struct run_console *c, const char *text)
{
	if (c->log) {
		fprintf(
		    c->log, "%lld %s\n", (long long)(clock_utc_us() / 1000000), text);
		fflush(c->log);
	}
}

void
run_console_tell(void *context, const char *text)
{
	struct run_console *c = context;

	fprintf(stderr, "%s%s\n", c->on_line ? "\r\033[K" : "", text);
	c->on_line = false;
	write_log(c, text);
}

const char *
run_console_duration(double seconds, char out[32])
{
	long s = (long)(seconds + 0.5);

	if (s < 120)
		snprintf(out, 32, "%ld s", s);
	else if (s < 7200)
		snprintf(out, 32, "%ld min", (s + 30) / 60);
	else
		snprintf(out, 32, "%ld h %ld min", s / 3600, s % 3600 / 60);
	return out;
}

/* One line that is written over on a terminal, else one a minute. */
void
run_console_progress(void *context, const struct run *r, const struct run_operation *o)
{
	struct run_console *c = context;
	struct arena arena = {0};
	double now = clock_seconds();
	char text[512], left[32];

	if (!c->terminal && now - c->told_s < 60)
		return;
	c->told_s = now;
	snprintf(text, sizeof(text), "%zu of %zu done, %s left, %d trials repeated: %s",
	    r->operations - run_count(r, RUN_WAITING), r->operations,
	    run_console_duration(run_left(r), left), r->repeated, run_name(o, &arena));
	fprintf(stderr, c->terminal ? "\r\033[K%.120s" : "%s\n", text);
	c->on_line = c->terminal;
	write_log(c, text);
	arena_free(&arena);
}

static void
print_names(const struct run *r, enum run_state state, const char *word)
{
	struct arena arena = {0};

	for (size_t i = 0; i < r->operations; i++)
		if (r->operation[i].state == state)
			printf("%s: %s (KAT %s)\n", word,
			    run_name(&r->operation[i], &arena),
			    r->operation[i].instance->said.kat);
	arena_free(&arena);
}

int
run_console_summary(const struct run *r)
{
	size_t failed = run_count(r, RUN_FAILED), unstable = run_count(r, RUN_UNSTABLE);

	print_names(r, RUN_FAILED, "failed");
	print_names(r, RUN_UNSTABLE, "unstable");
	printf("%zu measured, %zu failed, %zu unstable\n", run_count(r, RUN_MEASURED),
	    failed, unstable);
	return failed || unstable ? ERR_DATA : 0;
}

int
run_console_open(struct run_console *c, const char *log_path)
{
	struct err e = {0};

	c->terminal = isatty(STDERR_FILENO);
	if (!log_path || (c->log = fopen(log_path, "ae")))
		return 0;
	err_system(&e, "%s: cannot be written", log_path);
	return command_fail(&e);
}

void
run_console_close(struct run_console *c)
{
	if (c->on_line)
		fputs("\r\033[K", stderr);
	c->on_line = false;
	if (c->log)
		fclose(c->log);
	c->log = NULL;
}

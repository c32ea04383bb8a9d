/* SPDX-License-Identifier: MIT */
#include "measure/child.h"

#include "core/err.h"
#include "core/mem.h"
#include "measure/clock.h"
#include "measure/report.h"
#include "measure/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* A process that has ended is noticed after this time when another one keeps its pipes.
 */
enum { WATCH_MS = 250 };

struct watch {
	const struct child_plan *plan;
	struct child_result *result;
	pid_t pid;
	int report, output; /* read ends; -1 when at their end */
	struct buf line;    /* the part of a line that has come */
	bool said_outcome, too_long;
};

/* In the child. 0 is /dev/null, 1 and 2 the output, 3 the report. */
static int
set_up(const struct child_plan *plan, int report, int output)
{
	struct rlimit none = {0, 0};
	int null = open("/dev/null", O_RDONLY);
	cpu_set_t cpus;

	/* away from the numbers that they are to replace */
	report = fcntl(report, F_DUPFD_CLOEXEC, REPORT_FD + 1);
	output = fcntl(output, F_DUPFD_CLOEXEC, REPORT_FD + 1);
	if (null < 0 || report < 0 || output < 0 || dup2(null, 0) < 0 ||
	    dup2(output, 1) < 0 || dup2(output, 2) < 0 || dup2(report, REPORT_FD) < 0)
		return -1;
	if (null > REPORT_FD)
		close(null);
	if (plan->cpu >= 0) {
		CPU_ZERO(&cpus);
		CPU_SET((size_t)plan->cpu, &cpus);
		if (sched_setaffinity(0, sizeof(cpus), &cpus))
			return -1;
	}
	personality(
	    (unsigned long)personality(0xffffffff) & ~(unsigned long)ADDR_NO_RANDOMIZE);
	setrlimit(RLIMIT_CORE, &none);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	return setpgid(0, 0);
}

/* "x=xxx", of that many bytes with the NUL; NULL where there is no room for it. */
static char *
fill_environment(size_t bytes)
{
	char *pad = bytes > 1 ? mem_get(bytes + 1) : NULL;

	if (pad) {
		memset(pad, 'x', bytes);
		pad[1] = '=';
		pad[bytes] = '\0';
	}
	return pad;
}

/* Does not return. Takes no memory: another thread may have held its lock. */
static void
become(const struct child_plan *plan, struct sandbox *box, char *pad, int report,
    int output)
{
	char *const own[2] = {pad, NULL};
	char *const *environment = own;
	char text[256];
	int length;

	if (plan->silent)
		environment = plan->environment
		    ? (char *const *)(void *)plan->environment
		    : environ;
	if (!set_up(plan, report, output)) {
		report = REPORT_FD;
		if (box)
			sandbox_execute(box, environment);
		else
			execvpe(plan->program, (char *const *)(void *)plan->argv,
			    environment);
	}
	length = snprintf(text, sizeof(text), "outcome %s starting it: %s\n",
	    outcome_name(OUTCOME_DRIVER), strerror(errno));
	(void)!write(report, text, (size_t)length);
	_exit(ERR_SYSTEM);
}

/* The driver's last word. */
static void
take_outcome(struct watch *w, const char *text)
{
	char name[32];
	size_t n = strcspn(text, " ");

	snprintf(name, sizeof(name), "%.*s", (int)n, text);
	w->result->outcome = outcome_read(name);
	snprintf(w->result->detail, sizeof(w->result->detail), "%s",
	    text + n + (text[n] == ' '));
	w->said_outcome = true;
}

static void
take_report(struct watch *w, const char *bytes, size_t n)
{
	static const char word[] = "outcome ";
	const char *end;

	while ((end = memchr(bytes, '\n', n))) {
		buf_add(&w->line, bytes, (size_t)(end - bytes));
		if (!strncmp(buf_string(&w->line), word, sizeof(word) - 1))
			take_outcome(w, w->line.data + sizeof(word) - 1);
		else if (!strcmp(buf_string(&w->line), REPORT_BEGUN))
			w->result->begun = true;
		else
			w->plan->line(
			    w->plan->context, buf_string(&w->line), w->line.len);
		buf_clear(&w->line);
		n -= (size_t)(end + 1 - bytes);
		bytes = end + 1;
	}
	if (w->line.len + n > CHILD_LINE_MAX)
		w->too_long = true;
	else
		buf_add(&w->line, bytes, n);
}

static void
take_output(struct watch *w, const char *bytes, size_t n)
{
	size_t left = CHILD_OUTPUT_MAX - w->result->output.len;

	buf_add(&w->result->output, bytes, n < left ? n : left);
}

/* Reads what is there; the descriptor becomes -1 at its end. */
static void
drain(struct watch *w, int *fd, void (*take)(struct watch *, const char *, size_t))
{
	char bytes[65536];
	ssize_t n = read(*fd, bytes, sizeof(bytes));

	if (n > 0)
		take(w, bytes, (size_t)n);
	else if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
		close(*fd);
		*fd = -1;
	}
}

/* Reads until both pipes end, the process has ended or its time is over. */
static int
watch(struct watch *w, double end_s, int *status)
{
	bool ended = false;

	while (w->report >= 0 || w->output >= 0) {
		struct pollfd fds[2] = {{w->report, POLLIN, 0}, {w->output, POLLIN, 0}};
		int ready = poll(fds, 2, ended ? 0 : WATCH_MS);

		if (ready > 0 && fds[0].revents)
			drain(w, &w->report, take_report);
		if (ready > 0 && fds[1].revents)
			drain(w, &w->output, take_output);
		if (ready <= 0 && ended)
			break;
		if (ended)
			continue;
		if (w->too_long || clock_seconds() > end_s)
			return -1;
		if (ready == 0 && waitpid(w->pid, status, WNOHANG) == w->pid) {
			ended = true;
			kill(-w->pid, SIGKILL); /* what it has left behind */
		}
	}
	while (!ended && waitpid(w->pid, status, WNOHANG) != w->pid) {
		if (clock_seconds() > end_s)
			return -1;
		poll(NULL, 0, 1);
	}
	return 0;
}

static void
judge(struct watch *w, int status)
{
	struct child_result *r = w->result;
	size_t room = sizeof(r->detail);

	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) {
		r->outcome = OUTCOME_TIMEOUT;
		r->exit_code = -SIGXCPU;
		snprintf(r->detail, room, "its processor time was over");
		return;
	}
	if (WIFSIGNALED(status)) {
		r->outcome = OUTCOME_CRASH;
		r->exit_code = -WTERMSIG(status);
		snprintf(r->detail, room, "signal %d (%s)", WTERMSIG(status),
		    strsignal(WTERMSIG(status)));
		return;
	}
	r->exit_code = WEXITSTATUS(status);
	if (w->said_outcome || (w->plan->silent && r->exit_code == 0))
		return;
	r->outcome = OUTCOME_CRASH;
	snprintf(r->detail, room, "exit(%d) was called", r->exit_code);
}

static void
stop(struct watch *w)
{
	struct child_result *r = w->result;

	kill(-w->pid, SIGKILL);
	kill(w->pid, SIGKILL); /* before it has a group */
	while (waitpid(w->pid, NULL, 0) < 0 && errno == EINTR)
		continue;
	r->exit_code = -SIGKILL;
	r->outcome = w->too_long ? OUTCOME_DRIVER : OUTCOME_TIMEOUT;
	snprintf(r->detail, sizeof(r->detail),
	    w->too_long ? "a line of the report is too long" : "not done after %g s",
	    w->plan->timeout_s);
}

/* The process, with its pipes' read ends in w; -1 and e. */
static int
start(struct watch *w, struct sandbox *box, struct err *e)
{
	const struct child_plan *plan = w->plan;
	int report[2] = {-1, -1}, output[2] = {-1, -1};
	char *pad = fill_environment(plan->environment_bytes);

	if (pipe2(report, O_CLOEXEC) || pipe2(output, O_CLOEXEC) ||
	    (w->pid = box ? sandbox_fork(box) : fork()) < 0) {
		err_system(e, "starting %s", plan->program);
		close(report[0]);
		close(output[0]);
	} else if (w->pid == 0) {
		become(plan, box, pad, report[1], output[1]);
	} else {
		w->report = report[0];
		w->output = output[0];
		fcntl(w->report, F_SETFL, O_NONBLOCK);
		fcntl(w->output, F_SETFL, O_NONBLOCK);
	}
	close(report[1]);
	close(output[1]);
	mem_free(pad);
	return w->pid < 0 ? -1 : 0;
}

int
child_run(const struct child_plan *plan, struct child_result *r, struct err *e)
{
	struct watch w = {
	    .plan = plan, .result = r, .pid = -1, .report = -1, .output = -1};
	double start_s = clock_seconds();
	struct sandbox box;
	struct arena arena = {0};
	bool boxed = plan->sandbox != NULL, stopped;
	int status = 0, failed;

	if (boxed &&
	    sandbox_open(&box, plan->sandbox, plan->program, plan->argv, &arena, e))
		return -1;
	failed = start(&w, boxed ? &box : NULL, e);
	stopped = !failed && watch(&w, start_s + plan->timeout_s, &status);
	if (stopped)
		stop(&w);
	if (boxed)
		r->sandbox = sandbox_close(&box, &status);
	if (!failed && !stopped)
		judge(&w, status);
	r->wall_s = clock_seconds() - start_s;
	if (w.report >= 0)
		close(w.report);
	if (w.output >= 0)
		close(w.output);
	buf_free(&w.line);
	arena_free(&arena);
	return failed;
}

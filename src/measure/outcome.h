/* SPDX-License-Identifier: MIT */
/* outcome.h: what became of a process in which a candidate's code ran. */
#ifndef OUTCOME_H
#define OUTCOME_H

enum outcome {
	OUTCOME_COMPLETE,
	OUTCOME_CRYPTOFAIL, /* an error returned, a length over its claim, no round trip
			     */
	OUTCOME_OVERFLOW,   /* a guard zone was written or an input changed */
	OUTCOME_LOADFAIL,   /* library or symbol missing */
	OUTCOME_TIMEOUT,
	OUTCOME_CRASH,  /* a signal, exit() */
	OUTCOME_DRIVER, /* nothing of the candidate: the driver could not do its work */
};

/* The name as it stands in logs and records: "CRASH". */
const char *outcome_name(enum outcome outcome);

/* OUTCOME_DRIVER where name is none. */
enum outcome outcome_read(const char *name);

#endif

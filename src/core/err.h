/* SPDX-License-Identifier: MIT */
/* err.h: how a function says why it failed. */
#ifndef ERR_H
#define ERR_H

/* The values are the exit codes of both programs. */
enum err_code {
	ERR_NONE = 0,
	ERR_DATA = 1,   /* something in the data, the host or the measurement is not */
	ERR_USAGE = 2,  /* bad command line */
	ERR_SYSTEM = 3, /* memory, disk, permission */
};

struct err {
	enum err_code code;
	char text[1024]; /* one sentence without a line end */
};

/* Fills e (NULL: nothing) and returns -1, so that callers can return the call.
 * A text that is too long is cut. */
int err_set(struct err *e, enum err_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same with code ERR_SYSTEM and errno's message behind the text. */
int err_system(struct err *e, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif

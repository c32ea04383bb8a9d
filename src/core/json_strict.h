/* SPDX-License-Identifier: MIT */
/* json_strict.h: what JSON forbids and cJSON lets through, found in the text itself. */
#ifndef JSON_STRICT_H
#define JSON_STRICT_H

#include <stddef.h>

struct err;

/* -1 and e where text[0..len) has a byte-order mark, a string with invalid UTF-8, a
 * control character or \u0000, a number of another form than JSON's, or more levels or
 * values than json.h allows. 0 does not say that it is JSON: cJSON decides that. */
int json_strict(const char *text, size_t len, struct err *e);

/* Fills e with "<what> at line L, byte B"; returns -1. */
int json_place(const char *text, size_t at, const char *what, struct err *e);

#endif

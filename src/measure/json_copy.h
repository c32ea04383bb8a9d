/* SPDX-License-Identifier: MIT */
/* json_copy.h: a part of one JSON tree into another. */
#ifndef JSON_COPY_H
#define JSON_COPY_H

struct json;

/* Adds a copy of from (NULL: null) to an object, or to an array where name is NULL. The
 * names in from have to outlive to. */
void json_copy(struct json *to, const char *name, const struct json *from);

#endif

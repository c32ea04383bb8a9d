/* SPDX-License-Identifier: MIT */
/* json_file.h: a JSON file as a tree, for programs that wrote it themselves. */
#ifndef JSON_FILE_H
#define JSON_FILE_H

struct err;
struct json;

/* Sets *j to what stands in the file, freed with json_free; NULL where there is no such
 * file, and where it is none that can be read: then -1 and e, which names it. */
int json_file_read(struct json **j, const char *path, struct err *e);

#endif

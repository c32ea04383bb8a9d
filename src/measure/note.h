/* SPDX-License-Identifier: MIT */
/* note.h: what stands beside a library that ngcc-measure built: lib<label>.json. */
#ifndef NOTE_H
#define NOTE_H

struct arena;
struct json;
struct result_library;

/* Fills what l does not know yet from the note beside path, if there is one and it is
 * of the library with the digest l->sha256. Texts go to the arena. Returns the note,
 * which l->compile is a part of, to be freed with json_free; NULL where there is none.
 */
struct json *note_read(struct result_library *l, const char *path, struct arena *arena);

#endif

/* SPDX-License-Identifier: MIT */
/* note.h: what stands beside a library that ngcc-measure built: lib<label>.json. */
#ifndef NOTE_H
#define NOTE_H

struct arena;
struct elf;
struct json;
struct result_library;

/* The note beside the library path, if there is one and it is of the library with this
 * digest; freed with json_free. NULL where there is none. */
struct json *note_open(const char *path, const char *sha256, struct arena *arena);

/* Fills what l does not know yet of the library path: from its file, from the note
 * beside it, and what then is still missing with words that say so. Texts go to the
 * arena, or are constants. Returns the note, of which l->compile and l->catalog are
 * parts; as note_open. */
struct json *note_read(struct result_library *l, const char *path,
    const struct elf *elf, struct arena *arena);

#endif

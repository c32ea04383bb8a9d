/* SPDX-License-Identifier: MIT */
/* sha256.h: the digest of bytes and files. */
#ifndef SHA256_H
#define SHA256_H

#include <stddef.h>

enum { SHA256_HEX = 65 }; /* 64 digits and the NUL */

/* The digest of n bytes as lower-case hex. Returns out. */
char *sha256_hex(char out[SHA256_HEX], const void *bytes, size_t n);

/* The same of bytes that come in parts. */
struct sha256;

struct sha256 *sha256_new(void);
void sha256_add(struct sha256 *s, const void *bytes, size_t n);
char *sha256_end(char out[SHA256_HEX], struct sha256 *s); /* frees s */

#endif

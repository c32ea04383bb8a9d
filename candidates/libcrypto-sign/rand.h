/* SPDX-License-Identifier: MIT */
/* rand.h: libcrypto's random numbers, taken from the application's generator. */
#ifndef RAND_H
#define RAND_H

/* From here on; 0 where libcrypto refuses. May be called again. */
int rand_from_application(void);

#endif

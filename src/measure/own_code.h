/* SPDX-License-Identifier: MIT */
/* own_code.h: the program's own machine code, which nobody has a reason to change. */
#ifndef OWN_CODE_H
#define OWN_CODE_H

#include <stdint.h>

/* A sum over it, without its libraries; 0 where it is not found. */
uint64_t own_code_sum(void);

#endif

/* SPDX-License-Identifier: MIT */
/* scheme_kem.h: the steps of a key encapsulation. */
#ifndef SCHEME_KEM_H
#define SCHEME_KEM_H

#include "measure/scheme.h"

/* KEM_GOT is the secret that decapsulation gives; it has to be KEM_SS. */
enum { KEM_PK, KEM_SK, KEM_CT, KEM_SS, KEM_GOT, KEM_PARTS };

enum { KEM_KEYGEN, KEM_ENC, KEM_DEC, KEM_STEPS };

const struct scheme *scheme_kem(void);

#endif

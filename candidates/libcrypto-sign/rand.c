/* SPDX-License-Identifier: MIT */
#include "rand.h"

#include "niccs.h"

#include <openssl/rand.h>

static int
bytes(unsigned char *out, int n)
{
	return get_random_number(&drng_algorithm, out, 8 * (unsigned long long)n) == 0;
}

static int
status(void)
{
	return 1;
}

/* Deprecated from OpenSSL 3.0 on, which wants a provider instead, but there up to 3.x
 * and before every other source. */
int
rand_from_application(void)
{
	static const RAND_METHOD method = {NULL, bytes, NULL, NULL, bytes, status};

	return RAND_set_rand_method(&method) == 1;
}

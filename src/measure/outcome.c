/* SPDX-License-Identifier: MIT */
#include "measure/outcome.h"

#include <string.h>

static const char *const names[] = {
    [OUTCOME_COMPLETE] = "complete",
    [OUTCOME_CRYPTOFAIL] = "CRYPTOFAIL",
    [OUTCOME_OVERFLOW] = "OVERFLOW",
    [OUTCOME_LOADFAIL] = "LOADFAIL",
    [OUTCOME_TIMEOUT] = "TIMEOUT",
    [OUTCOME_CRASH] = "CRASH",
    [OUTCOME_DRIVER] = "failed",
};

const char *
outcome_name(enum outcome outcome)
{
	return names[outcome];
}

enum outcome
outcome_read(const char *name)
{
	for (int i = 0; i < OUTCOME_DRIVER; i++)
		if (!strcmp(names[i], name))
			return (enum outcome)i;
	return OUTCOME_DRIVER;
}

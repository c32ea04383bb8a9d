/* SPDX-License-Identifier: MIT */
#include "measure/own_code.h"

#include "measure/guard.h"

#include <link.h>

/* Called for the program itself, which comes first, and for no other. */
static int
add_code(struct dl_phdr_info *program, size_t size, void *sum)
{
	uint64_t *to = sum;

	(void)size;
	for (int i = 0; i < program->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &program->dlpi_phdr[i];
		if (part->p_type != PT_LOAD || !(part->p_flags & PF_X))
			continue;
		/* an address that the loader tells as a number */
		*to ^= guard_sum((const unsigned char *)(uintptr_t)(program->dlpi_addr +
				     part->p_vaddr),
		    part->p_memsz);
	}
	return 1;
}

uint64_t
own_code_sum(void)
{
	uint64_t sum = 0;

	dl_iterate_phdr(add_code, &sum);
	return sum;
}

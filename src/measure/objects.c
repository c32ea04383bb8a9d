/* SPDX-License-Identifier: MIT */
#include "measure/objects.h"

struct visiting {
	size_t from, number;
	void (*visit)(void *context, const struct dl_phdr_info *object);
	void *context;
};

static int
take_object(struct dl_phdr_info *object, size_t size, void *context)
{
	struct visiting *v = context;

	(void)size;
	if (v->number >= v->from && v->visit)
		v->visit(v->context, object);
	v->number++;
	return 0;
}

size_t
objects_count(void)
{
	struct visiting v = {0};

	dl_iterate_phdr(take_object, &v);
	return v.number;
}

void
objects_visit(size_t from,
    void (*visit)(void *context, const struct dl_phdr_info *object), void *context)
{
	struct visiting v = {from, 0, visit, context};

	dl_iterate_phdr(take_object, &v);
}

int64_t
objects_load_bytes(const struct dl_phdr_info *object)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < object->dlpi_phnum; i++)
		if (object->dlpi_phdr[i].p_type == PT_LOAD)
			sum += object->dlpi_phdr[i].p_memsz;
	return (int64_t)sum;
}

/* SPDX-License-Identifier: MIT */
#include "report/listener.h"

#include "core/finding.h"

size_t
listener_tell(const struct listener *l, const char *dataset, const struct findings *all)
{
	for (size_t i = 0; i < all->count; i++)
		l->finding(l->context, dataset, &all->list[i]);
	return all->count;
}

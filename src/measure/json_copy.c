/* SPDX-License-Identifier: MIT */
#include "measure/json_copy.h"

#include "core/json.h"

void
json_copy(struct json *to, const char *name, const struct json *from)
{
	struct json *inner = NULL;
	double number;
	bool truth;

	if (json_is_object(from))
		inner = json_add_object(to, name);
	else if (json_is_array(from))
		inner = json_add_array(to, name);
	else if (json_number(from, &number))
		json_add_number(to, name, number);
	else if (json_bool(from, &truth))
		json_add_bool(to, name, truth);
	else
		json_add_text(to, name, json_text(from));
	/* no deeper than JSON_DEPTH, since it was read */
	for (from = inner ? json_first(from) : NULL; from; from = json_next(from))
		json_copy(inner, json_is_array(inner) ? NULL : json_name(from), from);
}

/* SPDX-License-Identifier: MIT */
#include "core/json_file.h"

#include "core/buf.h"
#include "core/err.h"
#include "core/file.h"
#include "core/json.h"

#include <fcntl.h>
#include <unistd.h>

int
json_file_read(struct json **j, const char *path, struct err *e)
{
	struct buf text = {0};
	struct err why = {0};

	*j = NULL;
	if (access(path, F_OK))
		return 0;
	if (!file_read(AT_FDCWD, path, FILE_MAX, &text, NULL, &why))
		*j = json_parse(text.data, text.len, &why);
	buf_free(&text);
	return *j ? 0 : err_set(e, why.code, "%s: %s", path, why.text);
}

/* SPDX-License-Identifier: MIT */
#include "measure/filing_lock.h"

#include "core/err.h"
#include "core/file.h"
#include "core/json.h"
#include "core/json_file.h"
#include "core/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

int
filing_refuse_campaign(const char *folder, struct arena *arena, struct err *e)
{
	const char *path = arena_format(arena, "%s/campaign.json", folder);
	struct json *j;
	double seed;
	int failed = json_file_read(&j, path, e);

	/* run notes what it shuffled with */
	if (!failed &&
	    json_number(json_member(json_first(json_member(j, "runs")), "seed"), &seed))
		failed = err_set(e, ERR_DATA,
		    "%s is a campaign that was measured by run: what is timed singly "
		    "does not belong to it; give another --system",
		    folder);
	json_free(j);
	return failed ? -1 : 0;
}

int
filing_lock(const char *folder, struct arena *arena, struct err *e)
{
	int fd;

	if (file_make_folders(AT_FDCWD, arena_format(arena, "%s/x", folder), e))
		return -1;
	fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return err_system(e, "%s: cannot be opened", folder);
	while (flock(fd, LOCK_EX))
		if (errno != EINTR) {
			err_system(e, "%s: cannot be locked", folder);
			close(fd);
			return -1;
		}
	return fd;
}

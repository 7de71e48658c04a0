/* seal.c -- a seed is as good as its chance: all 64 bits come from the system. */
#define _DEFAULT_SOURCE

#include "cmd/seal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cmd/keep.h"

static bool cannot(const char *path, const char *what)
{
	cmd_complain("`%s` %s: %s", path, what, strerror(errno));
	return false;
}

static bool write_seed(int file, uint64_t seed)
{
	char words[24];
	int length = snprintf(words, sizeof words, "%" PRIu64 "\n", seed);

	return cmd_write_whole(file, words, (size_t)length);
}

static bool draw_seed(const char *path, uint64_t *seed)
{
	int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	bool well;

	if (file < 0)
		return cannot(path, "cannot be written");
	well = getentropy(seed, sizeof *seed) == 0 && write_seed(file, *seed);
	if (!well) {
		cannot(path, "cannot be written");
		unlink(path);
	}
	close(file);
	return well;
}

bool seal_seed(const char *path, bool draw, uint64_t *seed)
{
	char *bytes, *end;
	size_t length;
	bool well;

	if (draw && access(path, F_OK) != 0 && errno == ENOENT)
		return draw_seed(path, seed);
	if (!keep_read(path, &bytes, &length))
		return false;
	errno = 0;
	bytes[length < 30 ? length : 30] = '\0'; /* keep_read() leaves more room than that */
	*seed = strtoull(bytes, &end, 10);
	well = bytes[0] >= '0' && bytes[0] <= '9' && errno == 0 && end[strspn(end, "\r\n")] == '\0';
	free(bytes);
	if (!well)
		cmd_complain("`%s` is no file with a seed: a whole number should stand in it", path);
	return well;
}

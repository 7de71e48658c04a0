/* confine.c -- by Landlock, which Linux has since 5.13. */
#define _GNU_SOURCE
#include "serve/confine.h"

#include <linux/landlock.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static const uint64_t to_read = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
static const uint64_t to_keep = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR |
                                LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG |
                                LANDLOCK_ACCESS_FS_REMOVE_FILE;
static const uint64_t all = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1; /* what the first version knows */

static bool allow(int rules, int folder, uint64_t what)
{
	const struct landlock_path_beneath_attr below = { .allowed_access = what, .parent_fd = folder };

	return folder < 0 || syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &below, 0) == 0;
}

bool confine(int own, int read)
{
	const struct landlock_ruleset_attr asked = { .handled_access_fs = all };
	int rules = (int)syscall(SYS_landlock_create_ruleset, &asked, sizeof asked, 0);
	bool fine = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && rules >= 0 && allow(rules, own, to_keep) &&
	            allow(rules, read, to_read) && syscall(SYS_landlock_restrict_self, rules, 0) == 0;

	if (rules >= 0)
		close(rules);
	return fine;
}

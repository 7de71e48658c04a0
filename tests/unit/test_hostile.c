/* test_hostile.c -- no rules file of 2 KB takes many steps to check, show, compare or print. Each file of tests/hostile tries
 * to; steps are counted as requests for memory, so that no clock decides. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>
#include "canasta.h"
#include "grammar/arena.h"

enum {
	SIZE_MOST = 2048,
	REQUESTS_MOST = 500000 /* of one verb; a file with sixty variants of a large game needs half of that */
};

static void leave(void *context, const char *bytes, size_t length)
{
	(void)context, (void)bytes, (void)length;
}

/* The file of tests/hostile that is called [path]. */
static enum canasta_read read_hostile(void *context, const char *path, const struct canasta_out *to)
{
	char name[300], text[SIZE_MOST + 1];
	size_t length;
	FILE *file;

	(void)context;
	snprintf(name, sizeof name, "tests/hostile/%s", path);
	file = fopen(name, "r");
	if (file == NULL)
		return CANASTA_READ_MISSING;
	length = fread(text, 1, sizeof text, file);
	fclose(file);
	assert_in_range(length, 1, SIZE_MOST);
	to->write(to->context, text, length);
	return CANASTA_READ_OK;
}

static const struct canasta_io io = { .reader = { .read = read_hostile },
	                              .out = { leave, NULL },
	                              .messages = { leave, NULL } };

/* ---- verbs ---- */

static int check(const char *path)
{
	const struct canasta_checking how = { .form = CANASTA_TEXT };

	return canasta_check(&io, &path, 1, &how);
}

static int show(struct canasta_variant *variant)
{
	return canasta_show(&io, variant, "", 0);
}

static int hash(struct canasta_variant *variant)
{
	char digits[65];

	return canasta_hash(&io, variant, digits);
}

static int sheet(struct canasta_variant *variant)
{
	const struct canasta_sheet_plan plan = { .form = CANASTA_TEXT };

	return canasta_sheet(&io, variant, &plan);
}

/* ---- files ---- */

static void takes_few_steps(const char *path, const char *verb, int status)
{
	arena_fail_at(0, 0);
	if (status == CANASTA_INTERNAL)
		fail_msg("%s %s takes more than %d requests for memory", verb, path, REQUESTS_MOST);
}

static void is_harmless(const char *path)
{
	static int (*const verbs[])(struct canasta_variant *) = { show, hash, sheet };
	static const char *const names[] = { "show", "hash", "sheet" };
	struct canasta_variant *variant = NULL;
	int status;

	arena_fail_at(REQUESTS_MOST, 1);
	takes_few_steps(path, "check", check(path));
	arena_fail_at(REQUESTS_MOST, 1);
	status = canasta_load(&io, path, NULL, 0, &variant);
	takes_few_steps(path, "load", status);
	for (size_t i = 0; i < sizeof verbs / sizeof *verbs && status == CANASTA_FINE; i++) {
		arena_fail_at(REQUESTS_MOST, 1);
		takes_few_steps(path, names[i], verbs[i](variant));
	}
	canasta_free(variant);
}

static void no_small_file_takes_many_steps(void **unused)
{
	DIR *folder = opendir("tests/hostile");
	int files = 0;

	(void)unused;
	assert_non_null(folder);
	for (struct dirent *entry; (entry = readdir(folder)) != NULL;)
		if (strstr(entry->d_name, ".canasta") != NULL) {
			is_harmless(entry->d_name);
			files++;
		}
	closedir(folder);
	assert_true(files > 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(no_small_file_takes_many_steps) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* files.h -- reads rules files for the test programs, which are run from the top folder. */
#ifndef TESTS_FILES_H
#define TESTS_FILES_H

#include <stdio.h>

#include "game/tables.h"
#include "grammar/arena.h"
#include "grammar/text.h"
#include "rules/build.h"
#include "rules/library.h"

static inline enum read_result read_from_disk(void *context, const char *path, struct text *bytes)
{
	FILE *file = fopen(path, "rb");
	char part[4096];
	size_t length;

	(void)context;
	if (file == NULL)
		return READ_MISSING;
	while ((length = fread(part, 1, sizeof part, file)) > 0)
		text_add_bytes(bytes, part, length);
	fclose(file);
	return READ_OK;
}

static const struct reader FROM_DISK = { .read = read_from_disk };

/* The rules of [variant] with the [count] options in [with], which live in [*library]; NULL, and what is wrong with them is
 * written, if there are none. */
static inline struct rules *rules_from_disk(struct library *library, const char *variant, char **with, int count)
{
	struct text findings = { 0 };
	struct rules *rules;

	library_begin(library, arena_new(), FROM_DISK);
	rules = tables_compile(library, rules_build(library, variant, (const char *const *)with, count));
	if (rules == NULL) {
		diags_write(&library->diags, &findings);
		fputs(text_read(&findings), stderr);
		text_free(&findings);
	}
	return rules;
}

#endif

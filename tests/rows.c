/* rows.c -- the settings that exactly one of the shipped documents states, in its variants or their options: are they
 * worded so that another club could use them? Those that none states come last. Prints a line for each. */
#include <stdio.h>

#include "grammar/arena.h"
#include "grammar/tree.h"
#include "rules/build.h"
#include "tests/files.h"

enum { DOCUMENTS_MAX = 64, NAME_MAX_LENGTH = 40 };

/* For each setting, the documents that state it, as a set of bits by their numbers. */
static uint64_t stated[ROW_COUNT];

static void note_rules(const struct rules *rules, int document)
{
	for (struct setting at = { .item = -1 }; rules != NULL && setting_next(rules, &at);)
		if (rules_cell(rules, at.row, at.item)->statement != NULL)
			stated[at.row] |= UINT64_C(1) << document;
}

static void note_variant(struct library *library, const struct library_file *file, const struct statement *variant,
                         int document)
{
	const struct rules *rules = rules_build_variant(library, file, variant, NULL, 0);

	note_rules(rules, document);
	for (const struct option *option = rules != NULL ? rules->options : NULL; option != NULL;
	     option = option->next) {
		char word[2 * NAME_MAX_LENGTH];
		const char *with = word;
		snprintf(word, sizeof word, "%s%s%s", option->name, option->alternative != NULL ? "=" : "",
		         option->alternative != NULL ? option->alternative : "");
		note_rules(rules_build_variant(library, file, variant, &with, 1), document);
	}
}

static void write_row(int row, const char *document)
{
	struct text path = { 0 };

	for (int group = rows[row].in; group != GROUP_root; group = groups[group].in) {
		struct text inner = path;
		path = (struct text){ 0 };
		text_format(&path, "%s.%s", groups[group].name, text_read(&inner));
		text_free(&inner);
	}
	printf("%-8s %s%s\n         %s\n", document, text_read(&path), rows[row].name, rows[row].sentence);
	text_free(&path);
}

int main(void)
{
	static char name[DOCUMENTS_MAX][NAME_MAX_LENGTH];
	int documents = 0;

	for (; documents < DOCUMENTS_MAX && library_shipped(documents, name[documents], NAME_MAX_LENGTH); documents++) {
		static struct library library;
		const struct library_file *file;
		const char *variant;
		library = (struct library){ 0 };
		library_begin(&library, arena_new(), FROM_DISK);
		file = library_file(&library, name[documents], &variant);
		for (const struct statement *at = file != NULL ? file->statements : NULL; at != NULL; at = at->next)
			if (at->kind == STATEMENT_VARIANT)
				note_variant(&library, file, at, documents);
		arena_free(library.arena);
	}
	for (int row = 0; row < ROW_COUNT; row++)
		if (stated[row] != 0 && (stated[row] & (stated[row] - 1)) == 0)
			write_row(row, name[__builtin_ctzll(stated[row])]);
	for (int row = 0; row < ROW_COUNT; row++)
		if (stated[row] == 0)
			write_row(row, "nobody");
	return 0;
}

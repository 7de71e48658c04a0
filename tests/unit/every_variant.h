/* every_variant.h -- for tests of what is written: every shipped variant with each of its options, and numbers read back
 * from words. */
#ifndef TESTS_EVERY_VARIANT_H
#define TESTS_EVERY_VARIANT_H

#include <stdio.h>
#include <string.h>

#include "grammar/arena.h"
#include "grammar/tree.h"
#include "rules/build.h"
#include "tests/files.h"

typedef void (*with_rules)(const struct rules *rules);

/* Calls [each] for every variant of a file, alone and with each of its options. */
static inline void for_each_in_file(const char *name, with_rules each)
{
	struct library library = { 0 };
	const struct library_file *file;
	const char *variant;

	library_begin(&library, arena_new(), FROM_DISK);
	file = library_file(&library, name, &variant);
	for (const struct statement *at = file->statements; at != NULL; at = at->next) {
		const struct rules *rules;
		if (at->kind != STATEMENT_VARIANT)
			continue;
		rules = tables_compile(&library, rules_build_variant(&library, file, at, NULL, 0));
		assert_non_null(rules);
		each(rules);
		for (const struct option *option = rules->options; option != NULL; option = option->next) {
			char word[200];
			const char *with = word;
			snprintf(word, sizeof word, "%s%s%s", option->name, option->alternative != NULL ? "=" : "",
			         option->alternative != NULL ? option->alternative : "");
			each(tables_compile(&library, rules_build_variant(&library, file, at, &with, 1)));
		}
	}
	arena_free(library.arena);
}

/* Calls [each] for every shipped variant, alone and with each of its options. */
static inline void for_each_variant(with_rules each)
{
	char name[40];

	for (int i = 0; library_shipped(i, name, sizeof name); i++)
		for_each_in_file(name, each);
}

enum { NUMBERS_MAX = 400 };

/* Numbers, of a sentence or of a table. */
struct numbers {
	int32_t number[NUMBERS_MAX];
	int count;
};

static inline void add_number(struct numbers *to, int64_t number)
{
	assert_true(to->count < NUMBERS_MAX);
	to->number[to->count++] = (int32_t)number;
}

/* Reads the numbers back: digits with commas between thousands, perhaps behind a sign. */
static inline void read_numbers(const char *sentence, struct numbers *to)
{
	for (const char *at = sentence; *at != '\0';) {
		int64_t number = 0;
		bool minus = at > sentence && at[-1] == '-';
		if (*at < '0' || *at > '9') {
			at++;
			continue;
		}
		while ((*at >= '0' && *at <= '9') || (*at == ',' && at[1] >= '0' && at[1] <= '9')) {
			if (*at != ',')
				number = number * 10 + (*at - '0');
			at++;
		}
		add_number(to, minus ? -number : number);
	}
}

#endif

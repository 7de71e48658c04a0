/* test_compare.c -- the order in which a file says things is no difference, but for the items of four lists, nor is its layout. */
#include "position_words.h"

#include <stdio.h>
#include "grammar/tree.h"
#include "rules/compare.h"

static struct library library;

/* A term is named before it is used, and of some lists the order counts. */
static bool is_in_order(const struct statement *one)
{
	static const char *const heads[] = { "define", "meld", "take", "special", "score" };

	for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
		if (one->kind == STATEMENT_RULE && strcmp(one->head, heads[i]) == 0)
			return true;
	return false;
}

/* Turns the statements of a block round, and those of the blocks in them; what is_in_order() goes to the front as it is. The first
 * alternative of a choice is the usual one and stays so. */
static struct statement *reversed(struct statement *block)
{
	struct statement *terms = NULL, **last_term = &terms, *rest = NULL;

	for (struct statement *next; block != NULL; block = next) {
		next = block->next;
		if (block->kind != STATEMENT_CHOICE)
			block->block = reversed(block->block);
		if (is_in_order(block)) {
			*last_term = block;
			last_term = &block->next;
			block->next = NULL;
		} else {
			block->next = rest;
			rest = block;
		}
	}
	*last_term = rest;
	return terms;
}

static void assert_same(const struct rules *one, const struct rules *other)
{
	const struct rules *const both[2] = { one, other };
	struct comparison comparison;
	char hash[2][RULES_HASH_ROOM];
	int settings = 0;

	assert_true(compare_rules(both, 2, &comparison));
	for (int i = 0; i < comparison.lines; i++) {
		settings += comparison.line[i].row >= 0;
		if (comparison.line[i].differs)
			fail_msg("%s: %s", one->name, groups[comparison.line[i].group].name);
	}
	assert_true(settings > 90);
	comparison_free(&comparison);
	assert_true(rules_hash(one, hash[0]) && rules_hash(other, hash[1]));
	assert_string_equal(hash[0], hash[1]);
}

static const struct rules *built(const struct library_file *file, const struct statement *variant)
{
	return rules_build_variant(&library, file, variant, NULL, 0);
}

static void reordering_changes_nothing(void **unused)
{
	const struct rules *before[16];
	char name[64];

	(void)unused;
	for (int i = 0; library_shipped(i, name, sizeof name); i++) {
		const struct library_file *file;
		const char *ignored;
		int count = 0, after = 0;
		library_begin(&library, arena_new(), (struct reader){ .read = read_test_file });
		file = library_file(&library, name, &ignored);
		assert_non_null(file);
		for (struct statement *part = file->statements; part != NULL; part = part->next)
			if (part->kind == STATEMENT_VARIANT)
				before[count++] = built(file, part);
		for (struct statement *part = file->statements; part != NULL; part = part->next)
			if (part->kind == STATEMENT_VARIANT)
				part->block = reversed(part->block);
		for (struct statement *part = file->statements; part != NULL; part = part->next)
			if (part->kind == STATEMENT_VARIANT) {
				const struct rules *again = built(file, part);
				assert_non_null(again);
				assert_same(before[after++], again);
			}
		assert_int_equal(count, after);
		arena_free(library.arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(reordering_changes_nothing) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* test_build.c -- a variant that is built often, with one option after the other, becomes the same rules each time as if it was built
 * alone: no build changes what the builds after it begin with. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "every_variant.h"
#include "rules/compare.h"
#include "rules/options.h"

static void assert_same_tables(const struct rules *one, const struct rules *other)
{
	assert_memory_equal(one->form, other->form, sizeof one->form);
	assert_memory_equal(one->canasta_numbers, other->canasta_numbers, sizeof one->canasta_numbers);
	assert_memory_equal(one->class_sure, other->class_sure, sizeof one->class_sure);
	assert_memory_equal(one->class_maybe, other->class_maybe, sizeof one->class_maybe);
}

static void assert_same_remarks(const struct remark *one, const struct remark *other)
{
	for (; one != NULL && other != NULL; one = one->next, other = other->next) {
		assert_ptr_equal(one->notes, other->notes);
		assert_int_equal(one->group, other->group);
		assert_int_equal(one->item, other->item);
	}
	assert_ptr_equal(one, other);
}

static void assert_same_options(const struct option *one, const struct option *other)
{
	for (; one != NULL && other != NULL; one = one->next, other = other->next) {
		assert_ptr_equal(one->statement, other->statement);
		assert_int_equal(one->chosen, other->chosen);
	}
	assert_ptr_equal(one, other);
}

static void assert_same(const struct rules *one, const struct rules *other)
{
	char hash[RULES_HASH_ROOM], other_hash[RULES_HASH_ROOM];

	assert_true(one != NULL && other != NULL);
	assert_true(rules_hash(one, hash) && rules_hash(other, other_hash));
	assert_string_equal(hash, other_hash);
	assert_same_tables(one, other);
	assert_same_remarks(one->remarks, other->remarks);
	assert_same_options(one->options, other->options);
}

static void try_variant(struct library *library, const struct library_file *file, const struct statement *variant)
{
	struct arena *room = arena_new(), *aside = arena_new();
	const struct rules *alone = rules_build_variant(library, file, variant, NULL, 0);
	struct built_often often;

	rules_build_often(&often, room, library, file, variant);
	assert_same(alone, rules_build_again(&often, room, NULL, 0));
	for (const struct option *option = alone->options; option != NULL; option = option->next) {
		const struct option *needed[OPTIONS_NEEDED_MAX];
		const char *with[OPTIONS_NEEDED_MAX];
		int count = option_with_needed(alone, option, needed, 0);
		for (int i = 0; i < count; i++)
			with[i] = option_kept(needed[i], library->arena);
		arena_clear(aside);
		assert_same(rules_build_variant(library, file, variant, with, count),
		            rules_build_again(&often, aside, with, count));
	}
	assert_same(alone, rules_build_again(&often, room, NULL, 0));
	arena_free(aside);
	arena_free(room);
}

static void try_file(const char *reference)
{
	struct library library = { 0 };
	const struct library_file *file;
	const char *name;

	library_begin(&library, arena_new(), FROM_DISK);
	file = library_file(&library, reference, &name);
	assert_non_null(file);
	for (const struct statement *at = file->statements; at != NULL; at = at->next)
		if (at->kind == STATEMENT_VARIANT)
			try_variant(&library, file, at);
	arena_free(library.arena);
}

static void builds_of_a_variant_do_not_disturb_each_other(void **state)
{
	char name[40];

	(void)state;
	for (int i = 0; library_shipped(i, name, sizeof name); i++)
		try_file(name);
	try_file("tests/good/an-option-may-take-away-what-stands-first.canasta");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(builds_of_a_variant_do_not_disturb_each_other),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

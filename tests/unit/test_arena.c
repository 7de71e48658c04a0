/* test_arena.c -- want of memory in the grammar: any request may fail, and what was made so far stays sound. */
#include "grammar_desk.h"
#include "tests/tree_text.h"

/* ---- want of memory ---- */

/* Something of everything, sound and faulty. */
static const char everything[] =
	"language 1\n"
	"source S { title \"The \\\"rules\\\"\"; ledger \"s.tsv\" }\n"
	"\"\"\"\n  Prose over\n    the variant.\n\"\"\"\n"
	"variant v \"V\" extends \"w.canasta\":w house \"why\" {\n"
	"    use a, b\n"
	"    table { players 4 @S-1 @S-2\n            reading \"so\" silent \"nothing\" @S-3 }\n"
	"    add meld set { size 3 or more; wilds at most 3, below naturals }\n"
	"    minimum by side score { below 0: 15; 0..1495, -5..-3: 50 * (2 + -x)\n 3000 or more: 120 }\n"
	"    waived when going out and not (a = 3 or b except (c, d)) unless x\n"
	"    option o \"O\" { remove freeze x }\n"
	"    choice c { a \"A\" { x 1 } }\n"
	"    preset p { with o }\n"
	"    manner \"cards\" @S-4\n"
	"    remove option q\n"
	"    x = 3; y 1..; z (3 + ; points { a: 3 } ) $ 2147483648 1.5 \"abc\n"
	"    m by { 1: 2 }; n by x { } when a when b\n"
	"    source T { }\n"
	"}}\n"
	"rulings for v { ruling \"r\" { expect a = 1 and b } }\n"
	"hand 11\n"
	"variant q {\n";

/* Reads with the [n]-th request failing; true if that was beyond the last one. */
static int read_starved(long n, int for_ever)
{
	struct desk desk = { .tree = NULL };
	struct text out = { 0 };
	struct span bad;
	int number;
	arena_fail_at(n, for_ever);
	desk.sources.arena = arena_new();
	desk.diags.sources = &desk.sources;
	if (desk.sources.arena &&
	    sources_add(&desk.sources, "s", everything, sizeof everything - 1, &number, &bad) == SOURCE_OK)
		desk.tree = tree_read(&desk.diags, number);
	int failed = desk.sources.arena ? arena_failed(desk.sources.arena) : 1;
	if (failed)
		assert_null(desk.tree);
	tree_dump(desk.tree, &out);
	diags_write(&desk.diags, &out);
	if (desk.sources.count == 1 && desk.sources.source[0].text)
		assert_string_equal(desk.sources.source[0].text, everything);
	failed = failed || out.failed;
	arena_fail_at(0, 0);
	text_free(&out);
	arena_free(desk.sources.arena);
	return !failed;
}

static void test_every_request_may_fail(void **state)
{
	(void)state;
	for (int for_ever = 0; for_ever <= 1; for_ever++) {
		long n = 1;
		while (!read_starved(n, for_ever))
			n++;
		assert_true(n > 200);
	}
}

static void test_texts_stop_growing_without_memory(void **state)
{
	(void)state;
	struct text text = { 0 };
	assert_string_equal(text_read(&text), "");
	text_add(&text, "kept");
	arena_fail_at(1, 1);
	nest(&text, "0123456789", 100);
	text_format(&text, "%d", 5);
	arena_fail_at(0, 0);
	text_add(&text, "lost as well");
	assert_true(text.failed);
	assert_memory_equal(text_read(&text), "kept0123456789", 14);
	assert_true(text.length < 1004);
	text_free(&text);
	assert_int_equal(text.length, 0);
}

static void test_arenas_hand_out_zeroed_and_aligned_pieces(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	static const size_t sizes[] = { 1, 0, 7, 100000, 16, 32768, 33, 9000, 1 };
	assert_non_null(arena);
	for (size_t i = 0; i < 1000; i++) {
		size_t size = sizes[i % (sizeof sizes / sizeof *sizes)];
		unsigned char *piece = arena_take(arena, size);
		assert_non_null(piece);
		assert_int_equal((uintptr_t)piece % _Alignof(max_align_t), 0);
		for (size_t at = 0; at < size; at += 97)
			assert_int_equal(piece[at], 0);
		memset(piece, 0xff, size);
		if (i % 100 == 99)
			arena_clear(arena);
	}
	assert_false(arena_failed(arena));
	assert_null(arena_take(arena, SIZE_MAX - 3));
	assert_true(arena_failed(arena));
	assert_null(arena_take(arena, 1));
	arena_clear(arena);
	assert_non_null(arena_take(arena, 1));
	arena_clear(NULL);
	arena_free(arena);
	arena_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_request_may_fail),
		cmocka_unit_test(test_texts_stop_growing_without_memory),
		cmocka_unit_test(test_arenas_hand_out_zeroed_and_aligned_pieces),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* grammar_desk.h -- a desk at which the tests of the grammar read a text and look at what was found. */
#ifndef TESTS_GRAMMAR_DESK_H
#define TESTS_GRAMMAR_DESK_H

#include "grammar/arena.h"
#include "grammar/diag.h"
#include "grammar/source.h"
#include "grammar/text.h"
#include "grammar/tree.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Everything one file is read with. */
struct desk {
	struct sources sources;
	struct diags diags;
	struct statement *tree;
};

static inline void desk_open(struct desk *desk)
{
	memset(desk, 0, sizeof *desk);
	desk->sources.arena = arena_new();
	desk->diags.sources = &desk->sources;
	assert_non_null(desk->sources.arena);
}

static inline void desk_close(struct desk *desk)
{
	arena_free(desk->sources.arena);
}

static inline enum source_fault desk_add(struct desk *desk, const char *text, size_t length)
{
	struct span bad = { 0 };
	int number = 0;
	return sources_add(&desk->sources, "test.canasta", text, length, &number, &bad);
}

/* Puts a text on the desk that is fine, as one more source. */
static inline void desk_put(struct desk *desk, const char *text)
{
	assert_int_equal(desk_add(desk, text, strlen(text)), SOURCE_OK);
}

static inline void desk_read_bytes(struct desk *desk, const char *text, size_t length)
{
	desk_open(desk);
	assert_int_equal(desk_add(desk, text, length), SOURCE_OK);
	desk->tree = tree_read(&desk->diags, 1);
}

static inline void desk_read(struct desk *desk, const char *text)
{
	desk_read_bytes(desk, text, strlen(text));
}

/* Reads a text that was put together, and empties it. */
static inline void desk_read_built(struct desk *desk, struct text *text)
{
	desk_read(desk, text_read(text));
	text_free(text);
}

/* How many findings are of [id]. */
static inline int found(const struct desk *desk, enum diag_id id)
{
	int count = 0;
	for (const struct diag *diag = desk->diags.first; diag; diag = diag->next)
		count += diag->id == id;
	return count;
}

/* Are the findings written as [expected]? */
static inline void assert_findings(const struct desk *desk, const char *expected)
{
	struct text out = { 0 };
	diags_write(&desk->diags, &out);
	assert_string_equal(text_read(&out), expected);
	text_free(&out);
}

/* The [n]-th statement (from 0) in the block of the [m]-th of the file. */
static inline const struct statement *inner(const struct desk *desk, int m, int n)
{
	const struct statement *at = desk->tree;
	for (; m > 0; m--)
		at = at->next;
	for (at = at->block; n > 0; n--)
		at = at->next;
	return at;
}

static inline void nest(struct text *text, const char *unit, int times)
{
	for (int i = 0; i < times; i++)
		text_add(text, unit);
}

#endif

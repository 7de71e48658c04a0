/* changes.h -- every setting of a variant, each changed alone to something else that makes sound rules: for tests that ask
 * what becomes of such a change. */
#ifndef TESTS_CHANGES_H
#define TESTS_CHANGES_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grammar/arena.h"
#include "grammar/text.h"
#include "rules/build.h"
#include "rules/rules.h"
#include "rules/compare.h"
#include "tests/files.h"

/* One setting changed alone. Items keep their places, for the change adds none. */
struct change {
	const struct rules *before, *after;
	int row, item;
	const char *path;  /* "deal.hand" */
	const char *value; /* what it says instead */
	const char *text;  /* of changed.canasta, which has the change */
};

enum { CANDIDATES_MAX = 40, VALUE_ROOM = 1200 };

/* ---- what a setting could say instead ---- */

struct candidates {
	char value[CANDIDATES_MAX][VALUE_ROOM];
	int count;
};

static inline void add(struct candidates *to, const char *format, ...) __attribute__((format(printf, 2, 3)));
static inline void add(struct candidates *to, const char *format, ...)
{
	va_list arguments;

	if (to->count == CANDIDATES_MAX)
		abort();
	va_start(arguments, format);
	vsnprintf(to->value[to->count++], VALUE_ROOM, format, arguments);
	va_end(arguments);
}

static inline void add_all(struct candidates *to, const char *const *values)
{
	for (; *values != NULL; values++)
		add(to, "%s", *values);
}

static const char *const CARDS[] = { "4..A", "joker",       "joker, 2", "red 3", "black 3",
	                             "3",    "wild, red 3", "wild",     "4..K",  "7",
	                             "A",    "5..A",        "none",     "any",   "4..A except (7, A)",
	                             "7, A", "wild, 3",     "wild, A",  "4..9",  NULL };
static const char *const AMOUNTS[] = { "5", "10", "50", "100", "0", "1", "3", "-5", NULL };
static const char *const BOUNDS[] = { "3 or more", "4 or more", "2 or more", "at most 3", "at most 2", "1 or more",
	                              "7 or more", "8 or more", "3..7",      "0",         "at most 1", "3..4",
	                              "at most 5", "7",         "14",        "1",         NULL };
static const char *const CONDITIONS[] = { "never",
	                                  "always",
	                                  "when side opened",
	                                  "when wilds = 1",
	                                  "when wilds > 1",
	                                  "when wilds = 0",
	                                  "when naturals > 4",
	                                  "when size < 9",
	                                  "when pile empty",
	                                  "when pile size > 4",
	                                  "when stock size > 20",
	                                  "when from deal",
	                                  "when hand size > 3",
	                                  "when side has melds",
	                                  "when side canastas > 0",
	                                  NULL };
static const char *const COMPOSITIONS[] = { "2 naturals", "1 natural, 1 wild", "1 natural", "3 naturals",
	                                    "1 wild",     "2 wilds",           "2 alike",   NULL };
static const char *const PATTERNS[] = { "7 pairs of 4..A",
	                                "6 pairs of 4..A, 1 pair of joker",
	                                "2 quadruples of 4..A, 2 triples of 4..A",
	                                "13 singles of A..K, 1 single of joker",
	                                "4 triples of 4..A, 1 pair of 4..A",
	                                "5 triples of 4..A",
	                                "8 pairs of 4..A",
	                                "4 triples of 4..A, 1 single of 4..A",
	                                "5 pairs of 4..A, 1 single of 4..A",
	                                NULL };

static inline void add_numbers(struct candidates *to, int row, int32_t now)
{
	for (int step = 1; step <= 4; step++) {
		if (now + step <= rows[row].high)
			add(to, "%d", (int)now + step);
		if (now - step >= rows[row].low)
			add(to, "%d", (int)now - step);
	}
}

static inline void add_each_word(struct candidates *to, int row)
{
	for (const char *word = rows[row].words; *word != '\0'; word += strcspn(word, "|") + 1)
		add(to, "%.*s", (int)strcspn(word, "|"), word);
}

/* The points as they are, but for one kind of card that counts more. */
static inline void add_points(struct candidates *to, const struct rules *rules)
{
	struct text ladder = { 0 };

	text_add(&ladder, "by card {");
	for (int kind = 0; kind < rules->kinds; kind++)
		text_format(&ladder, " %s: %d;", rules->kind[kind].name,
		            rules->kind[kind].points + (kind == 4 ? 10 : 0));
	text_add(&ladder, " }");
	add(to, "%s", text_read(&ladder));
	text_free(&ladder);
}

static inline void find_candidates(const struct rules *rules, int row, int item, struct candidates *to)
{
	to->count = 0;
	switch (rows[row].type) {
	case TYPE_NUMBER: add_numbers(to, row, *(const int32_t *)rules_value(rules, (enum row_id)row, item)); break;
	case TYPE_WORD: add_each_word(to, row); break;
	case TYPE_CARDS: add_all(to, CARDS); break;
	case TYPE_POINTS: add_points(to, rules); break;
	case TYPE_AMOUNT: add_all(to, AMOUNTS); break;
	case TYPE_BOUNDS: add_all(to, BOUNDS); break;
	case TYPE_CONDITION: add_all(to, CONDITIONS); break;
	case TYPE_COMPOSITION: add_all(to, COMPOSITIONS); break;
	case TYPE_PATTERN: add_all(to, PATTERNS); break;
	case TYPE_TEXT: add(to, "\"Something else\""); break;
	}
}

/* ---- a file with the change ---- */

/* `deal { hand 12 }`, `pile { take with_wild { when never } }` */
static inline void write_statement(const struct rules *rules, int row, int item, const char *value, struct text *out)
{
	const struct group *group = &groups[rows[row].in];
	bool is_bare = rows[row].type == TYPE_CONDITION && strcmp(rows[row].name, "when") == 0 &&
	               strncmp(value, "when ", 5) == 0;

	if (group->in != GROUP_root)
		text_format(out, "%s { ", groups[group->in].name);
	text_add(out, group->name);
	if (group->is_list)
		text_format(out, " %s", rules_item_name(rules, rows[row].in, item));
	text_format(out, " { %s %s }", rows[row].name, is_bare ? value + 5 : value);
	text_add(out, group->in != GROUP_root ? " }\n" : "\n");
}

static inline void write_change(const struct rules *rules, const char *reference, int row, int item, const char *value,
                                struct text *out)
{
	text_format(out, "language 1\nvariant changed \"Changed\" extends %s {\n", reference);
	write_statement(rules, row, item, value, out);
	text_add(out, "}\n");
}

static inline enum read_result read_text(void *context, const char *path, struct text *bytes)
{
	if (strcmp(path, "changed.canasta") != 0)
		return READ_MISSING;
	text_add(bytes, context);
	return READ_OK;
}

static const struct rules *build(struct library *library, const char *text)
{
	struct reader reader = { .read = read_text, .context = (void *)text };

	library_begin(library, arena_new(), reader);
	return tables_compile(library, rules_build(library, "changed.canasta", NULL, 0));
}

/* ---- all of them ---- */

static inline bool try_change(const struct rules *before, const char *reference, struct change change,
                              void (*each)(const struct change *change))
{
	static struct library library;
	struct text text = { 0 };
	bool failed = false;
	bool well;

	write_change(before, reference, change.row, change.item, change.value, &text);
	change.before = before;
	change.text = text_read(&text);
	change.after = build(&library, text_read(&text));
	well = change.after != NULL &&
	       !canonical_same(before, change.item, change.after, change.item, (enum row_id)change.row, &failed);
	if (well)
		each(&change);
	arena_free(library.arena);
	text_free(&text);
	return well;
}

/* Calls [each] for every setting of the variant [reference], with the first change of it that makes sound rules, and
 * [stuck] with the path of those that cannot be changed alone, so far as was tried. */
static inline void for_each_change(const char *reference, void (*each)(const struct change *change),
                                   void (*stuck)(const char *reference, const char *path))
{
	static struct candidates candidates;
	static struct library library;
	const struct rules *rules;

	library_begin(&library, arena_new(), FROM_DISK);
	rules = tables_compile(&library, rules_build(&library, reference, NULL, 0));
	for (struct setting at = { .item = -1 }; rules != NULL && setting_next(rules, &at);) {
		struct text path = { 0 };
		bool done = false;
		rules_path(rules, at.row, at.item, &path);
		find_candidates(rules, (int)at.row, at.item, &candidates);
		for (int i = 0; i < candidates.count && !done; i++)
			done = try_change(rules, reference,
			                  (struct change){ .row = (int)at.row,
			                                   .item = at.item,
			                                   .path = text_read(&path),
			                                   .value = candidates.value[i] },
			                  each);
		if (!done)
			stuck(reference, text_read(&path));
		text_free(&path);
	}
	arena_free(library.arena);
}

#endif

/* cells.c -- compares every shipped variant with itself, changed in one setting after another: just that setting has to
 * be told. Prints what is not so, the settings that cannot be changed alone, and at the end how many there were. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "rules/build.h"
#include "rules/compare.h"
#include "rules/faces.h"
#include "rules/meaning.h"
#include "tests/files.h"

enum { CANDIDATES_MAX = 40, VALUE_ROOM = 1200 };

static int changed, faults, stuck;

/* ---- what a setting could say instead ---- */

struct candidates {
	char value[CANDIDATES_MAX][VALUE_ROOM];
	int count;
};

static void add(struct candidates *to, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(struct candidates *to, const char *format, ...)
{
	va_list arguments;

	if (to->count == CANDIDATES_MAX)
		abort();
	va_start(arguments, format);
	vsnprintf(to->value[to->count++], VALUE_ROOM, format, arguments);
	va_end(arguments);
}

static void add_all(struct candidates *to, const char *const *values)
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

static void add_numbers(struct candidates *to, int row, int32_t now)
{
	for (int step = 1; step <= 4; step++) {
		if (now + step <= rows[row].high)
			add(to, "%d", (int)now + step);
		if (now - step >= rows[row].low)
			add(to, "%d", (int)now - step);
	}
}

static void add_words(struct candidates *to, int row)
{
	for (const char *word = rows[row].words; *word != '\0'; word += strcspn(word, "|") + 1)
		add(to, "%.*s", (int)strcspn(word, "|"), word);
}

/* The points as they are, but for one kind of card that counts more. */
static void add_points(struct candidates *to, const struct rules *rules)
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

static void find_candidates(const struct rules *rules, int row, int item, struct candidates *to)
{
	to->count = 0;
	switch (rows[row].type) {
	case TYPE_NUMBER: add_numbers(to, row, *(const int32_t *)rules_value(rules, (enum row_id)row, item)); break;
	case TYPE_WORD: add_words(to, row); break;
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
static void write_change(const struct rules *rules, const char *reference, int row, int item, const char *value,
                         struct text *out)
{
	const struct group *group = &groups[rows[row].in];
	bool is_bare = rows[row].type == TYPE_CONDITION && strcmp(rows[row].name, "when") == 0 &&
	               strncmp(value, "when ", 5) == 0;

	text_format(out, "language 1\nvariant changed \"Changed\" extends %s {\n", reference);
	if (group->in != GROUP_root)
		text_format(out, "%s { ", groups[group->in].name);
	text_add(out, group->name);
	if (group->is_list)
		text_format(out, " %s", rules_item_name(rules, rows[row].in, item));
	text_format(out, " { %s %s }", rows[row].name, is_bare ? value + 5 : value);
	text_add(out, group->in != GROUP_root ? " }\n}\n" : "\n}\n");
}

static enum read_result read_text(void *context, const char *path, struct text *bytes)
{
	if (strcmp(path, "changed.canasta") != 0)
		return READ_MISSING;
	text_add(bytes, context);
	return READ_OK;
}

static const struct rules *build(struct library *library, const char *text)
{
	struct reader reader = { read_text, (void *)text };

	library_begin(library, arena_new(), reader);
	return rules_build(library, "changed.canasta", NULL, 0);
}

/* ---- one setting ---- */

static void write_lines(const struct comparison *comparison, struct text *out)
{
	for (int i = 0; i < comparison->lines; i++) {
		const struct compared *line = &comparison->line[i];
		if (!line->differs)
			continue;
		text_format(out, " %s", groups[line->group].name);
		if (line->item[0] >= 0 && groups[line->group].is_list)
			text_format(out, ".%s", rules_item_name(comparison->rules[0], line->group, line->item[0]));
		text_format(out, ".%s", line->row >= 0 ? rows[line->row].name : "");
	}
}

/* Compares, and tells if anything but the one setting differs, or in the one direction and not the other. */
static void compare(const struct rules *before, const struct rules *after, int row, int item, const char *path)
{
	for (int way = 0; way < 2; way++) {
		const struct rules *both[2] = { way == 0 ? before : after, way == 0 ? after : before };
		struct comparison comparison;
		struct text told = { 0 };
		int others = 0, found = 0;
		if (!compare_rules(both, 2, &comparison))
			abort();
		for (int i = 0; i < comparison.lines; i++) {
			const struct compared *line = &comparison.line[i];
			bool is_it = line->row == row && line->item[way] == item;
			found += line->differs && is_it;
			others += line->differs && !is_it;
		}
		write_lines(&comparison, &told);
		if (found != 1 || others != 0) {
			faults++;
			printf("%s of %s, %s:%s\n", path, before->name, way == 0 ? "told as" : "the other way told as",
			       found + others > 0 ? text_read(&told) : " nothing");
		}
		text_free(&told);
		comparison_free(&comparison);
	}
}

/* Two that are compared alike have one hash, and these are not alike. */
static void compare_hashes(const struct rules *before, const struct rules *after, int row, const char *path)
{
	char hash[RULES_HASH_ROOM], other[RULES_HASH_ROOM];
	bool plays_alike = rows[row].level == LEVEL_TEXT;

	if (rows[row].in == GROUP_define || rows[row].in == GROUP_class) /* perhaps nothing asks for it */
		return;
	if (!rules_hash(before, hash) || !rules_hash(after, other))
		abort();
	if ((strcmp(hash, other) == 0) != plays_alike) {
		faults++;
		printf("%s of %s, changed, %s\n", path, before->name,
		       plays_alike ? "changes the hash" : "has the same hash");
	}
}

static bool try_change(const struct rules *before, const char *reference, int row, int item, const char *value,
                       const char *path)
{
	static struct library library;
	struct text text = { 0 };
	const struct rules *after;
	bool well;

	write_change(before, reference, row, item, value, &text);
	after = build(&library, text_read(&text));
	well = after != NULL && !meaning_same(before, item, after, item, (enum row_id)row);
	if (well) {
		changed++;
		compare(before, after, row, item, path);
		compare_hashes(before, after, row, path);
	}
	arena_free(library.arena);
	text_free(&text);
	return well;
}

static void try_setting(const struct rules *rules, const char *reference, int row, int item)
{
	static struct candidates candidates;
	struct text path = { 0 };
	bool done = false;

	rules_path(rules, (enum row_id)row, item, &path);
	find_candidates(rules, row, item, &candidates);
	for (int i = 0; i < candidates.count && !done; i++)
		done = try_change(rules, reference, row, item, candidates.value[i], text_read(&path));
	if (!done) {
		stuck++;
		printf("%s of %s cannot be changed alone\n", text_read(&path), reference);
	}
	text_free(&path);
}

static void try_variant(const char *reference)
{
	struct library library;
	const struct rules *rules;

	library_begin(&library, arena_new(), FROM_DISK);
	rules = rules_build(&library, reference, NULL, 0);
	for (int row = 0; rules != NULL && row < ROW_COUNT; row++)
		for (int item = 0; item < (groups[rows[row].in].is_list ? rules_item_count(rules, rows[row].in) : 1);
		     item++)
			try_setting(rules, reference, row, item);
	arena_free(library.arena);
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		try_variant(argv[i]);
	printf("%d settings changed alone, %d cannot be, %d faults\n", changed, stuck, faults);
	return faults > 0;
}

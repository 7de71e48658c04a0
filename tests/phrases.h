/* phrases.h -- rules files with made-up phrases wherever a condition, an amount or a value may stand: what authors mistype and
 * hints look up. Words are drawn from the tables of the language, names of items and cards among them. */
#ifndef TESTS_PHRASES_H
#define TESTS_PHRASES_H

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "reports/reports.h"
#include "rules/build.h"
#include "rules/lint.h"
#include "rules/rules.h"

/* ---- what is drawn: the bytes of a fuzzer, then those of a generator ---- */

struct drawing {
	const uint8_t *bytes;
	size_t length;
	uint64_t state;
};

static inline unsigned draw(struct drawing *at, unsigned below)
{
	if (at->length > 0) {
		unsigned byte = *at->bytes++;
		if (--at->length > 0 && below > 256) {
			byte = byte << 8 | *at->bytes++;
			at->length--;
		}
		return byte % below;
	}
	at->state = at->state * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(at->state >> 33) % below;
}

/* True once in [times]. */
static inline bool once_in(struct drawing *at, unsigned times)
{
	return draw(at, times) == 0;
}

/* ---- the games that the files extend ---- */

static const char *const PARENTS[] = { "wahhi", "wahhi", "wahhi", "burraco", "guide:three", "wca" };
enum { PARENT_COUNT = sizeof PARENTS / sizeof *PARENTS };

/* A game: its files, read once, and its rules, which lend the names of their items. */
struct parent {
	struct library library;
	const struct rules *rules;
};

static inline const struct parent *parent_game(unsigned number)
{
	static struct parent parents[PARENT_COUNT];
	struct parent *parent = &parents[number];
	const struct reader nobody = { .read = NULL };

	if (parent->rules == NULL) {
		library_begin(&parent->library, arena_new(), nobody);
		parent->rules = rules_build(&parent->library, PARENTS[number], NULL, 0);
		if (parent->rules == NULL)
			abort();
	}
	return parent;
}

/* ---- words ---- */

/* Writes one of the words of [list], which [signs] part. */
static inline void write_one_of(struct drawing *at, const char *list, const char *signs, struct text *out)
{
	unsigned count = 0, chosen;

	for (const char *word = list; *word != '\0'; word += strspn(word, signs)) {
		word += strcspn(word, signs);
		count++;
	}
	chosen = draw(at, count > 0 ? count : 1);
	for (const char *word = list; *word != '\0'; chosen--) {
		size_t length = strcspn(word, signs);
		if (chosen == 0) {
			text_add_bytes(out, word, length);
			return;
		}
		word += length;
		word += strspn(word, signs);
	}
}

static inline void write_number(struct drawing *at, struct text *out)
{
	static const char *const numbers[] = { "0",    "1",   "2",        "3",          "7",
		                               "12",   "15",  "50",       "1500",       "5,000",
		                               "0..3", "3-7", "10000000", "99999999",   "2..A",
		                               "3..0", "-5",  "1 000",    "4294967296", "18446744073709551617" };

	text_add(out, numbers[draw(at, sizeof numbers / sizeof *numbers)]);
}

static inline void write_cards(struct drawing *at, struct text *out)
{
	static const char *const cards[] = { "4..A", "red 3", "black 3",       "wild", "joker, 2", "(7, A)",  "4S..KS",
		                             "any",  "none",  "4..A except 7", "twos", "aces",     "natural", "10H" };

	if (once_in(at, 3))
		text_add(out, RANK_NAMES[draw(at, RANKS)]);
	else if (once_in(at, 2))
		text_add(out, card_words[draw(at, CARD_WORDS)]);
	else
		text_add(out, cards[draw(at, sizeof cards / sizeof *cards)]);
}

/* The name of an item of the parent's [group], or one that it does not have. */
static inline void write_item(struct drawing *at, const struct rules *rules, int group, struct text *out)
{
	int count = rules_item_count(rules, group);

	text_add(out,
	         count == 0 || once_in(at, 8) ? "x" : rules_item_name(rules, group, (int)draw(at, (unsigned)count)));
}

/* A word of any of the tables. */
static inline void write_word(struct drawing *at, const struct rules *rules, struct text *out)
{
	static const char *const advice[] = {
#define ADVICE(guesses, advice) guesses,
#include "rules/advice.def"
	};
	static const char others[] = "my the a an no not x two seven every each all kings pile's is has of at when "
				     "\"A title\" \"\" @HOUSE-1 _ ' % $ \xc3\xa9 { } ( ) , ; : = <> .. . house reading";
	int reserved = 0;

	switch (draw(at, 9)) {
	case 0: write_one_of(at, facts[draw(at, FACT_COUNT)].phrase, " ", out); break;
	case 1: text_add(out, rows[draw(at, ROW_COUNT)].name); break;
	case 2: write_one_of(at, rows[draw(at, ROW_COUNT)].words, "|", out); break;
	case 3: text_add(out, groups[draw(at, GROUP_COUNT)].name); break;
	case 4: write_item(at, rules, (int)draw(at, GROUP_COUNT), out); break;
	case 5: write_one_of(at, advice[draw(at, sizeof advice / sizeof *advice)], " _|", out); break;
	case 6: write_cards(at, out); break;
	case 7:
		while (reserved_word(reserved + 1) != NULL && !once_in(at, 12))
			reserved++;
		text_add(out, reserved_word(reserved));
		break;
	default: write_one_of(at, others, " ", out); break;
	}
}

/* A word of a phrase, perhaps with a letter too few, too many or wrong. */
static inline void write_typed(struct drawing *at, const char *word, size_t length, struct text *out)
{
	size_t place = once_in(at, 6) ? draw(at, (unsigned)length + 1) : length + 1;

	for (size_t i = 0; i < length; i++)
		if (i != place || once_in(at, 3))
			text_add_bytes(out, word + i, 1);
		else if (once_in(at, 2))
			text_add(out, "s");
	if (place == length)
		text_add(out, "s");
}

/* The phrase of a fact: its words, of which one may be missing, mistyped or another one, and what it is asked of. */
static inline void write_fact(struct drawing *at, const struct rules *rules, struct text *out)
{
	unsigned number = draw(at, FACT_COUNT);
	const char *word = facts[number].phrase;
	bool exact = once_in(at, 3);

	while (*word != '\0') {
		size_t length = strcspn(word, " ");
		if (*word >= 'A' && *word <= 'Z') {
			if (facts[number].slot == SLOT_CARDS || once_in(at, 8))
				write_cards(at, out);
			else if (facts[number].slot == SLOT_DEED)
				text_format(out, "%s %s", deed_phrases[draw(at, DEEDS)],
				            period_phrases[draw(at, PERIODS)]);
			else
				write_item(at, rules,
				           facts[number].slot == SLOT_TERM ? GROUP_define : fact_group(number), out);
		} else if (exact)
			text_add_bytes(out, word, length);
		else if (!once_in(at, 5))
			write_typed(at, word, length, out);
		else if (once_in(at, 2))
			write_word(at, rules, out);
		text_add(out, " ");
		word += length + (word[length] == ' ');
	}
}

static inline void write_phrase(struct drawing *at, const struct rules *rules, struct text *out)
{
	switch (draw(at, 6)) {
	case 0:
	case 1: write_fact(at, rules, out); break;
	case 2: write_number(at, out); break;
	case 3: /* an item and a word for its list, or another one */
		write_item(at, rules, (int)draw(at, GROUP_COUNT), out);
		text_add(out, " ");
		text_add(out, groups[draw(at, GROUP_COUNT)].name);
		break;
	default:
		for (unsigned count = 1 + draw(at, 4); count > 0; count--) {
			write_word(at, rules, out);
			text_add(out, count > 1 ? " " : "");
		}
	}
}

/* ---- expressions ---- */

static inline void write_expression(struct drawing *at, const struct rules *rules, int depth, struct text *out)
{
	static const char *const between[] = { " and ", " or ", " = ", " <> ", " < ",      " <= ", " > ",
		                               " >= ",  " + ",  " - ", " * ",  " except ", ", ",   " " };
	static const char *const before[] = { "not ", "-", "at least ", "at most ", "below ", "above ", "by ", "(" };

	if (depth == 0 || once_in(at, 3)) {
		write_phrase(at, rules, out);
		return;
	}
	if (once_in(at, 3)) {
		unsigned sign = draw(at, sizeof before / sizeof *before);
		text_add(out, before[sign]);
		write_expression(at, rules, depth - 1, out);
		text_add(out, *before[sign] == '(' ? ")" : "");
		return;
	}
	write_expression(at, rules, depth - 1, out);
	if (once_in(at, 8))
		text_add(out, " or more");
	text_add(out, between[draw(at, sizeof between / sizeof *between)]);
	write_expression(at, rules, depth - 1, out);
}

static inline void write_ladder(struct drawing *at, const struct rules *rules, struct text *out)
{
	text_add(out, "by ");
	if (once_in(at, 3))
		text_add(out, "card");
	else
		write_expression(at, rules, 1, out);
	text_add(out, " { ");
	for (unsigned count = draw(at, 4); count > 0; count--) {
		text_add(out, once_in(at, 4) ? "below " : "");
		if (once_in(at, 3))
			write_cards(at, out);
		else
			write_number(at, out);
		text_add(out, once_in(at, 4) ? " or more: " : ": ");
		write_expression(at, rules, 1, out);
		text_add(out, "; ");
	}
	text_add(out, "}");
}

/* A limit as people say it: "up to 7 cards". */
static inline void write_limit(struct drawing *at, struct text *out)
{
	static const char *const limits[] = {
#define LIMIT(guesses, kind) guesses,
#include "rules/advice.def"
		"between # and #|# or #|#, #, #"
	};
	static const char *const counted[] = { "", "", " cards", " card", " wild cards", " naturals", " of them" };
	struct text limit = { 0 };

	write_one_of(at, limits[draw(at, sizeof limits / sizeof *limits)], "|", &limit);
	for (size_t i = 0; i < limit.length; i++)
		if (limit.bytes[i] == '#')
			write_number(at, out);
		else
			text_add_bytes(out, &limit.bytes[i], 1);
	text_add(out, counted[draw(at, sizeof counted / sizeof *counted)]);
	text_free(&limit);
}

/* What may stand after the name of setting [row], or of another one. */
static inline void write_value(struct drawing *at, const struct rules *rules, unsigned row, struct text *out)
{
	static const char *const groups_of[] = { "7 pairs of ", "2 naturals", "1 natural, 1 wild", "9 alike",
		                                 "3 triples of " };

	if (once_in(at, 5))
		row = draw(at, ROW_COUNT);
	switch (rows[row].type) {
	case TYPE_WORD: write_one_of(at, rows[row].words, "|", out); break;
	case TYPE_CARDS: write_cards(at, out); break;
	case TYPE_COMPOSITION:
	case TYPE_PATTERN:
		text_add(out, groups_of[draw(at, sizeof groups_of / sizeof *groups_of)]);
		write_cards(at, out);
		break;
	case TYPE_POINTS: write_ladder(at, rules, out); break;
	case TYPE_NUMBER:
	case TYPE_AMOUNT:
	case TYPE_BOUNDS:
		if (rows[row].type == TYPE_NUMBER && !once_in(at, 3))
			write_number(at, out);
		else if (once_in(at, 4))
			write_ladder(at, rules, out);
		else if (once_in(at, 2))
			write_limit(at, out);
		else
			write_expression(at, rules, 2, out);
		break;
	default: break;
	}
	if (rows[row].type == TYPE_CONDITION || once_in(at, 4)) {
		text_add(out, once_in(at, 4) ? " unless " : " when ");
		write_expression(at, rules, 3, out);
	}
	if (once_in(at, 8)) {
		text_add(out, " ");
		write_expression(at, rules, 1, out);
	}
}

/* ---- statements ---- */

static inline void write_setting(struct drawing *at, const struct rules *rules, struct text *out)
{
	unsigned row = draw(at, ROW_COUNT);
	const struct group *group = &groups[rows[row].in];
	bool nested = group->in != GROUP_root;
	struct text item = { 0 };

	if (group->is_list)
		write_item(at, rules, rows[row].in, &item);
	if (nested)
		text_format(out, "%s { ", groups[group->in].name);
	if (group->is_list && (rules_item_named(rules, rows[row].in, text_read(&item)) < 0) != once_in(at, 8))
		text_add(out, "add ");
	text_format(out, "%s %s ", group->name, text_read(&item));
	text_free(&item);
	if (once_in(at, 6)) { /* a condition of the whole */
		text_add(out, " when ");
		write_expression(at, rules, 2, out);
	}
	text_add(out, once_in(at, 16) ? " " : " { ");
	if (once_in(at, 8))
		write_word(at, rules, out);
	else
		text_add(out, rows[row].name);
	text_add(out, " ");
	write_value(at, rules, row, out);
	text_add(out, nested ? " } }\n" : " }\n");
}

/* A statement of another kind, or words that are none. */
static inline void write_other(struct drawing *at, const struct rules *rules, struct text *out)
{
	static const char *const heads[] = {
		"remove ",     "cite ",       "use ", "with ",  "needs ",   "add ", "option x { ",
		"choice x { ", "preset x { ", "cut ", "allow ", "remarks ", "",     ""
	};
	const char *head = heads[draw(at, sizeof heads / sizeof *heads)];

	text_add(out, head);
	for (unsigned count = draw(at, 6); count > 0; count--) {
		write_word(at, rules, out);
		text_add(out, once_in(at, 6) ? "." : " ");
	}
	text_add(out, strchr(head, '{') != NULL ? " }\n" : "\n");
}

/* A question of a ruling, or one of its lines. */
static inline void write_ruling(struct drawing *at, const struct rules *rules, struct text *out)
{
	static const char *const lines[] = { "hand ", "legal ", "illegal ", "expect ", "event ",
		                             "pile ", "do ",    "because ", "" };

	text_add(out, "    ruling \"r\" { hand 4 4 4 5; ");
	text_add(out, lines[draw(at, sizeof lines / sizeof *lines)]);
	write_expression(at, rules, 2, out);
	text_add(out, " }\n");
}

/* A file of made-up phrases that extends game number [parent]. */
static inline void write_phrases(struct drawing *at, unsigned parent, struct text *out)
{
	const struct rules *rules = parent_game(parent)->rules;

	text_format(out, "language 1\n%svariant v extends %s {\n", once_in(at, 8) ? "source S { title \"s\" }\n" : "",
	            PARENTS[parent]);
	for (unsigned count = 1 + draw(at, 6); count > 0; count--)
		if (once_in(at, 8))
			write_other(at, rules, out);
		else
			write_setting(at, rules, out);
	text_add(out, once_in(at, 32) ? "" : "}\n");
	if (once_in(at, 8)) {
		text_add(out, "rulings for v {\n");
		write_ruling(at, rules, out);
		text_add(out, "}\n");
	}
}

/* ---- what has to hold ---- */

/* A file under work: the parent's library with one more file in it. */
struct phrases {
	struct library library;
	const struct library_file *file;
	struct arena *arena;
};

/* Checks [text] as `canasta check` does; [*made] is to be freed with phrases_end(). */
static inline void phrases_check(struct phrases *made, unsigned parent, const struct text *text)
{
	made->arena = arena_new();
	made->library = parent_game(parent)->library;
	made->library.arena = made->library.sources.arena = made->arena;
	made->library.diags = (struct diags){ .sources = &made->library.sources };
	made->file = library_take(&made->library, "ours.canasta", text_read(text), text->length);
	if (made->file != NULL)
		inspect_file(&made->library, made->file);
	allow_findings(&made->library);
}

static inline void phrases_end(struct phrases *made)
{
	arena_free(made->arena);
}

/* The finding of [diags] that repeats [diag], which was found before its fix was written; NULL if the fix helped. */
static inline const struct diag *found_again(const struct diags *diags, const struct diag *diag)
{
	for (const struct diag *at = diags->first; at != NULL; at = at->next)
		if (at->id == diag->id && at->span.source == diag->span.source && at->span.from == diag->span.from &&
		    strcmp(at->sentence, diag->sentence) == 0)
			return at;
	return NULL;
}

/* What is wrong with the findings of [text], or NULL: places beyond the text, sentences that are not plain text, and fixes that are
 * proposed and do not help. */
static inline const char *findings_fault(const struct phrases *made, unsigned parent, const struct text *text)
{
	const struct sources *sources = &made->library.sources;

	for (const struct diag *diag = made->library.diags.first; diag != NULL; diag = diag->next) {
		struct text fixed = { 0 };
		struct phrases again;
		const struct diag *same;
		if (diag->span.source == 0)
			continue;
		if (diag->span.source > sources->count || diag->span.from > diag->span.to ||
		    diag->span.to > sources->source[diag->span.source - 1].length)
			return "a place beyond the text";
		if (!text_is_plain(diag->sentence, strlen(diag->sentence)) ||
		    (diag->hint != NULL && !text_is_plain(diag->hint, strlen(diag->hint))))
			return "a sentence that is no text";
		if (diag->fix == NULL || diag->span.source != made->file->source)
			continue;
		text_add_bytes(&fixed, text_read(text), diag->span.from);
		text_add(&fixed, diag->fix);
		text_add(&fixed, text_read(text) + diag->span.to);
		phrases_check(&again, parent, &fixed);
		same = found_again(&again.library.diags, diag);
		phrases_end(&again);
		text_free(&fixed);
		if (same != NULL)
			return "a fix that does not help";
	}
	return NULL;
}

/* Asks what an editor may ask at a place of the text; false without an answer. */
static inline bool answers_at(struct phrases *made, int line, int column)
{
	for (int question = ASK_COMPLETION; question <= ASK_OUTLINE; question++) {
		json_t *answer =
			editing_json(&made->library, made->file, (enum editor_question)question, line, column, NULL);
		if (answer == NULL)
			return false;
		json_decref(answer);
	}
	return true;
}

/* Makes a file, checks it and asks about it; returns what is wrong, or NULL. [*out] gets the file. */
static inline const char *phrases_fault(struct drawing *at, struct text *out)
{
	unsigned parent = draw(at, PARENT_COUNT);
	struct text written = { 0 };
	struct phrases made;
	const char *fault;
	json_t *list = json_array();

	write_phrases(at, parent, out);
	phrases_check(&made, parent, out);
	if (made.file == NULL)
		abort();
	fault = findings_fault(&made, parent, out);
	diags_write(&made.library.diags, &written);
	if (!findings_json(&made.library.diags, list) || written.failed)
		fault = "findings that cannot be written";
	json_decref(list);
	text_free(&written);
	text_clear(&written);
	editing_tokens(&made.library, made.file, &written);
	text_free(&written);
	for (int i = 0; i < 2 && fault == NULL; i++)
		if (!answers_at(&made, 1 + (int)draw(at, 12), 1 + (int)draw(at, 80)))
			fault = "a question without an answer";
	phrases_end(&made);
	return fault;
}

#endif

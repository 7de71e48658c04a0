/* saying.c -- settings in sentences: which of its sentences a setting calls for, and the value that goes into it. */
#include "reports/amount_words.h"
#include "reports/saying.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "reports/card_sayings.h"
#include "reports/departure.h"
#include "reports/meaning_words.h"
#include "reports/sayings.h"
#include "reports/seat_names.h"

/* ---- items ---- */

void saying_title(const struct rules *rules, int group, int item, struct text *out)
{
	const char *title = rules_item_title(rules, group, item);
	const char *name = rules_item_name(rules, group, item);

	if (title != NULL)
		text_add(out, title);
	else
		name_in_words(name, out);
}

void saying_item(const struct rules *rules, int group, int item, struct text *out)
{
	struct text title = { 0 };

	if (!groups[group].is_list || item < 0) {
		const char *heading = groups[group].heading;
		text_format(out, "%c%s", small_letter(heading[0]), heading + 1);
		return;
	}
	saying_title(rules, group, item, &title);
	text_format(out, "%s \"%s\"", group_nouns[group] != NULL ? group_nouns[group] : groups[group].name,
	            text_read(&title));
	text_end(&title, out);
}

void saying_removed(const struct removed_item *removed, struct text *out)
{
	const char *noun = group_nouns[removed->group];

	text_format(out, "%s \"", noun != NULL ? noun : groups[removed->group].name);
	if (removed->title != NULL)
		text_add(out, removed->title);
	else
		name_in_words(removed->name, out);
	text_add(out, "\"");
}

bool saying_is_bare(int group)
{
	return group_bare[group];
}

const char *saying_lead(int group)
{
	return group_leads[group] != NULL ? group_leads[group] : "";
}

/* ---- values ---- */

/* What is known of a value when it is said. */
struct said {
	enum { SAID_NONE, SAID_ALL, SAID_SOME, SAID_WORD } is;
	int word; /* its place among the words of the row */
	struct holes holes;
};

static void write_word(enum row_id row, int index, struct text *out)
{
	size_t length;
	const char *word = rules_word(row, index, &length);

	word_in_words(word, length, out);
}

static void say_number(int32_t number, struct said *said, struct text *out)
{
	number_write(number, out);
	said->is = number == 0 ? SAID_NONE : SAID_SOME;
	said->holes.number = said_number(number);
}

/* True if the cards are asked for their rank. */
static bool is_of_ranks(enum row_id row)
{
	return row == ROW_meld_ranks || row == ROW_canasta_ranks;
}

static void say_cards(const struct rules *rules, enum row_id row, cardset kinds, struct said *said, struct text *out)
{
	bool gives_role = row == ROW_cards_wild || row == ROW_bonus_cards;
	cardset faces = faces_of_kinds(rules, kinds);
	cardset all = faces_of_kinds(rules, rules->all);

	said->is = faces == 0 ? SAID_NONE : (all & ~faces) == 0 ? SAID_ALL : SAID_SOME;
	said->holes.faces = faces;
	said->holes.number = said_number(cards_ranks(faces));
	if (is_of_ranks(row) && said->is == SAID_ALL)
		text_add(out, "any rank");
	else if (said->is == SAID_SOME && !gives_role &&
	         cards_say_but(rules, faces, all, is_of_ranks(row) ? "any rank" : "all cards", out))
		said->holes.number = SAID_PLAIN;
	else
		cards_say(gives_role ? NULL : rules, faces, out);
	if (gives_role)
		said->holes.rules = NULL; /* for #a too */
}

static void say_formula(const struct rules *rules, enum row_id row, const struct ir *ir, struct said *said,
                        struct text *out)
{
	bool constant = ir->kind == IR_NUMBER;

	if (rows[row].type == TYPE_CONDITION) {
		condition_say(rules, ir, group_bare[rows[row].in], out);
		said->is = !constant ? SAID_SOME : ir->number != 0 ? SAID_ALL : SAID_NONE;
	} else if (rows[row].type == TYPE_BOUNDS) {
		bounds_say(rules, ir, out);
		said->is = constant ? SAID_NONE : SAID_SOME;
	} else if (constant)
		say_number(ir->number, said, out);
	else
		amount_say(rules, ir, out);
}

static void say_expression(const struct rules *rules, enum row_id row, int item, struct said *said, struct text *out)
{
	formula held = rules_formula(rules, row, item);
	struct arena *arena = arena_new();
	const struct ir *ir = arena != NULL && held != NULL ? ir_settled(rules, held->ir, arena) : NULL;

	if (ir != NULL)
		say_formula(rules, row, ir, said, out);
	else
		out->failed = 1;
	arena_free(arena);
}

/* Writes the value alone and tells what it is like. */
static void say_value(const struct rules *rules, enum row_id row, int item, struct said *said, struct text *out)
{
	const void *place = rules_value(rules, row, item);
	const char *text;

	*said = (struct said){ .is = SAID_SOME,
		               .holes = { .rules = rules, .number = SAID_PLAIN, .group = rows[row].in, .item = item } };
	switch (rows[row].type) {
	case TYPE_NUMBER: say_number(*(const int32_t *)place, said, out); break;
	case TYPE_WORD:
		said->is = SAID_WORD;
		said->word = *(const int32_t *)place;
		write_word(row, said->word, out);
		break;
	case TYPE_CARDS: say_cards(rules, row, *(const cardset *)place, said, out); break;
	case TYPE_POINTS: points_say(rules, out); break;
	case TYPE_AMOUNT:
	case TYPE_BOUNDS:
	case TYPE_CONDITION: say_expression(rules, row, item, said, out); break;
	case TYPE_COMPOSITION:
		composition_say(place, out);
		said->is = out->length == 0 ? SAID_NONE : SAID_SOME;
		break;
	case TYPE_PATTERN: pattern_say(rules, place, out); break;
	case TYPE_TEXT:
		text = *(const char *const *)place;
		said->is = text == NULL ? SAID_NONE : SAID_SOME;
		text_add(out, text != NULL ? text : "");
		break;
	}
}

void saying_value(const struct rules *rules, enum row_id row, int item, struct text *out)
{
	struct text value = { 0 };
	struct said said;

	say_value(rules, row, item, &said, &value);
	text_add(out, value.length > 0 ? text_read(&value) : "nothing");
	text_end(&value, out);
}

/* ---- sentences ---- */

/* True if another setting calls for another sentence. */
static bool is_beside(const struct rules *rules, enum row_id row)
{
	return sayings[row].beside != NULL && !canonical_is_default(rules, sayings[row].beside_of, 0);
}

bool saying_is_idle(const struct rules *rules, enum row_id row)
{
	return (sayings[row].is_given != NULL && canonical_is_default(rules, sayings[row].given, 0)) ||
	       (is_beside(rules, row) && sayings[row].beside[0] == '\0');
}

/* The sentence that the value of a setting that is not idle calls for; "" if there is nothing to say. */
static const char *sentence_for(const struct rules *rules, enum row_id row, const struct said *said)
{
	const struct saying *saying = &sayings[row];

	if (saying->equal != NULL &&
	    *(const int32_t *)rules_value(rules, row, 0) == *(const int32_t *)rules_value(rules, saying->equal_to, 0))
		return saying->equal;
	switch (said->is) {
	case SAID_NONE: return saying->none;
	case SAID_ALL: return saying->all;
	case SAID_SOME: return saying->some;
	default: return saying->word[said->word];
	}
}

/* The same, but for what another setting puts in its place. */
static const char *sentence_beside(const struct rules *rules, enum row_id row, const struct said *said)
{
	const char *sentence = sentence_for(rules, row, said);

	return sentence[0] != '\0' && is_beside(rules, row) ? sayings[row].beside : sentence;
}

/* What stands in place of a value that is told in a table. */
static void say_above(const struct rules *rules, enum row_id row, int item, struct text *value)
{
	formula held = rules_formula(rules, row, item);
	struct arena *arena = arena_new();
	const struct ir *ir = arena != NULL && held != NULL ? ir_settled(rules, held->ir, arena) : NULL;
	bool ladder = ir != NULL && ir->kind == IR_LADDER && rows[row].type == TYPE_AMOUNT;

	if (ladder || rows[row].type == TYPE_POINTS) {
		text_clear(value);
		text_add(value, "as follows");
	}
	if (ladder) {
		text_add(value, ", by ");
		ladder_say_key(rules, ir, value);
	}
	value->failed |= held != NULL && ir == NULL;
	arena_free(arena);
}

static bool say_clause(const struct rules *rules, enum row_id row, int item, bool above, struct text *out)
{
	struct text value = { 0 }, clause = { 0 };
	struct said said;
	bool any, failed = false, idle = saying_is_idle(rules, row);

	say_value(rules, row, item, &said, &value);
	if (above)
		say_above(rules, row, item, &value);
	said.holes.value = text_read(&value);
	saying_fill(&said.holes, idle ? "" : sentence_beside(rules, row, &said), &clause);
	if (clause.length == 0 && sayings[row].instead != NULL && !idle &&
	    setting_was_replaced(rules, row, item, &failed))
		text_add(&clause, sayings[row].instead);
	any = clause.length > 0;
	text_add(out, text_read(&clause));
	out->failed |= failed;
	text_end(&value, out);
	text_end(&clause, out);
	return any;
}

bool saying_clause(const struct rules *rules, enum row_id row, int item, struct text *out)
{
	return say_clause(rules, row, item, false, out);
}

bool saying_clause_above(const struct rules *rules, enum row_id row, int item, struct text *out)
{
	return say_clause(rules, row, item, true, out);
}

const char *saying_unit(enum row_id row)
{
	return strstr(sayings[row].some, "|cards}") != NULL ? "cards" : "points";
}

void saying_add_clause(const struct rules *rules, enum row_id row, int item, struct text *out)
{
	struct text clause = { 0 };

	if (saying_clause(rules, row, item, &clause)) {
		text_add(out, out->length > 0 ? "; " : "");
		text_add_bytes(out, text_read(&clause),
		               clause.length - (clause.length > 0 && clause.bytes[clause.length - 1] == '.'));
	}
	text_end(&clause, out);
}

void saying_clauses(const struct rules *rules, int group, int item, struct text *out)
{
	for (int row = 0; row < ROW_COUNT; row++)
		if (rows[row].in == group)
			saying_add_clause(rules, (enum row_id)row, item, out);
}

void saying_capital(const char *words, struct text *out)
{
	if (words[0] != '\0')
		text_format(out, "%c%s", capital_letter(words[0]), words + 1);
}

bool saying_sentence(const struct rules *rules, enum row_id row, int item, struct text *out)
{
	struct text clause = { 0 }, subject = { 0 };
	bool any = saying_clause(rules, row, item, &clause);
	const char *words = text_read(&clause);

	if (any && groups[rows[row].in].is_list) {
		saying_item(rules, rows[row].in, item, &subject);
		saying_capital(text_read(&subject), out);
		text_format(out, ": %s%s", words, clause.length > 0 && words[clause.length - 1] == '.' ? "" : ".");
	} else if (any)
		text_add(out, words);
	text_end(&clause, out);
	text_end(&subject, out);
	return any;
}

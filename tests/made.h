/* made.h -- rules files made of a variant and some statements at random, conditions of facts at random among them. */
#ifndef TESTS_MADE_H
#define TESTS_MADE_H

#include "game/random.h"
#include "game/tables.h"
#include "grammar/tree.h"
#include "tests/changes.h"

static struct random chance;

static inline int chance_below(int bound)
{
	return (int)random_below(&chance, (uint32_t)bound);
}

/* ---- what was stated ---- */

static inline bool lies_in(struct span inner, struct span outer)
{
	return inner.source == outer.source && inner.from >= outer.from && inner.to <= outer.to;
}

/* Writes [expr], in place of the part at [part] what changes nothing where it stands: in a row joined by "and" always, else never. */
static inline void write_without(const struct expr *expr, struct span part, const char *neutral, struct text *out)
{
	bool all = expr->kind == EXPR_AND;

	if (expr->span.from == part.from && expr->span.to == part.to)
		text_add(out, neutral);
	else if (expr->kind == EXPR_NOT) {
		text_add(out, "not (");
		write_without(expr->first, part, neutral, out);
		text_add(out, ")");
	} else if ((all || expr->kind == EXPR_OR) && lies_in(part, expr->span)) {
		text_add(out, "(");
		write_without(expr->first, part, all ? "always" : "never", out);
		text_add(out, all ? ") and (" : ") or (");
		write_without(expr->second, part, all ? "always" : "never", out);
		text_add(out, ")");
	} else
		expr_write(expr, out);
}

/* Writes all that is stated for a condition, without [part]. */
static inline void write_condition(const struct cell *cell, struct span part, struct text *out)
{
	const char *joint = "when (";

	for (const struct cell *line = cell; line != NULL; line = line->also) {
		const struct expr *when[] = { !line->on_item ? line->statement->value : NULL, line->statement->when };
		for (int i = 0; i < 2; i++)
			if (when[i] != NULL) {
				text_add(out, joint);
				write_without(when[i], part, "always", out);
				joint = ") and (";
			}
		if (line->statement->unless != NULL) {
			text_format(out, "%snot (", joint);
			write_without(line->statement->unless, part, "never", out);
			text_add(out, ")");
			joint = ") and (";
		}
	}
	text_add(out, ")");
}

/* ---- statements ---- */

/* A fact as it can be asked, if it has a number then compared with one. */
static inline void write_atom(const struct rules *rules, struct text *out)
{
	static const char *const signs[] = { "=", ">=", "<=", ">", "<" };
	int fact = 1 + chance_below(FACT_COUNT - 1);
	const char *phrase = facts[fact].phrase;
	size_t words = strcspn(phrase, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
	int items = 0, group = facts[fact].slot == SLOT_CANASTA ? GROUP_canasta : GROUP_class;

	if (facts[fact].type == FLAG && chance_below(3) == 0)
		text_add(out, "not ");
	text_add_bytes(out, phrase, words);
	if (facts[fact].slot == SLOT_CARDS)
		text_format(out, "(%s)", CARDS[chance_below(sizeof CARDS / sizeof *CARDS - 1)]);
	else if (facts[fact].slot != SLOT_NONE) {
		items = rules_item_count(rules, group);
		text_add(out, items > 0 ? rules_item_name(rules, group, chance_below(items)) : "nothing");
	}
	if (facts[fact].type != FLAG)
		text_format(out, " %s %d", signs[chance_below(5)],
		            facts[fact].type == SCORE ? 100 * chance_below(20)
		            : chance_below(4) == 0    ? chance_below(100)
		                                      : chance_below(8));
}

/* A condition of one or two facts at random, perhaps beside what was said before. */
static inline void write_any_condition(const struct rules *rules, enum row_id row, int item, struct text *out)
{
	const struct cell *cell = rules_cell(rules, row, item);
	struct text before = { 0 };

	if (cell->statement != NULL && chance_below(2) == 0)
		write_condition(cell, (struct span){ 0 }, &before);
	text_add(out, "when ");
	if (before.length > 0)
		text_format(out, "%s %s ", text_read(&before) + strlen("when "), chance_below(2) == 0 ? "and" : "or");
	write_atom(rules, out);
	if (chance_below(2) == 0) {
		text_add(out, chance_below(2) == 0 ? " and " : " or ");
		write_atom(rules, out);
	}
	text_free(&before);
}

/* A statement of a setting in which a difference means [level] or more (enum level): three of four are conditions. */
static inline void write_any(const struct rules *rules, enum level most, struct text *out)
{
	static struct candidates candidates;
	struct setting at = { .item = -1 }, chosen = { .item = -1 };
	bool condition = chance_below(4) > 0;
	struct text value = { 0 };
	int settings = 0;

	while (setting_next(rules, &at))
		if (rows[at.row].type != TYPE_TEXT && rows[at.row].type != TYPE_POINTS && rows[at.row].level <= most &&
		    (!condition || rows[at.row].type == TYPE_CONDITION) && chance_below(++settings) == 0)
			chosen = at;
	if (condition)
		write_any_condition(rules, chosen.row, chosen.item, &value);
	else {
		find_candidates(rules, (int)chosen.row, chosen.item, &candidates);
		text_add(&value, candidates.value[chance_below(candidates.count)]);
	}
	write_statement(rules, (int)chosen.row, chosen.item, text_read(&value), out);
	text_free(&value);
}

/* Statements that meet others seldom: melds that plans by ranks do not know, bans and openings that ask about single cards and classes. A
 * condition at random stands behind those that end with "when". */
static const char *const RARE[] = {
	"add meld made_run { built in_sequence; ranks 3..A; size 3 or more; naturals 3 or more; wilds at most 1 }",
	"add meld made_sequence { built in_sequence; ranks 3..A; size 3..7; wilds 0 }",
	"add meld made_late { built in_sequence; ranks 3..A; size 3 or more; wilds 0; begun when side opened }",
	"add meld made_wild { size 3..7 }",
	"meld set { of_a_rank one_unfinished; joined at_any_time }",
	"meld set { of_a_rank several; joined at_any_time }",
	"meld set { shape when size <= 4 or size >= 7 }",
	"meld set { shape when naturals <= 3 and wilds = 0 or naturals >= 4 and wilds > 0 }",
	"pile { add take made_free { onto hand } }",
	"pile { add take made_pair { hand 2 alike } }",
	"pile { block wild_on_top when never }",
	"going_out { ask required; answer binding }",
	"initial_meld { top_card does_not_help }",
	"initial_meld { top_card does_not_count }",
	"add class made_class \"Made\" when naturals = 0\n initial_meld { contains when initial count of made_class >= 60 }",
	"discard { add ban made_taken { cards any; when card was top of pile taken } }",
	"discard { add ban made_other { cards any; when not card was top of pile taken and turn took pile } }",
	"discard { add ban made_ban { cards any; when",
	"initial_meld { contains when",
	"meld set { natural_cards when",
	"meld set { wild_cards when",
};

static inline void write_rare(const struct rules *rules, struct text *out)
{
	const char *rare = RARE[chance_below(sizeof RARE / sizeof *RARE)];
	size_t length = strlen(rare);

	text_format(out, " %s", rare);
	if (strcmp(rare + length - 4, "when") == 0) {
		text_add(out, " ");
		write_atom(rules, out);
		text_add(out, strchr(rare, '{') != strrchr(rare, '{') ? " } }" : " }");
	}
	text_add(out, "\n");
}

/* Writes a file made.canasta with the variant `made`, which extends [reference], whose rules are [base], with fewer rare statements than
 * [rare], which is 1 or more. */
static inline void write_made(const struct rules *base, const char *reference, enum level most, int rare, struct text *out)
{
	text_format(out, "language 1\nvariant made \"Made\" extends %s {\n", reference);
	for (int i = 1 + chance_below(3); i > 0; i--)
		write_any(base, most, out);
	for (int i = rare > 1 ? chance_below(rare) : 0; i > 0; i--)
		write_rare(base, out);
	text_add(out, "}\n");
}

/* ---- reading ---- */

static inline enum read_result read_made(void *context, const char *path, struct text *bytes)
{
	if (strcmp(path, "made.canasta") != 0)
		return read_from_disk(NULL, path, bytes);
	text_add(bytes, context);
	return READ_OK;
}

static inline const struct rules *built(struct library *library, const struct text *text, const char *reference)
{
	library_begin(library, arena_new(), (struct reader){ .read = read_made, .context = (void *)text_read(text) });
	return tables_compile(library, rules_build(library, reference, NULL, 0));
}

#endif

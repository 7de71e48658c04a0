/* doubts.c -- goes through one build after the other with a list of questions. Each of them is put about a place in the
 * file, and one answer that all is well settles it for good. */
#include "rules/doubts.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/diag.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "rules/build.h"
#include "rules/covering.h"
#include "rules/library.h"
#include "rules/matters.h"
#include "rules/meaning.h"
#include "rules/options.h"
#include "rules/reach.h"

/* ---- the list ---- */

enum { WORDS_MAX = 3 };

struct doubt {
	enum diag_id id;
	struct span span;
	bool settled;                 /* all is well, in some build */
	const char *words[WORDS_MAX]; /* what its sentence is filled with */
	const char *hint;
	struct span other;
	const char *other_sentence;
	struct doubt *next;
};

void doubts_begin(struct doubts *doubts, struct library *library, const struct library_file *file)
{
	*doubts = (struct doubts){ .library = library, .file = file };
	doubts->last = &doubts->first;
}

/* What is known about [span] so far, or a new doubt. NULL if the place is in another file or there is no memory. */
static struct doubt *doubt_about(struct doubts *doubts, enum diag_id id, struct span span)
{
	struct doubt *doubt = doubts->first;

	if (span.source != doubts->file->source)
		return NULL;
	while (doubt != NULL && (doubt->id != id || doubt->span.from != span.from || doubt->span.to != span.to))
		doubt = doubt->next;
	if (doubt != NULL)
		return doubt;
	doubt = arena_take(doubts->library->arena, sizeof *doubt);
	if (doubt == NULL)
		return NULL;
	*doubt = (struct doubt){ .id = id, .span = span };
	*doubts->last = doubt;
	doubts->last = &doubt->next;
	return doubt;
}

/* Asks about [span]. Comes back with the doubt if its words are still to be filled in, else NULL. */
static struct doubt *ask_about(struct doubts *doubts, enum diag_id id, struct span span, bool is_doubtful)
{
	struct doubt *doubt = doubt_about(doubts, id, span);

	if (doubt == NULL)
		return NULL;
	doubt->settled = doubt->settled || !is_doubtful;
	return doubt->settled || doubt->words[0] != NULL ? NULL : doubt;
}

static const char *number_words(struct doubts *doubts, int64_t number)
{
	struct text words = { 0 };
	const char *kept;

	text_format(&words, "%lld", (long long)number);
	kept = text_keep(&words, doubts->library->arena);
	return kept != NULL ? kept : "";
}

static const char *path_words(struct doubts *doubts, const struct rules *rules, enum row_id row, int item)
{
	struct text words = { 0 };
	const char *kept;

	rules_path(rules, row, item, &words);
	kept = text_keep(&words, doubts->library->arena);
	return kept != NULL ? kept : "";
}

void doubts_tell(struct doubts *doubts)
{
	struct diags *diags = &doubts->library->diags;

	for (const struct doubt *doubt = doubts->first; doubt != NULL; doubt = doubt->next) {
		struct diag *diag;
		if (doubt->settled)
			continue;
		diag = diag_add(diags, doubt->id, doubt->span, doubt->words[0], doubt->words[1], doubt->words[2]);
		if (doubt->hint != NULL)
			diag_hint(diags, diag, "%s", doubt->hint);
		if (doubt->other_sentence != NULL)
			diag_other(diags, diag, doubt->other, "%s", doubt->other_sentence);
	}
}

/* ---- conditions ---- */

/* True if the file itself states this setting. */
static bool is_stated(const struct doubts *doubts, const struct rules *rules, enum row_id row, int item)
{
	const struct statement *statement = rules_cell(rules, row, item)->statement;

	return statement != NULL && statement->span.source == doubts->file->source;
}

static struct span clause_span(const struct statement *statement)
{
	return statement->when != NULL     ? statement->when->span
	       : statement->unless != NULL ? statement->unless->span
	                                   : statement->span;
}

static void look_at_condition(struct doubts *doubts, const struct rules *rules, enum row_id row, int item)
{
	const struct statement *statement = rules_cell(rules, row, item)->statement;
	enum diag_id id = row == ROW_score_when ? DIAG_BONUS_NEVER : DIAG_CONDITION_NEVER;
	struct doubt *doubt = doubt_about(doubts, id, clause_span(statement));

	if (doubt == NULL || doubt->settled)
		return;
	if (!never_comes_true(rules, meaning_program(rules, row, item))) {
		doubt->settled = true;
		return;
	}
	doubt->words[0] = row == ROW_score_when ? rules->score[item].name : path_words(doubts, rules, row, item);
	doubt->hint = row == ROW_score_when ? "this can never hold" : NULL;
}

/* Whether a meld is of a class or a canasta is looked for in the tables. */
static void look_at_conditions(struct doubts *doubts, const struct rules *rules)
{
	for (struct setting at = { .item = -1 }; setting_next(rules, &at);)
		if (rows[at.row].type == TYPE_CONDITION && at.row != ROW_class_when && at.row != ROW_canasta_when &&
		    is_stated(doubts, rules, at.row, at.item))
			look_at_condition(doubts, rules, at.row, at.item);
}

/* Points that are worked out, and always come to nothing. */
static void look_at_points(struct doubts *doubts, const struct rules *rules, int item)
{
	const struct statement *statement = rules_cell(rules, ROW_score_points, item)->statement;
	struct doubt *doubt = doubt_about(doubts, DIAG_BONUS_NEVER, statement->span);
	struct reach reach;
	int32_t number;

	if (doubt == NULL || doubt->settled)
		return;
	reach = program_reach(rules, rules->score[item].points);
	if (reach.low != 0 || reach.high != 0 || program_is_constant(rules->score[item].points, &number)) {
		doubt->settled = true;
		return;
	}
	doubt->words[0] = rules->score[item].name;
	doubt->hint = "this always comes to 0";
}

static void look_at_scores(struct doubts *doubts, const struct rules *rules)
{
	for (int item = 0; item < rules->score_count; item++)
		if (is_stated(doubts, rules, ROW_score_points, item))
			look_at_points(doubts, rules, item);
}

static void look_at_classes(struct doubts *doubts, const struct rules *rules)
{
	for (int i = 0; i < rules->class_count; i++) {
		struct doubt *doubt = ask_about(doubts, DIAG_CLASS_IMPOSSIBLE, rules->items[GROUP_class][i],
		                                rules->class_reach[i][MELD_CARDS_MAX] == 0 ||
		                                        never_comes_true(rules, rules->class[i].when));
		if (doubt != NULL)
			doubt->words[0] = rules->class[i].name;
	}
}

/* ---- melds and canastas ---- */

static const char *kept_words(struct doubts *doubts, struct text *words)
{
	const char *kept = text_keep(words, doubts->library->arena);

	return kept != NULL ? kept : "";
}

/* A kind of meld that another one leaves nothing to do. The file may have written either of them. */
static void look_at_meld(struct doubts *doubts, const struct rules *rules, int item)
{
	const struct span *melds = rules->items[GROUP_meld];
	int kind = 0, other = form_covering(rules, item, &kind);
	bool theirs = melds[item].source != doubts->file->source && other >= 0;
	struct doubt *doubt = ask_about(doubts, DIAG_MELD_COVERED, melds[theirs ? other : item], other >= 0);
	struct text hint = { 0 };

	if (doubt == NULL)
		return;
	doubt->words[0] = rules->meld[item].name;
	doubt->words[1] = rules->kind[kind].name;
	doubt->words[2] = rules->meld[other].name;
	text_format(&hint, "take that rank out of `%s`, as in `meld %s { ranks 4..A except %s }`",
	            rules->meld[other].name, rules->meld[other].name, rules->kind[kind].name);
	doubt->hint = kept_words(doubts, &hint);
	doubt->other = melds[theirs ? item : other];
	doubt->other_sentence = "the other one stands here";
}

/* Ranks of a canasta that the file states, and that leave out a rank no other canasta takes in. */
static void look_at_canasta(struct doubts *doubts, const struct rules *rules, int item)
{
	struct meld_cards out = { 0 };
	bool left = canasta_leaves_out(rules, item, &out);
	struct doubt *doubt = ask_about(doubts, DIAG_CANASTA_LEFT_OUT,
	                                rules_cell(rules, ROW_canasta_ranks, item)->statement->span, left);
	struct text hint = { 0 };

	if (doubt == NULL)
		return;
	doubt->words[0] = number_words(doubts, out.naturals + out.wilds);
	doubt->words[1] = rules->kind[out.kind].name;
	text_format(
		&hint,
		"%d natural and %d wild, for example; if they are to be one, say `add canasta NAME { ranks %s ... }`",
		out.naturals, out.wilds, rules->kind[out.kind].name);
	doubt->hint = kept_words(doubts, &hint);
}

static void look_at_melds(struct doubts *doubts, const struct rules *rules)
{
	for (int i = 0; i < rules->meld_count; i++)
		look_at_meld(doubts, rules, i);
	for (int i = 0; i < rules->canasta_count; i++)
		if (is_stated(doubts, rules, ROW_canasta_ranks, i))
			look_at_canasta(doubts, rules, i);
}

/* ---- the initial meld ---- */

/* What so many cards can count at the most, if all of them can be melded. */
static int64_t most_points(const struct rules *rules, int cards)
{
	cardset left = rules->naturals | rules->cards.wild;
	int64_t points = 0;

	while (left != 0 && cards > 0) {
		int best = __builtin_ctzll(left), taken;
		for (cardset rest = left; rest != 0; rest &= rest - 1)
			if (rules->kind[__builtin_ctzll(rest)].points > rules->kind[best].points)
				best = __builtin_ctzll(rest);
		left &= ~(UINT64_C(1) << best);
		if (rules->kind[best].points <= 0)
			break;
		taken = rules->kind[best].copies < cards ? rules->kind[best].copies : cards;
		points += (int64_t)taken * rules->kind[best].points;
		cards -= taken;
	}
	return points;
}

/* Cards that a side which has not opened can have to open with, in one hand: with one card drawn for each discarded it
 * does not grow. Otherwise the whole deck. */
static int most_to_open(const struct rules *rules)
{
	int32_t talon;
	bool steady = rules->turn.draw == 1 && program_is_constant(rules->talon.cards, &talon) && talon == 0;

	return steady ? rules->deal.hand + 1 : rules->deck_size;
}

/* A step of a ladder: from where on, and what then holds. */
struct rung {
	int32_t low, value;
	struct span span;
};

enum { RUNGS_MAX = 32 };

/* The steps of a ladder by the score whose values are plain numbers, in the order of the file; 0 if it is no such ladder. */
static int rungs_of(const struct statement *statement, program op, struct rung *rungs)
{
	int count = 0;

	if (statement->by == NULL || op->code != OP_FACT || op->fact != FACT_side_score)
		return 0;
	op++;
	for (const struct step *step = statement->steps; step != NULL; step = step->next) {
		program value;
		for (const struct expr *key = step->keys; key != NULL; key = key->next, op += 2) {
			if (count == RUNGS_MAX || op->code != OP_WITHIN)
				return 0;
			rungs[count++] = (struct rung){ .low = op->number, .span = step->value->span };
		}
		value = op + 1; /* behind the jump onward */
		if (value->code != OP_NUMBER || value[1].code != OP_SWAP_DROP)
			return 0;
		for (int i = count - 1; i >= 0 && rungs[i].span.from == step->value->span.from; i--)
			rungs[i].value = value->number;
		op = value + 3; /* the value, the key dropped, the jump to the end */
	}
	return count;
}

static void look_at_minimum_of(struct doubts *doubts, const struct rules *rules, int64_t value, struct span span)
{
	int cards = most_to_open(rules);
	int64_t most = most_points(rules, cards);
	struct doubt *doubt = ask_about(doubts, DIAG_MINIMUM_TOO_HIGH, span, value > most);

	if (doubt == NULL)
		return;
	doubt->words[0] = number_words(doubts, value);
	doubt->words[1] = number_words(doubts, cards);
	doubt->words[2] = number_words(doubts, most);
}

static void look_at_direction(struct doubts *doubts, const struct rung *rungs, int count)
{
	for (int i = 0; i < count; i++) {
		const struct rung *below = NULL; /* the next lower step */
		struct doubt *doubt;
		for (int j = 0; j < count; j++)
			if (rungs[j].low < rungs[i].low && (below == NULL || rungs[j].low > below->low))
				below = &rungs[j];
		doubt = ask_about(doubts, DIAG_MINIMUM_FALLS, rungs[i].span,
		                  below != NULL && below->value > rungs[i].value);
		if (doubt == NULL)
			continue;
		doubt->words[0] = number_words(doubts, rungs[i].value);
		doubt->words[1] = number_words(doubts, below->value);
		doubt->other = below->span;
		doubt->other_sentence = "a lower score needs more";
	}
}

static void look_at_minimum(struct doubts *doubts, const struct rules *rules)
{
	const struct statement *statement = rules_cell(rules, ROW_initial_meld_minimum, 0)->statement;
	struct rung rungs[RUNGS_MAX];
	int32_t number;
	int count;

	if (statement == NULL || statement->span.source != doubts->file->source)
		return;
	if (program_is_constant(rules->initial_meld.minimum, &number))
		look_at_minimum_of(doubts, rules, number, statement->span);
	count = rungs_of(statement, rules->initial_meld.minimum, rungs);
	for (int i = 0; i < count; i++)
		look_at_minimum_of(doubts, rules, rungs[i].value, rungs[i].span);
	look_at_direction(doubts, rungs, count);
}

/* ---- special hands ---- */

static bool asks_of(const struct rules *rules, program op, enum fact_id fact, bool *negated)
{
	for (; op->code != OP_END; op++) {
		if (op->code == OP_FACT && op->fact == FACT_term &&
		    asks_of(rules, rules->define[op->argument].when, fact, negated))
			return true;
		if (op->code == OP_FACT && op->fact == fact) {
			*negated = op[1].code == OP_NOT;
			return true;
		}
	}
	return false;
}

/* True if a special hand can only be laid by somebody from whose side nothing has been melded, so that the hand is as it
 * was dealt, with the card that came in this turn. */
static bool is_laid_whole(const struct rules *rules, program when)
{
	bool negated = false;

	return (asks_of(rules, when, FACT_side_opened, &negated) || asks_of(rules, when, FACT_side_melded, &negated)) &&
	       negated && rules->turn.draw == 1;
}

/* The special hand before [item] that is laid out in the same way, or [item]. */
static int twin_of(struct doubts *doubts, const struct rules *rules, int item)
{
	bool failed = false;
	int twin = 0;

	while (twin < item && !(meaning_same(rules, twin, rules, item, ROW_special_pattern, &failed) &&
	                        meaning_same(rules, twin, rules, item, ROW_special_ranks, &failed) &&
	                        meaning_same(rules, twin, rules, item, ROW_special_when, &failed)))
		twin++;
	if (failed)
		arena_lose(doubts->library->arena);
	return twin;
}

static void look_at_specials(struct doubts *doubts, const struct rules *rules)
{
	for (int i = 0; i < rules->special_count; i++) {
		const struct in_special *special = &rules->special[i];
		struct doubt *doubt = ask_about(
			doubts, DIAG_SPECIAL_SIZE, rules_cell(rules, ROW_special_pattern, i)->statement->span,
			special->pattern.cards != rules->deal.hand + 1 && is_laid_whole(rules, special->when));
		int twin = twin_of(doubts, rules, i);
		if (doubt != NULL) {
			doubt->words[0] = special->name;
			doubt->words[1] = number_words(doubts, special->pattern.cards);
			doubt->words[2] = number_words(doubts, rules->deal.hand + 1);
		}
		doubt = ask_about(doubts, DIAG_SPECIAL_TWICE, rules->items[GROUP_special][i], twin < i);
		if (doubt == NULL)
			continue;
		doubt->words[0] = special->name;
		doubt->words[1] = rules->special[twin].name;
		doubt->other = rules->items[GROUP_special][twin];
		doubt->other_sentence = "the first one stands here";
	}
}

/* ---- discards ---- */

static void look_at_bans(struct doubts *doubts, const struct rules *rules)
{
	cardset free = rules->all;
	int32_t always;
	struct doubt *doubt;

	if (rules->bonus.laid == bonus_laid_at_once)
		free &= ~rules->bonus.cards;
	for (int i = 0; i < rules->discard.ban_count; i++)
		if (program_is_constant(rules->discard.ban[i].when, &always) && always)
			free &= ~rules->discard.ban[i].cards;
	for (int i = 0; i < rules->discard.ban_count; i++) {
		doubt = ask_about(doubts, DIAG_DISCARD_IMPOSSIBLE, rules->items[GROUP_ban][i],
		                  free == 0 && i == rules->discard.ban_count - 1);
		if (doubt != NULL)
			doubt->words[0] = "";
	}
}

/* ---- settings without an effect ---- */

/* True if the setting is stated as it would be without a word. */
static bool is_default(struct doubts *doubts, const struct rules *rules, enum row_id row, int item)
{
	bool failed = false, same = meaning_is_default(rules, row, item, &failed);

	if (failed)
		arena_lose(doubts->library->arena);
	return same;
}

static void look_at_idle(struct doubts *doubts, const struct rules *rules, enum row_id row, int item)
{
	const char *missing = is_default(doubts, rules, row, item) ? NULL : setting_is_idle(rules, row, item);
	struct doubt *doubt =
		ask_about(doubts, DIAG_SETTING_IDLE, rules_cell(rules, row, item)->statement->span, missing != NULL);

	if (doubt == NULL)
		return;
	doubt->words[0] = path_words(doubts, rules, row, item);
	doubt->words[1] = missing;
}

static void look_at_needs(struct doubts *doubts, const struct rules *rules)
{
	for (struct setting at = { .item = -1 }; setting_next(rules, &at);)
		if (is_stated(doubts, rules, at.row, at.item))
			look_at_idle(doubts, rules, at.row, at.item);
}

/* ---- options ---- */

/* A setting that an option states. */
struct touched {
	enum row_id row;
	int place;
	const char *item, *word;
	const struct option *option;
	const struct rules *rules;
	const struct cell *cell;
	struct touched *next;
};

struct naming {
	const char *word;
	bool found;
};

static void is_named(void *context, const char *word, struct span span)
{
	struct naming *naming = context;

	(void)span;
	naming->found = naming->found || strcmp(word, naming->word) == 0;
}

static bool excludes(const struct touched *a, const struct touched *b)
{
	struct naming naming = { .word = b->word };

	option_words(a->rules, a->option, "excludes", is_named, &naming);
	return naming.found;
}

/* Looks whether an option that was looked at before states something else of the same setting. */
static void look_for_clash(struct doubts *doubts, const struct touched *new)
{
	for (const struct touched *old = doubts->touched; old != NULL; old = old->next) {
		struct doubt *doubt;
		if (old->row != new->row || old->option == new->option || strcmp(old->item, new->item) != 0 ||
		    strcmp(old->option->name, new->option->name) == 0 || excludes(old, new) || excludes(new, old) ||
		    same_value(doubts->library->arena, old->cell, new->cell))
			continue;
		doubt = ask_about(doubts, DIAG_OPTIONS_CLASH, new->cell->statement->span, true);
		if (doubt == NULL)
			continue;
		doubt->words[0] = new->word;
		doubt->words[1] = old->word;
		doubt->words[2] = path_words(doubts, new->rules, new->row, new->place);
		doubt->hint = "if that is meant, say `excludes` in one of them";
		doubt->other = old->cell->statement->span;
		doubt->other_sentence = "the other one states it here";
	}
}

static bool takes_or_brings_items(const struct statement *block)
{
	for (; block != NULL; block = block->next)
		if (block->kind == STATEMENT_REMOVE || block->added || takes_or_brings_items(block->block))
			return true;
	return false;
}

/* True if the cell says what held without it. */
static bool says_nothing_new(struct doubts *doubts, const struct rules *rules, const struct cell *cell, enum row_id row,
                             int item)
{
	return cell->inherited != NULL ? same_value(doubts->library->arena, cell, cell->inherited)
	                               : is_default(doubts, rules, row, item);
}

/* Keeps in mind that the option states the setting, and looks whether another one does; false without memory. */
static bool touch(struct doubts *doubts, const struct rules *rules, struct setting at, const struct option *option,
                  const char *word)
{
	struct touched *new = arena_take(doubts->library->arena, sizeof *new);
	int group = rows[at.row].in;

	if (new == NULL)
		return false;
	*new = (struct touched){ .row = at.row,
		                 .place = at.item,
		                 .item = groups[group].is_list ? rules_item_name(rules, group, at.item) : "",
		                 .word = word,
		                 .option = option,
		                 .rules = rules,
		                 .cell = rules_cell(rules, at.row, at.item),
		                 .next = doubts->touched };
	look_for_clash(doubts, new);
	doubts->touched = new;
	return true;
}

static void look_at_option(struct doubts *doubts, const struct rules *rules, const struct option *option,
                           const char *word)
{
	struct doubt *doubt = doubt_about(doubts, DIAG_OPTION_IDLE, option->statement->name_span);
	bool idle = doubt != NULL && !doubt->settled && !option->is_preset && option->alternative == NULL &&
	            !takes_or_brings_items(option->statement->block);

	for (struct setting at = { .item = -1 }; setting_next(rules, &at);) {
		const struct cell *cell = rules_cell(rules, at.row, at.item);
		if (cell->statement == NULL || cell->layer->kind != LAYER_OPTION ||
		    strcmp(cell->layer->name, word) != 0)
			continue;
		idle = idle && says_nothing_new(doubts, rules, cell, at.row, at.item);
		if (!touch(doubts, rules, at, option, word))
			return;
	}
	doubt = ask_about(doubts, DIAG_OPTION_IDLE, option->statement->name_span, idle);
	if (doubt != NULL)
		doubt->words[0] = word;
}

void doubts_next_variant(struct doubts *doubts)
{
	doubts->touched = NULL;
}

/* ---- one build ---- */

void doubts_look(struct doubts *doubts, const struct rules *rules, const struct option *option, const char *word)
{
	look_at_conditions(doubts, rules);
	look_at_scores(doubts, rules);
	look_at_needs(doubts, rules);
	look_at_classes(doubts, rules);
	look_at_melds(doubts, rules);
	look_at_minimum(doubts, rules);
	look_at_specials(doubts, rules);
	look_at_bans(doubts, rules);
	if (option != NULL)
		look_at_option(doubts, rules, option, word);
}

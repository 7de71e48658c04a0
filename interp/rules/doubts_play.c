/* doubts_play.c -- what the rules come to at the table: a cut for partners whom nobody has, melds that nothing is left for,
 * canastas that leave a rank out, an initial meld that no hand can make or that is never enough, special hands that are
 * never held, discards that nobody has, cards that nobody gets rid of. */
#include "rules/doubting.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "rules/canonical.h"
#include "rules/covering.h"
#include "rules/intervals.h"
#include "rules/library.h"
#include "rules/semantic.h"

/* The name of a kind of card, which does not outlive the build. */
static const char *kind_words(struct doubts *doubts, const struct rules *rules, int kind)
{
	struct text words = { 0 };

	text_add(&words, rules->kind[kind].name);
	return kept_words(doubts, &words);
}

/* ---- the cut ---- */

/* What together makes a cut for teams of one. */
static const enum row_id TEAM_ROWS[] = { ROW_cut_decides, ROW_table_sides, ROW_table_players };

enum { TEAM_ROW_COUNT = sizeof TEAM_ROWS / sizeof *TEAM_ROWS };

/* That of them which was stated last, of several in one layer the cut itself. */
static enum row_id newest_of_teams(const struct rules *rules)
{
	enum row_id newest = TEAM_ROWS[0];

	for (int i = 1; i < TEAM_ROW_COUNT; i++)
		if (rules_cell(rules, TEAM_ROWS[i], 0)->layer->level > rules_cell(rules, newest, 0)->layer->level)
			newest = TEAM_ROWS[i];
	return newest;
}

static void tell_teams_of_one(struct doubts *doubts, const struct rules *rules)
{
	enum row_id newest = newest_of_teams(rules);
	enum row_id other = newest == ROW_cut_decides ? ROW_table_sides : ROW_cut_decides;
	struct doubt *doubt = ask_about(doubts, DIAG_TEAMS_OF_ONE, rules_cell(rules, newest, 0)->statement->span, true);

	if (doubt == NULL)
		return;
	doubt->words[0] = "";
	doubt->hint = "say `cut { decides deal }` if they cut for the first deal, or `cut { decides nothing }`";
	doubt->other = rules_cell(rules, other, 0)->statement->span;
	doubt->other_sentence = other == ROW_cut_decides ? "the cut is stated here" : "the sides are stated here";
}

/* Whoever changes the number of players easily forgets the cut, which may stand in a file she extends. */
void look_at_cut(struct doubts *doubts, const struct rules *rules)
{
	if (rules->cut.decides == cut_decides_teams && rules->table.sides == rules->table.players) {
		tell_teams_of_one(doubts, rules);
		return;
	}
	for (int i = 0; i < TEAM_ROW_COUNT; i++)
		if (is_stated(doubts, rules, TEAM_ROWS[i], 0))
			ask_about(doubts, DIAG_TEAMS_OF_ONE, rules_cell(rules, TEAM_ROWS[i], 0)->statement->span,
			          false);
}

/* ---- melds and canastas ---- */

void look_at_classes(struct doubts *doubts, const struct rules *rules)
{
	for (int i = 0; i < rules->class_count; i++) {
		struct doubt *doubt = ask_about(doubts, DIAG_CLASS_IMPOSSIBLE, rules->items[GROUP_class][i],
		                                rules->class_reach[i][MELD_CARDS_MAX] == 0 ||
		                                        is_contradiction(rules, rules->class[i].when));
		if (doubt != NULL)
			doubt->words[0] = rules->class[i].name;
	}
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
	doubt->words[1] = kind_words(doubts, rules, kind);
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
	bool left = leaves_out_by_canasta(rules, item, &out);
	struct doubt *doubt = ask_about(doubts, DIAG_CANASTA_LEFT_OUT,
	                                rules_cell(rules, ROW_canasta_ranks, item)->statement->span, left);
	struct text hint = { 0 };

	if (doubt == NULL)
		return;
	doubt->words[0] = number_words(doubts, out.naturals + out.wilds);
	doubt->words[1] = kind_words(doubts, rules, out.kind);
	text_format(
		&hint,
		"%d natural and %d wild, for example; if they are to be one, say `add canasta NAME { ranks %s ... }`",
		out.naturals, out.wilds, rules->kind[out.kind].name);
	doubt->hint = kept_words(doubts, &hint);
}

/* The kind of canasta that the smallest canasta of so many natural cards of [kind] is, and else of wild ones. */
static int canasta_with(const struct rules *rules, int kind, int naturals)
{
	int wilds = rules->canasta_least - naturals;

	return wilds < 0 || wilds > MELD_CARDS_MAX
	               ? -1
	               : rules_canasta_of(rules, &(struct meld_cards){ .kind = (uint8_t)kind,
	                                                               .naturals = (uint8_t)naturals,
	                                                               .wilds = (uint8_t)wilds,
	                                                               .wild = { (uint8_t)wilds } });
}

/* The kind of canasta that melds of wild cards alone become if melds of a rank do so, too; else -1. */
static int shared_canasta(const struct rules *rules)
{
	int canasta = canasta_with(rules, rules->wild_kind[0], 0);

	for (int i = 0; i < rules->meld_count && canasta >= 0; i++)
		for (int n = 1; n <= rules->canasta_least && rules->form[i].ranks != 0; n++)
			if (form_allows(&rules->form[i], n, rules->canasta_least - n) &&
			    canasta_with(rules, __builtin_ctzll(rules->form[i].ranks), n) == canasta)
				return canasta;
	return -1;
}

/* Melds of wild cards alone that become the same canastas as melds with wild cards. */
static void look_at_wild_meld(struct doubts *doubts, const struct rules *rules, int item)
{
	int canasta = shared_canasta(rules);
	struct doubt *doubt = ask_about(doubts, DIAG_WILD_CANASTA, rules->items[GROUP_meld][item], canasta >= 0);

	if (doubt == NULL)
		return;
	doubt->words[0] = rules->meld[item].name;
	doubt->words[1] = rules->canasta[canasta].name;
	doubt->hint = "say `add canasta NAME { ranks wild; size 7; bonus ... }` if they are to be of their own kind";
}

void look_at_melds(struct doubts *doubts, const struct rules *rules)
{
	for (int i = 0; i < rules->meld_count; i++) {
		look_at_meld(doubts, rules, i);
		if (rules->form[i].ranks == 0)
			look_at_wild_meld(doubts, rules, i);
	}
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
	bool steady = rules->turn.draw == 1 && formula_is_constant(rules->talon.cards, &talon) && talon == 0;

	return steady ? rules->deal.hand + 1 : rules->deck_size;
}

/* A step of a ladder: from where on, and what then holds. */
struct rung {
	int32_t low, value;
	struct span span;
};

enum { RUNGS_MAX = 32 };

/* The steps of a ladder by the score whose values are plain numbers, in the order of the file; 0 if it is no such ladder. */
static int rungs_of(const struct statement *statement, const struct ir *ladder, struct rung *rungs)
{
	int64_t low, high, value;
	int count = 0;

	if (statement->by == NULL || ladder->kind != IR_LADDER || !ir_is_fact(ladder->first, FACT_side_score))
		return 0;
	for (const struct step *step = statement->steps; step != NULL; step = step->next)
		for (const struct expr *key = step->keys; key != NULL; key = key->next) {
			if (count == RUNGS_MAX || !read_key(key, &low, &high) || !constant(step->value, &value))
				return 0;
			rungs[count++] = (struct rung){ (int32_t)low, (int32_t)value, step->value->span };
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

void look_at_minimum(struct doubts *doubts, const struct rules *rules)
{
	const struct statement *statement = rules_cell(rules, ROW_initial_meld_minimum, 0)->statement;
	struct rung rungs[RUNGS_MAX];
	int32_t number;
	int count;

	if (statement == NULL || statement->span.source != doubts->file->source)
		return;
	if (formula_is_constant(rules->initial_meld.minimum, &number))
		look_at_minimum_of(doubts, rules, number, statement->span);
	count = rungs_of(statement, rules->initial_meld.minimum->ir, rungs);
	for (int i = 0; i < count; i++)
		look_at_minimum_of(doubts, rules, rungs[i].value, rungs[i].span);
	look_at_direction(doubts, rungs, count);
}

static void ask_who_opens(struct doubts *doubts, const struct rules *rules, enum row_id row, int item, bool nobody)
{
	const struct statement *statement = rules_cell(rules, row, item)->statement;
	struct doubt *doubt = statement != NULL ? ask_about(doubts, DIAG_NOBODY_OPENS, statement->span, nobody) : NULL;

	if (doubt == NULL)
		return;
	doubt->words[0] = "";
	doubt->hint = row != ROW_initial_meld_contains ? "no kind of meld may ever be begun"
	              : cannot_hold(rules, rules->initial_meld.waived)
	                      ? "whatever the initial meld has, it is not enough"
	                      : "only who needs no initial meld can meld at all";
}

/* No kind of meld is ever begun, or nothing will do as an initial meld. That a condition other than `never` cannot hold
 * is told of it. */
void look_at_opening(struct doubts *doubts, const struct rules *rules)
{
	bool begun = false;

	for (int i = 0; i < rules->meld_count; i++)
		begun = begun || !cannot_hold(rules, rules->meld[i].begun);
	for (int i = 0; i < rules->meld_count; i++)
		ask_who_opens(doubts, rules, ROW_meld_begun, i, !begun);
	ask_who_opens(doubts, rules, ROW_initial_meld_contains, 0, never_holds(rules->initial_meld.contains));
}

/* ---- special hands ---- */

/* True if the condition asks [fact], with [*negated] whether it wants it not to be. */
static bool asks_of(const struct rules *rules, const struct ir *ir, enum fact_id fact, bool *negated)
{
	if (ir_is_fact(ir, fact))
		return true;
	if (ir_is_fact(ir, FACT_term) && asks_of(rules, rules->define[ir->item].when->ir, fact, negated))
		return true;
	for (const struct ir *part = ir->first; part != NULL; part = part->next)
		if (asks_of(rules, part, fact, negated)) {
			*negated = *negated || ir->kind == IR_NOT;
			return true;
		}
	return false;
}

/* True if a special hand can only be laid by somebody from whose side nothing has been melded, so that all that came to
 * the hand is in it, but for a discard in each turn and bonus cards that were replaced. */
static bool is_laid_whole(const struct rules *rules, formula when)
{
	bool negated = false;

	return (asks_of(rules, when->ir, FACT_side_opened, &negated) ||
	        asks_of(rules, when->ir, FACT_side_melded, &negated)) &&
	       negated && (rules->bonus.cards == 0 || !cannot_hold(rules, rules->bonus.replaced));
}

/* A whole hand is what was dealt and a card more. Where more than one is drawn, each turn adds the others to it, and so
 * does the first one, unless the top card of the pile comes in place of a draw: it grows in steps. What is left of a
 * stock may be a shorter step, but nobody's first; a talon may be one of any size. */
struct whole_hands {
	int least, step;
	bool top, any; /* the top card may come; once it has grown it can be of any size */
};

static struct whole_hands whole_hands(const struct rules *rules, int item)
{
	int32_t talon;
	bool talons = !formula_is_constant(rules->talon.cards, &talon) || talon != 0;

	return (struct whole_hands){ .least = rules->deal.hand + 1,
		                     .step = rules->turn.draw - 1,
		                     .top = !cannot_hold(rules, rules->special[item].with_top_card),
		                     .any = rules->turn.draw == 2 || talons ||
		                            rules->stock_end.short_draw == stock_end_short_draw_draws_what_is_left };
}

static bool is_whole_hand(const struct whole_hands *hands, int cards)
{
	int more = cards - hands->least;

	if (more == 0 || hands->step == 0)
		return more == 0 && (hands->step == 0 || hands->top);
	return more >= hands->step && (hands->any || more % hands->step == 0);
}

/* "12", "14 or more", "14, 16, 18, ..." */
static const char *whole_hand_words(struct doubts *doubts, const struct whole_hands *hands)
{
	int grown = hands->least + hands->step;
	struct text words = { 0 };

	if (hands->step > 1 && hands->top)
		text_format(&words, "%d, ", hands->least);
	if (hands->step == 0)
		text_format(&words, "%d", hands->least);
	else if (hands->any)
		text_format(&words, "%d or more", hands->step == 1 && hands->top ? hands->least : grown);
	else
		text_format(&words, "%d, %d, %d, ...", grown, grown + hands->step, grown + 2 * hands->step);
	return kept_words(doubts, &words);
}

/* The special hand before [item] that is laid out in the same way, or [item]. */
static int twin_of(struct doubts *doubts, const struct rules *rules, int item)
{
	bool failed = false;
	int twin = 0;

	while (twin < item && !(canonical_same(rules, twin, rules, item, ROW_special_pattern, &failed) &&
	                        canonical_same(rules, twin, rules, item, ROW_special_ranks, &failed) &&
	                        canonical_same(rules, twin, rules, item, ROW_special_when, &failed)))
		twin++;
	if (failed)
		arena_lose(doubts->library->arena);
	return twin;
}

/* A special hand of other cards than a whole hand has. The file may have written either of the two: who changes the
 * hand that is dealt has to think of special hands that were there before. */
static void look_at_special_size(struct doubts *doubts, const struct rules *rules, int item)
{
	const struct in_special *special = &rules->special[item];
	const struct cell *cell = rules_cell(rules, ROW_special_pattern, item);
	const struct span pattern = cell->statement->span;
	const struct whole_hands hands = whole_hands(rules, item);
	bool theirs = pattern.source != doubts->file->source && is_stated(doubts, rules, ROW_deal_hand, 0);
	struct text hint = { 0 };
	struct doubt *doubt;

	if (never_holds(special->when))
		return; /* it is not played */
	doubt = ask_of(doubts, DIAG_SPECIAL_SIZE,
	               theirs ? rules_cell(rules, ROW_deal_hand, 0)->statement->span : pattern, special->name,
	               !is_whole_hand(&hands, special->pattern.cards) && is_laid_whole(rules, special->when));
	if (doubt == NULL)
		return;
	doubt->words[0] = special->name;
	doubt->words[1] = number_words(doubts, special->pattern.cards);
	doubt->words[2] = whole_hand_words(doubts, &hands);
	if (!theirs)
		return;
	if (cell->layer->kind == LAYER_OPTION && strchr(cell->layer->name, '=') == NULL)
		text_format(&hint, "if the option is of no use now, write `remove option %s`", cell->layer->name);
	else
		text_format(&hint, "say what it consists of now, as in `special %s { pattern ... }`, or `when never`",
		            special->name);
	doubt->hint = kept_words(doubts, &hint);
	doubt->other = pattern;
	doubt->other_sentence = "its cards are stated here";
}

static void look_at_special_twin(struct doubts *doubts, const struct rules *rules, int item)
{
	int twin = twin_of(doubts, rules, item);
	struct doubt *doubt = ask_about(doubts, DIAG_SPECIAL_TWICE, rules->items[GROUP_special][item], twin < item);

	if (doubt == NULL)
		return;
	doubt->words[0] = rules->special[item].name;
	doubt->words[1] = rules->special[twin].name;
	doubt->other = rules->items[GROUP_special][twin];
	doubt->other_sentence = "the first one stands here";
}

void look_at_specials(struct doubts *doubts, const struct rules *rules)
{
	for (int i = 0; i < rules->special_count; i++) {
		look_at_special_size(doubts, rules, i);
		look_at_special_twin(doubts, rules, i);
	}
}

/* ---- discards ---- */

void look_at_bans(struct doubts *doubts, const struct rules *rules)
{
	cardset free = rules->all;
	struct doubt *doubt;

	if (rules->bonus.laid == bonus_laid_at_once)
		free &= ~rules->bonus.cards;
	for (int i = 0; i < rules->discard.ban_count; i++)
		if (always_holds(rules->discard.ban[i].when))
			free &= ~rules->discard.ban[i].cards;
	for (int i = 0; i < rules->discard.ban_count; i++) {
		doubt = ask_about(doubts, DIAG_DISCARD_IMPOSSIBLE, rules->items[GROUP_ban][i],
		                  free == 0 && i == rules->discard.ban_count - 1);
		if (doubt != NULL)
			doubt->words[0] = "";
	}
}

/* ---- cards that stay in the hand ---- */

/* The first ban that holds [kind] in the hand for good: at any time, without giving way. -1 if there is none. */
static int ban_for_good(const struct rules *rules, int kind)
{
	for (int i = 0; i < rules->discard.ban_count; i++) {
		const struct in_ban *ban = &rules->discard.ban[i];
		if ((ban->cards >> kind & 1) && ban->gives_way == ban_gives_way_never &&
		    formula_interval(rules, ban->when).low > 0)
			return i;
	}
	return -1;
}

/* True if the card may leave the hand in another way than by a discard. */
static bool can_be_laid(const struct rules *rules, int kind)
{
	return (rules->naturals | rules->cards.wild | rules->bonus.cards | rules->special_kinds) >> kind & 1;
}

/* Where the file has a say in it: the bonus cards, a ban of the card, or else the whole variant. */
static struct span say_in_leaving(const struct doubts *doubts, const struct rules *rules, int kind)
{
	static const enum row_id of_ban[] = { ROW_ban_cards, ROW_ban_when, ROW_ban_gives_way };

	if (is_stated(doubts, rules, ROW_bonus_cards, 0))
		return rules_cell(rules, ROW_bonus_cards, 0)->statement->span;
	for (int i = 0; i < rules->discard.ban_count; i++)
		for (int row = 0; row < (int)(sizeof of_ban / sizeof *of_ban); row++)
			if ((rules->discard.ban[i].cards >> kind & 1) && is_stated(doubts, rules, of_ban[row], i))
				return rules_cell(rules, of_ban[row], i)->statement->span;
	return rules->span;
}

static void look_at_leaving(struct doubts *doubts, const struct rules *rules, int kind)
{
	int ban = can_be_laid(rules, kind) ? -1 : ban_for_good(rules, kind);
	struct span span = say_in_leaving(doubts, rules, kind), cards;
	const char *name = kind_words(doubts, rules, kind);
	struct doubt *doubt = ask_of(doubts, DIAG_CARD_STUCK, span, name, ban >= 0);
	struct text hint = { 0 };

	if (doubt == NULL)
		return;
	doubt->words[0] = name;
	doubt->words[1] = rules->discard.ban[ban].name;
	text_format(&hint, "say when it may be discarded, as in `discard { ban %s { gives_way after_drawing } }`",
	            rules->discard.ban[ban].name);
	doubt->hint = kept_words(doubts, &hint);
	cards = rules_cell(rules, ROW_ban_cards, ban)->statement->span;
	if (cards.source == span.source && cards.from == span.from)
		return;
	doubt->other = cards;
	doubt->other_sentence = "the ban speaks of it here";
}

void look_at_stuck_cards(struct doubts *doubts, const struct rules *rules)
{
	for (int kind = 0; kind < rules->kinds; kind++)
		if (rules->kind[kind].copies > 0)
			look_at_leaving(doubts, rules, kind);
}

/* moments.c -- what facts can be when a setting is asked. A bound is narrower than the one that holds at any time (analysis.c) only where
 * the engine asks the setting at no other moment. */
#include "rules/moments.h"

#include <string.h>
#include "rules/build.h"
#include "rules/lint.h"

static struct interval within(struct interval may, int64_t low, int64_t high)
{
	if (may.low < low)
		may.low = low;
	if (may.high > high)
		may.high = high;
	return may.low <= may.high ? may : (struct interval){ high, high };
}

static struct interval at_least(struct interval may, int64_t low)
{
	return within(may, low, may.high > low ? may.high : low);
}

/* True if a side that has a meld of a rank begins no other one of it. */
static bool has_one_of_a_rank(const struct rules *rules)
{
	if (rules->table.alone != table_alone_nobody)
		return false;
	for (int i = 0; i < rules->meld_count; i++)
		if (rules->form[i].comes_again)
			return false;
	return true;
}

/* True if a player never has a bonus card in her hand when anything is asked. */
static bool holds_no_bonus(const struct rules *rules)
{
	return rules->bonus.laid == bonus_laid_at_once && rules->bonus.last_card != bonus_last_card_stays_in_the_hand &&
	       rules->deal.bonus_cards != deal_bonus_cards_in_the_first_turn;
}

/* True if a player may get a talon, perhaps for the last card of her hand. */
static bool gives_talons(const struct rules *rules)
{
	return !rules->talon.cards->is_constant || rules->talon.cards->number != 0;
}

/* True if a player has a card left in her hand as her turn begins: none is emptied to be filled again, or laid out card by card. */
static bool keeps_a_card(const struct rules *rules)
{
	return (rules_reserves(rules) == 0 || rules->reserve.taken_up == reserve_taken_up_at_the_beginning_of_a_turn) &&
	       !gives_talons(rules) && holds_no_bonus(rules) &&
	       rules->deal.hand > cards_in_deck(rules, rules->bonus.cards);
}

/* True if every take brings the whole pile to the hand or the table. */
static bool takes_whole_piles(const struct rules *rules)
{
	for (int i = 0; i < rules->pile.take_count; i++)
		if (rules->pile.take[i].cards != 0 || rules->pile.take[i].leaves != 0)
			return false;
	return true;
}

/* The fewest and the most cards that are in hands, in reserves and laid aside when all are dealt: where somebody comes to play alone there
 * may be fewer reserves. */
static struct interval cards_dealt(const struct rules *rules)
{
	int first = rules_has_reserves_in_turn(rules) && rules->reserve.first > 0 ? rules->reserve.first
	                                                                          : rules->reserve.cards;
	int reserves = rules_reserves(rules), firsts = reserves > 0 ? rules_reserve_owners(rules) : 0;
	int32_t sure = rules->seats * rules->deal.hand + rules->talon.set_aside,
		all = (reserves - firsts) * rules->reserve.cards + firsts * first;
	bool varies = rules->table.alone != table_alone_nobody;

	return (struct interval){ sure + (varies ? 0 : all),
		                  sure + (varies ? reserves * (rules->reserve.cards + rules->reserve.first) : all) };
}

/* The fewest cards that can be left in the stock as the first turn begins, or less. */
static int64_t least_in_stock(const struct rules *rules)
{
	return rules->deck_size - cards_dealt(rules).high - rules->deal.start_pile -
	       cards_in_deck(rules, rules->bonus.cards | rules->deal.turn_again);
}

/* True if a card always starts the pile that need not be covered: however the cards fall, one is left in the stock. */
static bool has_start_card(const struct rules *rules)
{
	int32_t dealt = rules->seats * rules->deal.hand + rules_reserves(rules) * rules->reserve.cards +
	                rules->table.sides * rules->talon.set_aside;

	return rules->deal.start_pile > 0 &&
	       rules->deck_size - dealt > cards_in_deck(rules, rules->bonus.cards | rules->deal.turn_again);
}

/* ---- melds with which a player goes out ---- */

/* True if whoever has to go out in her turn does: no card that comes in it ends the deal before. */
static bool keeps_going_out(const struct rules *rules)
{
	bool ends = rules->bonus.unreplaced == bonus_unreplaced_ends_the_deal ||
	            rules->bonus.last_card != bonus_last_card_play_goes_on;

	for (int i = 0; i < rules->pile.take_count; i++)
		if (rules->pile.take[i].draws > 0)
			return false;
	return rules->table.alone == table_alone_nobody && rules_reserves(rules) == 0 && rules->special_count == 0 &&
	       (rules->bonus.cards == 0 || !ends) && rules->stock_end.play != stock_end_play_ends_with_the_last_card;
}

bool comes_with_going_out(const struct rules *rules, const struct ir *asked)
{
	uint32_t last;

	switch (asked->fact) {
	case FACT_side_class:
	case FACT_others_class:
	case FACT_side_canastas_of:
	case FACT_side_melded_of: break;
	default: return false;
	}
	last = keeps_going_out(rules) ? melds_of_going_out(rules) : 0;
	if (last == 0)
		return false;
	return asked->fact == FACT_side_melded_of ? (cards_in_melds(rules, ~last) & asked->cards) == 0
	                                          : !some_meld_counts(rules, ~last, 0, asked);
}

/* The cards that lie only in melds with which a player goes out. */
static cardset kinds_of_going_out(const struct rules *rules)
{
	uint32_t last = keeps_going_out(rules) ? melds_of_going_out(rules) : 0;

	return last != 0 ? cards_in_melds(rules, last) & ~cards_in_melds(rules, ~last) : 0;
}

/* ---- taking the pile ---- */

/* How many of these cards a way of taking needs from the hand. */
static int needs_of(const struct rules *rules, const struct in_take *take, int top, cardset cards)
{
	int needs = (rules->cards.wild & ~cards) == 0 ? take->hand.wilds : 0;
	bool natural = top >= 0 && !(rules->cards.wild >> top & 1);

	return needs + (natural && (rules->mates[top] & ~cards) == 0 ? take->hand.naturals : 0);
}

/* What the cards of the rank can be for a way of taking the pile. */
static struct interval of_rank_taken(const struct moment *moment, const struct in_take *take, struct interval may)
{
	const struct rules *rules = moment->rules;
	int laid = take->hand.naturals + take->hand.alike + take->hand.wilds + 1;

	if (take->onto == take_onto_own_meld)
		may = at_least(may, rules->least_cards);
	if (!moment->limits || !has_one_of_a_rank(rules))
		return may;
	if (take->onto == take_onto_new_meld)
		return within(may, 0, 0);
	return take->onto == take_onto_own_meld || take->onto == take_onto_new_or_own_meld
	               ? within(may, may.low, rules->most_cards - laid)
	               : may;
}

/* True if nobody takes the pile once the stock is used up. */
static bool takes_with_stock_alone(const struct rules *rules)
{
	bool laid_at_once = rules->bonus.cards == 0 || rules->bonus.laid == bonus_laid_at_once;

	return rules->stock_end.renewed == 0 && (rules->stock_end.play == stock_end_play_ends_with_the_last_card ||
	                                         (rules->stock_end.play == stock_end_play_stops && laid_at_once));
}

/* True if the deal is over as soon as the last card of the stock is drawn. */
static bool ends_with_the_stock(const struct rules *rules)
{
	return rules->stock_end.play == stock_end_play_ends_with_the_last_card && rules->stock_end.renewed == 0 &&
	       rules_reserves(rules) == 0 && !gives_talons(rules);
}

static struct interval of_taking(const struct moment *moment, const struct ir *asked, struct interval may)
{
	const struct rules *rules = moment->rules;
	const struct in_take *take = moment->item >= 0 ? &rules->pile.take[moment->item] : NULL;
	bool onto_own = take != NULL && (take->onto == take_onto_own_meld || take->onto == take_onto_own_sequence);
	bool is_top = moment->top >= 0 && (asked->cards >> moment->top & 1);

	switch (asked->fact) {
	case FACT_pile_size:
	case FACT_taken_size:
	case FACT_took:
	case FACT_is_taken: return at_least(may, 1);
	case FACT_pile_empty:
	case FACT_pile_blocked:
	case FACT_drew: return within(may, 0, 0);
	case FACT_side_melded:
	case FACT_side_opened: return at_least(may, onto_own);
	case FACT_turn_opened:
	case FACT_turn_melded:
	case FACT_laid_canasta:
	case FACT_turn_canastas:
	case FACT_added_earlier: return within(may, 0, 0);
	case FACT_take_opens: return within(may, 0, !onto_own);
	case FACT_first_turn: return within(may, 0, rules->deal.start_pile > 0);
	case FACT_stock_size: return at_least(may, takes_with_stock_alone(rules));
	case FACT_stock_empty: return within(may, 0, !takes_with_stock_alone(rules));
	case FACT_pile_top: return moment->top >= 0 ? (struct interval){ is_top, is_top } : may;
	case FACT_pile_has: return at_least(may, is_top);
	case FACT_hand_size:
		may = at_least(may, keeps_a_card(rules));
		return take != NULL ? at_least(may, take->hand.naturals + take->hand.alike + take->hand.wilds) : may;
	case FACT_hand_count:
		return take != NULL ? at_least(may, needs_of(rules, take, moment->top, asked->cards)) : may;
	case FACT_side_of_rank:
		if (take != NULL)
			may = of_rank_taken(moment, take, may);
		return moment->top >= 0 && may.low <= 0 && (kinds_of_going_out(rules) >> moment->top & 1)
		               ? within(may, 0, 0)
		               : may;
	default: return may;
	}
}

/* ---- other moments ---- */

/* What facts can be as the minimum is worked out: a turn begins in which a side may open. An event is recorded at any time. */
static struct interval of_minimum(const struct rules *rules, const struct ir *asked, struct interval may)
{
	switch (asked->fact) {
	case FACT_side_opened:
	case FACT_side_melded:
	case FACT_side_canastas:
	case FACT_side_canastas_of:
	case FACT_side_class:
	case FACT_side_melded_of:
	case FACT_side_table: return rules->event_count == 0 ? within(may, 0, 0) : may;
	default: return may;
	}
}

/* What facts can be before a player draws or takes the pile. */
static struct interval of_undrawn(const struct ir *asked, struct interval may)
{
	switch (asked->fact) {
	case FACT_drew:
	case FACT_took:
	case FACT_turn_opened:
	case FACT_turn_melded:
	case FACT_laid_canasta:
	case FACT_turn_canastas:
	case FACT_added_earlier: return within(may, 0, 0);
	default: return may;
	}
}

/* What facts can be as the top card of the pile is to complete a special hand, before a draw. */
static struct interval of_top_card(const struct ir *asked, struct interval may)
{
	switch (asked->fact) {
	case FACT_pile_empty: return within(may, 0, 0);
	case FACT_pile_size: return at_least(may, 1);
	default: return of_undrawn(asked, may);
	}
}

/* What facts can be as a side that has not opened takes the pile. */
static struct interval of_unopened_taker(const void *rules, const struct ir *asked)
{
	return asked->fact == FACT_side_opened ? (struct interval){ 0, 0 } : fact_interval(rules, asked);
}

/* True if a side may take the pile before it has opened, be it with its initial meld. */
static bool may_take_unopened(const struct rules *rules)
{
	bool may = false;

	for (int i = 0; i < rules->pile.take_count; i++)
		may = may ||
		      formula_interval_where(rules, rules->pile.take[i].when, rules, of_unopened_taker).high != 0;
	for (int i = 0; i < rules->pile.block_count; i++)
		may = may &&
		      formula_interval_where(rules, rules->pile.block[i].when, rules, of_unopened_taker).low <= 0;
	return may;
}

/* What facts about taking the pile can be in the turn in which a side opens. */
static struct interval of_opening_turn(const struct rules *rules, const struct ir *asked, struct interval may)
{
	switch (asked->fact) {
	case FACT_took:
	case FACT_taken_size:
	case FACT_is_taken:
	case FACT_pile_taken: return may_take_unopened(rules) ? may : within(may, 0, 0);
	default: return may;
	}
}

/* What facts can be as a player makes the discard that ends the turn in which she opened for her side. */
static struct interval of_opened(const struct rules *rules, const struct ir *asked, struct interval may)
{
	switch (asked->fact) {
	case FACT_side_opened:
	case FACT_turn_opened:
	case FACT_side_melded: return at_least(may, 1);
	case FACT_stock_size: return at_least(may, rules->talon.set_aside == 0 ? 1 + rules->talon.leaves : 0);
	case FACT_stock_empty: return within(may, 0, rules->talon.set_aside != 0);
	default: return of_opening_turn(rules, asked, may);
	}
}

/* True if no side scores anything else once a special hand is laid. */
static bool special_hands_are_alone(const struct rules *rules)
{
	for (int i = 0; i < rules->special_count; i++)
		if (rules->special[i].others != special_others_score_nothing)
			return false;
	return true;
}

static struct interval of_score(const struct moment *moment, const struct ir *asked, struct interval may)
{
	const struct rules *rules = moment->rules;
	bool dropped = rules->score[moment->item].special != score_special_kept;

	bool one =
		rules->score[moment->item].per == score_per_rank && has_one_of_a_rank(rules) && rules->sequences == 0;

	switch (asked->fact) {
	case FACT_side_canastas:
	case FACT_side_canastas_of:
	case FACT_side_class: return one ? within(may, 0, 1) : may;
	case FACT_side_special: return dropped ? within(may, 0, 0) : may;
	case FACT_special_laid: return dropped && special_hands_are_alone(rules) ? within(may, 0, 0) : may;
	default: return may;
	}
}

/* What facts can be where the bonus of a canasta is worked out: the side has one of that kind. */
static struct interval of_canasta_bonus(const struct rules *rules, int item, const struct ir *asked,
                                        struct interval may)
{
	switch (asked->fact) {
	case FACT_side_canastas:
	case FACT_side_melded: return at_least(may, 1);
	case FACT_side_canastas_of: return at_least(may, asked->item == item);
	case FACT_side_special: return within(may, 0, 0);
	case FACT_side_table: return at_least(may, least_on_table(rules, rules->canasta_least));
	default: return may;
	}
}

/* True if a player who goes out has no reserve left that she could have taken up: it is due with an empty hand, or was in her first turn. */
static bool takes_reserves_first(const struct rules *rules)
{
	bool empty = rules->reserve.taken_up == reserve_taken_up_with_an_empty_hand &&
	             rules->going_out.ask == going_out_ask_never;
	bool first =
		rules->reserve.taken_up == reserve_taken_up_at_the_beginning_of_a_turn && rules->reserve.number == 1;

	return rules->table.alone == table_alone_nobody && always_holds(rules->reserve.when) && (empty || first);
}

/* True if an empty hand brings whatever reserve is left to the side that the player is of by then. A rule that says so again gives the reason for a
 * refusal. */
static bool empties_reserves(const struct moment *moment)
{
	const struct rules *rules = moment->rules;

	return moment->limits && rules->reserve.of == reserve_of_side &&
	       rules->reserve.taken_up == reserve_taken_up_with_an_empty_hand && always_holds(rules->reserve.when) &&
	       rules->going_out.ask == going_out_ask_never;
}

/* The most reserves of a side that are left as one of its players goes out. */
static int64_t most_reserves_left(const struct rules *rules, struct interval may)
{
	int own = rules->reserve.of == reserve_of_side ? rules_side_reserves(rules) : rules->reserve.number;

	return takes_reserves_first(rules) ? rules_side_reserves(rules) - own : may.high;
}

static struct interval of_going_out(const struct moment *moment, const struct ir *asked, struct interval may)
{
	const struct rules *rules = moment->rules;
	bool alone = all_play_alone(rules);

	switch (asked->fact) {
	case FACT_has_reserve: return takes_reserves_first(rules) ? within(may, 0, 0) : may;
	case FACT_side_reserves:
		return within(may, may.low, empties_reserves(moment) ? 0 : most_reserves_left(rules, may));
	case FACT_going_out: return at_least(may, 1);
	case FACT_side_waiting: return alone ? within(may, 0, 0) : may; /* her own was taken up as the turn began */
	case FACT_side_canastas: return at_least(may, rules->going_out.canastas);
	case FACT_side_opened: return at_least(may, rules->going_out.canastas > 0 && opens_before_going_out(rules));
	case FACT_side_melded: return at_least(may, rules->going_out.canastas > 0);
	default: return may;
	}
}

/* What facts can be while a side makes its initial meld. */
static struct interval of_making(const void *rules, const struct ir *asked)
{
	switch (asked->fact) {
	case FACT_opening: return (struct interval){ 1, 1 };
	case FACT_side_opened:
	case FACT_turn_opened:
	case FACT_melded_before:
	case FACT_added_earlier: return (struct interval){ 0, 0 };
	default: return fact_interval(rules, asked);
	}
}

/* True if no meld of the class can be begun while a side makes its initial meld. Without the top card a meld is judged as one that is none,
 * so then nothing is known. */
static bool is_no_initial_meld(const struct rules *rules, const struct ir *asked)
{
	uint32_t forms = 0, plain = 0, all = UINT32_MAX >> (32 - meld_MAX);

	if (rules->initial_meld.top_card != initial_meld_top_card_counts || rules->table.alone != table_alone_nobody)
		return false;
	for (int i = 0; i < rules->meld_count; i++) {
		if (formula_interval_where(rules, rules->meld[i].begun, rules, of_making).high == 0)
			forms |= UINT32_C(1) << i;
		if (formula_interval_where(rules, rules->meld[i].wild_cards, rules, of_making).high == 0)
			plain |= UINT32_C(1) << i;
	}
	return (forms | plain) != 0 && !some_meld_counts(rules, all & ~forms, plain, asked);
}

/* What facts can be before a side has made its initial meld. */
static struct interval of_unopened(const struct rules *rules, const struct ir *asked, struct interval may)
{
	bool opened = asked->fact == FACT_side_opened || asked->fact == FACT_turn_opened;
	bool initial = asked->fact == FACT_initial_class || asked->fact == FACT_initial_points;

	if (initial && is_no_initial_meld(rules, asked))
		return (struct interval){ 0, 0 };
	return opened ? within(may, 0, 0) : of_opening_turn(rules, asked, may);
}

/* What facts can be as a side makes its initial meld: where its top card counts, all of its melds are whole. */
static struct interval of_initial_meld(const struct rules *rules, const struct ir *asked, struct interval may)
{
	bool whole = rules->initial_meld.top_card == initial_meld_top_card_counts;

	if (asked->fact == FACT_initial_class && rules->least_cards > 0)
		may = within(may, 0, most_to_open(rules) / rules->least_cards);
	may = of_unopened(rules, asked, may);
	return asked->fact == FACT_initial_class && whole && may.high > 0 && class_has_all(rules, asked->item)
	               ? at_least(may, 1)
	               : may;
}

/* The ranks of the melds that a fact counts: those of a class or of a kind of canasta; all of any other fact. */
static cardset ranks_counted(const struct rules *rules, const struct ir *asked)
{
	return asked->fact == FACT_side_class         ? rules->class_ranks[asked->item] & rules->leads
	       : asked->fact == FACT_side_canastas_of ? rules->canasta[asked->item].ranks & rules->leads
	                                              : rules->all;
}

/* What facts can be as a meld of kind [item] is begun: a side with one meld of each rank has none of that rank. */
static struct interval of_begun(const struct rules *rules, int item, const struct ir *asked, struct interval may)
{
	cardset ranks = rules->form[item].ranks, counted = ranks_counted(rules, asked);
	bool of_rank = asked->fact == FACT_side_of_rank || asked->fact == FACT_side_wilds_of_rank;
	bool of_melds = (asked->fact == FACT_side_class || asked->fact == FACT_side_canastas_of) && counted != 0 &&
	                rules->form[item].sequence == 0 && rules->sequences == 0 && counted == ranks &&
	                (ranks & (ranks - 1)) == 0;

	return has_one_of_a_rank(rules) && (of_rank || of_melds) ? within(may, 0, 0) : may;
}

/* What facts can be as a card is added to a meld of kind [item], where a side has one meld of a rank: it is not full. */
static struct interval of_growing(const struct rules *rules, int item, const struct ir *asked, struct interval may)
{
	int most = 0;

	for (int n = 0; n <= MELD_CARDS_MAX; n++)
		if (rules->form[item].lies[n] != 0 && n + 31 - __builtin_clz(rules->form[item].lies[n]) > most)
			most = n + 31 - __builtin_clz(rules->form[item].lies[n]);
	return asked->fact == FACT_side_of_rank && has_one_of_a_rank(rules) && rules->form[item].sequence == 0 &&
	                       most > 0
	               ? within(may, 0, most - 1)
	               : may;
}

/* What facts can be as a reserve is taken up. */
static struct interval of_reserve(const struct rules *rules, const struct ir *asked, struct interval may)
{
	switch (asked->fact) {
	case FACT_has_reserve:
	case FACT_side_reserves: return at_least(may, 1);
	default: break;
	}
	if (rules->reserve.taken_up == reserve_taken_up_with_an_empty_hand)
		return asked->fact == FACT_hand_size                              ? within(may, 0, 0)
		       : asked->fact == FACT_side_opened && waives_nothing(rules) ? at_least(may, 1)
		                                                                  : may;
	if (rules->reserve.taken_up == reserve_taken_up_after_drawing && asked->fact == FACT_drew)
		return at_least(may, 1);
	if (rules->reserve.taken_up == reserve_taken_up_after_drawing)
		return of_undrawn(asked, may);
	return asked->fact == FACT_hand_size ? at_least(may, keeps_a_card(rules)) : of_undrawn(asked, may);
}

/* Cards of one of these ranks in the deck, at the most. */
static int most_of_a_rank(const struct rules *rules, cardset ranks)
{
	int most = 0;

	for (ranks &= rules->all; ranks != 0; ranks &= ranks - 1) {
		int kind = __builtin_ctzll(ranks);
		int copies = cards_in_deck(rules, rules->mates[kind] | (cardset)1 << kind);
		most = copies > most ? copies : most;
	}
	return most;
}

/* What facts can be as a player discards one of [cards], which is still in her hand. */
static struct interval of_discard(const struct rules *rules, cardset cards, const struct ir *asked, struct interval may)
{
	switch (asked->fact) {
	case FACT_hand_size: return at_least(may, 1);
	case FACT_hand_of_rank: return within(may, 1, most_of_a_rank(rules, cards));
	case FACT_hand_count: return at_least(may, (cards & ~asked->cards) == 0);
	case FACT_hand_only: return within(may, 0, (cards & asked->cards) != 0);
	default: return may;
	}
}

/* What facts can be of a hand that is a special one: it has the cards of the pattern, but for the top card that may complete it. */
static struct interval of_special(const struct rules *rules, int item, const struct ir *asked, struct interval may)
{
	const struct pattern *pattern = &rules->special[item].pattern;
	int apart = never_holds(rules->special[item].with_top_card) ? 0 : 1, least = 0, most = 0;
	bool has_others = false;

	for (int i = 0; i < pattern->parts; i++) {
		const struct pattern_group *group = &pattern->group[i];
		int cards = group->count * group->size;
		least += (group->cards & rules->all & ~asked->cards) == 0 ? cards : 0;
		most += (group->cards & asked->cards) != 0 ? cards : 0;
		has_others = has_others || ((group->cards & asked->cards) == 0 && cards > apart);
	}
	switch (asked->fact) {
	case FACT_hand_size: return within(at_least(may, pattern->cards - apart), may.low, pattern->cards);
	case FACT_hand_count: return within(at_least(may, least - apart), may.low, most);
	case FACT_hand_only: return has_others ? within(may, 0, 0) : may;
	default: return may;
	}
}

/* Cards that are left in the stock when they have been dealt; a start card may be turned up later than the first bonus card is laid. */
static int most_in_stock(const struct rules *rules)
{
	bool later = rules->bonus.cards != 0 && rules->deal.bonus_cards == deal_bonus_cards_before_start_card;
	int64_t dealt = cards_dealt(rules).low + (later ? 0 : rules->deal.start_pile);

	return rules->stock_end.renewed != 0 || dealt > rules->deck_size ? rules->deck_size
	                                                                 : (int)(rules->deck_size - dealt);
}

/* Cards that are ever in the pile: nobody comes to hold and lay out fewer cards than she was dealt, as each turn brings her one at least. */
static int64_t most_in_pile(const struct rules *rules)
{
	int64_t dealt = cards_dealt(rules).low;

	return dealt > rules->deck_size ? rules->deck_size : rules->deck_size - dealt;
}

enum { DEALS_TRIED = 20 }; /* games of a number of deals have a few */

/* Rules, and the number of the deal that has just been scored. */
struct nth_deal {
	const struct rules *rules;
	int32_t number;
};

static struct interval of_nth_deal(const void *frame, const struct ir *asked)
{
	const struct nth_deal *at = frame;

	return asked->fact == FACT_deal_number ? (struct interval){ at->number, at->number }
	                                       : fact_interval(at->rules, asked);
}

/* The deal after which a game is over for certain; INT32_MAX if that is not known. */
static int32_t last_deal(const struct rules *rules)
{
	for (struct nth_deal at = { rules, 1 }; at.number <= DEALS_TRIED; at.number++)
		if (formula_interval_where(rules, rules->game.ends, &at, of_nth_deal).low > 0)
			return at.number;
	return INT32_MAX;
}

/* True if the player in the first seat deals every time. */
static bool always_deals(const struct rules *rules)
{
	return rules->deal.first_dealer == deal_first_dealer_first_seat &&
	       rules->deal.next_dealer == deal_next_dealer_stays && rules->cut.decides == cut_decides_nothing &&
	       rules->table.players == rules->seats;
}

/* How often a deed can have been done in any period: who has no partner has none who did it, how players go out may be settled, and whether
 * anybody asks before. */
static struct interval of_any_deed(const struct rules *rules, const struct ir *asked, struct interval may)
{
	bool nobody = asked->fact == FACT_partner_did && all_play_alone(rules);
	bool melding = deed_of(asked) == DEED_out_by_melding && rules->going_out.discard == going_out_discard_required;
	bool discarding = deed_of(asked) == DEED_out_by_discard &&
	                  (rules->turn.discard == turn_discard_never || last_card_is_melded(rules));
	bool asking = deed_of(asked) == DEED_asking && rules->going_out.ask == going_out_ask_never;
	bool taking_up = deed_of(asked) == DEED_taking_up && rules_reserves(rules) == 0;

	return taking_up || nobody || melding || discarding || asking ? within(may, 0, 0) : may;
}

/* True if none of [cards] ever lies on top of the pile: they are laid out as they come, covered where one starts the pile, and no part of
 * a pile is left under what is taken. */
static bool never_on_top(const struct rules *rules, cardset cards)
{
	bool starts = rules->deal.start_pile > 0 && (cards & ~rules->deal.turn_again) != 0;

	for (int i = 0; i < rules->pile.take_count; i++)
		if (rules->pile.take[i].cards > 0 || rules->pile.take[i].leaves > 0)
			return false;
	return (cards & ~rules->bonus.cards) == 0 && holds_no_bonus(rules) && !starts;
}

/* True if none of [cards] ever lies in the pile: they are laid out as they come, and buried where one would start it. */
static bool never_in_pile(const struct rules *rules, cardset cards)
{
	bool buries = rules->deal.turned_again == deal_turned_again_buried;
	bool starts = rules->deal.start_pile > 0 && (cards & ~(buries ? rules->deal.turn_again : 0)) != 0;

	return (cards & ~rules->bonus.cards) == 0 && holds_no_bonus(rules) && !starts;
}

/* Cards of the rank in question in the deck, at the most: all wild cards are one for whoever begins a meld of them, or takes a pile with one
 * on top. */
static int most_in_question(const struct rules *rules)
{
	int most = most_of_a_rank(rules, rules->all), wilds = cards_in_deck(rules, rules->cards.wild);
	bool together = rules->wild_melds;

	for (int i = 0; i < rules->pile.take_count; i++)
		together = together || rules->pile.take[i].onto == take_onto_hand;
	return together && wilds > most ? wilds : most;
}

/* What a fact can be in any position that play comes to: bonus cards are laid out as they come, and start cards that are buried start
 * nothing. */
static struct interval in_play(const struct rules *rules, const struct ir *asked)
{
	struct interval may = fact_interval(rules, asked);
	bool buries = rules->deal.turned_again == deal_turned_again_buried;
	bool ends = rules->game.tie == game_tie_shared; /* as soon as it can */
	int32_t number;

	switch (asked->fact) {
	case FACT_deal_number:
		return ends && asks(rules->game.ends, FACT_deal_number) ? within(may, 1, last_deal(rules)) : may;
	case FACT_side_score:
	case FACT_best_total: return ends && rules->game.to > 0 ? within(may, may.low, rules->game.to - 1) : may;
	case FACT_hand_count:
	case FACT_side_held:
	case FACT_side_holders:
		return holds_no_bonus(rules) ? within(may, 0, cards_in_deck(rules, asked->cards & ~rules->bonus.cards))
		                             : may;
	case FACT_hand_of_rank: return within(may, 0, most_in_question(rules));
	case FACT_count_of: return within(may, 0, rules->most_wilds);
	case FACT_side_melded_of:
	case FACT_turn_melded:
		return within(may, 0, cards_in_deck(rules, asked->cards & cards_in_melds(rules, UINT32_MAX)));
	case FACT_pile_size:
	case FACT_taken_size: return within(may, 0, most_in_pile(rules));
	case FACT_stock_size: return within(may, 0, most_in_stock(rules));
	case FACT_side_waiting:
		if (!gives_talons(rules))
			may = within(may, 0, rules_side_reserves(rules));
		return fact_is_settled(rules, asked, &number) ? within(may, 0, 0) : may;
	case FACT_waiting_points: return fact_is_settled(rules, asked, &number) ? within(may, 0, 0) : may;
	case FACT_reserve_points: return rules_side_reserves(rules) == 0 ? within(may, 0, 0) : may;
	case FACT_dealer: return always_deals(rules) ? within(may, 1, 1) : may;
	case FACT_pile_has: return never_in_pile(rules, asked->cards) ? within(may, 0, 0) : may;
	case FACT_pile_top:
		return never_on_top(rules, asked->cards) || never_in_pile(rules, asked->cards) ? within(may, 0, 0)
		                                                                               : may;
	case FACT_pile_started:
		return buries ? within(may, 0, cards_in_deck(rules, asked->cards & ~rules->deal.turn_again) > 0) : may;
	default: return may;
	}
}

/* How many of such melds can be there as a setting is asked: others have none before the deal is over, nor has the side before the player
 * has done anything in her turn. */
static struct interval of_last_melds(const struct moment *moment, const struct ir *asked, struct interval may)
{
	enum asked_when when = asked_when(moment);
	bool others = asked->fact == FACT_others_class;
	bool before = others ? (when & ASKED_IN_TURN) || moment->row == ROW_freeze_when || moment->row == ROW_block_when
	                     : (when & ASKED_UNDRAWN) != 0;

	return before && comes_with_going_out(moment->rules, asked) ? within(may, 0, 0) : may;
}

enum asked_when asked_when(const struct moment *moment)
{
	const struct rules *rules = moment->rules;

	switch (moment->row) {
	case ROW_take_when:
	case ROW_take_forced:
	case ROW_special_with_top_card: return ASKED_IN_TURN | ASKED_UNDRAWN;
	case ROW_initial_meld_minimum:
	case ROW_initial_meld_raised: return rules->event_count == 0 ? ASKED_IN_TURN | ASKED_UNDRAWN : ASKED_ANYTIME;
	case ROW_reserve_when:
		return rules->reserve.taken_up == reserve_taken_up_at_the_beginning_of_a_turn
		               ? ASKED_IN_TURN | ASKED_UNDRAWN
		               : ASKED_IN_TURN;
	case ROW_special_when:
	case ROW_meld_begun:
	case ROW_meld_natural_cards:
	case ROW_meld_wild_cards:
	case ROW_ban_when:
	case ROW_going_out_contract:
	case ROW_initial_meld_contains:
	case ROW_initial_meld_waived:
	case ROW_talon_when:
	case ROW_talon_cards: return ASKED_IN_TURN;
	default: return ASKED_ANYTIME;
	}
}

/* What the stock can be in a turn that the last card of it ends with the deal. */
static struct interval of_stock(const struct moment *moment, const struct ir *asked, struct interval may)
{
	if ((asked->fact != FACT_stock_size && asked->fact != FACT_stock_empty) ||
	    !(asked_when(moment) & ASKED_IN_TURN) || !ends_with_the_stock(moment->rules))
		return may;
	return asked->fact == FACT_stock_size ? at_least(may, 1) : within(may, 0, 0);
}

/* How often what is asked can have been done when the player whose turn it is is asked about: in this turn nobody else has done anything,
 * nor has she if she has not drawn, but that she may be taking the pile. */
static struct interval of_deed(const struct moment *moment, const struct ir *asked, struct interval may)
{
	enum asked_when when = asked_when(moment);
	const struct rules *rules = moment->rules;
	bool of_others = asked->fact == FACT_others_did || asked->fact == FACT_partner_did,
	     taking = moment->row == ROW_take_when || moment->row == ROW_take_forced;
	enum period period = period_of(asked);
	bool of_turn = period == PERIOD_turn ||
	               (asked->fact == FACT_player_did && (period == PERIOD_since || period == PERIOD_round));

	if (!(when & ASKED_IN_TURN) || !of_turn)
		return may;
	if (of_others)
		return within(may, 0, 0);
	if (deed_of(asked) == DEED_taking_up && rules->reserve.taken_up == reserve_taken_up_at_the_beginning_of_a_turn)
		return may; /* before she draws */
	return (when & ASKED_UNDRAWN) && !(taking && deed_of(asked) == DEED_taking) ? within(may, 0, 0) : may;
}

struct interval interval_at_moment(const void *frame, const struct ir *asked)
{
	const struct moment *moment = frame;
	const struct rules *rules = moment->rules;
	struct interval may = in_play(rules, asked);

	if (facts[asked->fact].slot == SLOT_DEED)
		may = of_deed(moment, asked, of_any_deed(rules, asked, may));
	may = of_stock(moment, asked, of_last_melds(moment, asked, may));
	if (may.low == may.high)
		return may;
	switch (moment->row) {
	case ROW_take_when:
	case ROW_take_forced: return of_taking(moment, asked, may);
	case ROW_initial_meld_minimum:
	case ROW_initial_meld_raised: return of_minimum(rules, asked, may);
	case ROW_special_with_top_card: return of_top_card(asked, may);
	case ROW_talon_cards:
	case ROW_talon_when: return of_opened(rules, asked, may);
	case ROW_score_points:
	case ROW_score_when:
	case ROW_score_minus: return of_score(moment, asked, may);
	case ROW_canasta_bonus: return of_canasta_bonus(rules, moment->item, asked, may);
	case ROW_going_out_contract: return of_going_out(moment, asked, may);
	case ROW_initial_meld_contains: return of_initial_meld(rules, asked, may);
	case ROW_initial_meld_waived: return of_unopened(rules, asked, may);
	case ROW_meld_begun: return of_begun(rules, moment->item, asked, may);
	case ROW_ban_when: return of_discard(rules, rules->discard.ban[moment->item].cards, asked, may);
	case ROW_game_ends: return asked->fact == FACT_deal_over ? within(may, 1, 1) : may;
	case ROW_reserve_when: return of_reserve(rules, asked, may);
	case ROW_meld_natural_cards:
	case ROW_meld_wild_cards: return of_growing(rules, moment->item, asked, may);
	case ROW_special_when: return of_special(rules, moment->item, asked, may);
	default: return may;
	}
}

/* Adds exclusions to a list of [count], and returns how many there are then. */
static int add_pairs(struct exclusion pairs[MOMENT_EXCLUSIONS], int count, const struct exclusion *more, int many)
{
	memcpy(pairs + count, more, sizeof *more * (size_t)many);
	return count + many;
}

/* The pile at any time of a deal: bonus cards that are laid out as they come lie there from its start, if at all. */
static int exclusions_of_pile(const struct rules *rules, struct exclusion pairs[MOMENT_EXCLUSIONS])
{
	/* A start card that is covered has another one on it, and both are taken together. */
	const struct exclusion covered = {
		{ FACT_pile_started, FACT_pile_size }, { 1, 0 }, { 1, 1 }, rules->deal.turn_again, 0, 0
	};
	const struct exclusion from_start = {
		{ FACT_pile_has, FACT_pile_started }, { 1, 0 }, { 1, 0 }, rules->bonus.cards, 0, 0
	};
	bool covers = rules->deal.turn_again != 0 && rules->deal.turned_again == deal_turned_again_covered &&
	              has_start_card(rules) && takes_whole_piles(rules) && rules->stock_end.renewed == 0;

	int count = add_pairs(pairs, 0, &covered, covers);

	return add_pairs(pairs, count, &from_start,
	                 rules->bonus.cards != 0 && holds_no_bonus(rules) && takes_whole_piles(rules));
}

/* A discard: who goes out with it has that card alone, a pile that was taken as a whole begins anew with it, and one that was not taken is
 * there where a turn cannot end in another way. */
static int exclusions_of_discard(const struct moment *moment, struct exclusion pairs[MOMENT_EXCLUSIONS], int count)
{
	const struct rules *rules = moment->rules;
	cardset cards = rules->discard.ban[moment->item].cards;
	const struct exclusion last[] = {
		{ { FACT_going_out, FACT_hand_size }, { 1, 2 }, { 1, INT32_MAX }, 0, 0, 0 },
		{ { FACT_going_out, FACT_hand_only }, { 1, 0 }, { 1, 0 }, 0, cards, 0 },
		{ { FACT_hand_count, FACT_going_out }, { 2, 1 }, { INT32_MAX, 1 }, 0, 0, 0 },
		{ { FACT_hand_count, FACT_going_out }, { 1, 1 }, { INT32_MAX, 1 }, rules->all & ~cards, 0, 0 },
	};
	static const struct exclusion gone[] = {
		{ { FACT_took, FACT_pile_size }, { 1, 1 }, { 1, INT32_MAX }, 0, 0, 0 },
		{ { FACT_took, FACT_pile_empty }, { 1, 0 }, { 1, 0 }, 0, 0, 0 },
	};
	static const struct exclusion there[] = {
		{ { FACT_drew, FACT_pile_size }, { 1, 0 }, { 1, 0 }, 0, 0, 0 },
		{ { FACT_drew, FACT_pile_empty }, { 1, 1 }, { 1, 1 }, 0, 0, 0 },
	};
	static const struct exclusion only[] = { { { FACT_going_out, FACT_hand_size }, { 0, 0 }, { 0, 1 }, 0, 0, 0 } };
	static const struct exclusion began = { { FACT_drew, FACT_took }, { 0, 0 }, { 0, 0 }, 0, 0, 0 };
	bool refills = rules_reserves(rules) > 0 || gives_talons(rules);
	bool stays = has_start_card(rules) && rules->turn.discard == turn_discard_required && !refills &&
	             rules->stock_end.renewed == 0;

	count = add_pairs(pairs, count, &began, 1);
	count = add_pairs(pairs, count, last, (rules->all & ~cards) != 0 ? 4 : 3);
	count = add_pairs(pairs, count, only, refills ? 0 : 1);
	count = add_pairs(pairs, count, gone, takes_whole_piles(rules) ? 2 : 0);
	return add_pairs(pairs, count, there, stays ? 2 : 0);
}

/* The turn of a player, before she has done anything in it: the pile has the last discard on top. In the first turn of all there is a stock,
 * it is the dealer's or that of a player beside her, and a pile that no card starts is not there. */
static int exclusions_of_turn(const struct rules *rules, struct exclusion pairs[MOMENT_EXCLUSIONS], int count)
{
	static const struct exclusion top[] = {
		{ { FACT_pile_top, FACT_last_discard }, { 1, 0 }, { 1, 0 }, 0, 0, ASKED_UNDRAWN },
		{ { FACT_last_discard, FACT_pile_top }, { 1, 0 }, { 1, 0 }, 0, 0, ASKED_UNDRAWN },
		{ { FACT_last_discard, FACT_pile_has }, { 1, 0 }, { 1, 0 }, 0, 0, ASKED_UNDRAWN },
		{ { FACT_last_discard, FACT_pile_size }, { 1, 0 }, { 1, 0 }, 0, 0, ASKED_UNDRAWN },
	};
	static const struct exclusion stocked = {
		{ FACT_first_turn, FACT_stock_size }, { 1, 0 }, { 1, 0 }, 0, 0, ASKED_UNDRAWN
	};
	static const struct exclusion dealer = {
		{ FACT_first_turn, FACT_side_dealt }, { 1, 1 }, { 1, 1 }, 0, 0, ASKED_IN_TURN
	};

	bool covers = rules->deal.turned_again == deal_turned_again_covered;
	int32_t most = rules->deal.start_pile + (!covers ? 0
	                                         : rules->deal.turn_again_limit > 0
	                                                 ? rules->deal.turn_again_limit
	                                                 : cards_in_deck(rules, rules->deal.turn_again));
	static const struct exclusion deals = {
		{ FACT_first_turn, FACT_side_dealt }, { 1, 0 }, { 1, 0 }, 0, 0, ASKED_IN_TURN
	};
	static const struct exclusion no_pile = {
		{ FACT_first_turn, FACT_took }, { 1, 1 }, { 1, 1 }, 0, 0, ASKED_IN_TURN
	};
	bool beside = rules->table.alone == table_alone_nobody && rules->table.sides > 1 &&
	              rules->table.players == rules->seats;
	const struct exclusion started = {
		{ FACT_first_turn, FACT_pile_size }, { 1, most + 1 }, { 1, INT32_MAX }, 0, 0, ASKED_UNDRAWN
	};

	count = add_pairs(pairs, count, &started, 1);
	count = add_pairs(pairs, count, top, sizeof top / sizeof *top);
	count = add_pairs(pairs, count, &stocked, least_in_stock(rules) > 0);
	count = add_pairs(pairs, count, &no_pile, rules->deal.start_pile == 0);
	if (rules->turn.first == turn_first_dealer)
		return add_pairs(pairs, count, &deals, rules->table.players == rules->seats);
	return add_pairs(pairs, count, &dealer, beside);
}

int64_t least_on_table(const struct rules *rules, int cards)
{
	cardset kinds = rules->all & ~(rules->bonus.laid == bonus_laid_at_once ? rules->bonus.cards : 0);
	int64_t least = INT32_MAX;

	for (; kinds != 0; kinds &= kinds - 1)
		if (rules->kind[__builtin_ctzll(kinds)].points < least)
			least = rules->kind[__builtin_ctzll(kinds)].points;
	return least > 0 && cards > 0 ? nearest_number(cards * least) : 0;
}

/* What lies in melds has some cards, and counts something where every card does. */
static int exclusions_of_melds(const struct rules *rules, struct exclusion pairs[MOMENT_EXCLUSIONS], int count)
{
	const int32_t card = (int32_t)least_on_table(rules, 1), meld = card * rules->least_cards - 1,
		      canasta = card * rules->canasta_least - 1, canastas = 2 * card * rules->canasta_least - 1;
	const struct exclusion counted[] = {
		{ { FACT_side_melded, FACT_side_table }, { 1, INT32_MIN }, { 1, meld }, 0, 0, 0 },
		{ { FACT_others_class, FACT_others_table }, { 1, INT32_MIN }, { INT32_MAX, meld }, 0, 0, 0 },
		{ { FACT_others_of_rank, FACT_others_table }, { 1, INT32_MIN }, { INT32_MAX, meld }, 0, 0, 0 },
		{ { FACT_side_melded, FACT_side_table }, { 0, 1 }, { 0, INT32_MAX }, 0, 0, 0 },
	};
	const struct exclusion by_canastas[] = {
		{ { FACT_side_canastas, FACT_side_table }, { 1, INT32_MIN }, { INT32_MAX, canasta }, 0, 0, 0 },
		{ { FACT_side_canastas, FACT_side_table }, { 2, INT32_MIN }, { INT32_MAX, canastas }, 0, 0, 0 },
		{ { FACT_others_canastas, FACT_others_table }, { 1, INT32_MIN }, { INT32_MAX, canasta }, 0, 0, 0 },
	};
	const struct exclusion cards[] = {
		{ { FACT_side_melded, FACT_side_melded_of }, { 1, 0 }, { 1, 0 }, 0, rules->all, 0 },
		{ { FACT_side_canastas, FACT_side_melded_of },
		  { 1, 0 },
		  { INT32_MAX, rules->canasta_least - 1 },
		  0,
		  rules->all,
		  0 },
		{ { FACT_side_canastas, FACT_side_melded_of },
		  { 2, 0 },
		  { INT32_MAX, 2 * rules->canasta_least - 1 },
		  0,
		  rules->all,
		  0 },
		{ { FACT_side_hands, FACT_side_held }, { 1, 0 }, { INT32_MAX, 0 }, 0, rules->all, 0 },
		{ { FACT_side_hands, FACT_side_holders }, { 1, 0 }, { INT32_MAX, 0 }, 0, rules->all, 0 },
	};

	count = add_pairs(pairs, count, counted, meld >= 0 ? (int)(sizeof counted / sizeof *counted) : 0);
	if (rules->canasta_count == 0)
		return count;
	count = add_pairs(pairs, count, by_canastas,
	                  canasta >= 0 ? (int)(sizeof by_canastas / sizeof *by_canastas) : 0);
	return add_pairs(pairs, count, cards, (int)(sizeof cards / sizeof *cards));
}

enum { RESERVES_COUNTED = 4 };

/* Reserves of a side: one that waits is not left, and where it is the side's each player has it. */
static int exclusions_of_reserves(const struct rules *rules, struct exclusion pairs[MOMENT_EXCLUSIONS], int count)
{
	static const struct exclusion shared = {
		{ FACT_has_reserve, FACT_side_reserves }, { 0, 1 }, { 0, INT32_MAX }, 0, 0, 0
	};
	int all = rules_side_reserves(rules);

	if (all == 0 || rules->table.alone != table_alone_nobody)
		return count;
	count = add_pairs(pairs, count, &shared, rules->reserve.of == reserve_of_side);
	for (int left = 1; left <= all && left <= RESERVES_COUNTED && !gives_talons(rules); left++) {
		const struct exclusion waiting = { { FACT_side_reserves, FACT_side_waiting },
			                           { left, all - left + 1 },
			                           { INT32_MAX, INT32_MAX },
			                           0,
			                           0,
			                           0 };
		count = add_pairs(pairs, count, &waiting, 1);
	}
	return count;
}

/* As a deal is scored: who went out holds no card, so that not all players of her side do; nor does the side where she is alone, or the
 * others where they are one player. */
static int exclusions_of_hands(const struct rules *rules, struct exclusion pairs[MOMENT_EXCLUSIONS], int count)
{
	const int32_t players = rules->table.sides > 0 ? rules->seats / rules->table.sides : 0;
	const struct exclusion emptied = {
		{ FACT_side_out, FACT_side_holders }, { 1, players }, { 1, INT32_MAX }, 0, 0, 0
	};
	static const struct exclusion own[] = {
		{ { FACT_side_out, FACT_hand_size }, { 1, 1 }, { 1, INT32_MAX }, 0, 0, 0 },
		{ { FACT_side_out, FACT_side_held }, { 1, 1 }, { 1, INT32_MAX }, 0, 0, 0 },
		{ { FACT_side_out, FACT_side_hands }, { 1, 1 }, { 1, INT32_MAX }, 0, 0, 0 },
		{ { FACT_side_out, FACT_side_hands }, { 1, INT32_MIN }, { 1, -1 }, 0, 0, 0 },
	};
	static const struct exclusion other[] = {
		{ { FACT_others_out, FACT_others_hands }, { 1, 1 }, { 1, INT32_MAX }, 0, 0, 0 },
		{ { FACT_others_out, FACT_others_hands }, { 1, INT32_MIN }, { 1, -1 }, 0, 0, 0 },
	};

	if (rules->table.alone != table_alone_nobody || players == 0)
		return count;
	count = add_pairs(pairs, count, &emptied, 1);
	count = add_pairs(pairs, count, own, all_play_alone(rules) ? (int)(sizeof own / sizeof *own) : 0);
	return add_pairs(pairs, count, other,
	                 all_play_alone(rules) && rules->seats == 2 ? (int)(sizeof other / sizeof *other) : 0);
}

/* As a side is to be let off its minimum: who drew has what she held and drew, which may be too few cards for the canastas that going out takes. */
static int exclusions_of_waiver(const struct rules *rules, struct exclusion pairs[MOMENT_EXCLUSIONS], int count)
{
	static const struct exclusion drawn = {
		{ FACT_drew, FACT_going_out }, { 1, 1 }, { 1, 1 }, 0, 0, ASKED_IN_TURN
	};
	int32_t needed = rules->going_out.canastas * rules->canasta_least +
	                 (rules->going_out.discard == going_out_discard_required);
	bool refills = rules_reserves(rules) > 0 || gives_talons(rules);

	return add_pairs(pairs, count, &drawn, !refills && most_to_open(rules) < needed);
}

int exclusions_at(const struct moment *moment, struct exclusion pairs[MOMENT_EXCLUSIONS])
{
	/* Nothing of a side that has not opened lies on the table but in the turn in which it opens. */
	static const struct exclusion unopened = {
		{ FACT_side_opened, FACT_side_melded }, { 0, 1 }, { 0, 1 }, 0, 0, 0
	};
	static const struct exclusion alone = { { FACT_first_turn, FACT_side_alone }, { 1, 1 }, { 1, 1 }, 0, 0, 0 };
	/* Who has no partner adds to melds of her own. */
	static const struct exclusion own = {
		{ FACT_added_earlier, FACT_melded_before }, { 1, 0 }, { 1, 0 }, 0, 0, ASKED_IN_TURN
	};
	const struct rules *rules = moment->rules;
	const bool whole = moment->row == ROW_special_when &&
	                   rules->special[moment->item].pattern.cards > most_to_open(rules) - rules->least_cards;
	int count = exclusions_of_pile(rules, pairs);

	count = exclusions_of_turn(rules, pairs, count);
	count = exclusions_of_melds(rules, pairs, count);
	count = exclusions_of_reserves(rules, pairs, count);
	count = add_pairs(pairs, count, &own, all_play_alone(rules));

	switch (moment->row) {
	case ROW_initial_meld_waived: return exclusions_of_waiver(rules, pairs, count);
	case ROW_take_when:
	case ROW_take_forced: /* until the pile is taken for the first time nobody plays alone for that */
		return add_pairs(pairs, count, &alone, rules->table.alone == table_alone_first_to_take_the_pile);
	case ROW_score_points:
	case ROW_score_when:
	case ROW_score_minus:
		count = exclusions_of_hands(rules, pairs, count);
		return add_pairs(pairs, count, &unopened, opens_before_going_out(rules));
	case ROW_ban_when: return exclusions_of_discard(moment, pairs, count);
	case ROW_special_when: return add_pairs(pairs, count, &unopened, whole); /* who has melded some has too few */
	default: return count;
	}
}

struct interval interval_when_asked(const struct moment *moment, formula of)
{
	return formula_interval_where(moment->rules, of, moment, interval_at_moment);
}

const char *moment_words(const struct moment *moment)
{
	switch (moment->row) {
	case ROW_talon_cards:
	case ROW_talon_when:
		return moment->rules->talon.set_aside > 0
		               ? "a talon comes at the end of the turn in which a side has opened"
		               : "a talon comes from the stock, at the end of the turn in which a side has opened";
	case ROW_score_points:
	case ROW_score_when:
	case ROW_score_minus:
		return moment->rules->special_count > 0 &&
		                       moment->rules->score[moment->item].special != score_special_kept
		               ? "a special hand takes the place of this score, which says no `special kept`"
		               : NULL;
	case ROW_canasta_bonus: return "the side has such a canasta";
	case ROW_special_when: return "the hand has the cards of the pattern and no others";
	case ROW_initial_meld_contains:
		return "it is asked of the melds with which a side opens, where nothing waives it";
	case ROW_meld_kinds:
	case ROW_meld_shape: return "the deck and the other limits of the meld allow nothing else";
	case ROW_meld_begun: return "a side has one meld of a rank, so none is there yet when it is begun";
	case ROW_ban_when:
		return "who discards holds that card, as her last one if she goes out, and the pile is there unless she took it";
	default: return NULL;
	}
}

/* play_tables.c -- computes the tables that the engine plays by. Each step fills a part of struct rules and may use what
 * the steps before it have computed. card_kinds.c, meld_forms.c and planning.c have the larger steps; this file has what
 * remains of conditions: when melds begin and grow, what the initial meld needs, which discards are banned, which
 * hands can take the pile. In play the engine then counts cards instead of evaluating conditions. */
#include "rules/build.h"

#include "rules/analysis.h"

/* ---- kinds of meld ---- */

/* Answers facts for a side without a meld of wild cards alone: it has none of any class of such melds. */
static int32_t fact_without_wild_meld(const void *only, const struct ir *asked)
{
	(void)only;
	(void)asked;
	return 0;
}

/* True if [condition] holds while there is no meld of wild cards alone, and asks nothing else. */
static bool holds_without_wild_meld(const struct rules *rules, formula condition)
{
	if (!formula_evaluate(condition, NULL, fact_without_wild_meld))
		return false;
	for (const struct ir *asked = condition->asked; asked != NULL; asked = asked->also)
		if (asked->fact != FACT_side_class || (rules->class_ranks[asked->item] & ~rules->cards.wild) != 0)
			return false;
	return true;
}

/* True if the set bits of [wilds] are next to each other. */
static bool no_gap(uint32_t wilds)
{
	uint32_t low = wilds & (0u - wilds);

	return wilds == 0 || ((wilds + low) & wilds) == 0;
}

/* True if between two counts of natural cards that may be with [wilds] wild cards every other one may too. */
static bool no_gap_of_naturals(const struct form *form, int wilds)
{
	uint32_t naturals = 0;

	if (form->most_wilds[MELD_CARDS_MAX] < wilds)
		return true; /* the form has no melds with so many wild cards */
	for (int n = 0; n <= MELD_CARDS_MAX; n++)
		naturals |= (uint32_t)form_allows(form, n, wilds) << n;
	return no_gap(naturals);
}

/* True if a natural card that such a meld refuses may join it after some more wild cards. */
static bool has_late_naturals(const struct form *form)
{
	for (int n = 0; n < MELD_CARDS_MAX; n++) {
		uint32_t lost = form->wilds[n] & ~form->wilds[n + 1];
		if (lost != 0 && form->wilds[n + 1] >> __builtin_ctz(lost) != 0)
			return true;
	}
	return false;
}

/* True if any meld can grow card by card into any larger one of its kind. */
static bool melds_can_grow(const struct rules *rules)
{
	for (int i = 0; i < rules->meld_count; i++)
		for (int count = 0; count <= MELD_CARDS_MAX; count++)
			if (!no_gap(rules->form[i].wilds[count]) || !no_gap_of_naturals(&rules->form[i], count))
				return false;
	return true;
}

/* ---- the initial meld ---- */

/* True if [amount] can only change during a deal when an event is recorded. */
static bool is_steady(formula amount)
{
	for (const struct ir *asked = amount->asked; asked != NULL; asked = asked->also)
		if (!is_steady_fact(asked->fact))
			return false;
	return true;
}

/* Cards in the smallest meld of class [at]. */
static int least_of_class(const struct rules *rules, int at)
{
	int least = 2 * MELD_CARDS_MAX;

	for (int n = 0; n <= MELD_CARDS_MAX; n++)
		if (rules->class_maybe[at][n] != 0 && n + __builtin_ctz(rules->class_maybe[at][n]) < least)
			least = n + __builtin_ctz(rules->class_maybe[at][n]);
	return least;
}

/* The number of cards that the largest meld must have before [ir], which asks for melds of some classes, can hold; 0 if
 * it asks anything else. */
static int least_for_classes(const struct rules *rules, const struct ir *ir)
{
	int least = 2 * MELD_CARDS_MAX;

	if (asks_for_class(ir)) {
		const struct ir *class = ir->first, *number = class->next;
		return number->kind == IR_NUMBER && number->number > 0 ? least_of_class(rules, class->item) : 0;
	}
	if (ir->kind != IR_ALL && ir->kind != IR_ANY)
		return 0;
	for (const struct ir *part = ir->first; part != NULL; part = part->next) {
		int of_part = least_for_classes(rules, part);
		least = of_part < least ? of_part : least;
	}
	return least;
}

static void measure_initial_meld(struct rules *rules)
{
	const struct in_initial_meld *initial = &rules->initial_meld;

	rules->steady_minimum =
		is_steady(initial->minimum) && is_steady(initial->raised) && rules->table.alone == table_alone_nobody;
	rules->never_waived = never_holds(initial->waived);
	rules->waived_only_out = never_holds(initial->waived) || demands(initial->waived, FACT_going_out);
	rules->waived_least = least_for_classes(rules, initial->waived->ir);
	rules->plain_opening =
		always_holds(initial->contains) && initial->top_card != initial_meld_top_card_does_not_help;
}

static void build_melding(struct rules *rules)
{
	for (int i = 0; i < rules->meld_count; i++) {
		const struct in_meld *meld = &rules->meld[i];
		uint32_t bit = UINT32_C(1) << i;

		if (always_holds(meld->begun))
			rules->begun_always |= bit;
		if (always_holds(meld->natural_cards))
			rules->natural_always |= bit;
		else
			rules->naturals_asked |= rules->form[i].ranks;
		if (always_holds(meld->wild_cards))
			rules->wild_always |= bit;
		if (holds_without_wild_meld(rules, meld->wild_cards))
			rules->wild_first |= bit;
		if (asks_rank(meld->wild_cards))
			rules->wild_asks_rank |= bit;
		rules->comes_again = rules->comes_again || rules->form[i].comes_again;
		rules->late_naturals |= rules->form[i].ranks != 0 && has_late_naturals(&rules->form[i]);
	}
	rules->melds_grow = melds_can_grow(rules);
	measure_initial_meld(rules);
}

/* ---- bans ---- */

static bool is_going_out(const void *context, const struct ir *fact, int32_t *number)
{
	(void)context;
	*number = 0;
	return fact->fact == FACT_going_out;
}

/* A hand that has other cards than those a ban is about, for evaluating bans. */
struct ordinary_hand {
	bool pile;        /* there is a pile */
	cardset *outside; /* cards outside the sets that bans ask of a whole hand: the hand has one of them */
	bool *asks_more;  /* set to true if a ban asks anything else */
};

static int32_t fact_of_ordinary_hand(const void *frame, const struct ir *asked)
{
	const struct ordinary_hand *hand = frame;

	switch (asked->fact) {
	case FACT_going_out: return 0;
	case FACT_pile_empty: return !hand->pile;
	case FACT_hand_only: *hand->outside &= ~asked->cards; return 0;
	default: *hand->asks_more = true; return 0;
	}
}

/* Finds the cards that are barred as long as there are others in the hand. */
static void find_barred(struct rules *rules, bool pile)
{
	cardset outside = rules->all;
	bool asks_more = false;
	struct ordinary_hand hand = { pile, &outside, &asks_more };

	for (int i = 0; i < rules->discard.ban_count; i++)
		if (formula_evaluate(rules->discard.ban[i].when, &hand, fact_of_ordinary_hand))
			rules->barred[pile] |= rules->discard.ban[i].cards;
	rules->ordinary[pile] = asks_more ? 0 : outside & ~rules->barred[pile];
}

/* True if melds of this turn may change whether a ban holds for the last card of a hand. */
static bool asks_melds(formula condition)
{
	for (const struct ir *asked = condition->asked; asked != NULL; asked = asked->also)
		if (asked->fact != FACT_hand_size && asked->fact != FACT_hand_count && asked->fact != FACT_hand_only &&
		    asked->fact != FACT_turn_melded && melding_changes_fact(asked->fact, false))
			return true;
	return false;
}

static void build_bans(struct rules *rules)
{
	rules->unbanned[false] = rules->unbanned[true] = rules->banned_steadily = rules->all;
	rules->bans_give_way_to_takes = true;
	for (int i = 0; i < rules->discard.ban_count; i++) {
		const struct in_ban *ban = &rules->discard.ban[i];
		struct ir_maker maker = { .arena = rules->arena };
		formula stays = NULL; /* its `when` for a player who does not go out */
		uint32_t bit = UINT32_C(1) << i;

		rules->bans |= bit;
		rules->unbanned[false] &= ~ban->cards;
		if (!demands(ban->when, FACT_pile_empty)) {
			rules->bans_beside_pile |= bit;
			rules->unbanned[true] &= ~ban->cards;
		}
		if (asks(ban->when, FACT_going_out))
			stays = formula_make(&maker, rules, ir_rewrite(&maker, ban->when->ir, is_going_out, NULL));
		rules->ban_staying_in[i] = stays != NULL ? stays : ban->when;
		if (asks_rank(ban->when))
			rules->bans_ask_rank |= bit;
		rules->bans_ask_melds |= asks_melds(ban->when);
		if (melding_changes(ban->when, true))
			rules->banned_steadily &= ~ban->cards;
		if (melding_changes(ban->when, false)) /* wild cards of another kind are melded as the same rank */
			rules->banned_steadily &= ~(ban->cards & rules->cards.wild);
		if (ban->gives_way == ban_gives_way_at_any_time)
			rules->bans_giving_way |= UINT32_C(1) << ban->order;
		rules->bans_give_way_to_takes &= ban->gives_way == ban_gives_way_after_drawing_or_taking ||
		                                 ban->gives_way == ban_gives_way_at_any_time;
	}
	find_barred(rules, false);
	find_barred(rules, true);
}

/* ---- taking the pile ---- */

/* Answers facts for a player who is taking the pile, of whom only one thing is known: whether her side has opened. */
static int32_t fact_for_takes(const void *opened, const struct ir *asked)
{
	bool has_opened = *(const bool *)opened;

	return asked->fact == FACT_take_opens ? !has_opened : has_opened;
}

/* False if [condition] never holds for a player who is taking the pile, whether her side has opened or not. */
static bool can_hold_for_takes(formula condition)
{
	bool opened = true, unopened = false;

	for (const struct ir *asked = condition->asked; asked != NULL; asked = asked->also)
		if (asked->fact != FACT_side_opened && asked->fact != FACT_take_opens)
			return true;
	return formula_evaluate(condition, &opened, fact_for_takes) ||
	       formula_evaluate(condition, &unopened, fact_for_takes);
}

/* Notes for which hands the cards of a way of taking the pile may be there. */
static void find_hands_of_take(struct rules *rules, int take)
{
	struct composition hand = rules->pile.take[take].hand;
	uint32_t bit = UINT32_C(1) << take;

	for (int like = hand.naturals + hand.alike; like <= COPIES_MAX; like++) {
		rules->takes_with[like][true] |= bit;
		if (hand.wilds == 0)
			rules->takes_with[like][false] |= bit;
	}
	if ((hand.alike > 0 || rules->pile.take[take].onto == take_onto_hand) && hand.naturals + hand.wilds == 0)
		rules->takes_of_wild |= bit;
}

/* The kind of meld that the cards of way [take] begin with [top]; -1 if none. */
static int8_t form_begun_by(const struct rules *rules, int take, int top)
{
	bool wild = rules->cards.wild >> top & 1;
	struct composition cards = take_cards(rules->pile.take[take].hand, wild);
	int first = rules->form_of[top];

	if (rules->pile.take[take].onto == take_onto_hand || rules->pile.take[take].onto == take_onto_own_sequence)
		return -1;
	for (int i = first > 0 ? first : 0; i < rules->meld_count; i++) {
		const struct form *form = &rules->form[i];
		if ((cards.naturals > 0 ? form->ranks >> rules->lead[top] & 1 : form_is_wild(form)) &&
		    form_allows(form, cards.naturals, cards.wilds))
			return (rules->begun_always >> i & 1) && (cards.wilds == 0 || (rules->wild_always >> i & 1))
			               ? (int8_t)i
			               : BEGINS_ASKED;
	}
	return -1;
}

/* True if a way of taking lays the top card alone on one of perhaps several melds of its rank. */
static bool goes_to_any_of_a_rank(const struct rules *rules, int take)
{
	struct composition hand = rules->pile.take[take].hand;

	for (int form = 0; form < rules->meld_count; form++)
		if (rules->form[form].several)
			return rules->pile.take[take].onto == take_onto_own_meld &&
			       hand.naturals + hand.wilds + hand.alike == 0;
	return false;
}

static void build_takes(struct rules *rules)
{
	for (cardset ranks = rules->naturals; ranks != 0; ranks &= ranks - 1)
		rules->takeable |= rules->mates[__builtin_ctzll(ranks)];
	for (int i = 0; i < rules->pile.take_count; i++) {
		if (rules->pile.take[i].hand.alike > 0)
			rules->takeable |= rules->cards.wild;
		for (int form = 0; form < rules->meld_count; form++)
			if (rules->pile.take[i].onto == take_onto_own_sequence)
				rules->takeable |= rules->form[form].sequence;
		if (rules->pile.take[i].onto == take_onto_hand && rules->pile.take[i].hand.naturals == 0)
			rules->takeable |= rules->all;
		find_hands_of_take(rules, i);
		for (int top = 0; top < rules->kinds; top++)
			rules->take_begins[i][top] = form_begun_by(rules, i, top);
		formula when = rules->pile.take[i].when;
		uint32_t bit = UINT32_C(1) << i;

		if (when->ir->kind == IR_NOT && ir_is_fact(when->ir->first, FACT_pile_frozen))
			rules->takes_unfrozen |= bit;
		if (asks(when, FACT_going_out) || asks(when, FACT_term))
			rules->takes_owe |= bit;
		rules->takes_forced |= !never_holds(rules->pile.take[i].forced);
		if (rules->pile.take[i].onto == take_onto_own_meld)
			rules->takes_onto_own |= bit;
		if (rules->pile.take[i].onto == take_onto_own_sequence)
			rules->takes_onto_sequence |= bit;
		if (rules->pile.take[i].onto == take_onto_own_sequence || goes_to_any_of_a_rank(rules, i))
			rules->takes_name_meld |= bit;
		if (rules->pile.take[i].onto == take_onto_hand || rules->pile.take[i].cards > 0 ||
		    rules->pile.take[i].leaves > 0)
			rules->takes_partly |= bit;
	}
	rules->counts_apart = rules->sequences || rules->takes_name_meld != 0;
}

/* Collects the cards of blocks that ask for the top card alone; the other blocks remain to be asked. */
static void build_blocks(struct rules *rules)
{
	for (int i = 0; i < rules->pile.block_count; i++) {
		formula when = rules->pile.block[i].when;
		if (asks_only(when, FACT_pile_top))
			rules->block_tops |= when->ir->cards;
		else
			rules->blocks_to_ask |= UINT32_C(1) << i;
	}
}

/* Collects the cards of a freeze that asks for cards in the pile alone; any other remains to be asked. */
static void build_freeze(struct rules *rules, int at)
{
	formula when = rules->pile.freeze[at].when;
	uint32_t bit = UINT32_C(1) << at;

	if (rules->frozen_always < 0 && always_holds(when))
		rules->frozen_always = at;
	if (asks_only(when, FACT_pile_has)) {
		rules->freeze_has |= when->ir->cards;
	} else if (asks_only(when, FACT_pile_started)) {
		rules->freeze_starts |= when->ir->cards;
	} else {
		rules->freezes_to_ask |= bit;
		if (can_hold_for_takes(when))
			rules->freezes_for_takes |= bit;
	}
}

/* ---- lines of the score ---- */

static void line_asks(struct rules *rules, int line, formula of)
{
	for (const struct ir *asked = of->asked; asked != NULL; asked = asked->also) {
		rules->lines_on[facts[asked->fact].rests_on] |= UINT32_C(1) << line;
		if (asked->fact == FACT_term)
			line_asks(rules, line, rules->define[asked->item].when);
	}
}

static void build_lines(struct rules *rules)
{
	int line = 0;

	for (int i = 0; i < rules->canasta_count; i++)
		line_asks(rules, line++, rules->canasta[i].bonus);
	for (int i = 0; i < rules->score_count; i++, line++) {
		line_asks(rules, line, rules->score[i].when);
		line_asks(rules, line, rules->score[i].points);
		line_asks(rules, line, rules->score[i].minus);
	}
	for (int i = 0; i < ON_COUNT && rules->lines_on[ON_LINES] != 0; i++)
		rules->lines_on[i] = UINT32_MAX;
}

/* ---- all of it ---- */

void build_tables(struct building *building)
{
	struct rules *rules = building->rules;

	rules->seats = rules->table.at_play > 0 ? rules->table.at_play : rules->table.players;
	for (int seat = 0; seat < rules->seats; seat++)
		rules->next_seat[seat] =
			(uint8_t)((seat + (rules->turn.direction == turn_direction_clockwise ? 1 : rules->seats - 1)) %
		                  rules->seats);
	build_kinds(building);
	build_forms(building);
	build_melding(rules);
	build_bans(rules);
	build_planning(rules);
	for (int i = 0; i < rules->special_count; i++) {
		const struct in_special *special = &rules->special[i];
		uint32_t ranks = UINT32_C(1) << (special->pattern.groups < 31 ? special->pattern.groups : 31);
		rules->special_ranks[special->pattern.cards] |=
			special->ranks == special_ranks_distinct ? ranks : 2 * ranks - 1;
	}
	rules->rare_acts = rules->bonus.laid == bonus_laid_by_choice || rules->special_count > 0;
	build_takes(rules);
	build_blocks(rules);
	rules->frozen_always = -1;
	for (int i = 0; i < rules->pile.freeze_count; i++)
		build_freeze(rules, i);
	build_lines(rules);
}

/* tables.c -- compiles the tables that the engine plays by: when melds begin and grow, what the initial meld needs, which discards are
 * banned, which hands can take the pile, what keeps it from being taken. In play the engine then counts cards instead of evaluating
 * conditions. meld_tables.c has what numbers of cards come to, plan_tables.c what plans count. */
#include "game/tables.h"

#include "grammar/arena.h"
#include "rules/analysis.h"
#include "rules/library.h"
#include "rules/normal.h"

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

/* True if some larger meld has more natural and more wild cards, but none has just one more card. */
static bool needs_two_at_once(const struct form *form, int naturals, int wilds)
{
	if (form_allows(form, naturals + 1, wilds) || form_allows(form, naturals, wilds + 1))
		return false;
	for (int n = naturals + 1; n <= MELD_CARDS_MAX; n++)
		if (form->wilds[n] >> wilds >> 1 != 0)
			return true;
	return false;
}

/* True if any meld can grow card by card into any larger one of its kind. */
static bool melds_can_grow(const struct rules *rules)
{
	for (int i = 0; i < rules->meld_count; i++) {
		const struct form *form = &rules->form[i];
		for (int count = 0; count <= MELD_CARDS_MAX; count++) {
			if (!no_gap(form->wilds[count]) || !no_gap_of_naturals(form, count))
				return false;
			for (uint32_t wilds = form->wilds[count]; wilds != 0; wilds &= wilds - 1)
				if (needs_two_at_once(form, count, __builtin_ctz(wilds)))
					return false;
		}
	}
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

static void measure_initial_meld(struct tables *tables, const struct rules *rules)
{
	const struct in_initial_meld *initial = &rules->initial_meld;

	tables->steady_minimum =
		is_steady(initial->minimum) && is_steady(initial->raised) && rules->table.alone == table_alone_nobody;
	tables->never_waived = never_holds(initial->waived);
	tables->waived_only_out = never_holds(initial->waived) || demands(initial->waived, FACT_going_out);
	tables->waived_least = least_for_classes(rules, initial->waived->ir);
	tables->plain_opening =
		always_holds(initial->contains) && initial->top_card != initial_meld_top_card_does_not_help;
}

static void compile_melding(struct tables *tables, const struct rules *rules)
{
	for (int i = 0; i < rules->meld_count; i++) {
		const struct in_meld *meld = &rules->meld[i];
		uint32_t bit = UINT32_C(1) << i;

		if (always_holds(meld->begun))
			tables->begun_always |= bit;
		if (always_holds(meld->natural_cards))
			tables->natural_always |= bit;
		else
			tables->naturals_asked |= rules->form[i].ranks;
		if (always_holds(meld->wild_cards))
			tables->wild_always |= bit;
		if (holds_without_wild_meld(rules, meld->wild_cards))
			tables->wild_first |= bit;
		if (asks_rank(rules, meld->wild_cards))
			tables->wild_asks_rank |= bit;
		tables->comes_again = tables->comes_again || rules->form[i].comes_again;
		tables->late_naturals |= rules->form[i].ranks != 0 && has_late_naturals(&rules->form[i]);
	}
	tables->melds_grow = melds_can_grow(rules);
	measure_initial_meld(tables, rules);
}

/* ---- bans ---- */

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
static void find_barred(struct tables *tables, const struct rules *rules, bool pile)
{
	cardset outside = rules->all;
	bool asks_more = false;
	struct ordinary_hand hand = { pile, &outside, &asks_more };

	for (int i = 0; i < rules->discard.ban_count; i++)
		if (formula_evaluate(rules->discard.ban[i].when, &hand, fact_of_ordinary_hand))
			tables->barred[pile] |= rules->discard.ban[i].cards;
	tables->ordinary[pile] = asks_more ? 0 : outside & ~tables->barred[pile];
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

static bool is_going_out(const void *context, const struct ir *fact, int32_t *number)
{
	(void)context;
	*number = 0;
	return fact->fact == FACT_going_out;
}

/* The condition of a ban as it is for a player who does not go out; NULL if out of memory. */
static formula ban_staying_in(const struct rules *rules, int ban)
{
	formula when = rules->discard.ban[ban].when;
	struct ir_maker maker = { .arena = rules->arena, .rules = rules };

	return asks(when, FACT_going_out)
	               ? formula_make(&maker, rules, ir_rewrite(&maker, when->ir, is_going_out, NULL))
	               : when;
}

static void compile_bans(struct tables *tables, const struct rules *rules)
{
	tables->unbanned[false] = tables->unbanned[true] = tables->banned_steadily = rules->all;
	tables->bans_give_way_to_takes = true;
	for (int i = 0; i < rules->discard.ban_count; i++) {
		const struct in_ban *ban = &rules->discard.ban[i];
		uint32_t bit = UINT32_C(1) << i;

		tables->bans |= bit;
		tables->unbanned[false] &= ~ban->cards;
		if (!demands(ban->when, FACT_pile_empty)) {
			tables->bans_beside_pile |= bit;
			tables->unbanned[true] &= ~ban->cards;
		}
		tables->ban_staying_in[i] = ban_staying_in(rules, i);
		if (asks_rank(rules, ban->when))
			tables->bans_ask_rank |= bit;
		if (asks(ban->when, FACT_is_taken) || asks(ban->when, FACT_term)) {
			tables->bans_ask_card |= bit;
			if (melding_changes(ban->when, true))
				tables->bans_with_card_melding |= bit;
		}
		tables->bans_ask_melds |= asks_melds(ban->when);
		if (melding_changes(ban->when, true))
			tables->banned_steadily &= ~ban->cards;
		if (melding_changes(ban->when, false)) /* wild cards of another kind are melded as the same rank */
			tables->banned_steadily &= ~(ban->cards & rules->cards.wild);
		if (ban->gives_way == ban_gives_way_at_any_time)
			tables->bans_giving_way |= UINT32_C(1) << ban->order;
		tables->bans_give_way_to_takes &= ban->gives_way == ban_gives_way_after_drawing_or_taking ||
		                                  ban->gives_way == ban_gives_way_at_any_time;
	}
	find_barred(tables, rules, false);
	find_barred(tables, rules, true);
}

/* ---- taking the pile ---- */

/* Notes for which hands the cards of a way of taking the pile may be there. */
static void find_hands_of_take(struct tables *tables, const struct rules *rules, int take)
{
	struct composition hand = rules->pile.take[take].hand;
	uint32_t bit = UINT32_C(1) << take;

	for (int like = hand.naturals + hand.alike; like <= COPIES_MAX; like++) {
		tables->takes_with[like][true] |= bit;
		if (hand.wilds == 0)
			tables->takes_with[like][false] |= bit;
	}
	if ((hand.alike > 0 || rules->pile.take[take].onto == take_onto_hand) && hand.naturals + hand.wilds == 0)
		tables->takes_of_wild |= bit;
}

/* The kind of meld that the cards of way [take] begin with [top]; -1 if none. */
static int8_t form_begun_by(const struct tables *tables, const struct rules *rules, int take, int top)
{
	int form = form_of_take(rules, take, top);
	bool wild = form >= 0 && take_cards(rules->pile.take[take].hand, rules->cards.wild >> top & 1).wilds > 0;

	if (form < 0)
		return -1;
	if (rules->form[form].asks_kinds || !(tables->begun_always >> form & 1))
		return BEGINS_ASKED;
	return !wild || (tables->wild_always >> form & 1) ? (int8_t)form : BEGINS_ASKED;
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

/* True if [of] asks what a card that comes onto the pile can change. */
static bool asks_pile(const struct rules *rules, formula of)
{
	static const enum fact_id of_pile[] = { FACT_pile_size,   FACT_pile_empty,   FACT_pile_top,    FACT_pile_has,
		                                FACT_pile_frozen, FACT_pile_blocked, FACT_last_discard };

	for (size_t i = 0; i < sizeof of_pile / sizeof *of_pile; i++)
		if (reaches(rules, of, of_pile[i]))
			return true;
	return false;
}

static void compile_takes(struct tables *tables, const struct rules *rules)
{
	tables->takeable = takeable(rules);
	for (int i = 0; i < rules->pile.take_count; i++) {
		find_hands_of_take(tables, rules, i);
		for (int top = 0; top < rules->kinds; top++)
			tables->take_begins[i][top] = form_begun_by(tables, rules, i, top);
		formula when = rules->pile.take[i].when;
		uint32_t bit = UINT32_C(1) << i;

		if (when->ir->kind == IR_NOT && ir_is_fact(when->ir->first, FACT_pile_frozen))
			tables->takes_unfrozen |= bit;
		if (asks(when, FACT_going_out) || asks(when, FACT_term))
			tables->takes_owe |= bit;
		tables->takes_forced |= !never_holds(rules->pile.take[i].forced);
		if (rules->pile.take[i].onto == take_onto_own_meld)
			tables->takes_onto_own |= bit;
		if (rules->pile.take[i].onto == take_onto_own_sequence)
			tables->takes_onto_sequence |= bit;
		if (rules->pile.take[i].onto == take_onto_own_sequence || goes_to_any_of_a_rank(rules, i))
			tables->takes_name_meld |= bit;
	}
	tables->counts_apart = rules->sequences || tables->takes_name_meld != 0;
	tables->reserve_asks_pile = asks_pile(rules, rules->reserve.when);
}

/* Collects the cards of blocks that ask for the top card alone; the other blocks remain to be asked. */
static void compile_blocks(struct tables *tables, const struct rules *rules)
{
	for (int i = 0; i < rules->pile.block_count; i++) {
		formula when = rules->pile.block[i].when;
		if (asks_only(when, FACT_pile_top))
			tables->block_tops |= when->ir->cards;
		else
			tables->blocks_to_ask |= UINT32_C(1) << i;
	}
}

/* Collects the cards of a freeze that asks for cards in the pile alone; any other remains to be asked. */
static void compile_freeze(struct tables *tables, const struct rules *rules, int at)
{
	formula when = rules->pile.freeze[at].when;
	uint32_t bit = UINT32_C(1) << at;

	if (asks_only(when, FACT_pile_has)) {
		tables->freeze_has |= when->ir->cards;
	} else if (asks_only(when, FACT_pile_started)) {
		tables->freeze_starts |= when->ir->cards;
	} else {
		tables->freezes_to_ask |= bit;
		if (can_hold_for_takes(when))
			tables->freezes_for_takes |= bit;
	}
}

/* ---- lines of the score ---- */

static void line_asks(struct tables *tables, const struct rules *rules, int line, formula of)
{
	for (const struct ir *asked = of->asked; asked != NULL; asked = asked->also) {
		tables->lines_on[facts[asked->fact].rests_on] |= UINT32_C(1) << line;
		if (asked->fact == FACT_term)
			line_asks(tables, rules, line, rules->define[asked->item].when);
	}
}

static void compile_lines(struct tables *tables, const struct rules *rules)
{
	int line = 0;

	for (int i = 0; i < rules->canasta_count; i++)
		line_asks(tables, rules, line++, rules->canasta[i].bonus);
	for (int i = 0; i < rules->score_count; i++, line++) {
		line_asks(tables, rules, line, rules->score[i].when);
		line_asks(tables, rules, line, rules->score[i].points);
		line_asks(tables, rules, line, rules->score[i].minus);
	}
	for (int i = 0; i < ON_COUNT && tables->lines_on[ON_LINES] != 0; i++)
		tables->lines_on[i] = UINT32_MAX;
}

/* True if some rule asks what was done in earlier turns. */
static bool asks_the_past(const struct rules *rules)
{
	for (struct setting at = { .item = -1 }; setting_next(rules, &at);) {
		formula of = rules_formula(rules, at.row, at.item);
		for (const struct ir *asked = of != NULL ? of->asked : NULL; asked != NULL; asked = asked->also)
			if (facts[asked->fact].slot == SLOT_DEED && period_of(asked) != PERIOD_turn)
				return true;
	}
	return false;
}

/* Finds what conditions ask that tells melds with the same cards apart. Conditions of an initial meld see melds of one turn alone, and a take
 * that names its meld asks about that one, so neither tells them apart. */
static void compile_asked_melds(struct tables *tables, const struct rules *rules)
{
	for (struct setting at = { .item = -1 }; setting_next(rules, &at);) {
		formula of = rules_formula(rules, at.row, at.item);
		if (of == NULL || (rows[at.row].in == GROUP_take && (tables->takes_name_meld >> at.item & 1)))
			continue;
		tables->asks_meld_of_rank |= asks(of, FACT_side_of_rank) || asks(of, FACT_side_wilds_of_rank);
		tables->asks_begun_now |=
			rows[at.row].in != GROUP_initial_meld &&
			(asks(of, FACT_laid_canasta) || asks(of, FACT_turn_canastas) || asks(of, FACT_added_earlier));
	}
}

/* ---- all of it ---- */

static void compile(struct tables *tables, const struct rules *rules)
{
	for (int seat = 0; seat < rules->seats; seat++)
		tables->next_seat[seat] =
			(uint8_t)((seat + (rules->turn.direction == turn_direction_clockwise ? 1 : rules->seats - 1)) %
		                  rules->seats);
	for (int kind = 1; kind < rules->kinds; kind++)
		if (rules->kind[kind].rank == rules->kind[kind - 1].rank)
			tables->same_rank |= UINT64_C(1) << kind;
	for (int i = 0; i < rules->deck_size; i++) {
		cards_add(&tables->deck, rules->whole_deck[i]);
		tables->deck_points += rules->kind[rules->whole_deck[i]].points;
	}
	compile_melds(tables, rules);
	compile_melding(tables, rules);
	compile_bans(tables, rules);
	compile_planning(tables, rules);
	for (int i = 0; i < rules->special_count; i++) {
		const struct in_special *special = &rules->special[i];
		uint32_t ranks = UINT32_C(1) << (special->pattern.groups < 31 ? special->pattern.groups : 31);
		tables->special_ranks[special->pattern.cards] |=
			special->ranks == special_ranks_distinct ? ranks : 2 * ranks - 1;
	}
	tables->rare_acts = rules->bonus.laid == bonus_laid_by_choice || rules->special_count > 0;
	compile_takes(tables, rules);
	compile_asked_melds(tables, rules);
	compile_blocks(tables, rules);
	tables->frozen_always = freeze_always(rules);
	for (int i = 0; i < rules->pile.freeze_count; i++)
		compile_freeze(tables, rules, i);
	compile_lines(tables, rules);
	tables->asks_past = asks_the_past(rules);
}

/* The rules as their conditions are meant, not as they are written; [rules] itself if these are the same, or if out of memory. */
static const struct rules *with_plain_formulas(const struct rules *rules)
{
	struct rules *plain = NULL;

	for (struct setting at = { .item = -1 }; setting_next(rules, &at);) {
		bool is_played = rows[at.row].level == LEVEL_LEGALITY &&
		                 rows[at.row].type != TYPE_BOUNDS; /* limits are tables of numbers */
		formula of = is_played ? rules_formula(rules, at.row, at.item) : NULL, meant = formula_plain(rules, of);
		if (meant == of)
			continue;
		plain = plain != NULL ? plain : arena_copy(rules->arena, rules, sizeof *rules);
		if (plain == NULL)
			break;
		*(formula *)rules_value(plain, at.row, at.item) = meant;
	}
	return plain != NULL ? plain : rules;
}

struct rules *tables_compile(struct library *library, struct rules *rules)
{
	struct tables *tables = rules != NULL ? arena_take(rules->arena, sizeof *tables) : NULL;

	if (tables != NULL) {
		compile(tables, with_plain_formulas(rules));
		rules->tables = tables;
	}
	if (rules != NULL && arena_failed(rules->arena)) {
		arena_fail(library->arena);
		return NULL;
	}
	return rules;
}

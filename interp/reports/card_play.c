/* card_play.c -- what a card says of a turn and of the ends: the steps of a turn, the reserve, the talon, going out, the end of the stock. */
#include "reports/card.h"

#include <string.h>
#include "grammar/arena.h"
#include "grammar/text.h"
#include "rules/analysis.h"

/* ---- the turn ---- */

static void add_draw(struct card_maker *maker, struct card_block *block)
{
	const struct rules *rules = maker->rules;
	struct words *words = card_line(block, CARD_STEPS);
	int cards = card_taken(rules);

	card_say(words, "Draw *%d* card%s", rules->turn.draw, plural(rules->turn.draw));
	if (rules->bonus.cards != 0 && rules->bonus.laid == bonus_laid_by_choice)
		card_say(words, " (%s: lay it out, or keep it)", card_cards_as(maker, rules->bonus.cards, "@a"));
	if (card_takes(rules) > 0)
		card_say(words, cards > 0 ? ", or take the top *%d* cards of the pile" : ", or take the pile", cards);
	card_say(words, ".");
	if (rules->bonus.cards != 0 && rules->bonus.laid == bonus_laid_at_once)
		card_say(words, " Lay out %s at once.", card_cards_as(maker, rules->bonus.cards, "@a"));
}

static bool may_ask(const struct card_maker *maker)
{
	return maker->partners && maker->rules->going_out.ask != going_out_ask_never;
}

static void add_question(struct card_maker *maker, struct card_block *block, enum going_out_ask_when_words when)
{
	const struct in_going_out *out = &maker->rules->going_out;

	if (!may_ask(maker) || out->ask_when != (int)when)
		return;
	if (out->ask == going_out_ask_required)
		card_say(card_line(block, CARD_STEPS), "To go out, ask your partner first.");
	else
		card_say(card_line(block, CARD_STEPS), out->who_asks == going_out_who_asks_anyone
		                                               ? "You may ask your partner about going out."
		                                               : "Able to go out? You may ask your partner.");
}

void card_turn(struct card_maker *maker)
{
	const struct rules *rules = maker->rules;
	struct card_block *block = card_block(maker->card, CARD_LEFT, "turn", "Your turn");
	bool talon = !never_holds(rules->talon.when) && !ir_is_number(rules->talon.cards->ir, 0);

	block->spare = SPARE_TURN;
	if (rules->reserve.cards > 0 && rules->reserve.taken_up == reserve_taken_up_at_the_beginning_of_a_turn)
		card_say(card_line(block, CARD_STEPS), "%s", card_club(maker, "Take up your reserve, if you may."));
	if (rules->bonus.cards != 0 && rules->bonus.laid == bonus_laid_by_choice)
		card_say(card_line(block, CARD_STEPS), "%s you hold: lay them out, or keep them.",
		         card_capital(maker, card_cards(maker, rules->bonus.cards)));
	add_draw(maker, block);
	if (rules->reserve.cards > 0 && rules->reserve.taken_up == reserve_taken_up_after_drawing)
		card_say(card_line(block, CARD_STEPS), "%s",
		         card_club(maker, "Take up your reserve, if you have drawn and may."));
	add_question(maker, block, going_out_ask_when_before_melding);
	card_say(card_line(block, CARD_STEPS), "Meld, if you like.");
	add_question(maker, block, going_out_ask_when_before_discarding);
	struct words *last = card_line(block, CARD_STEPS);
	card_mark(last, card_word(maker, ROW_turn_discard, 0));
	if (talon)
		card_say(last, rules->talon.taken == talon_taken_by_choice
		                       ? " Opened in this turn? You may take the talon."
		                       : " Opened in this turn? You get the talon.");
}

/* ---- the talon ---- */

/* "first", "first and second", "second, third and fourth". */
static const char *orders(struct card_maker *maker, int low, int high)
{
	struct text said = { 0 };

	for (int i = low; i <= high; i++) {
		text_add(&said, i == low ? "" : i == high ? " and " : ", ");
		nth_write(i, &said);
	}
	return text_keep(&said, maker->arena);
}

/* The steps of a talon whose size goes by the order in which sides open. */
static void say_by_order(struct card_maker *maker, const struct ir *ladder, struct words *words)
{
	const int sides = maker->rules->table.sides;
	bool any = false;

	for (const struct ir *step = ladder->first->next; step != NULL; step = step->next) {
		int low = step->number < 1 ? 1 : step->number,
		    high = step->next == NULL ? sides : step->next->number - 1;
		const char *amount = card_amount(maker, step->first), *one = maker->alone ? "player" : "side";
		high = high > sides ? sides : high;
		if (low > high || ir_is_number(step->first, 0))
			continue;
		if (low == 1 && high == sides)
			card_say(words, ir_is_number(step->first, 1) ? "*%s* card" : "*%s* cards", amount);
		else
			card_say(words, !any ? "*%s* card%s for the %s %s%s to open" : ", *%s*%.0s for the %s", amount,
			         ir_is_number(step->first, 1) ? "" : "s", orders(maker, low, high), one,
			         plural(high - low + 1));
		any = true;
	}
}

/* The steps of a talon whose size goes by anything else: "By the cards in the stock: below 20: 2 cards, from 20: 4". */
static void say_by_number(struct card_maker *maker, const struct ir *ladder, struct words *words)
{
	struct step_of_two steps[STEPS_OF_TWO];
	bool any = false;

	if (ladder_of_two(maker->rules, ladder, maker->arena, steps) > 0) {
		card_say(words, "Cards: %s", card_amount(maker, ladder));
		return;
	}
	card_say(words, "By %s: ", card_amount(maker, ladder->first));
	for (const struct ir *step = ladder->first->next; step != NULL; step = step->next) {
		if (step_is_idle(maker->rules, ladder, step))
			continue;
		card_say(words, any ? ", %s: *%s*" : "%s: *%s* cards", card_range(maker, ladder, step),
		         ir_is_number(step->first, 0) ? "none" : card_amount(maker, step->first));
		any = true;
	}
}

void card_talon(struct card_maker *maker)
{
	const struct in_talon *talon = &maker->rules->talon;
	const struct ir *number = card_settled(maker, talon->cards->ir, NULL, 0);
	struct card_block *block;
	struct words *words;
	int32_t cards;
	bool constant = formula_is_constant(talon->cards, &cards);

	if ((constant && cards == 0) || never_holds(talon->when))
		return;
	block = card_block(maker->card, CARD_RIGHT, "talon", "Talon");
	block->movable = true;
	card_say(&block->aside, "for the player who opens");
	words = card_line(block, CARD_SENTENCE);
	if (number->kind != IR_LADDER)
		card_say(words, ir_is_number(number, 1) ? "*%s* card" : "*%s* cards", card_amount(maker, number));
	else if (ir_is_fact(number->first, FACT_side_order))
		say_by_order(maker, number, words);
	else
		say_by_number(maker, number, words);
	if (maker->rules->turn.discard == turn_discard_required)
		card_say(words, ". %s", card_word(maker, ROW_talon_taken, 0));
	else
		card_say(words, talon->taken == talon_taken_by_choice
		                        ? ". Say at the end of your turn whether you take them."
		                        : ". You get them at the end of your turn.");
	card_say(words, " %s", card_word(maker, ROW_talon_joins_hand, 0));
	if (talon->bonus_cards != talon_bonus_cards_wait)
		card_say(words, " %s", card_word(maker, ROW_talon_bonus_cards, 0));
	if (!always_holds(talon->when))
		card_say(words, " *No talon* %s.", card_when(maker, card_denied(maker, talon->when->ir)));
	if (talon->leaves > 0 && talon->set_aside == 0)
		card_say(words, " The last %d cards of the stock go into no talon.", talon->leaves);
	if (talon->empty_hand == talon_empty_hand_allowed && maker->rules->turn.discard == turn_discard_never)
		return;
	card_mark(card_line(block, CARD_NOTE), card_word(maker, ROW_talon_empty_hand, 0));
	card_spare(block, SPARE_NOTES);
}

/* ---- the reserve ---- */

/* What a player does who has no card left in her hand. */
static void add_empty_hand(struct card_maker *maker, struct card_block *block)
{
	static const enum card_column columns[] = { COLUMN_KEY, COLUMN_WORDS };
	struct card_part *table = card_table(block, 2, columns);
	struct card_row *row = card_row(table);

	card_say(&row->cell[0].words, "You meld your last card");
	card_say(&row->cell[1].words, "take it up and go on in this turn");
	if (maker->rules->turn.discard == turn_discard_never)
		return;
	row = card_row(table);
	card_say(&row->cell[0].words, "You discard your last card");
	card_say(&row->cell[1].words, maker->rules->reserve.after_discard == reserve_after_discard_at_once
	                                      ? "take it up at once"
	                                      : "it is your hand from your next turn on");
}

void card_reserve(struct card_maker *maker)
{
	const struct in_reserve *reserve = &maker->rules->reserve;
	const char *owner = reserve->of == reserve_of_side && !maker->alone ? "side" : "player";
	struct card_block *block;

	if (reserve->cards == 0 || never_holds(reserve->when))
		return;
	block = card_block(maker->card, CARD_LEFT, "reserve", card_club(maker, "The reserve"));
	block->movable = true;
	if (reserve->number > 1 && reserve->first > 0 && reserve->first != reserve->cards)
		card_say(&block->aside, "%d for each %s, first one of %d cards, then of %d", reserve->number, owner,
		         reserve->first, reserve->cards);
	else if (reserve->number > 1)
		card_say(&block->aside, "%d of %d cards for each %s", reserve->number, reserve->cards, owner);
	else if (reserve->first > 0)
		card_say(&block->aside, "two, face down: the first has %d cards, the second %d", reserve->first,
		         reserve->cards);
	else
		card_say(&block->aside, "%d cards for each %s, face down", reserve->cards, owner);
	if (!always_holds(reserve->when))
		card_say(card_line(block, CARD_SENTENCE), "You take it up%s.", card_only(maker, reserve->when->ir));
	if (reserve->taken_up == reserve_taken_up_at_the_beginning_of_a_turn)
		card_say(card_line(block, CARD_SENTENCE),
		         "It joins your hand at the beginning of your turn, before you draw or take the pile.");
	else if (reserve->taken_up == reserve_taken_up_after_drawing)
		card_say(card_line(block, CARD_SENTENCE), "It joins your hand when you have drawn from the stock.");
	else
		add_empty_hand(maker, block);
	if (reserve->of == reserve_of_side && maker->rules->table.players > maker->rules->table.sides)
		card_say(card_line(block, CARD_NOTE), "%s goes to the first player of the side who may take it up.",
		         reserve->number > 1 ? "Each" : "It");
}

/* ---- going out ---- */

/* The kind of canasta of which a part of a contract asks so many, or -1. */
static int kind_asked(const struct ir *part)
{
	return part->kind == IR_AT_LEAST && part->first->kind == IR_FACT &&
	                       part->first->fact == FACT_side_canastas_of && part->first->next->kind == IR_NUMBER
	               ? part->first->item
	               : -1;
}

/* The condition that a term stands for if all of its parts ask for kinds of canasta, else the part itself. */
static const struct ir *counted_kinds(const struct rules *rules, const struct ir *part)
{
	const struct ir *of = ir_is_fact(part, FACT_term) ? rules->define[part->item].when->ir : part;

	for (each_part(one, of))
		if (kind_asked(one) < 0)
			return part;
	return of;
}

/* The contract, with the parts of each term that asks for kinds of canasta alone in place of the term. */
static const struct ir *contract_in_kinds(struct card_maker *maker)
{
	const struct ir *contract = maker->rules->going_out.contract->ir, *all = NULL;

	for (each_part(part, contract))
		all = card_both(maker, all, counted_kinds(maker->rules, part));
	return all;
}

/* Adds a box for each kind of canasta that is needed; returns how many canastas they are. */
static int add_kinds_needed(struct card_maker *maker, struct card_block *block, const struct ir *contract)
{
	struct card_part *boxes = NULL;
	int needed = 0;

	for (each_part(part, contract)) {
		int kind = kind_asked(part), number = kind >= 0 ? part->first->next->number : 0;
		struct card_row *row;
		if (kind < 0)
			continue;
		boxes = boxes == NULL ? card_part(block, CARD_FIGURES) : boxes;
		row = card_row(boxes);
		card_say(&row->cell[0].words, "%d", number);
		card_say(&row->cell[1].words, "%s%s", card_small(maker, card_bare_title(maker, GROUP_canasta, kind)),
		         number > 1 && strstr(card_title(maker, GROUP_canasta, kind), " of ") == NULL ? "s" : "");
		needed += number;
	}
	return needed;
}

static bool is_no_box(struct card_maker *maker, const struct ir *part, const void *nothing)
{
	(void)maker;
	(void)nothing;
	return kind_asked(part) < 0;
}

static void add_asking(struct card_maker *maker, struct card_block *block)
{
	const struct in_going_out *out = &maker->rules->going_out;
	struct words *words;

	if (!may_ask(maker))
		return;
	words = card_line(block, CARD_LIST);
	card_say(words, out->ask != going_out_ask_required       ? "You may ask your partner"
	                : out->answer == going_out_answer_advice ? "*A question:* ask your partner"
	                                                         : "*Your partner's yes:* ask");
	card_say(words, " %s, ", card_word(maker, ROW_going_out_ask_again, 0));
	if (maker->rules->turn.discard != turn_discard_never || out->ask_when == going_out_ask_when_before_melding)
		card_say(words, "%s, ", card_word(maker, ROW_going_out_ask_when, 0));
	card_say(words, "%s. ", card_word(maker, ROW_going_out_who_asks, 0));
	card_mark(words, card_word(maker, ROW_going_out_answer, 0));
	if (out->ask == going_out_ask_required && out->ask_again == going_out_ask_again_not_in_this_deal)
		card_say(words, " *After that turn you do not go out in this deal.*");
	if (maker->rules->table.players > 2 * maker->rules->table.sides &&
	    maker->rules->seats > 2 * maker->rules->table.sides) {
		card_say(words, " ");
		card_mark(words, card_word(maker, ROW_going_out_who_answers, 0));
	}
}

/* A contract "3 canastas or ..." beside a lower number of canastas means that those are enough in the other case, which is returned; else NULL.
 * [*more]: the 3. */
static const struct ir *fewer_enough(const struct ir *contract, int canastas, int needed, int *more)
{
	const struct ir *one = contract != NULL && contract->kind == IR_ANY ? contract->first : NULL;
	const struct ir *other = one != NULL ? one->next : NULL;

	if (other != NULL && other->kind == IR_AT_LEAST && ir_is_fact(other->first, FACT_side_canastas)) {
		other = one;
		one = one->next;
	}
	if (one == NULL || contract->first->next->next != NULL || one->kind != IR_AT_LEAST ||
	    !ir_is_fact(one->first, FACT_side_canastas) || one->first->next->kind != IR_NUMBER ||
	    one->first->next->number <= canastas || canastas == 0 || needed > 0)
		return NULL;
	*more = one->first->next->number;
	return other;
}

void card_going_out(struct card_maker *maker)
{
	const struct in_going_out *out = &maker->rules->going_out;
	struct card_block *block = card_block(maker->card, CARD_LEFT, "going_out", "Going out");
	const char *noun = card_canasta_noun(maker);
	struct words *words = NULL;
	const struct ir *contract, *rest, *fewer;
	int needed, more = 0;

	block->movable = true;
	if (never_holds(out->contract)) {
		card_say(card_line(block, CARD_SENTENCE), "Nobody goes out.");
		return;
	}
	contract = contract_in_kinds(maker);
	needed = add_kinds_needed(maker, block, contract);
	if (needed > 0)
		card_say(&block->aside, "at least these");
	rest = card_parts(maker, contract, is_no_box, NULL);
	fewer = fewer_enough(rest, out->canastas, needed, &more);
	if (fewer != NULL)
		card_say(words = card_line(block, CARD_LIST), "*%d %ss* or more, *%d* %s", more, noun, out->canastas,
		         card_when(maker, fewer));
	else if (out->canastas > needed)
		card_say(words = card_line(block, CARD_LIST), "*%d %s%s* or more%s", out->canastas, noun,
		         plural(out->canastas), needed > 0 ? " in all" : "");
	else if (needed == 0)
		card_say(words = card_line(block, CARD_LIST), "No %s is needed", noun);
	if (maker->rules->turn.discard != turn_discard_never) {
		bool alone = words == NULL;
		if (alone)
			words = card_line(block, CARD_LIST);
		else
			card_say(words, "; ");
		card_mark(words, last_card_is_melded(maker->rules) ? "the last card is *melded*, not discarded"
		                                                   : card_word(maker, ROW_going_out_discard, 0));
		if (alone && words->first != NULL)
			text_capital(&words->first->words);
		if (out->last_discard == going_out_last_discard_face_down)
			card_say(words, ", face down");
	}
	if (rest != NULL && fewer == NULL)
		card_say(card_line(block, CARD_LIST), "You may go out%s.", card_only(maker, rest));
	add_asking(maker, block);
}

/* ---- the end of the stock ---- */

void card_stock_end(struct card_maker *maker)
{
	const struct rules *rules = maker->rules;
	struct card_block *block = card_block(maker->card, CARD_LEFT, "stock_end", "Stock empty");
	const char *bonus = rules->bonus.cards != 0 ? card_cards_as(maker, rules->bonus.cards, "@a") : "";
	struct words *words;

	block->movable = true;
	block->spare = SPARE_STOCK_END;
	words = card_line(block, CARD_SENTENCE);
	if (rules->stock_end.renewed > 0)
		card_say(
			words,
			rules->stock_end.renewed == 1
				? "The pile but for its top card is shuffled and becomes the stock, once in a deal. After that: "
				: "The pile but for its top card is shuffled and becomes the stock, up to %d times in a deal. After that: ",
			rules->stock_end.renewed);
	card_mark(words, card_word(maker, ROW_stock_end_play, 0));
	if (!wording_is_idle(rules, ROW_stock_end_short_draw)) {
		card_say(words, " ");
		card_mark(words, card_word(maker, ROW_stock_end_short_draw, 0));
	}
	if (rules->bonus.cards == 0)
		return;
	switch (rules->bonus.last_card) {
	case bonus_last_card_ends_the_deal:
		card_say(words, " If the last card is %s, the deal is over at once.", bonus);
		break;
	case bonus_last_card_ends_the_deal_after_melding:
		card_say(words, " If the last card is %s, you may still meld, but not discard; then the deal is over.",
		         bonus);
		break;
	case bonus_last_card_stays_in_the_hand:
		card_say(words, " If the last card is %s, it stays in your hand.", bonus);
		break;
	default: break;
	}
	if (rules->bonus.unreplaced == bonus_unreplaced_ends_the_deal)
		card_say(words, " When no card is left to draw for %s, the deal is over.", bonus);
}

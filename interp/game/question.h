/* question.h -- what may be asked of a position from outside the engine: the questions that conditions put, and what
 * referees, reports and players look up. Nothing here changes a game. */
#ifndef GAME_QUESTION_H
#define GAME_QUESTION_H

#include "game/game.h"

enum origin { FROM_DEAL, FROM_STOCK, FROM_PILE, FROM_RESERVE };

/* What a condition is asked about: a position and a player, and what is taken for granted while asking. */
struct question {
	const struct game *game;
	uint8_t seat, side;
	uint8_t rank;   /* 1 + the rank in question, 0 if there is none */
	uint8_t card;   /* 1 + the kind of card in question, 0 where only its rank is */
	uint8_t meld;   /* 1 + the meld of that rank in question, 0 for the one that stands for the rank */
	bool going_out; /* the player goes out in this turn */
	bool taking;    /* the player is taking the pile, */
	uint8_t way;    /* 1 + the way in which she does, where that is asked; 0 for the whole pile */
	bool credited;  /* the answer is credited to the total of side [account] */
	uint8_t account;
	bool frozen_known, frozen; /* the pile is known to be frozen or not, and is not looked at again */
	uint8_t origin;            /* enum origin: of a bonus card */
	bool held;                 /* it was in the hand before the turn */
	int32_t scored;            /* what the lines above the one asked about come to */
};

/* The answer to a fact of facts.def, the frame being a struct question: what formula_evaluate() calls. */
int32_t fact_of_game(const void *question, const struct ir *asked);

/* What a formula comes to. */
int32_t ask_facts(formula question, const struct question *about);

/* ask_facts(), but constants are answered at once. */
static inline int32_t ask(formula question, const struct question *about)
{
	int32_t number;

	return formula_is_constant(question, &number) ? number : ask_facts(question, about);
}

/* The rank that a card has in melds; wild cards alone take the first wild kind. */
static inline int rank_of(const struct rules *rules, int kind)
{
	return rules->lead[kind];
}

/* What is asked about the player whose turn it is. */
static inline struct question question_now(const struct game *game)
{
	return (struct question){ .game = game, .seat = game->turn.seat, .side = game->turn.side };
}

/* What is asked about an act of the player whose turn it is, with a card of [kind]. */
static inline struct question question_with(const struct game *game, int kind)
{
	return (struct question){ .game = game,
		                  .seat = game->turn.seat,
		                  .side = game->turn.side,
		                  .rank = (uint8_t)(1 + rank_of(game->rules, kind)) };
}

/* facts.c: how many turns before the one being played the player at [seat] had her last one, if she had any: from 1 to a whole round. */
int turns_since(const struct game *game, int seat);

/* facts.c: the deeds that were done in the turn being played or, when the deal is over, in the last one: bits of enum deed. */
uint32_t deeds_of_turn(const struct game *game);

/* ---- the table ---- */

/* The side whose turn it is. */
static inline const struct side *own_side(const struct game *game)
{
	return &game->side[game->turn.side];
}

/* How many cards of a pile that waits will come to the hand. Those at its bottom that the take leaves there will not. */
static inline int pile_waiting(const struct game *game)
{
	return game->pile_size - game->turn.left;
}

/* The kind of the top card of the pile, of which there is one. */
static inline int pile_top(const struct game *game)
{
	return game->pile[game->pile_size - 1];
}

/* The seat [steps] places on from [seat] in the order of turns. */
int seat_in_turn(const struct game *game, int seat, int steps);

/* True if players keep totals of their own, whatever side they are of in a deal. */
static inline bool totals_are_personal(const struct rules *rules)
{
	return rules->table.alone != table_alone_nobody;
}

/* The side in which the total of [seat] is kept. */
static inline int account_of(const struct game *game, int seat)
{
	return totals_are_personal(game->rules) ? seat : game->seat[seat].side;
}

/* The place of the reserve that [seat] may take up next, or of the last one it may if none is left. Where the player who takes one up
 * first plays alone, anybody may take the first; afterwards the others have the second. */
static inline int reserve_of(const struct game *game, int seat)
{
	const struct rules *rules = game->rules;
	int owners = rules_reserve_owners(rules), place;

	if (game->one_alone && rules_share_reserves(rules))
		return game->alone != NOBODY && seat != game->alone;
	place = rules->reserve.of == reserve_of_player ? seat : game->seat[seat].side;
	while (game->reserve_size[place] == 0 && place + owners < rules_reserves(rules))
		place += owners;
	return place;
}

/* deal.c: cards dealt in this deal to the reserve at [place], and to all of them. */
int reserve_dealt(const struct game *game, int place);
int reserves_dealt(const struct game *game);

/* How often an event happened to two who are one side; no count goes beyond what one can be. */
static inline uint8_t times_together(int one, int other)
{
	return (uint8_t)(one + other < UINT8_MAX ? one + other : UINT8_MAX);
}

/* ---- melds and acts ---- */

/* True if the meld takes so many cards more. One that was joined from two may lie beyond its limits: then it takes
 * natural cards and no wild ones. */
static inline bool meld_takes(const struct rules *rules, const struct meld *meld, int naturals, int wilds)
{
	const struct form *form = &rules->form[meld->form];
	int all_naturals = meld->cards.naturals + naturals, all_wilds = meld->cards.wilds + wilds;

	if (all_naturals > MELD_CARDS_MAX)
		return false;
	if (all_wilds <= MELD_CARDS_MAX && form_allows(form, all_naturals, all_wilds))
		return true;
	return wilds == 0 && rules->table.alone != table_alone_nobody &&
	       (all_wilds > MELD_CARDS_MAX || !form_allows(form, meld->cards.naturals, all_wilds));
}

/* True if the act begins a sequence. */
static inline bool begins_sequence(const struct rules *rules, struct act act)
{
	return act.verb == ACT_MELD && act.item < rules->meld_count && rules->form[act.item].sequence != 0;
}

/* melds.c: the kinds of natural cards that an act of melding lays from the hand, or more: of a rank every kind. */
cardset act_kinds(const struct rules *rules, struct act act);

/* melds.c: how many natural cards of [kind], a kind of the deck, a take or a new meld lays from the hand. */
int act_naturals_of(const struct rules *rules, struct act act, int kind);

/* checks.c: a kind of natural card of which a take or a new meld lays more than [hand] has; -1 if there is none. Wild cards are not
 * looked at. The act's own kind is one of the deck if it has natural cards. */
int kind_not_held(const struct rules *rules, const struct cards *hand, struct act act);

/* melds.c: the rest of act_naturals(). */
int act_naturals_apart(const struct rules *rules, struct act act);

/* How many natural cards a take or a new meld lays from the hand. */
static inline int act_naturals(const struct rules *rules, struct act act)
{
	return rules->tables->counts_apart ? act_naturals_apart(rules, act) : act.count;
}

/* Sets how many natural cards of the kind at [place] among those of its rank a take or a new meld of a rank lays from the hand. */
static inline void act_set_naturals(const struct rules *rules, struct act *act, int place, int count)
{
	if (rules->sequences)
		act_set_suit(act, place, count);
	else
		act->count = (uint8_t)count;
}

/* melds.c: the cards of an act that begins a sequence; false if they are none, or if another act says the same. */
bool sequence_of_act(const struct rules *rules, struct act act, struct meld_cards *cards);

/* melds.c: the act that begins a sequence of these cards. */
struct act sequence_act(const struct rules *rules, int form, const struct meld_cards *cards);

/* melds.c: the cards of a meld. */
struct cards cards_of_meld(const struct rules *rules, const struct meld_cards *meld);

/* melds.c: the same cards with each as the first kind of its rank, wild ones apart. */
struct cards cards_by_rank(const struct rules *rules, const struct cards *cards);

/* melds.c: lays [count] cards as a meld: natural cards of one rank or, where there are sequences, in a row of one suit, and
 * wild cards; as one of kind [form], or as the first of these that they can be if it is -1. False if they are neither; then some of
 * them are the meld. */
bool cards_lie_as_meld(const struct rules *rules, int form, const uint8_t *kinds, int count, struct meld_cards *cards);

/* melds.c: the same of a meld that is to be begun: no wild card of a sequence would move to its own place at once. */
bool cards_begin_meld(const struct rules *rules, int form, const uint8_t *kinds, int count, struct meld_cards *cards);

enum { MELD_ROW_MAX = 2 * MELD_CARDS_MAX };

/* melds.c: the cards of a meld in the order in which they are written, from which cards_lie_as_meld() lays the same meld: natural cards
 * first, those of a sequence in their places. Returns their number. */
int meld_row(const struct rules *rules, const struct meld_cards *cards, uint8_t kinds[MELD_ROW_MAX]);

/* melds.c: true if natural card [kind] has its place in the meld, or any card in a sequence, however many cards that may have. */
bool meld_fits(const struct rules *rules, const struct meld *meld, int kind);

/* melds.c: the cards that two melds have together; false if they are not of one rank, or do not follow each other. */
bool melds_together(const struct rules *rules, const struct meld *one, const struct meld *other,
                    struct meld_cards *cards);

/* Wild cards an act uses. */
static inline int act_wilds(struct act act)
{
	uint32_t wilds;

	__builtin_memcpy(&wilds, act.packed_wilds, sizeof wilds); /* four numbers of four bits are added up at once */
	wilds &= UINT32_C(0x0f0f0f0f);
	return (int)((wilds * UINT32_C(0x01010101)) >> 24) + (act.packed_wilds[0] >> 4);
}

/* How many wild cards of each kind it uses. */
static inline void act_wild_kinds(struct act act, uint8_t wild[WILD_KINDS_MAX])
{
	for (int i = 0; i < WILD_KINDS_MAX; i++)
		wild[i] = (uint8_t)act_wild(act, i);
}

/* True if wild card [kind] is like wild card [top] for way [item] of taking the pile. */
static inline bool is_alike(const struct rules *rules, int item, int top, int kind)
{
	return rules->pile.take[item].alike == take_alike_any_wild_card ||
	       rules->kind[kind].rank == rules->kind[top].rank;
}

/* True if [act], which is legal, makes cards come that nobody has seen: from the stock, from those set aside or from the player's reserve, or
 * to the stock, with the turn that begins after it included. False: its player gets no such card. What lay before the next player, as a talon
 * or a reserve, and joins her hand with her turn is not looked at: no line of acts goes on there. */
bool act_brings_cards(const struct game *game, struct act act);

/* True if the act that led from [before] to [after] made such cards come, as act_brings_cards() says. */
bool brought_cards(const struct game *before, const struct game *after);

/* Whether these are the cards from the hand that way [item] of taking the pile wants. */
bool take_wants(const struct rules *rules, int item, struct act act);

/* conditions.c: what a take with these cards makes: a meld, as an index into the side's melds, or MELDS_MAX + form for a new one;
 * TAKEN_TO_HAND where it makes none and needs none; -1 if it makes none. */
enum { TAKEN_TO_HAND = MELDS_MAX + meld_MAX };

int take_makes_meld(const struct game *game, struct act act);

/* conditions.c: true if a take that makes [made], as take_makes_meld() says, begins a meld that obliges the player to go out. */
bool taken_meld_owes(const struct game *game, struct act act, int made);

/* conditions.c: the question that conditions of the pile are asked with for a take. */
struct question question_of_take(const struct game *game, struct act act);

/* referee.c: the question with which the condition of the setting in [reason] is asked about [act], whether it refuses the act or
 * allows it. Some are asked about the position after the act: that is then [*after], which the caller keeps. */
struct question question_of_reason(const struct game *game, struct act act, struct reason reason, struct game *after);

/* Whether these cards are special hand [item]. */
bool special_is(const struct rules *rules, int item, const struct cards *cards, int size);

/* movegen.c: the special hands that the player may lay now, by their places, as a set of bits. */
cardset specials_now(const struct game *game);

/* ---- the end of a turn ---- */

/* Whether the side meets what going out needs; if not, [*reason] says what is missing. */
bool contract_is_met(const struct question *about, struct reason *reason);

/* planner.c: true if the player whose turn it is cannot go out in it, whatever she melds, even if her partner agreed, after what she drew or
 * took. False proves nothing, and it is false where a reserve or bonus cards could bring her more cards. */
bool going_out_is_impossible(const struct game *game);

/* Whether a discard made now is the last card, and the player goes out with it. */
bool discard_goes_out(const struct game *game);

/* obligations.c: what keeps a player from going out in this turn who cannot; for words, as it takes its time. */
struct reason why_not_out(const struct game *game);

/* planner.c: kinds of the hand, none of them wild, whose cards join no meld and begin none. As long as no card comes, at most one card of
 * these kinds can leave the hand, by the discard. Some kinds that are left out may be such, too. */
cardset kinds_without_meld(const struct game *game);

/* What talon_due() comes to for a player who has opened in this turn. */
int talon_of_opening(const struct game *game, int *because);

/* How many cards of a talon the player gets with the discard that comes next; if none, the setting that says so. */
static inline int talon_due(const struct game *game, int *because)
{
	*because = ROW_talon_cards;
	return game->turn.opened ? talon_of_opening(game, because) : 0;
}

/* laying.c: cards at the bottom of a pile of [pile_size] that stay when it is taken in way [item]. */
int take_leaves(const struct rules *rules, int item, int pile_size);

/* laying.c: the kinds of the cards that are taken from the pile in way [item]. */
cardset kinds_taken(const struct game *game, int item);

#endif

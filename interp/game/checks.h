/* checks.h -- what makes an act legal, each rule once (checks.def). The referee asks the checks of an act in their order,
 * and the first that fails is the reason; move generation lists what passes all of them. A check that generation asks at
 * every act stands here, so that it costs no call. */
#ifndef GAME_CHECKS_H
#define GAME_CHECKS_H

#include "game/state.h"

/* An act as the checks see it. Acts that differ in one card only are checked together: [kinds] has the kinds of card in
 * question and act.kind is not read. These are discards and bonus cards laid (the card), melding and adding (the rank
 * of the meld). Of a take [kinds] has no kinds but the ways of taking the pile, as bits, and act.item is not read. For any other
 * act [kinds] has one kind, which stands for the act. */
struct attempt {
	const struct game *game;
	struct act act;
	cardset kinds;
	/* of the position, if the act asks the partner; otherwise NULL. It belongs to the planner (plan.h), and only referee.c hands it on */
	struct memo *memo;
	/* the next three are for the move generator, otherwise NULL */
	struct taking_wild *wild;     /* what it knows of forms that take wild cards */
	bool *owes_out;               /* set if a meld that may be begun obliges the player to go out */
	const struct question *about; /* what conditions of a take are asked about */
};

/* A set of acts, by their verbs. An act from outside may have an unknown verb; it counts as one of AFTER_THE_DRAW. */
#define ON(verb) (1U << ACT_##verb)
#define ANY (~0U)
#define AFTER_THE_DRAW (ANY & ~(ON(DRAW) | ON(TAKE) | ON(SPECIAL) | ON(LAY) | ON(ANSWER) | ON(TALON)))
#define LAST_DISCARD (1U << 31) /* a discard with which the player goes out */

/* checks.c: true if a rule forbids joining these two melds, false if none does. Obligations of the turn are not considered. */
bool join_is_refused(const struct game *game, struct act act);

/* checks.c: true if the two melds of [join] may be put together now, obligations of the turn apart. False: they may not, or the hand is
 * empty and no pile waits, so that the deal is over or a reserve comes first. */
bool melds_may_join(const struct game *game, struct act join);

/* checks.c: true if a rule keeps the player from going out with her last discard, false if none does. */
bool last_discard_is_refused(const struct game *game);

/* [kind] for a reason, or -1 if an act from outside names a kind that the deck does not have. */
static inline int known_kind(const struct rules *rules, int kind)
{
	return kind < rules->kinds ? kind : -1;
}

/* For checks that add nothing to the reason of their row. */
#define UNUSED __attribute__((unused))

/* All kinds in question if the act [fails] whatever its card is, else none. */
static inline cardset all_if(const struct attempt *at, bool fails)
{
	return fails ? at->kinds : 0;
}

/* ---- taking the pile: ways ---- */

/* checks.c: the kinds in question if the pile is blocked. */
cardset kinds_if_blocked(const struct attempt *at, struct reason *why);

/* Cards that block the pile as its top card whatever else holds. */
static inline cardset check_top_card_blocks(const struct attempt *at, struct reason *why)
{
	const struct rules *rules = at->game->rules;

	if (why == NULL)
		return all_if(at, rules->tables->block_tops >> pile_top(at->game) & 1);
	return kinds_if_blocked(at, why) & all_if(at, !(rules->tables->blocks_to_ask >> why->item & 1));
}

static inline cardset check_pile_is_blocked(const struct attempt *at, struct reason *why)
{
	return why == NULL && at->game->rules->tables->blocks_to_ask == 0 ? 0 : kinds_if_blocked(at, why);
}

/* checks.c: the kinds in question, none of which wants the top card. */
cardset kinds_not_takeable(const struct attempt *at, struct reason *why);

static inline cardset check_top_card_has_no_rank(const struct attempt *at, struct reason *why)
{
	if (at->game->rules->tables->takeable >> pile_top(at->game) & 1)
		return 0;
	return why == NULL ? at->kinds : kinds_not_takeable(at, why);
}

/* ---- melding: ranks ---- */

static inline cardset check_rank_is_melded(const struct attempt *at, UNUSED struct reason *why)
{
	return at->kinds & ~ranks_to_begin(own_side(at->game)) &
	       (begins_sequence(at->game->rules, at->act) ? 0 : ~UINT64_C(0));
}

/* checks.c: the kinds in question for whose meld there is no room on the table. */
cardset kinds_without_room(const struct attempt *at, struct reason *why);

static inline cardset check_table_is_full(const struct attempt *at, struct reason *why)
{
	if (why == NULL && !begins_sequence(at->game->rules, at->act))
		return 0; /* the rank is melded, which is the next check */
	return kinds_without_room(at, why);
}

/* The ranks of which the side has a meld with room for one more card, natural or wild. */
static inline cardset ranks_with_room(const struct side *side, bool wild)
{
	return wild ? side->takes_wild : side->takes_natural;
}

/* checks.c: true if the numbers of cards in a meld allow an addition, false if they do not; sets the numbers after it. */
bool addition_allowed(const struct attempt *at, int *naturals, int *wilds);

static inline cardset check_meld_is_full(const struct attempt *at, struct reason *why)
{
	const struct rules *rules = at->game->rules;
	const struct side *side = own_side(at->game);
	bool wild = rules->cards.wild >> at->act.kind & 1;
	int naturals, wilds;
	cardset fail = rules->named_melds ? all_if(at, !addition_allowed(at, &naturals, &wilds))
	                                  : at->kinds & ~ranks_with_room(side, wild);
	const struct meld *meld;

	if (why == NULL || fail == 0)
		return fail;
	meld = &side->meld[at->act.item];
	addition_allowed(at, &naturals, &wilds);
	why->row = rules_limit_broken(rules, meld->form, naturals, wilds);
	why->item = meld->form;
	return fail;
}

/* checks.c: the kinds in question to whose melds no natural card, or no wild card, may be added now; or with which no meld may be begun
 * that has wild cards. */
cardset kinds_without_natural(const struct attempt *at, struct reason *why);
cardset kinds_without_wild(const struct attempt *at, struct reason *why);

static inline cardset check_meld_takes_no_natural(const struct attempt *at, struct reason *why)
{
	const struct rules *rules = at->game->rules;

	if (why == NULL && !rules->named_melds && (at->kinds & rules->tables->naturals_asked) == 0)
		return 0;
	return kinds_without_natural(at, why);
}

/* Asked of new melds too: a meld may be begun now, but perhaps not with wild cards. */
static inline cardset check_meld_takes_no_wild(const struct attempt *at, struct reason *why)
{
	const struct rules *rules = at->game->rules;

	if (why == NULL && (at->act.verb == ACT_MELD ? act_wilds(at->act) == 0
	                                             : !rules->named_melds && !(rules->cards.wild >> at->act.kind & 1)))
		return 0;
	return kinds_without_wild(at, why);
}

/* ---- the discard: cards ---- */

static inline cardset check_turn_has_no_discard(const struct attempt *at, struct reason *why)
{
	if (why != NULL && !at->game->turn.stops) {
		why->refusal = REFUSAL_NO_DISCARDS;
		why->row = ROW_turn_discard;
	}
	return all_if(at, discards_nothing(at->game));
}

/* True if the act has to wait until the initial meld is complete: the pile was taken for it and is not in the hand yet, or the
 * act would end the turn of a player who has melded and does not go out. */
static inline bool waits_for_opening(const struct attempt *at)
{
	const struct game *game = at->game;
	bool ends = at->act.verb != ACT_DISCARD || game->seat[game->turn.seat].size > 1;

	return game->turn.pending | (ends & game->turn.melded & !own_side(game)->opened);
}

/* Puts into [why] what the initial meld counts and what it has to count. */
static inline void name_count(const struct game *game, struct reason *why)
{
	if (why == NULL)
		return;
	why->have = game->turn.count, why->need = game->turn.minimum;
	why->row = row_of_minimum(game, game->turn.count);
}

static inline cardset check_contents_are_owed(const struct attempt *at, UNUSED struct reason *why)
{
	const struct game *game = at->game;

	return all_if(at, waits_for_opening(at) && game->turn.count >= game->turn.minimum && !initial_contains(game));
}

static inline cardset check_pile_waits(const struct attempt *at, struct reason *why)
{
	name_count(at->game, why);
	return all_if(at, at->game->turn.pending);
}

static inline cardset check_minimum_is_owed(const struct attempt *at, struct reason *why)
{
	name_count(at->game, why);
	return all_if(at, waits_for_opening(at));
}

/* checks.c: puts into [why] the rule that obliges the player to go out. */
void name_obligation(const struct game *game, struct reason *why);

static inline cardset check_going_out_is_owed(const struct attempt *at, struct reason *why)
{
	const struct game *game = at->game;
	bool ends = at->act.verb != ACT_DISCARD || game->seat[game->turn.seat].size > 1;

	if (why != NULL)
		name_obligation(game, why);
	return all_if(at, ends & game->turn.owes_out);
}

static inline cardset check_card_is_banned(const struct attempt *at, struct reason *why)
{
	const struct game *game = at->game;
	bool last;

	if (game->rules->discard.ban_count == 0)
		return 0;
	last = discard_goes_out(game);
	if (why != NULL && discard_is_banned(game, at->act.kind, last, &why->item))
		why->row = (int)rules_ban_row(game->rules, why->item), why->kind = at->act.kind;
	return at->kinds & ~discardable(game, last);
}

/* ---- asking the partner ---- */

/* Puts into [why] the setting of a check about asking if it was stated, else the one that lets partners ask at all. */
void name_asking(const struct game *game, enum row_id row, struct reason *why);

/* Puts into [why] why the player, who has not asked in this turn, cannot go out: she may still ask, or it is too late, or the question
 * has been used in this deal. */
void name_missing_question(const struct game *game, struct reason *why);

static inline cardset check_asked_too_late(const struct attempt *at, struct reason *why)
{
	const struct game *game = at->game;

	if (why != NULL)
		name_asking(game, ROW_going_out_ask_when, why);
	return all_if(at, (game->rules->going_out.ask_when == going_out_ask_when_before_melding) &
	                          (!game->turn.fresh | game->turn.pending));
}

static inline cardset check_asked_before_the_pile(const struct attempt *at, struct reason *why)
{
	if (why != NULL)
		name_asking(at->game, ROW_going_out_ask_when, why);
	return all_if(at, at->game->turn.pending);
}

static inline cardset check_asked_in_this_turn(const struct attempt *at, struct reason *why)
{
	if (why != NULL)
		name_asking(at->game, ROW_going_out_ask_again, why);
	return all_if(at, at->game->turn.asked);
}

static inline cardset check_nobody_asks(const struct attempt *at, UNUSED struct reason *why)
{
	return all_if(at, at->game->rules->going_out.ask == going_out_ask_never);
}

/* ---- special hands ---- */

/* special.c: the player's hand, with the top card of the pile if there was no draw. Returns its size. */
int special_cards(const struct game *game, struct cards *cards);

/* special.c: whether the cards of special_cards() might be some special hand, by their number and the number of their ranks. False: they are
 * none, or before the draw there is no top card. */
bool special_hand_fits(const struct game *game);

/* special.c: whether the cards of special_cards() might be special hand [item], by their number, their kinds and the number of their ranks.
 * False: they are not, or before the draw there is no top card. */
bool special_may_fit(const struct game *game, int item);

/* ---- the checks of checks.def ---- */

/* Those that ask about the rest of the turn are in referee.c. [why] is NULL when the move generator asks, which it does for each RULE of
 * any act: only these checks have to allow it. */

#define CHECK(acts, name, refusal, row, speaks_of) cardset check_##name(const struct attempt *at, struct reason *why);
#define MOMENT CHECK
#define FORM CHECK
#define RULE CHECK
#define REASON CHECK
#define END CHECK
#include "game/checks.def"
#undef CHECK

#endif

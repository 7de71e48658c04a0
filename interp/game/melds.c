/* melds.c -- the melds that may be begun, and what may be added to melds. One is begun with as few cards as make one
 * and then grows card by card, so any meld can be reached and none is listed twice. */
#include "game/listing.h"

/* What is asked about melding a card of [rank] now, which may happen in taking the pile. */
static inline struct question question_of_meld(const struct game *game, int rank)
{
	return (struct question){ .game = game,
		                  .seat = game->turn.seat,
		                  .side = game->turn.side,
		                  .rank = (uint8_t)(1 + rank_of(game->rules, rank)),
		                  .going_out = game->turn.owes_out,
		                  .taking = game->phase == PHASE_DRAW };
}

bool form_takes_natural_now(const struct game *game, int form, int rank)
{
	struct question about = question_of_meld(game, rank);

	return ask(game->rules->meld[form].natural_cards, &about);
}

bool form_takes_wild_now(const struct game *game, int form, int rank)
{
	struct question about = question_of_meld(game, rank);

	return ask(game->rules->meld[form].wild_cards, &about);
}

bool form_may_begin_now(const struct game *game, int form, int rank, bool *owes_out)
{
	struct question about = question_of_meld(game, rank);

	if (ask(game->rules->meld[form].begun, &about))
		return true;
	if (about.going_out || game->turn.stays_in)
		return false;
	about.going_out = true;
	*owes_out = true;
	return ask(game->rules->meld[form].begun, &about) && !hand_cannot_go(game);
}

APART void each_choice_of_wilds(const struct game *game, struct choices *choices, struct act act, cardset kinds,
                                int from, int count, const struct question *about, with_wilds call)
{
	const struct rules *rules = game->rules;
	int have;

	if (count == 0) {
		call(game, choices, act, about);
		return;
	}
	if (from == WILD_KINDS_MAX || from >= rules->wild_kinds)
		return;
	have = kinds >> rules->wild_kind[from] & 1
	               ? cards_count(&game->seat[game->turn.seat].hand, rules->wild_kind[from])
	               : 0;
	for (int some = have < count ? have : count; some >= 0; some--) {
		act.wild[from] = (uint8_t)some;
		each_choice_of_wilds(game, choices, act, kinds, from + 1, count - some, about, call);
	}
}

static void list_act(const struct game *game, struct choices *choices, struct act act, const struct question *about)
{
	(void)game;
	(void)about;
	list(choices, act);
}

/* The kinds of meld that take wild cards now, by their places, as sets of bits: those that were asked, and of them those
 * that do. What depends on the rank is asked for each. */
struct taking_wild {
	uint32_t known, taking;
};

/* What is known without asking. */
static struct taking_wild taking_wild_now(const struct game *game)
{
	const struct rules *rules = game->rules;
	bool alone = (own_side(game)->melded & rules->cards.wild) != 0;
	uint32_t taking = rules->wild_always | (alone ? 0 : rules->wild_first);

	return (struct taking_wild){ taking, taking };
}

APART static bool learn_takes_wild(const struct game *game, struct taking_wild *forms, int form, int rank)
{
	bool takes = form_takes_wild(game, form, rank);

	if (!(game->rules->wild_asks_rank >> form & 1)) {
		forms->known |= UINT32_C(1) << form;
		forms->taking |= (uint32_t)takes << form;
	}
	return takes;
}

static inline bool takes_wild(const struct game *game, struct taking_wild *forms, int form, int rank)
{
	return forms->known >> form & 1 ? forms->taking >> form & 1 : learn_takes_wild(game, forms, form, rank);
}

/* Lists beginning melds of these ranks so, with one wild card at most: one act for each kind that is in the hand. Every kind
 * is written and kept if it is there: a branch would depend on the cards. */
static void list_plainly(const struct game *game, struct choices *choices, const struct beginning *begin, cardset ranks)
{
	const struct rules *rules = game->rules;
	cardset hand = cards_kinds(&game->seat[game->turn.seat].hand);
	struct act *to = room_for(choices, KINDS_MAX * WILD_KINDS_MAX);

	if (to == NULL)
		return;
	for (; ranks != 0; ranks &= ranks - 1) {
		struct act act = act_of(ACT_MELD, begin->form, (unsigned)__builtin_ctzll(ranks), begin->naturals);
		if (begin->wilds == 0)
			*to++ = act;
		else
			for (int i = 0; i < rules->wild_kinds; i++) {
				*to = act_with_wild(act, i);
				to += hand >> rules->wild_kind[i] & 1;
			}
	}
	choices->listed = (int)(to - choices->act);
}

/* Lists the ways of beginning melds of these ranks so, with whatever wild cards. */
static void list_beginning(const struct game *game, struct choices *choices, const struct beginning *begin,
                           cardset ranks)
{
	if (begin->wilds <= 1) {
		list_plainly(game, choices, begin, ranks);
		return;
	}
	for (; ranks != 0; ranks &= ranks - 1)
		each_choice_of_wilds(game, choices,
		                     act_of(ACT_MELD, begin->form, (unsigned)__builtin_ctzll(ranks), begin->naturals),
		                     game->rules->cards.wild, 0, begin->wilds, NULL, list_act);
}

/* The ranks of which the hand, with [wilds] wild cards, has the cards to begin a meld so; [have]: the kinds of which it has
 * none or more, one or more, and so on up to three. Whether the wild cards are there is no branch, for nobody can foresee
 * it. */
static inline cardset ranks_begun(const struct cards *hand, const cardset have[4], int wilds,
                                  const struct beginning *begin)
{
	cardset enough_wild = (cardset)(wilds < begin->wilds) - 1;

	return begin->ranks & enough_wild &
	       (begin->naturals <= 3 ? have[begin->naturals] : cards_at_least(hand, begin->naturals));
}

/* Those of [ranks] of which a meld may be begun so now. [*owes_out] becomes true if that obliges the player to go out. */
static cardset ranks_allowed(const struct game *game, struct taking_wild *wild, const struct beginning *begin,
                             cardset ranks, bool *owes_out)
{
	bool always = game->rules->begun_always >> begin->form & 1, owes;
	cardset allowed = 0;

	if (always && (begin->wilds == 0 || (wild->taking >> begin->form & 1)))
		return ranks;
	for (; ranks != 0; ranks &= ranks - 1) {
		int rank = __builtin_ctzll(ranks);
		if (!form_may_begin(game, begin->form, rank, &owes) ||
		    (begin->wilds > 0 && !takes_wild(game, wild, begin->form, rank)))
			continue;
		*owes_out |= owes;
		allowed |= ranks & -ranks;
	}
	return allowed;
}

/* [*owes_out] becomes true if one of these acts obliges the player to go out. */
static void list_new_melds(const struct game *game, struct choices *choices, struct taking_wild *wild, bool *owes_out)
{
	const struct rules *rules = game->rules;
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	cardset open = ranks_to_begin(own_side(game));
	cardset have[4] = { ~UINT64_C(0), cards_kinds(hand), cards_twice(hand), cards_thrice(hand) };
	int wilds = wilds_in(rules, hand);

	for (int b = 0; b < rules->beginning_count; b++) {
		const struct beginning *begin = &rules->beginnings[b];
		cardset ranks = ranks_begun(hand, have, wilds, begin) & open;
		if (ranks != 0)
			list_beginning(game, choices, begin, ranks_allowed(game, wild, begin, ranks, owes_out));
	}
}

/* Of [kinds], natural cards that fit their melds, those that may not be added to them now. */
APART static cardset additions_barred(const struct game *game, cardset kinds)
{
	const struct side *side = own_side(game);
	cardset barred = 0;

	for (; kinds != 0; kinds &= kinds - 1) {
		int kind = __builtin_ctzll(kinds);
		if (!form_takes_natural(game, side->meld[side->meld_of[kind]].form, kind))
			barred |= kinds & -kinds;
	}
	return barred;
}

static void list_wild_additions(const struct game *game, struct choices *choices, struct taking_wild *wild)
{
	const struct rules *rules = game->rules;
	const struct side *side = own_side(game);
	cardset all = cards_kinds(&game->seat[game->turn.seat].hand), ranks = side->takes_wild;
	struct act *to = room_for(choices, KINDS_MAX * WILD_KINDS_MAX);

	if ((all & rules->cards.wild) == 0 || to == NULL)
		return;
	for (; ranks != 0; ranks &= ranks - 1) {
		int rank = __builtin_ctzll(ranks), meld = side->meld_of[rank], form = side->meld[meld].form;
		if (!takes_wild(game, wild, form, rank))
			continue;
		for (int i = 0; i < rules->wild_kinds; i++) {
			*to = act_of(ACT_ADD, (unsigned)meld, rules->wild_kind[i], 0);
			to += all >> rules->wild_kind[i] & 1;
		}
	}
	choices->listed = (int)(to - choices->act);
}

/* Most cards that one act of melding lays down. */
static int most_cards_of(const struct choices *choices)
{
	int most = choices->listed > choices->first || choices->additions != 0;

	for (int i = 0; i < choices->first; i++)
		if (cards_of(choices->act[i]) > most)
			most = cards_of(choices->act[i]);
	return most;
}

/* True if the turn can end after any act of melding that leaves two cards: two kinds of natural cards are sure to be free
 * for the discard, and an act lays cards of one of them at most. */
static bool discard_is_sure(const struct game *game)
{
	cardset kinds = cards_kinds(&game->seat[game->turn.seat].hand) & ~game->rules->cards.wild & never_banned(game);

	return game->rules->discard.ban_count == 0 || (SHORTCUTS && (kinds & (kinds - 1)) != 0);
}

void list_melds(const struct game *game, struct choices *choices, struct out_look *look)
{
	const struct rules *rules = game->rules;
	bool opened = own_side(game)->opened, owes_out = game->turn.owes_out;
	int size = game->seat[game->turn.seat].size;
	struct taking_wild wild = taking_wild_now(game);
	struct opening opening;
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	bool begins = (useful_kinds(rules, hand) & ranks_to_begin(own_side(game))) != 0 ||
	              (rules->wild_melds && wilds_in(rules, hand) >= rules->wild_meld_least);

	if (!opened) {
		if (!begins && !game->turn.melded)
			return;
		plan_opening(game, &opening);
		if (opening.limit < game->turn.minimum && !game->turn.melded &&
		    ((SHORTCUTS && !opening.waivable) || whole_hand_cannot_go(game)))
			return;
	}
	if (begins)
		list_new_melds(game, choices, &wild, &owes_out);
	choices->first = choices->listed;
	choices->additions = cards_kinds(hand) & own_side(game)->takes_natural;
	if ((choices->additions & rules->naturals_asked) != 0)
		choices->additions &= ~additions_barred(game, choices->additions & rules->naturals_asked);
	list_wild_additions(game, choices, &wild);
	if (opened & !owes_out & (rules->discard.ban_count == 0) & (size >= rules->begin_most + 2))
		return; /* as it mostly is: whatever is melded, two cards stay, and any of them can be discarded */
	if (!opened || owes_out || !discard_is_sure(game) ||
	    (size < rules->begin_most + 2 && size - most_cards_of(choices) < 2))
		keep_those_that_end(game, choices, opened ? NULL : &opening, look);
}

/* legal.c -- every legal act, at the grain of kinds of card. Taking the pile is listed in takes.c, melding in melds.c;
 * here stands what else may be done, and the whole list is put together. */
#include "game/listing.h"

/* ---- asking and discarding ---- */

/* Whether the turn could end after the partner said yes, and the player went out. */
static bool yes_ends(const struct game *game, struct out_look *look)
{
	enum answer answer;
	struct game after;

	if (hand_cannot_go(game))
		return false;
	answer = look_out(game, look);
	if (answer == NO || (answer == YES && own_side(game)->opened))
		return answer == YES;
	copy_turn(&after, game);
	after.turn.owes_out = true;
	after.turn.stays_in = false;
	return turn_can_end(&after);
}

bool yes_can_be_obeyed(const struct game *game)
{
	struct out_look look = { .taken = false };

	return yes_ends(game, &look);
}

bool no_can_be_obeyed(const struct game *game)
{
	struct game after;

	if (game->seat[game->turn.seat].size >= 2 && can_end_now(game))
		return true;
	copy_turn(&after, game);
	after.turn.stays_in = true;
	return turn_can_end(&after);
}

/* True if the player may put the question to the partner now. */
static bool may_ask(const struct game *game, struct out_look *look)
{
	const struct rules *rules = game->rules;
	int answer = rules->going_out.answer;

	if ((!game->turn.fresh & (rules->going_out.ask_when == going_out_ask_when_before_melding)) | game->turn.asked |
	    game->turn.pending)
		return false;
	if (rules->going_out.ask == going_out_ask_never ||
	    (rules->going_out.ask_again == going_out_ask_again_not_in_this_deal && game->seat[game->turn.seat].asked) ||
	    !has_partner(game, game->turn.seat))
		return false;
	if ((answer == going_out_answer_binding || rules->going_out.who_asks == going_out_who_asks_able_to_go_out) &&
	    !yes_ends(game, look))
		return false;
	return answer == going_out_answer_advice ? bonus_to_lay(game) == 0 || turn_can_end(game)
	                                         : no_can_be_obeyed(game);
}

/* Finds the kinds that may be discarded now. */
static void find_discards(const struct game *game, struct choices *choices)
{
	const struct seat *seat = &game->seat[game->turn.seat];
	bool owes = game->turn.owes_out | (game->turn.melded & !own_side(game)->opened), last;

	if (game->turn.pending | game->turn.stops | (owes & (seat->size > 1)))
		return;
	last = discard_goes_out(game);
	if (last && !may_go_out(game))
		return;
	choices->discards = cards_kinds(&seat->hand);
	choices->discard_count = seat->hand.different;
	if (game->rules->discard.ban_count > 0) {
		choices->discards = discardable(game, last);
		choices->discard_count = set_size(choices->discards);
	}
}

/* Special hands come last in the list. */
static void list_specials(const struct game *game, struct choices *choices)
{
	for (cardset items = specials_now(game); items != 0; items &= items - 1)
		list(choices, act_of(ACT_SPECIAL, (unsigned)__builtin_ctzll(items), 0, 0));
}

/* ---- bonus cards and talons ---- */

bool hand_can_spare(const struct game *game, int kind)
{
	struct game after;
	struct seat *seat;

	if (laying_is_replaced(game) &&
	    (game->stock_size > 0 || game->rules->bonus.unreplaced == bonus_unreplaced_ends_the_deal))
		return true;
	if (game->phase == PHASE_DRAW)
		return game->seat[game->turn.seat].size >= 2;
	copy_turn(&after, game);
	seat = &after.seat[game->turn.seat];
	cards_remove(&seat->hand, kind);
	seat->size--;
	cards_add(&seat->laid, kind);
	after.turn.bans_yield = BANS_ALL; /* they will give way if nothing else is left */
	return turn_can_end(&after);
}

static void list_layings(const struct game *game, struct choices *choices)
{
	for (cardset kinds = bonus_to_lay(game); kinds != 0; kinds &= kinds - 1)
		if (hand_can_spare(game, __builtin_ctzll(kinds)))
			list(choices, act_of(ACT_LAY, 0, (unsigned)__builtin_ctzll(kinds), 0));
}

/* True at a glance if there may be a special hand: these kinds of card, and so many. */
static bool specials_fit(const struct game *game)
{
	const struct seat *seat = &game->seat[game->turn.seat];
	unsigned size = (unsigned)seat->size + (game->phase == PHASE_DRAW); /* with the top card of the pile */
	cardset misfits = cards_kinds(&seat->hand) & ~game->rules->special_kinds;

	misfits |= (game->rules->special_sizes >> (size & 63) & 1) - 1; /* all, if none has so many cards */
	return (misfits | size >> 6) == 0;
}

/* True if there may be any of the acts that most games do not have. */
static bool has_rare_acts(const struct game *game)
{
	const struct rules *rules = game->rules;

	return rules->rare_acts &&
	       (rules->bonus.laid == bonus_laid_by_choice || game->turn.stops || specials_fit(game));
}

APART static void list_rare_acts(const struct game *game, struct choices *choices)
{
	if (game->rules->bonus.laid == bonus_laid_by_choice)
		list_layings(game, choices);
	if (game->turn.stops && may_stop(game))
		list(choices, act_of(ACT_STOP, 0, 0, 0));
	if (specials_fit(game))
		list_specials(game, choices);
}

static void list_talon(const struct game *game, struct choices *choices)
{
	list(choices, act_of(ACT_TALON, 0, 0, 1));
	if (game->seat[game->turn.seat].size > 0)
		list(choices, act_of(ACT_TALON, 0, 0, 0));
}

/* ---- all ---- */

/* Drawing comes first, but not where a take is forced. */
static void list_beginnings(const struct game *game, struct choices *choices)
{
	list(choices, act_of(ACT_DRAW, 0, 0, 0));
	list_takes(game, choices);
	if (game->rules->takes_forced && forced_take(game, choices) >= 0)
		choices->act[0] = choices->act[--choices->listed];
	if (has_rare_acts(game))
		list_rare_acts(game, choices);
}

static void list_turn(const struct game *game, struct choices *choices)
{
	struct out_look look;

	look.taken = false;
	choices->first = choices->discard_count = 0;
	choices->additions = 0;
	choices->meld_of = own_side(game)->meld_of;
	list_melds(game, choices, &look);
	choices->addition_count = set_size(choices->additions);
	if (may_ask(game, &look))
		list(choices, act_of(ACT_ASK, 0, 0, 0));
	choices->early = choices->listed;
	find_discards(game, choices);
	if (has_rare_acts(game) || game->turn.stops)
		list_rare_acts(game, choices);
	choices->count = choices->listed + choices->addition_count + choices->discard_count;
}

APART static void list_answers(struct choices *choices)
{
	list(choices, act_of(ACT_ANSWER, 0, 0, 1));
	list(choices, act_of(ACT_ANSWER, 0, 0, 0));
}

void game_choices(const struct game *game, struct choices *choices)
{
	choices->listed = 0;
	if (game->phase == PHASE_MELD) {
		list_turn(game, choices);
		return;
	}
	choices->first = ACTS_MAX; /* all of them are listed */
	if (game->phase == PHASE_DRAW)
		list_beginnings(game, choices);
	else if (game->phase == PHASE_TALON)
		list_talon(game, choices);
	else if (game->phase == PHASE_ANSWER)
		list_answers(choices);
	choices->count = choices->listed;
}

void game_legal(const struct game *game, struct acts *acts)
{
	struct choices choices;

	game_choices(game, &choices);
	acts->count = choices.count;
	for (int i = 0; i < choices.count; i++)
		acts->act[i] = choice_at(&choices, i);
}

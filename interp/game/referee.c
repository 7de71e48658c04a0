/* referee.c -- whether an act is legal, and if not why: the checks in their order. Those that ask what the rest of the turn can come to
 * stand here, above the planner. */
#include "game/legality.h"

#include "game/plan.h"

static const struct reason LEGAL = { .refusal = REFUSAL_NONE, .row = -1, .kind = -1 };

/* ---- checks that ask about the rest of the turn ---- */

cardset check_take_is_forced(const struct attempt *at, struct reason *why)
{
	bool forced = take_is_forced(at->game, &why->item);

	if (forced)
		why->kind = pile_top(at->game);
	return all_if(at, forced);
}

/* Fails if a search for an end of the turn that began at [used_up] came to [nothing]. If it used up its steps, that is the reason. */
static cardset fails_if_none(const struct attempt *at, bool nothing, long used_up, struct reason *why)
{
	if (nothing && why != NULL && planning.used_up > used_up)
		why->refusal = REFUSAL_UNDECIDED;
	return all_if(at, nothing);
}

/* Fails if this way of taking the pile obliges the player to go out and no way of doing it was found. */
cardset check_take_owes_going_out(const struct attempt *at, struct reason *why)
{
	struct question about = question_of_take(at->game, at->act);
	long used_up = planning.used_up;
	bool owes_out;

	return fails_if_none(
		at, take_condition(&about, at->act.item, &owes_out) && owes_out && !act_leads_to_end(at->game, at->act),
		used_up, why);
}

/* Fails for the kinds of which no meld of the form may be begun now. */
cardset check_meld_is_not_begun_now(const struct attempt *at, UNUSED struct reason *why)
{
	cardset fail = 0;

	if (at->game->rules->tables->begun_always >> at->act.item & 1)
		return 0;
	for (cardset kinds = at->kinds; kinds != 0; kinds &= kinds - 1) {
		bool owes_out;
		if (!meld_may_begin(at->game, at->act.item, __builtin_ctzll(kinds), &owes_out))
			fail |= kinds & -kinds;
		else if (at->owes_out != NULL)
			*at->owes_out |= owes_out;
	}
	return fail;
}

/* True if the meld may not be begun only because the player may not go out in this turn. */
static bool only_staying_in_hinders(const struct attempt *at)
{
	int rank = __builtin_ctzll(at->kinds);
	struct game free;
	bool owes_out;

	if (!at->game->turn.stays_in || meld_may_begin(at->game, at->act.item, rank, &owes_out))
		return false;
	copy_turn(&free, at->game);
	free.turn.stays_in = false;
	return meld_may_begin(&free, at->act.item, rank, &owes_out);
}

cardset check_begun_only_by_who_asked(const struct attempt *at, struct reason *why)
{
	name_missing_question(at->game, why);
	return all_if(at, !at->game->turn.asked && only_staying_in_hinders(at));
}

cardset check_begun_only_after_a_yes(const struct attempt *at, UNUSED struct reason *why)
{
	return all_if(at, at->game->turn.asked && only_staying_in_hinders(at));
}

cardset check_turn_cannot_end(const struct attempt *at, struct reason *why)
{
	*why = obligation_left(at->game, at->act);
	return all_if(at, why->refusal != REFUSAL_NONE);
}

/* Fails if no way of going out was found for a player who may ask only if she has one. */
cardset check_asked_in_vain(const struct attempt *at, struct reason *why)
{
	const struct rules *rules = at->game->rules;
	long used_up;
	bool able = rules->going_out.who_asks == going_out_who_asks_able_to_go_out;

	if (why != NULL)
		name_asking(at->game, able ? ROW_going_out_who_asks : ROW_going_out_answer, why);
	used_up = planning.used_up;
	return fails_if_none(at,
	                     (rules->going_out.answer == going_out_answer_binding || able) &&
	                             !turn_can_go_out(at->game, at->memo),
	                     used_up, why);
}

/* Fails if no way of ending the turn after a binding no was found. */
cardset check_no_could_not_be_kept(const struct attempt *at, struct reason *why)
{
	long used_up = planning.used_up;

	return fails_if_none(
		at, at->game->rules->going_out.answer != going_out_answer_advice && !turn_can_stay_in(at->game),
		used_up, why);
}

cardset check_asking_spends_the_bonus(const struct attempt *at, struct reason *why)
{
	const struct game *game = at->game;
	cardset bonus = bonus_to_lay(game);
	long used_up = planning.used_up;

	if (why != NULL && bonus != 0)
		why->kind = __builtin_ctzll(bonus);
	return fails_if_none(
		at, game->rules->going_out.answer == going_out_answer_advice && bonus != 0 && !turn_can_end(game),
		used_up, why);
}

cardset check_bonus_cannot_be_spared(const struct attempt *at, struct reason *why)
{
	long used_up = planning.used_up;
	cardset fail = 0;

	for (cardset kinds = at->kinds; kinds != 0; kinds &= kinds - 1)
		if (!hand_can_spare(at->game, __builtin_ctzll(kinds)))
			fail |= kinds & -kinds;
	if (why != NULL)
		why->row = laying_is_replaced(at->game, __builtin_ctzll(at->kinds)) ? ROW_bonus_unreplaced : ROW_bonus_replaced;
	if (why != NULL && fail != 0 && planning.used_up > used_up)
		why->refusal = REFUSAL_UNDECIDED;
	return fail;
}

/* True if a card that is not replaced can be spared before the draw: enough are in the hand after it, or the draw ends the deal. */
static bool draw_makes_up(const struct game *game)
{
	int drawn = cards_of_draw(game), there = game->stock_size + cards_to_renew(game);

	return game->seat[game->turn.seat].size - 1 + drawn >= cards_to_stay(game) || drawn == 0 ||
	       (drawn == there && game->rules->stock_end.play == stock_end_play_ends_with_the_last_card);
}

bool hand_can_spare(const struct game *game, int kind)
{
	struct game after;
	struct seat *seat;

	if (laying_is_replaced(game, kind) && (game->stock_size + cards_to_renew(game) > 0 ||
	                                       game->rules->bonus.unreplaced == bonus_unreplaced_ends_the_deal))
		return true;
	if (game->phase == PHASE_DRAW)
		return draw_makes_up(game);
	copy_turn(&after, game);
	seat = &after.seat[game->turn.seat];
	cards_remove(&seat->hand, kind);
	seat->size--;
	if (seat->size == 0)
		return false; /* nobody goes out so */
	cards_add(&seat->laid, kind);
	after.turn.bans_given_way = BANS_ALL; /* bans give way if nothing else is left to discard */
	return turn_can_end(&after);
}

/* ---- the questions behind a reason ---- */

/* True if the setting at [row] is asked about the position after [act]: what has to hold when the turn ends. */
static bool is_asked_after(struct act act, int row)
{
	bool lays = act.verb == ACT_TAKE || act.verb == ACT_MELD || act.verb == ACT_ADD || act.verb == ACT_JOIN;

	return lays && (rows[row].in == GROUP_going_out || rows[row].in == GROUP_reserve || rows[row].in == GROUP_ban);
}

struct question question_of_reason(const struct game *game, struct act act, struct reason reason, struct game *after)
{
	const struct rules *rules = game->rules;
	int kind = reason.kind >= 0 ? reason.kind : known_kind(rules, act.kind);
	int group = reason.row >= 0 ? (int)rows[reason.row].in : -1;
	struct question about;

	if (group == GROUP_meld && kind >= 0)
		return question_of_meld(game, reason.kind < 0 && act.verb == ACT_ADD && act.item < own_side(game)->melds
		                                      ? own_side(game)->meld[act.item].cards.kind
		                                      : kind);
	if (reason.row >= 0 && is_asked_after(act, reason.row)) {
		*after = *game;
		after->turn.thought = true;
		apply_cards(after, act);
		if (group == GROUP_reserve && after->seat[after->turn.seat].size == 1) /* asked after the last discard */
			put_on_pile(after, __builtin_ctzll(cards_kinds(&after->seat[after->turn.seat].hand)));
		game = after;
	} else if (act.verb == ACT_TAKE && game->pile_size > 0)
		return question_of_take(game, act);
	about = kind >= 0 ? question_with(game, kind) : question_now(game);
	about.card = (uint8_t)(group == GROUP_ban ? 1 + kind : 0);
	about.taking = game->phase == PHASE_DRAW;
	about.going_out = group == GROUP_going_out || (group == GROUP_ban && discard_goes_out(game));
	return about;
}

/* ---- the referee ---- */

/* The kind of card in question as a set, or the way of taking the pile; for a number that no kind has, a kind outside the deck. */
static cardset kinds_of(const struct game *game, struct act act)
{
	const struct side *side = own_side(game);
	unsigned kind = act.kind;

	if (act.verb == ACT_TAKE)
		kind = act.item;
	else if (act.verb == ACT_ADD && act.item < side->melds)
		kind = side->meld[act.item].cards.kind;
	else if (act.verb == ACT_MELD && kind < (unsigned)game->rules->kinds && !begins_sequence(game->rules, act))
		kind = game->rules->cards.wild >> kind & 1 ? kind : game->rules->lead[kind];
	return UINT64_C(1) << (kind < KINDS_MAX ? kind : KINDS_MAX);
}

/* What the sentence of a reason names: the item of the act, its card, the top card of the pile. A check may set another
 * one. */
enum { NOTHING = 0, ITEM = 1, CARD = 2, TOP = 4, ITEM_AND_CARD = ITEM | CARD, ITEM_AND_TOP = ITEM | TOP };

static const struct check {
	uint32_t acts;
	cardset (*check)(const struct attempt *at, struct reason *why);
	int16_t refusal, row;
	uint8_t speaks_of;
} checks[] = {
#define ROW_none (-1)
#define MOMENT(acts, name, refusal, row, speaks_of) \
	{ acts, check_##name, REFUSAL_##refusal, (int16_t)ROW_##row, speaks_of },
#define FORM MOMENT
#define RULE MOMENT
#define REASON MOMENT
#define END MOMENT
#include "game/checks.def"
};

enum { CHECKS = sizeof checks / sizeof *checks };

/* The reason that [check] gives for the act unless it says more itself. */
static struct reason plain_reason(const struct check *check, const struct attempt *at)
{
	struct reason why = { .refusal = (enum refusal)check->refusal, .row = check->row, .kind = -1 };

	if (check->speaks_of & ITEM)
		why.item = at->act.item;
	if (check->speaks_of & CARD)
		why.kind = known_kind(at->game->rules, at->act.kind);
	if (check->speaks_of & TOP)
		why.kind = pile_top(at->game);
	return why;
}

struct reason game_refusal(const struct game *game, struct act act)
{
	struct memo memo;
	struct attempt at = { .game = game, .act = act, .kinds = kinds_of(game, act), .memo = &memo };
	uint32_t verb = UINT32_C(1) << (act.verb < VERBS ? act.verb : VERBS);

	memo_begin(&memo, game);
	if (act.verb == ACT_DISCARD && discard_goes_out(game))
		verb |= LAST_DISCARD;
	for (int i = 0; i < CHECKS; i++) {
		struct reason why;
		if ((checks[i].acts & verb) == 0)
			continue;
		why = plain_reason(&checks[i], &at);
		if (checks[i].check(&at, &why) != 0)
			return why;
	}
	return LEGAL;
}

bool refusal_is_decided_by(enum refusal refusal, int row)
{
	for (int i = 0; i < CHECKS; i++)
		if (checks[i].refusal == (int)refusal && checks[i].row == row)
			return true;
	return false;
}

/* True if the check says what is owed before the turn can end. */
static bool is_owed(const struct check *check)
{
	return (check->acts & ON(DISCARD)) != 0 &&
	       (check->refusal == REFUSAL_CONTAINS || check->refusal == REFUSAL_PILE_WAITS ||
	        check->refusal == REFUSAL_MINIMUM_OWED || check->refusal == REFUSAL_OUT_OWED);
}

struct reason game_owes(const struct game *game)
{
	const struct attempt at = { .game = game, .act = act_of(ACT_STOP, 0, 0, 0), .kinds = 1 };

	for (int i = 0; i < CHECKS && game->phase == PHASE_MELD; i++) {
		struct reason why;
		if (!is_owed(&checks[i]))
			continue;
		why = plain_reason(&checks[i], &at);
		if (checks[i].check(&at, &why) != 0)
			return why;
	}
	return LEGAL;
}

const char *refusal_sentence(enum refusal refusal)
{
	static const char *const sentences[REFUSAL_COUNT] = {
#define REFUSAL(id, sentence) [REFUSAL_##id] = sentence,
#include "game/refusals.def"
#undef REFUSAL
	};

	return sentences[refusal];
}

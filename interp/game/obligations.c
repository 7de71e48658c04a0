/* obligations.c -- why a turn could not end after an act, in one reason. Obligations are taken away one after the other: the one
 * without which the turn could end is the reason. The referee asks here, and who words its reasons; it takes its time. */
#include "game/legality.h"

#include "game/plan.h"

/* ---- after an act ---- */

static struct reason because(enum refusal refusal, int row, int item, int kind)
{
	return (struct reason){ .refusal = refusal, .row = row, .item = item, .kind = kind };
}

static struct reason because_of(enum refusal refusal, int kind)
{
	return because(refusal, -1, 0, kind);
}

static const struct reason LEGAL = { .refusal = REFUSAL_NONE, .row = -1, .kind = -1 };

/* The reason that going out is owed, with what obliges the player to it. */
static struct reason must_go_out(const struct game *game)
{
	struct reason reason = because(REFUSAL_MUST_GO_OUT, -1, 0, -1);

	name_obligation(game, &reason);
	return reason;
}

/* What a player is freed from, to see whether the turn could end without it. */
struct relief {
	int32_t minimum; /* the initial meld needs no more points than this */
	bool count;      /* the initial meld counts enough already */
	bool contents, staying_in, bans, canastas;
	bool cards;   /* the hand has a card to discard and one to keep, and nobody has to go out */
	bool useless; /* the hand has no cards that no meld takes */
};

static const int32_t AS_IT_IS = INT32_MAX;

/* Gives the player two cards that no meld takes; unknown ones if every card of the deck can be melded. */
static void give_cards_to_keep(struct game *game)
{
	const struct rules *rules = game->rules;
	int kind = 0;

	while (kind < rules->kinds && (rules->tables->form_of[kind] >= 0 || (rules->cards.wild >> kind & 1)))
		kind++;
	game->turn.owes_out = false;
	if (kind == rules->kinds)
		game->turn.unknown = (uint8_t)(game->turn.unknown + 2);
	for (int i = 0; i < 2 && kind < rules->kinds; i++)
		to_hand(game, game->turn.seat, kind);
}

static void take_useless_cards(struct game *game)
{
	const struct cards *hand = &game->seat[game->turn.seat].hand;

	for (cardset kinds = kinds_without_meld(game); kinds != 0; kinds &= kinds - 1)
		take_from_hand(game, __builtin_ctzll(kinds), cards_count(hand, __builtin_ctzll(kinds)));
}

/* In place of an act: nothing is laid, but the initial meld has to be made in this turn. */
static const struct act NO_ACT = { .verb = ACT_ASK };

/* True if the turn could end after [act] with [relief]. False: it could not, or no end was found. */
static bool could_end(const struct game *game, struct act act, struct relief relief)
{
	struct game after;
	struct side *side = &after.side[game->turn.side];

	copy_turn(&after, game);
	if (relief.minimum < after.turn.minimum)
		after.turn.minimum = relief.minimum;
	after.turn.ignores_contents |= relief.contents;
	if (act.verb == NO_ACT.verb)
		after.turn.melded = true;
	else
		apply_cards(&after, act);
	if (relief.count)
		after.turn.count += after.turn.minimum;
	if (relief.staying_in)
		after.turn.stays_in = false;
	if (relief.cards)
		give_cards_to_keep(&after);
	if (relief.useless)
		take_useless_cards(&after);
	if (relief.bans || relief.cards)
		after.turn.bans_given_way = BANS_LIFTED;
	if (relief.canastas && side->canastas < game->rules->going_out.canastas)
		side->canastas = (uint8_t)game->rules->going_out.canastas;
	return turn_can_end(&after);
}

/* The first ban on [kind], whether it holds now or not; -1 if there is none. */
static int ban_on(const struct rules *rules, int kind)
{
	for (int i = 0; i < rules->discard.ban_count; i++)
		if (rules->discard.ban[i].cards >> kind & 1)
			return i;
	return -1;
}

/* The reason that no card of the hand may be discarded after the act: the ban on one of them, preferably one that holds now. */
static struct reason nothing_to_discard(const struct game *game)
{
	const struct seat *seat = &game->seat[game->turn.seat];
	int kind = -1, item = 0;

	for (int holds = 1; holds >= 0 && kind < 0; holds--)
		for (cardset kinds = cards_kinds(&seat->hand); kinds != 0 && kind < 0; kinds &= kinds - 1) {
			int each = __builtin_ctzll(kinds);
			if (holds ? !discard_is_banned(game, each, seat->size == 1, &item)
			          : (item = ban_on(game->rules, each)) < 0)
				continue;
			kind = each;
		}
	return because(REFUSAL_NO_DISCARD_LEFT, (int)rules_ban_row(game->rules, kind >= 0 ? item : 0),
	               kind >= 0 ? item : 0, kind);
}

/* True if the turn could end with a discard that leaves a card, bans apart; false if it could not with the cards that are known. */
static bool only_bans_hinder(const struct game *game)
{
	return game->seat[game->turn.seat].size >= 2 && !game->turn.pending && !game->turn.owes_out &&
	       !owes_opening(game);
}

/* The reason that the player may not go out. [game] is the position before the act: there she might still have asked. */
static struct reason must_stay_in(const struct game *game)
{
	struct reason reason = because(REFUSAL_SAID_NO, ROW_going_out_answer, 0, -1);

	if (!game->turn.asked)
		name_missing_question(game, &reason);
	return reason;
}

/* The reason that the initial meld, though it can be made, leaves too few cards to discard one and keep one. */
static struct reason minimum_takes_all(const struct game *game)
{
	struct reason reason = because(REFUSAL_MINIMUM_TAKES_ALL, ROW_initial_meld_minimum, 0, -1);

	reason.have = game->turn.count;
	reason.need = game->turn.minimum;
	reason.row = row_of_minimum(game, reason.have);
	return reason;
}

/* True if an initial meld of [count] points could be made after [act], whatever it contains and however few cards stay; or in going
 * out, which some melds are kept for. Of a player who asks whether to go out, only what the cards count is looked at. False: none could,
 * or none was found. */
static bool could_count(const struct game *game, struct act act, int32_t count)
{
	bool asks = act.verb == NO_ACT.verb;
	struct relief stays = { .minimum = count, .contents = true, .cards = true };
	struct relief goes = {
		.minimum = count, .contents = true, .staying_in = true, .bans = true, .canastas = asks, .useless = asks
	};

	return could_end(game, act, stays) || (may_owe(game) && could_end(game, act, goes));
}

/* The greatest common divisor of the points of all cards; 1 if none counts. */
static int32_t step_of_points(const struct rules *rules)
{
	int64_t step = 0;

	for (int kind = 0; kind < rules->kinds; kind++)
		step = common_divisor(step, rules->kind[kind].points);
	return step > 0 ? (int32_t)step : 1;
}

/* The most that the initial meld could count after [act] if that is less than [minimum]; otherwise [minimum]. */
static int32_t most_count(const struct game *game, struct act act, int32_t minimum)
{
	int32_t step = step_of_points(game->rules), middle;
	int32_t least = could_count(game, act, 0) ? 0 : INT16_MIN / step * step;

	if (least < 0 && !could_count(game, act, least))
		return minimum;
	while (minimum - least > step) {
		middle = least + (minimum - least) / 2 / step * step;
		middle = middle > least ? middle : least + step;
		if (could_count(game, act, middle))
			least = middle;
		else
			minimum = middle;
	}
	return least;
}

/* True if an initial meld was found that counts enough after [act], and none that also contains what it must. False proves nothing. */
static bool lacks_contents(const struct game *game, struct act act)
{
	struct relief relief = { .minimum = AS_IT_IS, .count = true, .cards = true };

	if (game->rules->tables->plain_opening || could_end(game, act, relief))
		return false;
	relief.contents = true;
	return could_end(game, act, relief);
}

/* The reason that the initial meld could not be made after [act], if it could not. */
static struct reason opening_left(const struct game *game, struct act act, const struct game *after)
{
	int32_t minimum = after->turn.minimum;
	struct reason reason = because(REFUSAL_BELOW_MINIMUM, ROW_initial_meld_minimum, 0, -1);

	if (!game->rules->tables->plain_opening &&
	    could_end(game, act, (struct relief){ .minimum = AS_IT_IS, .contents = true })) {
		bool either = could_end(game, act, (struct relief){ .minimum = AS_IT_IS, .count = true });
		reason = because(either ? REFUSAL_NOT_BOTH : REFUSAL_CONTAINS, ROW_initial_meld_contains, 0, -1);
		reason.need = minimum;
		return reason;
	}
	if (could_count(game, act, minimum))
		return LEGAL;
	reason.need = minimum;
	reason.have = most_count(game, act, minimum);
	if (reason.have >= minimum)
		return LEGAL;
	reason.row = row_of_minimum(after, reason.have);
	if (lacks_contents(game, act))
		reason.refusal = REFUSAL_MINIMUM_AND_CONTENTS;
	return reason;
}

/* The reason that a player who has to go out could not do so after the act. */
static struct reason out_is_owed(const struct game *game, struct act act, const struct game *after)
{
	struct question about = question_now(after);
	struct reason reason = LEGAL;

	about.going_out = true;
	if (after->seat[after->turn.seat].size == 0 && may_go_out(after))
		return because(REFUSAL_DISCARD_NEEDED, ROW_going_out_discard, 0, -1);
	if (could_end(game, act, (struct relief){ .minimum = AS_IT_IS, .bans = true }))
		return nothing_to_discard(after);
	if (game->turn.owes_out)
		return must_go_out(game);
	/* beginning this meld is what obliges the player to go out */
	return contract_is_met(&about, &reason)
	               ? because(REFUSAL_MELD_NOT_NOW, ROW_meld_begun, after->turn.obliged_by - 1, -1)
	               : reason;
}

/* The reason that a player could neither discard nor go out after the act: the only obstacle or, if there are several,
 * the one that a referee would name first. */
static struct reason card_is_needed(const struct game *game, struct act act, const struct game *after)
{
	struct question about = question_now(after);
	bool opened = own_side(after)->opened;
	int left = after->seat[after->turn.seat].size;
	struct reason reason = LEGAL;
	bool met;

	about.going_out = true;
	met = contract_is_met(&about, &reason);
	if (!met && opened && left < 2 && reserve_waits(after) && !reserve_is_due(after) &&
	    (left == 0 || discardable(after, false) != 0))
		return because(REFUSAL_RESERVE_NOT_YET, ROW_reserve_when, 0, -1);
	if (could_end(game, act, (struct relief){ .minimum = AS_IT_IS, .staying_in = true }))
		return must_stay_in(game);
	if (could_end(game, act, (struct relief){ .minimum = AS_IT_IS, .bans = true }))
		return nothing_to_discard(after);
	if (!met && could_end(game, act, (struct relief){ .minimum = AS_IT_IS, .canastas = true }))
		return reason;
	if (!opened && could_end(game, act, (struct relief){ .minimum = 0 }))
		return minimum_takes_all(after);
	if (after->turn.stays_in && after->turn.asked)
		return must_stay_in(game);
	if (!met)
		return reason;
	if (after->turn.stays_in && left < 2 &&
	    (left > 0 || game->rules->going_out.discard != going_out_discard_required))
		return must_stay_in(game);
	if (left == 0)
		return because(REFUSAL_DISCARD_NEEDED, ROW_going_out_discard, 0, -1);
	return opened ? nothing_to_discard(after) : minimum_takes_all(after);
}

struct reason obligation_left(const struct game *game, struct act act)
{
	struct reason reason = LEGAL;
	long used_up = planning.used_up;
	struct game after;

	copy_turn(&after, game);
	apply_cards(&after, act);
	if (turn_can_end(&after))
		return LEGAL;
	if (planning.used_up > used_up)
		return because_of(REFUSAL_UNDECIDED, -1);
	if (only_bans_hinder(&after))
		return nothing_to_discard(&after);
	if (!own_side(&after)->opened)
		reason = opening_left(game, act, &after);
	if (reason.refusal != REFUSAL_NONE)
		return reason;
	return after.turn.owes_out ? out_is_owed(game, act, &after) : card_is_needed(game, act, &after);
}

/* ---- going out in this turn ---- */

/* What a player is freed from, to see whether she could go out without it. */
struct release {
	bool contents, canastas, contract, bans;
};

static const struct formula ALWAYS = { .number = 1, .is_constant = true };

/* True if the player could go out in this turn with [release]. False: she could not, or no way was found. */
static bool could_go_out(const struct game *game, struct release release)
{
	struct tables tables = *game->rules->tables;
	struct rules rules = *game->rules;
	struct game eased;
	struct side *side = &eased.side[game->turn.side];
	struct memo memo;

	copy_turn(&eased, game);
	if (release.contract) {
		tables.plain_contract = true;
		tables.contract_facts.count = 0;
		rules.tables = &tables;
		rules.going_out.contract = &ALWAYS;
		eased.rules = &rules;
	}
	if (release.canastas && side->canastas < rules.going_out.canastas)
		side->canastas = (uint8_t)rules.going_out.canastas;
	eased.turn.ignores_contents |= release.contents;
	if (release.bans)
		eased.turn.bans_given_way = BANS_LIFTED;
	memo_begin(&memo, &eased);
	return turn_can_go_out(&eased, &memo);
}

/* Obstacles are put back one after the other: the first with which no way of going out is found is the reason. Where none is found even with
 * all of them away, her hand is. Whether she can go out at all the referee has asked before. */
struct reason why_not_out(const struct game *game)
{
	const struct cards *hand = &game->seat[game->turn.seat].hand;
	struct release release = { .contents = true, .canastas = true, .contract = true, .bans = true };
	struct reason reason = because(REFUSAL_BELOW_MINIMUM, ROW_initial_meld_minimum, 0, -1);
	cardset specials = specials_now(game);

	if (specials != 0)
		return because(REFUSAL_OUT_SPECIAL, ROW_special_pattern, __builtin_ctzll(specials), -1);
	reason.need = game->turn.minimum;
	if (!own_side(game)->opened && !could_count(game, NO_ACT, reason.need) &&
	    (reason.have = most_count(game, NO_ACT, reason.need)) < reason.need) {
		reason.row = row_of_minimum(game, reason.have);
		return reason;
	}
	if (cards_count_in(hand, kinds_without_meld(game)) > 1)
		return because_of(REFUSAL_OUT_CARDS, -1);
	reason = because(REFUSAL_OUT_HAND, ROW_going_out_canastas, 0, -1);
	reason.have = own_side(game)->canastas;
	reason.need = game->rules->going_out.canastas;
	if (!could_go_out(game, release)) {
		if (reason.have >= reason.need)
			return because_of(REFUSAL_OUT_HAND, -1);
		return reason.refusal = REFUSAL_OUT_HAND_AND_CANASTAS, reason;
	}
	release.contents = false;
	if (!own_side(game)->opened && !game->rules->tables->plain_opening && !could_go_out(game, release))
		return because(REFUSAL_CONTAINS, ROW_initial_meld_contains, 0, -1);
	release.canastas = false;
	if (reason.have < reason.need && !could_go_out(game, release))
		return reason.refusal = REFUSAL_OUT_CANASTAS, reason;
	release.contract = false;
	if (!game->rules->tables->plain_contract && !could_go_out(game, release))
		return because(REFUSAL_CONTRACT, ROW_going_out_contract, 0, -1);
	if (game->rules->discard.ban_count == 0)
		return because_of(REFUSAL_OUT_HAND, -1);
	reason = nothing_to_discard(game);
	reason.refusal = REFUSAL_OUT_BANNED;
	return reason;
}

/* warnings.c -- offers that may be a mistake: a discard with which the next side takes the pile, a discard of a wild card, a question to a
 * partner. Whether the pile is taken is asked of a copy in which the next player holds nothing, or only cards that everybody has seen: the
 * answer gives no hand away. */
#include "tools/offers.h"

#include "game/question.h"
#include "grammar/text.h"
#include "notation/act_text.h"
#include "reports/wording.h"

/* A smaller pile is no gift, with the discard. */
enum { GIFT_LEAST = 3 };

/* How the next player takes the pile. */
enum gift { GIFT_NONE, GIFT_MELD /* onto a meld */, GIFT_KNOWN /* with cards that she is known to hold */ };

/* True if the player to act takes the pile, with no other cards than [known] ones. */
static bool takes_pile(const struct game *game, const uint8_t *known)
{
	struct game shown = *game;
	struct seat *seat = &shown.seat[game->turn.seat];
	struct acts acts;

	seat->hand = (struct cards){ 0 };
	seat->size = 0;
	seat->stays = 0;
	for (int kind = 0; known != NULL && kind < game->rules->kinds; kind++)
		for (int i = 0; i < known[kind]; i++, seat->size++)
			cards_add(&seat->hand, kind);
	game_legal(&shown, &acts);
	for (int i = 0; i < acts.count; i++)
		if (acts.act[i].verb == ACT_TAKE)
			return true;
	return false;
}

/* What [discard] gives to the next player; [after] is set to the game after it. */
static enum gift gift_of(const struct game *game, struct act discard, struct game *after)
{
	*after = *game;
	game_apply(after, discard);
	if (after->phase != PHASE_DRAW || after->turn.side == game->turn.side || after->pile_size < GIFT_LEAST)
		return GIFT_NONE;
	if (takes_pile(after, NULL))
		return GIFT_MELD;
	return takes_pile(after, after->known[after->turn.seat]) ? GIFT_KNOWN : GIFT_NONE;
}

/* True if another card can be discarded that gives nothing. */
static bool has_better(const struct game *game)
{
	struct acts acts;
	struct game after;

	game_legal(game, &acts);
	for (int i = 0; i < acts.count; i++)
		if (acts.act[i].verb == ACT_DISCARD && gift_of(game, acts.act[i], &after) == GIFT_NONE)
			return true;
	return false;
}

/* Says of a wild card that it is one, where the player can discard another card; false, and nothing is written, of other discards. */
static bool warn_of_wild(const struct game *game, struct act discard, struct text *out)
{
	const struct rules *rules = game->rules;
	bool others = false;
	struct acts acts;

	if (!(rules->cards.wild >> discard.kind & 1))
		return false;
	game_legal(game, &acts);
	for (int i = 0; i < acts.count; i++)
		others = others || (acts.act[i].verb == ACT_DISCARD && !(rules->cards.wild >> acts.act[i].kind & 1));
	if (others)
		text_format(out, "%c%s is a wild card.", capital_letter(rules->kind[discard.kind].name[0]),
		            rules->kind[discard.kind].name + 1);
	return others;
}

/* Writes what comes of asking whether to go out; false if nothing does but an answer. */
static bool warn_of_question(const struct rules *rules, struct text *out)
{
	bool once = rules->going_out.ask_again == going_out_ask_again_not_in_this_deal;

	if (once)
		text_add(out, "You can ask only once in a deal.");
	if (rules->going_out.answer != going_out_answer_advice) {
		text_format(out, "%sAfter a yes you %s go out in this turn, after a no you may not.", once ? " " : "",
		            rules->going_out.answer == going_out_answer_binding ? "have to" : "may");
		return true;
	}
	return once;
}

bool offer_warn(const struct game *game, const struct offer *offer, struct text *out)
{
	struct game before = *game, after;
	struct act discard = offer->act[offer->count - 1];
	const char *next;
	enum gift gift;

	if (discard.verb == ACT_ASK)
		return warn_of_question(game->rules, out);
	if (discard.verb != ACT_DISCARD)
		return false;
	for (int i = 0; i + 1 < offer->count; i++) {
		if (act_brings_cards(&before, offer->act[i]))
			return false;
		game_apply(&before, offer->act[i]);
	}
	gift = gift_of(&before, discard, &after);
	if (gift == GIFT_NONE || !has_better(&before))
		return warn_of_wild(&before, discard, out);
	next = seat_name(game->rules, game->player[after.turn.seat]);
	text_format(out, "With this %s %s can take the pile, %d cards: ", game->rules->kind[discard.kind].name, next,
	            after.pile_size);
	if (gift == GIFT_MELD)
		text_add(out, "it fits a meld on the table.");
	else
		text_format(out, "%s is known to hold cards for it.", next);
	return true;
}

/* hint.c -- what speaks for the act of a bot: a sentence about what comes of it, and the numbers behind the choice. */
#include "tools/offers.h"
#include "tools/playing.h"

#include <stdlib.h>
#include <string.h>
#include "game/question.h"
#include "game/view.h"
#include "grammar/text.h"
#include "notation/act_text.h"
#include "players/act_value.h"
#include "players/estimate.h"
#include "reports/wording.h"
#include "rules/analysis.h"

/* ---- the numbers behind a choice ---- */

/* Numbers of the expert: how far the act is ahead in the deals that were played out. */
static void write_lead(const struct game *game, struct act act, const struct expert_search *search, struct text *out)
{
	int chosen = -1, next = -1, lead;

	for (int i = 0; i < search->tried; i++)
		if (act_equal(search->candidate[i].act, act))
			chosen = i;
		else if (search->candidate[i].samples > 0 &&
		         (next < 0 || expert_lead(search, i) > expert_lead(search, next)))
			next = i;
	if (chosen < 0 || next < 0)
		return;
	lead = expert_lead(search, chosen) - expert_lead(search, next);
	if (lead > 0) {
		text_format(out, " Played out in %d deals like this one, it brings about %d point%s more than ",
		            search->candidate[chosen].samples, lead, plural(lead));
		act_write(game, search->candidate[next].act, out);
	} else {
		text_format(out, " In %d deals like this one that were played out, ",
		            search->candidate[chosen].samples);
		act_write(game, search->candidate[next].act, out);
		text_add(out, " was not clearly better");
	}
	text_add(out, ".");
}

/* Numbers of the careful player: what a discard costs and gives away, or the value of laying, drawing and taking. */
static void write_worth(const struct game *game, const struct acts *acts, struct act act, struct text *out)
{
	struct act_value value[ACTS_MAX];
	int chosen = 0, next = -1;
	struct view view;

	view_of(game, game_to_act(game), &view);
	careful_values(&view, acts, value);
	for (int i = 0; i < acts->count; i++)
		chosen = act_equal(acts->act[i], act) ? i : chosen;
	for (int i = 0; i < acts->count; i++)
		if (i != chosen && value[i].due == value[chosen].due &&
		    (next < 0 || act_value_is_more(value[i], value[next])))
			next = i;
	if (next < 0)
		return;
	if (act.verb == ACT_DISCARD && acts->act[next].verb == ACT_DISCARD) {
		struct discard_price price = careful_discard_price(&view, act.kind),
				     other = careful_discard_price(&view, acts->act[next].kind);
		text_format(
			out,
			" It changes what your hand is worth by about %+d point%s and gives the next player about %d; ",
			-price.lost, plural(abs(price.lost)), price.given);
		act_write(game, acts->act[next], out);
		text_format(out, " would change it by %+d and give %d.", -other.lost, other.given);
	} else if (act.verb == ACT_DRAW || act.verb == ACT_TAKE || own_side(game)->opened) {
		text_format(out, " It seems worth about %d point%s, ", value[chosen].worth,
		            plural(abs(value[chosen].worth)));
		act_write(game, acts->act[next], out);
		text_format(out, " %d.", value[next].worth);
	}
}

void hint_numbers(const struct game *game, const struct acts *acts, struct act act, const struct player *bot,
                  const struct expert_search *search, struct text *out)
{
	if (acts->count > 1 && bot == &player_expert && search != NULL)
		write_lead(game, act, search, out);
	else if (acts->count > 1 && bot == &player_careful && game->phase != PHASE_ANSWER)
		write_worth(game, acts, act, out);
}

/* ---- hints ---- */

/* An act, and what comes of it. */
struct hint {
	const struct game *before;
	const struct acts *acts;
	struct act act;
	struct game after;
	struct view view; /* before it */
	struct text *out;
};

static bool ends_deal(const struct hint *at)
{
	return at->after.phase == PHASE_OVER;
}

/* "It makes a mixed canasta", if it makes one; false if not. */
static bool write_canasta(const struct hint *at)
{
	const struct side *was = own_side(at->before), *is = &at->after.side[at->before->turn.side];

	for (int i = 0; i < is->melds; i++) {
		int old = i < was->melds ? was->meld[i].canasta : -1;
		if (is->meld[i].canasta < 0 || is->meld[i].canasta == old)
			continue;
		text_add(at->out, "It makes ");
		kind_of_canasta_in_words(at->before->rules, is->meld[i].canasta, true, at->out);
		text_add(at->out, ".");
		return true;
	}
	return false;
}

/* Goes on after the act as a careful player does, and writes with which melds the side opens then, if it does. Where cards come that the
 * player has not seen, nothing is written. */
static void write_rest_of_opening(const struct hint *at)
{
	int side = at->before->turn.side;
	struct game game = at->after;
	struct offer rest = { .count = 0 };
	struct text words = { 0 };
	struct act act;

	if (act_brings_cards(at->before, at->act))
		return;
	while (!game.side[side].opened && game.phase == PHASE_MELD && rest.count < OFFER_ACTS_MAX &&
	       player_chooses(&player_careful, &game, NULL, NULL, &act) &&
	       (act.verb == ACT_MELD || act.verb == ACT_ADD) && !act_brings_cards(&game, act)) {
		rest.act[rest.count++] = act;
		game_apply(&game, act);
	}
	if (!game.side[side].opened || rest.count == 0)
		return;
	offer_write(&at->after, &rest, &words);
	text_format(at->out, " Then %c%s, and your side opens.", small_letter(text_read(&words)[0]),
	            text_read(&words) + 1);
	text_end(&words, at->out);
}

/* What it does for the initial meld; false if the side has opened already, or nothing need be opened. */
static bool write_opening(const struct hint *at)
{
	const struct turn *turn = &at->after.turn;

	if (own_side(at->before)->opened || !rules_have_opening(at->before->rules))
		return false;
	if (at->after.side[at->before->turn.side].opened)
		text_format(at->out, "It opens your side, with %d.", (int)turn->count);
	else {
		text_format(at->out, "It counts for the initial meld: %d of %d so far.", (int)turn->count,
		            (int)turn->minimum);
		write_rest_of_opening(at);
	}
	return true;
}

/* True if a side that comes next lays natural cards of this kind on a meld. */
static bool fits_opponents(const struct hint *at, int kind)
{
	const struct side *next = &at->view.side[at->view.side_of[at->view.next]];

	return at->view.side_of[at->view.next] != at->view.side_of_seat && (next->takes_natural >> kind & 1) != 0;
}

static void write_discard(const struct hint *at)
{
	const struct rules *rules = at->before->rules;
	int kind = at->act.kind, held = cards_count(&at->view.hand, kind);
	const char *name = rules->kind[kind].name;

	if (ends_deal(at))
		text_add(at->out, "You go out with it.");
	else if (at->view.blocking >> kind & 1)
		text_format(at->out, "With %s on top the next player cannot take the pile.", name);
	else if (own_side(at->before)->takes_natural >> kind & 1)
		text_format(at->out,
		            "Your side could use %s, but the others have less use for it than for what you keep.",
		            name);
	else if (held > 1)
		text_format(at->out, "You hold %d of it, and what you keep seems worth more.", held);
	else if (fits_opponents(at, kind))
		text_format(at->out,
		            "It is a single card; the next side has a meld for %s, but what you keep seems worth more.",
		            name);
	else
		text_format(at->out,
		            "It is a single card, and neither your side nor the next player's has a meld for it.");
}

static void write_others(const struct hint *at)
{
	switch ((enum verb)at->act.verb) {
	case ACT_ASK: text_add(at->out, "You want to go out in this turn, and your partner has a say in it."); break;
	case ACT_ANSWER:
		text_add(at->out, at->act.yes ? "Ending the deal now seems to pay for your side."
		                                    : "Ending the deal now does not seem to pay for your side.");
		break;
	case ACT_SPECIAL: text_add(at->out, "A special hand ends the deal, and counts more than most deals."); break;
	case ACT_LAY:
		text_add(at->out, "A card of this kind counts on the table, and is of no use in the hand.");
		break;
	case ACT_TALON:
		text_add(at->out, at->act.yes ? "More cards make more melds."
		                                    : "More cards would only count against you.");
		break;
	case ACT_STOP:
		text_add(at->out, at->before->turn.stops
		                          ? "Nothing more is worth laying, and the deal is at its end."
		                          : "Nothing more is worth laying, and the turn need not end with a discard.");
		break;
	default: break;
	}
}

void hint_sentence(const struct game *game, const struct acts *acts, struct act act, struct text *out)
{
	struct hint at = { .before = game, .acts = acts, .act = act, .after = *game, .out = out };

	view_of(game, game_to_act(game), &at.view);
	game_apply(&at.after, act); /* only results that the player can foresee are used */
	if (acts->count == 1 && act.verb != ACT_DRAW)
		text_add(out, "Nothing else is legal.");
	else if (act.verb == ACT_MELD || act.verb == ACT_ADD) {
		const struct turn *turn = &at.before->turn;
		if (ends_deal(&at))
			text_add(at.out, "You go out with it.");
		else if (turn->owes_out)
			text_add(at.out, "You have to go out in this turn, and this leads there.");
		else if (!write_canasta(&at) && !write_opening(&at))
			club_say(game->rules,
			         estimate_of(&at.view).danger
			                 ? "The deal may end soon, and cards count on the table, not in the hand."
			         : at.act.verb == ACT_ADD && own_side(at.before)->meld[at.act.item].canasta >= 0
			                 ? "It counts on the table."
			                 : "It counts on the table, and brings the meld nearer to a canasta.",
			         at.out);
	} else if (act.verb == ACT_TAKE) {
		text_add(at.out, "The others do not get the pile, which has ");
		text_format(at.out, "%d card%s", at.view.pile_size, plural(at.view.pile_size));
		if (!own_side(at.before)->opened && at.after.side[at.before->turn.side].opened &&
		    rules_have_opening(game->rules))
			text_add(at.out, "; it opens your side");
		text_add(at.out, ".");
	} else if (act.verb == ACT_DRAW) {
		int count = 0;
		for (int i = 0; i < at.acts->count; i++)
			count += at.acts->act[i].verb == ACT_TAKE;
		if (count == 0)
			text_add(at.out, "There is no legal way to take the pile now.");
		else {
			text_add(at.out, "A card from the stock seems worth more than ");
			text_format(at.out, "%d card%s", at.view.pile_size, plural(at.view.pile_size));
			text_add(at.out, " of the pile and what has to be laid for it.");
		}
	} else if (act.verb == ACT_DISCARD)
		write_discard(&at);
	else
		write_others(&at);
}

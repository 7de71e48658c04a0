/* narration.c -- describes the acts of a turn in a line, act by act. Cards that go to one meld are held back first, so that a meld which
 * grew card by card is described as one. It contains only what everybody at the table can see. */
#include "tools/playing.h"

#include <string.h>
#include "game/question.h"
#include "grammar/text.h"
#include "notation/act_text.h"
#include "reports/wording.h"
#include "reports/reports.h"
#include "rules/analysis.h"
#include "text/document.h"

enum { INDENT = 4 };

/* ---- lines ---- */

static void write_line(const struct narration *narration, const char *words, struct text *out)
{
	paragraph_write(words, INDENT, (narration->width > 0 ? narration->width : TABLE_WIDTH) - INDENT, out);
}

static void say(struct narration *narration, const char *words)
{
	text_add(&narration->line, narration->line.length == 0 ? "" : ", ");
	text_add(&narration->line, words);
	narration->verb = NULL;
}

/* Says which canasta the meld has become. */
static void say_canasta(struct narration *narration, const struct rules *rules)
{
	if (narration->canasta < 0)
		return;
	text_add(&narration->line, " (");
	kind_of_canasta_in_words(rules, narration->canasta, false, &narration->line);
	text_add(&narration->line, ")");
	narration->canasta = -1;
}

/* Writes the cards held back for a meld. */
static void settle_cards(struct narration *narration, const struct game *game)
{
	const struct side *side = &game->side[game->seat[narration->seat].side];
	const struct rules *rules = game->rules;

	if (narration->cards.length > 0) {
		/* "melds K K K" or "adds K", and right behind another one only the cards */
		const char *verb = narration->begun ? "melds" : "adds";
		if (narration->verb != NULL && strcmp(narration->verb, verb) == 0)
			text_add(&narration->line, ",");
		else
			say(narration, verb);
		text_add(&narration->line, text_read(&narration->cards));
		narration->verb = verb;
		if (!narration->begun && narration->others) {
			const struct meld_cards *cards = &side->meld[narration->meld].cards;
			if (cards->sequence > 0) {
				text_add(&narration->line, " to the sequence ");
				meld_write(rules, cards, &narration->line);
			} else
				text_format(&narration->line, " to %s", meld_name(rules, cards->kind));
			narration->verb = NULL;
		}
		say_canasta(narration, rules);
	}
	text_end(&narration->cards, &narration->line);
	narration->begun = narration->others = false;
	narration->meld = narration->canasta = -1;
}

static void settle_opening(struct narration *narration, const struct game *game)
{
	settle_cards(narration, game);
	if (narration->opening)
		text_format(&narration->line, " (opening with %d)", (int)game->turn.count);
	narration->opening = false;
}

static void end_line(struct narration *narration, const struct game *game)
{
	struct text line = { 0 };

	settle_opening(narration, game);
	if (narration->line.length > 0) {
		bool stopped = narration->line.bytes[narration->line.length - 1] == '"';
		text_format(&line, "%s %s%s", seat_name(game->rules, game->player[narration->seat]),
		            narration->line.bytes, stopped ? "" : ".");
		write_line(narration, text_read(&line), &narration->lines);
	}
	text_end(&line, &narration->lines);
	text_end(&narration->line, &narration->lines);
}

/* ---- bonus cards ---- */

/* The cards of [after] that are not in [before]. */
static struct cards cards_more(const struct cards *before, const struct cards *after)
{
	struct cards more = { 0 };

	for (cardset kinds = cards_kinds(after); kinds != 0; kinds &= kinds - 1) {
		int kind = __builtin_ctzll(kinds);
		for (int i = cards_count(before, kind); i < cards_count(after, kind); i++)
			cards_add(&more, kind);
	}
	return more;
}

static void say_laid(struct narration *narration, const struct game *before, const struct game *after)
{
	struct cards laid = cards_more(&before->seat[narration->seat].laid, &after->seat[narration->seat].laid);

	if (cards_kinds(&laid) == 0)
		return;
	settle_cards(narration, after);
	say(narration, "lays out ");
	cards_write(after->rules, &laid, &narration->line);
}

/* ---- acts ---- */

static void say_take(struct narration *narration, const struct game *before, struct act act, const struct game *after)
{
	const char *top = before->rules->kind[act.kind].name;
	const char *what = after->turn.taken_size < before->pile_size ? "a part of the pile" : "the pile";
	int under = after->turn.taken_size - 1;

	say(narration, "");
	if (under == 0)
		text_format(&narration->line, "takes %s (only the %s)", what, top);
	else
		text_format(&narration->line, "takes %s (%s on %d card%s)", what, top, under, under == 1 ? "" : "s");
	if (act_naturals(before->rules, act) + act_wilds(act) > 0) {
		text_add(&narration->line, " with");
		act_write_cards(before->rules, act, &narration->line);
	} else if (after->turn.top_meld > 0)
		text_format(&narration->line, " onto the %s of %s",
		            own_side(after)->meld[after->turn.top_meld - 1].cards.sequence > 0 ? "sequence" : "meld",
		            top);
}

/* Notices what a card laid has made of a meld and of the side. */
static void notice(struct narration *narration, const struct game *before, const struct game *after, int meld)
{
	int at = before->seat[narration->seat].side;
	const struct side *was = &before->side[at], *is = &after->side[at];
	int old = meld < was->melds ? was->meld[meld].canasta : -1;

	if (is->meld[meld].canasta != old)
		narration->canasta = is->meld[meld].canasta;
	narration->opening = narration->opening || (is->opened && !was->opened && rules_have_opening(after->rules));
}

/* " for the joker": the wild card that returns to the hand. */
static void say_returning(const struct game *before, struct act act, const struct game *after, struct text *out)
{
	const struct rules *rules = before->rules;
	const struct meld *was = &own_side(before)->meld[act.item],
			  *is = &after->side[before->turn.side].meld[act.item];

	for (int i = 0; i < rules->wild_kinds && rules->form[was->form].returns; i++)
		if (was->cards.wild[i] > is->cards.wild[i])
			text_format(out, " for the %s", rules->kind[rules->wild_kind[i]].name);
}

static void hold_cards(struct narration *narration, const struct game *before, struct act act, const struct game *after)
{
	const struct rules *rules = before->rules;
	int meld = act.verb == ACT_MELD ? own_side(before)->melds : act.item;

	if (narration->cards.length > 0 && narration->meld != meld)
		settle_cards(narration, before);
	narration->meld = meld;
	narration->begun = narration->begun || act.verb == ACT_MELD;
	if (act.verb == ACT_ADD) {
		text_format(&narration->cards, " %s", rules->kind[act.kind].name);
		say_returning(before, act, after, &narration->cards);
		narration->others = narration->others || (rules->cards.wild >> act.kind & 1) ||
		                    own_side(before)->meld[meld].cards.sequence > 0;
	} else
		act_write_cards(rules, act, &narration->cards);
	notice(narration, before, after, meld);
}

static void say_discard(struct narration *narration, const struct game *before, struct act act,
                        const struct game *after)
{
	settle_opening(narration, before);
	say(narration, "discards ");
	text_add(&narration->line, after->top_hidden ? "a card face down" : before->rules->kind[act.kind].name);
	if (!after->seat[narration->seat].shown)
		return;
	say(narration, "shows ");
	cards_write(after->rules, &after->seat[narration->seat].hand, &narration->line);
}

static void say_special(struct narration *narration, const struct game *after, struct act act)
{
	const struct in_special *special = &after->rules->special[act.item];

	settle_opening(narration, after);
	say(narration, "lays a special hand: ");
	if (special->title != NULL)
		text_add(&narration->line, special->title);
	else
		name_in_words(special->name, &narration->line);
	text_add(&narration->line, " (");
	cards_write(after->rules, &after->special_cards, &narration->line);
	text_add(&narration->line, ")");
}

/* A talon that the player takes, or gets with her discard. */
static void say_talon(struct narration *narration, const struct game *before, struct act act, const struct game *after)
{
	const struct seat *was = &before->seat[narration->seat], *is = &after->seat[narration->seat];
	int place = reserve_of(before, narration->seat);
	int more = is->size + is->talon - was->size - was->talon + (act.verb == ACT_DISCARD);

	if (before->reserve_size[place] > after->reserve_size[place] && after->turn.seat == narration->seat) {
		settle_cards(narration, after);
		say(narration, "takes up the reserve");
	}
	if ((act.verb != ACT_DISCARD && act.verb != ACT_TALON) || more <= 0 || before->rules->reserve.cards > 0)
		return;
	say(narration, "takes a talon of ");
	text_add_number(&narration->line, more);
}

/* What the act itself is called. */
static void say_act(struct narration *narration, const struct game *before, struct act act, const struct game *after)
{
	switch ((enum verb)act.verb) {
	case ACT_DRAW: say(narration, before->stock_size > 0 ? "draws" : "finds no stock to draw from"); break;
	case ACT_TAKE: say_take(narration, before, act, after); break;
	case ACT_MELD:
	case ACT_ADD: hold_cards(narration, before, act, after); break;
	case ACT_ASK:
		settle_opening(narration, before);
		say(narration, "asks \"May I go out?\"");
		break;
	case ACT_ANSWER: say(narration, act.count > 0 ? "says yes" : "says no"); break;
	case ACT_DISCARD: say_discard(narration, before, act, after); break;
	case ACT_SPECIAL: say_special(narration, after, act); break;
	case ACT_LAY: settle_cards(narration, before); break;
	case ACT_TALON:
		if (act.count == 0)
			say(narration, "leaves the talon");
		break;
	case ACT_STOP:
		settle_opening(narration, before);
		say(narration, "stops");
		break;
	case ACT_JOIN:
		settle_cards(narration, before);
		say(narration, "puts ");
		meld_write(before->rules, &own_side(before)->meld[act.count].cards, &narration->line);
		text_add(&narration->line, " to ");
		meld_write(before->rules, &own_side(before)->meld[act.item].cards, &narration->line);
		narration->canasta = own_side(after)->meld[act.item < act.count ? act.item : act.count].canasta;
		say_canasta(narration, after->rules);
		break;
	case VERBS: break;
	}
}

void narration_act(struct narration *narration, const struct game *before, struct act act, const struct game *after)
{
	int seat = game_to_act(before);

	if (narration->line.length > 0 && narration->seat != seat)
		end_line(narration, before);
	narration->seat = seat;
	say_act(narration, before, act, after);
	/* Writes what everybody sees besides the act. A pile may be picked up some melds after it was taken; bonus cards in
	 * it are then laid out. */
	if (act.verb == ACT_TAKE && after->turn.top_meld > 0) { /* the pile may also come to the hand */
		notice(narration, before, after, after->turn.top_meld - 1);
		say_canasta(narration, after->rules);
	}
	if (before->alone != after->alone && act.verb == ACT_TAKE)
		say(narration, "plays alone");
	if (act.verb != ACT_DISCARD)
		say_laid(narration, before, after);
	if (after->phase == PHASE_OVER && after->ending == ENDING_OUT) {
		settle_opening(narration, after);
		say(narration, "goes out");
	}
	say_talon(narration, before, act, after);
	if (before->alone != after->alone && act.verb != ACT_TAKE && after->phase != PHASE_OVER)
		say(narration, "plays alone");
	if (after->phase == PHASE_OVER || game_to_act(after) != seat)
		end_line(narration, after);
	if (after->turn.number != before->turn.number) {
		/* what happens by itself as the next turn begins */
		narration->seat = after->turn.seat;
		if (before->seat[narration->seat].talon > after->seat[narration->seat].talon)
			say(narration,
			    before->rules->reserve.cards > 0 ? "takes up the reserve" : "picks up the talon");
		if (before->reserve_size[reserve_of(before, narration->seat)] >
		            after->reserve_size[reserve_of(after, narration->seat)] &&
		    after->rules->reserve.taken_up == reserve_taken_up_at_the_beginning_of_a_turn)
			say(narration, "takes up the reserve");
		say_laid(narration, before, after);
		if (after->phase == PHASE_OVER)
			end_line(narration, after);
	}
}

/* ---- deals ---- */

static void write_dealt_bonus(const struct game *game, int side, struct text *out)
{
	const struct rules *rules = game->rules;
	struct cards laid = { 0 };

	for (int seat = 0; seat < rules->seats; seat++)
		if (game->seat[seat].side == side)
			cards_add_all(&laid, &game->seat[seat].laid);
	if (cards_kinds(&laid) == 0)
		return;
	side_name(rules, side, out);
	text_add(out, rules->table.players == rules->table.sides ? " lays out " : " lay out ");
	cards_write(rules, &laid, out);
	text_add(out, ".\n");
}

void narration_deal(struct narration *narration, const struct game *game)
{
	const struct rules *rules = game->rules;
	struct text *out = &narration->lines;
	struct text line = { 0 };
	const char *gap = "";

	text_format(&line, "Deal %lu. %s deals", (unsigned long)game->deal + 1,
	            seat_name(game->rules, game->player[game->dealer]));
	if (game->pile_size > 0)
		text_add(&line, "; turned up: ");
	for (int i = 0; i < game->pile_size; i++, gap = ", then ")
		text_format(&line, "%s%s", gap, game->rules->kind[game->pile[i]].name);
	text_add(&line, ".");
	write_line(narration, text_read(&line), out);
	text_end(&line, out);
	for (int out_now = game->rules->seats; out_now < game->rules->table.players; out_now++)
		text_format(out, "%s sits out.\n", seat_name(game->rules, game->player[out_now]));
	for (int side = 0; side < rules->table.sides; side++)
		write_dealt_bonus(game, side, &narration->lines);
	narration->meld = narration->canasta = -1;
}

/* Events are written at once, before the turn that is being played. */
void narration_event(struct narration *narration, const struct game *game, int event, int side)
{
	const struct in_event *recorded = &game->rules->event[event];

	text_add(&narration->lines, "Recorded: ");
	if (recorded->title != NULL)
		text_add(&narration->lines, recorded->title);
	else
		name_in_words(recorded->name, &narration->lines);
	if (recorded->per == event_per_side) {
		text_add(&narration->lines, ", ");
		side_name(game->rules, side, &narration->lines);
	}
	text_add(&narration->lines, ".\n");
}

void narration_copy_line(struct narration *copy, const struct narration *narration)
{
	*copy = *narration;
	copy->lines = copy->line = copy->cards = (struct text){ 0 };
	text_add(&copy->line, text_read(&narration->line));
	text_add(&copy->cards, text_read(&narration->cards));
}

void narration_fetch(struct narration *narration, struct text *out)
{
	text_add(out, text_read(&narration->lines));
	text_end(&narration->lines, out);
}

void narration_free(struct narration *narration)
{
	text_free(&narration->lines);
	text_free(&narration->line);
	text_free(&narration->cards);
}

/* ---- for the player alone ---- */

void narration_gain(const struct game *before, struct act act, const struct game *after, struct text *out)
{
	int seat = game_to_act(before);
	struct cards kept = before->seat[seat].hand, more;

	if (act.verb == ACT_TAKE || act.verb == ACT_MELD)
		for (int kind = 0; kind < before->rules->kinds; kind++)
			for (int i = act_naturals_of(before->rules, act, kind); i > 0; i--)
				cards_remove(&kept, kind);
	if (act.verb == ACT_ADD || act.verb == ACT_DISCARD || act.verb == ACT_LAY)
		cards_remove(&kept, act.kind);
	for (int wild = 0; wild < before->rules->wild_kinds; wild++)
		for (int i = 0; i < act_wild(act, wild); i++)
			cards_remove(&kept, before->rules->wild_kind[wild]);
	more = cards_more(&kept, &after->seat[seat].hand);
	if (cards_kinds(&more) == 0)
		return;
	text_add(out, act.verb == ACT_DRAW || act.verb == ACT_LAY ? "You draw " : "You pick up ");
	cards_write(after->rules, &more, out);
	text_add(out, ".\n");
}

/* telling.c -- a line is put together act by act. Cards that go to one meld are gathered first, so that a meld which
 * grew card by card is told as one. Nothing is told here that a stranger behind a chair could not see. */
#include "tools/telling.h"

#include <string.h>
#include "notation/act_text.h"
#include "game/question.h"
#include "text/write.h"
#include "reports/seat_names.h"
#include "reports/table.h"

enum { INDENT = 4 };

/* ---- lines ---- */

static void write_line(const struct telling *telling, const char *words, struct text *out)
{
	paragraph_write(words, INDENT, (telling->width > 0 ? telling->width : TABLE_WIDTH) - INDENT, out);
}

static void say(struct telling *telling, const char *words)
{
	text_add(&telling->line, telling->line.length == 0 ? "" : ", ");
	text_add(&telling->line, words);
	telling->verb = NULL;
}

/* Says "melds K K K" or "adds K", and right behind another one only the cards. */
static void say_cards(struct telling *telling, const char *verb)
{
	if (telling->verb != NULL && strcmp(telling->verb, verb) == 0)
		text_add(&telling->line, ",");
	else
		say(telling, verb);
	text_add(&telling->line, text_read(&telling->cards));
	telling->verb = verb;
}

/* Says which canasta the meld has become. */
static void say_canasta(struct telling *telling, const struct rules *rules)
{
	if (telling->canasta < 0)
		return;
	text_add(&telling->line, " (");
	kind_of_canasta_in_words(rules, telling->canasta, &telling->line);
	text_add(&telling->line, ")");
	telling->canasta = -1;
}

/* Puts the cards gathered for a meld into the line. */
static void settle_cards(struct telling *telling, const struct game *game)
{
	const struct side *side = &game->side[game->seat[telling->seat].side];
	const struct rules *rules = game->rules;

	if (telling->cards.length > 0) {
		say_cards(telling, telling->begun ? "melds" : "adds");
		if (!telling->begun && telling->others) {
			text_format(&telling->line, " to %s", meld_name(rules, side->meld[telling->meld].cards.kind));
			telling->verb = NULL;
		}
		say_canasta(telling, rules);
	}
	text_end(&telling->cards, &telling->line);
	telling->begun = telling->others = false;
	telling->meld = telling->canasta = -1;
}

static void settle_opening(struct telling *telling, const struct game *game)
{
	settle_cards(telling, game);
	if (telling->opening)
		text_format(&telling->line, " (opening with %d)", (int)game->turn.count);
	telling->opening = false;
}

static void end_line(struct telling *telling, const struct game *game)
{
	struct text line = { 0 };

	settle_opening(telling, game);
	if (telling->line.length > 0) {
		bool stopped = telling->line.bytes[telling->line.length - 1] == '"';
		text_format(&line, "%s %s%s", seat_name(game->rules, game->player[telling->seat]), telling->line.bytes,
		            stopped ? "" : ".");
		write_line(telling, text_read(&line), &telling->lines);
	}
	text_end(&line, &telling->lines);
	text_end(&telling->line, &telling->lines);
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

static void say_laid(struct telling *telling, const struct game *before, const struct game *after)
{
	struct cards laid = cards_more(&before->seat[telling->seat].laid, &after->seat[telling->seat].laid);

	if (cards_kinds(&laid) == 0)
		return;
	settle_cards(telling, after);
	say(telling, "lays out ");
	cards_write(after->rules, &laid, &telling->line);
}

/* ---- acts ---- */

static void write_cards_of(const struct rules *rules, struct act act, struct text *out)
{
	for (int i = 0; i < act.count; i++)
		text_format(out, " %s", rules->kind[act.kind].name);
	for (int wild = rules->wild_kinds - 1; wild >= 0; wild--)
		for (int i = 0; i < act.wild[wild]; i++)
			text_format(out, " %s", rules->kind[rules->wild_kind[wild]].name);
}

static void say_take(struct telling *telling, const struct game *before, struct act act)
{
	const char *top = before->rules->kind[act.kind].name;
	int under = before->pile_size - 1;

	say(telling, "");
	if (under == 0)
		text_format(&telling->line, "takes the pile (only the %s)", top);
	else
		text_format(&telling->line, "takes the pile (%s on %d card%s)", top, under, under == 1 ? "" : "s");
	if (act.count + act_wilds(act) > 0) {
		text_add(&telling->line, " with");
		write_cards_of(before->rules, act, &telling->line);
	} else
		text_format(&telling->line, " onto the meld of %s", top);
}

/* Notices what a card laid has made of a meld and of the side. */
static void notice(struct telling *telling, const struct game *before, const struct game *after, int meld)
{
	int at = before->seat[telling->seat].side;
	const struct side *was = &before->side[at], *is = &after->side[at];
	int old = meld < was->melds ? was->meld[meld].canasta : -1;

	if (is->meld[meld].canasta != old)
		telling->canasta = is->meld[meld].canasta;
	telling->opening = telling->opening || (is->opened && !was->opened);
}

static void gather(struct telling *telling, const struct game *before, struct act act, const struct game *after)
{
	const struct rules *rules = before->rules;
	int meld = act.verb == ACT_MELD ? own_side(before)->melds : act.item;

	if (telling->cards.length > 0 && telling->meld != meld)
		settle_cards(telling, before);
	telling->meld = meld;
	telling->begun = telling->begun || act.verb == ACT_MELD;
	if (act.verb == ACT_ADD) {
		text_format(&telling->cards, " %s", rules->kind[act.kind].name);
		telling->others = telling->others || (rules->cards.wild >> act.kind & 1);
	} else
		write_cards_of(rules, act, &telling->cards);
	notice(telling, before, after, meld);
}

static void say_discard(struct telling *telling, const struct game *before, struct act act, const struct game *after)
{
	settle_opening(telling, before);
	say(telling, "discards ");
	text_add(&telling->line, after->top_hidden ? "a card face down" : before->rules->kind[act.kind].name);
	if (!after->seat[telling->seat].shown)
		return;
	say(telling, "shows ");
	cards_write(after->rules, &after->seat[telling->seat].hand, &telling->line);
}

static void say_ask(struct telling *telling, const struct game *game)
{
	settle_opening(telling, game);
	say(telling, "asks \"May I go out?\"");
}

static void say_special(struct telling *telling, const struct game *after, struct act act)
{
	const struct in_special *special = &after->rules->special[act.item];

	settle_opening(telling, after);
	say(telling, "lays a special hand: ");
	if (special->title != NULL)
		text_add(&telling->line, special->title);
	else
		name_in_words(special->name, &telling->line);
	text_add(&telling->line, " (");
	cards_write(after->rules, &after->special_cards, &telling->line);
	text_add(&telling->line, ")");
}

/* A talon that the player takes, or gets with her discard. */
static void say_talon(struct telling *telling, const struct game *before, struct act act, const struct game *after)
{
	const struct seat *was = &before->seat[telling->seat], *is = &after->seat[telling->seat];
	int place = reserve_of(before, telling->seat);
	int more = is->size + is->talon - was->size - was->talon + (act.verb == ACT_DISCARD);

	if (before->reserve_size[place] > after->reserve_size[place] && after->turn.seat == telling->seat) {
		settle_cards(telling, after);
		say(telling, "takes up the reserve");
	}
	if ((act.verb != ACT_DISCARD && act.verb != ACT_TALON) || more <= 0 || before->rules->reserve.cards > 0)
		return;
	say(telling, "takes a talon of ");
	text_add_number(&telling->line, more);
}

/* What happens by itself as the next turn begins. */
static void begin_line(struct telling *telling, const struct game *before, const struct game *after)
{
	telling->seat = after->turn.seat;
	if (before->seat[telling->seat].talon > after->seat[telling->seat].talon)
		say(telling, before->rules->reserve.cards > 0 ? "takes up the reserve" : "picks up the talon");
	if (before->reserve_size[reserve_of(before, telling->seat)] >
	            after->reserve_size[reserve_of(after, telling->seat)] &&
	    after->rules->reserve.taken_up == reserve_taken_up_at_the_beginning_of_a_turn)
		say(telling, "takes up the reserve");
	say_laid(telling, before, after);
	if (after->phase == PHASE_OVER)
		end_line(telling, after);
}

/* What the act itself is called. */
static void say_act(struct telling *telling, const struct game *before, struct act act, const struct game *after)
{
	switch ((enum verb)act.verb) {
	case ACT_DRAW: say(telling, before->stock_size > 0 ? "draws" : "finds no stock to draw from"); break;
	case ACT_TAKE: say_take(telling, before, act); break;
	case ACT_MELD:
	case ACT_ADD: gather(telling, before, act, after); break;
	case ACT_ASK: say_ask(telling, before); break;
	case ACT_ANSWER: say(telling, act.count > 0 ? "says yes" : "says no"); break;
	case ACT_DISCARD: say_discard(telling, before, act, after); break;
	case ACT_SPECIAL: say_special(telling, after, act); break;
	case ACT_LAY: settle_cards(telling, before); break;
	case ACT_TALON:
		if (act.count == 0)
			say(telling, "leaves the talon");
		break;
	case ACT_STOP:
		settle_opening(telling, before);
		say(telling, "stops");
		break;
	case VERBS: break;
	}
}

/* What everybody sees besides, when it is done. A pile may also be picked up some melds after it was taken; bonus cards in
 * it are then laid out. */
static void say_what_came(struct telling *telling, const struct game *before, struct act act, const struct game *after)
{
	if (act.verb == ACT_TAKE) {
		notice(telling, before, after, own_side(after)->meld_of[rank_of(after->rules, act.kind)]);
		say_canasta(telling, after->rules);
	}
	if (before->alone != after->alone && act.verb == ACT_TAKE)
		say(telling, "plays alone");
	if (act.verb != ACT_DISCARD)
		say_laid(telling, before, after);
	if (after->phase == PHASE_OVER && after->ending == ENDING_OUT) {
		settle_opening(telling, after);
		say(telling, "goes out");
	}
	say_talon(telling, before, act, after);
}

void telling_act(struct telling *telling, const struct game *before, struct act act, const struct game *after)
{
	int seat = game_to_act(before);

	if (telling->line.length > 0 && telling->seat != seat)
		end_line(telling, before);
	telling->seat = seat;
	say_act(telling, before, act, after);
	say_what_came(telling, before, act, after);
	if (after->phase == PHASE_OVER || game_to_act(after) != seat)
		end_line(telling, after);
	if (after->turn.number != before->turn.number)
		begin_line(telling, before, after);
}

/* ---- deals ---- */

static void tell_start(struct telling *telling, const struct game *game)
{
	struct text *out = &telling->lines;
	struct text line = { 0 };
	const char *gap = "";

	text_format(&line, "Deal %lu. %s deals", (unsigned long)game->deal + 1,
	            seat_name(game->rules, game->player[game->dealer]));
	if (game->pile_size > 0)
		text_add(&line, "; turned up: ");
	for (int i = 0; i < game->pile_size; i++, gap = ", then ")
		text_format(&line, "%s%s", gap, game->rules->kind[game->pile[i]].name);
	text_add(&line, ".");
	write_line(telling, text_read(&line), out);
	text_end(&line, out);
	for (int out_now = game->rules->seats; out_now < game->rules->table.players; out_now++)
		text_format(out, "%s sits out.\n", seat_name(game->rules, game->player[out_now]));
}

static void tell_dealt_bonus(const struct game *game, int side, struct text *out)
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

void telling_deal(struct telling *telling, const struct game *game)
{
	const struct rules *rules = game->rules;

	tell_start(telling, game);
	for (int side = 0; side < rules->table.sides; side++)
		tell_dealt_bonus(game, side, &telling->lines);
	telling->meld = telling->canasta = -1;
}

/* Told at once, ahead of the turn that is being played. */
void telling_event(struct telling *telling, const struct game *game, int event, int side)
{
	const struct in_event *recorded = &game->rules->event[event];

	text_add(&telling->lines, "Recorded: ");
	if (recorded->title != NULL)
		text_add(&telling->lines, recorded->title);
	else
		name_in_words(recorded->name, &telling->lines);
	if (recorded->per == event_per_side) {
		text_add(&telling->lines, ", ");
		side_name(game->rules, side, &telling->lines);
	}
	text_add(&telling->lines, ".\n");
}

void telling_copy_line(struct telling *copy, const struct telling *telling)
{
	*copy = *telling;
	copy->lines = copy->line = copy->cards = (struct text){ 0 };
	text_add(&copy->line, text_read(&telling->line));
	text_add(&copy->cards, text_read(&telling->cards));
}

void telling_fetch(struct telling *telling, struct text *out)
{
	text_add(out, text_read(&telling->lines));
	text_end(&telling->lines, out);
}

void telling_free(struct telling *telling)
{
	text_free(&telling->lines);
	text_free(&telling->line);
	text_free(&telling->cards);
}

/* ---- for the player alone ---- */

void gain_write(const struct game *before, struct act act, const struct game *after, struct text *out)
{
	int seat = game_to_act(before);
	struct cards kept = before->seat[seat].hand, more;

	if (act.verb == ACT_TAKE || act.verb == ACT_MELD)
		for (int i = 0; i < act.count; i++)
			cards_remove(&kept, act.kind);
	if (act.verb == ACT_ADD || act.verb == ACT_DISCARD || act.verb == ACT_LAY)
		cards_remove(&kept, act.kind);
	for (int wild = 0; wild < before->rules->wild_kinds; wild++)
		for (int i = 0; i < act.wild[wild]; i++)
			cards_remove(&kept, before->rules->wild_kind[wild]);
	more = cards_more(&kept, &after->seat[seat].hand);
	if (cards_kinds(&more) == 0)
		return;
	text_add(out, act.verb == ACT_DRAW || act.verb == ACT_LAY ? "You draw " : "You pick up ");
	cards_write(after->rules, &more, out);
	text_add(out, ".\n");
}

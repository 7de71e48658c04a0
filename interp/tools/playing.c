/* playing.c -- a table at which a game is played: each act is recorded, done and described, and what showed nobody a card can
 * be taken back. People, bots and records all play here. */
#include "tools/playing.h"

#include <string.h>
#include <strings.h>
#include "game/question.h"
#include "grammar/arena.h"
#include "grammar/text.h"
#include "notation/act_text.h"
#include "notation/lexer.h"
#include "reports/judge.h"
#include "reports/reports.h"
#include "reports/wording.h"
#include "rules/analysis.h"
#include "text/document.h"
#include "tools/client.h"

/* ==== what happens, in words. Cards that go to one meld are held back first, so that a meld which grew card by card is described as one.
 * A narration contains only what everybody at the table can see ==== */

enum { INDENT = 4 };

/* ---- lines ---- */

static void write_line(const struct narration *narration, const char *words, struct text *out)
{
	paragraph_write(words, INDENT, (narration->width > 0 ? narration->width : TABLE_WIDTH) - INDENT, out);
}

/* Goes on with [words], of which those for a canasta and a reserve are said as players of [rules] do. */
static void say_by(struct narration *narration, const struct rules *rules, const char *words)
{
	text_add(&narration->line, narration->line.length == 0 ? "" : ", ");
	club_say(rules, words, &narration->line);
	narration->verb = NULL;
}

static void say(struct narration *narration, const char *words)
{
	say_by(narration, NULL, words);
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
		bool stopped = text_last(&narration->line) == '"';
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
	static const char lays[] = "lays out"; /* one card after another */
	struct cards laid = cards_more(&before->seat[narration->seat].laid, &after->seat[narration->seat].laid);

	if (cards_kinds(&laid) == 0)
		return;
	settle_cards(narration, after);
	if (narration->verb == lays)
		text_add(&narration->line, ", ");
	else
		say(narration, "lays out ");
	narration->verb = lays;
	cards_write(after->rules, &laid, &narration->line);
}

/* ---- acts ---- */

static void say_take(struct narration *narration, const struct game *before, struct act act, const struct game *after)
{
	const char *top = before->rules->kind[act.kind].name;
	const char *what = after->turn.taken_size < before->pile_size ? "a part of the pile" : "the pile";
	int size = after->turn.taken_size; /* how many cards lie there is seen by all */

	say(narration, "");
	if (size == 1)
		text_format(&narration->line, "takes %s (only the %s)", what, top);
	else
		text_format(&narration->line, "takes %s (%d cards, %s on top)", what, size, top);
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

/* True if a reserve that [seat] may take up has gone. */
static bool takes_up_reserve(const struct game *before, const struct game *after, int seat)
{
	int place = reserve_of(before, seat);

	return before->reserve_size[place] > after->reserve_size[place];
}

/* A talon that the player takes, or gets with her discard. */
static void say_talon(struct narration *narration, const struct game *before, struct act act, const struct game *after)
{
	const struct seat *was = &before->seat[narration->seat], *is = &after->seat[narration->seat];
	struct cards laid = cards_more(&was->laid, &is->laid);
	bool more =
		is->size + is->talon + (act.verb == ACT_DISCARD) > was->size + was->talon || cards_kinds(&laid) != 0;
	int because;

	if (takes_up_reserve(before, after, narration->seat) && after->turn.seat == narration->seat) {
		settle_cards(narration, after);
		say_by(narration, before->rules, "takes up the reserve");
	}
	if ((act.verb != ACT_DISCARD && act.verb != ACT_TALON) || !more || before->rules->reserve.cards > 0)
		return;
	say(narration, "takes a talon of ");
	text_add_number(&narration->line, act.verb == ACT_TALON ? before->turn.talon : talon_due(before, &because));
	say_laid(narration, before, after);
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
	case ACT_ANSWER: say(narration, act.yes ? "says yes" : "says no"); break;
	case ACT_DISCARD: say_discard(narration, before, act, after); break;
	case ACT_SPECIAL: say_special(narration, after, act); break;
	case ACT_LAY: settle_cards(narration, before); break;
	case ACT_TALON:
		if (!act.yes)
			say(narration, "leaves the talon");
		break;
	case ACT_STOP:
		settle_opening(narration, before);
		say(narration, "stops");
		break;
	case ACT_JOIN:
		settle_cards(narration, before);
		say(narration, "puts ");
		meld_write(before->rules, &own_side(before)->meld[act.joined].cards, &narration->line);
		text_add(&narration->line, " to ");
		meld_write(before->rules, &own_side(before)->meld[act.item].cards, &narration->line);
		narration->canasta = own_side(after)->meld[act.item < act.joined ? act.item : act.joined].canasta;
		say_canasta(narration, after->rules);
		break;
	case VERBS: break;
	}
}

/* Describes [act], which led from [before] to [after]. */
static void narration_act(struct narration *narration, const struct game *before, struct act act,
                          const struct game *after)
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
	if (act.verb != ACT_DISCARD && act.verb != ACT_TALON)
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
			say_by(narration, before->rules,
			       before->rules->reserve.cards > 0 ? "takes up the reserve" : "picks up the talon");
		if (takes_up_reserve(before, after, narration->seat) &&
		    after->rules->reserve.taken_up == reserve_taken_up_at_the_beginning_of_a_turn)
			say_by(narration, before->rules, "takes up the reserve");
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

/* Describes the deal that has just been dealt. */
static void narration_deal(struct narration *narration, const struct game *game)
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
static void narration_event(struct narration *narration, const struct game *game, int event, int side)
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

/* Sets [copy] to the line of the turn being played, without the finished ones. */
static void narration_copy_line(struct narration *copy, const struct narration *narration)
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

/* Writes what only the player learns by an act: which cards came into the hand. Nothing if none did. */
static void narration_gain(const struct game *before, struct act act, const struct game *after, struct text *out)
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
	if (act.verb == ACT_DRAW || act.verb == ACT_LAY)
		text_add(out, "You draw: ");
	else if ((act.verb == ACT_DISCARD || act.verb == ACT_TALON) && !takes_up_reserve(before, after, seat))
		text_add(out, "You pick up the talon: ");
	else
		text_add(out, "You pick up: ");
	cards_write(after->rules, &more, out);
	text_add(out, act.verb == ACT_LAY ? ", in its place.\n" : ".\n");
}

/* ==== the game ==== */

/* ---- what can be taken back ---- */

void playing_forget(struct canasta_game *game)
{
	while (game->steps > 0)
		narration_free(&game->step[--game->steps].narration);
}

/* Keeps how it was before an act. Where there is no memory it cannot be taken back. */
static void keep_step(struct canasta_game *game, const struct game *before)
{
	struct step *step = memory_grow(game->step, (size_t)game->steps, sizeof *step);

	if (step == NULL) {
		playing_forget(game);
		return;
	}
	game->step = step;
	step = &game->step[game->steps++];
	game_copy(&step->game, before);
	step->suits = game->suits;
	step->done = game->done;
	narration_copy_line(&step->narration, &game->narration);
}

bool playing_undo(struct canasta_game *game)
{
	struct step *step;

	if (game->steps == 0)
		return false;
	step = &game->step[--game->steps];
	recording_undo(game);
	if (game->watch != NULL)
		game->watch(game->watcher, &game->game, NULL);
	step->narration.lines = game->narration.lines; /* of turns that are over */
	game->narration.lines = (struct text){ 0 };
	narration_free(&game->narration);
	game->game = step->game;
	game->suits = step->suits;
	game->narration = step->narration;
	game->done = step->done;
	game->last = 0;
	protocol_write_undone(&game->game, &game->history);
	return true;
}

/* ---- deals ---- */

/* Scores the deal once it is over. */
static void finish_deal(struct canasta_game *game)
{
	int winner;

	if (game->game.phase != PHASE_OVER)
		return;
	game_score(&game->game, &game->tally);
	game_totals(&game->game, &game->tally, game->totals);
	recording_score(game);
	game->moment = game_is_over(&game->game, game->totals, &winner) ? CANASTA_GAME_OVER
	                                                                                     : CANASTA_DEAL_OVER;
	if (game->moment == CANASTA_GAME_OVER)
		recording_end(game);
}

void playing_next_deal(struct canasta_game *game)
{
	if (game->moment != CANASTA_DEAL_OVER)
		return;
	game_next_deal(&game->game, game->totals);
	game->moment = CANASTA_TO_DEAL;
}

void playing_dealt(struct canasta_game *game)
{
	recording_deal(game);
	suits_deal(&game->suits, &game->game);
	game->last = 0;
	protocol_write_deal(&game->game, &game->history);
	narration_deal(&game->narration, &game->game);
	game->moment = CANASTA_TO_ACT;
	finish_deal(game);
}

/* ---- what may be done ---- */

/* Says which legal act comes nearest to one that is refused, if any does. */
static void write_repair(const struct game *game, struct act refused, struct reason reason, struct text *out)
{
	struct act repair;

	if (repairs_find(game, refused, reason, &repair, 1) == 0)
		return;
	text_add(out, "  What could be done: ");
	act_write(game, repair, out);
	text_add(out, ".\n");
}

/* Names the first of [acts], which is refused, with those behind it that are refused for the same: who typed cards of two
 * ranks behind one verb meant one act. */
static void write_refused(const struct game *game, const struct act *acts, int count, struct reason reason,
                          struct text *out)
{
	int same = 1;

	while (same < count && acts[same].verb == acts[0].verb &&
	       game_refusal(game, acts[same]).refusal == reason.refusal)
		same++;
	text_add(out, "\"");
	acts_write(game, acts, same, out);
	text_format(out, "\" %s refused: ", same == 1 ? "is" : "are");
}

bool playing_may(const struct game *game, const struct act *acts, int count, size_t width, struct text *why)
{
	struct game after;

	game_copy(&after, game);
	for (int i = 0; i < count; i++) {
		struct reason reason = game_refusal(&after, acts[i]);
		if (reason.refusal != REFUSAL_NONE) {
			if (count > 1)
				write_refused(&after, &acts[i], count - i, reason, why);
			reason_say(&after, acts[i], reason, why);
			reason_say_melds(acts, count, acts[i], reason, why);
			text_add(why, ".\n");
			/* The clause on a line of its own, if there is one. */
			struct text clause = { 0 };
			reason_write_clause(after.rules, reason, &clause);
			if (clause.length > 0)
				text_add(why, "  "), paragraph_write(clause.bytes, 4, width - 4, why);
			text_end(&clause, why);
			write_repair(&after, acts[i], reason, why);
			return false;
		}
		if (i + 1 == count || act_brings_cards(&after, acts[i]))
			return true;
		game_apply(&after, acts[i]);
	}
	return true;
}

void playing_wrap(const char *words, size_t width, struct text *out)
{
	size_t sentence = strcspn(words, "\n");
	struct text first = { 0 };

	text_add_bytes(&first, words, sentence);
	paragraph_write(text_read(&first), 2, width - 2, out);
	text_end(&first, out);
	if (words[sentence] != '\0')
		text_add(out, words + sentence + 1);
	if (words[sentence] != '\0' && words[strlen(words) - 1] != '\n')
		text_add(out, "\n");
}

/* ---- acts ---- */

/* True if [act] has shown nobody a card but those that were laid down with it: all hands, stock and talons are as they were, and the deal
 * goes on. */
static bool showed_nobody_a_card(const struct game *before, struct act act, const struct game *after)
{
	if (act.verb == ACT_DRAW || act.verb == ACT_TAKE || act.verb == ACT_TALON || after->phase == PHASE_OVER ||
	    after->stock_size != before->stock_size || after->renewed != before->renewed ||
	    after->aside_size != before->aside_size ||
	    memcmp(after->reserve_size, before->reserve_size, sizeof after->reserve_size) != 0 ||
	    after->pile_size != before->pile_size + (act.verb == ACT_DISCARD))
		return false;
	for (int seat = 0; seat < before->rules->seats; seat++) {
		const struct seat *was = &before->seat[seat], *is = &after->seat[seat];
		if (is->shown != was->shown || is->talon != was->talon ||
		    (seat != game_to_act(before) && is->size != was->size))
			return false;
	}
	return true;
}

bool playing_act(struct canasta_game *game, struct act act, struct text *gain)
{
	struct game before;
	bool came;

	game_copy(&before, &game->game);
	recording_act(game, act);
	if (game->watch != NULL)
		game->watch(game->watcher, &game->game, &act);
	game_apply(&game->game, act);
	came = brought_cards(&before, &game->game);
	/* What was laid can be picked up again if it showed nobody a card and left the turn where it was. */
	if ((act.verb == ACT_MELD || act.verb == ACT_ADD) && game->game.phase == before.phase &&
	    game->game.pile_size == before.pile_size && game->game.turn.number == before.turn.number && !came)
		keep_step(game, &before);
	else
		playing_forget(game);
	suits_follow(&game->suits, &before, act, &game->game);
	game->done++;
	game->last = showed_nobody_a_card(&before, act, &game->game) ? before.player[game_to_act(&before)] + 1 : 0;
	protocol_write_did(&before, act, &game->game, &game->history);
	narration_act(&game->narration, &before, act, &game->game);
	if (gain != NULL)
		narration_gain(&before, act, &game->game, gain);
	finish_deal(game);
	return came;
}

bool playing_do(struct canasta_game *game, const struct act *acts, int count, struct text *gain, struct text *why)
{
	int done = 0;

	if (!playing_may(&game->game, acts, count, game->width, why))
		return false;
	while (done < count) {
		if (done > 0 && (game->moment != CANASTA_TO_ACT ||
		                 !playing_may(&game->game, acts + done, count - done, game->width, why)))
			return false;
		bool brought = false;
		while (!brought && done < count)
			brought = playing_act(game, acts[done++], gain);
	}
	return true;
}

/* ---- events ---- */

/* The event that [words] begin with, -1 for none; [*rest] is what follows. */
static int event_said(const struct rules *rules, const char *words, const char **rest)
{
	for (int i = 0; i < rules->event_count; i++) {
		*rest = words_behind(words, rules->event[i].name, ' ');
		if (*rest != NULL)
			return i;
	}
	return -1;
}

/* The side of the player who is named, of the player to act if none is; -1 for any other words. */
static int side_said(const struct canasta_game *game, const char *words)
{
	if (*words == '\0')
		return game->game.seat[game_to_act(&game->game)].side;
	for (int seat = 0; seat < game->rules->seats; seat++) {
		const char *rest = words_behind(words, seat_name(game->rules, game->game.player[seat]), ' ');
		if (rest != NULL && *rest == '\0')
			return game->game.seat[seat].side;
	}
	return -1;
}

bool playing_read_event(const struct canasta_game *game, const char *words, int *event, int *side, struct text *why)
{
	const char *rest = "";
	bool of_deal;

	*event = event_said(game->rules, words, &rest);
	if (*event < 0) {
		text_add(why, game->rules->event_count > 0 ? "Events are" : "There are no events in this game");
		for (int i = 0; i < game->rules->event_count; i++)
			text_format(why, "%s %s", i > 0 ? "," : "", game->rules->event[i].name);
		return false;
	}
	of_deal = game->rules->event[*event].per == event_per_deal;
	*side = of_deal && *rest != '\0' ? -1 : side_said(game, rest);
	if (*side < 0)
		text_format(why, of_deal ? "Nothing can follow %s" : "After %s a player can be named",
		            game->rules->event[*event].name);
	return *side >= 0;
}

void playing_event(struct canasta_game *game, int event, int side)
{
	recording_event(game, event, side);
	playing_forget(game);
	game->last = 0;
	game_record_event(&game->game, event, side);
	narration_event(&game->narration, &game->game, event, side);
}

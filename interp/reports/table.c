/* table.c -- laying out the table. Opponents come first, so that one's own melds stand right above one's hand. */
#include "reports/table.h"

#include <string.h>
#include "notation/act_text.h"
#include "game/question.h"
#include "grammar/text.h"
#include "text/write.h"
#include "reports/seat_names.h"

enum { CELL = 40 }; /* columns between the beginnings of melds in a line */

/* ---- melds ---- */

static void write_meld(const struct rules *rules, const struct meld *meld, struct text *out)
{
	int missing = rules->canasta_least - meld->cards.naturals - meld->cards.wilds;

	meld_write(rules, &meld->cards, out);
	text_add(out, "  (");
	if (meld->canasta >= 0)
		kind_of_canasta_in_words(rules, meld->canasta, out);
	else
		text_format(out, "%d to go", missing);
	text_add(out, ")");
}

/* Melds are shown in the order of kinds, and those of one rank as they were begun. */
static bool is_before(const struct side *side, int one, int other)
{
	int kind = side->meld[one].cards.kind, other_kind = side->meld[other].cards.kind;

	return kind != other_kind ? kind < other_kind : one < other;
}

/* The place in side->meld of the meld shown behind that at place [last]; of the first for -1, and -1 behind the last. */
static int next_meld(const struct side *side, int last)
{
	int best = -1;

	for (int i = 0; i < side->melds; i++)
		if ((last < 0 || is_before(side, last, i)) && (best < 0 || is_before(side, i, best)))
			best = i;
	return best;
}

/* As many melds in a line as fit. */
static void write_melds(const struct rules *rules, const struct side *side, size_t width, struct text *out)
{
	size_t used = 0;

	for (int i = next_meld(side, -1); i >= 0; i = next_meld(side, i)) {
		struct text meld = { 0 };
		size_t cell = (used + 2 + CELL - 1) / CELL * CELL;
		write_meld(rules, &side->meld[i], &meld);
		if (used == 0 || cell + meld.length > width) {
			text_add(out, used > 0 ? "\n  " : "  ");
			cell = 2;
		} else
			blanks_add(out, cell - used);
		text_add(out, text_read(&meld));
		used = cell + meld.length;
		text_end(&meld, out);
	}
	text_add(out, used > 0 ? "\n" : "");
}

/* "North-South, opened, laid out: red 3" */
static void write_side_line(const struct view *view, int at, const struct cards *laid, struct text *line)
{
	const struct side *side = &view->side[at];

	side_name_now(view->rules, view->side_of, at, line);
	if (side->canastas > 0)
		text_format(line, ", %d canasta%s", side->canastas, side->canastas == 1 ? "" : "s");
	else if (side->opened)
		text_add(line, ", opened");
	else
		text_add(line, ", not opened");
	if (at == view->side_of_seat && view->minimum > 0)
		text_format(line, ", needs %d to open", (int)view->minimum);
	if (cards_kinds(laid) != 0) {
		text_add(line, ", laid out: ");
		cards_write(view->rules, laid, line);
	}
}

static void write_side(const struct view *view, int at, size_t width, struct text *out)
{
	const struct side *side = &view->side[at];
	const struct rules *rules = view->rules;
	struct cards laid = { 0 };
	struct text line = { 0 };
	int players = 0;

	for (int seat = 0; seat < rules->seats; seat++)
		if (view->side_of[seat] == at) {
			cards_add_all(&laid, &view->laid[seat]);
			players++;
		}
	if (players == 0) /* they have joined another side */
		return;
	write_side_line(view, at, &laid, &line);
	if (text_width(text_read(&line), line.length) <= width)
		text_format(out, "%s\n", text_read(&line));
	else
		paragraph_write(text_read(&line), 6, width - 6, out);
	text_end(&line, out);
	write_melds(rules, side, width, out);
}

static void write_sides(const struct view *view, size_t width, struct text *out)
{
	for (int side = 0; side < view->rules->table.sides; side++)
		if (side != view->side_of_seat)
			write_side(view, side, width, out);
	write_side(view, view->side_of_seat, width, out);
}

/* ---- stock and pile ---- */

/* The title of an item within a sentence, or its name in words. */
static void write_item(const char *name, const char *title, struct text *out)
{
	if (title != NULL)
		title_write(title, out);
	else
		name_in_words(name, out);
}

static void write_pile_state(const struct view *view, struct text *out)
{
	const struct rules *rules = view->rules;

	if (view->blocked >= 0) {
		text_add(out, "; blocked: ");
		write_item(rules->pile.block[view->blocked].name, rules->pile.block[view->blocked].title, out);
	}
	if (view->frozen >= 0) {
		text_add(out, "; frozen: ");
		write_item(rules->pile.freeze[view->frozen].name, rules->pile.freeze[view->frozen].title, out);
		text_add(out, view->frozen_for_take < 0 ? ", but you may open with it" : "");
	}
}

static void write_pile(const struct view *view, struct text *out)
{
	const char *top = view->pile_top >= 0 ? view->rules->kind[view->pile_top].name : "card face down";

	if (view->pile_size == 0)
		text_add(out, "none");
	else if (view->pile_size == 1)
		text_format(out, "only the %s", top);
	else
		text_format(out, "%s on %d card%s", top, view->pile_size - 1, view->pile_size == 2 ? "" : "s");
	for (int i = 1; i < view->shown; i++)
		text_format(out, "%s%s", i == 1 ? ", under it " : ", ", view->rules->kind[view->pile_shown[i]].name);
	if (view->pile_size > 0)
		write_pile_state(view, out);
}

static void write_stock(const struct view *view, size_t width, struct text *out)
{
	struct text pile = { 0 };

	write_pile(view, &pile);
	text_format(out, "Stock: %d cards.\nPile: ", view->stock_size);
	text_add(&pile, ".");
	paragraph_write(text_read(&pile), 6, width - 6, out);
	text_end(&pile, out);
}

/* ---- seats ---- */

/* A hand that its player has to show. */
static void write_hand_shown(const struct view *view, int seat, struct text *out)
{
	if (cards_kinds(&view->hand_shown[seat]) == 0)
		return;
	text_format(out, "%s shows: ", seat_name(view->rules, view->player[seat]));
	cards_write(view->rules, &view->hand_shown[seat], out);
	text_add(out, ".\n");
}

static void write_talon(const struct view *view, int seat, struct text *out)
{
	if (view->talon[seat] > 0)
		text_format(out, " and a talon of %d", view->talon[seat]);
	if (view->rules->reserve.of == reserve_of_player && view->reserve[seat] > 0)
		text_format(out, " and a reserve of %d", view->reserve[seat]);
}

static void write_seats(const struct view *view, struct text *out)
{
	int players = view->rules->seats;

	text_add(out, "Cards held: ");
	for (int i = 1; i < players; i++) {
		int seat = (view->seat + i) % players;
		text_format(out, "%s%s %d", i == 1 ? "" : ", ", seat_name(view->rules, view->player[seat]),
		            view->size[seat]);
		write_talon(view, seat, out);
	}
	text_format(out, ", you %d", view->size[view->seat]);
	write_talon(view, view->seat, out);
	for (int side = 0; view->rules->reserve.of == reserve_of_side && side < view->rules->table.sides; side++)
		if (view->reserve[side] > 0) {
			text_add(out, ". A reserve lies there for ");
			side_name(view->rules, side, out);
		}
	text_add(out, ".\n");
	for (int i = 1; i < players; i++)
		write_hand_shown(view, (view->seat + i) % players, out);
}

/* Where the game stands, and whose turn it is. */
static void write_scores(const struct view *view, size_t width, struct text *out)
{
	struct text scores = { 0 };

	text_format(&scores, "Deal %lu, turn %d", (unsigned long)view->deal + 1, view->turn.number);
	if (view->to_act != NOBODY)
		text_format(&scores, ", %s to act", seat_name(view->rules, view->player[view->to_act]));
	if (view->rules->game.to > 0)
		text_format(&scores, ". To %d:", (int)view->rules->game.to);
	else
		text_add(&scores, ". Totals:");
	for (int side = 0; side < view->rules->table.sides; side++) {
		text_add(&scores, side == 0 ? " " : ", ");
		side_name(view->rules, side, &scores);
		text_format(&scores, " %d", (int)view->side[side].score);
	}
	text_add(&scores, ".");
	paragraph_write(text_read(&scores), 2, width - 2, out);
	text_end(&scores, out);
}

/* What the player owes or was told in this turn. */
static void write_owed(const struct view *view, struct text *out)
{
	if (view->phase == PHASE_ANSWER && view->to_act == view->seat)
		text_format(out, "%s asks: may I go out? Answer yes or no.\n",
		            seat_name(view->rules, view->player[view->turn.seat]));
	if (view->turn.seat != view->seat)
		return;
	if (view->turn.count > 0 && !view->side[view->side_of_seat].opened)
		text_format(out, "Your initial meld counts %d of %d.\n", (int)view->turn.count,
		            (int)view->turn.minimum);
	if (view->phase == PHASE_TALON)
		text_format(out, "You may take a talon of %d: talon or no talon.\n", view->turn.talon);
	if (view->turn.stops)
		text_add(out, "The last card was a bonus card. Meld what you like, then say stop: the deal ends.\n");
	if (view->turn.owes_out)
		text_add(out, "You have to go out in this turn.\n");
	if (view->turn.stays_in && view->turn.asked)
		text_add(out, "You may not go out in this turn.\n");
}

static void write_hand(const struct view *view, size_t width, struct text *out)
{
	struct text hand = { 0 };

	cards_write(view->rules, &view->hand, &hand);
	text_add(out, "Your hand:  ");
	paragraph_write(hand.length > 0 ? hand.bytes : "no cards", 12, width - 12, out);
	text_end(&hand, out);
	write_owed(view, out);
}

void table_write_hand(const struct view *view, size_t width, struct text *out)
{
	if (view->turn.seat == view->seat && view->turn.melded)
		write_melds(view->rules, &view->side[view->side_of_seat], width, out);
	write_hand(view, width, out);
}

void table_write(const struct view *view, size_t width, struct text *out)
{
	write_scores(view, width, out);
	write_sides(view, width, out);
	write_seats(view, out);
	write_stock(view, width, out);
	write_hand(view, width, out);
}

/* ---- acts ---- */

/* Below 0 if [a] comes first. */
static int compare(struct act a, struct act b)
{
	if (a.verb != b.verb)
		return a.verb - b.verb;
	if (act_wilds(a) != act_wilds(b))
		return act_wilds(a) - act_wilds(b);
	return a.kind - b.kind;
}

/* There are few acts, and they are nearly in order. */
void table_order_acts(struct acts *acts)
{
	for (int i = 1; i < acts->count; i++) {
		struct act act = acts->act[i];
		int at = i;
		for (; at > 0 && compare(acts->act[at - 1], act) > 0; at--)
			acts->act[at] = acts->act[at - 1];
		acts->act[at] = act;
	}
}

/* The words of an act without its verb, which heads the line. */
static void write_short(const struct game *game, struct act act, struct text *out)
{
	struct text words = { 0 };
	const char *rest;

	act_write(game, act, &words);
	rest = strchr(text_read(&words), ' ');
	if (act.verb == ACT_TALON && act.count == 0)
		text_add(out, " leave it");
	else if (rest != NULL)
		text_add(out, rest);
	else if (act.verb == ACT_TAKE)
		text_add(out, " (with the meld)");
	else if (act.verb == ACT_TALON)
		text_add(out, " take it");
	text_end(&words, out);
}

static void write_verb(const struct game *game, const struct acts *acts, int verb, size_t width, struct text *out)
{
	size_t used = 0;

	for (int i = 0; i < acts->count; i++) {
		struct text act = { 0 };
		if (acts->act[i].verb != verb)
			continue;
		text_format(&act, "[%d]", i + 1);
		write_short(game, acts->act[i], &act);
		if (used == 0 || used + act.length + 3 > width) {
			text_format(out, "%s  %-9s", used > 0 ? "\n" : "", used > 0 ? "" : verb_word((enum verb)verb));
			used = 11;
		} else {
			text_add(out, "   ");
			used += 3;
		}
		text_add(out, text_read(&act));
		used += act.length;
		text_end(&act, out);
	}
	text_add(out, used > 0 ? "\n" : "");
}

void table_write_acts(const struct game *game, const struct acts *acts, size_t width, struct text *out)
{
	for (int verb = 0; verb < VERBS; verb++)
		write_verb(game, acts, verb, width, out);
}

void table_write_offers(const struct game *game, const struct acts *acts, struct text *out)
{
	const char *gap = "You may ";

	for (int i = 0; i < acts->count; i++)
		if (acts->act[i].verb == ACT_SPECIAL || acts->act[i].verb == ACT_LAY) {
			text_add(out, gap);
			text_add(out, acts->act[i].verb == ACT_SPECIAL ? "lay a special hand: " : "");
			act_write(game, acts->act[i], out);
			gap = ", or ";
		}
	text_add(out, gap[0] == ',' ? ".\n" : "");
}

/* table_view.c -- laying out the table. Opponents come first, so that one's own melds stand right above one's hand. */
#include "reports/reports.h"

#include <string.h>
#include "game/question.h"
#include "notation/act_text.h"
#include "grammar/text.h"
#include "reports/wording.h"
#include "rules/analysis.h"
#include "text/document.h"

enum { MELD_COLUMN = 40, SIDE_HANG = 6, FIELD_HANG = 6, SCORES_HANG = 2 };

static struct words *add_line(struct document *out, int hang)
{
	struct block *block = document_add(out, BLOCK_PARAGRAPH);

	block->hang = hang;
	return &block->words;
}

/* ---- cards ---- */

/* Cards have the colour of a suit only where all cards of the kind have that suit. */
static enum span_kind span_of(const struct rules *rules, int kind)
{
	static const enum span_kind suits[] = { SPAN_CLUBS, SPAN_DIAMONDS, SPAN_HEARTS, SPAN_SPADES };
	cardset bit = UINT64_C(1) << kind, faces = faces_of_kinds(rules, bit);
	int suit = faces != 0 ? __builtin_ctzll(faces) % 4 : 0;

	if (rules->cards.wild & bit)
		return SPAN_WILD;
	if (rules->bonus.cards & bit)
		return SPAN_BONUS;
	for (; faces != 0; faces &= faces - 1)
		if (__builtin_ctzll(faces) == FACES - 1 || __builtin_ctzll(faces) % 4 != suit)
			return SPAN_CARDS;
	return suits[suit];
}

void table_cards_add(const struct rules *rules, const char *line, struct words *out)
{
	while (*line != '\0') {
		size_t longest = 0, length;
		int found = -1;
		for (int kind = 0; kind < rules->kinds; kind++) {
			length = strlen(rules->kind[kind].name);
			if (length > longest && strncmp(line, rules->kind[kind].name, length) == 0 &&
			    (line[length] == '\0' || strchr(" .,;:)", line[length]) != NULL)) {
				found = kind;
				longest = length;
			}
		}
		length = found >= 0 ? longest : strcspn(line, " ");
		text_add_bytes(found >= 0 ? words_span(out, span_of(rules, found)) : words_add(out), line, length);
		line += length;
		text_add_bytes(words_add(out), line, strspn(line, " "));
		line += strspn(line, " ");
	}
}

static void add_cards(const struct rules *rules, const struct cards *cards, struct words *out)
{
	struct text names = { 0 };

	cards_write(rules, cards, &names);
	table_cards_add(rules, text_read(&names), out);
	document_use(out->in, &names);
}

/* ---- melds ---- */

static void add_meld(const struct rules *rules, const struct meld *meld, struct words *out)
{
	int missing = rules->canasta_least - meld->cards.naturals - meld->cards.wilds;
	struct text cards = { 0 }, *state;

	meld_write(rules, &meld->cards, &cards);
	table_cards_add(rules, text_read(&cards), out);
	document_use(out->in, &cards);
	text_add(words_add(out), "  ");
	state = meld->canasta >= 0 ? words_span(out, SPAN_GOOD) : words_add(out);
	text_add(state, "(");
	if (meld->canasta >= 0)
		kind_of_canasta_in_words(rules, meld->canasta, false, state);
	else
		text_format(state, "%d to go", missing);
	text_add(state, ")");
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

static void add_melds(const struct rules *rules, const struct side *side, struct document *out)
{
	struct block *block = side->melds > 0 ? document_say(out, BLOCK_CELLS, 1, "") : NULL;

	for (int i = next_meld(side, -1); i >= 0; i = next_meld(side, i)) {
		block->cell = MELD_COLUMN;
		text_add(words_add(&block->words), words_empty(&block->words) ? "" : "\n");
		add_meld(rules, &side->meld[i], &block->words);
	}
}

/* "North-South, opened, laid out: red 3", and the melds below. */
static void add_side(const struct view *view, int at, struct document *out)
{
	const struct side *side = &view->side[at];
	const struct rules *rules = view->rules;
	struct cards laid = { 0 };
	struct words *words;
	struct text *line;
	int players = 0;

	for (int seat = 0; seat < rules->seats; seat++)
		if (view->side_of[seat] == at) {
			cards_add_all(&laid, &view->laid[seat]);
			players++;
		}
	if (players == 0) /* they have joined another side */
		return;
	words = add_line(out, SIDE_HANG);
	line = words_add(words);
	side_name_now(rules, view->side_of, at, line);
	if (side->canastas > 0) {
		text_add(line, ", ");
		club_canastas_write(rules, side->canastas, line);
	} else if (rules_have_opening(rules))
		text_add(line, side->opened ? ", opened" : ", not opened");
	else if (side->melds == 0)
		text_add(line, ", no melds");
	if (at == view->side_of_seat && view->minimum > 0)
		text_format(line, ", needs %d to open", (int)view->minimum);
	if (cards_kinds(&laid) != 0) {
		text_add(line, ", laid out: ");
		add_cards(rules, &laid, words);
	}
	add_melds(rules, side, out);
}

/* ---- stock and pile ---- */

/* Says why the pile cannot be taken freely: "; frozen: " and the title of an item within a sentence, or its name in words. */
static void add_state(const char *state, const char *name, const char *title, struct words *out)
{
	text_add(words_add(out), "; ");
	text_add(words_span(out, SPAN_BAD), state);
	text_add(words_add(out), ": ");
	if (title != NULL)
		title_write(title, words_add(out));
	else
		name_in_words(name, words_add(out));
}

static void add_card(const struct rules *rules, int kind, struct words *out)
{
	text_add(words_span(out, span_of(rules, kind)), rules->kind[kind].name);
}

/* ---- seats ---- */

/* A side, or whoever is the first to take up a reserve, to whom the one at [place] belongs. */
static void add_owner(const struct view *view, int place, struct text *line)
{
	bool shared = view->one_alone && rules_share_reserves(view->rules);
	int seat = view->alone == 0;

	if (!shared)
		side_name_now(view->rules, view->side_of, place, line);
	else if (view->alone == NOBODY)
		text_add(line, place == 0 ? "the first player to take one up, who then plays alone" : "the others");
	else /* that of who plays alone is taken up */
		side_name_now(view->rules, view->side_of, view->side_of[seat], line);
}

/* The reserves of sides that nobody has taken up. */
static void add_reserves(const struct view *view, struct document *out)
{
	struct text *line = NULL;

	for (int place = 0; place < rules_reserves(view->rules); place++) {
		if (view->reserve[place] == 0)
			continue;
		if (line == NULL) {
			line = words_add(add_line(out, FIELD_HANG));
			club_say(view->rules, "Reserves not taken up: ", line);
		} else
			text_add(line, "; ");
		text_format(line, "%d cards for ", view->reserve[place]);
		add_owner(view, place % rules_reserve_owners(view->rules), line);
	}
	if (line != NULL)
		text_add(line, ".");
}

/* The reserves of the player at [seat] that she has not taken up. */
static void add_reserves_of(const struct view *view, int seat, struct text *line)
{
	int owners = rules_reserve_owners(view->rules), sizes[RESERVES_MAX], count = 0;

	for (int place = seat; place < rules_reserves(view->rules); place += owners)
		if (view->reserve[place] > 0)
			sizes[count++] = view->reserve[place];
	for (int i = 0; i < count && view->rules->reserve.of == reserve_of_player; i++) {
		club_say(view->rules,
		         i > 0       ? " and"
		         : count > 1 ? " and reserves of"
		                     : " and a reserve of",
		         line);
		text_format(line, " %d", sizes[i]);
	}
}

/* The cards that the others hold, and those that they have to show. */
static void add_seats(const struct view *view, struct document *out)
{
	int players = view->rules->seats;
	struct text *line = words_add(add_line(out, FIELD_HANG));

	text_add(line, "Cards held: ");
	for (int i = 1; i <= players; i++) {
		int seat = (view->seat + i) % players;
		text_format(line, "%s%s %d", i == 1 ? "" : ", ",
		            i < players ? seat_name(view->rules, view->player[seat]) : "you", view->size[seat]);
		if (view->talon[seat] > 0) {
			club_say(view->rules, view->rules->reserve.cards > 0 ? " and a reserve of " : " and a talon of ", line);
			text_format(line, view->rules->reserve.cards > 0 ? "%d for the next turn" : "%d", view->talon[seat]);
		}
		add_reserves_of(view, seat, line);
	}
	text_add(line, ".");
	if (view->rules->reserve.cards > 0 && view->rules->reserve.of == reserve_of_side)
		add_reserves(view, out);
	for (int i = 1; i < players; i++) {
		int seat = (view->seat + i) % players;
		struct words *words;
		if (cards_kinds(&view->hand_shown[seat]) == 0)
			continue;
		words = add_line(out, FIELD_HANG);
		text_format(words_add(words), "%s shows: ", seat_name(view->rules, view->player[seat]));
		add_cards(view->rules, &view->hand_shown[seat], words);
		text_add(words_add(words), ".");
	}
}

/* Where the game stands, and whose turn it is. */
static void add_scores(const struct view *view, struct document *out)
{
	struct text *scores = words_add(add_line(out, SCORES_HANG));

	text_format(scores, "Deal %lu, turn %d", (unsigned long)view->deal + 1, view->turn.number);
	if (view->to_act != NOBODY)
		text_format(scores, ", %s to act", seat_name(view->rules, view->player[view->to_act]));
	if (view->rules->game.to > 0)
		text_format(scores, ". To %d:", (int)view->rules->game.to);
	else
		text_add(scores, ". Totals:");
	for (int side = 0; side < view->rules->table.sides; side++) {
		text_add(scores, side == 0 ? " " : ", ");
		side_name(view->rules, side, scores);
		text_format(scores, " %d", (int)view->side[side].score);
	}
	text_add(scores, ".");
}

/* The own hand, and what the player owes or was answered in this turn. */
static void add_hand(const struct view *view, struct document *out)
{
	struct block *hand = document_add(out, BLOCK_FIELD);

	text_add(words_add(&hand->label), "Your hand:");
	if (cards_kinds(&view->hand) != 0)
		add_cards(view->rules, &view->hand, &hand->words);
	else
		text_add(words_add(&hand->words), "no cards");
	if (view->phase == PHASE_ANSWER && view->to_act == view->seat)
		text_format(words_add(add_line(out, 0)), "%s asks: may I go out? Answer yes or no.",
		            seat_name(view->rules, view->player[view->turn.seat]));
	if (view->turn.seat != view->seat)
		return;
	if (view->turn.count > 0 && !view->side[view->side_of_seat].opened)
		text_format(words_add(add_line(out, 0)), "Your initial meld counts %d of %d.", (int)view->turn.count,
		            (int)view->turn.minimum);
	if (view->phase == PHASE_TALON)
		text_format(words_add(add_line(out, 0)), "You may take a talon of %d: talon or no talon.",
		            view->turn.talon);
	if (view->turn.stops)
		text_add(words_add(add_line(out, 0)),
		         "The last card was a bonus card. Meld what you like, then say stop: the deal ends.");
	else if (view->phase == PHASE_MELD && view->rules->turn.discard != turn_discard_required)
		text_add(words_add(add_line(out, 0)),
		         view->rules->turn.discard == turn_discard_never
		                 ? "Nothing is discarded: say stop when your turn is over."
		                 : "You need not discard: say stop when your turn is over.");
	if (view->turn.owes_out)
		text_add(words_add(add_line(out, 0)), "You have to go out in this turn.");
	if (view->turn.stays_in && view->turn.asked)
		text_add(words_add(add_line(out, 0)), "You may not go out in this turn.");
}

void table_hand_add(const struct view *view, struct document *out)
{
	if (view->turn.seat == view->seat && view->turn.melded)
		add_melds(view->rules, &view->side[view->side_of_seat], out);
	add_hand(view, out);
}

void table_view_add(const struct view *view, struct document *out)
{
	struct words *pile;

	add_scores(view, out);
	for (int side = 0; side < view->rules->table.sides; side++)
		if (side != view->side_of_seat)
			add_side(view, side, out);
	add_side(view, view->side_of_seat, out);
	add_seats(view, out);
	text_format(words_add(add_line(out, 0)), "Stock: %d cards.", view->stock_size);
	pile = add_line(out, FIELD_HANG);
	text_add(words_add(pile), "Pile: ");
	const struct rules *rules = view->rules;
	text_add(words_add(pile), view->pile_size == 0 ? "none" : view->pile_size == 1 ? "only the " : "");
	if (view->pile_size > 0 && view->pile_top >= 0)
		add_card(rules, view->pile_top, pile);
	else if (view->pile_size > 0)
		text_add(words_add(pile), "card face down");
	if (view->pile_size > 1)
		text_format(words_add(pile), " on %d card%s", view->pile_size - 1, plural(view->pile_size - 1));
	for (int i = 1; i < view->shown; i++) {
		text_add(words_add(pile), i == 1 ? ", under it " : ", ");
		add_card(rules, view->pile_shown[i], pile);
	}
	if (view->pile_size > 0 && view->blocked >= 0)
		add_state("blocked", rules->pile.block[view->blocked].name, rules->pile.block[view->blocked].title,
		          pile);
	if (view->pile_size > 0 && view->frozen >= 0) {
		add_state("frozen", rules->pile.freeze[view->frozen].name, rules->pile.freeze[view->frozen].title,
		          pile);
		text_add(words_add(pile), view->frozen_for_take < 0 ? ", but you may open with the pile" : "");
	}
	text_add(words_add(pile), ".");
	add_hand(view, out);
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

/* The words of an act without its verb, which is the label of the line. */
static void write_short(const struct game *game, struct act act, struct text *out)
{
	struct text words = { 0 };
	const char *rest;

	act_write(game, act, &words);
	rest = strchr(text_read(&words), ' ');
	if (act.verb == ACT_TALON && !act.yes)
		text_add(out, " leave it");
	else if (rest != NULL)
		text_add(out, rest);
	else if (act.verb == ACT_TAKE)
		text_add(out, " (with the meld)");
	else if (act.verb == ACT_TALON)
		text_add(out, " take it");
	text_end(&words, out);
}

void table_acts_add(const struct game *game, const struct acts *acts, struct document *out)
{
	struct block *block = NULL;

	for (int i = 0; i < acts->count; i++) {
		enum verb verb = (enum verb)acts->act[i].verb;
		if (block == NULL || acts->act[i - 1].verb != acts->act[i].verb) {
			block = document_say(out, BLOCK_CELLS, 1, "");
			text_add(words_add(&block->label), verb_word(verb));
		} else
			text_add(words_add(&block->words), "\n");
		text_format(words_add(&block->words), "[%d]", i + 1);
		write_short(game, acts->act[i], words_add(&block->words));
	}
}

void table_offers_add(const struct game *game, const struct acts *acts, struct document *out)
{
	struct text *line = NULL;

	for (int i = 0; i < acts->count; i++)
		if (acts->act[i].verb == ACT_SPECIAL || acts->act[i].verb == ACT_LAY) {
			if (line != NULL)
				text_add(line, ", or ");
			else
				text_add(line = words_add(add_line(out, SCORES_HANG)), "You may ");
			text_add(line, acts->act[i].verb == ACT_SPECIAL ? "lay a special hand: " : "");
			act_write(game, acts->act[i], line);
		}
	if (line != NULL)
		text_add(line, ".");
}

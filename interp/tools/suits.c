/* suits.c -- where each card of the deck lies. The engine says how many cards of a kind lie in each place; what a place has less than before
 * has gone to those that have more. No act has a case of its own. */
#include "tools/suits.h"

#include <string.h>
#include "game/question.h"
#include "game/random.h"
#include "grammar/text.h"

/* ---- kinds ---- */

/* Where suits of a kind are dealt: a stream of random numbers for each kind, and for each time that cards go back to the stock. */
static uint64_t stream_of(const struct game *game, int kind)
{
	return UINT64_C(1) << 48 | (uint64_t)kind << 40 | (uint64_t)game->renewed << 32 | game->deal;
}

/* True if cards of a kind look different. */
static bool has_faces(const struct kind *kind)
{
	return (kind->faces & (kind->faces - 1)) != 0;
}

/* ---- cards of one kind ---- */

/* The cards of a kind: from [begin], and not beyond [end]. */
struct kind_row {
	struct suits *suits;
	int kind, begin, end;
};

/* Moves the next card from one place to another; false if there is none. */
static bool move(const struct kind_row *row, int from, int to)
{
	bool is_seen = from == SUITS_MOVING && to >= SUITS_HAND && to < SUITS_LAID;
	struct suits_card *cards = row->suits->card;
	int at = row->begin;

	while (at < row->end && cards[at].place != from)
		at++;
	if (at == row->end)
		return false;
	struct suits_card card = { (uint16_t)to, cards[at].suit };
	if (to == SUITS_PILE || is_seen) {
		memmove(cards + row->begin + 1, cards + row->begin, (size_t)(at - row->begin) * sizeof card);
		cards[row->begin] = card;
	} else {
		memmove(cards + at, cards + at + 1, (size_t)(row->end - 1 - at) * sizeof card);
		cards[row->end - 1] = card;
	}
	return true;
}

/* Nobody knows in which order cards that nobody sees will come. */
static void shuffle_unseen(const struct kind_row *row, const struct game *game)
{
	uint8_t suit[DECK_MAX];
	struct random random;
	int count = 0;

	for (int i = row->begin; i < row->end; i++)
		if (row->suits->card[i].place == SUITS_UNSEEN)
			suit[count++] = row->suits->card[i].suit;
	random_begin(&random, game->seed, stream_of(game, row->kind));
	random_shuffle(&random, suit, count);
	for (int i = row->end - 1; count > 0; i--)
		if (row->suits->card[i].place == SUITS_UNSEEN)
			row->suits->card[i].suit = suit[--count];
}

/* ---- following ---- */

static int count_in_row(const uint8_t *cards, int size, int kind)
{
	int count = 0;

	for (int i = 0; i < size; i++)
		count += cards[i] == kind;
	return count;
}

static int count_in_meld(const struct rules *rules, const struct meld_cards *cards, int kind)
{
	int count = meld_kinds(rules, cards) >> kind & 1 ? meld_naturals_of(rules, cards, kind) : 0;

	for (int wild = 0; wild < rules->wild_kinds; wild++)
		count += rules->wild_kind[wild] == kind ? cards->wild[wild] : 0;
	return count;
}

/* Where a meld lies. */
static int place_of_meld(const struct rules *rules, int side, int meld)
{
	return SUITS_MELD + meld * rules->table.sides + side;
}

/* How many cards of a kind lie in each place that somebody sees. */
static void count_places(const struct game *game, int kind, int *count)
{
	const struct rules *rules = game->rules;

	for (int seat = 0; seat < rules->seats; seat++) {
		count[SUITS_HAND + seat] = cards_count(&game->seat[seat].hand, kind);
		count[SUITS_LAID + seat] = cards_count(&game->seat[seat].laid, kind);
	}
	count[SUITS_PILE] = count_in_row(game->pile, game->pile_size + game->turn.left - game->top_hidden, kind);
	for (int side = 0; side < rules->table.sides; side++)
		for (int i = 0; i < game->side[side].melds; i++)
			count[place_of_meld(rules, side, i)] =
				count_in_meld(rules, &game->side[side].meld[i].cards, kind);
}

static void follow_kind(const struct kind_row *row, const struct game *game)
{
	const int end = place_of_meld(game->rules, 0, row->suits->melds);
	int more[SUITS_PLACES];
	bool back = false;

	memset(more, 0, (size_t)end * sizeof *more);
	count_places(game, row->kind, more);
	for (int i = row->begin; i < row->end; i++)
		more[row->suits->card[i].place]--;
	for (int place = SUITS_HAND; place < end; place++)
		for (; more[place] < 0; more[place]++)
			move(row, place, SUITS_MOVING);
	for (int place = end - 1; place >= SUITS_HAND; place--)
		for (; more[place] > 0; more[place]--)
			if (!move(row, SUITS_MOVING, place))
				move(row, SUITS_UNSEEN, place);
	while (move(row, SUITS_MOVING, SUITS_UNSEEN))
		back = true;
	if (back)
		shuffle_unseen(row, game);
}

/* How many cards of a kind an act takes from the hand, as far as it says so. */
static int played(const struct rules *rules, struct act act, int kind)
{
	int count = 0;

	if (act.verb == ACT_ADD || act.verb == ACT_DISCARD || act.verb == ACT_LAY)
		return act.kind == kind;
	if (act.verb != ACT_TAKE && act.verb != ACT_MELD)
		return 0;
	for (int wild = 0; wild < rules->wild_kinds; wild++)
		count += rules->wild_kind[wild] == kind ? act_wild(act, wild) : 0;
	return count + act_naturals_of(rules, act, kind);
}

/* Moves the cards of the kinds in [moved] to where they lie in [after]; [seat] has just done [act]. */
static void follow(struct suits *suits, cardset moved, int seat, struct act act, const struct game *after)
{
	const struct rules *rules = after->rules;
	struct kind_row row = { .suits = suits };

	for (int side = 0; side < rules->table.sides; side++)
		if (suits->melds < after->side[side].melds)
			suits->melds = after->side[side].melds;
	for (row.kind = 0; row.kind < rules->kinds; row.kind++) {
		row.begin = row.end;
		row.end += rules->kind[row.kind].copies;
		if (!has_faces(&rules->kind[row.kind]) || !(moved >> row.kind & 1))
			continue;
		/* Played cards leave the hand before equal ones come to it with a pile or a reserve. */
		for (int i = played(rules, act, row.kind); i > 0; i--)
			move(&row, SUITS_HAND + seat, SUITS_MOVING);
		follow_kind(&row, after);
	}
}

/* The kinds of which a heap has more or fewer cards than it had. */
static cardset kinds_changed(const struct cards *was, const struct cards *is)
{
	cardset changed = 0;

	for (cardset kinds = cards_kinds(was) | cards_kinds(is); kinds != 0; kinds &= kinds - 1) {
		int kind = __builtin_ctzll(kinds);
		changed |= (cardset)(cards_count(was, kind) != cards_count(is, kind)) << kind;
	}
	return changed;
}

/* The kinds of which a card may lie elsewhere: those of the act, of hands and bonus cards that changed, and of a pile that did more than
 * grow by a discard; where melds come to others, all. */
static cardset kinds_moved(const struct game *before, struct act act, const struct game *after)
{
	const struct rules *rules = after->rules;
	cardset moved = 0;

	if (act.verb == ACT_JOIN || after->alone != before->alone)
		return ~moved;
	for (int kind = 0; kind < rules->kinds; kind++)
		moved |= (cardset)(played(rules, act, kind) > 0) << kind;
	for (int seat = 0; seat < rules->seats; seat++)
		moved |= kinds_changed(&before->seat[seat].hand, &after->seat[seat].hand) |
		         kinds_changed(&before->seat[seat].laid, &after->seat[seat].laid);
	if (after->pile_size != before->pile_size + (act.verb == ACT_DISCARD) ||
	    after->turn.left != before->turn.left || after->top_hidden || after->renewed != before->renewed)
		moved |= before->pile_kinds | after->pile_kinds;
	return moved;
}

void suits_follow(struct suits *suits, const struct game *before, struct act act, const struct game *after)
{
	follow(suits, kinds_moved(before, act, after), game_to_act(before), act, after);
}

void suits_deal(struct suits *suits, const struct game *game)
{
	const struct rules *rules = game->rules;
	struct kind_row row = { .suits = suits };

	memset(suits, 0, sizeof *suits);
	for (row.kind = 0; row.kind < rules->kinds; row.kind++) {
		const struct kind *kind = &rules->kind[row.kind];
		row.begin = row.end;
		row.end += kind->copies;
		for (int i = row.begin, suit = 0; i < row.end; suit++) /* the packs have the same of each */
			if (kind->faces >> (kind->rank * 4 + suit % 4) & 1)
				suits->card[i++].suit = (uint8_t)(suit % 4);
		shuffle_unseen(&row, game);
	}
	follow(suits, ~(cardset)0, 0, (struct act){ .verb = ACT_DRAW }, game);
}

/* ---- writing ---- */

/* Writes the cards of a place as a line that begins with a name, of seat or side [number] and of meld [meld] unless these are 0. */
static void write_place(const struct suits *suits, const struct rules *rules, int place, const char *name, int number,
                        int meld, struct text *out)
{
	const struct suits_card *card = suits->card;
	bool begun = false;

	for (int at = 0; at < rules->kinds; at++)
		for (int i = rules->kind[at].copies; i > 0; i--, card++) {
			if (card->place != place || !has_faces(&rules->kind[at]))
				continue;
			if (!begun)
				text_format(out,
				            meld > 0     ? "faces %s %d %d:"
				            : number > 0 ? "faces %s %d:"
				                         : "faces %s:",
				            name, number, meld);
			begun = true;
			text_format(out, " %s%c", RANK_NAMES[rules->kind[at].rank], "CDHS"[card->suit]);
		}
	text_add(out, begun ? "\n" : "");
}

void suits_write(const struct suits *suits, const struct view *view, struct text *out)
{
	const struct rules *rules = view->rules;

	if (view->seat != NOBODY)
		write_place(suits, rules, SUITS_HAND + view->seat, "hand", 0, 0, out);
	write_place(suits, rules, SUITS_PILE, "pile", 0, 0, out);
	for (int seat = 0; seat < rules->seats; seat++) {
		int number = view->player[seat] + 1;
		write_place(suits, rules, SUITS_LAID + seat, "laid", number, 0, out);
		if (cards_kinds(&view->hand_shown[seat]) != 0)
			write_place(suits, rules, SUITS_HAND + seat, "shown", number, 0, out);
	}
	for (int side = 0; side < rules->table.sides; side++)
		for (int i = 0; i < view->side[side].melds; i++)
			write_place(suits, rules, place_of_meld(rules, side, i), "meld", side + 1, i + 1, out);
}

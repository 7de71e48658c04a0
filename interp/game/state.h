/* state.h -- the table, the room above the compiled rules: what lies there, what is owed in a turn, and laying cards down without asking
 * whether the turn can end. The rooms above it ask here, and so may the notation, `players/sample.c` and `tools/record_cards.c`, which
 * put positions together. What anybody may ask of a position stands in question.h.
 *
 * Questions are about the position as it lies: false means that it is not so. Where false proves nothing, the comment says it. */
#ifndef GAME_STATE_H
#define GAME_STATE_H

#include "game/question.h"

/* For functions that only rare rules need: inlined, they would slow down those that every game calls all the time. */
#define NOINLINE __attribute__((noinline))

/* facts.c: whether the pile is frozen or blocked for the player, and by which item. */
bool pile_is_frozen(const struct question *about, int *item);
bool pile_is_blocked(const struct question *about, int *item);

/* facts.c: the highest of the totals but that of [account]. */
int32_t highest_of_others(const struct rules *rules, const int32_t *totals, int account);

/* Copies what a turn can change or look at, to try acts of laying down cards; sides that do not play are left out,
 * and so are the stock and the talons: what nobody has seen must not bear on what is legal. */
static inline void copy_turn(struct game *to, const struct game *from)
{
	const struct rules *rules = from->rules;

	__builtin_memcpy(to, from, offsetof(struct game, seat) + sizeof *from->seat * (size_t)rules->seats);
	__builtin_memcpy(to->pile, from->pile, from->pile_size);
	for (int side = 0; side < rules->table.sides; side++)
		__builtin_memcpy(&to->side[side], &from->side[side],
		                 offsetof(struct side, meld) + sizeof(struct meld) * from->side[side].melds);
	if (rules->tables->asks_past)
		__builtin_memcpy(to->past, from->past, sizeof to->past);
	to->turn.thought = true;
}

/* What apply_cards() can change of a copy of copy_turn() by melding, adding and joining: the turn, and what belongs to the player and
 * her side. The pile changes once, when it is picked up. A search goes as deep as a hand has cards, so it keeps this for each act, and
 * not a game. */
struct undo {
	uint8_t table[offsetof(struct game, seat)];
	struct seat seat;
	struct side side;
};

static inline void undo_keep(struct undo *undo, const struct game *game)
{
	const struct side *side = &game->side[game->turn.side];

	__builtin_memcpy(undo->table, game, sizeof undo->table);
	undo->seat = game->seat[game->turn.seat];
	__builtin_memcpy(&undo->side, side, offsetof(struct side, meld) + sizeof(struct meld) * side->melds);
}

/* Makes [*game] what it was, after acts that began with [*from]: as long as the pile waits, it is the pile there. */
static inline void undo_acts(const struct undo *undo, const struct game *from, struct game *game)
{
	__builtin_memcpy(game, undo->table, sizeof undo->table);
	if (game->turn.pending)
		__builtin_memcpy(game->pile, from->pile, game->pile_size);
	game->seat[game->turn.seat] = undo->seat;
	__builtin_memcpy(&game->side[game->turn.side], &undo->side,
	                 offsetof(struct side, meld) + sizeof(struct meld) * undo->side.melds);
}

/* facts.c: whether it is, at a glance, without the item. */
bool pile_looks_frozen(const struct question *about);
bool pile_looks_blocked(const struct question *about);

static inline int lesser(int a, int b)
{
	return a < b ? a : b;
}

/* The kinds among so many cards. */
static inline cardset kinds_in_row(const uint8_t *cards, int count)
{
	cardset kinds = 0;

	for (int i = 0; i < count; i++)
		kinds |= UINT64_C(1) << cards[i];
	return kinds;
}

/* A meld of the side of the rank [kind], or NULL. It is no sequence, though one may begin with a card of that kind. */
static inline const struct meld *meld_of(const struct side *side, int kind)
{
	return side->melded >> kind & 1 ? &side->meld[side->meld_of[kind]] : NULL;
}

/* True for the meld of its rank of which conditions ask (side->meld_of), where some condition does. */
static inline bool is_asked_of_its_rank(const struct game *game, const struct side *side, int meld)
{
	return game->rules->tables->asks_meld_of_rank && side->meld[meld].cards.sequence == 0 &&
	       side->meld_of[side->meld[meld].cards.kind] == meld;
}

/* True if there is room on the table for one more meld of a rank that has one: the first of each rank always has. */
static inline bool room_for_another(const struct rules *rules, const struct side *side)
{
	return side->melds - set_size(side->melded & rules->leads) + side->room_for_partners < rules->room_beside_first;
}

/* The ranks of which the side may have one more meld, as far as those on the table allow. */
static inline cardset ranks_to_begin(const struct side *side)
{
	return ~side->melded | side->again;
}

/* The kinds that may fit a meld of the side, as far as ranks and places go. */
static inline cardset kinds_near(const struct rules *rules, const struct side *side, const struct meld *meld)
{
	const struct form *form = &rules->form[meld->form]; /* a wild card may be a natural one in its own place */
	cardset wild = rules->cards.wild & (form->most_wilds[MELD_CARDS_MAX] > 0 ? ~UINT64_C(0) : form->sequence);

	if (meld->cards.sequence == 0)
		return wild | rules->mates[meld->cards.kind];
	return wild | (side->takes_sequence & rules->of_suit[sequence_suit(rules, &meld->cards)]);
}

/* Something was melded in this turn, but it is no initial meld yet. */
static inline bool owes_opening(const struct game *game)
{
	return game->turn.melded && !own_side(game)->opened;
}

/* The place of a wild card in rules->wild_kind. */
static inline int wild_place(const struct rules *rules, int kind)
{
	int wild = 0;

	while (rules->wild_kind[wild] != kind)
		wild++;
	return wild;
}

/* How many wild cards a heap has. Their kinds are few and the same all game, which a set of those that are there is not:
 * loops over it end where the processor cannot predict it. */
static inline int wilds_in(const struct rules *rules, const struct cards *cards)
{
	int count = 0;

	for (int wild = 0; wild < rules->wild_kinds; wild++)
		count += cards_count(cards, rules->wild_kind[wild]);
	return count;
}

/* What the cards of a meld count. */
static inline int32_t meld_points(const struct rules *rules, const struct meld_cards *cards)
{
	int32_t points = cards->naturals * rules->kind[cards->kind].points;

	if (cards->sequence > 0) {
		points = 0;
		for (unsigned places = cards->places; places != 0; places &= places - 1)
			points +=
				rules->kind[rules->in_order[sequence_suit(rules, cards)][__builtin_ctz(places)]].points;
	}

	for (int wild = 0; wild < rules->wild_kinds; wild++)
		points += cards->wild[wild] * rules->kind[rules->wild_kind[wild]].points;
	return points;
}

/* The ranks of which the hand might have enough to begin a meld: a single card is mostly too few, and so are two without
 * a wild card, or beside one that they do not take. Of a rank that is left out it has not. */
static inline cardset useful_kinds(const struct rules *rules, const struct cards *hand)
{
	cardset once = cards_kinds(hand);
	cardset none_wild = (cardset)((once & rules->cards.wild) != 0) - 1; /* every kind, if none is */

	return rules->naturals &
	       (cards_thrice(hand) |
	        (cards_twice(hand) & ~((rules->tables->needs_three & none_wild) | rules->tables->needs_naturals)) |
	        (once & ~rules->tables->needs_two));
}

/* Kinds that no ban will speak of when the turn ends with a discard, the last card apart. */
static inline cardset never_banned(const struct game *game)
{
	bool pile = (game->phase == PHASE_MELD) & !game->turn.pending & (game->pile_size > 0);

	return game->rules->tables->unbanned[pile];
}

/* discards.c: true if one of [kinds], as long as it stays in the hand, is sure to be free for the discard that ends this
 * turn, whatever is melded of other ranks; going out apart. False proves nothing. */
bool some_stays_free(const struct game *game, cardset kinds);

/* The rank of a meld of form [form] that begins with [kind] as a natural card; the first wild kind for wild cards
 * alone. */
static inline int form_rank(const struct rules *rules, const struct form *form, int kind)
{
	return form->ranks != 0 ? rules->lead[kind] : form->sequence != 0 ? kind : rules->wild_kind[0];
}

/* facts.c: cards of the pile, from the top, that [seat] may look at. */
int pile_shown_to(const struct game *game, int seat);

/* partners.c: as long as it is open who plays alone, keeps room on the table of the side whose turn it is for the melds of the others. */
void keep_room_for_partners(struct game *game);

/* partners.c: [seat] plays alone from now on, all others become partners and join what they have melded. Nothing if
 * that is settled already, or not how the game is played. */
void play_alone(struct game *game, int seat);

/* The seat so many steps on from [seat], once round the table at most. */
static inline int seat_from(const struct game *game, int seat, int steps)
{
	int players = game->rules->seats, at = seat + steps;

	return at < 0 ? at + players : at < players ? at : at - players;
}

/* Puts a card into the hand of [seat]. */
static inline void to_hand(struct game *game, int seat, int kind)
{
	cards_add(&game->seat[seat].hand, kind);
	game->seat[seat].size++;
}

/* True if others are on the side of [seat]. All sides are of one size until somebody plays alone. */
static inline bool has_partner(const struct game *game, int seat)
{
	return game->alone != NOBODY ? seat != game->alone : game->rules->seats > game->rules->table.sides;
}

/* turn_end.c: whether the player, with what lies on the table now, may go out. */
bool may_go_out(const struct game *game);

/* turn_end.c: whether a reserve lies there for the player, who does not owe going out, to be taken up with an empty hand once its condition
 * holds; and whether it holds once the hand is empty: as things stand or, with one card in it, after that is discarded. */
bool reserve_waits(const struct game *game);
bool reserve_is_due(const struct game *game);

/* turn_end.c: whether the hand is one card for which others come once it is discarded: a reserve or, if the player may not go out, a
 * talon. */
bool hand_refills(const struct game *game);

/* Whether the turn may end without a discard although the player does not go out, and whether it has to. */
static inline bool may_keep_all(const struct game *game)
{
	return game->turn.stops | (game->rules->turn.discard != turn_discard_required);
}

static inline bool discards_nothing(const struct game *game)
{
	return game->turn.stops | (game->rules->turn.discard == turn_discard_never);
}

/* Cards that a player who does not go out, and to whom no reserve comes, has before the end of her turn: one to keep, and one to discard if
 * she has to. */
static inline int cards_to_stay(const struct game *game)
{
	return may_keep_all(game) ? 1 : 2;
}

/* Whether the turn might end with less than a card to discard and one to keep although the player does not go out. False: it cannot, unless
 * a reserve comes. True proves nothing. */
static inline bool may_end_short(const struct game *game)
{
	return may_keep_all(game) || (game->rules->talon.empty_hand == talon_empty_hand_allowed &&
	                              (game->turn.opened || !own_side(game)->opened));
}

/* turn_end.c: whether the player may end her turn now without a discard, and nothing is owed. Where the last card of the stock
 * was a bonus card, that ends the deal. */
bool may_stop(const struct game *game);

/* discards.c: the kinds of the hand that may be discarded. [last]: it is the last card, going out. */
cardset discardable(const struct game *game, bool last);

/* discards.c: whether [kind], which is in the hand, may not be discarded; [*item] is then the first ban that
 * says so and does not give way to a draw or take. */
bool discard_is_banned(const struct game *game, int kind, bool last, int *item);

/* discards.c: lets bans give way if nothing in the hand may be discarded, those of the lowest order first. */
void settle_bans(struct game *game);

/* turn_end.c: whether the turn can end just now, with no further meld, or the deal is over. False proves nothing while cards of the hand are
 * unknown. */
bool can_end_now(const struct game *game);

/* conditions.c: whether the condition of a way of taking holds; [*owes_out]: only if the player then goes out. [about] is
 * what it is asked about. */
bool take_condition(const struct question *about, int take, bool *owes_out);

/* The question that conditions on melding a card of [rank] are asked with, also for a meld made by taking the pile. */
static inline struct question question_of_meld(const struct game *game, int rank)
{
	return (struct question){ .game = game,
		                  .seat = game->turn.seat,
		                  .side = game->turn.side,
		                  .rank = (uint8_t)(1 + rank_of(game->rules, rank)),
		                  .going_out = game->turn.owes_out,
		                  .taking = game->phase == PHASE_DRAW };
}

/* conditions.c: the rest of form_may_begin(), form_takes_natural() and form_takes_wild(), where that depends on something. */
bool form_may_begin_now(const struct game *game, int form, int rank, bool *owes_out);
bool form_takes_natural_now(const struct game *game, int form, int rank);
bool form_takes_wild_now(const struct game *game, int form, int rank);

/* Whether a meld of this form and rank may be begun now; [*owes_out]: only if the player then goes out. */
static inline bool form_may_begin(const struct game *game, int form, int rank, bool *owes_out)
{
	*owes_out = false;
	return (game->rules->tables->begun_always >> form & 1) || form_may_begin_now(game, form, rank, owes_out);
}

/* Whether natural cards may be added to a meld of this form and rank now. */
static inline bool form_takes_natural(const struct game *game, int form, int rank)
{
	return (game->rules->tables->natural_always >> form & 1) || form_takes_natural_now(game, form, rank);
}

/* Whether wild cards may be put into a meld of this form and rank now. */
static inline bool form_takes_wild(const struct game *game, int form, int rank)
{
	return (game->rules->tables->wild_always >> form & 1) || form_takes_wild_now(game, form, rank);
}

/* Which kinds of meld take wild cards now, as bits by their places in rules->meld: [known] are those whose condition has been
 * evaluated, [taking] those of them that do. Where the rank matters the condition is evaluated each time. */
struct taking_wild {
	uint32_t known, taking;
};

/* What is known without evaluating a condition. */
static inline struct taking_wild taking_wild_now(const struct game *game)
{
	const struct rules *rules = game->rules;
	bool alone = (own_side(game)->melded & rules->cards.wild) != 0;
	uint32_t taking = rules->tables->wild_always | (alone ? 0 : rules->tables->wild_first);

	return (struct taking_wild){ taking, taking };
}

/* conditions.c: the rest of takes_wild(), where a condition has to be evaluated. */
bool learn_takes_wild(const struct game *game, struct taking_wild *forms, int form, int rank);

/* Whether wild cards may be put into a meld of this form and rank now, as form_takes_wild() says. */
static inline bool takes_wild(const struct game *game, struct taking_wild *forms, int form, int rank)
{
	return forms->known >> form & 1 ? forms->taking >> form & 1 : learn_takes_wild(game, forms, form, rank);
}

/* melds.c: whether the kinds of card in the meld that an act of melding, adding or joining leaves may lie together, as far as the form
 * of the meld says; the act is one of these otherwise. */
bool act_mixes_kinds(const struct game *game, struct act act);
static inline bool act_kinds_fit(const struct game *game, struct act act)
{
	return !game->rules->tables->kinds_asked || !act_mixes_kinds(game, act);
}

/* melds.c: the same of a take that begins a meld of [form], or joins [onto] unless that is NULL. True as long as the act names no wild
 * cards. */
bool take_kinds_fit(const struct rules *rules, int form, const struct meld *onto, struct act act);

/* opening.c: the cards of meld [index] as part of the initial meld and what they count, without the top card of the pile
 * where that does not count. False if what is left is no meld. */
bool initial_cards(const struct game *game, int index, struct meld_cards *cards, int32_t *points);

/* opening.c: whether the initial meld has what it must contain besides its count. */
bool initial_contains(const struct game *game);

/* laying.c: lays the cards of an act. True if the pile comes into the hand then: the caller takes it up. */
bool lay_cards(struct game *game, struct act act);

/* laying.c: card [i] of the pile comes to the player: into the hand, or before her if it is a bonus card; true if a card is to be drawn for
 * that. And after all of them: the pile is what was left of it. */
bool pile_card_comes(struct game *game, int i);
void pile_is_gone(struct game *game);

/* laying.c: puts one bonus card before the player. True if a card is to be drawn for it. */
bool lay_bonus(struct game *game, int seat, int kind, enum origin origin, bool held);

/* laying.c: takes cards out of the hand of the player whose turn it is. */
void take_from_hand(struct game *game, int kind, int count);

/* laying.c: puts a card of the player whose turn it is on the pile. apply.c does what follows from a discard. */
void put_on_pile(struct game *game, int kind);

/* laying.c: does an act of laying cards, in a turn that is thought of: whether it can be finished is not asked, nothing is drawn, and the
 * deal does not end by an empty hand. */
void apply_cards(struct game *game, struct act act);

/* melds.c: calls with each act that begins a sequence of [suits], as bits, for which the player whose turn it is has the cards, until one
 * call returns true; then it returns true. */
enum { EVERY_SUIT = 15 };
bool each_sequence(const struct game *game, unsigned suits,
                   bool (*call)(void *context, const struct game *game, struct act act), void *context);

/* melds.c: true if the card goes into the sequence, which then keeps its limits. */
bool sequence_takes(const struct rules *rules, const struct meld *meld, int kind);

/* melds.c: the outcome of an act that adds a card to a sequence; false if the card does not fit so. */
bool sequence_after(const struct game *game, struct act act, struct meld_cards *cards);

/* melds.c: true if further cards of its rank go to a meld that was begun later, or is to be completed first. */
bool is_superseded(const struct rules *rules, const struct side *side, int index);

/* melds.c: the ways of adding a card of this kind to meld [item] of the side to move now, as far as the meld itself goes.
 * Returns how many there are. */
int additions_now(const struct game *game, int item, int kind, struct act acts[SEQUENCE_WAYS]);

/* True if two melds are of one kind and rank, or sequences of one kind: others are never put together. */
static inline bool melds_are_alike(const struct meld *one, const struct meld *other)
{
	return one->form == other->form && (one->cards.sequence > 0 || one->cards.kind == other->cards.kind);
}

/* melds.c: finds which kinds of card fit the melds of a side, where acts name their melds. */
void find_takers(const struct rules *rules, struct side *side);

/* melds.c: finds it anew for the melds like number [index], whose cards have changed: those of its rank or, for a sequence, all sequences. */
void find_takers_like(const struct rules *rules, struct side *side, int index);

/* laying.c: brings what [side] knows of one meld up to date after its cards have changed. Where acts name melds, what they take is found
 * apart: find_takers(). */
void settle_meld(struct game *game, struct side *side, int index);

/* opening.c: what the initial meld of the side has to count, as things stand; for the side whose turn it is. */
int32_t minimum_of(const struct question *about);
int32_t minimum_now(const struct game *game);

/* opening.c: the setting that keeps an initial meld which counts [have], less than it must, from being made: what raises the minimum, if it
 * would be enough without that. */
int row_of_minimum(const struct game *game, int32_t have);

/* opening.c: after cards were melded by a side that has not opened: it opens if its initial meld is made. */
void open_if_made(struct game *game);

/* conditions.c: how many cards of the pile become the stock once that is used up. None while the pile is being taken, and none in a turn that
 * is only thought of, where nothing may depend on cards to come. */
int cards_to_renew(const struct game *game);

/* conditions.c: cards that the player draws in place of taking the pile; 0 if there are none, or too few, so that the deal ends. */
int cards_of_draw(const struct game *game);

/* conditions.c: where bonus cards come from that are in the hand before the draw. */
enum origin origin_of_held(const struct game *game);

/* conditions.c: whether a card should come from the stock for a bonus card of the hand that is laid now. */
bool laying_is_replaced(const struct game *game, int kind);

/* The bonus card that the player whose turn it is keeps because it was the last card of the stock, and has only once. */
static inline cardset bonus_that_stays(const struct game *game)
{
	const struct seat *seat = &game->seat[game->turn.seat];

	return seat->stays > 0 && game->stock_size == 0 && cards_count(&seat->hand, seat->stays - 1) == 1
	               ? UINT64_C(1) << (seat->stays - 1)
	               : 0;
}

/* The bonus cards of the hand that may be laid at this moment, as far as the moment goes: any before drawing or taking
 * the pile, those just drawn until something else is done. */
static inline cardset bonus_to_lay(const struct game *game)
{
	const struct rules *rules = game->rules;

	if (rules->bonus.laid != bonus_laid_by_choice)
		return 0;
	if (game->phase == PHASE_DRAW)
		return cards_kinds(&game->seat[game->turn.seat].hand) & rules->bonus.cards & ~bonus_that_stays(game);
	if (game->phase != PHASE_MELD || !game->turn.drew || !game->turn.fresh || game->turn.asked)
		return 0;
	return cards_kinds(&game->drawn);
}

#endif

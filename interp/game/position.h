/* position.h -- positions that were not reached by play: one that is put together by hand, where everything that is not
 * stated is filled in, always in the same way; and the same table under other rules, where cards keep their faces and
 * places and everything else is computed anew. */
#ifndef GAME_POSITION_H
#define GAME_POSITION_H

#include "game/game.h"

struct text;

/* Cards in a row, as kinds. */
struct row_of_cards {
	uint8_t kind[DECK_MAX];
	int count;
};

/* Adds a card; cards beyond the size of any deck are dropped. */
void row_add(struct row_of_cards *row, int kind);

/* A position in the making. Seats and sides are those of the game. */
struct position {
	struct game game;        /* scores, flags and melds are set here directly */
	uint8_t left[KINDS_MAX]; /* cards of each kind that have no place yet */
	bool hand_given[PLAYERS_MAX];
	struct row_of_cards drawn; /* cards that have to stay in the stock, to be drawn later */
	struct row_of_cards stock; /* the next cards of the stock, in the order drawn */
	bool stock_ends;           /* the stock has no other cards than these */
	/* Once it is finished, what no line names. What comes from there to a hand that was described is made up: */
	uint16_t unnamed; /* number of cards in the stock below those that were named */
	uint8_t aside_made_up;
	struct cards talon_made_up[PLAYERS_MAX], reserve_made_up[RESERVES_MAX];
	struct cards made_up[PLAYERS_MAX]; /* cards of each hand that was described */
	struct row_of_cards aside;         /* cards set aside for talons, in the order given out */
	bool no_aside;                     /* there are no other cards set aside */
	bool reserve_given[RESERVES_MAX],
		no_reserve[RESERVES_MAX]; /* its cards are named; it was taken up. By seat or by side */
	struct row_of_cards reserves;     /* a stacked deal: what is dealt into reserves, one after the other */
	/* numbers of cards, where only these are known; 0 where not even that is */
	uint16_t hand_size[PLAYERS_MAX], talon_size[PLAYERS_MAX], reserve_size[RESERVES_MAX], stock_size, aside_size;
	bool over; /* the deal is over: no turn begins, and no card is drawn, laid or replaced */
	/* for a stacked deal: the cards dealt to each seat, the start cards, then the stock */
	struct row_of_cards dealt[PLAYERS_MAX], start, next;
	struct row_of_cards kept; /* that have to stay in the stock of it, low down */
	bool stacked;
	int32_t turns; /* that have been played in the deal; less than 0 if nobody said how many */
};

/* How many players of the round have had their turns before that of [game], whose dealer is known. */
int place_in_round(const struct game *game);

/* How many rounds of turns have been played in a deal where nothing is said of it. */
int position_usual_rounds(const struct rules *rules);

/* An empty table under [rules], seat [seat] about to begin a turn. */
void position_begin(struct position *position, const struct rules *rules, int seat);

/* Takes one card of [kind] out of [left]; false if there is none. */
bool position_take(struct position *position, int kind);

/* Gives a card to a hand, to the top of the pile or to a side's laid bonus cards. */
void position_to_hand(struct position *position, int seat, int kind);
void position_to_pile(struct position *position, int kind);

/* Lays a card face down before a seat, for a talon. */
void position_to_talon(struct position *position, int seat, int kind);

/* True if these are cards of the sort that a meld of kind [form] has, whatever their number. */
bool cards_are_of_form(const struct rules *rules, int form, const struct meld_cards *cards);

/* True if these cards can be a meld of kind [form]. */
bool cards_fit_form(const struct rules *rules, int form, const struct meld_cards *cards);

/* The first kind of meld that these cards can be, -1 if there is none. */
int first_form(const struct rules *rules, const struct meld_cards *cards);

/* Puts a meld of these cards on the table for [side], laid in an earlier turn and begun as one of kind [form], or as the
 * first that they can be if it is -1; false if they are none. */
bool position_meld(struct position *position, int side, const struct meld_cards *cards, int form);

/* Deals the cards that are left and begins the turn, unless the deal is over; deals all cards if their order was given.
 * False if too few cards are left. */
bool position_finish(struct position *position);

/* Does [act], which is legal, in the finished position. */
void position_apply(struct position *position, struct act act);

/* The kind of the first card that [act] lays from the hand although no line names it; -1 if all are named, or if nobody described that
 * hand. */
int position_lays_made_up(const struct position *position, struct act act);

/* Lets the turn of [game], which is about to begin, have begun with a draw, after which the hand is the one that it has now. A hand of
 * fewer cards than that is what is left of one later in the turn. False, with the position as it was, where the rules let nobody draw
 * now. */
bool position_draw_back(struct game *game);

/* Brings [cards] to the top of the stock of [game], the first one to be drawn first. Cards that are already known to
 * come next, above [unnamed] cards at the bottom, stay where they are. False if a card cannot come; [*instead] is then the card known
 * to lie there, or -1 if the stock has no such card. */
bool stock_put_on_top(struct game *game, const struct row_of_cards *cards, int unnamed, int *instead);

/* Lays the pile of [game] so that once it becomes the stock, which it does with [act], [cards] come from that first. False if it
 * does not become the stock, has no such cards, or [act] takes it. */
bool pile_put_to_come(struct game *game, struct act act, const struct row_of_cards *cards);

/* ---- the same table under other rules ---- */

/* From positions under one set of rules to positions under another. */
struct conversion {
	const struct rules *from, *to;
	uint8_t kind[KINDS_MAX]; /* under [to], of each kind under [from] */
};

/* Finds for each kind of [from] the one it is under [to]. False, with a sentence, if the two are not played by as many
 * players and sides with the same cards, or if [to] tells cards apart that [from] does not. */
bool conversion_begin(struct conversion *conversion, const struct rules *from, const struct rules *to,
                      struct text *why);

/* Sets [there] to the table of [game], which has just been dealt, as it would be under the other rules with these
 * totals, of which [best] was the highest of any side so far. They decide whether one plays alone in this deal. */
void convert_dealt(const struct conversion *conversion, const struct game *game, const int32_t *totals, int32_t best,
                   struct game *there);

/* Lays the stock and the pile of [there] as those of [game] lie, if both have as many cards: which come next may have become known since
 * the deal, in a stock that the pile is to become, too. */
void convert_stock(const struct conversion *conversion, const struct game *game, struct game *there);

/* Records for [there] what happened at the table of [game] and was not recorded there yet, as far as the other rules have
 * events of the same names. */
void convert_events(const struct conversion *conversion, const struct game *game, struct game *there);

/* Sets [there] to that of a deal that is over, to be scored; partners are those who were. Cards of melds that are none under the other
 * rules count as held by a player of their side; returns how many such melds there are. */
int convert_over(const struct conversion *conversion, const struct game *game, const int32_t *totals, int32_t best,
                 struct game *there);

#endif

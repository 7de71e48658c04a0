/* suits.h -- the suit of each card of a deal, for tables that people look at. Most rules do not tell suits apart, and then the engine counts
 * cards without one. Here each card of the deck has a suit before anybody sees it and keeps it wherever it goes, so that all who see
 * the card see the same one, and see it again when the game is gone on with or replayed: suits follow from the seed and the acts alone.
 *
 * Nobody learns of hidden cards by suits. Which of the equal cards of a hand is played is not chosen: first one that everybody saw
 * when it came there. So a card that is played never shows that its player has another one. */
#ifndef TOOLS_SUITS_H
#define TOOLS_SUITS_H

#include "game/view.h"

struct text;

/* Where cards lie. Everybody sees the places from SUITS_LAID on. Those that come later are filled first: what is played lies on the table before
 * cards come to a hand. */
enum {
	SUITS_UNSEEN, /* in the stock, a talon, a reserve or a special hand, or face down on the pile */
	SUITS_MOVING,
	SUITS_HAND, /* of the first seat, and so on */
	SUITS_LAID = SUITS_HAND + PLAYERS_MAX,
	SUITS_PILE = SUITS_LAID + PLAYERS_MAX,
	SUITS_MELD, /* the first meld of each side, then the second of each side, and so on */
	SUITS_PLACES = SUITS_MELD + SIDES_MAX * MELDS_MAX
};

/* Cards of a kind stand one behind the other, in the order in which they leave the place where they lie: from the pile the topmost first, from a
 * hand those that everybody saw, and otherwise what has lain there longest. */
struct suits {
	struct suits_card {
		uint16_t place;
		uint8_t suit; /* clubs 0, diamonds 1, hearts 2, spades 3 */
	} card[DECK_MAX];
	int melds; /* the most that a side has had in the deal */
};

/* Gives the cards of a deal that was just dealt their suits. */
void suits_deal(struct suits *suits, const struct game *game);

/* Moves cards to where they lie in [after], to which [act] has led from [before]. */
void suits_follow(struct suits *suits, const struct game *before, struct act act, const struct game *after);

/* Writes what a view shows of suits, the lines `faces` of docs/protocol.md; nothing of cards whose names have their suit. */
void suits_write(const struct suits *suits, const struct view *view, struct text *out);

#endif

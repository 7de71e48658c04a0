/* play.h -- the highest room of the engine: what acts bring about, with turns and deals. What its files ask each other, and
 * `notation/position_parser.c`; what everybody may ask stands in game.h. */
#ifndef GAME_PLAY_H
#define GAME_PLAY_H

#include "game/state.h"

/* turn.c: the partner who answers a question of [seat], who has one. */
int partner_of(const struct game *game, int seat);

/* turn.c: the reserve of the player whose turn it is comes into her hand; or it lies before her until her next turn, as the
 * rules have it of one who has discarded her last card. */
void take_reserve(struct game *game);
void put_reserve_down(struct game *game);

/* apply.c: lays a special hand, which ends the deal. */
void lay_special(struct game *game, int item);

/* turn.c: the pile becomes the stock, which is used up, where the rules want that. False if not. */
bool renew_stock(struct game *game);

/* turn.c: draws for the player whose turn it is; may end the deal. */
void draw_from_stock(struct game *game);

/* turn.c: lays out the bonus cards that [seat] was dealt, and replaces them. */
void lay_dealt_bonus(struct game *game, int seat);

/* turn.c: lays a bonus card from the hand of the player whose turn it is; may end the deal. */
void lay_from_hand(struct game *game, int kind);

/* turn.c: gives the player the talon of this turn. A bonus card in it may end the deal. */
void take_talon(struct game *game);

/* turn.c: begins the turn of [seat]. */
void begin_turn(struct game *game, int seat);

/* turn.c: ends the turn; the next player's begins. */
void pass_turn(struct game *game);

/* turn.c: puts the pile into the player's hand, bonus cards on the table. */
void pick_up_pile(struct game *game);

/* turn.c: the deal is over. */
void end_deal(struct game *game, enum ending ending, int out, int row);

#endif

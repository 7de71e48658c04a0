/* protocol.h -- the lines in which a table talks to a player who is elsewhere, behind a pipe: docs/protocol.md. What is
 * written for a player is a function of her view and her legal acts, or of what everybody saw. */
#ifndef TOOLS_PROTOCOL_H
#define TOOLS_PROTOCOL_H

#include "game/view.h"

struct text;

enum { PROTOCOL_VERSION = 1 };

/* Who is at the table and by which rules, which have this hash; then whose seat it is that listens. Players are told by
 * their numbers from 1, sides too. */
void protocol_write_hello(const struct rules *rules, const char *hash, struct text *out);
void protocol_write_seat(const struct rules *rules, int player, struct text *out);

/* A deal begins. */
void protocol_write_deal(const struct game *game, struct text *out);

/* Everything that a seat may know; and what it may do, numbered from 1: [acts] of the player to act, in order. */
void protocol_write_view(const struct view *view, struct text *out);
void protocol_write_acts(const struct game *game, const struct acts *acts, struct text *out);

/* Asks for an act, within [limit] milliseconds unless that is 0. */
void protocol_write_go(int limit, struct text *out);

/* Why an answer is refused, on one line. */
void protocol_write_refusal(const char *why, struct text *out);

/* What everybody saw of [act], which led from [before] to [after]. */
void protocol_write_did(const struct game *before, struct act act, const struct game *after, struct text *out);

/* How the deal ended and what it scored, with the totals after it. */
void protocol_write_score(const struct game *game, const struct tally *tally, const int32_t *totals, struct text *out);

/* The game is over and [winner] has won it, or NOBODY. */
void protocol_write_over(int winner, struct text *out);

/* Reads the [words] of an answer: the number of one of [acts], or the act itself. False, with a sentence, if it is none of
 * them. */
bool protocol_read_act(const struct game *game, const struct acts *acts, const char *words, struct act *act,
                       struct text *why);

#endif

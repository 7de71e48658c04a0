/* guests.h -- players who are elsewhere, and the talk with them during a game. */
#ifndef REPORTS_GUESTS_H
#define REPORTS_GUESTS_H

#include "players/player.h"

/* A guest is seated like a bot, but chooses by the lines of protocol.h. As struct canasta_guest in canasta.h. */
struct guest {
	struct player player; /* the first member; its choose() is NULL */
	void (*tell)(void *context, int player, const char *lines, size_t length);
	const char *(*hear)(void *context, int player, char *line, size_t room);
	void *context;
	int limit;
	bool together;
};

/* The guest that [player] is, or NULL. */
static inline const struct guest *guest_of(const struct player *player)
{
	return player->choose == NULL ? (const struct guest *)player : NULL;
}

enum { GUEST_FAULT_ROOM = 400 };

/* The talk during one game. */
struct talk {
	const struct rules *rules;
	const char *hash;                 /* of the rules */
	const struct player *const *seat; /* who plays, by their numbers, bots among them */
	bool any;                         /* one of them is a guest */
	bool incomplete;                  /* memory ran out while something was told: nobody is to blame */
	char *fault;                      /* GUEST_FAULT_ROOM bytes: why the game cannot go on */
};

/* Begins the talk: each guest is told the rules and her seat, and says that she is ready. These two are false, with
 * talk->fault filled in, if a guest leaves or is not up to it; or with talk->incomplete set. Without guests nothing is told. */
bool talk_begin(struct talk *talk);

/* Lets guest [guest] choose one of [acts], which are those of the player to act. */
bool talk_choose(struct talk *talk, const struct guest *guest, const struct game *game, struct acts *acts,
                 struct act *act);

/* Tells all guests that a deal begins, that an act was done, what a deal scored, and that the game is over. */
void talk_of_deal(struct talk *talk, const struct game *game);
void talk_of_act(struct talk *talk, const struct game *before, struct act act, const struct game *after);
void talk_of_score(struct talk *talk, const struct game *game, const struct tally *tally, const int32_t *totals);
void talk_of_end(struct talk *talk, int winner);

#endif

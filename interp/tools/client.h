/* client.h -- players outside the process, and the session with them during a game. */
#ifndef TOOLS_CLIENT_H
#define TOOLS_CLIENT_H

#include "players/player.h"

/* A client is seated like a bot, but chooses by the lines of protocol.h. As struct canasta_client in canasta.h. */
struct client {
	struct player player; /* the first member; its choose() is NULL */
	void (*send)(void *context, int player, const char *lines, size_t length);
	const char *(*receive)(void *context, int player, char *line, size_t room);
	void *context;
	int limit;
	bool together;
};

/* The client that [player] is, or NULL. */
static inline const struct client *client_of(const struct player *player)
{
	return player->choose == NULL ? (const struct client *)player : NULL;
}

enum { CLIENT_FAULT_ROOM = 400 };

/* The session of one game. */
struct session {
	const struct rules *rules;
	const char *hash;                 /* of the rules */
	const struct player *const *seat; /* who plays, by their numbers, bots among them */
	bool any;                         /* one of them is a client */
	bool incomplete;                  /* memory ran out while lines were written: no client is to blame */
	char *fault;                      /* CLIENT_FAULT_ROOM bytes: why the game cannot go on */
};

/* Opens the session: each client is sent the rules and its seat, and answers that it is ready. These two return false, with
 * session->fault filled in, if a client leaves or fails; or with session->incomplete set. Without clients nothing is sent. */
bool session_begin(struct session *session);

/* Lets client [client] choose one of [acts], which are those of the player to act. */
bool session_choose(struct session *session, const struct client *client, const struct game *game, struct acts *acts,
                    struct act *act);

/* Sends all clients that a deal begins, that an act was done, what a deal scored, or that the game is over. */
void session_deal(struct session *session, const struct game *game);
void session_act(struct session *session, const struct game *before, struct act act, const struct game *after);
void session_score(struct session *session, const struct game *game, const struct tally *tally, const int32_t *totals);
void session_end(struct session *session, int winner);

#endif

/* client.h -- players outside the process, the session with them during a game, and the lines it consists of. */
#ifndef TOOLS_CLIENT_H
#define TOOLS_CLIENT_H

#include "game/view.h"
#include "players/player.h"

struct text;

/* A client is seated like a bot, but chooses by the lines of the protocol. As struct canasta_client in canasta.h. */
struct client {
	struct player player; /* the first member; its choose() is NULL */
	void (*send)(void *context, int player, const char *lines, size_t length);
	const char *(*receive)(void *context, int player, char *line, size_t room);
	void *context;
	int limit;
	bool shares_lines; /* as in canasta.h */
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

/* ---- lines of the protocol ---- */

enum { PROTOCOL_VERSION = 1 };

/* The rules and who is at the table, before a game; and where a player sits. Players and sides have numbers from 1. */
void protocol_write_rules(const struct rules *rules, const char *hash, struct text *out);
void protocol_write_seat(const struct rules *rules, int player, struct text *out);

/* That [act] was done in [before] and led to [after], as everybody saw it. */
void protocol_write_did(const struct game *before, struct act act, const struct game *after, struct text *out);

/* That the last act was taken back; [game] is the table before it. */
void protocol_write_undone(const struct game *game, struct text *out);

/* A deal begins; how it ended and what it scored, with the totals after it; the game is over and [winner] has won it, or NOBODY. */
void protocol_write_deal(const struct game *game, struct text *out);
void protocol_write_score(const struct game *game, const struct tally *tally, const int32_t *totals, struct text *out);
void protocol_write_over(int winner, struct text *out);

/* Everything that a seat may know; and what it may do, numbered from 1: [acts] of the player to act, in order. */
void protocol_write_view(const struct view *view, struct text *out);
void protocol_write_acts(const struct game *game, const struct acts *acts, struct text *out);

/* Reads the [words] of an answer: the number of one of [acts], or the act itself. False, with a sentence, if it is none of
 * them. */
bool protocol_read_act(const struct game *game, const struct acts *acts, const char *words, struct act *act,
                       struct text *why);

#endif

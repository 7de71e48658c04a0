/* client.c -- a client is not trusted. Lines that answer nothing are ignored; a wrong answer is refused with the reason, and
 * after a few refusals in a row the game ends. Timeouts are the business of receive(). */
#include "tools/client.h"

#include <stdio.h>
#include <string.h>
#include "grammar/text.h"
#include "notation/lexer.h"
#include "tools/protocol.h"
#include "reports/seat_names.h"
#include "reports/table.h"

enum { LINE_ROOM = 1000, REFUSALS_MOST = 3 };

/* ---- sending ---- */

static void send_lines(struct session *session, const struct client *client, int player, struct text *lines)
{
	session->incomplete |= lines->failed != 0;
	client->send(client->context, player, text_read(lines), lines->length);
	text_free(lines);
}

/* True if another player of the same client has already received what is for everybody. */
static bool shares_lines(const struct session *session, const struct client *client, int player)
{
	for (int i = 0; i < player && client->together; i++)
		if (client_of(session->seat[i]) == client)
			return true;
	return false;
}

static void send_all(struct session *session, struct text *lines)
{
	session->incomplete |= lines->failed != 0;
	for (int i = 0; i < session->rules->table.players; i++) {
		const struct client *client = client_of(session->seat[i]);
		if (client != NULL && !shares_lines(session, client, i))
			client->send(client->context, i, text_read(lines), lines->length);
	}
	text_free(lines);
}

void session_deal(struct session *session, const struct game *game)
{
	struct text lines = { 0 };

	if (session->any)
		protocol_write_deal(game, &lines), send_all(session, &lines);
}

void session_act(struct session *session, const struct game *before, struct act act, const struct game *after)
{
	struct text lines = { 0 };

	if (session->any)
		protocol_write_did(before, act, after, &lines), send_all(session, &lines);
}

void session_score(struct session *session, const struct game *game, const struct tally *tally, const int32_t *totals)
{
	struct text lines = { 0 };

	if (session->any)
		protocol_write_score(game, tally, totals, &lines), send_all(session, &lines);
}

void session_end(struct session *session, int winner)
{
	struct text lines = { 0 };

	if (session->any)
		protocol_write_over(winner, &lines), send_all(session, &lines);
}

/* ---- receiving ---- */

/* Notes why a client does not play on; returns false. */
static bool gone(struct session *session, const struct client *client, int player, const char *why)
{
	if (session->incomplete)
		return false;
	snprintf(session->fault, CLIENT_FAULT_ROOM, "`%.80s` at seat %d (%s) %.270s", client->player.name, player + 1,
	         seat_name(session->rules, player), why);
	return false;
}

/* Waits for a line that begins with [word] and copies what follows the word to [rest]; other lines are ignored. False if none
 * comes. */
static bool receive_word(struct session *session, const struct client *client, int player, const char *word, char *rest)
{
	char line[LINE_ROOM];
	const char *why;

	if (session->incomplete)
		return false;
	while ((why = client->receive(client->context, player, line, sizeof line)) == NULL) {
		const char *said = words_behind(line, word, ' '), *ping = words_behind(line, "ping", ' ');
		struct text pong = { 0 };
		if (said != NULL)
			return memmove(rest, said, strlen(said) + 1), true;
		if (ping == NULL)
			continue;
		text_format(&pong, "pong%s%s\n", *ping != '\0' ? " " : "", ping);
		send_lines(session, client, player, &pong);
	}
	return gone(session, client, player, why);
}

static bool greet(struct session *session, const struct client *client, int player)
{
	struct text lines = { 0 };
	char name[LINE_ROOM];

	protocol_write_hello(session->rules, session->hash, &lines);
	if (shares_lines(session, client, player))
		text_free(&lines);
	protocol_write_seat(session->rules, player, &lines);
	send_lines(session, client, player, &lines);
	return receive_word(session, client, player, "ready", name);
}

bool session_begin(struct session *session)
{
	session->any = false;
	for (int i = 0; i < session->rules->table.players; i++) {
		const struct client *client = client_of(session->seat[i]);
		if (client == NULL)
			continue;
		session->any = true;
		if (!greet(session, client, i))
			return false;
	}
	return true;
}

/* ---- choosing ---- */

static void ask(struct session *session, const struct client *client, const struct game *game, const struct acts *acts)
{
	struct text lines = { 0 };
	struct view view;
	int seat = game_to_act(game);

	view_of(game, seat, &view);
	protocol_write_view(&view, &lines);
	protocol_write_acts(game, acts, &lines);
	protocol_write_go(client->limit, &lines);
	send_lines(session, client, game->player[seat], &lines);
}

static void refuse(struct session *session, const struct client *client, int player, const char *why, bool again)
{
	struct text lines = { 0 };

	protocol_write_refusal(why, &lines);
	if (again)
		protocol_write_go(client->limit, &lines);
	send_lines(session, client, player, &lines);
}

/* Cuts [words] short and leaves nothing in them that a terminal would obey. */
static void make_harmless(char *words)
{
	enum { SHOWN = 60 };
	char *at = words;

	for (; *at != '\0' && at < words + SHOWN; at++)
		if (*at < ' ' || *at > '~')
			*at = '?';
	*at = '\0';
}

bool session_choose(struct session *session, const struct client *client, const struct game *game, struct acts *acts,
                    struct act *act)
{
	int player = game->player[game_to_act(game)];
	char words[LINE_ROOM], fault[CLIENT_FAULT_ROOM];

	table_order_acts(acts);
	ask(session, client, game, acts);
	for (int refusals = 1;; refusals++) {
		struct text why = { 0 };
		if (!receive_word(session, client, player, "act", words))
			return false;
		if (protocol_read_act(game, acts, words, act, &why))
			return text_free(&why), true;
		session->incomplete |= why.failed != 0;
		refuse(session, client, player, text_read(&why), refusals < REFUSALS_MOST);
		make_harmless(words);
		snprintf(fault, sizeof fault, "was refused %d times, last `%.60s`: %.160s", refusals, words,
		         text_read(&why));
		text_free(&why);
		if (refusals == REFUSALS_MOST)
			return gone(session, client, player, fault);
	}
}

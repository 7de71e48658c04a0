/* fuzz_protocol.c -- a client that answers with whatever lines: each is ignored, answered, refused with a reason, or taken for a legal
 * act. The first byte chooses the game, the second how far it is played. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "game/game.h"
#include "grammar/text.h"
#include "shared_rules.h"
#include "tools/client.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

enum { ACTS_MOST = 12 };

/* What the client will send, and whether anything was sent to it. */
struct lines {
	const char *at, *end;
	size_t sent;
};

static void send_lines(void *context, int player, const char *lines, size_t length)
{
	struct lines *answers = context;

	(void)player;
	if (length > 0 && lines[length - 1] != '\n')
		abort();
	answers->sent += length;
}

static const char *receive_line(void *context, int player, char *line, size_t room)
{
	struct lines *answers = context;
	size_t length = 0;

	(void)player;
	if (answers->at == answers->end)
		return "left";
	for (; answers->at < answers->end && *answers->at != '\n'; answers->at++)
		if (length + 1 < room && *answers->at != '\0')
			line[length++] = *answers->at;
	answers->at += answers->at < answers->end;
	line[length] = '\0';
	return NULL;
}

/* The client has every seat, and plays until it leaves or is refused too often. */
static void play(struct session *session, const struct client *client, struct game *game)
{
	struct act act;

	session_deal(session, game);
	for (int i = 0; i < ACTS_MOST && game->phase != PHASE_OVER; i++) {
		static struct acts acts;
		static struct game before;
		game_legal(game, &acts);
		if (!session_choose(session, client, game, &acts, &act))
			return;
		if (game_refusal(game, act).refusal != REFUSAL_NONE)
			abort();
		before = *game;
		game_apply(game, act);
		session_act(session, &before, act, game);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
	static struct game game;
	static struct acts legal;
	struct lines lines = { (const char *)bytes + 2, (const char *)bytes + length, 0 };
	struct client client = { .player = { .name = "client" },
		                 .send = send_lines,
		                 .receive = receive_line,
		                 .context = &lines,
		                 .shares_lines = true };
	const struct player *seat[PLAYERS_MAX];
	char fault[CLIENT_FAULT_ROOM];
	struct session session = { .hash = "0", .seat = seat, .fault = fault };

	if (length < 2 || length > 2000)
		return 0;
	session.rules = shared_rules(bytes[0]);
	for (int i = 0; i < PLAYERS_MAX; i++)
		seat[i] = &client.player;
	game_begin(&game, session.rules, 7);
	game_deal(&game, 0);
	for (unsigned i = 0; i < bytes[1] % 16 && game.phase != PHASE_OVER; i++) {
		game_legal(&game, &legal);
		game_apply(&game, legal.act[(i * 7 + bytes[1]) % (unsigned)legal.count]);
	}
	if (session_begin(&session))
		play(&session, &client, &game);
	return 0;
}

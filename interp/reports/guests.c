/* guests.c -- whoever talks is not trusted: what is no answer is passed over, wrong answers are refused with the reason,
 * and after a few of them the game is over. How long somebody may be silent is for hear() to say. */
#include "reports/guests.h"

#include <stdio.h>
#include <string.h>
#include "grammar/text.h"
#include "reports/protocol.h"
#include "reports/seat_names.h"
#include "reports/table.h"

enum { LINE_ROOM = 1000, REFUSALS_MOST = 3 };

/* ---- telling ---- */

static void tell_guest(struct talk *talk, const struct guest *guest, int player, struct text *lines)
{
	talk->incomplete |= lines->failed != 0;
	guest->tell(guest->context, player, text_read(lines), lines->length);
	text_free(lines);
}

/* True if what all may hear was told before to another player of the same guest, who listens there too. */
static bool heard_before(const struct talk *talk, const struct guest *guest, int player)
{
	for (int i = 0; i < player && guest->together; i++)
		if (guest_of(talk->seat[i]) == guest)
			return true;
	return false;
}

static void tell_all(struct talk *talk, struct text *lines)
{
	talk->incomplete |= lines->failed != 0;
	for (int i = 0; i < talk->rules->table.players; i++) {
		const struct guest *guest = guest_of(talk->seat[i]);
		if (guest != NULL && !heard_before(talk, guest, i))
			guest->tell(guest->context, i, text_read(lines), lines->length);
	}
	text_free(lines);
}

void talk_of_deal(struct talk *talk, const struct game *game)
{
	struct text lines = { 0 };

	if (talk->any)
		protocol_write_deal(game, &lines), tell_all(talk, &lines);
}

void talk_of_act(struct talk *talk, const struct game *before, struct act act, const struct game *after)
{
	struct text lines = { 0 };

	if (talk->any)
		protocol_write_did(before, act, after, &lines), tell_all(talk, &lines);
}

void talk_of_score(struct talk *talk, const struct game *game, const struct tally *tally, const int32_t *totals)
{
	struct text lines = { 0 };

	if (talk->any)
		protocol_write_score(game, tally, totals, &lines), tell_all(talk, &lines);
}

void talk_of_end(struct talk *talk, int winner)
{
	struct text lines = { 0 };

	if (talk->any)
		protocol_write_over(winner, &lines), tell_all(talk, &lines);
}

/* ---- hearing ---- */

/* Writes down why a guest does not play on; false. */
static bool gone(struct talk *talk, const struct guest *guest, int player, const char *why)
{
	if (talk->incomplete)
		return false;
	snprintf(talk->fault, GUEST_FAULT_ROOM, "`%.80s` at seat %d (%s) %.270s", guest->player.name, player + 1,
	         seat_name(talk->rules, player), why);
	return false;
}

/* The next line that begins with [word], from behind it; lines that mean nothing here are passed over. False if none
 * comes. */
static bool hear_word(struct talk *talk, const struct guest *guest, int player, const char *word, char *rest)
{
	char line[LINE_ROOM];
	const char *why;

	if (talk->incomplete)
		return false;
	while ((why = guest->hear(guest->context, player, line, sizeof line)) == NULL) {
		const char *said = protocol_behind(line, word), *ping = protocol_behind(line, "ping");
		struct text pong = { 0 };
		if (said != NULL)
			return memmove(rest, said, strlen(said) + 1), true;
		if (ping == NULL)
			continue;
		text_format(&pong, "pong%s%s\n", *ping != '\0' ? " " : "", ping);
		tell_guest(talk, guest, player, &pong);
	}
	return gone(talk, guest, player, why);
}

static bool greet(struct talk *talk, const struct guest *guest, int player)
{
	struct text lines = { 0 };
	char name[LINE_ROOM];

	protocol_write_hello(talk->rules, talk->hash, &lines);
	if (heard_before(talk, guest, player))
		text_free(&lines);
	protocol_write_seat(talk->rules, player, &lines);
	tell_guest(talk, guest, player, &lines);
	return hear_word(talk, guest, player, "ready", name);
}

bool talk_begin(struct talk *talk)
{
	talk->any = false;
	for (int i = 0; i < talk->rules->table.players; i++) {
		const struct guest *guest = guest_of(talk->seat[i]);
		if (guest == NULL)
			continue;
		talk->any = true;
		if (!greet(talk, guest, i))
			return false;
	}
	return true;
}

/* ---- choosing ---- */

static void ask(struct talk *talk, const struct guest *guest, const struct game *game, const struct acts *acts)
{
	struct text lines = { 0 };
	struct view view;
	int seat = game_to_act(game);

	view_of(game, seat, &view);
	protocol_write_view(&view, &lines);
	protocol_write_acts(game, acts, &lines);
	protocol_write_go(guest->limit, &lines);
	tell_guest(talk, guest, game->player[seat], &lines);
}

static void refuse(struct talk *talk, const struct guest *guest, int player, const char *why, bool again)
{
	struct text lines = { 0 };

	protocol_write_refusal(why, &lines);
	if (again)
		protocol_write_go(guest->limit, &lines);
	tell_guest(talk, guest, player, &lines);
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

bool talk_choose(struct talk *talk, const struct guest *guest, const struct game *game, struct acts *acts,
                 struct act *act)
{
	int player = game->player[game_to_act(game)];
	char words[LINE_ROOM], fault[GUEST_FAULT_ROOM];

	table_order_acts(acts);
	ask(talk, guest, game, acts);
	for (int refusals = 1;; refusals++) {
		struct text why = { 0 };
		if (!hear_word(talk, guest, player, "act", words))
			return false;
		if (protocol_read_act(game, acts, words, act, &why))
			return text_free(&why), true;
		talk->incomplete |= why.failed != 0;
		refuse(talk, guest, player, text_read(&why), refusals < REFUSALS_MOST);
		make_harmless(words);
		snprintf(fault, sizeof fault, "was refused %d times, last `%.60s`: %.160s", refusals, words,
		         text_read(&why));
		text_free(&why);
		if (refusals == REFUSALS_MOST)
			return gone(talk, guest, player, fault);
	}
}

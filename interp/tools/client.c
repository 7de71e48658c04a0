/* client.c -- one fact a line, with a word in front that says which: docs/protocol.md. A client is not trusted. Lines that are no
 * answer are ignored; a wrong answer is refused with the reason, and after a few refusals in a row the game ends. The caller's
 * receive() handles timeouts. */
#include "tools/client.h"

#include <stdio.h>
#include <string.h>
#include "grammar/text.h"
#include "notation/act_text.h"
#include "notation/lexer.h"
#include "notation/position_text.h"
#include "reports/wording.h"
#include "reports/reports.h"

/* ---- the table ---- */

/* A deal begins. */
void protocol_write_deal(const struct game *game, struct text *out)
{
	text_format(out, "deal %lu\n", (unsigned long)game->deal + 1);
}

/* ---- cards ---- */

/* A heap of cards before a player, if there is one. */
static void write_heap(const struct view *view, const char *word, int seat, const struct cards *cards, struct text *out)
{
	if (cards_kinds(cards) == 0)
		return;
	text_format(out, "%s %d", word, view->player[seat] + 1);
	cards_write_row(view->rules, cards, out);
	text_add(out, "\n");
}

/* ---- the view ---- */

static void write_side(const struct view *view, int at, struct text *out)
{
	const struct side *side = &view->side[at];
	int players = 0;

	for (int seat = 0; seat < view->rules->seats; seat++)
		if (view->side_of[seat] == at) {
			if (players++ == 0)
				text_format(out, "side %d", at + 1);
			text_format(out, " %d", view->player[seat] + 1);
		}
	text_add(out, players > 0 ? "\n" : "");
	text_format(out, "score %d %d\n", at + 1, (int)side->score);
	if (side->opened)
		text_format(out, "opened %d\n", at + 1);
	for (int i = 0; i < side->melds; i++) {
		text_format(out, i == 0 ? "melds %d " : ", ", at + 1);
		position_write_meld(view->rules, &side->meld[i], out);
	}
	text_add(out, side->melds > 0 ? "\n" : "");
	if (side->canastas == 0)
		return;
	text_format(out, "canastas %d %d\ncomplete %d", at + 1, side->canastas, at + 1);
	for (int i = 0; i < side->melds; i++)
		text_format(out, " %s",
		            side->meld[i].canasta >= 0 ? view->rules->canasta[side->meld[i].canasta].name : "-");
	text_add(out, "\n");
}

/* What the player owes in this turn, or was asked. */
static void write_turn(const struct view *view, struct text *out)
{
	const struct turn *turn = &view->turn;

	text_format(out, "turn %d %d\n", turn->number, view->player[turn->seat] + 1);
	if (view->minimum > 0)
		text_format(out, "minimum %d\n", (int)view->minimum);
	if (turn->seat != view->seat)
		return;
	if (turn->count > 0 && !view->side[view->side_of_seat].opened)
		text_format(out, "count %d\n", (int)turn->count);
	if (turn->owes_out)
		text_add(out, "must_go_out\n");
	if (turn->stays_in && turn->asked)
		text_add(out, "may_not_go_out\n");
}

/* The number of the player or of the side that a reserve is for; 0 as long as it is for whoever comes first. */
static int owner_of_reserve(const struct view *view, int place)
{
	if (view->rules->reserve.of == reserve_of_player)
		return view->player[place] + 1;
	if (!view->one_alone || !rules_share_reserves(view->rules))
		return place + 1;
	return view->alone == NOBODY ? 0 : view->side_of[view->alone == 0] + 1;
}

/* The kinds of cards in the pile that freeze it: they lie crosswise in it. */
static cardset freezing_cards(const struct view *view)
{
	const struct tables *tables = view->rules->tables;

	if (view->frozen < 0)
		return 0;
	return (cards_kinds(&view->pile) & tables->freeze_has) | (view->pile_starts & tables->freeze_starts);
}

void protocol_write_view(const struct view *view, struct text *out)
{
	int owners = rules_reserve_owners(view->rules);
	cardset freezing = freezing_cards(view);

	bool looks_on = view->seat == NOBODY;

	if (!looks_on)
		text_format(out, "view %d\n", view->player[view->seat] + 1);
	write_turn(view, out);
	if (!looks_on) {
		text_add(out, "hand");
		cards_write_row(view->rules, &view->hand, out);
		text_add(out, "\n");
	}
	for (int side = 0; side < view->rules->table.sides; side++)
		write_side(view, side, out);
	for (int seat = 0; seat < view->rules->seats; seat++) {
		text_format(out, "cards %d %d\n", view->player[seat] + 1, view->size[seat]);
		if (view->melded[seat])
			text_format(out, "melded %d\n", view->player[seat] + 1);
		for (int deed = 0; deed < DEEDS_KEPT && view->rules->tables->asks_past; deed++)
			if (view->past[seat].turns[deed] > 0)
				text_format(
					out, "did %d %d %s %s\n", view->player[seat] + 1, view->past[seat].turns[deed],
					view->past[seat].latest >> deed & 1 ? "lately" : "before", deed_phrases[deed]);
		if (view->talon[seat] > 0)
			text_format(out, "talon %d %d\n", view->player[seat] + 1, view->talon[seat]);
		for (int place = seat; seat < owners && place < rules_reserves(view->rules); place += owners)
			if (view->reserve[place] > 0)
				text_format(out, "reserve %d %d\n", owner_of_reserve(view, seat), view->reserve[place]);
		write_heap(view, "laid", seat, &view->laid[seat], out);
		write_heap(view, "shown", seat, &view->hand_shown[seat], out);
	}
	text_format(out, "dealer %d\n", view->player[view->dealer] + 1);
	if (view->alone != NOBODY)
		text_format(out, "alone %d\n", view->player[view->alone] + 1);
	const struct rules *rules = view->rules;
	text_format(out, "stock %d\n", view->stock_size);
	if (view->aside_size > 0)
		text_format(out, "aside %d\n", view->aside_size);
	text_format(out, "pile %d", view->pile_size);
	for (int i = 0; i < view->shown; i++)
		text_format(out, " %s", rules->kind[view->pile_shown[i]].name);
	text_add(out, "\n");
	if (cards_kinds(&view->pile) != 0) {
		text_add(out, "within");
		cards_write_row(rules, &view->pile, out);
		text_add(out, "\n");
	}
	if (freezing != 0) {
		text_add(out, "crosswise");
		for (; freezing != 0; freezing &= freezing - 1)
			text_format(out, " %s", rules->kind[__builtin_ctzll(freezing)].name);
		text_add(out, "\n");
	}
	if (looks_on) /* whether it is frozen or blocked may hold for one side alone */
		return;
	if (view->blocked >= 0)
		text_format(out, "blocked %s\n", rules->pile.block[view->blocked].name);
	if (view->frozen >= 0)
		text_format(out, "frozen %s%s\n", rules->pile.freeze[view->frozen].name,
		            view->frozen_for_take < 0 ? "\nlifted" : "");
}

/* ---- acts ---- */

void protocol_write_acts(const struct game *game, const struct acts *acts, struct text *out)
{
	text_format(out, "acts %d\n", acts->count);
	for (int i = 0; i < acts->count; i++) {
		struct text words = { 0 };
		act_write(game, acts->act[i], &words);
		text_format(out, "act %d %s\n", i + 1, text_read(&words));
		text_end(&words, out);
	}
}

/* Asks for an act, within [limit] milliseconds unless that is 0. */
static void protocol_write_go(int limit, struct text *out)
{
	if (limit > 0)
		text_format(out, "go %d\n", limit);
	else
		text_add(out, "go\n");
}

/* Why an answer is refused, on one line. */
static void protocol_write_refusal(const char *why, struct text *out)
{
	text_add(out, "refused ");
	for (; *why != '\0'; why++)
		text_add_bytes(out, (unsigned char)*why < ' ' ? " " : why, 1);
	text_add(out, "\n");
}

/* The last card of a player who goes out may lie face down. */
void protocol_write_did(const struct game *before, struct act act, const struct game *after, struct text *out)
{
	struct text words = { 0 };

	if (act.verb == ACT_DISCARD && after->top_hidden)
		text_add(&words, "discard");
	else
		act_write(before, act, &words);
	text_format(out, "did %d %s\n", before->player[game_to_act(before)] + 1, text_read(&words));
	text_end(&words, out);
}

void protocol_write_undone(const struct game *game, struct text *out)
{
	text_format(out, "undone %d\n", game->player[game_to_act(game)] + 1);
}

/* ---- the end ---- */

/* How the deal ended and what it scored, with the totals after it. */
void protocol_write_score(const struct game *game, const struct tally *tally, const int32_t *totals, struct text *out)
{
	int sides = game->rules->table.sides;
	int player = game->player[game->turn.seat] + 1;

	switch ((enum ending)game->ending) {
	case ENDING_OUT: text_format(out, "ended out %d\n", game->player[game->out] + 1); break;
	case ENDING_STOCK: text_add(out, "ended stock\n"); break;
	case ENDING_LAST_BONUS: text_format(out, "ended bonus %d\n", player); break;
	case ENDING_SPECIAL:
		text_format(out, "ended special %d %s\n", player, game->rules->special[game->special].name);
		break;
	case ENDING_NONE:
	case ENDINGS: break;
	}
	for (int side = 0; side < sides; side++)
		for (int line = 0; line < tally->lines; line++)
			if (tally->line[side][line] != 0)
				text_format(out, "scored %d %d %s\n", side + 1, (int)tally->line[side][line],
				            tally_line_name(game->rules, line));
	for (int side = 0; side < sides; side++)
		text_format(out, "result %d %d %d\n", side + 1, (int)tally->total[side], (int)totals[side]);
}

/* The game is over and [winner] has won it, or NOBODY. */
void protocol_write_over(int winner, struct text *out)
{
	if (winner == NOBODY)
		text_add(out, "winner nobody\n");
	else
		text_format(out, "winner %d\n", winner + 1);
}

/* ---- answers ---- */

/* The number in [words], which hold nothing else; 0 if they are no number, or it has too many digits. */
static int number_read(const char *words)
{
	int number = 0, digits = 0;

	for (; *words >= '0' && *words <= '9' && digits < 6; words++, digits++)
		number = number * 10 + *words - '0';
	return digits > 0 && words[strspn(words, " ")] == '\0' ? number : 0;
}

bool protocol_read_act(const struct game *game, const struct acts *acts, const char *words, struct act *act,
                       struct text *why)
{
	enum { MOST = 64 };
	struct act said[MOST];
	int number = number_read(words), count;
	const char *rest;
	struct reason reason;

	if (number >= 1 && number <= acts->count) {
		*act = acts->act[number - 1];
		return true;
	}
	if (words[0] != '\0' && words[strspn(words, "0123456789 .,;+-")] == '\0')
		return text_format(why, "there are acts 1 to %d, and \"%s\" is none of them", acts->count, words),
		       false;
	count = acts_parse_seen(game, words, said, MOST, &rest, why);
	if (count == 0)
		return false;
	reason = game_refusal(game, said[0]);
	if (reason.refusal != REFUSAL_NONE)
		return reason_write(game, said[0], reason, why), false;
	if (*rest != '\0') /* after a draw no more is read: it brings cards that nobody has seen */
		return text_format(why, "one act at a time, without \"%s\"", rest), false;
	if (count > 1)
		return text_add(why, "one act at a time"), false;
	*act = said[0];
	return true;
}

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
	for (int i = 0; i < player && client->shares_lines; i++)
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

/* Records why a client has stopped playing; returns false. */
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

/* The rules and their hash, and who is at the table. */
void protocol_write_rules(const struct rules *rules, const char *hash, struct text *out)
{
	text_format(out, "canasta %d\n", PROTOCOL_VERSION);
	text_format(out, "variant %s %s", rules->name, hash);
	if (rules->title != NULL)
		text_format(out, " %s", rules->title);
	text_format(out, "\nplayers %d\n", rules->table.players);
	text_format(out, "sides %d\n", rules->table.sides);
	text_format(out, "target %d\n", (int)rules->game.to);
}

void protocol_write_seat(const struct rules *rules, int player, struct text *out)
{
	text_format(out, "seat %d %s\n", player + 1, seat_name(rules, player));
}

/* Sends the table and a seat of the client, and waits until it is ready. */
static bool greet(struct session *session, const struct client *client, int player)
{
	struct text lines = { 0 };
	char name[LINE_ROOM];

	if (!shares_lines(session, client, player))
		protocol_write_rules(session->rules, session->hash, &lines);
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

static void refuse(struct session *session, const struct client *client, int player, const char *why, bool again)
{
	struct text lines = { 0 };

	protocol_write_refusal(why, &lines);
	if (again)
		protocol_write_go(client->limit, &lines);
	send_lines(session, client, player, &lines);
}

/* Cuts [words] short and replaces control characters. */
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
	int seat = game_to_act(game), player = game->player[seat];
	char words[LINE_ROOM], fault[CLIENT_FAULT_ROOM];

	table_order_acts(acts);
	struct text lines = { 0 };
	struct view view;
	view_of(game, seat, &view);
	protocol_write_view(&view, &lines);
	protocol_write_acts(game, acts, &lines);
	protocol_write_go(client->limit, &lines);
	send_lines(session, client, player, &lines);
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

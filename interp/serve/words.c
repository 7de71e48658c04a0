/* words.c -- the lines of docs/serving.md. A line that acts names the length of the record that its speaker saw, so that a second click or
 * a retry is not a second act. */
#define _GNU_SOURCE
#include "serve/words.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <utlist.h>

#include "serve/qr.h"

/* In milliseconds. */
enum { PHRASE_TIME = 6000, PHRASE_PAUSE = 2000, QUESTION_TIME = 60000 };
enum { PHRASES = 6 };

static int patience = 120000;

void words_patience(int time)
{
	patience = time;
}

int words_away_after(void)
{
	return patience / 1000;
}

void say(struct canasta_bytes *to, const char *format, ...)
{
	char line[1024];
	va_list list;
	int length;

	va_start(list, format);
	length = vsnprintf(line, sizeof line, format, list);
	va_end(list);
	canasta_bytes_add(to, line, length < (int)sizeof line ? (size_t)length : sizeof line - 1);
}

/* ---- who speaks ---- */

struct speaker speaker_of(const struct room *room, const char *hash)
{
	struct speaker who = { .seat = -1, .host = secret_fits(hash, room->host) };

	for (int i = 0; i < canasta_players(room->variant); i++)
		if (secret_fits(hash, room->chair[i].hash))
			who.seat = i;
	return who;
}

/* ---- names ---- */

/* The length of the UTF-8 sequence at [at], 0 if it is none. */
static int letter_length(const unsigned char *at)
{
	int length = at[0] < 0x80                    ? 1
	             : at[0] >= 0xC2 && at[0] < 0xE0 ? 2
	             : at[0] >= 0xE0 && at[0] < 0xF0 ? 3
	             : at[0] >= 0xF0 && at[0] < 0xF5 ? 4
	                                             : 0;

	for (int i = 1; i < length; i++)
		if ((at[i] & 0xC0) != 0x80)
			return 0;
	return length;
}

/* True for what is seen: no control characters, and none that turns the direction of writing or has no width. */
static bool is_visible(const unsigned char *at)
{
	if (at[0] < 0x20 || at[0] == 0x7F || (at[0] == 0xC2 && at[1] < 0xA0))
		return false;
	if (at[0] == 0xE2 && at[1] == 0x80)
		return at[2] < 0x8B || at[2] > 0xAE;
	if (at[0] == 0xE2 && at[1] == 0x81)
		return at[2] < 0xA0 || at[2] > 0xAF;
	return !(at[0] == 0xEF && at[1] == 0xBB && at[2] == 0xBF);
}

/* A bar has a meaning in a record, which would not take the name. */
static bool is_name(const char *name)
{
	const unsigned char *at = (const unsigned char *)name;
	size_t length = strlen(name);

	if (length == 0 || length > NAME_BYTES_MAX || name[0] == ' ' || name[length - 1] == ' ' ||
	    strchr(name, '|') != NULL)
		return false;
	for (int letter; *at != '\0'; at += letter) {
		letter = letter_length(at);
		if (letter == 0 || !is_visible(at))
			return false;
	}
	return true;
}

static bool is_bot(const char *name)
{
	for (int i = 0; canasta_bot(i, NULL) != NULL; i++)
		if (strcmp(name, canasta_bot(i, NULL)) == 0)
			return strlen(name) < BOT_ROOM;
	return false;
}

/* ---- lines ---- */

struct talk {
	struct room *room;
	struct speaker who;
	char *words; /* behind the verb */
	struct canasta_io io;
	struct canasta_bytes *answer;
};

static unsigned refuse(struct talk *talk, unsigned status, const char *why)
{
	say(talk->answer, "%s\n", why);
	return status;
}

/* Reads the number of a chair from the words; the chair, or NULL. Sets [*rest] to what follows. */
static struct chair *chair_said(struct talk *talk, const char **rest)
{
	char *end;
	long number = strtol(talk->words, &end, 10);

	*rest = *end == ' ' ? end + 1 : end;
	return end != talk->words && number >= 1 && number <= canasta_players(talk->room->variant)
	               ? &talk->room->chair[number - 1]
	               : NULL;
}

static int number_of(const struct talk *talk, const struct chair *chair)
{
	return (int)(chair - talk->room->chair) + 1;
}

/* Gives [chair] to a person, who learns her token. */
static unsigned give_chair(struct talk *talk, struct chair *chair, const char *name)
{
	char token[TOKEN_LENGTH + 1];

	secret_draw(token, TOKEN_LENGTH);
	secret_hash(token, chair->hash);
	memmove(chair->name, name, strlen(name) + 1);
	room_note(talk->room, "sit %d %s %s\n", number_of(talk, chair), chair->hash, chair->name);
	if (chair->bot[0] != '\0')
		room_note(talk->room, "bot %d \n", number_of(talk, chair));
	chair->bot[0] = '\0';
	say(talk->answer, "seat %d\ntoken %s\n", number_of(talk, chair), token);
	return SAID_FINE;
}

/* "sit 2 Ada": whoever comes takes a chair that no person has; who has one moves there, unless the game has begun. */
static unsigned do_sit(struct talk *talk)
{
	const char *name;
	struct chair *chair = chair_said(talk, &name),
		     *old = talk->who.seat >= 0 ? &talk->room->chair[talk->who.seat] : NULL;

	if (chair == NULL || !is_name(name))
		return refuse(talk, SAID_REFUSED, "A name has up to 40 letters, and chairs are numbered from 1.");
	if (chair == old) {
		memmove(chair->name, name, strlen(name) + 1);
		room_note(talk->room, "sit %d %s %s\n", number_of(talk, chair), chair->hash, chair->name);
		return SAID_FINE;
	}
	if (chair->hash[0] != '\0')
		return refuse(talk, SAID_REFUSED, "Somebody sits there already.");
	if (old != NULL && talk->room->game != NULL)
		return refuse(talk, SAID_REFUSED, "The game has begun: nobody changes chairs now.");
	if (old != NULL) {
		old->hash[0] = old->name[0] = '\0';
		room_note(talk->room, "free %d\n", number_of(talk, old));
	}
	return give_chair(talk, chair, name);
}

/* Notes who has a chair now, and which bot plays there. */
static void note_chair(struct talk *talk, const struct chair *chair)
{
	if (chair->hash[0] != '\0')
		room_note(talk->room, "sit %d %s %s\n", number_of(talk, chair), chair->hash, chair->name);
	else
		room_note(talk->room, "free %d\n", number_of(talk, chair));
	room_note(talk->room, "bot %d %s\n", number_of(talk, chair), chair->bot);
}

/* "swap 3": she and whoever has that chair change places, before the game. */
static unsigned do_swap(struct talk *talk)
{
	const char *rest;
	struct chair *chair = chair_said(talk, &rest), *own = &talk->room->chair[talk->who.seat], kept = *own;

	if (talk->room->game != NULL)
		return refuse(talk, SAID_REFUSED, "The game has begun: nobody changes chairs now.");
	if (chair == NULL || chair == own)
		return refuse(talk, SAID_REFUSED, "There is no such chair to change with.");
	memcpy(own->hash, chair->hash, sizeof own->hash);
	memcpy(own->name, chair->name, sizeof own->name);
	memcpy(own->bot, chair->bot, sizeof own->bot);
	memcpy(chair->hash, kept.hash, sizeof own->hash);
	memcpy(chair->name, kept.name, sizeof own->name);
	memcpy(chair->bot, kept.bot, sizeof own->bot);
	note_chair(talk, own);
	note_chair(talk, chair);
	return SAID_FINE;
}

/* "code http://...": the link as squares for the camera of another phone. */
static unsigned do_code(struct talk *talk)
{
	return qr_write(talk->words, talk->answer) ? SAID_FINE
	                                           : refuse(talk, SAID_REFUSED, "That does not fit into a code.");
}

/* "link 2": the host gives a chair a new token, and the old one is void; who sits there gets a new one for another phone. */
static unsigned do_link(struct talk *talk)
{
	const char *rest;
	struct chair *chair = chair_said(talk, &rest);
	char name[NAME_BYTES_MAX + 1];

	if (chair == NULL || chair->hash[0] == '\0')
		return refuse(talk, SAID_REFUSED, "Nobody sits there.");
	if (!talk->who.host)
		return refuse(talk, SAID_WITHOUT_SEAT, "Only who made the table gives a chair a new link.");
	snprintf(name, sizeof name, "%s", chair->name);
	return give_chair(talk, chair, name);
}

/* "leave": the chair is free again; in a game a bot goes on for it. */
static unsigned do_leave(struct talk *talk)
{
	struct chair *chair = &talk->room->chair[talk->who.seat];

	chair->hash[0] = chair->name[0] = '\0';
	room_note(talk->room, "free %d\n", number_of(talk, chair));
	if (talk->room->game != NULL) {
		snprintf(chair->bot, sizeof chair->bot, "careful");
		room_note(talk->room, "bot %d %s\n", number_of(talk, chair), chair->bot);
	}
	return SAID_FINE;
}

/* True if others may let a bot play in [chair], or end that. */
static bool is_open_to_others(const struct chair *chair)
{
	return chair->hash[0] == '\0' || (chair->streams == 0 && time_in_ms() - chair->gone >= (uint64_t)patience);
}

/* "bot 3 careful", "bot 3 -": a bot plays for a free chair, or for somebody who is away; who comes back ends that herself. */
static unsigned do_bot(struct talk *talk)
{
	const char *bot;
	struct chair *chair = chair_said(talk, &bot);
	bool none = strcmp(bot, "-") == 0;

	if (!talk->who.host && talk->who.seat < 0)
		return SAID_WITHOUT_SEAT;
	if (chair == NULL || (!none && !is_bot(bot)))
		return refuse(talk, SAID_REFUSED, "There is no such chair, or no such bot.");
	if (none && chair->hash[0] == '\0' && talk->room->game != NULL)
		return refuse(talk, SAID_REFUSED, "Somebody has to play there.");
	if (talk->who.seat != number_of(talk, chair) - 1 && !is_open_to_others(chair))
		return refuse(talk, SAID_REFUSED,
		              "Somebody sits there. Once she has been away for a while, a bot can play for her.");
	snprintf(chair->bot, sizeof chair->bot, "%s", none ? "" : bot);
	room_note(talk->room, "bot %d %s\n", number_of(talk, chair), chair->bot);
	return SAID_FINE;
}

/* "begin careful": that bot takes the chairs that are free, and the first deal is dealt. */
static unsigned do_begin(struct talk *talk)
{
	struct room *room = talk->room;

	if (!talk->who.host && talk->who.seat < 0)
		return SAID_WITHOUT_SEAT;
	if (room->game != NULL)
		return refuse(talk, SAID_LATE, "The game has begun.");
	if (!is_bot(talk->words))
		return refuse(talk, SAID_REFUSED, "There is no such bot.");
	for (int i = 0; i < canasta_players(room->variant); i++)
		if (room->chair[i].hash[0] == '\0' && room->chair[i].bot[0] == '\0') {
			snprintf(room->chair[i].bot, sizeof room->chair[i].bot, "%s", talk->words);
			room_note(room, "bot %d %s\n", i + 1, talk->words);
		}
	return room_begin_game(room) ? SAID_FINE : refuse(talk, SAID_NOT_SAVED, "The game cannot be kept.");
}

/* "again": the host lets the people of a game that is over play another one, for which chairs can be changed. */
static unsigned do_again(struct talk *talk)
{
	if (!talk->who.host)
		return refuse(talk, SAID_WITHOUT_SEAT, "Only who made the table lets another game begin.");
	if (canasta_game_moment(talk->room->game) != CANASTA_GAME_OVER)
		return refuse(talk, SAID_LATE, "The game is not over.");
	room_again(talk->room);
	return SAID_FINE;
}

/* "rules ours.canasta sevens no_talon": the host chooses other rules, before the game. Changes the words. */
static unsigned do_rules(struct talk *talk)
{
	const char *option[CANASTA_OPTIONS_MAX];
	char *rest, *word = strtok_r(talk->words, " ", &rest), *reference = word;
	int count = 0;

	if (!talk->who.host)
		return refuse(talk, SAID_WITHOUT_SEAT, "Only who made the table chooses other rules.");
	if (talk->room->game != NULL)
		return refuse(talk, SAID_LATE, "The game has begun.");
	while (word != NULL && (word = strtok_r(NULL, " ", &rest)) != NULL)
		if (count < CANASTA_OPTIONS_MAX)
			option[count++] = word;
	if (reference == NULL)
		return refuse(talk, SAID_BAD, "Say which rules: rules NAME");
	return room_choose_rules(talk->room, reference, option, count, talk->answer) ? SAID_FINE : SAID_REFUSED;
}

/* "hints on", "hints off": the host says before a game whether players may ask what a bot would do. */
static unsigned do_hints(struct talk *talk)
{
	bool on = strcmp(talk->words, "on") == 0;

	if (!talk->who.host)
		return refuse(talk, SAID_WITHOUT_SEAT, "Only who made the table says whether there are hints.");
	if (talk->room->game != NULL)
		return refuse(talk, SAID_LATE, "The game has begun.");
	if (!on && strcmp(talk->words, "off") != 0)
		return refuse(talk, SAID_BAD, "Say hints on, or hints off.");
	talk->room->hints = on;
	room_note(talk->room, "hints %s\n", talk->words);
	return SAID_FINE;
}

/* What the library answers, as a status. */
static unsigned status_of(int status)
{
	return status == CANASTA_FINE       ? SAID_FINE
	       : status == CANASTA_FINDINGS ? SAID_REFUSED
	       : status == CANASTA_MISUSE   ? SAID_LATE
	                                    : SAID_NOT_SAVED;
}

static bool is_her_turn(const struct talk *talk)
{
	return canasta_game_seat(talk->room->game) == talk->who.seat;
}

static unsigned do_act(struct talk *talk)
{
	struct chair *chair = &talk->room->chair[talk->who.seat];

	if (!is_her_turn(talk))
		return refuse(talk, SAID_LATE, "It is not your turn.");
	if (chair->bot[0] != '\0') { /* she plays herself again */
		chair->bot[0] = '\0';
		room_note(talk->room, "bot %d \n", number_of(talk, chair));
	}
	return status_of(canasta_game_do(&talk->io, talk->room->game, talk->words));
}

static unsigned do_undo(struct talk *talk)
{
	if (!is_her_turn(talk))
		return refuse(talk, SAID_LATE, "It is not your turn.");
	return status_of(canasta_game_undo(&talk->io, talk->room->game));
}

static unsigned do_event(struct talk *talk)
{
	return status_of(canasta_game_event(&talk->io, talk->room->game, talk->words));
}

static unsigned do_deal(struct talk *talk)
{
	if (canasta_game_moment(talk->room->game) != CANASTA_DEAL_OVER)
		return refuse(talk, SAID_LATE, "The deal is not over, or the game is.");
	canasta_game_deal(talk->room->game);
	return SAID_FINE;
}

/* What is asked about the own turn changes nothing. */
static unsigned do_why(struct talk *talk)
{
	if (!is_her_turn(talk))
		return refuse(talk, SAID_LATE, "It is not your turn.");
	return status_of(canasta_game_why(&talk->io, talk->room->game, talk->words));
}

static unsigned do_offers(struct talk *talk)
{
	int status;

	if (!is_her_turn(talk))
		return refuse(talk, SAID_LATE, "It is not your turn.");
	status = canasta_game_offers(&talk->io, talk->room->game, talk->words);
	return status == CANASTA_FINDINGS ? SAID_FINE : status_of(status); /* the answer has the refusal */
}

static unsigned do_hint(struct talk *talk)
{
	if (!talk->room->hints)
		return refuse(talk, SAID_REFUSED, "There are no hints at this table.");
	if (!is_her_turn(talk))
		return refuse(talk, SAID_LATE, "It is not your turn.");
	return status_of(canasta_game_hint(&talk->io, talk->room->game, "careful"));
}

static unsigned do_score(struct talk *talk)
{
	talk->io.form = CANASTA_JSON;
	return status_of(canasta_game_score(&talk->io, talk->room->game));
}

static unsigned do_score_so_far(struct talk *talk)
{
	talk->io.form = CANASTA_JSON;
	return status_of(canasta_game_score_so_far(&talk->io, talk->room->game));
}

/* The rules of the table, as data, as the sheet and as the short card, for phones that do not have them. */
static unsigned do_show(struct talk *talk)
{
	return status_of(canasta_show(&talk->io, talk->room->variant, NULL, CANASTA_SHOW_JSON));
}

static unsigned do_sheet(struct talk *talk)
{
	bool whole = strcmp(talk->words, "whole") == 0;
	const struct canasta_sheet_plan plan = { .form = CANASTA_JSON,
		                                 .kind = whole ? CANASTA_SHEET_WHOLE : CANASTA_SHEET_CARD };

	if (!whole && talk->words[0] != '\0')
		return refuse(talk, SAID_BAD, "Say sheet, or sheet whole.");
	return status_of(canasta_sheet(&talk->io, talk->room->variant, &plan));
}

/* "phrase 3": one of six sentences, which the page has. Everybody sees for a while that it was said. */
static unsigned do_phrase(struct talk *talk)
{
	struct chair *chair = &talk->room->chair[talk->who.seat];
	uint64_t now = time_in_ms();

	if (talk->words[0] < '1' || talk->words[0] > '0' + PHRASES || talk->words[1] != '\0')
		return refuse(talk, SAID_REFUSED, "Phrases are numbered from 1 to 6.");
	if (chair->phrase > 0 && chair->phrase_until - now > PHRASE_TIME - PHRASE_PAUSE)
		return refuse(talk, SAID_OFTEN, "Wait a little before you say something again.");
	chair->phrase = talk->words[0] - '0';
	chair->phrase_until = now + PHRASE_TIME;
	talk->room->looks_new = true;
	return SAID_FINE;
}

/* ---- an act that is asked back ---- */

/* True if all who play themselves have agreed; bots agree to everything. */
static bool all_agree(const struct room *room)
{
	for (int i = 0; i < canasta_players(room->variant); i++)
		if (room->chair[i].hash[0] != '\0' && room->chair[i].bot[0] == '\0' && !room->question.agreed[i])
			return false;
	return true;
}

/* Takes the act back once all agree. */
static unsigned settle_question(struct talk *talk)
{
	if (!room_is_asked(talk->room) || !all_agree(talk->room))
		return SAID_FINE;
	talk->room->question.at = 0;
	return room_take_back(talk->room) ? SAID_FINE : SAID_NOT_SAVED;
}

/* "back": asks for the last act, whoever did it, or agrees to that. */
static unsigned do_back(struct talk *talk)
{
	struct room *room = talk->room;

	if (canasta_game_last(room->game) < 0)
		return refuse(talk, SAID_REFUSED,
		              "Only the last act can be taken back, and only if nobody has seen a card by it.");
	if (!room_is_asked(room))
		room->question = (struct question){ .at = room->length,
			                            .by = talk->who.seat,
			                            .until = time_in_ms() + QUESTION_TIME };
	room->question.agreed[talk->who.seat] = true;
	room->looks_new = true;
	return SAID_FINE;
}

/* "no": she who does not agree ends the question. */
static unsigned do_no(struct talk *talk)
{
	if (!room_is_asked(talk->room))
		return refuse(talk, SAID_LATE, "Nobody asks for anything now.");
	talk->room->question.at = 0;
	talk->room->looks_new = true;
	return SAID_FINE;
}

void words_pass(struct room *room, uint64_t now)
{
	for (int i = 0; i < CHAIRS_MAX; i++)
		if (room->chair[i].phrase > 0 && room->chair[i].phrase_until <= now) {
			room->chair[i].phrase = 0;
			room->looks_new = true;
		}
	if (room->question.at > 0 && room->question.until <= now) {
		room->question.at = 0;
		room->looks_new = true;
	}
}

static const struct {
	const char *verb;
	unsigned (*run)(struct talk *talk);
	bool seated, playing, at; /* whether it needs a seat, a game, and the length of the record */
} verbs[] = {
	{ "sit", do_sit, false, false, false },      { "leave", do_leave, true, false, false },
	{ "link", do_link, false, false, false },    { "bot", do_bot, false, false, false },
	{ "begin", do_begin, false, false, false },  { "act", do_act, true, true, true },
	{ "undo", do_undo, true, true, true },       { "event", do_event, true, true, true },
	{ "deal", do_deal, true, true, true },       { "why", do_why, true, true, false },
	{ "offers", do_offers, true, true, false },  { "hint", do_hint, true, true, false },
	{ "score", do_score, false, true, false },   { "score_so_far", do_score_so_far, false, true, false },
	{ "phrase", do_phrase, true, false, false }, { "back", do_back, true, true, true },
	{ "no", do_no, true, true, true },           { "swap", do_swap, true, false, false },
	{ "code", do_code, false, false, false },    { "show", do_show, false, false, false },
	{ "sheet", do_sheet, false, false, false },  { "again", do_again, false, true, true },
	{ "rules", do_rules, false, false, false },  { "hints", do_hints, false, false, false },
};

/* Reads "at LENGTH " at the beginning of a line; [*at] is -1 if it is not there. */
static char *read_at(char *line, long long *at)
{
	char *end;

	*at = -1;
	if (strncmp(line, "at ", 3) != 0 || line[3] < '0' || line[3] > '9')
		return line;
	*at = strtoll(line + 3, &end, 10);
	return *end == ' ' ? end + 1 : line;
}

unsigned hear(struct room *room, struct speaker who, char *line, struct canasta_bytes *answer)
{
	struct talk talk = { .room = room,
		             .who = who,
		             .io = { .out = canasta_bytes_out(answer), .messages = canasta_bytes_out(answer) },
		             .answer = answer };
	long long at;
	size_t length;
	unsigned status;

	line[strcspn(line, "\r\n")] = '\0';
	line = read_at(line, &at);
	length = strcspn(line, " ");
	for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
		if (strlen(verbs[i].verb) != length || strncmp(line, verbs[i].verb, length) != 0)
			continue;
		talk.words = line + length + (line[length] == ' ');
		if (verbs[i].seated && who.seat < 0)
			return SAID_WITHOUT_SEAT;
		if (verbs[i].playing && room->game == NULL)
			return refuse(&talk, SAID_LATE, "The game has not begun.");
		if (verbs[i].at && at < 0)
			return refuse(&talk, SAID_BAD, "Say how long the record is that you have seen: at LENGTH ...");
		if (at >= 0 && (size_t)at != room->length)
			return refuse(&talk, SAID_LATE, "The game has gone on.");
		status = verbs[i].run(&talk);
		return status == SAID_FINE ? settle_question(&talk) : status;
	}
	return refuse(&talk, SAID_BAD, "That is not understood.");
}

unsigned hear_new_room(char *body, struct room **room, struct canasta_bytes *answer)
{
	const char *reference = NULL, *option[CANASTA_OPTIONS_MAX];
	char token[TOKEN_LENGTH + 1], *rest;
	int count = 0;
	bool hints = false;

	for (char *line = strtok_r(body, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) {
		line[strcspn(line, "\r")] = '\0';
		if (strncmp(line, "rules ", 6) == 0 && reference == NULL)
			reference = line + 6;
		else if (strncmp(line, "with ", 5) == 0 && count < CANASTA_OPTIONS_MAX)
			option[count++] = line + 5;
		else if (strcmp(line, "hints on") == 0)
			hints = true;
		else
			return say(answer, "That is not understood.\n"), SAID_BAD;
	}
	if (reference == NULL)
		return say(answer, "Say which rules: rules NAME\n"), SAID_BAD;
	secret_draw(token, TOKEN_LENGTH);
	*room = room_make(reference, option, count, hints, token, answer);
	if (*room == NULL)
		return answer->length > 0 ? SAID_REFUSED : SAID_NOT_SAVED;
	say(answer, "room %s\nhost %s\n", (*room)->id, token);
	return SAID_MADE;
}

/* ---- bots ---- */

static struct room *due; /* rooms where a bot is to act, each in turn */
static int pace = 600;

void bots_pace(int milliseconds)
{
	pace = milliseconds;
}

void bots_leave(struct room *room)
{
	if (room->bot_is_due)
		DL_DELETE(due, room);
	room->bot_is_due = false;
}

void bots_look(struct room *room, uint64_t now)
{
	int seat = room->game != NULL ? canasta_game_seat(room->game) : -1;
	bool wanted = seat >= 0 && room->chair[seat].bot[0] != '\0' && !room_is_asked(room);

	bots_leave(room);
	if (room->due_after != room->length) { /* and not when somebody asks something meanwhile, however often */
		room->due_after = room->length;
		room->due = now + (uint64_t)pace;
	}
	if (wanted) {
		DL_APPEND(due, room);
		room->bot_is_due = true;
	}
}

static bool has_people(const struct room *room)
{
	for (int i = 0; i < CHAIRS_MAX; i++)
		if (room->chair[i].hash[0] != '\0')
			return true;
	return false;
}

/* One act of a bot, unless it has to think on. A table of bots alone plays deal after deal. */
static bool bot_acts(struct room *room)
{
	const char *bot = room->chair[canasta_game_seat(room->game)].bot;

	if (canasta_game_think(room->game, bot))
		return false;
	if (canasta_game_bot(room->game, bot) != CANASTA_FINE)
		fprintf(stderr, "room %s: %s cannot act\n", room->id, bot);
	if (!has_people(room) && canasta_game_moment(room->game) == CANASTA_DEAL_OVER)
		canasta_game_deal(room->game);
	return true;
}

void bots_act(uint64_t now, int milliseconds, void (*acted)(struct room *room), int *wait)
{
	struct room *room, *next;
	uint64_t end = now + (uint64_t)milliseconds, first = UINT64_MAX;

	DL_FOREACH_SAFE(due, room, next)
	{
		if (room->is_saving)
			continue;
		if (room->due > now || time_in_ms() > end) {
			first = room->due < first ? room->due : first;
			continue;
		}
		if (!bot_acts(room)) {
			first = now;
			continue;
		}
		bots_leave(room); /* it comes back at the end, once it is saved */
		acted(room);
	}
	*wait = first == UINT64_MAX ? -1 : first <= now ? 0 : (int)(first - now);
}

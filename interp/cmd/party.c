/* party.c -- where several people share a screen, one hand is hidden before another is shown. What is typed is a word
 * from the table below, or an act. */
#define _DEFAULT_SOURCE /* struct winsize */

#include "cmd/cmd.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { CLEAR_LINES = 100 }; /* more than a terminal shows */

_Static_assert((int)SEATS_MAX <= (int)LINE_PEOPLE_MAX, "everybody may type");

const char PARTY_PERSON[] = "person";

/* ---- the screen ---- */

static void write_shown(void *context, const char *bytes, size_t length)
{
	struct party *party = context;

	if (party->keep.fault != 0) /* what could not be recorded has not happened */
		return;
	for (size_t i = 0; i < length && party->plain; i++)
		if ((unsigned char)bytes[i] < 0x80)
			putchar(bytes[i]);
		else if ((unsigned char)bytes[i] >= 0xc0)
			putchar('?');
	if (!party->plain)
		fwrite(bytes, 1, length, stdout);
}

static void show_words(struct party *party, const char *words)
{
	write_shown(party, words, strlen(words));
}

static void clear_screen(const struct party *party)
{
	if (party->screen && !party->lines.plain)
		printf("\033[2J\033[3J\033[H");
	else
		for (int i = 0; i < CLEAR_LINES && party->screen; i++)
			printf("\n");
}

static bool read_line(struct party *party, int person, const char *prompt, char *line)
{
	bool read = line_read(person, prompt, line, LINE_MAX_LENGTH);

	party->gone = party->gone || !read;
	return read;
}

static void write_news(void *context, const char *bytes, size_t length)
{
	struct party *party = context;

	write_shown(party, bytes, length);
	for (int seat = 0; seat < party->players; seat++)
		if (seat != party->seen_by) {
			/* a person may miss what another one reads now; it is kept as far as there is room */
			size_t there = strlen(party->missed[seat]);
			if (there + length < MISSED_MAX) {
				memcpy(party->missed[seat] + there, bytes, length);
				party->missed[seat][there + length] = '\0';
			}
		}
}

void party_report(struct party *party)
{
	struct canasta_io io = party->io;

	io.out = (struct canasta_out){ write_news, party };
	canasta_game_news(&io, party->game);
}

static bool hand_over(struct party *party, int seat)
{
	char line[LINE_MAX_LENGTH], prompt[120];

	if (party->people > 1 && party->seen_by != seat) {
		if (party->seen_by >= 0)
			clear_screen(party);
		snprintf(prompt, sizeof prompt, "Hand the screen to %s, then press Enter. ",
		         canasta_seat_name(party->variant, seat));
		if (!read_line(party, LINE_BETWEEN, prompt, line))
			return false;
		clear_screen(party);
		if (party->screen || party->lines.keys)
			cmd_write(party->missed[seat]);
	}
	party->missed[seat][0] = '\0';
	party->seen_by = seat;
	return true;
}

/* ---- what can be typed ---- */

static const char HELP[] = "Type what you do, in short or in full; semicolons stand between several acts:\n"
			   "  draw (d)           take a card from the stock\n"
			   "  take K K (t K K)   take the pile, with these cards from your hand\n"
			   "  meld 7 7 2 (m 772) begin a meld, with all cards that go to it\n"
			   "  add 7 2 to 7 (a)   add cards to a meld of your side\n"
			   "  ask                ask your partner whether to go out\n"
			   "  discard 5 (x 5)    end your turn\n"
			   "  special pairs      lay your whole hand as the special hand called so\n"
			   "  lay red 3          lay a bonus card, where that is up to you\n"
			   "  talon, no talon    take a talon after your discard, or leave it\n"
			   "  ?   12             list all legal acts with numbers; do number 12\n"
			   "  why meld 7 7 2     whether that is legal, and why not\n"
			   "  hint   undo        what a bot would do, and why; take back what you have just\n"
			   "                     melded\n"
			   "  event short North  record what happened at the table, to a side: an event of\n"
			   "                     the rules, and a player if it is not your own side\n"
			   "  show   show meld   the table once more; a part of the rules, and where it is\n"
			   "                     written\n"
			   "  quit               leave; a recorded game can be continued later\n"
			   "Cards are 3 to 10 (t), J, Q, K, A, 2, joker (jk or *); b3 is a black 3.\n"
			   "In a terminal the Tab key completes an act, and arrow keys bring back lines.\n";

/* Words that are no acts. */
enum saying {
	SAY_ACTS,
	SAY_HELP,
	SAY_SHOW,
	SAY_HINT,
	SAY_UNDO,
	SAY_WHY,
	SAY_EVENT,
	SAY_QUIT,
	SAY_PASS,
	SAY_SCORE,
	SAY_SORT,
	SAY_OUT,
	SAY_RULES
};

static const struct {
	const char *word;
	enum saying saying;
	bool more; /* something may follow */
} SAYINGS[] = { { "?", SAY_ACTS, false },      { "help", SAY_HELP, false },  { "h", SAY_HELP, false },
	        { "show", SAY_SHOW, true },    { "hint", SAY_HINT, false },  { "undo", SAY_UNDO, false },
	        { "why", SAY_WHY, true },      { "event", SAY_EVENT, true }, { "quit", SAY_QUIT, false },
	        { "exit", SAY_QUIT, false },   { "q", SAY_QUIT, false },     { "pass", SAY_PASS, false },
	        { "score", SAY_SCORE, false }, { "sort", SAY_SORT, false },  { "go out", SAY_OUT, false },
	        { "out", SAY_OUT, false },     { "rules", SAY_RULES, false } };

/* The totals, which the first sentences of the table have. */
static void show_totals(struct party *party, int seat)
{
	struct canasta_bytes table = { .length = 0 };
	struct canasta_io io = party->io;
	size_t end = 0;

	io.out = canasta_bytes_out(&table);
	canasta_game_table(&io, party->game, seat);
	while (end + 1 < table.length && !(table.bytes[end] == '.' && table.bytes[end + 1] == '\n'))
		end++;
	if (table.length > 0)
		write_shown(party, table.bytes, end + 1);
	canasta_bytes_free(&table);
	show_words(party, "\nThese are the totals before this deal; what it scores is worked out when it is over.\n");
}

static void answer(struct party *party, int seat, enum saying saying, const char *rest)
{
	const struct canasta_io *io = &party->io;
	struct canasta_game *game = party->game;

	switch (saying) {
	case SAY_ACTS: canasta_game_acts(io, game); break;
	case SAY_HELP: fputs(HELP, stdout); break;
	case SAY_SHOW:
		if (*rest == '\0')
			canasta_game_table(io, game, seat);
		else
			canasta_show(io, party->variant, rest, CANASTA_SHOW_NARROW);
		break;
	case SAY_HINT: canasta_game_hint(io, game, party->bot); break;
	case SAY_UNDO:
		if (canasta_game_undo(io, game) == CANASTA_FINE)
			canasta_game_hand(io, game, seat);
		break;
	case SAY_WHY: canasta_game_why(io, game, rest); break;
	case SAY_EVENT:
		if (canasta_game_event(io, game, rest) == CANASTA_FINE)
			party_report(party);
		break;
	case SAY_QUIT: party->gone = true; break;
	case SAY_PASS:
		show_words(party,
		           "Nobody passes: a turn begins with draw or take, and ends with a discard. Now you can:\n");
		canasta_game_acts(io, game);
		break;
	case SAY_SCORE: show_totals(party, seat); break;
	case SAY_SORT:
		show_words(party, "The hand is always in order.\n");
		canasta_game_hand(io, game, seat);
		break;
	case SAY_OUT:
		show_words(
			party,
			"You go out by laying or discarding your last card, where the rules allow it. `ask` asks your "
			"partner\nfirst, `why` and an act says what is in its way, `show going_out` the rules.\n");
		break;
	case SAY_RULES:
		show_words(
			party,
			"`show meld` shows the rules of melds; there are also table, deal, turn, pile, initial_meld, "
			"going_out,\nend, score and others. `canasta sheet` writes all of them.\n");
		break;
	}
}

/* The rest of [line] behind [word], NULL if it does not begin with it. */
static const char *behind(const char *line, const char *word)
{
	size_t length = strlen(word);

	if (strncasecmp(line, word, length) != 0 || (line[length] != '\0' && line[length] != ' '))
		return NULL;
	line += length;
	return line + strspn(line, " \t");
}

/* Does what was typed. */
static void obey(struct party *party, int seat, char *line)
{
	size_t length = strlen(line);

	while (length > 0 && strchr(" \t\r", line[length - 1]) != NULL)
		line[--length] = '\0';
	line += strspn(line, " \t");
	if (*line == '\0')
		return;
	for (size_t i = 0; i < sizeof SAYINGS / sizeof *SAYINGS; i++) {
		const char *rest = behind(line, SAYINGS[i].word);
		if (rest != NULL && (SAYINGS[i].more || *rest == '\0')) {
			answer(party, seat, SAYINGS[i].saying, rest);
			return;
		}
	}
	if (canasta_game_do(&party->io, party->game, line) == CANASTA_FINE && canasta_game_seat(party->game) == seat)
		canasta_game_hand(&party->io, party->game, seat);
}

/* Writes the lines that what was typed could become. */
static void complete(void *context, const char *typed, const struct canasta_out *to)
{
	struct party *party = context;
	struct canasta_io io = { .out = *to };
	size_t length = strlen(typed);
	const char *acts = typed;

	for (size_t i = 0; i < sizeof SAYINGS / sizeof *SAYINGS; i++)
		if (length > 0 && strlen(SAYINGS[i].word) > length && strncmp(SAYINGS[i].word, typed, length) == 0) {
			to->write(to->context, SAYINGS[i].word, strlen(SAYINGS[i].word));
			to->write(to->context, SAYINGS[i].more ? " \n" : "\n", SAYINGS[i].more ? 2 : 1);
		}
	canasta_game_complete(&io, party->game, acts);
}

/* ---- turns ---- */

void party_act(struct party *party)
{
	int seat = canasta_game_seat(party->game);

	if (strcmp(party->player[seat], PARTY_PERSON) == 0) {
		char line[LINE_MAX_LENGTH], prompt[64];
		if (hand_over(party, seat)) {
			printf("\n");
			party_fit(party);
			canasta_game_table(&party->io, party->game, seat);
			snprintf(prompt, sizeof prompt, "%s> ", canasta_seat_name(party->variant, seat));
			while (canasta_game_seat(party->game) == seat && !party->gone)
				if (read_line(party, seat, prompt, line))
					obey(party, seat, line);
		}
	} else if (canasta_game_bot(party->game, party->player[seat]) == CANASTA_INTERNAL) {
		/* A bot has no choice, or there was no memory for the record: a hint finds the same, and says so. */
		const struct canasta_io io = { .messages = cmd_io.messages };
		party->fault = CANASTA_INTERNAL;
		party->gone = true;
		if (canasta_game_moment(party->game) != CANASTA_TO_ACT ||
		    canasta_game_hint(&io, party->game, party->player[seat]) == CANASTA_FINE)
			cmd_error("there is not enough memory");
	}
	party->gone = party->gone || party->keep.fault != 0;
	party_report(party);
	fflush(stdout); /* what happened is shown at once, wherever it goes */
}

void party_fit(struct party *party)
{
	struct winsize size;

	if (party->screen && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
		canasta_game_width(party->game, size.ws_col);
}

void party_wait(struct party *party)
{
	char line[LINE_MAX_LENGTH];

	if (party->people > 0 && !party->to_end &&
	    read_line(party, LINE_BETWEEN, "\nPress Enter for the next deal, or type quit. ", line) &&
	    behind(line, "quit") != NULL)
		party->gone = true;
}

void party_begin(struct party *party, bool plain)
{
	party->seen_by = -1;
	party->keep.file = -1;
	party->plain = plain;
	party->screen = isatty(STDOUT_FILENO);
	party->io = cmd_io;
	party->io.out = party->io.messages = (struct canasta_out){ write_shown, party };
	party->lines = (struct line_source){ .keys = isatty(STDIN_FILENO) && party->screen,
		                             .plain = plain || !cmd_knows_codes(),
		                             .complete = complete,
		                             .context = party };
}

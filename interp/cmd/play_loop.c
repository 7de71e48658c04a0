/* play_loop.c -- the loop of a game in a terminal: shows the table, reads a line and obeys it. A line is a word from the table
 * below or an act. Where several people share the screen, one hand is hidden before another is shown. */
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

const char PLAY_PERSON[] = "person";

/* ---- the screen ---- */

static void write_shown(void *context, const char *bytes, size_t length)
{
	struct play_loop *loop = context;

	if (loop->keep.fault != 0) /* what could not be recorded has not happened */
		return;
	for (size_t i = 0; i < length && loop->plain; i++)
		if ((unsigned char)bytes[i] < 0x80)
			putchar(bytes[i]);
		else if ((unsigned char)bytes[i] >= 0xc0)
			putchar('?');
	if (!loop->plain)
		fwrite(bytes, 1, length, stdout);
}

static void show_words(struct play_loop *loop, const char *words)
{
	write_shown(loop, words, strlen(words));
}

static void clear_screen(const struct play_loop *loop)
{
	if (loop->screen && !loop->lines.plain)
		printf("\033[2J\033[3J\033[H");
	else
		for (int i = 0; i < CLEAR_LINES && loop->screen; i++)
			printf("\n");
}

static bool read_line(struct play_loop *loop, int person, const char *prompt, char *line)
{
	bool read = line_read(person, prompt, line, LINE_MAX_LENGTH);

	loop->gone = loop->gone || !read;
	return read;
}

static void write_news(void *context, const char *bytes, size_t length)
{
	struct play_loop *loop = context;

	write_shown(loop, bytes, length);
	for (int seat = 0; seat < loop->players; seat++)
		if (seat != loop->seen_by) {
			/* a person may miss what another one reads now; it is kept as far as there is room */
			size_t there = strlen(loop->missed[seat]);
			if (there + length < MISSED_MAX) {
				memcpy(loop->missed[seat] + there, bytes, length);
				loop->missed[seat][there + length] = '\0';
			}
		}
}

void play_loop_report(struct play_loop *loop)
{
	struct canasta_io io = loop->io;

	io.out = (struct canasta_out){ write_news, loop };
	canasta_game_news(&io, loop->game);
}

static bool hand_over(struct play_loop *loop, int seat)
{
	char line[LINE_MAX_LENGTH], prompt[120];

	if (loop->people > 1 && loop->seen_by != seat) {
		if (loop->seen_by >= 0)
			clear_screen(loop);
		snprintf(prompt, sizeof prompt, "Hand the screen to %s, then press Enter. ",
		         canasta_seat_name(loop->variant, seat));
		if (!read_line(loop, LINE_BETWEEN, prompt, line))
			return false;
		clear_screen(loop);
		if (loop->screen || loop->lines.keys)
			cmd_write(loop->missed[seat]);
	}
	loop->missed[seat][0] = '\0';
	loop->seen_by = seat;
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
			   "  special pairs      lay your whole hand as the special hand of that name\n"
			   "  lay red 3          lay a bonus card, where you may choose when\n"
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
static void show_totals(struct play_loop *loop, int seat)
{
	struct canasta_bytes table = { .length = 0 };
	struct canasta_io io = loop->io;
	size_t end = 0;

	io.out = canasta_bytes_out(&table);
	canasta_game_table(&io, loop->game, seat);
	while (end + 1 < table.length && !(table.bytes[end] == '.' && table.bytes[end + 1] == '\n'))
		end++;
	if (table.length > 0)
		write_shown(loop, table.bytes, end + 1);
	canasta_bytes_free(&table);
	show_words(loop, "\nThese are the totals before this deal; the deal is scored when it is over.\n");
}

static void answer(struct play_loop *loop, int seat, enum saying saying, const char *rest)
{
	const struct canasta_io *io = &loop->io;
	struct canasta_game *game = loop->game;

	switch (saying) {
	case SAY_ACTS: canasta_game_acts(io, game); break;
	case SAY_HELP: fputs(HELP, stdout); break;
	case SAY_SHOW:
		if (*rest == '\0')
			canasta_game_table(io, game, seat);
		else
			canasta_show(io, loop->variant, rest, CANASTA_SHOW_NARROW);
		break;
	case SAY_HINT: canasta_game_hint(io, game, loop->bot); break;
	case SAY_UNDO:
		if (canasta_game_undo(io, game) == CANASTA_FINE)
			canasta_game_hand(io, game, seat);
		break;
	case SAY_WHY: canasta_game_why(io, game, rest); break;
	case SAY_EVENT:
		if (canasta_game_event(io, game, rest) == CANASTA_FINE)
			play_loop_report(loop);
		break;
	case SAY_QUIT: loop->gone = true; break;
	case SAY_PASS:
		show_words(loop,
		           "Nobody passes: a turn begins with draw or take, and ends with a discard. Now you can:\n");
		canasta_game_acts(io, game);
		break;
	case SAY_SCORE: show_totals(loop, seat); break;
	case SAY_SORT:
		show_words(loop, "The hand is always in order.\n");
		canasta_game_hand(io, game, seat);
		break;
	case SAY_OUT:
		show_words(
			loop,
			"You go out by laying or discarding your last card, where the rules allow it. `ask` asks your "
			"partner\nfirst, `why` with an act says what prevents it, `show going_out` shows the rules.\n");
		break;
	case SAY_RULES:
		show_words(
			loop,
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
static void obey(struct play_loop *loop, int seat, char *line)
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
			answer(loop, seat, SAYINGS[i].saying, rest);
			return;
		}
	}
	if (canasta_game_do(&loop->io, loop->game, line) == CANASTA_FINE && canasta_game_seat(loop->game) == seat)
		canasta_game_hand(&loop->io, loop->game, seat);
}

/* Writes the lines that what was typed could become. */
static void complete(void *context, const char *typed, const struct canasta_out *to)
{
	struct play_loop *loop = context;
	struct canasta_io io = { .out = *to };
	size_t length = strlen(typed);
	const char *acts = typed;

	for (size_t i = 0; i < sizeof SAYINGS / sizeof *SAYINGS; i++)
		if (length > 0 && strlen(SAYINGS[i].word) > length && strncmp(SAYINGS[i].word, typed, length) == 0) {
			to->write(to->context, SAYINGS[i].word, strlen(SAYINGS[i].word));
			to->write(to->context, SAYINGS[i].more ? " \n" : "\n", SAYINGS[i].more ? 2 : 1);
		}
	canasta_game_complete(&io, loop->game, acts);
}

/* ---- turns ---- */

void play_loop_act(struct play_loop *loop)
{
	int seat = canasta_game_seat(loop->game);

	if (strcmp(loop->player[seat], PLAY_PERSON) == 0) {
		char line[LINE_MAX_LENGTH], prompt[64];
		if (hand_over(loop, seat)) {
			printf("\n");
			play_loop_fit(loop);
			canasta_game_table(&loop->io, loop->game, seat);
			snprintf(prompt, sizeof prompt, "%s> ", canasta_seat_name(loop->variant, seat));
			while (canasta_game_seat(loop->game) == seat && !loop->gone)
				if (read_line(loop, seat, prompt, line))
					obey(loop, seat, line);
		}
	} else if (canasta_game_bot(loop->game, loop->player[seat]) == CANASTA_INTERNAL) {
		/* A bot has no choice, or there was no memory for the record: a hint finds the same, and says so. */
		const struct canasta_io io = { .messages = cmd_io.messages };
		loop->fault = CANASTA_INTERNAL;
		loop->gone = true;
		if (canasta_game_moment(loop->game) != CANASTA_TO_ACT ||
		    canasta_game_hint(&io, loop->game, loop->player[seat]) == CANASTA_FINE)
			cmd_error("there is not enough memory");
	}
	loop->gone = loop->gone || loop->keep.fault != 0;
	play_loop_report(loop);
	fflush(stdout); /* what happened is shown at once */
}

void play_loop_fit(struct play_loop *loop)
{
	struct winsize size;

	if (loop->screen && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
		canasta_game_width(loop->game, size.ws_col);
}

void play_loop_wait(struct play_loop *loop)
{
	char line[LINE_MAX_LENGTH];

	if (loop->people > 0 && !loop->to_end &&
	    read_line(loop, LINE_BETWEEN, "\nPress Enter for the next deal, or type quit. ", line) &&
	    behind(line, "quit") != NULL)
		loop->gone = true;
}

void play_loop_begin(struct play_loop *loop, bool plain)
{
	loop->seen_by = -1;
	loop->keep.file = -1;
	loop->plain = plain;
	loop->screen = isatty(STDOUT_FILENO);
	loop->io = cmd_io;
	loop->io.out = loop->io.messages = (struct canasta_out){ write_shown, loop };
	loop->lines = (struct line_source){ .keys = isatty(STDIN_FILENO) && loop->screen,
		                            .plain = plain || !cmd_knows_codes(),
		                            .complete = complete,
		                            .context = loop };
}

/* play.c -- canasta play: a table in the terminal, with people and bots. A line that a person types is a word from the table below or an
 * act. Where several people share the screen, one hand is hidden before another is shown. Without a terminal the bots play a game among
 * themselves and it is printed.
 * libedit does the editing, with an editor for each person, for it remembers what was typed, searched for and cut. An interruption can come
 * at any time, while a bot thinks or in the middle of a line: what is done then is no more than what a signal handler may do. */
#define _DEFAULT_SOURCE /* struct winsize */

#include "cmd/cmd.h"

#include <histedit.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum {
	SEATS_MAX = 16,
	LINE_MAX_LENGTH = 400,
	MISSED_MAX = 8192,
	HISTORY_LINES = 200,
	SHOWN_MAX = 40,
	LINE_BETWEEN = -1, /* in place of a person: a line that belongs to nobody */
	CLEAR_LINES = 100, /* more than a terminal shows */
	BOT_DEALS_MAX =
		200 /* a game among bots ends after so many deals at most: bad ones may never reach the target */
};

static const char PLAY_PERSON[] = "person"; /* in player[]: a person */

struct play_loop {
	struct canasta_io io; /* everything goes to the standard output, messages too */
	const struct canasta_variant *variant;
	struct canasta_game *game;
	const char *player[SEATS_MAX]; /* PLAY_PERSON, or the name of a bot */
	const char *bot;               /* the bot of seats without a person; also gives hints */
	int players, people;
	int seen_by; /* the person who looked at the screen last, -1 if nobody */
	/* where several share the screen: what happened since each of them looked */
	char missed[SEATS_MAX][MISSED_MAX];
	bool screen; /* the output is a terminal */
	bool plain;  /* plain ASCII, without editing */
	bool to_end; /* no pause between deals */
	bool gone;   /* the people have left, or the game cannot continue */
	int fault;   /* CANASTA_INTERNAL if there was an error of this program */
	struct keep keep;
	bool keys;            /* input and output are a terminal */
	bool unedited;        /* lines are read without editing */
	const char *farewell; /* is written when the program is interrupted, or NULL; may change at any time */
};

/* ==== lines that people type ==== */

/* There is one terminal, and signal handlers know nothing else of the program. */
static struct play_loop *table;
static struct editing {
	EditLine *editor;
	History *history;
} editings[SEATS_MAX + 1]; /* by person, and one between */
static const char *prompt_now = "";
static EditLine *volatile editor_now; /* it has the line that is being typed; NULL if none is or it comes as it is */
static volatile sig_atomic_t prompted; /* a line is being typed */
static struct termios as_found;
static volatile sig_atomic_t terminal_known;

/* ---- leaving the terminal as it was ---- */

static void restore_terminal(void)
{
	if (terminal_known)
		tcsetattr(STDIN_FILENO, TCSANOW, &as_found);
}

/* The program ends as the signal would have ended it, so that its parent sees it. */
static void interrupted(int number)
{
	restore_terminal();
	const char *words = table != NULL ? table->farewell : NULL;
	ssize_t written = write(STDOUT_FILENO, "\n", 1);
	if (words != NULL)
		written += write(STDOUT_FILENO, words, strlen(words));
	(void)written;
	signal(number, SIG_DFL);
	raise(number);
}

/* While the program sleeps, the terminal is the shell's. What the shell has written there stands above the prompt, which is written
 * again. A line is typed while the program waits for a key, so that the editor is not at work in the middle of something. */
static void sleeps(int number)
{
	struct termios editing;
	bool known = terminal_known && tcgetattr(STDIN_FILENO, &editing) == 0;

	(void)number;
	restore_terminal();
	raise(SIGSTOP);
	if (known)
		tcsetattr(STDIN_FILENO, TCSANOW, &editing);
	if (!prompted)
		return;
	if (editor_now != NULL)
		el_set(editor_now, EL_REFRESH);
	else if (write(STDOUT_FILENO, prompt_now, strlen(prompt_now)) < 0)
		prompted = false; /* the next read finds the terminal gone */
}

/* ---- completion ---- */

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

/* Writes the lines that what was typed could become. */
static void write_completions(const struct play_loop *loop, const char *typed, const struct canasta_out *to)
{
	struct canasta_io io = { .out = *to };
	size_t length = strlen(typed);

	for (size_t i = 0; i < sizeof SAYINGS / sizeof *SAYINGS; i++)
		if (length > 0 && strlen(SAYINGS[i].word) > length && strncmp(SAYINGS[i].word, typed, length) == 0) {
			to->write(to->context, SAYINGS[i].word, strlen(SAYINGS[i].word));
			to->write(to->context, SAYINGS[i].more ? " \n" : "\n", SAYINGS[i].more ? 2 : 1);
		}
	canasta_game_complete(&io, loop->game, typed);
}

/* Finds the lines of [all] that begin with [typed]; sets [common] to their common beginning and returns their number. Shows them if
 * asked to. */
static int candidates_for(const char *all, const char *typed, char *common, size_t room, bool show)
{
	size_t length = strlen(typed), alike = 0;
	int count = 0;

	for (const char *line = all; *line != '\0'; line += strcspn(line, "\n") + 1) {
		size_t whole = strcspn(line, "\n");
		if (whole < length || strncmp(line, typed, length) != 0)
			continue;
		if (count++ == 0) {
			alike = whole < room - 1 ? whole : room - 1;
			memcpy(common, line, alike);
		}
		while (alike > whole || strncmp(common, line, alike) != 0)
			alike--;
		if (show && count <= SHOWN_MAX)
			printf("%s%.*s", count == 1 ? "\n  " : "   ", (int)whole, line);
		if (line[whole] == '\0')
			break;
	}
	if (show && count > 0)
		printf("%s\n", count > SHOWN_MAX ? " ..." : "");
	common[alike] = '\0';
	return count;
}

static unsigned char complete(EditLine *el, int key)
{
	struct canasta_bytes all = { 0 };
	const struct canasta_out out = canasta_bytes_out(&all);
	const LineInfo *info = el_line(el);
	char typed[256], common[256];
	unsigned char done = CC_ERROR;

	(void)key;
	snprintf(typed, sizeof typed, "%.*s", (int)(info->cursor - info->buffer), info->buffer);
	write_completions(table, typed, &out);
	if (all.bytes != NULL && candidates_for(all.bytes, typed, common, sizeof common, false) > 0) {
		if (strlen(common) > strlen(typed))
			done = el_insertstr(el, common + strlen(typed)) == 0 ? CC_REFRESH : CC_ERROR;
		else {
			candidates_for(all.bytes, typed, common, sizeof common, true);
			fflush(stdout);
			done = CC_REDISPLAY;
		}
	}
	canasta_bytes_free(&all);
	return done;
}

/* ---- lines ---- */

static char *prompt_of(EditLine *el)
{
	static char prompt[128];

	(void)el;
	snprintf(prompt, sizeof prompt, "%s", prompt_now);
	return prompt;
}

/* The editor of [person]; NULL if lines come as they are. */
static struct editing *editing_of(int person)
{
	struct editing *editing = &editings[person == LINE_BETWEEN ? SEATS_MAX : person];
	HistEvent event;

	if (!table->keys || table->unedited || editing->editor != NULL)
		return editing->editor != NULL ? editing : NULL;

	editing->editor = el_init("canasta", stdin, stdout, stderr);
	if (editing->editor == NULL)
		return NULL;
	el_set(editing->editor, EL_PROMPT, prompt_of);
	el_set(editing->editor, EL_EDITOR, "emacs");
	if (person != LINE_BETWEEN && (editing->history = history_init()) != NULL) {
		history(editing->history, &event, H_SETSIZE, HISTORY_LINES);
		history(editing->history, &event, H_SETUNIQUE, 1);
		el_set(editing->editor, EL_HIST, history, editing->history);
	}
	el_set(editing->editor, EL_ADDFN, "canasta-complete", "complete an act", complete);
	el_set(editing->editor, EL_BIND, "^I", person == LINE_BETWEEN ? "ed-insert" : "canasta-complete", NULL);
	el_source(editing->editor, NULL);
	return editing;
}

/* Sets up the input line for [loop], which must live until line_end(). */
static void line_begin(struct play_loop *loop)
{
	table = loop;
	terminal_known = isatty(STDIN_FILENO) && tcgetattr(STDIN_FILENO, &as_found) == 0;
	struct sigaction end = { .sa_handler = interrupted, .sa_flags = SA_RESTART | SA_NODEFER };
	struct sigaction sleep = { .sa_handler = sleeps, .sa_flags = SA_RESTART };
	static const int ends[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		sigaction(ends[i], &end, NULL);
	if (table->keys)
		sigaction(SIGTSTP, &sleep, NULL);
}

static void line_end(void)
{
	for (int i = 0; i <= SEATS_MAX; i++) {
		if (editings[i].history != NULL)
			history_end(editings[i].history);
		if (editings[i].editor != NULL)
			el_end(editings[i].editor);
		editings[i] = (struct editing){ .editor = NULL };
	}
	restore_terminal();
	table = NULL;
}

/* A line that was cut might mean something else, so nothing of it counts. */
static void refuse_long(char *line, size_t room)
{
	printf("That line has more than %zu characters, so nothing of it was done.\n", room - 1);
	line[0] = '\0';
}

static bool read_edited(struct editing *editing, char *line, size_t room)
{
	HistEvent event;
	const char *typed;
	int length = 0;

	editor_now = editing->editor;
	typed = el_gets(editing->editor, &length);
	editor_now = NULL;
	if (typed == NULL || length <= 0)
		return false;
	if ((size_t)snprintf(line, room, "%.*s", (int)strcspn(typed, "\r\n"), typed) >= room)
		refuse_long(line, room);
	if (editing->history != NULL && line[strspn(line, " \t")] != '\0')
		history(editing->history, &event, H_ENTER, line);
	return true;
}

static bool read_plain(const char *prompt, char *line, size_t room)
{
	size_t length = 0;
	int letter;

	printf("%s", prompt);
	fflush(stdout);
	while ((letter = getchar()) != EOF && letter != '\n')
		if (length < room)
			line[length++] = letter != '\0' ? (char)letter : '?';
	if (length == room)
		refuse_long(line, room);
	else
		line[length] = '\0';
	return letter != EOF || length > 0;
}

/* Reads a line without its end into [room] bytes, none of one that is longer; false at the end of the input. [person], from
 * 0, types it and cannot recall what others have typed. LINE_BETWEEN is for a line that belongs to nobody: without
 * history and completion. */
static bool line_read(int person, const char *prompt, char *line, size_t room)
{
	struct editing *editing = editing_of(person);
	bool read;

	fflush(stdout);
	line[0] = '\0';
	prompt_now = prompt;
	prompted = true;
	read = editing != NULL ? read_edited(editing, line, room) : read_plain(prompt, line, room);
	prompted = false;
	if (!read)
		printf("\n");
	else if (!table->keys) /* so that a transcript reads well */
		printf("%s\n", line);
	return read;
}

/* ==== people and bots at the table ==== */

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
	if (loop->screen && !loop->unedited)
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

/* Keeps in mind that memory was used up for something that should have been done or shown: the message is there, and the game goes on.
 * True if it was done. */
static bool note(struct play_loop *loop, int status)
{
	if (status == CANASTA_INTERNAL)
		loop->fault = status;
	return status == CANASTA_FINE;
}

/* Writes what has happened, for everybody to read. */
static void report_news(struct play_loop *loop)
{
	struct canasta_io io = loop->io;

	io.out = (struct canasta_out){ write_news, loop };
	note(loop, canasta_game_news(&io, loop->game));
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
		if (loop->screen || loop->keys)
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

/* The totals, which the first sentences of the table have, and what lies on the table. */
static void show_totals(struct play_loop *loop, int seat)
{
	struct canasta_bytes shown = { .length = 0 };
	struct canasta_io io = loop->io;
	size_t end = 0;

	io.out = canasta_bytes_out(&shown);
	note(loop, canasta_game_table(&io, loop->game, seat));
	while (end + 1 < shown.length && !(shown.bytes[end] == '.' && shown.bytes[end + 1] == '\n'))
		end++;
	if (shown.length > 0)
		write_shown(loop, shown.bytes, end + 1);
	canasta_bytes_free(&shown);
	show_words(loop, "\nThese are the totals before this deal.\n\n");
	note(loop, canasta_game_score_so_far(&loop->io, loop->game));
}

static void answer(struct play_loop *loop, int seat, enum saying saying, const char *rest)
{
	const struct canasta_io *io = &loop->io;
	struct canasta_game *game = loop->game;

	switch (saying) {
	case SAY_ACTS: note(loop, canasta_game_acts(io, game)); break;
	case SAY_HELP: fputs(HELP, stdout); break;
	case SAY_SHOW:
		if (*rest == '\0')
			note(loop, canasta_game_table(io, game, seat));
		else
			note(loop, canasta_show(io, loop->variant, rest, CANASTA_SHOW_NARROW));
		break;
	case SAY_HINT: note(loop, canasta_game_hint(io, game, loop->bot)); break;
	case SAY_UNDO:
		if (note(loop, canasta_game_undo(io, game)))
			note(loop, canasta_game_hand(io, game, seat));
		break;
	case SAY_WHY: note(loop, canasta_game_why(io, game, rest)); break;
	case SAY_EVENT:
		if (note(loop, canasta_game_event(io, game, rest)))
			report_news(loop);
		break;
	case SAY_QUIT: loop->gone = true; break;
	case SAY_PASS:
		show_words(loop,
		           "Nobody passes: a turn begins with draw or take, and ends with a discard. Now you can:\n");
		note(loop, canasta_game_acts(io, game));
		break;
	case SAY_SCORE: show_totals(loop, seat); break;
	case SAY_SORT:
		show_words(loop, "The hand is always in order.\n");
		note(loop, canasta_game_hand(io, game, seat));
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
	if (note(loop, canasta_game_do(&loop->io, loop->game, line)) && canasta_game_seat(loop->game) == seat)
		note(loop, canasta_game_hand(&loop->io, loop->game, seat));
}

/* ---- turns ---- */

/* Fits lines to the width of the terminal. */
static void fit_screen(struct play_loop *loop)
{
	struct winsize size;

	if (loop->screen && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
		canasta_game_width(loop->game, size.ws_col);
}

/* Lets the player to act do so: a person until the turn is over or a question has to be answered, a bot once. */
static void let_act(struct play_loop *loop)
{
	int seat = canasta_game_seat(loop->game);

	if (strcmp(loop->player[seat], PLAY_PERSON) == 0) {
		char line[LINE_MAX_LENGTH], prompt[64];
		if (hand_over(loop, seat)) {
			printf("\n");
			fit_screen(loop);
			note(loop, canasta_game_table(&loop->io, loop->game, seat));
			snprintf(prompt, sizeof prompt, "%s> ", canasta_seat_name(loop->variant, seat));
			while (canasta_game_seat(loop->game) == seat && !loop->gone && loop->keep.fault == 0)
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
			cmd_no_memory();
	}
	loop->gone = loop->gone || loop->keep.fault != 0;
	report_news(loop);
	fflush(stdout); /* what happened is shown at once */
}

/* Waits between deals until the people have seen the score. */
static void wait_for_people(struct play_loop *loop)
{
	char line[LINE_MAX_LENGTH];

	if (loop->people > 0 && !loop->to_end &&
	    read_line(loop, LINE_BETWEEN, "\nPress Enter for the next deal, or type quit. ", line) &&
	    behind(line, "quit") != NULL)
		loop->gone = true;
}

/* Sets up the streams of [loop], which is otherwise all zero. */
static void loop_begin(struct play_loop *loop, bool plain)
{
	loop->seen_by = -1;
	loop->keep.file = -1;
	loop->plain = plain;
	loop->screen = isatty(STDOUT_FILENO);
	loop->io = cmd_io;
	loop->io.out = loop->io.messages = (struct canasta_out){ write_shown, loop };
	loop->keys = isatty(STDIN_FILENO) && loop->screen;
	loop->unedited = plain || !cmd_knows_codes();
}

/* ==== the game ==== */

/* Plays the deal that is dealt to its end. */
static void play_deal(struct play_loop *loop)
{
	memset(loop->missed, 0, sizeof loop->missed);
	report_news(loop);
	while (canasta_game_moment(loop->game) == CANASTA_TO_ACT && !loop->gone)
		let_act(loop);
	if (loop->gone)
		return;
	printf("\n");
	note(loop, canasta_game_score(&loop->io, loop->game));
}

/* Deals unless a deal is to be continued. */
static void next_deal(struct play_loop *loop, bool first)
{
	if (canasta_game_moment(loop->game) == CANASTA_TO_ACT)
		return;
	if (!first)
		wait_for_people(loop);
	if (loop->gone)
		return;
	canasta_game_deal(loop->game);
	loop->gone = loop->keep.fault != 0;
}

static void play_game(struct play_loop *loop, uint64_t wished)
{
	uint64_t deals = loop->people == 0 && wished > BOT_DEALS_MAX ? BOT_DEALS_MAX : wished;

	for (uint64_t deal = 0; deal < deals && !loop->gone; deal++) {
		/* something happens before a person is shown the table: cards are dealt, or a bot acts */
		bool shown = canasta_game_moment(loop->game) != CANASTA_TO_ACT ||
		             strcmp(loop->player[canasta_game_seat(loop->game)], PLAY_PERSON) != 0;
		next_deal(loop, deal == 0);
		if (loop->gone)
			break;
		printf("%s", shown ? "\n" : "");
		play_deal(loop);
		if (canasta_game_moment(loop->game) == CANASTA_GAME_OVER)
			return;
	}
	keep_look(&loop->keep);
	if (loop->gone && loop->keep.fault == 0 && loop->fault == 0)
		printf("%s", loop->farewell);
	else if (!loop->gone && deals < wished)
		printf("\nAfter %d deals the game has not ended; the bots stop here.\n", BOT_DEALS_MAX);
}

static bool all_alike(const struct play_loop *loop)
{
	for (int seat = 1; seat < loop->players; seat++)
		if (strcmp(loop->player[seat], loop->player[0]) != 0)
			return false;
	return true;
}

static void introduce(const struct play_loop *loop, const char *sealed, uint64_t seed)
{
	cmd_write(canasta_title(loop->variant));
	printf(", ");
	if (sealed != NULL)
		printf("sealed.\n");
	else
		printf("seed %llu.\n", (unsigned long long)seed);
	for (int seat = 0; seat < loop->players && !all_alike(loop); seat++)
		printf("%s%s: %s", seat == 0 ? "" : ", ", canasta_seat_name(loop->variant, seat), loop->player[seat]);
	printf("%s%s.\n", all_alike(loop) ? "Every seat: " : "", all_alike(loop) ? loop->player[0] : "");
	if (loop->people > 0)
		printf("Type help to learn what can be typed.\n");
}

/* How the game can be continued. It finds its rules unless they had to be named, or its record is elsewhere. */
static void write_farewell(const struct play_loop *loop, const struct call *call, char *farewell, size_t room)
{
	const struct keep *keep = &loop->keep;
	const char *sealed = call_text(call, OPTION_play_sealed), *rules = call_text(call, OPTION_play_rules);
	char path[KEEP_PATH_MAX], seed[KEEP_PATH_MAX], named[KEEP_PATH_MAX];
	struct reference reference;

	if (!call_has(call, OPTION_play_resume) && !keep->own && cmd_reference(call->rest[0], &reference) &&
	    !cmd_is_beside(reference.words, keep->path))
		rules = reference.words;
	snprintf(farewell, room, "The game is kept; `canasta play --resume%s%s%s%s%s%s` continues it.\n",
	         keep->own ? "" : " ", keep->own ? "" : cmd_quote(keep->path, path, sizeof path),
	         rules != NULL ? " --rules " : "", rules != NULL ? cmd_quote(rules, named, sizeof named) : "",
	         sealed != NULL ? " --sealed " : "", sealed != NULL ? cmd_quote(sealed, seed, sizeof seed) : "");
}

/* Plays the game that is set up. */
static int play(struct play_loop *loop, const struct call *call)
{
	char farewell[6 * KEEP_PATH_MAX] = "The game ends here.\n"; /* is written if the program is interrupted */

	canasta_game_budget(loop->game, (int)call_number(call, OPTION_play_samples, 0),
	                    (int)call_number(call, OPTION_play_think, 0));
	canasta_game_colours(loop->game, cmd_colour() && !loop->plain);
	fit_screen(loop);
	if (call_has(call, OPTION_play_sealed))
		keep_seed_used(call_text(call, OPTION_play_sealed));
	if (loop->keep.file >= 0)
		write_farewell(loop, call, farewell, sizeof farewell);
	loop->farewell = farewell;
	line_begin(loop);
	play_game(loop, call_number(call, OPTION_play_deals, UINT64_MAX));
	line_end();
	return loop->keep.fault != 0 ? keep_failed(&loop->keep) : cmd_input_end(loop->fault);
}

/* ---- arguments ---- */

static const char *bot_named(const char *name)
{
	const char *bot;

	for (int i = 0; (bot = canasta_bot(i, NULL)) != NULL; i++)
		if (strcmp(bot, name) == 0)
			return bot;
	return NULL;
}

static bool unknown_player(const struct call *call, const char *name)
{
	const char *names[SEATS_MAX] = { PLAY_PERSON }, *near;
	char bots[100] = "";
	int count = 1;

	for (const char *bot; count < SEATS_MAX && (bot = canasta_bot(count - 1, NULL)) != NULL; count++) {
		size_t length = strlen(bots);
		snprintf(bots + length, sizeof bots - length, ", `%s`", bot);
		names[count] = bot;
	}
	near = canasta_nearest(name, names, count);
	if (near != NULL)
		call_misuse(call, "nobody is called `%s`; did you mean `%s`?", name, near);
	else
		call_misuse(call, "nobody is called `%s`; there are `%s`%s", name, PLAY_PERSON, bots);
	return false;
}

/* Chooses the bot of the level that was asked for. */
static bool choose_level(const struct call *call, struct play_loop *loop)
{
	static const struct {
		const char *name, *bot;
	} levels[] = { { "beginner", "simple" }, { "club", "careful" }, { "expert", "expert" } };
	const char *wanted = call_has(call, OPTION_play_level) ? call_text(call, OPTION_play_level) : "club";

	for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
		if (strcmp(levels[i].name, wanted) == 0) {
			loop->bot = levels[i].bot;
			return true;
		}
	call_misuse(call, "there is no level `%s`; there are `beginner`, `club` and `expert`", wanted);
	return false;
}

/* Seats the players named in [list], which is modified. Seats that are not named get bots. */
static bool seat_players(const struct call *call, struct play_loop *loop, char *list)
{
	int seat = 0;

	for (char *name = cmd_next(&list); name != NULL; name = cmd_next(&list), seat++) {
		bool person = strcmp(name, PLAY_PERSON) == 0;
		if (seat == loop->players) {
			call_misuse(call, "there are %d seats at this table", loop->players);
			return false;
		}
		loop->player[seat] = person ? PLAY_PERSON : (name[0] == '\0' ? loop->bot : bot_named(name));
		loop->people += person;
		if (loop->player[seat] == NULL)
			return unknown_player(call, name);
	}
	for (; seat < loop->players; seat++)
		loop->player[seat] = loop->bot;
	return true;
}

/* False, with a message, if the options do not go together. */
static bool options_fit(const struct call *call)
{
	const bool resumes = call_has(call, OPTION_play_resume), seeded = call_has(call, OPTION_play_seed);

	if (resumes &&
	    (call->with.count > 0 || seeded || call_has(call, OPTION_play_seats) || call_has(call, OPTION_play_record)))
		call_misuse(call, "a game that is continued has its variant, seats and cards already");
	else if (call_has(call, OPTION_play_rules) && !resumes)
		call_misuse(call, "--rules belongs to --resume");
	else if (call_has(call, OPTION_play_sealed) && seeded)
		call_misuse(call, "--sealed takes the seed from its file, and --seed names another");
	else if (call->count > 1)
		call_misuse(call, resumes ? "one game at a time" : "one variant at a time");
	else if (call->count == 0 && !resumes)
		call_misuse(call, "which variant?");
	else
		return true;
	return false;
}

/* ---- a new game ---- */

/* A seed from the clock: without one in the arguments, people get another game each time. */
static uint64_t new_seed(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* Begins to record. Games of people are always recorded, in a folder of their own if they do not say where. */
static int begin_record(struct play_loop *loop, const struct call *call)
{
	const char *path = call_text(call, OPTION_play_record);
	struct canasta_out to = keep_out(&loop->keep);
	char date[32] = "";
	const char *epoch = getenv("SOURCE_DATE_EPOCH"); /* reproducible builds and tests set the time with it */
	time_t now = epoch != NULL ? (time_t)strtoll(epoch, NULL, 10) : time(NULL);
	struct tm utc;
	int status;

	if (path == NULL && loop->people == 0)
		return CANASTA_FINE;
	if (!keep_begin(&loop->keep, path, canasta_name(loop->variant)))
		return path != NULL ? CANASTA_MISUSE : CANASTA_FINE;
	if (gmtime_r(&now, &utc) != NULL)
		strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", &utc);
	status = canasta_game_record(&cmd_io, loop->game, &to, loop->player, date);
	if (status == CANASTA_FINE)
		return status;
	keep_drop(&loop->keep);
	if (path != NULL || status != CANASTA_MISUSE)
		return status;
	cmd_error("this game is not recorded");
	return CANASTA_FINE;
}

static int play_new(struct play_loop *loop, const struct call *call)
{
	const char *sealed = call_text(call, OPTION_play_sealed);
	char *seats = call_text(call, OPTION_play_seats), one_person[] = "person";
	struct canasta_variant *variant;
	int status = cmd_load(call->rest[0], &call->with, &variant);
	uint64_t seed;

	if (status != CANASTA_FINE)
		return status;
	loop->variant = variant;
	loop->players = canasta_players(variant);
	if (seats == NULL && loop->keys)
		seats = one_person;
	if (call_has(call,
	             OPTION_play_record)) /* other records are the player's own, and find the rules where they are */
		status = cmd_give_away(variant, call->rest[0], call_text(call, OPTION_play_record));
	if (status == CANASTA_FINE && !seat_players(call, loop, seats))
		status = CANASTA_MISUSE;
	seed = loop->people == 0 ? 1 : new_seed();
	seed = call_number(call, OPTION_play_seed, seed);
	if (status == CANASTA_FINE && sealed != NULL && !keep_seed(sealed, true, &seed))
		status = CANASTA_MISUSE;
	if (status == CANASTA_FINE)
		status = canasta_game_new(&cmd_io, variant, seed, &loop->game);
	if (status == CANASTA_FINE && sealed != NULL)
		status = canasta_game_seal(loop->game);
	if (status == CANASTA_FINE)
		status = begin_record(loop, call);
	if (status == CANASTA_FINE) {
		introduce(loop, sealed, seed);
		status = play(loop, call);
	}
	canasta_game_free(loop->game);
	canasta_free(variant);
	return status;
}

/* ---- a game that is continued ---- */

/* Seats those whom the record names. */
static bool seat_recorded(const struct call *call, struct play_loop *loop, const struct canasta_record *record)
{
	for (int seat = 0; seat < loop->players; seat++) {
		const char *who = canasta_record_who(record, seat);
		bool person = who != NULL && strcmp(who, PLAY_PERSON) == 0;
		loop->player[seat] = who == NULL ? loop->bot : person ? PLAY_PERSON : bot_named(who);
		loop->people += person;
		if (loop->player[seat] == NULL)
			return unknown_player(call, who);
	}
	return true;
}

/* Ensures that the cards of the game are known. */
static int know_cards(const struct call *call, struct canasta_record *record)
{
	const char *sealed = call_text(call, OPTION_play_sealed);
	uint64_t seed;

	switch (canasta_record_cards(record)) {
	case CANASTA_CARDS_OF_A_SEED: break;
	case CANASTA_CARDS_NAMED:
		return call_misuse(call, "this record names the cards that were dealt; nobody knows what comes next");
	case CANASTA_CARDS_SEALED:
		if (sealed == NULL)
			return call_misuse(call, "this game is sealed: name the file of its seed with --sealed");
		return keep_seed(sealed, false, &seed) ? canasta_record_unseal(&cmd_io, record, seed) : CANASTA_MISUSE;
	}
	return CANASTA_FINE;
}

/* Plays on from where the record ends. What was shown before is not shown again. */
static int play_on(struct play_loop *loop, const struct call *call, struct canasta_record *record)
{
	const struct canasta_io silent = { .messages = cmd_io.messages };
	struct canasta_out to = keep_out(&loop->keep);
	int status = know_cards(call, record);

	if (status != CANASTA_FINE)
		return status;
	loop->variant = canasta_record_variant(record);
	loop->players = canasta_players(loop->variant);
	if (!seat_recorded(call, loop, record))
		return CANASTA_MISUSE;
	status = canasta_record_play(&cmd_io, record, NULL, &loop->game);
	if (status != CANASTA_FINE)
		return status;
	if (!keep_cut(&loop->keep, canasta_record_whole(record)))
		return CANASTA_MISUSE;
	status = canasta_record_continue(record, loop->game, &to);
	if (status != CANASTA_FINE || loop->keep.fault != 0)
		return loop->keep.fault != 0 ? keep_failed(&loop->keep) : status;
	canasta_game_news(&silent, loop->game);
	introduce(loop, call_text(call, OPTION_play_sealed), canasta_record_seed(record));
	if (canasta_game_moment(loop->game) != CANASTA_GAME_OVER)
		return play(loop, call);
	printf("This game is over.\n\n");
	return canasta_game_score(&loop->io, loop->game);
}

static int resume(struct play_loop *loop, const struct call *call)
{
	struct canasta_record *record = NULL;
	struct canasta_bytes bytes = { 0 };
	int status = CANASTA_MISUSE;

	if (keep_open(&loop->keep, call->rest[0], &bytes))
		status = keep_record(loop->keep.path, &bytes, call_text(call, OPTION_play_rules), &record);
	if (status == CANASTA_FINE)
		status = play_on(loop, call, record);
	canasta_game_free(loop->game);
	canasta_record_free(record);
	canasta_bytes_free(&bytes);
	return status;
}

int cmd_play(struct call *call)
{
	static struct play_loop loop; /* static: too large for the stack */
	int status;

	cmd_ascii = call_has(call, OPTION_play_ascii);
	if (!options_fit(call))
		return CANASTA_MISUSE;
	loop_begin(&loop, cmd_ascii);
	if (!choose_level(call, &loop))
		return CANASTA_MISUSE;
	loop.to_end = call_has(call, OPTION_play_to_end);
	status = call_has(call, OPTION_play_resume) ? resume(&loop, call) : play_new(&loop, call);
	keep_end(&loop.keep);
	return status;
}

/* prompt.c -- libedit does the editing, with an editor for each person, for it remembers what was typed, searched for and cut.
 * An interruption can come at any time, while a bot thinks or in the middle of a
 * line: what is done then is no more than what a signal handler may do. */
#define _DEFAULT_SOURCE

#include "cmd/cmd.h"

#include <histedit.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum { HISTORY_LINES = 200, SHOWN_MAX = 40 };

/* There is one terminal, and signal handlers know nothing else of the program. */
static struct line_source *source;
static struct editing {
	EditLine *editor;
	History *history;
} editings[LINE_PEOPLE_MAX + 1]; /* by person, and one between */
static const char *prompt_now = "";
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
	const char *words = source != NULL ? source->farewell : NULL;
	ssize_t written = write(STDOUT_FILENO, "\n", 1);
	if (words != NULL)
		written += write(STDOUT_FILENO, words, strlen(words));
	(void)written;
	signal(number, SIG_DFL);
	raise(number);
}

/* While the program sleeps, the terminal is the shell's. */
static void sleeps(int number)
{
	struct termios editing;
	bool known = terminal_known && tcgetattr(STDIN_FILENO, &editing) == 0;

	(void)number;
	restore_terminal();
	raise(SIGSTOP);
	if (known)
		tcsetattr(STDIN_FILENO, TCSANOW, &editing);
}

/* ---- completion ---- */

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
	if (source->complete != NULL)
		source->complete(source->context, typed, &out);
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
	struct editing *editing = &editings[person == LINE_BETWEEN ? LINE_PEOPLE_MAX : person];
	HistEvent event;

	if (!source->keys || source->plain || editing->editor != NULL)
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

void line_begin(struct line_source *from)
{
	source = from;
	terminal_known = isatty(STDIN_FILENO) && tcgetattr(STDIN_FILENO, &as_found) == 0;
	struct sigaction end = { .sa_handler = interrupted, .sa_flags = SA_RESTART | SA_NODEFER };
	struct sigaction sleep = { .sa_handler = sleeps, .sa_flags = SA_RESTART };
	static const int ends[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		sigaction(ends[i], &end, NULL);
	if (source->keys)
		sigaction(SIGTSTP, &sleep, NULL);
}

void line_end(void)
{
	for (int i = 0; i <= LINE_PEOPLE_MAX; i++) {
		if (editings[i].history != NULL)
			history_end(editings[i].history);
		if (editings[i].editor != NULL)
			el_end(editings[i].editor);
		editings[i] = (struct editing){ .editor = NULL };
	}
	restore_terminal();
	source = NULL;
}

static bool read_edited(struct editing *editing, const char *prompt, char *line, size_t room)
{
	HistEvent event;
	const char *typed;
	int length = 0;

	prompt_now = prompt;
	typed = el_gets(editing->editor, &length);
	if (typed == NULL || length <= 0)
		return false;
	snprintf(line, room, "%.*s", (int)strcspn(typed, "\r\n"), typed);
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
		if (length + 1 < room && letter != '\0')
			line[length++] = (char)letter;
	line[length] = '\0';
	return letter != EOF || length > 0;
}

bool line_read(int person, const char *prompt, char *line, size_t room)
{
	struct editing *editing = editing_of(person);
	bool read;

	fflush(stdout);
	line[0] = '\0';
	read = editing != NULL ? read_edited(editing, prompt, line, room) : read_plain(prompt, line, room);
	if (!read)
		printf("\n");
	else if (!source->keys) /* so that a transcript reads well */
		printf("%s\n", line);
	return read;
}

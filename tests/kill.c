/* kill.c -- kills the tool in the middle of games that it records, at points chosen by chance, and goes on with each:
 * whatever had been shown must be in the record, and the game must end as if nothing had happened.
 * Usage: kill TOOL FOLDER POINTS SEED [VARIANT]. Prints what is not so, and at the end how many points there were. */
#define _GNU_SOURCE

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "canasta.h"
#include "game/random.h"
#include "grammar/text.h"

enum { PATH_MAX_KEPT = 500, PIPE_BYTES = 4096, AHEAD = PIPE_BYTES + 1024 /* how far the tool can be ahead of us */ };

static const char *tool, *variant = "wahhi";
static char whole_path[PATH_MAX_KEPT], cut_path[PATH_MAX_KEPT];
static int faults, killed;

/* ---- running the tool ---- */

/* Starts the tool with its output in a pipe. */
static pid_t start(const char *const *arguments, int *output)
{
	int ends[2];
	pid_t child;

	if (pipe(ends) != 0 || (child = fork()) < 0) {
		perror("kill");
		exit(2);
	}
	if (child == 0) {
		dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
		dup2(ends[1], STDOUT_FILENO);
		close(ends[0]);
		close(ends[1]);
		execv(tool, (char *const *)arguments);
		_exit(127);
	}
	close(ends[1]);
	fcntl(ends[0], F_SETPIPE_SZ, PIPE_BYTES);
	*output = ends[0];
	return child;
}

/* Runs the tool and gathers what it shows. Once that is [most] bytes it is killed, unless [most] is 0. Its exit status,
 * -1 if it was killed. */
static int run(const char *const *arguments, size_t most, struct text *shown)
{
	char bytes[512];
	ssize_t got;
	int output, status;
	pid_t child = start(arguments, &output);

	while ((got = read(output, bytes, most > 0 && most < sizeof bytes ? most : sizeof bytes)) > 0) {
		text_add_bytes(shown, bytes, (size_t)got);
		if (most > 0 && shown->length >= most) {
			kill(child, SIGKILL);
			most = 0;
		}
	}
	close(output);
	if (waitpid(child, &status, 0) != child || !WIFEXITED(status))
		return -1;
	return WEXITSTATUS(status);
}

static int play(const char *path, size_t most, struct text *shown)
{
	const char *const arguments[] = { tool,     "play", variant,   "--seats", "simple,random,simple,random",
		                          "--seed", "5",    "--deals", "3",       "--record",
		                          path,     NULL };

	return run(arguments, most, shown);
}

static int resume(const char *path, struct text *shown)
{
	const char *const arguments[] = { tool, "play", "--resume", path, NULL };

	return run(arguments, 0, shown);
}

/* ---- what is in files ---- */

static void read_file(const char *path, struct text *bytes)
{
	char part[4096];
	size_t got;
	FILE *file = fopen(path, "rb");

	if (file == NULL) {
		perror(path);
		exit(2);
	}
	while ((got = fread(part, 1, sizeof part, file)) > 0)
		text_add_bytes(bytes, part, got);
	fclose(file);
}

/* What the lines of a record say, without their checks, the date, and empty lines. */
static void words_of(const char *record, struct text *words)
{
	for (; *record != '\0'; record += strcspn(record, "\n"), record += *record == '\n') {
		size_t length = strcspn(record, "|\n");
		if (length > 0 && strncmp(record, "date:", 5) != 0) {
			text_add_bytes(words, record, length);
			text_add(words, "\n");
		}
	}
}

static void take(void *context, const char *bytes, size_t length)
{
	text_add_bytes(context, bytes, length);
}

/* What the record tells when it is played again; false if it cannot be. */
static int tale_of(const struct text *bytes, struct text *tale)
{
	struct text wrong = { 0 };
	struct canasta_io io = { .out = { take, tale }, .messages = { take, &wrong } };
	struct canasta_record *record = NULL;
	struct canasta_game *game = NULL;
	int well = canasta_record_open(&io, "killed", text_read(bytes), bytes->length, &record) == CANASTA_FINE &&
	           canasta_record_play(&io, record, NULL, &game) == CANASTA_FINE;

	if (well)
		canasta_game_news(&io, game);
	else
		fputs(text_read(&wrong), stdout);
	text_free(&wrong);
	canasta_game_free(game);
	canasta_record_free(record);
	return well;
}

/* How many whole lines tell of a turn or a deal: those that begin with a capital letter and are in [tale]. */
static int turns_shown(const char *shown, const char *tale)
{
	int count = 0;

	for (; strchr(shown, '\n') != NULL; shown = strchr(shown, '\n') + 1) {
		size_t length = (size_t)(strchr(shown, '\n') - shown);
		const char *there = shown[0] >= 'A' && shown[0] <= 'Z' ? tale : NULL;
		while (there != NULL && strncmp(there, shown, length + 1) != 0)
			there = strchr(there, '\n') != NULL ? strchr(there, '\n') + 1 : NULL;
		count += there != NULL;
	}
	return count;
}

/* ---- one point ---- */

static void fault(int point, size_t at, const char *what)
{
	printf("point %d, killed after %zu bytes: %s\n", point, at, what);
	faults++;
}

/* Kills a game once it has shown [at] bytes, and goes on with it. */
static void try_point(int point, size_t at, const struct text *whole, const struct text *all_shown,
                      const char *all_told)
{
	struct text shown = { 0 }, bytes = { 0 }, tale = { 0 }, rest = { 0 }, words = { 0 };

	unlink(cut_path);
	killed += play(cut_path, at, &shown) < 0;
	if (strncmp(text_read(all_shown), text_read(&shown), shown.length) != 0)
		fault(point, at, "it showed something else than the whole game");
	read_file(cut_path, &bytes);
	if (!tale_of(&bytes, &tale))
		fault(point, at, "its record cannot be played");
	else if (turns_shown(text_read(&shown), text_read(&tale)) < turns_shown(text_read(&shown), all_told))
		fault(point, at, "something was shown that is not in the record");
	if (resume(cut_path, &rest) != 0)
		fault(point, at, "it cannot be continued");
	text_free(&bytes);
	read_file(cut_path, &bytes);
	words_of(text_read(&bytes), &words);
	if (strncmp(text_read(&words), text_read(whole), whole->length) != 0)
		fault(point, at, "it went on in another way");
	text_free(&shown);
	text_free(&bytes);
	text_free(&tale);
	text_free(&rest);
	text_free(&words);
}

int main(int argc, char **argv)
{
	struct text shown = { 0 }, bytes = { 0 }, words = { 0 }, told = { 0 };
	struct random random;
	int points;

	if (argc < 5)
		return 2;
	tool = argv[1];
	points = atoi(argv[3]);
	random_begin(&random, strtoul(argv[4], NULL, 10), 0);
	if (argc > 5)
		variant = argv[5];
	snprintf(whole_path, sizeof whole_path, "%s/whole.record", argv[2]);
	snprintf(cut_path, sizeof cut_path, "%s/killed.record", argv[2]);
	if (play(whole_path, 0, &shown) != 0)
		fault(0, 0, "the whole game cannot be played");
	read_file(whole_path, &bytes);
	words_of(text_read(&bytes), &words);
	if (!tale_of(&bytes, &told))
		fault(0, 0, "the whole game cannot be played again");
	if (shown.length < AHEAD + AHEAD / 4) {
		fault(0, 0, "the game is too short to be killed");
		points = 0;
	}
	for (int point = 1; point <= points; point++)
		try_point(point, 1 + random_below(&random, (uint32_t)shown.length - AHEAD), &words, &shown,
		          text_read(&told));
	if (killed < points / 2)
		fault(points, 0, "few games were killed before they were over");
	printf("%d points, %d faults\n", points, faults);
	text_free(&shown);
	text_free(&bytes);
	text_free(&words);
	text_free(&told);
	return faults > 0;
}

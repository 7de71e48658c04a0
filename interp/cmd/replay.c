/* replay.c -- files in which games are recorded, and canasta replay, which plays such a game again and judges it. Each piece of a record goes
 * out in one write() and is then waited for. A file is locked while somebody plays. The seed of a sealed game must not be guessed: all 64
 * bits come from the system. */
#define _DEFAULT_SOURCE

#include "cmd/cmd.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* "120", a line, or "2.14", a deal and a turn. */
static bool read_point(const struct call *call, const char *words, struct canasta_point *at)
{
	int used = 0;

	*at = (struct canasta_point){ 0, 0, 0 };
	if (sscanf(words, "%9d.%9d%n", &at->deal, &at->turn, &used) == 2 && words[used] == '\0' && at->deal > 0 &&
	    at->turn > 0)
		return true;
	at->deal = at->turn = 0;
	if (sscanf(words, "%9d%n", &at->line, &used) == 1 && words[used] == '\0' && at->line > 0)
		return true;
	call_misuse(call, "--at wants a line (120) or a deal and a turn (2.14), not `%s`", words);
	return false;
}

/* ---- a point of the game ---- */

/* The seat called [name]; -1, with a message, if there is none. */
static int seat_named(const struct call *call, const struct canasta_variant *variant, const char *name)
{
	const char *names[16];
	const char *near;
	int count = canasta_players(variant);

	for (int seat = 0; seat < count; seat++) {
		names[seat] = canasta_seat_name(variant, seat);
		if (strcasecmp(names[seat], name) == 0)
			return seat;
	}
	near = canasta_nearest(name, names, count);
	call_misuse(call, "there is no seat `%s`; %s `%s`%s", name, near != NULL ? "did you mean" : "the first is",
	            near != NULL ? near : names[0], near != NULL ? "?" : "");
	return -1;
}

/* Shows the table as one seat sees it: the one that is asked for, or that is to act. */
static int show_point(const struct call *call, const struct canasta_point *point, struct canasta_record *record)
{
	const char *name = call_text(call, OPTION_replay_seat);
	struct canasta_game *game = NULL;
	int seat = 0, status;

	if (name != NULL && (seat = seat_named(call, canasta_record_variant(record), name)) < 0)
		return CANASTA_MISUSE;
	status = canasta_record_play(&cmd_io, record, point, &game);
	if (status == CANASTA_FINE && canasta_game_moment(game) == CANASTA_TO_DEAL)
		status = call_misuse(call, "nothing is dealt yet at line %d", point->line);
	else if (status == CANASTA_FINE) {
		if (name == NULL && canasta_game_seat(game) >= 0)
			seat = canasta_game_seat(game);
		status = canasta_game_table(&cmd_io, game, seat);
		if (status == CANASTA_FINE)
			status = canasta_game_score(&cmd_io, game);
	}
	canasta_game_free(game);
	return status;
}

/* ---- the whole ---- */

static int replay(const struct call *call, const struct canasta_point *point, struct canasta_record *record)
{
	const char *reference = call_text(call, OPTION_replay_under);
	const bool json = call->form == CANASTA_JSON;
	struct canasta_variant *under;
	int status;

	if (point != NULL)
		return show_point(call, point, record);
	if (call_has(call, OPTION_replay_cards))
		return canasta_record_name_cards(&cmd_io, record);
	if (call_has(call, OPTION_replay_analyse))
		return canasta_record_analyse(&cmd_io, record, (int)call_number(call, OPTION_replay_samples, 0),
		                              (int)call_number(call, OPTION_replay_think, 0));
	if (reference == NULL)
		return canasta_record_report(&cmd_io, record, json);
	status = cmd_load(reference, &call->with, &under);
	if (status == CANASTA_FINE)
		status = canasta_record_under(&cmd_io, record, under, json);
	canasta_free(under);
	return status;
}

int cmd_replay(struct call *call)
{
	const char *at = call_text(call, OPTION_replay_at);
	const bool under = call_has(call, OPTION_replay_under), json = call->form == CANASTA_JSON;
	struct canasta_record *record = NULL;
	struct canasta_point point;
	struct canasta_bytes bytes = { 0 };
	char *path;
	int status = CANASTA_MISUSE;

	if (at != NULL && !read_point(call, at, &point))
		return CANASTA_MISUSE;
	path = call_only(call, "record");
	if (path == NULL)
		return CANASTA_MISUSE;
	if (at == NULL && call_has(call, OPTION_replay_seat))
		return call_misuse(call, "--seat shows a point of the game: say which with --at");
	if (call->with.count > 0 && !under)
		return call_misuse(call, "--with belongs to --under");
	if (at != NULL && (under || json))
		return call_misuse(call, "--at shows the table and goes only with --seat");
	if (call_has(call, OPTION_replay_cards) && (at != NULL || under || json))
		return call_misuse(call, "--cards writes a record and goes with no other option");
	if (call_has(call, OPTION_replay_analyse) &&
	    (at != NULL || under || json || call_has(call, OPTION_replay_cards)))
		return call_misuse(call, "--analyse goes only with --samples and --think");
	if (!call_has(call, OPTION_replay_analyse) &&
	    (call_has(call, OPTION_replay_samples) || call_has(call, OPTION_replay_think)))
		return call_misuse(call, "--samples and --think belong to --analyse");
	if (cmd_read_file(path, &bytes))
		status = keep_record(path, &bytes, call_text(call, OPTION_replay_rules), &record);
	if (status == CANASTA_FINE)
		status = replay(call, at != NULL ? &point : NULL, record);
	canasta_record_free(record);
	canasta_bytes_free(&bytes);
	return status;
}

enum { FOLDER_MAX = 800, NAME_MAX_KEPT = 80, TRIES = 100 };

static bool cannot(const char *what, const char *path)
{
	return cmd_file_error(path, what), false;
}

/* ---- the folder ---- */

/* Where games are kept: $XDG_STATE_HOME/canasta, or .local/state/canasta at home. */
static bool folder_name(char folder[FOLDER_MAX])
{
	const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
	int length;

	if (state != NULL && state[0] == '/')
		length = snprintf(folder, FOLDER_MAX, "%s/canasta", state);
	else if (home != NULL && home[0] == '/')
		length = snprintf(folder, FOLDER_MAX, "%s/.local/state/canasta", home);
	else
		return false;
	return length > 0 && length < FOLDER_MAX;
}

/* Makes the folder with those it stands in. */
static bool make_folder(char *folder)
{
	for (char *at = folder + 1; *at != '\0'; at++)
		if (*at == '/') {
			bool made;
			*at = '\0';
			made = mkdir(folder, 0700) == 0 || errno == EEXIST;
			*at = '/';
			if (!made)
				return false;
		}
	return mkdir(folder, 0700) == 0 || errno == EEXIST;
}

/* The path of a new game. Several games may begin in the same second. */
static bool new_path(const char *folder, const char *name, int number, char path[KEEP_PATH_MAX])
{
	char day[32], plain[NAME_MAX_KEPT] = "";
	time_t now = time(NULL);
	struct tm local;

	for (size_t i = 0; name[i] != '\0' && i + 1 < sizeof plain; i++)
		plain[i] = strchr("/:.", name[i]) != NULL ? '-' : name[i];
	if (localtime_r(&now, &local) == NULL || strftime(day, sizeof day, "%Y-%m-%d-%H%M%S", &local) == 0)
		return false;
	return snprintf(path, KEEP_PATH_MAX, "%s/%s-%02d-%s.record", folder, day, number, plain) < KEEP_PATH_MAX;
}

/* True if [path] is in the folder where games are kept: nobody else has written what is there. */
static bool is_kept_there(const char *path)
{
	char folder[FOLDER_MAX], here[KEEP_PATH_MAX];
	struct stat ours, theirs;
	const char *slash = strrchr(path, '/');
	int length = snprintf(here, sizeof here, "%.*s", slash != NULL ? (int)(slash - path) + 1 : 1,
	                      slash != NULL ? path : ".");

	return length > 0 && length < KEEP_PATH_MAX && folder_name(folder) && stat(folder, &ours) == 0 &&
	       stat(here, &theirs) == 0 && ours.st_dev == theirs.st_dev && ours.st_ino == theirs.st_ino;
}

int keep_record(const char *path, const struct canasta_bytes *bytes, const char *reference,
                struct canasta_record **record)
{
	struct reference named;

	if (reference != NULL && !cmd_reference(reference, &named))
		return CANASTA_MISUSE;
	if (reference != NULL && named.with.count > 0 && access(reference, F_OK) != 0) /* it is no file of that name */
		return cmd_error("`%s`: the options of a game are in its record; write only --rules %s", reference,
		                 named.words);
	if (reference != NULL || is_kept_there(path))
		return canasta_record_open_by(&cmd_io, path, bytes->bytes, bytes->length, reference, record);
	return canasta_record_open(&cmd_io, path, bytes->bytes, bytes->length, record);
}

/* True for the record of a game that was broken off before its first line was written. */
static bool is_left_empty(const char *path)
{
	struct stat found;

	return lstat(path, &found) == 0 && S_ISREG(found.st_mode) && found.st_size == 0;
}

static int is_record(const struct dirent *entry)
{
	return entry->d_name[0] != '.' && cmd_ends_in(entry->d_name, ".record");
}

/* The path of the game that was begun last and left more than a name: names begin with the time. */
static bool last_path(char path[KEEP_PATH_MAX])
{
	char folder[FOLDER_MAX];
	struct dirent **entry = NULL;
	int count = folder_name(folder) ? scandir(folder, &entry, is_record, alphasort) : 0;
	const bool unread = count < 0 && errno != ENOENT;
	bool found = false;

	if (unread)
		cmd_file_error(folder, "cannot be read");
	for (int i = count - 1; i >= 0 && !found; i--)
		found = snprintf(path, KEEP_PATH_MAX, "%s/%s", folder, entry[i]->d_name) < KEEP_PATH_MAX &&
		        !is_left_empty(path);
	if (!found && !unread)
		cmd_error("there is no game to continue");
	for (int i = 0; i < count; i++)
		free(entry[i]);
	free(entry);
	return found;
}

/* ---- the file ---- */

static bool lock(struct keep *keep)
{
	if (cmd_lock_file(keep->file, keep->path, "is not a plain file", "is being played by somebody else"))
		return true;
	keep_end(keep);
	return false;
}

/* Begins a file, a new one unless [flags] are none. */
static bool begin_at(struct keep *keep, int flags)
{
	keep->file = cmd_open(keep->path, O_WRONLY | O_APPEND | flags, 0600);
	if (keep->file < 0)
		return false;
	cmd_sync_folder(keep->path);
	return lock(keep);
}

static bool begin_in_folder(struct keep *keep, const char *name)
{
	char folder[FOLDER_MAX];

	errno = ENOENT;
	if (!folder_name(folder) || !make_folder(folder))
		return cmd_error("the folder for games cannot be made; this game is not recorded: %s", strerror(errno)),
		       false;
	for (int number = 1; number < TRIES; number++) {
		if (!new_path(folder, name, number, keep->path))
			break;
		if (begin_at(keep, O_CREAT | O_EXCL))
			return true;
		if (errno != EEXIST)
			break;
	}
	return cannot("cannot be written; this game is not recorded", folder);
}

bool keep_begin(struct keep *keep, const char *path, const char *name)
{
	char quoted[2 * KEEP_PATH_MAX];

	*keep = (struct keep){ .file = -1, .own = path == NULL };
	if (path == NULL)
		return begin_in_folder(keep, name);
	if (strlen(path) >= KEEP_PATH_MAX) {
		errno = ENAMETOOLONG;
		return cannot("cannot be written", path);
	}
	strcpy(keep->path, path);
	if (begin_at(keep, is_left_empty(path) ? 0 : O_CREAT | O_EXCL))
		return true;
	if (errno != EEXIST)
		return cannot("cannot be written", path);
	if (cmd_file_kind(path) == CANASTA_FILE_RECORD)
		cmd_error("`%s` exists already; `canasta play --resume %s` continues it", path,
		          cmd_quote(path, quoted, sizeof quoted));
	else
		cmd_error("`%s` exists already and is not a record: name another file", path);
	return false;
}

bool keep_open(struct keep *keep, const char *path, struct canasta_bytes *bytes)
{
	*keep = (struct keep){ .file = -1, .own = path == NULL };
	if (path == NULL && !last_path(keep->path))
		return false;
	if (path != NULL && snprintf(keep->path, sizeof keep->path, "%s", path) >= KEEP_PATH_MAX)
		errno = ENAMETOOLONG;
	else
		keep->file = cmd_open(keep->path, O_RDWR | O_APPEND, 0);
	if (keep->file < 0)
		return cannot("cannot be opened", keep->path);
	if (!lock(keep))
		return false;
	if (cmd_read_rest(keep->file, bytes))
		return true;
	cannot("cannot be read", keep->path);
	keep_end(keep);
	return false;
}

bool keep_cut(struct keep *keep, size_t whole)
{
	if (ftruncate(keep->file, (off_t)whole) == 0)
		return true;
	return cannot("cannot be written", keep->path);
}

void keep_look(struct keep *keep)
{
	if (keep->file >= 0 && keep->fault == 0 && !cmd_is_at(keep->file, keep->path))
		keep->fault = ESTALE;
}

/* Nothing is written after a failure, so that the record stays a beginning of the game. */
static void write_kept(void *context, const char *bytes, size_t length)
{
	struct keep *keep = context;

	keep_look(keep);
	if (keep->fault == 0 && !cmd_write_whole(keep->file, bytes, length))
		keep->fault = errno;
}

struct canasta_out keep_out(struct keep *keep)
{
	return (struct canasta_out){ write_kept, keep };
}

int keep_failed(const struct keep *keep)
{
	struct stat found;

	if (keep->fault != ESTALE && fstat(keep->file, &found) == 0 && found.st_size == 0)
		unlink(keep->path); /* not even its head was written */
	errno = keep->fault == ESTALE ? 0 : keep->fault;
	cannot(keep->fault == ESTALE ? "was removed or replaced by another program, so the game stops here"
	                             : "cannot be written, so the game stops here",
	       keep->path);
	return CANASTA_MISUSE;
}

void keep_end(struct keep *keep)
{
	if (keep->file >= 0)
		close(keep->file);
	keep->file = -1;
}

void keep_drop(struct keep *keep)
{
	unlink(keep->path);
	keep_end(keep);
}

/* ---- the seed of a sealed game ---- */

static bool draw_seed(const char *path, uint64_t *seed)
{
	int file = cmd_open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
	char words[24];
	bool well;
	int length;

	if (file < 0)
		return cannot("cannot be written", path);
	well = getentropy(seed, sizeof *seed) == 0;
	length = snprintf(words, sizeof words, "%" PRIu64 "\n", *seed);
	well = well && cmd_write_whole(file, words, (size_t)length);
	if (!well) {
		cannot("cannot be written", path);
		unlink(path);
	}
	close(file);
	return well;
}

/* What follows the seed once a game is dealt from it, with the end of its line. */
static const char USED[] = "used\n";

/* Finds the seed in [text], which may have remarks and empty lines before it, and whether a game was dealt from it. False if it holds none;
 * errno is set for a number that is too large. */
static bool parse_seed(const char *text, uint64_t *seed, bool *used)
{
	static const char mark[] = "\xef\xbb\xbf", blanks[] = " \t\r\n";
	char *end;

	text += strncmp(text, mark, strlen(mark)) == 0 ? strlen(mark) : 0;
	for (text += strspn(text, blanks); *text == '#'; text += strspn(text, blanks))
		text += strcspn(text, "\n");
	if (*text < '0' || *text > '9')
		return false;
	errno = 0;
	*seed = strtoull(text, &end, 10);
	end += strspn(end, blanks);
	*used = strncmp(end, USED, strlen(USED) - 1) == 0;
	return *used || *end == '\0';
}

bool keep_is_seed(const char *text)
{
	uint64_t seed;
	bool used;

	return parse_seed(text, &seed, &used);
}

/* Reads the file of a seed; [*used] is set if a game was dealt from it. */
static bool read_seed(const char *path, uint64_t *seed, bool *used)
{
	struct canasta_bytes bytes = { 0 };
	bool well;

	if (!cmd_read_file(path, &bytes))
		return canasta_bytes_free(&bytes), false;
	*used = false;
	well = bytes.length > 0 && strlen(bytes.bytes) == bytes.length && parse_seed(bytes.bytes, seed, used) &&
	       errno == 0;
	canasta_bytes_free(&bytes);
	if (!well)
		cmd_error("`%s` does not hold a seed: it should hold one whole number", path);
	return well;
}

void keep_seed_used(const char *path)
{
	uint64_t seed;
	bool used;
	int file;

	if (!read_seed(path, &seed, &used) || used)
		return;
	file = cmd_open(path, O_WRONLY | O_APPEND, 0);
	if (file < 0 || !cmd_write_whole(file, USED, sizeof USED - 1))
		cannot("cannot be written; a seed is for one game, so use another file next time", path);
	if (file >= 0)
		close(file);
}

bool keep_seed(const char *path, bool draw, uint64_t *seed)
{
	bool used;

	if (draw && access(path, F_OK) != 0 && errno == ENOENT)
		return draw_seed(path, seed);
	if (!read_seed(path, seed, &used))
		return false;
	if (used && draw)
		cmd_error("`%s` has the seed of another game, whose end publishes it: name another file", path);
	return !(used && draw);
}

/* cmd.h -- what the commands share: their table, their arguments, messages, files, recorded games and programs that play. A message
 * is one sentence without control characters; functions that write one return false or CANASTA_MISUSE. */
#ifndef CMD_CMD_H
#define CMD_CMD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include "canasta.h"

enum { WORKERS_MOST = 256 };

/* ---- commands and their options ---- */

/* What an option is. */
enum option_kind {
	OPTION_FLAG,
	OPTION_TEXT,
	OPTION_NUMBER, /* a whole number */
	OPTION_GAMES,  /* "1000", or "2000:3000" for games 2000 to 2999 */
	OPTION_FORM,   /* asks for a form of output; there is one at a time */
	OPTION_WITH    /* options of a variant, with commas between them; may be repeated */
};

/* A row of commands.def. */
struct command_option {
	const char *command;
	char letter;
	const char *name, *argument;
	enum option_kind kind;
	uint64_t low, high;
	const char *help;
};

enum command_option_id {
#define OPTION(command, letter, name, ...) OPTION_##command##_##name,
#include "cmd/commands.def"
	OPTION_COUNT
};

extern const struct command_option command_options[];

struct call;

struct command {
	const char *name, *arguments, *help, *before, *behind;
	int (*run)(struct call *call); /* the exit status */
};

extern const struct command commands[];
extern const int command_count;

#define COMMAND(name, ...) int cmd_##name(struct call *call);
#include "cmd/commands.def"

/* Options of a variant. */
struct with {
	const char *option[CANASTA_OPTIONS_MAX];
	int count;
};

/* A command as it was called. */
struct call {
	const struct command *command;
	char **rest; /* what stands behind the options, */
	int count;   /* number of words, which NULL follows */
	struct with with;
	enum canasta_form form; /* CANASTA_TEXT unless an option asks for another one */
	uint64_t from, to;      /* games, as OPTION_GAMES has them; 0 unless it was given */
	struct given_option {
		int option;
		char *text, *second; /* its arguments */
		uint64_t number;
	} given[256];
	int given_count;
};

/* Parses the words of a command, argv[0] being its name, into [call]. False if it is not to be run: [*status] is then the exit status,
 * since help was asked for and written, or the misuse is. */
bool call_parse(const struct command *command, int argc, char **argv, struct call *call, int *status);

/* The last use of an option: whether there was one, its argument or NULL, its number or [otherwise]. */
bool call_has(const struct call *call, enum command_option_id option);
char *call_text(const struct call *call, enum command_option_id option);
uint64_t call_number(const struct call *call, enum command_option_id option, uint64_t otherwise);

/* The name of an option as it is typed: most-deals. */
const char *call_option_name(int option);

/* The one word after the options: a "variant", a "record". NULL, with a message, if there is none or more than one. */
char *call_only(const struct call *call, const char *what);

/* Loads the one variant named after the options, with the options of --with. Returns the status of canasta_load(), with
 * a message if that failed. */
int call_load(const struct call *call, struct canasta_variant **variant);

/* True if no variant named after the options has options of its own, which make no sense for this command. Otherwise
 * false, with a message that says "`canasta COMMAND VARIANT`" and [instead]. */
bool call_without_options(const struct call *call, const char *instead);

/* Writes how a command is used; the man page. Returns the exit status, with a message. */
int help_command(const struct command *command);
int help_man_page(void);

/* Writes how the tool is used, to the standard error if [as_error] is set; the completion for bash. */
void help_all(bool as_error);
void help_completion(void);

/* ---- messages ---- */

/* Writes a message, printf style: "canasta: ...". Returns CANASTA_MISUSE. */
int cmd_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Writes the message that memory is used up. Returns CANASTA_INTERNAL. */
int cmd_no_memory(void);

/* Writes a message about the call itself, with the usage of the command after it. Returns CANASTA_MISUSE. */
int call_misuse(const struct call *call, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes a message about a file: "`path` cannot be read: no such file or directory", by errno unless that is 0. */
int cmd_file_error(const char *path, const char *what);

/* ---- words and lists ---- */

/* A whole number from [low] to [high] in [text]; false, with a message about [what], if it is none. */
bool call_read_number(const struct call *call, const char *what, const char *text, uint64_t low, uint64_t high,
                      uint64_t *number);

/* Cuts the next member off a list that has commas between its members and moves [*list] on. An empty member is "", the
 * end of the list NULL. */
char *cmd_next(char **list);

/* True if [name] ends in [ending] and has something before it. */
bool cmd_ends_in(const char *name, const char *ending);

/* ---- variants ---- */

/* A variant with its options in one word, cut up: ours.canasta+always_frozen+solution=merge. */
struct reference {
	char words[4096]; /* the name, and behind it the options */
	struct with with; /* point into them */
};

/* Cuts [given] up; false, with a message, if it is too long. */
bool cmd_reference(const char *given, struct reference *reference);

/* The same, and adds its options to [with], which then points into [reference]. */
bool cmd_reference_with(const char *given, struct reference *reference, struct with *with);

/* Loads [reference], which may end in options, with those in [with] besides; [with] may be NULL. As canasta_load(). */
int cmd_load(const char *reference, const struct with *with, struct canasta_variant **variant);

/* True if a file at the path [beside] finds what [words] name: a shipped variant, or a file in its folder or below. */
bool cmd_is_beside(const char *words, const char *beside);

/* The end of [words], which name a variant, by which its file is found from the file [beside], which may be NULL, and else without a folder
 * that is absolute or above the current one: where it is concerns nobody, and nobody else has it there. */
const char *cmd_name_from(const char *words, const char *beside);

/* Ensures that what is given away of [variant], which was loaded by [given], names its file as cmd_name_from() does. Returns
 * CANASTA_INTERNAL without memory. */
int cmd_give_away(struct canasta_variant *variant, const char *given, const char *beside);

/* Writes [word] into [room] bytes as a shell reads it as one word, in quotes if it has to be, and returns it. */
const char *cmd_quote(const char *word, char *quoted, size_t room);

/* ---- streams and files ---- */

/* canasta's own licence and the notices of what the tool contains, as text; made of licences/ when it is built. */
extern const unsigned char cmd_licences[];

/* Files of the file system and the standard streams. */
extern const struct canasta_io cmd_io;

/* True if cmd_io may write nothing but ASCII. */
extern bool cmd_ascii;

/* True if a message was written to cmd_io.messages. */
extern bool cmd_has_spoken;

/* The error number of the first failed write to cmd_io.out, or 0. */
extern int cmd_write_fault;

/* Writes [words] to cmd_io.out. What the library names, such as titles, may be any text. */
void cmd_write(const char *words);

/* Writes the name of a file there, with "?" for what controls a terminal. */
void cmd_write_name(const char *name);

/* True if the terminal understands control codes, as far as TERM says. */
bool cmd_knows_codes(void);

/* True if the standard output is read by people and may have colours. */
bool cmd_colour(void);

/* Opens [path] by [flags] of open(2), a new file with the permissions [mode], without waiting for the other end of a pipe. Programs that
 * are started do not inherit it. Returns a file descriptor, or -1 with errno set. */
int cmd_open(const char *path, int flags, mode_t mode);

/* Keeps the places of standard streams that are closed: a file opened later would take one, and messages would be written into it. What
 * is kept there cannot be read or written, as before. */
void cmd_hold_streams(void);

/* Adds the rest of an open file to [bytes]; false, with errno set, if that fails or there is too much of it. */
bool cmd_read_rest(int file, struct canasta_bytes *bytes);

/* Adds the whole file at [path] to [bytes]; false, with a message, if it cannot be read. */
bool cmd_read_file(const char *path, struct canasta_bytes *bytes);

/* Returns [status] where lines of the standard input are read to its end; if it cannot be read, CANASTA_MISUSE, with a message. */
int cmd_input_end(int status);

/* What kind of file is at [path]; CANASTA_FILE_OTHER also for one that is no plain file or cannot be read. */
enum canasta_file_kind cmd_file_kind(const char *path);

/* Locks the open [file] at [path] against other processes. False, with the message [not_plain], if it is not a plain
 * file (opening a pipe or a device may wait without end), or with [is_used] if another process has locked it. */
bool cmd_lock_file(int file, const char *path, const char *not_plain, const char *is_used);

/* True if [path] still leads to the open [file]: it was neither removed nor replaced. */
bool cmd_is_at(int file, const char *path);

/* Writes [length] [bytes] to [file] and ensures that they are on the disk, if it goes to one. False, with errno set, if
 * not all of them are. */
bool cmd_write_whole(int file, const char *bytes, size_t length);

/* Replaces the file at [path] by [bytes], completely or not at all; keeps its permissions and, if possible, its owner.
 * False, with a message; also for a file that has further hard links. */
bool cmd_replace_file(const char *path, const struct canasta_bytes *bytes);

/* Writes [bytes] to a new file. False, with a message, if the file exists or cannot be written. */
bool cmd_new_file(const char *path, const struct canasta_bytes *bytes);

/* Ensures that the name of the new file [path] is on the disk, if the system can. */
void cmd_sync_folder(const char *path);

/* Makes the folder at [path], unless it is there. False, with a message, if it cannot be made. */
bool cmd_make_folder(const char *path);

/* Output of a command: to the standard output, or to a file that is written completely or not at all. */
struct output_file {
	const char *file;     /* NULL: the standard output */
	struct canasta_io io; /* to write with, once page_begin() was called */
	struct canasta_bytes bytes;
};

/* Begins a page in [file]. The page may replace an older page, but no seed, no file of a kind that canasta_file_kind() knows, and none of
 * the [count] files or references in [read], which it is made from: then false, with a message. */
bool page_begin(struct output_file *page, const char *file, char **read, int count);

/* Puts the page in place if [status] is that of a call which succeeded. Returns [status], or that of a failure here. */
int page_end(struct output_file *page, int status);

/* ---- files in which games are recorded (replay.c) ---- */

enum { KEEP_PATH_MAX = 1024 };

struct keep {
	int file;  /* -1 if nothing is kept */
	int fault; /* why writing failed, as errno has it, or 0; ESTALE if the file was removed or replaced */
	bool own;  /* in the folder where games are kept, so that --resume finds it without a name */
	char path[KEEP_PATH_MAX];
};

/* Begins a new file at [path]; if that is NULL, a file in the folder where games are kept, named by the time and
 * [name]. Never writes over a file that has bytes in it. False, with a message, if it fails. */
bool keep_begin(struct keep *keep, const char *path, const char *name);

/* Opens the file at [path], or if that is NULL the game begun last, adds its bytes to [bytes] and locks it. False, with
 * a message, if it fails. */
bool keep_open(struct keep *keep, const char *path, struct canasta_bytes *bytes);

/* Removes a file that keep_begin() made and that is still empty. */
void keep_drop(struct keep *keep);

/* Cuts the file to [whole] bytes. */
bool keep_cut(struct keep *keep, size_t whole);

/* The stream that writes to the file. */
struct canasta_out keep_out(struct keep *keep);

/* Sets keep->fault if the file was removed or replaced. */
void keep_look(struct keep *keep);

/* Writes the message that writing failed. Returns the exit status. */
int keep_failed(const struct keep *keep);

/* Closes the file, if one is open. */
void keep_end(struct keep *keep);

/* Opens the record in [bytes], read from [path]. It is played by the rules that [reference] names; if that is NULL, by
 * those that the record names: a shipped variant, or a file beside the record if that is not in the folder where games
 * are kept. */
int keep_record(const char *path, const struct canasta_bytes *bytes, const char *reference,
                struct canasta_record **record);

/* Reads the seed of a sealed game from the file at [path]: a number on a line. If there is no such file and [draw] is
 * set, draws a seed and writes it there, readable by its owner alone. False, with a message, if it fails; with [draw] also if a game
 * was dealt from the seed already. */
bool keep_seed(const char *path, bool draw, uint64_t *seed);

/* True if [text] is the file of a seed, used or not. */
bool keep_is_seed(const char *text);

/* Notes in the file of a seed that a game is dealt from it, unless it says so. The end of another one would publish the seed. */
void keep_seed_used(const char *path);

/* ---- programs behind pipes (pipes.c) ---- */

/* The time by a clock that cannot be set back. */
int64_t milliseconds(void);

enum { PIPE_HELD = 1024, PIPES_MOST = 16 /* seats at a table */ };

/* Set to 1 to stop all waiting. */
extern _Atomic int pipes_stop;

/* This side's ends of the two pipes of a session; all zero before it begins. */
struct pipe_ends {
	int from, to;          /* file descriptors */
	pid_t program;         /* the process at the other end; 0 for the standard streams */
	int limit;             /* milliseconds for an answer; 0: no limit */
	int64_t due;           /* when the answer is due, by milliseconds() */
	const char *gone;      /* why the session is over, as a message; NULL while it lasts */
	bool left;             /* it is over because the other end has left */
	bool pinged, answered; /* in the present wait: a `ping` was sent; something has come since */
	size_t held, next;     /* bytes that were read; of these, where the unread ones begin */
	char bytes[PIPE_HELD];
};

/* A command that plays. It is started once for each player, so that no two of them see each other's cards. */
struct program {
	const char *command;
	int limit;
	struct pipe_ends ends[PIPES_MOST]; /* by player; opened when the first line is sent */
};

/* The client called [name] that plays by [program], a command for the shell. */
struct canasta_client program_client(struct program *program, const char *name);

/* Says goodbye to the processes that were started, and kills those that do not end. */
void program_end(struct program *program);

/* The client called [name] at the other end of the standard streams; sets up [ends]. */
struct canasta_client stream_client(struct pipe_ends *ends, const char *name, int limit);

/* Says goodbye to that client, and [why] if it is not empty. */
void stream_end(struct pipe_ends *ends, const char *why);

#endif

/* cmd.h -- what the commands share: their table, their arguments, files and messages. */
#ifndef CMD_CMD_H
#define CMD_CMD_H

#include <getopt.h>
#include <stdbool.h>
#include <stdint.h>
#include "canasta.h"

struct command {
	const char *name, *usage, *help, *more;
	int (*run)(const struct command *command, int argc, char **argv); /* the exit status; argv[0] is the verb */
};

#define COMMAND(name, usage, help, more) int cmd_##name(const struct command *command, int argc, char **argv);
#include "cmd/commands.def"
#undef COMMAND

/* All of them, as commands.def has them. */
extern const struct command cmd_commands[];
extern const int cmd_command_count;

/* Files of the file system and the standard streams. */
extern const struct canasta_io cmd_io;

/* True if what is written to its output has to be ASCII. */
extern bool cmd_ascii;

/* Writes [words] to its output; what the library names, such as titles, may be any text. */
void cmd_write(const char *words);

/* Text that is gathered instead of written; free() gives the bytes back. All zero is an empty one. */
struct cmd_bytes {
	char *bytes;
	size_t length, room;
	bool failed; /* memory ran out */
};

/* An output into [bytes]. */
struct canasta_out cmd_gather(struct cmd_bytes *bytes);

/* Puts [bytes] in place of the file at [path], all of them or, if anything goes wrong, none; its permissions stay, and its
 * owner as far as may be. False, with the reason told; also for a file that has another name. */
bool cmd_replace_file(const char *path, const struct cmd_bytes *bytes);

/* Writes [bytes] to [path], whatever is there: a new file, in place of an old one, or to a pipe that somebody reads; - is
 * the standard output. False, with the reason told. */
bool cmd_put_file(const char *path, const struct cmd_bytes *bytes);

/* Writes [bytes] to a new file. False, with the reason told, if there is one called so, or it cannot be written. */
bool cmd_new_file(const char *path, const struct cmd_bytes *bytes);

/* Writes [length] [bytes] to [file] and sees to it that they are on the disk, if it goes to one. False, with errno set, if
 * not all of them are. */
bool cmd_write_whole(int file, const char *bytes, size_t length);

/* Why writing to cmd_io.out failed first, as errno has it, or 0. */
extern int cmd_write_fault;

/* The next option as getopt_long() gives it, -1 behind the last. What is no option of the command has then been told,
 * and CMD_MISUSE comes back; CMD_HELP if help was asked for and given. */
int cmd_option(const struct command *command, int argc, char **argv, const char *letters, const struct option *options);

enum { CMD_MISUSE = '?', CMD_HELP = 'h' };

/* Every list of options ends with this: --help, and nothing. */
/* clang-format off */
#define CMD_OPTIONS_END { "help", no_argument, NULL, CMD_HELP }, { NULL, 0, NULL, 0 }
/* clang-format on */

/* Tells one sentence, printf style: "canasta: ...", without what a name in it may hold to play tricks on a terminal, as no
 * message has it. Returns CANASTA_MISUSE. */
int cmd_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Tells what is wrong with the call, printf style, and how it goes, unless [command] is NULL as nobody knows it. Returns the
 * exit status. */
int cmd_misuse(const struct command *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes how a command is used to the standard output. */
void cmd_help(const struct command *command);

/* A whole number from [low] to [high] in [text]; false, with the misuse told, if it is none. [what] names the option. */
bool cmd_number(const struct command *command, const char *what, const char *text, uint64_t low, uint64_t high,
                uint64_t *number);

/* Games as --games names them: "1000", or "2000:3000" for games 2000 to 2999; false, with the misuse told, if it names
 * none. Takes [games] apart. */
bool cmd_games(const struct command *command, char *games, uint64_t *from, uint64_t *to);

/* What stands alone behind the options: a "variant", a "record"; NULL, with the misuse told, if there is nothing or more. */
char *cmd_only(const struct command *command, const char *what, int argc, char **argv);

/* True if [name] ends in [ending] and has something before it. */
bool cmd_ends_in(const char *name, const char *ending);

/* Lines that were given as arguments, one under the other; to be freed. NULL without memory. */
char *cmd_join(char **lines, int count);

/* Remembers in [chosen], 0 at first, which option asks for a form of output; false, with the misuse told, if another one did
 * before. */
bool cmd_one_form(const struct command *command, int *chosen, int form);

/* Options of a variant, as they are given one by one. */
enum { WITH_MAX = CANASTA_OPTIONS_MAX };

struct with {
	const char *option[WITH_MAX];
	int count;
};

/* Adds one; false, with the misuse told as by cmd_misuse(), if there are too many. */
bool cmd_with(const struct command *command, struct with *with, const char *option);

/* Adds all in [options], with commas between them as in a ruling; they are parted there, where they stay. */
bool cmd_with_list(const struct command *command, struct with *with, char *options);

/* The next place of a list with commas between its places, which is parted there: what stands in it, or "" where nothing
 * does; NULL behind the last. [*list] moves on. */
char *cmd_next(char **list);

/* A variant with its options in one word, taken apart: ours.canasta+always_frozen+solution=merge. */
struct reference {
	char words[4096]; /* the name, and behind it the options */
	struct with with; /* point into them */
};

/* Takes [given] apart; false, and the misuse told, if it is too long. */
bool cmd_reference(const char *given, struct reference *reference);

/* The same, and adds its options to those of [with], which point into [reference] then. */
bool cmd_reference_with(const char *given, struct reference *reference, struct with *with);

/* True if none of [given] has options behind its name, as they make no sense to [command]; false, with the misuse told, and
 * that the command [instead] goes by the name alone. */
bool cmd_no_options(const struct command *command, const char *instead, const char *const *given, int count);

/* Loads [reference], which may end in options (ours.canasta+always_frozen+solution=merge), with those in [with] besides; [with]
 * may be NULL. As canasta_load(). */
int cmd_load(const char *reference, const struct with *with, struct canasta_variant **variant);

/* True unless TERM is not set, or says that the terminal writes whatever codes it is sent. */
bool cmd_knows_codes(void);

/* True if people look at the standard output and may see colours. */
bool cmd_colour(void);

#endif

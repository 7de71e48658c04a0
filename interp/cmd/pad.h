/* pad.h -- keeping a score pad in a file. */
#ifndef CMD_PAD_H
#define CMD_PAD_H

struct canasta_io;
struct command;
struct with;

/* Reads entries from the standard input until its end or `quit`, and keeps them in [file]; a new file is for the variant
 * [reference], one that is there goes on, and [reference] may be NULL. Returns the exit status. */
int pad_keep(const struct command *command, const char *file, const char *reference, const struct with *with);

/* Writes the evening in [file], whose variant may be where [reference] says unless that is NULL, to io->out as comma-separated values, or as HTML. Returns the exit status. */
int pad_export(const struct canasta_io *io, const char *file, const char *reference, int html);

#endif

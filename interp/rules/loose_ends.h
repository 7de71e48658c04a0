/* loose_ends.h -- what a file says to no purpose, or without saying why: seen in its statements, not in its tables. */
#ifndef RULES_LOOSE_ENDS_H
#define RULES_LOOSE_ENDS_H

struct library;
struct library_file;
struct rules;
struct statement;

/* Looks for classes, terms and events that the variants of [file] describe and that nothing in the files that are open
 * asks for. */
void check_never_asked(struct library *library, const struct library_file *file);

/* Looks at what [variant] of [file], built as [rules], states otherwise than its parents: where the file names a
 * source, each departure cites it or is marked as a rule of the house. */
void check_departures(struct library *library, const struct library_file *file, const struct statement *variant,
                      const struct rules *rules);

#endif

/* library.h -- the files that variants are made of, compiled in or read by the caller. Finds files, variants and
 * fragments by name; resolve.c works out what they mean. Also the ledgers of the documents that they encode. */
#ifndef RULES_LIBRARY_H
#define RULES_LIBRARY_H

#include <stdbool.h>
#include "grammar/diag.h"
#include "grammar/source.h"

struct arena;
struct expr;
struct ledger;
struct library;
struct library_file;
struct rules;
struct statement;
struct text;

/* The result of an attempt to read a file. */
enum read_result { READ_OK, READ_MISSING, READ_DIRECTORY, READ_TOO_LONG, READ_FAILED, READ_OUTSIDE, READ_DENIED };

/* Reads the file at [path]. The library itself opens no files. */
struct reader {
	enum read_result (*read)(void *context, const char *path, struct text *bytes);
	void *context;
	/* The same for a path that the file at [from] names; READ_OUTSIDE if a link leads out of its folder. */
	enum read_result (*read_beside)(void *context, const char *from, const char *path, struct text *bytes);
};

struct library_file {
	const char *path;
	int source; /* number in sources */
	struct statement *statements;
	bool shipped; /* compiled in */
};

struct library {
	struct arena *arena;
	struct sources sources;
	bool shipped[SOURCES_MAX]; /* which of the sources are compiled in; other texts must not use their names */
	struct diags diags;
	struct reader reader;
	const char *
		named_in; /* the record or score pad that names the variant: paths may not lead out of its folder; or NULL */
	struct library_file file[SOURCES_MAX];
	int files;
	const struct ledger *ledgers; /* that have been read */
};

enum { LIBRARY_PARTS_MAX = 500 }; /* statements of a file outside all braces */

/* A file of stdlib/ or variants/ that is compiled in, or docs/findings.txt; embed.sh writes the table. */
struct shipped {
	const char *path; /* "variants/base.canasta" */
	const char *text;
	unsigned long length;
};

extern const struct shipped shipped_files[];
extern const int shipped_count;

/* Makes an empty library in [arena]. */
void library_begin(struct library *library, struct arena *arena, struct reader reader);

/* The name of shipped variant file number [index], from 0. False after the last. */
bool library_shipped(int index, char *name, size_t room);

/* The same for the files of stdlib, which hold fragments and variants to start from. */
bool library_start(int index, char *name, size_t room);

/* True for a file of stdlib. */
bool library_is_start(const struct library_file *file);

/* The same for the file that is the source of this number. */
bool library_source_is_start(const struct library *library, int source);

/* The file at [path], read on first use; [from] is the place that refers to it, or nowhere. NULL with a finding if it
 * cannot be read. */
const struct library_file *library_open(struct library *library, const char *path, struct span from);

/* The same for the text [text] in memory, which is called [name]. */
const struct library_file *library_take(struct library *library, const char *name, const char *bytes, size_t length);

/* The same for a file that is compiled in; NULL and no finding if there is none at [path]. */
const struct library_file *library_open_shipped(struct library *library, const char *path, struct span from);

/* The file that [reference] names, beside library->named_in if that is not NULL: a shipped variant or a file
 * (ours.canasta; the reader decides what - is), perhaps with the name of a variant after a colon. Sets [*name] to
 * that name, or NULL. NULL with a finding queued. */
const struct library_file *library_file(struct library *library, const char *reference, const char **name);

/* Adds a text that is no rules file, as the source [*source]; false with a finding queued if it contains bytes that
 * no text may contain. Its places are reported with [name]. */
bool library_plain(struct library *library, const char *name, const char *bytes, size_t length, int *source);

/* Lines that stand in no file, parsed as the inside of a block. Their places are reported with [name]. NULL if there
 * are none, or with a finding queued if they cannot be parsed. */
const struct statement *library_lines(struct library *library, const char *name, const char *bytes, size_t length);

/* The file with the same name as [file] but with [ending] (".rulings"); NULL if there is none. A finding is queued
 * only if it exists and cannot be read. */
const struct library_file *library_companion(struct library *library, const struct library_file *file,
                                             const char *ending);

/* The number of the source with the text called [name], which is no rules file, beside [from] or else beside the
 * shipped variants; 0 if there is none. Sets [*path] to the path that was tried. A finding is queued at [at] only if
 * it exists and cannot be read. */
int library_text(struct library *library, const struct library_file *from, const char *name, struct span at,
                 const char **path);

/* The variant that [reference] names, as for library_file(); without a name the first one of the file. Sets [*file].
 * NULL with a finding queued. */
const struct statement *library_variant(struct library *library, const char *reference,
                                        const struct library_file **file);

/* The variant that `extends` in [from] refers to: one of the same file first, otherwise as library_variant(), with
 * paths relative to the folder of [from], out of which they may not lead. Sets [*file]. NULL with a finding queued. */
const struct statement *library_parent(struct library *library, const struct library_file *from,
                                       const struct expr *reference, const struct library_file **file);

/* The fragment called [name] in [from], or shipped as stdlib/NAME.canasta. NULL with a finding queued at [at]. */
const struct statement *library_fragment(struct library *library, const struct library_file *from, const char *name,
                                         struct span at, const struct library_file **file);

/* ---- statements of documents (ledger.c) ---- */

struct ledger_row {
	const char *id, *where, *topic, *kind, *rule, *reading;
	struct span span; /* of its line */
};

struct ledger {
	const char *name, *title; /* of the source; the title may be NULL */
	const char *path;
	struct ledger_row *row;
	int rows;
	bool full; /* a row beyond LEDGER_ROWS_MAX was met, which is a finding; the rest was not read */
	struct ledger_entry *index;
	const struct statement *stated; /* the source that names it */
	const struct ledger *next;      /* that was read before it */
};

enum { LEDGER_ROWS_MAX = 4096 }; /* a document has a few hundred statements; see NAMES_MAX for the reason of a limit */

/* True if the first line of [text], which names the columns, or the second one has as many cells as a ledger. */
bool ledger_is_begun(const char *text);

/* The ledger of the statement [source] of [file], or NULL if it names none or there is none. Lines that are no rows
 * are findings. It is read once and lives in the library's arena. */
const struct ledger *ledger_read(struct library *library, const struct library_file *file,
                                 const struct statement *source);

/* The row called [id], or NULL. */
const struct ledger_row *ledger_find(const struct ledger *ledger, const char *id);

/* True for a kind of statement that play can prove, and a ruling therefore has to. */
bool ledger_wants_ruling(const char *kind);

/* The ledgers of all files that are open in the library, each read on first use; NULL if out of memory. */
struct ledgers;
struct ledgers *ledgers_of(struct library *library);

/* The statement called [id] in one of them, or NULL. */
const struct ledger_row *ledgers_find(struct ledgers *ledgers, const char *id);

/* Checks every citation of [file]: its source, the part before the last hyphen, must be named by a `source` of this
 * file or of one that it builds on, and if there is a ledger it must have the statement. Other files are those open
 * in the library. */
void check_citations(struct library *library, const struct library_file *file);

/* Checks that the numbers of [rules] that [file] cites without stating them occur in the cited statements. */
void check_cited_numbers(struct library *library, const struct library_file *file, const struct rules *rules);

#endif

/* library.h -- the files that variants are made of: those compiled in, and those a reader brings.
 * Names are looked up here; what the files mean is found out in resolve.c. The statements of the documents that they encode come with
 * them, from ledgers. */
#ifndef RULES_LIBRARY_H
#define RULES_LIBRARY_H

#include <stdbool.h>
#include "grammar/diag.h"
#include "grammar/source.h"

struct arena;
struct expr;
struct library;
struct library_file;
struct rules;
struct statement;
struct text;

/* What became of an attempt to read a file. */
enum read_result { READ_OK, READ_MISSING, READ_DIRECTORY, READ_TOO_LONG, READ_FAILED, READ_OUTSIDE, READ_DENIED };

/* Brings the bytes of the file at [path]. The library itself opens no files. */
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
	bool shipped[SOURCES_MAX]; /* which of the sources are compiled in: they may be called as files are */
	struct diags diags;
	struct reader reader;
	const char *
		named_in; /* the record or score pad that names the variant, out of whose folder no path may lead; or NULL */
	struct library_file file[SOURCES_MAX];
	int files;
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

/* The name of shipped variant file number [index], counted from 0. False behind the last. */
bool library_shipped(int index, char *name, size_t room);

/* The same for the files of stdlib, which hold fragments and variants to start from. */
bool library_start(int index, char *name, size_t room);

/* True for a file of stdlib. */
bool library_is_start(const struct library_file *file);

/* The file at [path], read now if it was not before; [from] is the place that asks for it, or nowhere.
 * NULL when it cannot be read at all: a finding is queued. */
const struct library_file *library_open(struct library *library, const char *path, struct span from);

/* The same of a text that is at hand already and is called [name]. */
const struct library_file *library_take(struct library *library, const char *name, const char *bytes, size_t length);

/* The same for a file that is compiled in; NULL and no finding if there is none at [path]. */
const struct library_file *library_open_shipped(struct library *library, const char *path, struct span from);

/* The file that [reference] names, beside library->named_in if that is not NULL: a shipped variant or a file (ours.canasta; - is whatever the reader takes
 * it for), and perhaps a variant's name behind a colon. Sets [*name] to that, or NULL. NULL with a finding queued. */
const struct library_file *library_file(struct library *library, const char *reference, const char **name);

/* Takes in a text that is no rules file, as the source [*source]; false, with a finding queued, if something stands in it
 * that may stand in no text. [name] is what places in it are called by. */
bool library_plain(struct library *library, const char *name, const char *bytes, size_t length, int *source);

/* Lines that somebody said, which stand in no file: read as what would stand in a block. [name] is what places in them
 * are called by. NULL for none, or when they cannot be read: then a finding is queued. */
const struct statement *library_lines(struct library *library, const char *name, const char *bytes, size_t length);

/* The file called as [file] is, but with [ending] (".rulings") for its own, opened now; NULL if there is none. Only
 * one that is there but cannot be read is a finding. */
const struct library_file *library_companion(struct library *library, const struct library_file *file,
                                             const char *ending);

/* Number of the source that holds the text called [name], which is no rules file, beside [from] or else beside the
 * shipped variants; 0 if there is none.
 * Sets [*path] to where it was looked for. Only a text that is there but cannot be read is a finding, at [at]. */
int library_text(struct library *library, const struct library_file *from, const char *name, struct span at,
                 const char **path);

/* The variant that [reference] names, as for library_file(); without a name the first one of the file. Sets [*file].
 * NULL with a finding queued. */
const struct statement *library_variant(struct library *library, const char *reference,
                                        const struct library_file **file);

/* What `extends` in [from] refers to: a variant of the same file first, then as library_variant() with paths
 * taken from the folder of [from], out of which they may not lead. Sets [*file]. NULL with a finding queued. */
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
	bool full; /* a row beyond LEDGER_ROWS_MAX was met, which is a finding; nobody knows what follows */
	struct ledger_entry *index;
};

enum { LEDGER_ROWS_MAX = 4096 }; /* a document has a few hundred statements; see NAMES_MAX for why there is an end */

/* The ledger of the statement [source] of [file], or NULL if it names none or none is there. Lines that are no rows are
 * findings. It lives in the library's arena. */
const struct ledger *ledger_read(struct library *library, const struct library_file *file,
                                 const struct statement *source);

/* The row called [id], or NULL. */
const struct ledger_row *ledger_find(const struct ledger *ledger, const char *id);

/* True for a kind of statement that play can prove, and a ruling therefore has to. */
bool ledger_wants_ruling(const char *kind);

/* The ledgers of all files that are open in the library, each read when somebody asks for it; NULL without memory. */
struct ledgers;
struct ledgers *ledgers_of(struct library *library);

/* The statement called [id] in one of them, or NULL. */
const struct ledger_row *ledgers_find(struct ledgers *ledgers, const char *id);

/* Looks at every citation of [file]: its source, the part before the last hyphen, has to be named by a `source` of this
 * file or of one it builds on, and where there is a ledger the statement has to be in it. Other files are those opened
 * in the library. */
void check_citations(struct library *library, const struct library_file *file);

/* Looks whether the numbers of [rules] that [file] cites without stating them occur in what it cites. */
void check_cited_numbers(struct library *library, const struct library_file *file, const struct rules *rules);

#endif

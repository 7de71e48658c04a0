/* canasta.h -- rules of Canasta: load and check them, show and compare them, judge, play, record, score and simulate by them.
 *
 * The library has no globals but where memory comes from, opens no files, prints nothing and never exits. It reads files through a
 * reader and writes text through a writer, both of the caller's own.
 *
 * Statuses: functions that return int and say nothing else return one of enum canasta_status. Whatever is not CANASTA_FINE comes with
 * a message in io->messages, where the function has an [io], and nothing is written to io->out unless that is said. Any function
 * that has an [io], or makes something, may return CANASTA_INTERNAL because memory ran out.
 *
 * Ownership: a handle that a function sets through a pointer (an argument like [*variant]) belongs to the caller until it is freed with the
 * function named beside it; it is NULL after any status but CANASTA_FINE, except for canasta_record_play(). Strings that are returned
 * belong to the handle and live as long as it. Strings and arrays that are passed stay the caller's and may be freed when the
 * function returns, unless that is said. A pointer may be NULL only where that is said.
 *
 * Threads: a handle may be used by several threads as long as none of them changes it; a variant never changes. */
#ifndef CANASTA_H
#define CANASTA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CANASTA_VERSION "1.0.0"

/* The version of the library that is linked, in the form of CANASTA_VERSION, that of this header. While the first number stays the
 * same, everything declared here stays. */
const char *canasta_version(void);

/* Sets where memory comes from, for the whole process, jansson included: [resize] is called as realloc() is, [release] as free(). NULL is
 * the system's. To be called before anything else. */
void canasta_use_memory(void *(*resize)(void *old, size_t size), void (*release)(void *old));

/* The same numbers as the exit statuses of the tool. */
enum canasta_status {
	CANASTA_FINE = 0,
	CANASTA_FINDINGS =
		1, /* errors in rules or records, differences, an act that is not legal, a ruling that does not hold */
	CANASTA_MISUSE =
		2, /* no such variant, option, setting or bot; a file that cannot be read; a call out of order */
	CANASTA_INTERNAL = 70 /* out of memory, or the engine contradicts itself */
};

/* ---- reading and writing ---- */

/* Takes text: write() is called with [length] bytes at a time, in order. A NULL write() drops them. */
struct canasta_out {
	void (*write)(void *context, const char *bytes, size_t length);
	void *context;
};

/* Bytes that are kept as they come, with a NUL behind them. All zero is none; canasta_bytes_free() frees what they hold. */
struct canasta_bytes {
	char *bytes; /* NULL before the first were added */
	size_t length, room;
	int failed; /* out of memory: some are missing */
};

/* Adds [length] [bytes] to the end of [to]. canasta_bytes_out() is an output that adds to it. */
void canasta_bytes_add(struct canasta_bytes *to, const char *bytes, size_t length);
struct canasta_out canasta_bytes_out(struct canasta_bytes *to);
void canasta_bytes_free(struct canasta_bytes *bytes);

/* Writes [length] [bytes] of UTF-8 to [out] in ASCII: letters lose their accents, dashes become plain ones. */
int canasta_ascii(const struct canasta_out *out, const char *bytes, size_t length);

/* The result of reading a file. */
enum canasta_read {
	CANASTA_READ_OK,
	CANASTA_READ_MISSING,
	CANASTA_READ_DIRECTORY,
	CANASTA_READ_TOO_LONG, /* more than CANASTA_FILE_MAX bytes */
	CANASTA_READ_FAILED,
	CANASTA_READ_OUTSIDE, /* read_beside(): a link leads out of the folder */
	CANASTA_READ_DENIED   /* it exists, and may not be read */
};

enum { CANASTA_FILE_MAX = 1 << 20 }; /* bytes; longer files are refused */

/* Reads files. read() writes the bytes of the file at [path], which the caller named, to [to]. read_beside() does the same for a
 * [path] that the file at [from] names; as text it stays in the folder of that file, and where a link leads out of it the answer
 * should be CANASTA_READ_OUTSIDE. A NULL read() has no files; the shipped variants need none. If read_beside() is NULL, read()
 * reads what files name as well. */
struct canasta_reader {
	enum canasta_read (*read)(void *context, const char *path, const struct canasta_out *to);
	void *context;
	enum canasta_read (*read_beside)(void *context, const char *from, const char *path,
	                                 const struct canasta_out *to);
};

/* The forms of a report. Each function says which it has; any other is CANASTA_MISUSE. */
enum canasta_form { CANASTA_TEXT, CANASTA_MARKDOWN, CANASTA_HTML, CANASTA_JSON, CANASTA_CSV, CANASTA_SARIF };

/* What a function needs from its caller. All zero will do where only shipped variants are named. */
struct canasta_io {
	struct canasta_reader reader;
	struct canasta_out out;      /* gets what was asked for */
	struct canasta_out messages; /* gets what is wrong: whole lines for people to read */
	enum canasta_form form; /* of reports whose function is given none: CANASTA_TEXT, _MARKDOWN, _HTML or _JSON */
};

/* ---- variants ---- */

/* The rules of one variant, with the options that a table chose. */
struct canasta_variant;

/* The most options that can be switched on at a time, wherever they are named; more are CANASTA_MISUSE. */
#define CANASTA_OPTIONS_MAX 32

/* Loads the variant that [reference] names, with [count] options switched on; free it with canasta_free(). A reference is the name of
 * a shipped variant or of a file (ours.canasta), and behind a colon the name of one of its variants; without that it is the first one of
 * the file. An option reads always_frozen or solution=merge. Errors in the rules are CANASTA_FINDINGS; warnings are messages, too, and
 * the variant loads. */
int canasta_load(const struct canasta_io *io, const char *reference, const char *const *options, int count,
                 struct canasta_variant **variant);

/* Frees a variant. Games, records and simulations of it must be freed before. NULL is allowed. */
void canasta_free(struct canasta_variant *variant);

/* From now on [variant] is called [name] in what is written of it and may be given away: sheets, records, results of simulations. Before
 * that it is called by what it was loaded by, which may be a path. Returns CANASTA_INTERNAL without memory. */
int canasta_call(struct canasta_variant *variant, const char *name);

/* Its name ("friday") and title ("Canasta on Fridays"); the number of its players, from 2 to 8, and of its sides. */
const char *canasta_name(const struct canasta_variant *variant);
const char *canasta_title(const struct canasta_variant *variant);
int canasta_players(const struct canasta_variant *variant);
int canasta_sides(const struct canasta_variant *variant);

/* ---- showing variants ---- */

/* Lists the shipped variants, those of documents first and then those to start from, one a line: reference, title, players and
 * sides; if [options] is not 0 also the options of each. A [reference] that is not NULL is listed alone, with its options. As
 * CANASTA_TEXT or _JSON of io->form; JSON has the options in any case. */
int canasta_list(const struct canasta_io *io, const char *reference, int options);

/* How canasta_show() writes; a sum of these. */
enum canasta_show {
	CANASTA_SHOW_CHANGED = 1, /* only what differs from the variant that this one extends, with what was removed */
	CANASTA_SHOW_SHORT = 2,   /* without citations, and without settings that nothing states */
	CANASTA_SHOW_JSON = 4,    /* as JSON (docs/json.md) */
	CANASTA_SHOW_NARROW = 8   /* for a screen of 80 columns */
};

/* Writes the rules as they apply: every setting, its value, and where that comes from. [path] is a part of them: "meld", "meld.set",
 * "deal.hand"; NULL or "" is everything. If it is a few settings, each is written with its sentence, its remarks, and every value
 * that it replaces. "@ID" is the statement that is cited as ID, as its ledger has it. CANASTA_MISUSE for a path that there is not. [how] is a sum of enum canasta_show. */
int canasta_show(const struct canasta_io *io, const struct canasta_variant *variant, const char *path, unsigned how);

/* Sets [hash] to a hash of the rules: 64 hexadecimal digits and a NUL. It is the same for variants that mean the same, whatever their
 * wording, order, comments and titles; the names of melds, ways of taking and other items count. Without memory it is "". */
int canasta_hash(const struct canasta_io *io, const struct canasta_variant *variant, char hash[65]);

/* A sheet for people to print. */
struct canasta_sheet_plan {
	enum canasta_form form; /* CANASTA_TEXT, CANASTA_MARKDOWN, CANASTA_HTML or CANASTA_JSON */
	enum canasta_sheet {
		CANASTA_SHEET_WHOLE, /* the rule sheet: all rules, numbered, with what they cite */
		CANASTA_SHEET_CARD,  /* one page of what is looked up while playing, in the largest type that fits */
		CANASTA_SHEET_PAD    /* a score pad with the rows and columns of the game */
	} kind;
	int large, letter; /* of a page of HTML: large print, which a card does not have; US Letter instead of A4 */
	int plain;         /* no citations, and no remarks on what documents leave open and how they are read */
	int all_cites; /* citations of the games that this one is made from, too, and not only of the variant's own file */
};

/* Writes the rule sheet of a variant, or another sheet of it. A NULL [plan] is like one that is all zero: the rule sheet as text.
 * CANASTA_FINDINGS if a card has too much for a page of HTML. */
int canasta_sheet(const struct canasta_io *io, const struct canasta_variant *variant,
                  const struct canasta_sheet_plan *plan);

/* Writes a table of the language manual in Markdown: [part] is "settings", "facts" or "errors". */
int canasta_manual(const struct canasta_io *io, const char *part);

/* ---- comparing variants ---- */

/* How a report is written. A NULL pointer is like one that is all zero: text without colours, at a length for reading. */
struct canasta_writing {
	enum canasta_form form;
	int all;    /* text: everything, however long it gets */
	int colour; /* text: with the colours of a terminal */
};

/* How much a difference matters: most if the table or the deal differs, least if only words do. */
enum canasta_level { CANASTA_SETUP, CANASTA_PLAY, CANASTA_SCORE, CANASTA_WORDS };

/* Writes what differs between two variants, by meaning and in sentences; nothing if nothing does. [labels] are what the two are
 * called there. CANASTA_FINDINGS, without a message, if something differs at level [from] or one that matters more. As
 * CANASTA_TEXT, _MARKDOWN, _HTML or _JSON. */
int canasta_diff(const struct canasta_io *io, const struct canasta_variant *const variants[2],
                 const char *const labels[2], const struct canasta_writing *how, enum canasta_level from);

enum { CANASTA_MATRIX_MAX = 12 }; /* variants side by side */

/* Writes [count] variants side by side, 1 to CANASTA_MATRIX_MAX of them: the settings in which they differ, or if how->all every one.
 * [labels] head the columns. As CANASTA_TEXT, _MARKDOWN, _HTML, _JSON or _CSV. */
int canasta_matrix(const struct canasta_io *io, const struct canasta_variant *const *variants,
                   const char *const *labels, int count, const struct canasta_writing *how);

/* ---- two variants played against each other ---- */

/* Two variants that are played against each other, named as for canasta_load(). */
struct canasta_rivals {
	const char *reference[2];
	const char *const *options[2];
	int option_count[2];
	const char *label[2]; /* what they are called in what is written */
	uint64_t seed, games; /* which games, and the most for a difference, 0: what a minute or less is enough for;
	                         for canasta_effect() the number of deals */
	const char *bot;      /* who plays, for canasta_effect(); NULL for a sensible one */
	/* Takes a file that shows a difference, for the other verbs; NULL if none are wanted. Returns 1 if it is kept, which is then
	 * written in the report, and 0 if not. */
	int (*save)(void *context, const char *name, const char *bytes, size_t length);
	void *context;
	enum canasta_form form; /* as CANASTA_TEXT, _MARKDOWN, _HTML or _JSON */
	/* Called after each game or deal: [done] parts of [all] are tried or played. May be NULL. */
	void (*progress)(void *context, int done, int all);
	/* For canasta_witness() and canasta_blame(): no further game is begun after so many, and what was not tried for want of time is
	 * said; 0: no limit, and then nothing depends on how fast the machine is. */
	int milliseconds;
	/* For canasta_witness(): the one difference that is tried, by its path in what canasta_diff() writes as JSON. Then the first place at
	 * which it matters is written without what the difference is. NULL: each is. */
	const char *path;
};

/* Writes each difference between the two that is not one of words, with the first place at which it matters: the first variant with
 * this one difference is played beside the first as it is, with the same cards, until an act is legal in one alone or something
 * else comes of it. Those that show in few games are found first. CANASTA_FINDINGS, without a message, if there are differences. */
int canasta_witness(const struct canasta_io *io, const struct canasta_rivals *rivals);

/* Plays the two side by side until they part, and writes where, and the fewest of their differences that by themselves make them part
 * there. CANASTA_FINDINGS, without a message, if they part. */
int canasta_blame(const struct canasta_io *io, const struct canasta_rivals *rivals);

/* Plays the same deals under both, at least 2 of them, and writes how long they were, how often the pile was taken, and so on, with
 * the change and its 95 % interval. */
int canasta_effect(const struct canasta_io *io, const struct canasta_rivals *rivals);

/* ---- checking and testing files ---- */

/* How findings are written: as CANASTA_TEXT to io->messages, nothing if there are none; or as _JSON or _SARIF to io->out, also
 * if there are none (docs/json.md). */
struct canasta_checking {
	enum canasta_form form;
	int strict; /* warnings, too, are CANASTA_FINDINGS */
};

/* Finds everything that is wrong with [count] files, or shipped variants by name: each file as it is parsed, each variant in it as
 * it stands and with each of its options, each fragment, each ruling and each citation. CANASTA_FINDINGS if there are errors. A
 * NULL [checking] is like one that is all zero. */
int canasta_check(const struct canasta_io *io, const char *const *references, int count,
                  const struct canasta_checking *checking);

/* Explains the finding called [id], the name in square brackets: why it is one, a file that has it and one that has not.
 * CANASTA_MISUSE if there is none of that name. */
int canasta_explain(const struct canasta_io *io, const char *id);

/* Runs the rulings of [count] references, or of every shipped variant if [count] is 0. As text those that fail are written, and the last
 * line reads "N passed, N failed"; as CANASTA_JSON every one is (docs/json.md). CANASTA_FINDINGS if one fails. */
int canasta_test(const struct canasta_io *io, const char *const *references, int count);

/* Compares the file that [reference] names with the statements of the documents it encodes: which statement is encoded where and
 * proved by which ruling. [all] lists every statement, otherwise those that lack something. CANASTA_FINDINGS if a statement is
 * unaccounted for, or should be proved by a ruling and is not. */
int canasta_coverage(const struct canasta_io *io, const char *reference, int all);

/* ---- writing rules files ---- */

/* What canasta_format() writes. */
enum canasta_format {
	CANASTA_FORMAT_TEXT, /* the whole text */
	CANASTA_FORMAT_DIFF, /* how it differs from what was read, as `diff -u` writes it; nothing if it does not */
	CANASTA_FORMAT_NONE  /* nothing: only [*changed] is of interest */
};

/* Formats the rules file at [path] in the canonical layout, and sets [*changed], unless NULL, to 1 if that differs from what was read.
 * Words, comments and prose stay what they are, and where they are. CANASTA_FINDINGS if it cannot be parsed as rules; whether the
 * rules make sense is not checked. */
int canasta_format(const struct canasta_io *io, const char *path, enum canasta_format what, int *changed);

/* Writes a rules file to start from, in canonical layout: a variant called [name] that extends the one [from] names. It
 * changes nothing yet; what house rules most often change is in it as comments, each line of which is valid when its
 * `#` is taken away. [path] is where the file will be, NULL for NAME.canasta. CANASTA_MISUSE if [name] cannot be a name, there is no
 * such variant, or its file is neither in the folder of [path] nor below it. */
int canasta_new_text(const struct canasta_io *io, const char *name, const char *from, const char *path);

/* ---- editing rules files ---- */

/* What an editor asks about a rules file or a file of rulings, as the reader brings it: with errors, and half written. */
enum canasta_question {
	CANASTA_COMPLETION, /* what can be written at the place */
	CANASTA_MEANING,    /* what the word there means, the value that holds, and the one before it */
	CANASTA_DEFINITION, /* where what it names is stated; of a setting that is stated there, where the value before it is */
	CANASTA_REFERENCES, /* where the same is named, in this file and that of its rulings, and whether it can be renamed */
	CANASTA_OUTLINE /* the blocks of the file and the settings in them; no place is needed */
};

/* Writes the answer for a place in the file at [path] as JSON (docs/json.md). Lines and columns count from 1, columns in characters; the
 * question is about the word that contains the place or ends there. CANASTA_MISUSE if the file cannot be read. */
int canasta_ask(const struct canasta_io *io, const char *path, enum canasta_question question, int line, int column);

/* Writes the answer to CANASTA_REFERENCES with what the [count] rules files and files of rulings at [others] have of it, too: those that
 * build on the file at [path], among others that need not. One that cannot be read has nothing of it. */
int canasta_references(const struct canasta_io *io, const char *path, int line, int column, const char *const *others,
                       int count);

/* Writes a line for each word of the file at [path] and what it stands for, in their order, to colour them: its line and column, those
 * behind its end, counted as above, and `setting`, `keyword` and so on (docs/json.md); then `stated` if its line states it. */
int canasta_tokens(const struct canasta_io *io, const char *path);

/* Writes the text of a file that comes with canasta, called as places in answers and findings call it: stdlib/classic.canasta.
 * CANASTA_MISUSE if there is none. */
int canasta_shipped(const struct canasta_io *io, const char *path);

/* 1 if [name] can be the name of a variant, an item or an option in a rules file: one word that the language does not have, else 0. */
int canasta_is_name(const char *name);

/* Writes a syntax file, with which an editor colours the words of the language: for "vim", "emacs", or "textmate", whose grammars VS
 * Code and others read. CANASTA_MISUSE for any other. */
int canasta_syntax(const struct canasta_io *io, const char *editor);

/* ---- judging ---- */

/* A dispute at the table: a position and an act, asked of one or several variants. */
struct canasta_dispute {
	const char *const *variants; /* references, as for canasta_load() */
	int variant_count;
	const char *const *options; /* switched on in each of them */
	int option_count;
	/* a file with lines of the position, or NULL. Also a JSON object of lines, or a file of rulings: then it is the first ruling
	 * about an act, or the one at a line that is named, ours.rulings:40 */
	const char *file;
	const char *lines; /* further lines, as a ruling has them: "hand K K 5\npile 2 9 Q"; or NULL */
	/* in words, "take K K"; NULL: the last one of the lines, or of the file; or what the ruling asks */
	const char *act;
	int brief; /* a line for each variant, as for several */
	int all;   /* also everything that could be done; then there may be no act */
	int json;  /* as JSON (docs/json.md) */
};

/* Writes for each variant whether the act is legal, the clause that decides, what the document says or leaves open, what
 * would be legal instead and which options would change it; in a table for several variants. CANASTA_FINE if the act is legal in all
 * of them, CANASTA_FINDINGS, without a message, if not in one of them, CANASTA_MISUSE, with its place, if the position or the act
 * cannot be understood. */
int canasta_judge(const struct canasta_io *io, const struct canasta_dispute *dispute);

/* Writes what an end position scores: its lines say how the deal ended (`ended stock`, `ended out left`, or the acts of
 * the last turn). For each side the lines of its score with the rules behind them, the players' shares where there are
 * such, and the totals. Hands and reserves that are not given are empty. Only the first variant of [position] is used; its act
 * and all that asks for acts are ignored. CANASTA_MISUSE if it names no variant. */
int canasta_score(const struct canasta_io *io, const struct canasta_dispute *position);

/* ---- playing ---- */

/* A game being played: people type acts, bots choose theirs. Seats are numbered from 0 to canasta_players() - 1, clockwise. Where players
 * sit out in turn the numbers are theirs, whatever place they take in a deal. Sides are numbered from 0 to canasta_sides() - 1. */
struct canasta_game;

/* What happens next at the table. */
enum canasta_moment {
	CANASTA_TO_DEAL,   /* canasta_game_deal() */
	CANASTA_TO_ACT,    /* a player acts: canasta_game_do() or canasta_game_bot() */
	CANASTA_DEAL_OVER, /* the deal is scored; canasta_game_deal() deals the next one */
	CANASTA_GAME_OVER
};

/* Begins a game of [variant], which must outlive it; free it with canasta_game_free(). The same [seed] gives the same cards. NULL is
 * allowed for canasta_game_free(). */
int canasta_game_new(const struct canasta_io *io, const struct canasta_variant *variant, uint64_t seed,
                     struct canasta_game **game);
void canasta_game_free(struct canasta_game *game);

enum canasta_moment canasta_game_moment(const struct canasta_game *game);

/* The seat whose act is awaited, -1 if none is. After a question to the partner it is the partner's. */
int canasta_game_seat(const struct canasta_game *game);

/* The name of a seat: North, Player 2; "" for a number that is no seat. */
const char *canasta_seat_name(const struct canasta_variant *variant, int seat);

/* The side that the points of [seat] go to; -1 for a number that is no seat. */
int canasta_side(const struct canasta_variant *variant, int seat);

/* Deals the next deal. Nothing happens at other moments. */
void canasta_game_deal(struct canasta_game *game);

/* Does what [words] say for the player to act: one or several acts ("draw; meld 7 7 2"), or the number of an act that
 * canasta_game_acts() lists. Either all of it is done or nothing, except that a draw and other acts that bring cards stay done. What
 * only the player learns goes to io->out: cards drawn or picked up. CANASTA_FINDINGS if it is not understood or not legal, with the
 * reason and the rule; CANASTA_MISUSE if nobody is to act, here and below. */
int canasta_game_do(const struct canasta_io *io, struct canasta_game *game, const char *words);

/* Writes to io->out whether [words] would be legal, and if not, why: then CANASTA_FINDINGS. Nothing is done, and nothing unseen is
 * given away. */
int canasta_game_why(const struct canasta_io *io, const struct canasta_game *game, const char *words);

/* Writes as JSON (docs/json.md) what the player to act can do with [cards] of her hand, "4 4 4 5 5 joker" in any order: lines of acts
 * that play all of them and no others, the best division first, each for canasta_game_do() and with a title for a button; for "" what she
 * can do without cards, and the ways in which she can take the pile. For cards that cannot be played so, CANASTA_FINDINGS, and the JSON
 * has why, with the clause. Nothing is done, and nothing unseen is given away. The search is bounded: a hand that can be divided in very
 * many ways may be refused although a way exists. */
int canasta_game_offers(const struct canasta_io *io, const struct canasta_game *game, const char *cards);

/* Writes the lines that [typed] could be completed to, with legal acts of the player to act: behind a semicolon with those that are
 * legal after what is before it, and with none behind an act that brings cards. For "" these are all legal acts, in the words
 * that canasta_game_do() reads, number 1 first. */
int canasta_game_complete(const struct canasta_io *io, const struct canasta_game *game, const char *typed);

/* Lets the bot called [bot], NULL for a sensible one, do one act for the player to act. CANASTA_MISUSE if there is no such
 * bot, or nobody is to act. CANASTA_INTERNAL if the player can do nothing, which the engine should not let happen: then nothing is
 * done, and canasta_game_hint() has the message. */
int canasta_game_bot(struct canasta_game *game, const char *bot);

/* How long bots may think that look ahead: [samples] games played out for an act, 0 for the usual number; and [milliseconds] for an
 * act, 0 for no limit. With a limit games are not the same again, as they depend on how fast the machine is; without [samples] nothing
 * else limits them then. */
void canasta_game_budget(struct canasta_game *game, int samples, int milliseconds);

/* Lets [bot] think for a millisecond or so about what the player to act should do. 1 as long as there is more to think about: then
 * canasta_game_bot() and canasta_game_hint() with the same bot would do the rest at once, which may take long. 0 for bots that do not
 * look ahead. What is done does not depend on how often this is called. */
int canasta_game_think(struct canasta_game *game, const char *bot);

/* Writes the act that the bot called [bot], NULL for a sensible one, would do, and in the lines below it what speaks for it. The
 * same statuses. */
int canasta_game_hint(const struct canasta_io *io, struct canasta_game *game, const char *bot);

/* Records an event of the table, which no program can see: [words] are its name and, if it happens to a side, the name
 * of a seat of that side; without one it is the side of the player to act. CANASTA_FINDINGS if there is no such event or seat. */
int canasta_game_event(const struct canasta_io *io, struct canasta_game *game, const char *words);

/* Takes back the last act of the player to act, if it showed nobody a card: cards melded in this turn. CANASTA_FINDINGS if there is
 * none. */
int canasta_game_undo(const struct canasta_io *io, struct canasta_game *game);

/* Nonzero if canasta_game_undo() would take something back now. */
int canasta_game_may_undo(const struct canasta_game *game);

/* The seat that did the last act, 0 for the first; -1 if somebody saw a card by that act that was not laid down with it (a draw, a take, a
 * talon), or if something other than an act was done last. People at a table may take such an act back: a record that is cut in front of
 * the line of the act is that of the game before it. */
int canasta_game_last(const struct canasta_game *game);

/* Gives back the memory that bots and acts that can be taken back need: for a game that waits for a long time. What was done cannot be
 * taken back after it. */
void canasta_game_rest(struct canasta_game *game);

/* Writes what has happened since this was called last, as everybody saw it: a line for each turn that is over. */
int canasta_game_news(const struct canasta_io *io, struct canasta_game *game);

/* From now on tables, hands and cards drawn are written with the colours of a terminal, or if [on] is 0 without. */
void canasta_game_colours(struct canasta_game *game, int on);

/* From now on lines are written for a screen of [columns]: they are 79 to 119 characters long. */
void canasta_game_width(struct canasta_game *game, int columns);

/* Writes the table as [seat] sees it, CANASTA_MISUSE for one who sits out; its hand alone; the acts that are legal for the
 * player to act, numbered from 1. */
int canasta_game_table(const struct canasta_io *io, const struct canasta_game *game, int seat);
int canasta_game_hand(const struct canasta_io *io, const struct canasta_game *game, int seat);
int canasta_game_acts(const struct canasta_io *io, const struct canasta_game *game);

/* Writes what [seat] sees in the lines that docs/protocol.md has for a client: the deal and the view; if the act is awaited from
 * that seat, the legal acts with the numbers that canasta_game_acts() gives them; and once the deal is over, how it ended and
 * what it scored. Where the rules do not tell suits apart, lines `faces` give each card that the seat sees a suit, the same one
 * to everybody who sees the card. For tables that a program draws. A [seat] of -1 looks on: no hand, no acts, and nothing that
 * holds for one seat alone. CANASTA_MISUSE as above. */
int canasta_game_view(const struct canasta_io *io, const struct canasta_game *game, int seat);

/* Writes the lines with which a client is greeted: the version of the protocol, the rules of [variant] and who is at the table; and which
 * seat is [seat], unless that is -1. CANASTA_MISUSE if there is no such seat. */
int canasta_game_greet(const struct canasta_io *io, const struct canasta_variant *variant, int seat);

/* Writes what has been done, as everybody saw it, in lines of the protocol: `deal N`, `did SEAT ACT`, `undone SEAT`. [from] is 0 for
 * everything, or what [*to] was set to by an earlier call. A game that was played again from its record has the same history. */
int canasta_game_history(const struct canasta_io *io, const struct canasta_game *game, size_t from, size_t *to);

/* How many acts are legal for the player to act; 0 if nobody is to act. canasta_game_complete() lists them for programs. */
int canasta_game_choices(const struct canasta_game *game);

/* What [side] scored in the deal that is over, 0 before that; its total after the last deal that is over; both 0 for a number that is no
 * side. The side that has won the game, -1 if it is not over or nobody has won alone. */
int canasta_game_points(const struct canasta_game *game, int side);
int canasta_game_total(const struct canasta_game *game, int side);
int canasta_game_winner(const struct canasta_game *game);

/* What the cards of [side] on the table would score if the deal that is played ended now, cards in hands aside; 0 if none is played. */
int canasta_game_points_so_far(const struct canasta_game *game, int side);

/* Writes that line by line; nothing if no deal is played. */
int canasta_game_score_so_far(const struct canasta_io *io, const struct canasta_game *game);

/* Writes how the deal that is over ended and what it scored, line by line; at the end of the game also who won. Nothing if none is
 * over. */
int canasta_game_score(const struct canasta_io *io, const struct canasta_game *game);

/* The name of bot number [i], from 0, and in [*sentence], unless NULL, how it plays; NULL for both behind the last. */
const char *canasta_bot(int i, const char **sentence);

/* ---- records ---- */

/* From now on whatever is done in [game], which has not begun, is written to [to] as well: the head at once, then a line or two before
 * each function returns, and before it writes anything elsewhere (docs/record.md). [who] plays at the seats, a name for each seat,
 * NULL for one that is not named; [who] itself and [date], which is written as it is, may be NULL. CANASTA_MISUSE, and nothing is
 * written, if the game has begun or is recorded already, or if a name fits on no line. */
int canasta_game_record(const struct canasta_io *io, struct canasta_game *game, const struct canasta_out *to,
                        const char *const *who, const char *date);

/* The record of [game] will not have the seed before the game is over: it begins with a commitment to it, and the seed
 * is in the last line. A seed that nobody shall guess is drawn from all 64 bits. To be called before canasta_game_record(), which writes
 * the head, and before the first deal; later it is CANASTA_MISUSE, and nothing changes. */
int canasta_game_seal(struct canasta_game *game);

/* A game as it was recorded. */
struct canasta_record;

/* Reads the head of the record in [length] [bytes], which are those of the file [name], and loads its variant; free it with
 * canasta_record_free(). CANASTA_FINDINGS if it cannot be read or the rules are no longer those of the record. Others may have written
 * it: the variant is a shipped one or a file in the folder of [name], and no line of such a file is quoted. */
int canasta_record_open(const struct canasta_io *io, const char *name, const char *bytes, size_t length,
                        struct canasta_record **record);

/* The same, by the rules that [reference] names, as for canasta_load(), with the options of the record; if it is NULL, by those that
 * the record names, wherever they are: for records that the caller wrote. NULL is allowed for canasta_record_free(). */
int canasta_record_open_by(const struct canasta_io *io, const char *name, const char *bytes, size_t length,
                           const char *reference, struct canasta_record **record);

/* The same, by the rules of [variant], which must outlive the record: for records of games that were played by it. Many records of one
 * variant need it only once. */
int canasta_record_open_with(const struct canasta_io *io, const char *name, const char *bytes, size_t length,
                             struct canasta_variant *variant, struct canasta_record **record);
void canasta_record_free(struct canasta_record *record);

/* Where the cards of a record come from. */
enum canasta_cards {
	CANASTA_CARDS_OF_A_SEED, /* canasta_record_seed() */
	CANASTA_CARDS_SEALED,    /* a seed that is not known yet: the game cannot be replayed before it is */
	CANASTA_CARDS_NAMED      /* the record names each card */
};
enum canasta_cards canasta_record_cards(const struct canasta_record *record);

/* Sets the seed of a sealed record. CANASTA_FINDINGS if it is not the one committed to. */
int canasta_record_unseal(const struct canasta_io *io, struct canasta_record *record, uint64_t seed);

/* What the head says: the variant, which belongs to the record; the seed, 0 if it is not known; the date, and who plays at a seat, NULL
 * if it does not say so, and for a number that is no seat. */
const struct canasta_variant *canasta_record_variant(const struct canasta_record *record);
uint64_t canasta_record_seed(const struct canasta_record *record);
const char *canasta_record_date(const struct canasta_record *record);
const char *canasta_record_who(const struct canasta_record *record, int seat);

/* A point of a record: behind line number [line], or if that is 0 where turn [turn] of deal [deal] begins; all count from 1. */
struct canasta_point {
	int line, deal, turn;
};

/* Replays the game from its beginning up to [until], or NULL for everything; free it with canasta_game_free(), before the record. Each
 * act and each score is judged: at the first fault the message has its line and the clause, and the status is CANASTA_FINDINGS;
 * [*game] is then what was played before it, unless the record is sealed. What was torn off at the end while it was written is no
 * fault. CANASTA_MISUSE if the record does not go as far as [until]. [*game] is NULL after any other failure. */
int canasta_record_play(const struct canasta_io *io, struct canasta_record *record, const struct canasta_point *until,
                        struct canasta_game **game);

/* Replays the whole record and writes what each deal scored and how many acts there were; if [json] is not 0 as JSON, which has the
 * fault, too. Otherwise as canasta_record_play(). */
int canasta_record_report(const struct canasta_io *io, struct canasta_record *record, int json);

/* Replays the whole record and writes a record of the same game that names its cards. Otherwise as canasta_record_play(). */
int canasta_record_name_cards(const struct canasta_io *io, struct canasta_record *record);

/* Replays the whole record and writes what a player who looks ahead thinks of it: for each turn the points that were lost by an act, and
 * what was better; and of each player the three costliest decisions. [samples] and [milliseconds] as for canasta_game_budget(), for each
 * act. That takes up to a minute for a game. Otherwise as canasta_record_play(). */
int canasta_record_analyse(const struct canasta_io *io, struct canasta_record *record, int samples, int milliseconds);

/* Judges the game by the rules of [under]: writes the first act that is not legal by them, or after which the game would
 * go another way, and what each deal would have scored as it ended; if [json] is not 0 as JSON. CANASTA_MISUSE if [under] is not
 * played by as many players with the same cards. The rest as canasta_record_play(). */
int canasta_record_under(const struct canasta_io *io, struct canasta_record *record,
                         const struct canasta_variant *under, int json);

/* How many bytes of a record are whole, head and all: up to the line that was torn off at the end, or to the first that was
 * changed since it was written. Known once it is open. */
size_t canasta_record_whole(const struct canasta_record *record);

/* Continues to record [game], to which canasta_record_play() has just played the whole of [record], with [until] NULL; [to]
 * writes behind the whole bytes. CANASTA_MISUSE, and nothing is written, if it is any other game, something has been done in
 * it since, or the record names its cards: those of the next deal are not known. */
int canasta_record_continue(const struct canasta_record *record, struct canasta_game *game,
                            const struct canasta_out *to);

/* ---- an evening's score pad ---- */

/* What the sides of a real table scored, deal by deal. A pad is kept in a file of text: the head, then a line for each
 * entry, in the order made. The library reads such files and writes none: the caller appends each line, whole, before anybody is
 * told that it counts. */
struct canasta_pad;

/* An empty pad for the variant that [reference] names, as for canasta_load(); free it with canasta_pad_free(). CANASTA_MISUSE for a
 * name that fits on no line. */
int canasta_pad_new(const struct canasta_io *io, const char *reference, const char *const *options, int count,
                    struct canasta_pad **pad);

/* The pad kept in the file at [path], with every entry in it; free it with canasta_pad_free(). [*whole] is the number of bytes up
 * to the end of the last whole line: what is behind it was cut off while being written and does not count.
 * CANASTA_MISUSE, with the line, if something in it is no entry. If the rules have been changed since, a message says that everything is
 * scored by those of now. Others may have written it: the variant is a shipped one or a file in the folder of [path], and no line of
 * such a file is quoted. */
int canasta_pad_read(const struct canasta_io *io, const char *path, struct canasta_pad **pad, size_t *whole);

/* The same; [reference] says where the variant is, and may be NULL. It is loaded as by canasta_load(), wherever it is, if the pad names the
 * variant just so, or if what the pad names is not to be found. Then it has to be called the same but for its folders, or to have the rules
 * by which the pad was kept; CANASTA_MISUSE, with a message, for other rules. canasta_pad_free() takes NULL. */
int canasta_pad_read_by(const struct canasta_io *io, const char *path, const char *reference, struct canasta_pad **pad,
                        size_t *whole);
void canasta_pad_free(struct canasta_pad *pad);

/* From now on the head of a new pad names its variant as [name]: for a file in the folder of the pad or below as it is found from there,
 * so that the pad can be read in another folder. Before that it is what the variant was loaded by, which may be a path. The name has to
 * fit on a line. CANASTA_INTERNAL without memory. */
int canasta_pad_call(struct canasta_pad *pad, const char *name);

/* The variant it is for: as its head names it or, if only canasta_pad_read_by() led to it, as it was named there. And the option of number [i],
 * from 0, that was switched on when the pad was new; NULL behind the last. */
const char *canasta_pad_variant(const struct canasta_pad *pad);
const char *canasta_pad_option(const struct canasta_pad *pad, int i);

/* The head of its file, lines with their ends. */
const char *canasta_pad_head(const struct canasta_pad *pad);

/* The line to be written before the next entry, with its end, because the file does not say yet by which rules that will be: they have
 * been changed, or the pad was begun when pads did not say it. "" if none is needed. */
const char *canasta_pad_mark(const struct canasta_pad *pad);

/* Makes an entry: "us natural 1, melded 340, out; them melded 85, in_hand 40", "us 1250; them 340", "dealer West",
 * "names Anna Bert", "start us 500; them 300"; or changes one that was made: "correct 2 us melded 430", "replace 2 us 700; them 85",
 * "insert 2 us 700; them 85", "remove 2", "undo". CANASTA_FINDINGS, with the reason and the pad as it was, if it is none. */
int canasta_pad_enter(const struct canasta_io *io, struct canasta_pad *pad, const char *line);

/* What speaks against making an entry, though it can be made: points that no deal gives, or something that scores and was not
 * entered. CANASTA_FINDINGS, with that and a question for whoever enters it; CANASTA_FINE if nothing does, or if
 * canasta_pad_enter() would refuse it. */
int canasta_pad_doubt(const struct canasta_io *io, const struct canasta_pad *pad, const char *line);

/* Writes the deal that the last entry was about and where the game stands: totals, what each side needs to open next, who deals,
 * who has won. */
int canasta_pad_report(const struct canasta_io *io, const struct canasta_pad *pad);

/* Writes deal number [deal], from 1, and as "entered as" the words that enter it. CANASTA_FINDINGS, with a message, if it is not on
 * the pad. */
int canasta_pad_show(const struct canasta_io *io, const struct canasta_pad *pad, long deal);

/* Writes what can be entered; the evening as comma-separated values; the evening as a page of HTML. */
int canasta_pad_help(const struct canasta_io *io, const struct canasta_pad *pad);
int canasta_pad_csv(const struct canasta_io *io, const struct canasta_pad *pad);
int canasta_pad_html(const struct canasta_io *io, const struct canasta_pad *pad);

/* ---- simulating ---- */

/* Results of many games, as sums of whole numbers: any split of the games adds up to the same. */
struct canasta_sim;

/* Takes the record of game number [game], all [length] bytes of it; 0 if memory ran out for it. In a match [play] counts, from 1, the
 * times that a deal was played, else it is 0. Called by whichever thread plays. */
typedef void canasta_record_writer(void *context, uint64_t game, int play, const char *bytes, size_t length);

/* Somebody who plays and is elsewhere: a program behind a pipe, a page. docs/protocol.md describes the lines that are sent to a player and
 * the answers; the library makes the lines and parses the answers, and the caller carries them. */
struct canasta_client {
	const char *name; /* by which canasta_plan.bots seats the client */
	/* Takes whole lines for player number [player], from 0. */
	void (*send)(void *context, int player, const char *lines, size_t length);
	/* Sets [line] to the next line that this player says, without its end, as a string that fits in [room] bytes, and
	 * returns NULL; or returns a few words that say why none comes any more: "has left". */
	const char *(*receive)(void *context, int player, char *line, size_t room);
	void *context;
	int limit; /* milliseconds for an act, which the client is sent; 0: any time. receive() is to enforce them */
	int shares_lines; /* several players of this client read the same lines: what is for everybody is sent once */
};

/* What to simulate. */
struct canasta_plan {
	uint64_t seed;
	const char *const *bots; /* names, one for each seat in turn; again from the first when there are more seats */
	int bot_count;           /* 0: every seat plays at random */
	int single_deals;        /* not games up to the target, but one deal each */
	int match;               /* single deals, each played by two bots that change seats in between */
	int clauses;             /* also counts which clauses refuse acts; takes several times as long */
	canasta_record_writer *record; /* gets a record of each game, if not NULL */
	void *record_context;
	const struct canasta_client *clients; /* who may be named beside the bots; they must outlive the simulation */
	int client_count;
	int deals_most;            /* a game that takes longer is given up; 0: 1000 */
	int samples, milliseconds; /* of bots that look ahead, as for canasta_game_budget() */
};

/* An empty simulation of [variant], which must outlive it; free it with canasta_sim_free(). CANASTA_MISUSE for a bot that does not exist,
 * or for a name that fits on no line of the records that are wanted. A NULL [plan] is like one that is all zero. NULL is allowed for
 * canasta_sim_free(). */
int canasta_sim_new(const struct canasta_io *io, const struct canasta_variant *variant, const struct canasta_plan *plan,
                    struct canasta_sim **sim);
void canasta_sim_free(struct canasta_sim *sim);

/* Plays the games numbered [from] up to and without [to] and adds their results. Game n is the same whenever and wherever it is played.
 * CANASTA_INTERNAL if the engine contradicts itself, because nobody can do anything or, in checked builds, because a check fails.
 * CANASTA_FINDINGS if a client does not play on: the games before that one count. canasta_sim_fault() has the reason of both. */
int canasta_sim_run(struct canasta_sim *sim, uint64_t from, uint64_t to);

/* Makes canasta_sim_run(), which another thread is in, return before the next act, and not play any further: the game it is playing
 * does not count. May be called in a signal handler. */
void canasta_sim_stop(struct canasta_sim *sim);

/* For when it has been stopped and does not return, since one act takes too long: from now on [sim] is the caller's, with the games
 * that were finished. canasta_sim_run() does not change it any more, but still reads it and the variant: neither may be freed before it
 * returns. */
void canasta_sim_abandon(struct canasta_sim *sim);

/* How many games were played to their end and are in the results. Fewer than canasta_sim_run() was asked for if it was stopped. */
uint64_t canasta_sim_games(const struct canasta_sim *sim);

/* What was wrong, or NULL, and in [*game], unless NULL, in which game. */
const char *canasta_sim_fault(const struct canasta_sim *sim, uint64_t *game);

/* Adds the results of [more], of the same variant and plan, to [sim]. CANASTA_MISUSE, and nothing is added, if they are of
 * another one, or [more] is [sim] itself. */
int canasta_sim_merge(struct canasta_sim *sim, const struct canasta_sim *more);

/* Writes the results: as CANASTA_TEXT, _JSON or _CSV. CANASTA_MISUSE if a game was played twice. */
int canasta_sim_report(const struct canasta_io *io, struct canasta_sim *sim, enum canasta_form form);

/* Adds up the results in [count] files, which canasta_sim_report() wrote as JSON, and writes the sum: to the byte what would be written
 * after playing all their games at once. CANASTA_MISUSE if they are not parts of one simulation or have games in common. If games
 * are missing in between, a message says which, the sum of the others is written, and the status is CANASTA_FINDINGS. */
int canasta_sim_add(const struct canasta_io *io, const char *const *paths, int count, enum canasta_form form);

/* Writes which of the games from [from] up to and without [to] are in none of these files, a line for each range: "100:200". A
 * file that cannot be read, or was not written to its end, has no games; a message says which. CANASTA_FINDINGS, without a message,
 * if games are missing, CANASTA_MISUSE as above. */
int canasta_sim_missing(const struct canasta_io *io, const char *const *paths, int count, uint64_t from, uint64_t to);

/* One number that stands for every act and every score of all games played so far. */
uint64_t canasta_sim_signature(const struct canasta_sim *sim);

/* ---- files ---- */

/* The kinds of file that functions of this library read, and that people write or keep. */
enum canasta_file_kind {
	CANASTA_FILE_OTHER, /* none of these: a report of this library, or anything else */
	CANASTA_FILE_RULES, /* also rulings without rules */
	CANASTA_FILE_LEDGER,
	CANASTA_FILE_PAD,
	CANASTA_FILE_RECORD,
	CANASTA_FILE_POSITION, /* as lines */
	CANASTA_FILE_RESULTS,  /* of a simulation, as JSON or CSV */
	CANASTA_FILE_JSON /* a position, or what another program wrote: reports of this library begin with their version */
};

/* What kind of file [text] is. Of a position every line decides; of all others it is how they begin, and the rest may be faulty. */
enum canasta_file_kind canasta_file_kind(const char *text);

/* ---- words ---- */

/* The one of [count] [words] that [word] is most likely a slip of, or NULL if none is near. */
const char *canasta_nearest(const char *word, const char *const *words, int count);

#ifdef __cplusplus
}
#endif

#endif

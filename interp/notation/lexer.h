/* lexer.h -- a line cut into words, each with its place, and gone through from left to right; and the messages of all parsers. */
#ifndef NOTATION_LEXER_H
#define NOTATION_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text;

enum { LINE_WORDS_MAX = 512, WORD_LENGTH_MAX = 31 };

/* A word in small letters, or a mark: a comma, a semicolon. */
struct word {
	char text[WORD_LENGTH_MAX + 1];
	uint32_t from, to; /* where it stands in the line: bytes */
};

struct line {
	const char *text; /* as it was given; it stays the caller's */
	int count;
	int at; /* the word that comes next */
	struct word word[LINE_WORDS_MAX];
};

/* Who wrote a line. */
enum line_source {
	LINE_TYPED,  /* somebody at the table: marks without a meaning are left out, and 777 is three cards */
	LINE_OF_FILE /* a file or a program: every mark is a word, and # begins a comment */
};

/* Cuts [length] bytes of [text] into words. False if there are too many. */
bool line_cut(struct line *line, const char *text, size_t length, enum line_source source);

/* Where word number [at] is a row of cards such as 777, puts each card in its place. False if there is no room. */
bool line_split_word(struct line *line, int at);

/* The next word, "" at the end. */
const char *line_word(const struct line *line);

bool line_is_at_end(const struct line *line);

/* True if the next word is [word]; line_accept() then also moves past it. */
bool line_is(const struct line *line, const char *word);
bool line_accept(struct line *line, const char *word);

/* The whole number that is next, with a minus sign before it or none; it then moves past it. */
bool line_accept_number(struct line *line, int32_t *number);

/* Moves past a word without a meaning of its own, such as "the"; false if there is none. */
bool line_skip_filler(struct line *line);

/* Adds word number [at] to [out] to be quoted: as it was typed if that has letters beyond ASCII, else in small letters. */
void line_quote(const struct line *line, int at, struct text *out);

/* Leaves out the words from [from] up to [to]; the next word is then the one at [from]. */
void line_leave_out(struct line *line, int from, int to);

/* How plainly a word is a verb: only that, a letter for short, or one that is also the name of a card. */
enum verb_length { VERB_LONG, VERB_SHORT, VERB_CARD_TOO };

/* The verb (enum verb) that the next word is, if it is as plain as [most] at least; -1 for none. */
int line_verb(const struct line *line, enum verb_length most);

/* The same for the first word of a clause: behind a comma a letter that is also a card is a card. */
int line_first_verb(const struct line *line);

/* The verb of which the next word may be a misspelling, or NULL. */
const char *line_nearest_verb(const struct line *line);

/* True where a clause ends: at the end, at a semicolon, or before the next verb. */
bool line_clause_ends(const struct line *line);

/* What stands in [words] behind [name] and [mark], without the blanks between them; NULL if they do not begin so. Capital
 * letters do not matter. Where [mark] is a blank the name has to be a whole word, and nothing need follow. */
const char *words_behind(const char *words, const char *name, char mark);

/* ---- messages ---- */

/* The sentences of messages.def, each as MESSAGE_NAME. They are formats of text_format() and diag_hint(), and the compiler checks their
 * arguments. */
#define MESSAGE(name, sentence) static const char MESSAGE_##name[] __attribute__((unused)) = sentence;
#include "notation/messages.def"
#undef MESSAGE

#endif

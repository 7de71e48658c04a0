/* lexer.h -- a line of words as somebody typed it, cut up and gone through from left to right. */
#ifndef NOTATION_LEXER_H
#define NOTATION_LEXER_H

#include "notation/card_names.h"
#include "game/game.h"

enum { WORDS_MAX = 128 };

/* The words of a line, in small letters; commas and semicolons are words too. */
struct spoken {
	struct word word[WORDS_MAX];
	int count;
	int at; /* the word that comes next */
};

/* Cuts [line] into words. False if there are too many. */
bool spoken_cut(struct spoken *spoken, const char *line);

/* The next word, "" at the end. */
const char *spoken_word(const struct spoken *spoken);

/* True if the next word is [word]; spoken_accept() then also moves past it. */
bool spoken_is(const struct spoken *spoken, const char *word);
bool spoken_accept(struct spoken *spoken, const char *word);

/* Moves past a word that people put in and that says nothing, such as "the"; false if there is none. */
bool spoken_skip(struct spoken *spoken);

/* How plainly a word is a verb: only that, a letter for short, or one that is also the name of a card. */
enum verb_length { VERB_LONG, VERB_SHORT, VERB_CARD_TOO };

/* The verb that the next word is, if it is as plain as [most] at least; -1 for none. */
int spoken_verb(const struct spoken *spoken, enum verb_length most);

/* The verb that the next word may be a slip of, or NULL. */
const char *spoken_nearest_verb(const struct spoken *spoken);

/* True where a clause ends: at the end, at a semicolon, or before the next verb. */
bool spoken_clause_ends(const struct spoken *spoken);

#endif

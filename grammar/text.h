/* text.h -- a growing string, for everything that is written for people or programs; and what a word may mean. */
#ifndef GRAMMAR_TEXT_H
#define GRAMMAR_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

struct text {
	char *bytes;   /* NUL-terminated once anything was added; NULL before */
	size_t length; /* without the NUL */
	size_t room;
	int failed; /* memory ran out: the text is incomplete */
};

/* Add to the end; the empty text is all zero. */
void text_add(struct text *text, const char *string);
void text_add_bytes(struct text *text, const char *bytes, size_t length);
void text_add_number(struct text *text, int64_t number);
void text_format(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same as a text of its own in [arena]; "" if out of memory, which the arena records. */
const char *text_kept(struct arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds words that may not be plain text, such as the name of a file; "?" stands for each byte that is not. */
void text_add_plain(struct text *text, const char *words);

/* Adds [words] as text_add_plain() does; of more than [most] bytes the characters that are whole in so many, and "..." behind them. */
void text_add_beginning(struct text *text, const char *words, size_t most);

/* Adds [word] as a shell reads it as one word, in quotes if it has to be. */
void text_add_argument(struct text *text, const char *word);

/* Adds words with commas between them, and [last] before the last one of several. */
void text_add_words(struct text *text, const char *const *words, int count, const char *last);

/* Makes a small first letter a capital. */
void text_capital(struct text *text);

/* What was written so far, "" if nothing. Valid until the next change. */
const char *text_read(const struct text *text);

/* The last byte that was written, '\0' if nothing. */
char text_last(const struct text *text);

/* Makes the text empty and keeps its memory for what is written next. One that is incomplete stays so. */
void text_clear(struct text *text);

/* Frees the memory; the text is empty afterwards. */
void text_free(struct text *text);

/* Free [text], which was used to make others. If it is incomplete, text_end() marks [whole] as incomplete and text_keep() marks
 * [arena] as out of memory. text_keep() returns a copy in the arena, "" if out of memory. */
void text_end(struct text *text, struct text *whole);
const char *text_keep(struct text *text, struct arena *arena);

/* Puts [count] texts in order, byte by byte. */
void texts_sort(struct text *texts, size_t count);

/* Whether two texts are the same; both are freed. [*failed] is set if one of them is incomplete, else left alone. */
bool texts_same(struct text *one, struct text *other, bool *failed);

/* Characters in [length] bytes of UTF-8. */
size_t text_width(const char *bytes, size_t length);

/* The one of [count] [words] that [word] is most likely a misspelling of (a letter too many, too few, wrong, or two
 * swapped), or NULL if none is near enough or it is one of them. Of equally near ones the first. */
const char *word_nearest(const char *word, const char *const *words, int count);

/* True if [text] speaks of [number]: "5,000", "thirteen", "a pair", or "four and three" for 7. Sets [*any] if it speaks
 * of any number at all; names such as SHEET-13 are none. */
bool text_has_number(const char *text, int64_t number, bool *any);

/* The number that a single word means: 15 for "fifteen". -1 for a word that means none, or also something else. */
int64_t number_meant(const char *word);

/* A capital letter of ASCII as a small one, whatever the locale; any other byte as it is. */
static inline char small_letter(char letter)
{
	return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

/* A small letter of ASCII as a capital one; any other byte as it is. */
static inline char capital_letter(char letter)
{
	return letter >= 'a' && letter <= 'z' ? (char)(letter - 'a' + 'A') : letter;
}

/* What makes a noun of [count] things a plural. */
static inline const char *plural(int64_t count)
{
	return count == 1 ? "" : "s";
}

#endif

/* text.c -- a growing string; suggestions for misspelt words, and numbers written as words. After memory has run out nothing more
 * is added to a string. */
#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "source.h"

enum { SHORT = 48 }; /* what is formatted is hardly ever longer */

/* Makes room for [more] bytes and a NUL; false if there is none. Doubling keeps adding cheap. */
static int text_grow(struct text *text, size_t more)
{
	if (text->failed)
		return 0;
	if (text->room - text->length > more)
		return 1;
	if (more > SIZE_MAX / 4 || text->length > SIZE_MAX / 4)
		return text->failed = 1, 0;
	size_t room = (text->length + more + 1) * 2;
	if (room < 128)
		room = 128;
	char *bytes = memory_resize(text->bytes, room);
	if (!bytes)
		return text->failed = 1, 0;
	text->bytes = bytes;
	text->room = room;
	return 1;
}

void text_add_bytes(struct text *text, const char *bytes, size_t length)
{
	if (!text_grow(text, length))
		return;
	if (length)
		memcpy(text->bytes + text->length, bytes, length);
	text->length += length;
	text->bytes[text->length] = '\0';
}

void text_add(struct text *text, const char *string)
{
	text_add_bytes(text, string, strlen(string));
}

void text_add_number(struct text *text, int64_t number)
{
	char digits[24], *at = digits + sizeof digits;
	uint64_t left = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;

	do
		*--at = (char)('0' + left % 10);
	while ((left /= 10) > 0);
	if (number < 0)
		*--at = '-';
	text_add_bytes(text, at, (size_t)(digits + sizeof digits - at));
}

void text_add_words(struct text *text, const char *const *words, int count, const char *last)
{
	for (int i = 0; i < count; i++) {
		text_add(text, i == 0 ? "" : i + 1 < count ? ", " : last);
		text_add(text, words[i]);
	}
}

void text_add_plain(struct text *text, const char *words)
{
	enum source_fault fault;

	for (size_t left = strlen(words), plain; left > 0; left -= plain, words += plain) {
		plain = text_plain(words, left, &fault);
		text_add_bytes(text, words, plain);
		if (plain == 0)
			text_add(text, "?"), plain = 1;
	}
}

void text_add_beginning(struct text *text, const char *words, size_t most)
{
	size_t length = strlen(words);
	struct text beginning = { 0 };

	if (length > most)
		for (length = most; length > 0 && ((unsigned char)words[length] & 0xc0) == 0x80;)
			length--;
	text_add_bytes(&beginning, words, length);
	text_add_plain(text, text_read(&beginning));
	if (words[length] != '\0')
		text_add(text, "...");
	text_end(&beginning, text);
}

void text_add_argument(struct text *text, const char *word)
{
	const size_t length = strlen(word);

	if (length > 0 && strcspn(word, " \t\n\"'\\$`&|;<>()*?[]{}#~!") == length) {
		text_add(text, word);
		return;
	}
	text_add(text, "'");
	for (; *word != '\0'; word++)
		if (*word == '\'')
			text_add(text, "'\\''");
		else
			text_add_bytes(text, word, 1);
	text_add(text, "'");
}

static void format_arguments(struct text *text, const char *format, va_list arguments)
{
	size_t left = text_grow(text, SHORT) ? text->room - text->length : 0;
	va_list again;
	int length;

	va_copy(again, arguments);
	length = vsnprintf(left > 0 ? text->bytes + text->length : NULL, left, format, arguments); /* mostly it fits */
	if (length < 0)
		text->failed = 1;
	else if ((size_t)length < left)
		text->length += (size_t)length;
	else if (text_grow(text, (size_t)length)) {
		vsnprintf(text->bytes + text->length, (size_t)length + 1, format, again);
		text->length += (size_t)length;
	}
	if (text->failed && left > 0)
		text->bytes[text->length] = '\0';
	va_end(again);
}

void text_format(struct text *text, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	format_arguments(text, format, arguments);
	va_end(arguments);
}

const char *text_kept(struct arena *arena, const char *format, ...)
{
	struct text text = { 0 };
	va_list arguments;

	va_start(arguments, format);
	format_arguments(&text, format, arguments);
	va_end(arguments);
	return text_keep(&text, arena);
}

const char *text_read(const struct text *text)
{
	return text->bytes ? text->bytes : "";
}

char text_last(const struct text *text)
{
	return text->length > 0 ? text->bytes[text->length - 1] : '\0';
}

void text_capital(struct text *text)
{
	if (text->length > 0)
		text->bytes[0] = capital_letter(text->bytes[0]);
}

void text_clear(struct text *text)
{
	text->length = 0;
	if (text->bytes)
		text->bytes[0] = '\0';
}

void text_free(struct text *text)
{
	memory_free(text->bytes);
	*text = (struct text){ 0 };
}

void text_end(struct text *text, struct text *whole)
{
	whole->failed |= text->failed;
	text_free(text);
}

const char *text_keep(struct text *text, struct arena *arena)
{
	const char *copy = text->failed ? NULL : arena_text(arena, text_read(text), text->length);
	if (text->failed)
		arena_fail(arena);
	text_free(text);
	return copy != NULL ? copy : "";
}

static int by_bytes(const void *one, const void *other)
{
	return strcmp(text_read(one), text_read(other));
}

void texts_sort(struct text *texts, size_t count)
{
	qsort(texts, count, sizeof *texts, by_bytes);
}

bool texts_same(struct text *one, struct text *other, bool *failed)
{
	bool same = strcmp(text_read(one), text_read(other)) == 0;

	*failed = *failed || one->failed || other->failed;
	text_free(one);
	text_free(other);
	return same;
}

size_t text_width(const char *bytes, size_t length)
{
	size_t width = 0;

	for (size_t i = 0; i < length; i++)
		width += ((unsigned char)bytes[i] & 0xc0) != 0x80;
	return width;
}

/* ---- the word that was meant ---- */

enum { WORD_MAX = 40 }; /* longer words are not compared: they are seldom misspelt forms of each other */

static int least(int a, int b)
{
	return a < b ? a : b;
}

/* How many letters were added, lost, changed or swapped with their neighbour between [a] and [b]
 * (Damerau-Levenshtein, each letter touched once). Rows i-2, i-1 and i of the usual table are kept. */
static int word_distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
	int rows[3][WORD_MAX + 1];
	for (size_t j = 0; j <= b_length; j++)
		rows[0][j] = (int)j;
	for (size_t i = 1; i <= a_length; i++) {
		int *row = rows[i % 3], *above = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
		row[0] = (int)i;
		for (size_t j = 1; j <= b_length; j++) {
			int same = a[i - 1] == b[j - 1];
			row[j] = least(least(row[j - 1], above[j]) + 1, above[j - 1] + !same);
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				row[j] = least(row[j], before[j - 2] + 1);
		}
	}
	return rows[a_length % 3][b_length];
}

const char *word_nearest(const char *word, const char *const *words, int count)
{
	size_t length = strlen(word);
	if (length > WORD_MAX)
		return NULL;
	const char *nearest = NULL;
	int best = (int)length / 3 + 1; /* one mistake in a short word, one more for every three letters */
	if (length < 3)
		best = 1;
	for (int i = 0; i < count; i++) {
		size_t other = strlen(words[i]);
		if (other > WORD_MAX)
			continue;
		int distance = word_distance(word, length, words[i], other);
		if (distance == 0)
			return NULL;
		if (distance < best + (nearest == NULL) && distance < (int)least((int)length, (int)other)) {
			best = distance;
			nearest = words[i];
		}
	}
	return nearest;
}

/* ---- numbers in a sentence ---- */

/* Words that may be numbers or not, such as "one" or "no". They count as a match, but never as a contradiction. */
static const struct {
	const char *word;
	int number;
	bool sure; /* it is a number wherever it stands */
} WORDS[] = {
	{ "no", 0, false },        { "none", 0, false },        { "never", 0, false },    { "nothing", 0, false },
	{ "without", 0, false },   { "a", 1, false },           { "an", 1, false },       { "one", 1, false },
	{ "single", 1, false },    { "once", 1, false },        { "first", 1, false },    { "each", 1, false },
	{ "two", 2, true },        { "twice", 2, false },       { "second", 2, false },   { "pair", 2, false },
	{ "both", 2, false },      { "three", 3, true },        { "third", 3, false },    { "four", 4, true },
	{ "five", 5, true },       { "six", 6, true },          { "seven", 7, true },     { "eight", 8, true },
	{ "nine", 9, true },       { "ten", 10, true },         { "eleven", 11, true },   { "twelve", 12, true },
	{ "dozen", 12, false },    { "thirteen", 13, true },    { "fourteen", 14, true }, { "fifteen", 15, true },
	{ "sixteen", 16, true },   { "seventeen", 17, true },   { "eighteen", 18, true }, { "nineteen", 19, true },
	{ "twenty", 20, true },    { "thirty", 30, true },      { "forty", 40, true },    { "fifty", 50, true },
	{ "sixty", 60, true },     { "seventy", 70, true },     { "eighty", 80, true },   { "ninety", 90, true },
	{ "hundred", 100, false }, { "thousand", 1000, false },
};

static bool is_letter(char letter)
{
	return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
}

static bool is_digit(char letter)
{
	return letter >= '0' && letter <= '9';
}

static bool same_word(const char *text, size_t length, const char *word)
{
	for (size_t i = 0; i < length; i++)
		if (word[i] == '\0' || (text[i] | 0x20) != word[i])
			return false;
	return word[length] == '\0';
}

/* The number that begins at [*text], which moves behind it: 1500, 5,000. */
static int64_t read_digits(const char **text)
{
	int64_t number = 0;
	const char *at = *text;

	while (is_digit(*at) || (*at == ',' && is_digit(at[1]) && is_digit(at[2]) && is_digit(at[3]))) {
		if (*at != ',' && number < INT32_MAX)
			number = number * 10 + (*at - '0');
		at++;
	}
	*text = at;
	return number;
}

/* The number that a word is, -1 for none; [*sure] if it is one wherever it stands. */
static int64_t number_of(const char *word, size_t length, bool *sure)
{
	for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
		if (same_word(word, length, WORDS[i].word)) {
			*sure = WORDS[i].sure;
			return WORDS[i].number;
		}
	return -1;
}

int64_t number_meant(const char *word)
{
	bool sure = false;
	int64_t number = number_of(word, strlen(word), &sure);

	return sure || strcmp(word, "one") == 0 || strcmp(word, "none") == 0 ? number : -1;
}

/* The next number in [*text], which moves behind it; -1 behind the last. */
static int64_t next_number(const char **text, bool *sure)
{
	while (**text != '\0') {
		const char *word = *text;
		int64_t number;
		*sure = true;
		if (is_digit(*word))
			return read_digits(text);
		while (is_letter(**text))
			++*text;
		if (*text == word) {
			++*text;
			continue;
		}
		if (**text == '-' && is_digit((*text)[1])) { /* a name, such as SHEET-13 */
			++*text;
			read_digits(text);
			continue;
		}
		number = number_of(word, (size_t)(*text - word), sure);
		if (number >= 0)
			return number;
	}
	return -1;
}

bool text_has_number(const char *text, int64_t number, bool *any)
{
	int64_t before = -1, next;
	bool sure;

	while ((next = next_number(&text, &sure)) >= 0) {
		if (next == number || (before >= 0 && before + next == number))
			return true;
		*any = *any || sure;
		before = sure ? next : before;
	}
	return false;
}

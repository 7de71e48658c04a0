/* number_words.c -- goes through a sentence word by word. Words that may be numbers or not, such as "one" or "no", make
 * a number found but do not count as one that speaks against another. */
#include "rules/number_words.h"

#include <stddef.h>
#include <string.h>

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

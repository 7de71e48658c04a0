/* lexer.c -- cutting lines up, and the words that are not cards. */
#include "notation/lexer.h"

#include <string.h>
#include "grammar/names.h"
#include "grammar/text.h"

/* ---- words ---- */

static bool is_space(char letter)
{
	return (letter > 0 && letter <= ' ') || strchr(".-+():!\"\177", letter) != NULL;
}

static bool is_mark(char letter)
{
	return letter == ',' || letter == ';';
}

/* A letter as it is looked at; what is no ASCII is no part of any name. */
static char plain(char letter)
{
	return (unsigned char)letter >= 0x80 ? '?' : small_letter(letter);
}

static bool add_word(struct spoken *spoken, const struct word *word)
{
	if (spoken->count == WORDS_MAX)
		return false;
	spoken->word[spoken->count++] = *word;
	return true;
}

/* True if the word before is followed by a name. */
static bool name_follows(const struct spoken *spoken)
{
	const char *before = spoken->count > 0 ? spoken->word[spoken->count - 1].text : "";

	return strcmp(before, "as") == 0 || strcmp(before, "special") == 0;
}

/* Adds a word; one like 777 is taken for three. A name stays whole. */
static bool add_words(struct spoken *spoken, const struct word *word)
{
	struct word split[WORD_LENGTH_MAX];
	int count = name_follows(spoken) ? 0 : card_word_split(word, split);

	if (count == 0)
		return add_word(spoken, word);
	for (int i = 0; i < count; i++)
		if (!add_word(spoken, &split[i]))
			return false;
	return true;
}

/* The word that begins at [line]; returns what is behind it. Letters that it has no room for are dropped. */
static const char *next_word(const char *line, struct word *word)
{
	size_t length = 0;

	*word = (struct word){ "" };
	if (is_mark(*line)) {
		word->text[0] = *line;
		return line + 1;
	}
	for (; *line != '\0' && !is_space(*line) && !is_mark(*line); line++)
		if (length < WORD_LENGTH_MAX)
			word->text[length++] = plain(*line);
	return line;
}

bool spoken_cut(struct spoken *spoken, const char *line)
{
	struct word word;

	spoken->count = spoken->at = 0;
	for (;;) {
		while (*line != '\0' && is_space(*line))
			line++;
		if (*line == '\0')
			return true;
		line = next_word(line, &word);
		if (!add_words(spoken, &word))
			return false;
	}
}

const char *spoken_word(const struct spoken *spoken)
{
	return spoken->at < spoken->count ? spoken->word[spoken->at].text : "";
}

bool spoken_is(const struct spoken *spoken, const char *word)
{
	return strcmp(spoken_word(spoken), word) == 0;
}

bool spoken_accept(struct spoken *spoken, const char *word)
{
	if (!spoken_is(spoken, word))
		return false;
	spoken->at++;
	return true;
}

bool spoken_skip(struct spoken *spoken)
{
	static const char *const fillers[] = { "the",  "pile",  "with", "up",  "my",   "from", "stock",
		                               "card", "cards", "and",  "one", "hand", "down", "me" };

	for (size_t i = 0; i < sizeof fillers / sizeof *fillers; i++)
		if (spoken_accept(spoken, fillers[i]))
			return true;
	return false;
}

/* ---- verbs ---- */

/* clang-format off */
static const struct {
	const char *word;
	enum verb verb;
	enum verb_length length;
} VERB_WORDS[] = {
	{ "draw",    ACT_DRAW,    VERB_LONG }, { "d", ACT_DRAW,    VERB_SHORT },
	{ "take",    ACT_TAKE,    VERB_LONG }, { "t", ACT_TAKE,    VERB_CARD_TOO }, { "pick", ACT_TAKE, VERB_LONG },
	{ "meld",    ACT_MELD,    VERB_LONG }, { "m", ACT_MELD,    VERB_SHORT },    { "lay",  ACT_MELD, VERB_LONG },
	{ "add",     ACT_ADD,     VERB_LONG }, { "a", ACT_ADD,     VERB_CARD_TOO },
	{ "ask",     ACT_ASK,     VERB_LONG }, { "answer", ACT_ANSWER, VERB_LONG },
	{ "yes",     ACT_ANSWER,  VERB_LONG }, { "y", ACT_ANSWER,  VERB_SHORT },
	{ "no",      ACT_ANSWER,  VERB_LONG }, { "n", ACT_ANSWER,  VERB_SHORT },
	{ "special", ACT_SPECIAL, VERB_LONG },
	{ "discard", ACT_DISCARD, VERB_LONG }, { "x", ACT_DISCARD, VERB_SHORT },    { "throw", ACT_DISCARD, VERB_LONG },
	{ "talon",   ACT_TALON,   VERB_LONG }, { "stop",   ACT_STOP,    VERB_LONG },
};
/* clang-format on */

enum { VERB_WORD_COUNT = sizeof VERB_WORDS / sizeof *VERB_WORDS };

int spoken_verb(const struct spoken *spoken, enum verb_length most)
{
	for (int i = 0; i < VERB_WORD_COUNT; i++)
		if (VERB_WORDS[i].length <= most && spoken_is(spoken, VERB_WORDS[i].word))
			return (int)VERB_WORDS[i].verb;
	return -1;
}

const char *spoken_nearest_verb(const struct spoken *spoken)
{
	const char *verbs[VERB_WORD_COUNT];
	int count = 0;

	for (int i = 0; i < VERB_WORD_COUNT; i++)
		if (VERB_WORDS[i].length == VERB_LONG)
			verbs[count++] = VERB_WORDS[i].word;
	return word_nearest(spoken_word(spoken), verbs, count);
}

bool spoken_clause_ends(const struct spoken *spoken)
{
	bool after_comma = spoken->at > 0 && strcmp(spoken->word[spoken->at - 1].text, ",") == 0;

	return spoken->at >= spoken->count || spoken_is(spoken, ";") || spoken_is(spoken, "then") ||
	       spoken_verb(spoken, after_comma ? VERB_SHORT : VERB_LONG) >= 0;
}

/* lexer.c -- cuts lines into words, and knows the words that are not cards. */
#include "notation/lexer.h"

#include <string.h>
#include <strings.h>
#include "game/game.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "notation/act_text.h"

/* ---- words ---- */

static bool is_letter(char letter)
{
	return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || letter == '_';
}

static bool is_digit(char letter)
{
	return letter >= '0' && letter <= '9';
}

static bool is_blank(char letter, enum line_source source)
{
	return (letter > 0 && letter <= ' ') ||
	       (source == LINE_TYPED && letter != '\0' && strchr(".-+():!\"\177", letter) != NULL);
}

/* True for a mark, which is a word of its own. */
static bool is_mark(char letter, enum line_source source)
{
	if (source == LINE_TYPED)
		return letter == ',' || letter == ';';
	return (unsigned char)letter < 0x80 && !is_letter(letter) && !is_digit(letter);
}

/* True if the word goes on at [at], which is not its first letter. In a file a dot joins the names of a path. */
static bool goes_on(const char *at, const char *end, enum line_source source)
{
	if (source == LINE_OF_FILE && *at == '.')
		return at + 1 < end && is_letter(at[1]);
	return !is_blank(*at, source) && !is_mark(*at, source);
}

/* A letter in the form in which it is compared. A byte outside ASCII is part of no name. */
static char plain(char letter)
{
	return (unsigned char)letter >= 0x80 ? '?' : small_letter(letter);
}

/* Cuts off the word at [at]; returns what is behind it. Letters for which there is no room are dropped. */
static const char *next_word(const char *at, const char *end, enum line_source source, struct word *word)
{
	size_t length = 0;

	word->text[length++] = plain(*at);
	if (is_mark(*at++, source))
		end = at;
	for (; at < end && goes_on(at, end, source); at++)
		if (length < WORD_LENGTH_MAX)
			word->text[length++] = plain(*at);
	word->text[length] = '\0';
	return at;
}

/* True if the word before is followed by a name, which stays whole. */
static bool name_follows(const struct line *line)
{
	const char *before = line->count > 0 ? line->word[line->count - 1].text : "";

	return strcmp(before, "as") == 0 || strcmp(before, "special") == 0;
}

bool line_split_word(struct line *line, int at)
{
	struct word cards[WORD_LENGTH_MAX];
	int count = card_word_split(&line->word[at], cards);

	if (count == 0)
		return true;
	if (line->count + count - 1 > LINE_WORDS_MAX)
		return false;
	memmove(&line->word[at + count], &line->word[at + 1], (size_t)(line->count - at - 1) * sizeof *line->word);
	memcpy(&line->word[at], cards, (size_t)count * sizeof *cards);
	line->count += count - 1;
	return true;
}

bool line_cut(struct line *line, const char *text, size_t length, enum line_source source)
{
	const char *at = text, *end = text + length;
	struct word *word;
	bool whole;

	line->text = text;
	line->count = line->at = 0;
	while (at < end && *at != '\0') {
		if (is_blank(*at, source)) {
			at++;
			continue;
		}
		if (source == LINE_OF_FILE && *at == '#') {
			while (at < end && *at != '\n')
				at++;
			continue;
		}
		if (line->count == LINE_WORDS_MAX)
			return false;
		word = &line->word[line->count];
		word->from = (uint32_t)(at - text);
		at = next_word(at, end, source, word);
		word->to = (uint32_t)(at - text);
		whole = source == LINE_OF_FILE || name_follows(line);
		line->count++;
		if (!whole && !line_split_word(line, line->count - 1))
			return false;
	}
	return true;
}

const char *line_word(const struct line *line)
{
	return line->at < line->count ? line->word[line->at].text : "";
}

bool line_is_at_end(const struct line *line)
{
	return line->at >= line->count;
}

bool line_is(const struct line *line, const char *word)
{
	return strcmp(line_word(line), word) == 0;
}

bool line_accept(struct line *line, const char *word)
{
	if (!line_is(line, word))
		return false;
	line->at++;
	return true;
}

bool line_accept_number(struct line *line, int32_t *number)
{
	int start = line->at;
	bool minus = line_accept(line, "-");
	const char *digit = line_word(line);
	int64_t value = 0;

	for (; is_digit(*digit) && value <= NUMBER_MAX; digit++)
		value = value * 10 + *digit - '0';
	if (line_is_at_end(line) || *digit != '\0' || value > NUMBER_MAX) {
		line->at = start;
		return false;
	}
	line->at++;
	*number = (int32_t)(minus ? -value : value);
	return true;
}

bool line_skip_filler(struct line *line)
{
	static const char *const fillers[] = { "the",  "pile",  "with", "up",  "my",   "from", "stock",
		                               "card", "cards", "and",  "one", "hand", "down", "me" };

	for (size_t i = 0; i < sizeof fillers / sizeof *fillers; i++)
		if (line_accept(line, fillers[i]))
			return true;
	return false;
}

void line_quote(const struct line *line, int at, struct text *out)
{
	const struct word *word = &line->word[at];
	struct text typed = { 0 };
	bool ascii = true;

	if (at >= line->count)
		return;
	for (uint32_t i = word->from; i < word->to; i++)
		ascii = ascii && (unsigned char)line->text[i] < 0x80;
	text_add_bytes(&typed, line->text + word->from, word->to - word->from);
	text_add_beginning(out, ascii ? word->text : text_read(&typed), WORD_LENGTH_MAX);
	text_end(&typed, out);
}

void line_leave_out(struct line *line, int from, int to)
{
	memmove(&line->word[from], &line->word[to], (size_t)(line->count - to) * sizeof *line->word);
	line->count -= to - from;
	line->at = from;
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
	{ "join",    ACT_JOIN,    VERB_LONG },
};
/* clang-format on */

enum { VERB_WORD_COUNT = sizeof VERB_WORDS / sizeof *VERB_WORDS };

int line_verb(const struct line *line, enum verb_length most)
{
	for (int i = 0; i < VERB_WORD_COUNT; i++)
		if (VERB_WORDS[i].length <= most && line_is(line, VERB_WORDS[i].word))
			return (int)VERB_WORDS[i].verb;
	return -1;
}

static bool is_after_comma(const struct line *line)
{
	return line->at > 0 && strcmp(line->word[line->at - 1].text, ",") == 0;
}

int line_first_verb(const struct line *line)
{
	return line_verb(line, is_after_comma(line) ? VERB_SHORT : VERB_CARD_TOO);
}

const char *line_nearest_verb(const struct line *line)
{
	const char *verbs[VERB_WORD_COUNT];
	int count = 0;

	for (int i = 0; i < VERB_WORD_COUNT; i++)
		if (VERB_WORDS[i].length == VERB_LONG)
			verbs[count++] = VERB_WORDS[i].word;
	return word_nearest(line_word(line), verbs, count);
}

bool line_clause_ends(const struct line *line)
{
	return line_is_at_end(line) || line_is(line, ";") || line_is(line, "then") ||
	       line_verb(line, is_after_comma(line) ? VERB_SHORT : VERB_LONG) >= 0;
}

/* ---- names before a mark ---- */

const char *words_behind(const char *words, const char *name, char mark)
{
	size_t length = strlen(name);

	if (strncasecmp(words, name, length) != 0)
		return NULL;
	words += length;
	if (mark != ' ') {
		words += strspn(words, " ");
		if (*words++ != mark)
			return NULL;
	} else if (*words != '\0' && *words != ' ')
		return NULL;
	return words + strspn(words, " ");
}

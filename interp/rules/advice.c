/* advice.c -- what is written instead of words that authors look for and the language does not have. */

#include <string.h>

#include "grammar/diag.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "rules/build.h"

static bool is_between(char c)
{
	return c == ' ' || c == '_' || c == ',' || c == '(' || c == ')';
}

/* Goes on to the next word at [*at]; returns its length, 0 at the end of a guess. */
static size_t next_word(const char **at)
{
	size_t length = 0;

	while (is_between(**at))
		(*at)++;
	while ((*at)[length] != '\0' && (*at)[length] != '|' && !is_between((*at)[length]))
		length++;
	return length;
}

/* The guess after [guess] in its row; NULL if it is the last one. */
static const char *next_guess(const char *guess)
{
	guess += strcspn(guess, "|");
	return *guess == '|' ? guess + 1 : NULL;
}

/* True if two words are the same, but for an `s` at the end of one of them. */
static bool same_word(const char *a, size_t a_length, const char *b, size_t b_length)
{
	size_t both = a_length < b_length ? a_length : b_length;

	return strncmp(a, b, both) == 0 && a_length <= b_length + 1 && b_length <= a_length + 1 &&
	       (a_length == both || a[both] == 's') && (b_length == both || b[both] == 's');
}

/* The number of words of [guess] if they stand in [said] in this order, perhaps with others between them: the last one at [from]
 * or behind it, and [*starts] is where the first one is. 0 if they do not. */
static int stands_in(const char *guess, const char *said, size_t from, size_t *starts)
{
	const char *at = said;
	size_t length;
	int count = 0;

	for (; (length = next_word(&guess)) > 0; guess += length) {
		size_t found;
		const char *after = guess + length;
		bool is_last = next_word(&after) == 0;

		while ((found = next_word(&at)) > 0 &&
		       (!same_word(guess, length, at, found) || (is_last && (size_t)(at - said) < from)))
			at += found;
		if (found == 0)
			return 0;
		if (count++ == 0)
			*starts = (size_t)(at - said);
		at += found;
	}
	return count;
}

static bool hint(struct diags *diags, struct diag *diag, const char *place, const char *said, bool only_here)
{
	static const struct {
		const char *guesses, *advice;
	} rows_of_advice[] = {
#define ADVICE(guesses, advice) { guesses, advice },
#include "rules/advice.def"
	};
	struct text whole = { 0 };
	const char *advice = NULL;
	int most = 0, count;

	text_format(&whole, "%s ", place);
	size_t from = whole.length, starts = 0;
	text_add(&whole, said);
	for (size_t i = 0; i < sizeof rows_of_advice / sizeof *rows_of_advice; i++)
		for (const char *at = rows_of_advice[i].guesses; at != NULL; at = next_guess(at))
			if ((count = stands_in(at, text_read(&whole), from, &starts)) > most &&
			    (!only_here || starts < from)) {
				advice = rows_of_advice[i].advice;
				most = count;
			}
	text_free(&whole);
	if (advice != NULL)
		diag_hint(diags, diag, "%s", advice);
	return advice != NULL;
}

const char *word_of_like_meaning(const char *word, const char *const *words, int count)
{
	static const char *const rows_of_synonyms[] = {
#define SYNONYMS(words) words,
#include "rules/advice.def"
	};

	for (size_t row = 0; row < sizeof rows_of_synonyms / sizeof *rows_of_synonyms; row++) {
		size_t starts;
		if (stands_in(word, rows_of_synonyms[row], 0, &starts) == 0)
			continue;
		for (int i = 0; i < count; i++)
			if (stands_in(words[i], rows_of_synonyms[row], 0, &starts) > 0)
				return words[i];
	}
	return NULL;
}

/* ---- limits ---- */

enum limit_kind { LIMIT_ONE, LIMIT_RANGE, LIMIT_BELOW, LIMIT_ABOVE, LIMIT_AT_MOST, LIMIT_AT_LEAST };

int64_t number_of_atom(const struct expr *atom)
{
	int64_t number;

	if (is_constant(atom, &number))
		return number;
	return atom->kind == EXPR_WORD ? number_meant(atom->text) : -1;
}

/* True for what is counted, at the end of `3 to 7 cards`. */
static bool is_counted(const struct expr *atom)
{
	static const char *const words[] = { "card", "wild", "natural" };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (atom->kind == EXPR_WORD && same_word(atom->text, strlen(atom->text), words[i], strlen(words[i])))
			return atom->next == NULL;
	return false;
}

/* True if [phrase] has the words of [guess], perhaps with what is counted after them; [numbers] are then those of its `#`. */
static bool has_words_of_limit(const struct expr *phrase, const char *guess, int64_t numbers[2])
{
	const struct expr *atom = phrase->kind == EXPR_PHRASE ? phrase->first : NULL;
	int count = 0;

	for (size_t length; (length = next_word(&guess)) > 0; guess += length, atom = atom->next) {
		if (atom == NULL)
			return false;
		if (*guess == '#' && (numbers[count++] = number_of_atom(atom)) < 0)
			return false;
		if (*guess != '#' && (atom->kind != EXPR_WORD || strlen(atom->text) != length ||
		                      strncmp(atom->text, guess, length) != 0))
			return false;
	}
	return atom == NULL || is_counted(atom);
}

/* Reads `5 or 6` and `3, 4, 5`: numbers of which each is one more than the one before. */
static bool numbers_follow(const struct expr *said, int64_t *low, int64_t *high, bool *any)
{
	int64_t number;

	for (; said != NULL; said = said->next) {
		if (said->kind == EXPR_OR || said->kind == EXPR_AND) {
			if (!numbers_follow(said->first, low, high, any) ||
			    !numbers_follow(said->second, low, high, any))
				return false;
			continue;
		}
		if (!is_constant(said, &number) || (*any && number != *high + 1))
			return false;
		*low = *any ? *low : number;
		*high = number;
		*any = true;
	}
	return true;
}

/* Reads `between 3 and 7`. */
static bool lies_between(const struct expr *said, int64_t *low, int64_t *high)
{
	int64_t numbers[2];

	if (said->kind != EXPR_AND || !has_words_of_limit(said->first, "between #", numbers))
		return false;
	*low = numbers[0];
	if (!has_words_of_limit(said->second, "#", numbers))
		return false;
	*high = numbers[0];
	return true;
}

/* Finds how the limit [phrase] is written, with the [numbers] in it; false if it is no limit. */
static bool find_limit(const struct expr *phrase, int64_t numbers[2], enum limit_kind *kind)
{
	static const struct {
		const char *guesses;
		enum limit_kind kind;
	} rows_of_limits[] = {
#define LIMIT(guesses, kind) { guesses, kind },
#include "rules/advice.def"
	};

	for (size_t i = 0; i < sizeof rows_of_limits / sizeof *rows_of_limits; i++)
		for (const char *at = rows_of_limits[i].guesses; at != NULL; at = next_guess(at))
			if (has_words_of_limit(phrase, at, numbers)) {
				*kind = rows_of_limits[i].kind;
				return true;
			}
	return false;
}

/* Writes the limit that [said] means as the language has it; false if it means none. */
static bool limit_meant(const struct expr *said, struct text *out)
{
	int64_t numbers[2] = { 0 };
	enum limit_kind kind = LIMIT_RANGE;
	bool any = false;

	if (!lies_between(said, &numbers[0], &numbers[1]) && !numbers_follow(said, &numbers[0], &numbers[1], &any) &&
	    (said->next != NULL || !find_limit(said, numbers, &kind)))
		return false;
	if (kind == LIMIT_RANGE && numbers[0] > numbers[1])
		return false;
	if (kind == LIMIT_RANGE && numbers[0] < numbers[1])
		text_format(out, "%lld..%lld", (long long)numbers[0], (long long)numbers[1]);
	else if (kind == LIMIT_BELOW || kind == LIMIT_AT_MOST)
		text_format(out, "at most %lld", (long long)(numbers[0] - (kind == LIMIT_BELOW)));
	else if (kind == LIMIT_ABOVE || kind == LIMIT_AT_LEAST)
		text_format(out, "%lld or more", (long long)(numbers[0] + (kind == LIMIT_ABOVE)));
	else
		text_format(out, "%lld", (long long)numbers[0]);
	return true;
}

bool hint_limit(struct diags *diags, struct diag *diag, const struct expr *said)
{
	struct text meant = { 0 };
	bool found = limit_meant(said, &meant);

	if (found)
		diag_hint(diags, diag, "did you mean `%s`?", text_read(&meant));
	text_free(&meant);
	return found;
}

/* ---- hints ---- */

bool hint_advice(struct diags *diags, struct diag *diag, const char *place, const char *said)
{
	return hint(diags, diag, place, said, false);
}

static bool hint_expr(struct diags *diags, struct diag *diag, const char *place, const struct expr *said,
                      bool only_here)
{
	struct text written = { 0 };

	for (; said != NULL; said = said->next) {
		expr_write(said, &written);
		text_add(&written, " ");
	}
	bool hinted = hint(diags, diag, place, text_read(&written), only_here);
	text_free(&written);
	return hinted;
}

bool hint_advice_expr(struct diags *diags, struct diag *diag, const char *place, const struct expr *said)
{
	return hint_expr(diags, diag, place, said, false);
}

bool hint_advice_place(struct diags *diags, struct diag *diag, const char *place, const char *said)
{
	return hint(diags, diag, place, said, true);
}

bool hint_advice_here(struct diags *diags, struct diag *diag, const char *place, const struct expr *said)
{
	return hint_expr(diags, diag, place, said, true);
}

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

/* Goes on to the next word at [*at]; returns its length, 0 at the end. */
static size_t next_word(const char **at)
{
	size_t length = 0;

	while (is_between(**at))
		(*at)++;
	while ((*at)[length] != '\0' && !is_between((*at)[length]))
		length++;
	return length;
}

/* True if two words are the same, but for an `s` at the end of one of them. */
static bool same_word(const char *a, size_t a_length, const char *b, size_t b_length)
{
	size_t both = a_length < b_length ? a_length : b_length;

	return strncmp(a, b, both) == 0 && a_length <= b_length + 1 && b_length <= a_length + 1 &&
	       (a_length == both || a[both] == 's') && (b_length == both || b[both] == 's');
}

/* True if the words of [row] stand in [said] in this order, perhaps with others between them: the last one at [from] or
 * behind it, and [*starts] is where the first one is. */
static bool stands_in(const char *row, const char *said, size_t from, size_t *starts)
{
	const char *at = said, *last = NULL;
	size_t length;

	for (; (length = next_word(&row)) > 0; row += length) {
		size_t found;
		const char *after = row + length;
		bool is_last = next_word(&after) == 0;

		while ((found = next_word(&at)) > 0 &&
		       (!same_word(row, length, at, found) || (is_last && (size_t)(at - said) < from)))
			at += found;
		if (found == 0)
			return false;
		if (last == NULL)
			*starts = (size_t)(at - said);
		last = at;
		at += found;
	}
	return last != NULL;
}

static bool hint(struct diags *diags, struct diag *diag, const char *place, const char *said, bool only_here)
{
	static const struct {
		const char *words, *advice;
	} rows_of_advice[] = {
#define ADVICE(words, advice) { words, advice },
#include "rules/advice.def"
	};
	struct text whole = { 0 };
	const char *advice = NULL;

	text_format(&whole, "%s ", place);
	size_t from = whole.length, starts = 0;
	text_add(&whole, said);
	for (size_t i = 0; i < sizeof rows_of_advice / sizeof *rows_of_advice && advice == NULL; i++)
		if (stands_in(rows_of_advice[i].words, text_read(&whole), from, &starts) &&
		    (!only_here || starts < from))
			advice = rows_of_advice[i].advice;
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
		if (!stands_in(word, rows_of_synonyms[row], 0, &starts))
			continue;
		for (int i = 0; i < count; i++)
			if (stands_in(words[i], rows_of_synonyms[row], 0, &starts))
				return words[i];
	}
	return NULL;
}

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

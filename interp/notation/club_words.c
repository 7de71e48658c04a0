/* club_words.c -- what players of a variant call their canastas and their reserves. The titles of canastas say it of these, a setting of
 * reserves; sentences about the rules use these words in place of ours. */
#include "notation/act_text.h"

#include <ctype.h>
#include <string.h>
#include "grammar/text.h"
#include "grammar/tree.h"

/* A word for one of them, which may be part of a title, and for several. */
struct called {
	const char *one;
	size_t length;
	const char *many; /* NULL: with an "s" */
};

static const struct called CANASTA = { "canasta", 7, NULL }, RESERVE = { "reserve", 7, NULL };

/* True if [title] has the word, with a small or a capital letter, for one or for several. */
static bool has_word(const char *title, const char *word)
{
	size_t length = strlen(word);

	for (const char *at = title; title != NULL && *at != '\0'; at++)
		if ((at == title || !isalpha((unsigned char)at[-1])) && small_letter(at[0]) == word[0] &&
		    strncmp(at + 1, word + 1, length - 1) == 0 && !isalpha((unsigned char)at[length]))
			return true;
	return false;
}

/* The noun of a title: the word before " of ", else the last: "book" of "A book of aces". A canasta, where the title says so or where its last word
 * could not be counted: "A mixed one", "Seven with jokers". */
static struct called noun_of(const char *title)
{
	const char *of = title != NULL ? strstr(title, " of ") : NULL, *end, *at;

	if (title == NULL || has_word(title, CANASTA.one))
		return CANASTA;
	end = at = of != NULL ? of : title + strlen(title);
	while (at > title && islower((unsigned char)at[-1]))
		at--;
	if (at == end || at == title || at[-1] != ' ' || end[-1] == 's' || strncmp(at, "one", (size_t)(end - at)) == 0)
		return CANASTA;
	return (struct called){ at, (size_t)(end - at), NULL };
}

/* The noun that all kinds of canasta have in common. */
static struct called canasta_called(const struct rules *rules)
{
	struct called noun = CANASTA, other;

	for (int i = 0; i < rules->canasta_count; i++) {
		other = noun_of(rules->canasta[i].title);
		if (i > 0 && (other.length != noun.length || strncmp(other.one, noun.one, noun.length) != 0))
			return CANASTA;
		noun = other;
	}
	return noun;
}

/* What `called "one, many"` says; where each player has several, each of these has a name of its own. */
static struct called reserve_called(const struct rules *rules)
{
	const char *one = rules->reserve.called, *comma = one != NULL ? strchr(one, ',') : NULL;

	if (one == NULL || *one == '\0' || one == comma || (rules->reserve.number > 1 && rules->reserve.of == reserve_of_player))
		return RESERVE;
	if (comma == NULL)
		return (struct called){ one, strlen(one), NULL };
	comma += 1 + strspn(comma + 1, " ");
	return (struct called){ one, strcspn(one, ","), *comma != '\0' ? comma : NULL };
}

void noun_of_canasta(const struct rules *rules, struct text *out)
{
	struct called called = canasta_called(rules);

	text_add_bytes(out, called.one, called.length);
}

/* Where the next of our two words is before [end], as a word of its own; NULL if it is not there. */
static const char *next_of_ours(const char *words, const char *end, const struct called **ours)
{
	for (const char *at = words; at < end; at++) {
		char letter = small_letter(at[0]);
		const struct called *word = letter == CANASTA.one[0]   ? &CANASTA
		                            : letter == RESERVE.one[0] ? &RESERVE
		                                                       : NULL;
		const char *behind = word != NULL ? at + word->length : NULL;
		if (word == NULL || (at > words && isalpha((unsigned char)at[-1])) ||
		    strncmp(at + 1, word->one + 1, word->length - 1) != 0)
			continue;
		*ours = word;
		if (behind <= end && !isalpha((unsigned char)behind[behind[0] == 's']))
			return at;
	}
	return NULL;
}

void club_words_write(const struct rules *rules, const char *words, size_t length, struct text *out)
{
	const struct called *ours = NULL;
	const char *end = words + length;

	for (const char *at; rules != NULL && (at = next_of_ours(words, end, &ours)) != NULL;) {
		struct called called = ours == &CANASTA ? canasta_called(rules) : reserve_called(rules);
		bool many = at[ours->length] == 's';
		const char *word = many && called.many != NULL ? called.many : called.one;
		size_t letters = word == called.one ? called.length : strlen(word);
		char first = at[0] == small_letter(at[0]) ? word[0] : capital_letter(word[0]);

		text_add_bytes(out, words, (size_t)(at - words));
		text_add_bytes(out, &first, 1);
		text_add_bytes(out, word + 1, letters - 1);
		text_add(out, many && word == called.one ? "s" : "");
		words = at + ours->length + many;
	}
	text_add_bytes(out, words, (size_t)(end - words));
}

void club_say(const struct rules *rules, const char *words, struct text *out)
{
	club_words_write(rules, words, strlen(words), out);
}

void club_canastas_write(const struct rules *rules, int count, struct text *out)
{
	text_format(out, "%d ", count);
	club_say(rules, count == 1 ? "canasta" : "canastas", out);
}

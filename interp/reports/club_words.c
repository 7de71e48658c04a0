/* club_words.c -- what players of a variant call their canastas and their reserves: "books", "feet", "pozzetti". Its titles say so; sentences
 * about its rules use these words in place of ours. */
#include "reports/wording.h"

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

/* What a second hand is called where people play with one. */
static const struct called RESERVES[] = {
	{ "foot", 4, "feet" }, { "pozzetto", 8, "pozzetti" }, { "morto", 5, "morti" }, { "wing", 4, "wings" }
};

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

static bool is_called(const struct rules *rules, const struct called *called)
{
	static const int groups_of[] = { GROUP_define, GROUP_score, GROUP_event, GROUP_class };
	bool any = has_word(rules->title, called->one) || has_word(rules->title, called->many);

	for (size_t i = 0; i < sizeof groups_of / sizeof *groups_of; i++)
		for (int item = 0; item < rules_item_count(rules, groups_of[i]) && !any; item++) {
			const char *title = rules_item_title(rules, groups_of[i], item);
			any = has_word(title, called->one) || has_word(title, called->many);
		}
	return any;
}

static struct called reserve_called(const struct rules *rules)
{
	for (size_t i = 0; i < sizeof RESERVES / sizeof *RESERVES; i++)
		if (is_called(rules, &RESERVES[i]) &&
		    (rules->reserve.number == 1 || rules->reserve.of == reserve_of_side))
			return RESERVES[i]; /* of several of a player each has a name: a knee and a foot */
	return RESERVE;
}

void noun_of_canasta(const struct rules *rules, struct text *out)
{
	struct called called = canasta_called(rules);

	text_add_bytes(out, called.one, called.length);
}

/* Where the next of our two words is before [end], as a word of its own; NULL if it is not there. */
static const char *next_of_ours(const char *words, const char *end, const struct called **ours)
{
	for (const char *at = words; at < end; at++)
		for (int i = 0; i < 2; i++) {
			const struct called *word = i == 0 ? &CANASTA : &RESERVE;
			const char *behind = at + word->length;
			if ((at > words && isalpha((unsigned char)at[-1])) || small_letter(at[0]) != word->one[0] ||
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
		char first = at[0] == small_letter(at[0]) ? called.one[0] : capital_letter(called.one[0]);

		text_add_bytes(out, words, (size_t)(at - words));
		text_add_bytes(out, &first, 1);
		if (many && called.many != NULL)
			text_add(out, called.many + 1);
		else {
			text_add_bytes(out, called.one + 1, called.length - 1);
			text_add(out, many ? "s" : "");
		}
		words = at + ours->length + many;
	}
	text_add_bytes(out, words, (size_t)(end - words));
}

void club_say(const struct rules *rules, const char *words, struct text *out)
{
	club_words_write(rules, words, strlen(words), out);
}

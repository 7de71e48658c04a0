/* paint.c -- cards are looked for only on lines that list cards, where a number cannot be anything else: melds, hands,
 * what was drawn, the top of the pile. */
#include "tools/paint.h"

#include <string.h>
#include "grammar/text.h"
#include "rules/canonical.h"
#include "rules/rules.h"

/* Colours in the order of the suits: clubs, diamonds, hearts, spades. */
static const char *const SUIT_COLOURS[] = { "32", "34", "31", "1" };

static const char WILD[] = "1;33", BONUS[] = "1;35", GOOD[] = "1;32", BAD[] = "1;31";

/* ---- colours ---- */

/* The suit that all of [faces] have; -1 if there are several, or no suit. */
static int suit_of(cardset faces)
{
	int suit = -1;

	for (; faces != 0; faces &= faces - 1) {
		int face = __builtin_ctzll(faces);
		if (face == FACES - 1 || (suit >= 0 && suit != face % 4))
			return -1;
		suit = face % 4;
	}
	return suit;
}

static const char *colour_of(const struct rules *rules, int kind)
{
	cardset bit = UINT64_C(1) << kind;
	int suit = suit_of(faces_of_kinds(rules, bit));

	if (rules->cards.wild & bit)
		return WILD;
	if (rules->bonus.cards & bit)
		return BONUS;
	return suit >= 0 ? SUIT_COLOURS[suit] : NULL;
}

static void paint(const char *words, size_t length, const char *colour, struct text *out)
{
	if (colour != NULL)
		text_format(out, "\033[%sm%.*s\033[0m", colour, (int)length, words);
	else
		text_add_bytes(out, words, length);
}

/* ---- lines ---- */

/* The kind whose name [words] begin with, the longest one; -1 for none. [*length] is that of the name. */
static int kind_at(const struct rules *rules, const char *words, size_t *length)
{
	int best = -1;

	*length = 0;
	for (int kind = 0; kind < rules->kinds; kind++) {
		size_t name = strlen(rules->kind[kind].name);
		if (name > *length && strncmp(words, rules->kind[kind].name, name) == 0 &&
		    (words[name] == '\0' || strchr(" \n.,;:)", words[name]) != NULL)) {
			best = kind;
			*length = name;
		}
	}
	return best;
}

/* Paints up to [end], where only cards and what stands in brackets is expected. */
static void paint_row(const struct rules *rules, const char *words, const char *end, struct text *out)
{
	while (words < end) {
		size_t length = 1;
		int kind = kind_at(rules, words, &length);
		const char *colour = kind >= 0 ? colour_of(rules, kind) : NULL;
		if (kind < 0 && *words == '(') {
			length = strcspn(words, ")\n");
			colour = strstr(words, "canasta") != NULL && strstr(words, "canasta") < words + length ? GOOD
			                                                                                       : NULL;
		} else if (kind < 0) {
			length = strcspn(words, " \n");
			length = length == 0 ? 1 : length;
		}
		paint(words, length < (size_t)(end - words) ? length : (size_t)(end - words), colour, out);
		words += length;
	}
}

/* Paints the pile: its top card, and why it cannot be taken freely. */
static void paint_pile(const struct rules *rules, const char *words, const char *end, struct text *out)
{
	static const char *const warnings[] = { "blocked", "frozen" };
	size_t length;
	const char *only = strncmp(words, "only the ", 9) == 0 ? words + 9 : words;
	int kind = kind_at(rules, only, &length);

	text_add_bytes(out, words, (size_t)(only - words));
	words = only;
	if (kind >= 0) {
		paint(words, length, colour_of(rules, kind), out);
		words += length;
	}
	while (words < end) {
		const char *colour = NULL;
		length = 1;
		for (size_t i = 0; i < sizeof warnings / sizeof *warnings; i++)
			if (strncmp(words, warnings[i], strlen(warnings[i])) == 0) {
				length = strlen(warnings[i]);
				colour = BAD;
			}
		paint(words, length, colour, out);
		words += length;
	}
}

/* The length of what stands before the cards of a line; 0 if there are none. */
static size_t before_cards(const char *line)
{
	static const char *const heads[] = { "Your hand:", "You draw ", "You pick up ", "            ", "  " };

	for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
		if (strncmp(line, heads[i], strlen(heads[i])) == 0)
			return strlen(heads[i]);
	return 0;
}

void paint_cards(const struct rules *rules, const char *words, struct text *out)
{
	while (*words != '\0') {
		const char *end = words + strcspn(words, "\n");
		size_t head = before_cards(words);
		end += *end == '\n';
		if (strncmp(words, "Pile: ", 6) == 0) {
			text_add(out, "Pile: ");
			paint_pile(rules, words + 6, end, out);
		} else if (strncmp(words, "      ", 6) == 0 && words[6] != ' ') /* more of the pile */
			paint_pile(rules, words, end, out);
		else if (head > 0) {
			text_add_bytes(out, words, head);
			paint_row(rules, words + head, end, out);
		} else
			text_add_bytes(out, words, (size_t)(end - words));
		words = end;
	}
}

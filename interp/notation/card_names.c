/* card_names.c -- a card is named by a rank and perhaps by a colour or suit. Words become a set of faces,
 * and the kinds of card that these rules distinguish are then looked up by their faces. */
#include "notation/act_text.h"

#include <string.h>
#include "game/question.h"
#include "grammar/text.h"
#include "notation/lexer.h"
#include "rules/rules.h"

/* Other words for the ranks, beside RANK_NAMES. "two" is not among them: "two kings" are a number of cards, and "two" alone is more often
 * that than a card. */
static const struct {
	const char *word, *rank;
} RANK_WORDS[] = {
	{ "t", "10" },   { "jack", "j" },  { "queen", "q" },  { "king", "k" },   { "ace", "a" },   { "deuce", "2" },
	{ "three", "3" }, { "four", "4" },  { "five", "5" },   { "six", "6" },    { "seven", "7" }, { "eight", "8" },
	{ "nine", "9" },  { "ten", "10" },  { "twos", "2" },   { "threes", "3" }, { "fours", "4" }, { "fives", "5" },
	{ "sixes", "6" }, { "sevens", "7" }, { "eights", "8" }, { "nines", "9" },  { "tens", "10" }, { "jk", "joker" },
	{ "*", "joker" },
};

enum { RANK_WORD_COUNT = sizeof RANK_WORDS / sizeof *RANK_WORDS };

/* Words and letters for suits, clubs being bit 0 and spades bit 3. */
static const struct {
	const char *word;
	char letter;
	unsigned suits;
} SUITS[] = {
	{ "red", 'r', 0x6 },     { "black", 'b', 0x9 }, { "club", 'c', 0x1 },
	{ "diamond", 'd', 0x2 }, { "heart", 'h', 0x4 }, { "spade", 's', 0x8 },
};

enum { SUIT_COUNT = sizeof SUITS / sizeof *SUITS, ALL_SUITS = 0xf };

/* Compares without regard to capitals; [length] letters of [word] have to be all of [name]. */
static bool is_name(const char *word, size_t length, const char *name)
{
	for (size_t i = 0; i < length; i++)
		if (small_letter(word[i]) != small_letter(name[i]))
			return false; /* the end of a shorter name differs too */
	return name[length] == '\0';
}

/* The rank that [length] letters of [word] stand for, -1 for none. */
static int rank_of_letters(const char *word, size_t length)
{
	for (int rank = 0; rank < RANKS; rank++)
		if (is_name(word, length, RANK_NAMES[rank]))
			return rank;
	for (int i = 0; i < RANK_WORD_COUNT; i++)
		if (is_name(word, length, RANK_WORDS[i].word))
			return rank_of_letters(RANK_WORDS[i].rank, strlen(RANK_WORDS[i].rank));
	return -1;
}

static int rank_of_word(const struct word *word)
{
	size_t length = strlen(word->text);
	int rank = rank_of_letters(word->text, length);

	if (rank < 0 && length > 1 && word->text[length - 1] == 's') /* kings, 7s */
		rank = rank_of_letters(word->text, length - 1);
	return rank;
}

static unsigned suits_of_word(const struct word *word)
{
	size_t length = strlen(word->text);

	for (int i = 0; i < SUIT_COUNT; i++)
		if (is_name(word->text, length, SUITS[i].word) ||
		    (length > 1 && word->text[length - 1] == 's' && is_name(word->text, length - 1, SUITS[i].word)))
			return SUITS[i].suits;
	return 0;
}

static unsigned suits_of_letter(char letter)
{
	for (int i = 0; i < SUIT_COUNT; i++)
		if (letter == SUITS[i].letter)
			return SUITS[i].suits;
	return 0;
}

static cardset faces_of(int rank, unsigned suits)
{
	return rank == RANK_JOKER ? UINT64_C(1) << (FACES - 1) : (cardset)suits << (rank * 4);
}

/* The faces that one word alone names: k, 10h, r3, 3r; 0 for none. */
static cardset faces_of_word(const struct word *word)
{
	size_t length = strlen(word->text);
	int rank = rank_of_word(word);

	if (rank >= 0)
		return faces_of(rank, ALL_SUITS);
	if (length < 2)
		return 0;
	rank = rank_of_letters(word->text, length - 1);
	if (rank >= 0 && suits_of_letter(word->text[length - 1]) != 0)
		return faces_of(rank, suits_of_letter(word->text[length - 1]));
	rank = rank_of_letters(word->text + 1, length - 1);
	if (rank >= 0 && suits_of_letter(word->text[0]) != 0)
		return faces_of(rank, suits_of_letter(word->text[0]));
	return 0;
}

/* The card of spades that a word names which could also be a plural: 3S, and not one that is a word of its own, as fives is; 0 for none. */
static cardset faces_of_spade(const struct word *word)
{
	size_t length = strlen(word->text);
	bool suited = length > 1 && small_letter(word->text[length - 1]) == 's' && rank_of_letters(word->text, length) < 0;
	int rank = suited ? rank_of_letters(word->text, length - 1) : -1;

	return rank >= 0 ? faces_of(rank, suits_of_letter('s')) : 0;
}

static cardset faces_of_words(const struct word *words, int count, int *used)
{
	unsigned suits = count > 1 ? suits_of_word(&words[0]) : 0;
	int rank = suits != 0 ? rank_of_word(&words[1]) : -1;

	*used = rank >= 0 ? 2 : 1;
	return rank >= 0 ? faces_of(rank, suits) : faces_of_word(&words[0]);
}

/* ---- kinds ---- */

/* The kind that has this very name, as 3CH may be one; -1 for none. */
static int kind_named(const struct rules *rules, const char *name)
{
	for (int kind = 0; kind < rules->kinds; kind++)
		if (is_name(name, strlen(name), rules->kind[kind].name))
			return kind;
	return -1;
}

static bool is_single(cardset set)
{
	return set != 0 && (set & (set - 1)) == 0;
}

/* Of several kinds the one that is meant at the table: one that can be held, or else one that is held. */
static cardset kinds_meant(const struct game *game, cardset kinds)
{
	cardset held = kinds & ~game->rules->bonus.cards;

	if (is_single(kinds) || kinds == 0)
		return kinds;
	if (!is_single(held))
		held &= cards_kinds(&game->seat[game_to_act(game)].hand);
	return is_single(held) ? held : kinds;
}

/* The name of the card of which an unknown word may be a misspelling, or NULL. */
static const char *nearest_card(const struct rules *rules, const char *word)
{
	const char *names[KINDS_MAX + RANK_WORD_COUNT];
	int count = 0;

	for (int kind = 0; kind < rules->kinds; kind++)
		names[count++] = rules->kind[kind].name;
	for (int i = 0; i < RANK_WORD_COUNT; i++)
		names[count++] = RANK_WORDS[i].word;
	return word_nearest(word, names, count);
}

/* True if the words are a number of cards of a rank, in the plural: "4 kings", "two red threes"; or of cards: "five cards". */
static bool is_number_of_cards(const struct word *words, int count)
{
	if (count > 1 && number_meant(words[0].text) > 1 && strcmp(words[1].text, "cards") == 0)
		return true;
	bool digit = words[0].text[0] >= '2' && words[0].text[0] <= '9' && words[0].text[1] == '\0';
	int of = count > 2 && suits_of_word(&words[1]) != 0 ? 2 : 1;
	size_t length = count > of ? strlen(words[of].text) : 0;

	/* 10s is a ten of spades */
	return (digit || number_meant(words[0].text) > 1) && length > 2 && words[of].text[length - 1] == 's' &&
	       words[of].text[length - 2] != '0' && rank_of_word(&words[of]) >= 0;
}

int card_parse(const struct rules *rules, const struct game *game, const struct line *line, int at, int *used,
               struct text *why)
{
	const struct word *words = &line->word[at];
	int named = kind_named(rules, words[0].text);
	cardset faces = faces_of_words(words, line->count - at, used);
	cardset kinds = rules_kinds_of_faces(rules, faces);

	if (is_number_of_cards(words, line->count - at)) {
		if (why != NULL)
			text_format(why, MESSAGE_NUMBER_OF_CARDS, words[0].text);
		return -1;
	}
	if (named >= 0 && *used == 1)
		return named;
	if (game != NULL)
		kinds = kinds_meant(game, kinds);
	if (is_single(kinds))
		return __builtin_ctzll(kinds);
	if (*used == 1 && is_single(rules_kinds_of_faces(rules, faces_of_spade(&words[0]))))
		return __builtin_ctzll(rules_kinds_of_faces(rules, faces_of_spade(&words[0])));
	if (why == NULL)
		return -1;
	if (kinds != 0) {
		text_format(why, MESSAGE_SEVERAL_CARDS, words[0].text);
		for (cardset left = kinds; left != 0; left &= left - 1)
			text_format(why, "%s%s", left == kinds ? "" : " or ", rules->kind[__builtin_ctzll(left)].name);
	} else if (faces != 0)
		text_format(why, MESSAGE_NOT_IN_DECK, words[*used - 1].text);
	else {
		const char *near = nearest_card(rules, words[0].text);
		struct text word = { 0 };
		line_quote(line, at, &word);
		text_format(why, MESSAGE_NO_CARD, text_read(&word));
		text_end(&word, why);
		if (near != NULL)
			text_format(why, MESSAGE_DID_YOU_MEAN, near);
	}
	return -1;
}

int rank_parse(const struct rules *rules, const struct line *line, int at, int *used)
{
	int named = kind_named(rules, line->word[at].text); /* 6S is a six, not sixes */
	cardset kinds = rules_kinds_of_faces(rules, faces_of_words(&line->word[at], line->count - at, used));
	if (named >= 0 && *used == 1)
		kinds = UINT64_C(1) << named;
	int lead = kinds != 0 ? rules->lead[__builtin_ctzll(kinds)] : -1;

	return lead >= 0 && (kinds & rules->mates[lead]) == kinds && kinds == rules->mates[lead] ? lead : -1;
}

bool name_is_said(const struct rules *rules, const struct line *line)
{
	const char *name = line->at + 1 < line->count ? line->word[line->at + 1].text : "";

	if (!line_is(line, "as") || !rules->sequences)
		return line_is(line, "as");
	for (int i = 0; i < rules->meld_count; i++)
		if (is_name(name, strlen(name), rules->meld[i].name))
			return true;
	for (int i = 0; i < rules->pile.take_count; i++)
		if (is_name(name, strlen(name), rules->pile.take[i].name))
			return true;
	return false;
}

void card_suggest(const struct rules *rules, const struct line *line, int at, struct text *hint)
{
	int used;
	cardset faces = faces_of_words(&line->word[at], line->count - at, &used),
		kinds = rules_kinds_of_faces(rules, faces);
	const char *near = nearest_card(rules, line->word[at].text);

	if (is_number_of_cards(&line->word[at], line->count - at)) {
		text_format(hint, MESSAGE_NUMBER_OF_CARDS, line->word[at].text);
		return;
	}
	for (cardset left = kinds; left != 0; left &= left - 1)
		text_format(hint, "%s`%s`", left == kinds ? MESSAGE_TOLD_APART : ", ",
		            rules->kind[__builtin_ctzll(left)].name);
	if (faces == 0 && near != NULL)
		text_format(hint, MESSAGE_HINT, near);
}

int card_word_split(const struct word *word, struct word *cards)
{
	int count = 0;

	if (word->text[0] == '\0' || word->text[1] == '\0')
		return 0;
	for (const char *at = word->text; *at != '\0';) {
		size_t length = at[0] == '1' && at[1] == '0' ? 2 : 1;
		if (rank_of_letters(at, length) < 0)
			return 0;
		cards[count] = *word; /* in the place of the whole */
		memcpy(cards[count].text, at, length);
		cards[count++].text[length] = '\0';
		at += length;
	}
	return faces_of_word(word) != 0 ? 0 : count; /* asked last: few words get here */
}

/* ---- writing ---- */

void cards_write(const struct rules *rules, const struct cards *cards, struct text *out)
{
	bool first = true;

	for (cardset kinds = cards_kinds(cards); kinds != 0; kinds &= kinds - 1, first = false) {
		int kind = __builtin_ctzll(kinds);
		for (int i = 0; i < cards_count(cards, kind); i++)
			text_format(out, "%s%s", i > 0 ? " " : first ? "" : "  ", rules->kind[kind].name);
	}
}

void kinds_write_row(const struct rules *rules, const uint8_t *kinds, int count, int step, struct text *out)
{
	for (int i = 0; i < count; i++)
		text_format(out, " %s", rules->kind[kinds[i * step]].name);
}

void cards_write_row(const struct rules *rules, const struct cards *cards, struct text *out)
{
	for (int kind = 0; kind < rules->kinds; kind++)
		for (int i = cards_count(cards, kind); i > 0; i--)
			text_format(out, " %s", rules->kind[kind].name);
}

void meld_write(const struct rules *rules, const struct meld_cards *cards, struct text *out)
{
	uint8_t kinds[MELD_ROW_MAX];
	int count = meld_row(rules, cards, kinds);

	for (int i = 0; i < count; i++)
		text_format(out, "%s%s", i > 0 ? " " : "", rules->kind[kinds[i]].name);
}

const char *meld_name(const struct rules *rules, int kind)
{
	return rules->cards.wild >> kind & 1 ? "wild" : rules->kind[kind].rank_name;
}

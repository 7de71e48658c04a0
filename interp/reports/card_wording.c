/* card_wording.c -- cards are named by their ranks, three neighbours or more as a run; the joker comes first. */
#include "reports/wording.h"

#include <stdlib.h>
#include <string.h>
#include "grammar/text.h"
#include "rules/faces.h"
#include "rules/canonical.h"

/* The ranks in words, in the order of RANK_NAMES. */
static const struct {
	const char *one, *many, *article;
} RANK_WORDS[RANKS] = {
	{ "three", "threes", "a" }, { "four", "fours", "a" },    { "five", "fives", "a" }, { "six", "sixes", "a" },
	{ "seven", "sevens", "a" }, { "eight", "eights", "an" }, { "nine", "nines", "a" }, { "ten", "tens", "a" },
	{ "jack", "jacks", "a" },   { "queen", "queens", "a" },  { "king", "kings", "a" }, { "ace", "aces", "an" },
	{ "two", "twos", "a" },     { "joker", "jokers", "a" },
};

/* Ranks as a hand is sorted: the joker, then from the two up to the ace. */
static const int ORDER[RANKS] = { RANK_JOKER, 12, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 };

enum { ALL_SUITS = 0xf, RED = 0x6, BLACK = 0x9, RUN_LEAST = 3 };

static unsigned suits_of(cardset faces, int rank)
{
	unsigned suits = (unsigned)(faces >> (rank * 4)) & ALL_SUITS;

	return rank == RANK_JOKER && suits != 0 ? ALL_SUITS : suits;
}

int cards_ranks(cardset faces)
{
	int ranks = 0;

	for (int rank = 0; rank < RANKS; rank++)
		ranks += suits_of(faces, rank) != 0;
	return ranks;
}

/* ---- one rank, or a run ---- */

/* Some cards to be named together: ranks ORDER[first] to ORDER[last], all of the same suits. */
struct named {
	int first, last;
	unsigned suits;
	bool wild; /* the wild cards, whatever they are */
};

static const char *colour(unsigned suits)
{
	return suits == RED ? "red " : suits == BLACK ? "black " : "";
}

/* " of hearts and spades", where suits are neither all nor a colour. */
static void write_suits(unsigned suits, const char *between, struct text *out)
{
	static const char *const names[] = { "clubs", "diamonds", "hearts", "spades" };
	bool any = false;

	if (suits == ALL_SUITS || suits == RED || suits == BLACK)
		return;
	for (int suit = 0; suit < 4; suit++)
		if (suits & 1u << suit) {
			text_format(out, "%s%s", any ? between : " of ", names[suit]);
			any = true;
		}
}

static void write_many(const struct named *named, struct text *out)
{
	if (named->wild) {
		text_add(out, "wild cards");
		return;
	}
	text_format(out, "%s%s", colour(named->suits), RANK_WORDS[ORDER[named->first]].many);
	if (named->last > named->first)
		text_format(out, " to %s", RANK_WORDS[ORDER[named->last]].many);
	write_suits(named->suits, " and ", out);
}

static void write_one(const struct named *named, bool article, struct text *out)
{
	int rank = ORDER[named->first];
	const char *red_or_black = colour(named->suits);

	if (named->wild || named->last > named->first) {
		text_format(out, "%s%scard", article ? "a " : "", named->wild ? "wild " : red_or_black);
		if (!named->wild)
			text_format(out, " from %s to %s", RANK_WORDS[rank].one, RANK_WORDS[ORDER[named->last]].one);
		return;
	}
	if (article)
		text_format(out, "%s ", red_or_black[0] != '\0' ? "a" : RANK_WORDS[rank].article);
	text_format(out, "%s%s", red_or_black, RANK_WORDS[rank].one);
	write_suits(named->suits, " or ", out);
}

/* ---- sets ---- */

/* Parts [faces] into what is named together; returns how many there are. */
static int part_faces(const struct rules *rules, cardset faces, struct named named[RANKS])
{
	cardset wild = rules != NULL ? faces_of_kinds(rules, rules->cards.wild) : 0;
	int count = 0;

	if (wild != 0 && (wild & ~faces) == 0) {
		named[count++] = (struct named){ .wild = true };
		faces &= ~wild;
	}
	for (int at = 0; at < RANKS;) {
		unsigned suits = suits_of(faces, ORDER[at]);
		int last = at;
		while (suits != 0 && ORDER[at] != RANK_JOKER && last + 1 < RANKS &&
		       suits_of(faces, ORDER[last + 1]) == suits)
			last++;
		if (last - at + 1 < RUN_LEAST)
			last = at;
		if (suits != 0)
			named[count++] = (struct named){ .first = at, .last = last, .suits = suits };
		at = last + 1;
	}
	return count;
}

static const char *joint(int i, int count, const char *last)
{
	return i == 0 ? "" : i == count - 1 ? last : ", ";
}

void cards_say(const struct rules *rules, cardset faces, struct text *out)
{
	struct named named[RANKS + 1];
	int count = part_faces(rules, faces, named);

	if (faces == FACES_ALL || faces == 0) {
		text_add(out, faces == 0 ? "no cards" : "all cards");
		return;
	}
	for (int i = 0; i < count; i++) {
		text_add(out, joint(i, count, " and "));
		write_many(&named[i], out);
	}
}

enum { MISSING_MOST = 2 }; /* more missing ranks than that are not easier to read than those that are there */

bool cards_say_but(const struct rules *rules, cardset faces, cardset all, const char *every, struct text *out)
{
	struct named named[RANKS + 1];
	cardset missing = all & ~faces;

	if ((faces & ~all) != 0 || missing == 0 || cards_ranks(missing) > MISSING_MOST ||
	    cards_ranks(faces) <= 2 * MISSING_MOST ||
	    part_faces(rules, missing, named) >= part_faces(rules, faces, named))
		return false;
	text_format(out, "%s but ", every);
	cards_say(rules, missing, out);
	return true;
}

void cards_say_one(const struct rules *rules, cardset faces, bool article, struct text *out)
{
	struct named named[RANKS + 1];
	int count = part_faces(rules, faces, named);

	if (faces == FACES_ALL || faces == 0) {
		text_add(out, article && faces != 0 ? "a card" : "card");
		return;
	}
	for (int i = 0; i < count; i++) {
		text_add(out, joint(i, count, " or "));
		write_one(&named[i], article, out);
	}
}

/* ---- what cards count ---- */

cardset points_faces(const struct rules *rules, int points)
{
	cardset faces = 0;

	for (int kind = 0; kind < rules->kinds; kind++)
		if (rules->kind[kind].points == points && rules->kind[kind].copies > 0)
			faces |= rules->kind[kind].faces;
	return faces;
}

int points_below(const struct rules *rules, int below)
{
	int most = INT32_MIN;

	for (int kind = 0; kind < rules->kinds; kind++)
		if (rules->kind[kind].points < below && rules->kind[kind].points > most && rules->kind[kind].copies > 0)
			most = rules->kind[kind].points;
	return most;
}

void points_say(const struct rules *rules, struct text *out)
{
	for (int points = INT32_MAX; (points = points_below(rules, points)) != INT32_MIN;) {
		text_add(out, out->length > 0 ? ", " : "");
		number_write(points, out);
		text_add(out, " (");
		cards_say(NULL, points_faces(rules, points), out);
		text_add(out, ")");
	}
}

/* ---- compositions and patterns ---- */

static void write_part(int count, const char *one, const char *many, struct text *out)
{
	if (count > 0)
		text_format(out, "%s%d %s", out->length > 0 ? " and " : "", count, count == 1 ? one : many);
}

void composition_say(const struct composition *composition, struct text *out)
{
	struct text parts = { 0 };

	write_part(composition->naturals, "natural card of its rank", "natural cards of its rank", &parts);
	write_part(composition->wilds, "wild card", "wild cards", &parts);
	write_part(composition->alike, "card like it", "cards like it", &parts);
	text_add(out, text_read(&parts));
	text_end(&parts, out);
}

/* "7 pairs", "1 group of 5"; of single cards of one rank the rank itself, as in "1 joker". True if that said it all. */
static bool write_group(const struct pattern_group *group, cardset faces, struct text *out)
{
	static const char *const names[] = { "", "single card", "pair", "triple", "quadruple" };
	struct text card = { 0 };
	bool named = group->size == 1 && group->count == 1 && cards_ranks(faces) == 1;

	if (named)
		cards_say_one(NULL, faces, false, &card);
	else if (group->size <= 4)
		text_format(&card, "%s%s", names[group->size], group->count == 1 ? "" : "s");
	else
		text_format(&card, "group%s of %d alike", group->count == 1 ? "" : "s", group->size);
	text_format(out, "%d %s", group->count, text_read(&card));
	text_end(&card, out);
	return named;
}

void pattern_say(const struct rules *rules, const struct pattern *pattern, struct text *out)
{
	for (int i = 0; i < pattern->parts; i++) {
		const struct pattern_group *group = &pattern->group[i];
		bool alike = i + 1 < pattern->parts && group[1].cards == group->cards;
		text_add(out, joint(i, pattern->parts, " and "));
		if (write_group(group, faces_of_kinds(rules, group->cards), out) || alike)
			continue;
		text_add(out, " of ");
		cards_say(rules, faces_of_kinds(rules, group->cards), out);
	}
}

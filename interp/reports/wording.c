/* wording.c -- settings in sentences: the table of wordings.def, which of its sentences a setting calls for, and the value that
 * goes into it; cards, seats, sides and items in words. */

#include <stdlib.h>
#include <string.h>
#include "game/game.h"
#include "game/question.h"
#include "grammar/arena.h"
#include "grammar/text.h"
#include "notation/act_text.h"
#include "reports/wording.h"
#include "rules/analysis.h"
#include "rules/compare.h"
#include "rules/lint.h"
#include "rules/rules.h"

const char *seat_name(const struct rules *rules, int seat)
{
	static const char *const compass[] = { "South", "West", "North", "East" };
	static const char *const numbered[PLAYERS_MAX] = { "Player 1", "Player 2", "Player 3", "Player 4",
		                                           "Player 5", "Player 6", "Player 7", "Player 8" };

	return rules->table.players == 4 ? compass[seat] : numbered[seat];
}

void side_name(const struct rules *rules, int side, struct text *out)
{
	int players = rules->table.players, sides = rules->table.sides;

	if (players == sides) {
		text_add(out, seat_name(rules, side));
		return;
	}
	if (players == 4) {
		text_add(out, side == 0 ? "North-South" : "East-West");
		return;
	}
	text_add(out, "Players");
	for (int seat = side; seat < players; seat += sides)
		text_format(out, "%s %d", seat == side ? "" : ",", seat + 1);
}

void side_name_now(const struct rules *rules, const uint8_t *side_of, int side, struct text *out)
{
	const char *gap = "";

	if (rules->table.alone == table_alone_nobody) {
		side_name(rules, side, out);
		return;
	}
	for (int seat = 0; seat < rules->table.players; seat++)
		if (side_of[seat] == side) {
			text_format(out, "%s%s", gap, seat_name(rules, seat));
			gap = " and ";
		}
}

static void word_in_words(const char *name, size_t length, struct text *out)
{
	for (size_t i = 0; i < length; i++)
		text_add_bytes(out, name[i] == '_' ? " " : &name[i], 1);
}

void name_in_words(const char *name, struct text *out)
{
	word_in_words(name, strlen(name), out);
}

void nth_write(int number, struct text *out)
{
	static const char *const names[] = { "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth" };

	if (number >= 1 && number <= (int)(sizeof names / sizeof *names))
		text_add(out, names[number - 1]);
	else
		text_format(out, "%dth", number);
}

/* The length of the article that a title begins with; 0 for none. Of "another" the "an" is one. */
static size_t article_length(const char *title)
{
	static const char *const articles[] = { "A ", "An ", "An" };
	size_t which = strncmp(title, "Another ", 8) == 0 ? 2 : strncmp(title, "An ", 3) == 0 ? 1 : 0;
	size_t length = strlen(articles[which]);

	return strncmp(title, articles[which], length) == 0 ? length : 0;
}

void kind_of_canasta_in_words(const struct rules *rules, int canasta, bool article, struct text *out)
{
	const char *name = rules->canasta[canasta].name, *title = rules->canasta[canasta].title;

	if (title != NULL) {
		title_write(title + (article ? 0 : article_length(title)), out);
		return;
	}
	text_add(out, !article ? "" : strchr("aeiou", name[0]) != NULL ? "an " : "a ");
	name_in_words(name, out);
	if (strstr(name, "canasta") == NULL)
		text_add(out, " canasta");
}

void tally_line_in_words(const struct rules *rules, int line, struct text *out)
{
	const char *title = tally_line_title(rules, line);

	if (title != NULL)
		text_add(out, title);
	else if (line < rules->canasta_count) {
		kind_of_canasta_in_words(rules, line, false, out);
		text_add(out, "s");
	} else
		name_in_words(tally_line_name(rules, line), out);
}

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

/* The number of ranks among them. */
static int cards_ranks(cardset faces)
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

/* " of hearts and spades", " of all suits but spades", where suits are neither all nor a colour. */
static void write_suits(unsigned suits, const char *between, const char *all_but, struct text *out)
{
	static const char *const names[] = { "clubs", "diamonds", "hearts", "spades" };
	unsigned missing = ALL_SUITS & ~suits;
	bool any = false;

	if (suits == ALL_SUITS || suits == RED || suits == BLACK)
		return;
	if ((missing & (missing - 1)) == 0) {
		text_format(out, " of %s but %s", all_but, names[__builtin_ctz(missing)]);
		return;
	}
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
	write_suits(named->suits, " and ", "all suits", out);
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
	write_suits(named->suits, " or ", "any suit", out);
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

/* Writes cards in words; [last] is what connects the last of them to the others, " and " or " or ". */
static void write_cards(const struct rules *rules, cardset faces, const char *last, struct text *out)
{
	struct named named[RANKS + 1];
	int count = part_faces(rules, faces, named);

	if (faces == FACES_ALL || faces == 0) {
		text_add(out, faces == 0 ? "no cards" : "all cards");
		return;
	}
	for (int i = 0; i < count; i++) {
		text_add(out, joint(i, count, last));
		write_many(&named[i], out);
	}
}

void cards_say(const struct rules *rules, cardset faces, struct text *out)
{
	write_cards(rules, faces, " and ", out);
}

enum { MISSING_MOST = 2 }; /* more missing ranks than that are not easier to read than those that are there */

static bool cards_say_but(const struct rules *rules, cardset faces, cardset all, const char *every, struct text *out)
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

/* The same for one of them, whichever it is: "a joker or a two", and without an article "joker or two". */
static void cards_say_one(const struct rules *rules, cardset faces, bool article, struct text *out)
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

/* ---- compositions and patterns ---- */

static void write_part(int count, const char *one, const char *many, struct text *out)
{
	if (count > 0)
		text_format(out, "%s%d %s", out->length > 0 ? " and " : "", count, count == 1 ? one : many);
}

/* "1 natural card of the top card's rank and 1 wild card" */
static void composition_say(const struct composition *composition, struct text *out)
{
	struct text parts = { 0 };

	write_part(composition->naturals, "natural card of the top card's rank", "natural cards of the top card's rank", &parts);
	write_part(composition->wilds, "wild card", "wild cards", &parts);
	write_part(composition->alike, "card of the top card's rank", "cards of the top card's rank", &parts);
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
		text_format(&card, "%s%s", names[group->size], plural(group->count));
	else
		text_format(&card, "group%s of %d alike", plural(group->count), group->size);
	text_format(out, "%d %s", group->count, text_read(&card));
	text_end(&card, out);
	return named;
}

/* "2 quadruples and 2 triples of fours to aces" */
static void pattern_say(const struct rules *rules, const struct pattern *pattern, struct text *out)
{
	for (int i = 0; i < pattern->parts; i++) {
		const struct pattern_group *group = &pattern->group[i];
		bool alike = i + 1 < pattern->parts && group[1].cards == group->cards;
		text_add(out, joint(i, pattern->parts, " and "));
		if (write_group(group, faces_of_kinds(rules, group->cards), out) || alike)
			continue;
		if ((rules->all & ~group->cards) == 0)
			text_add(out, " of any rank");
		else {
			text_add(out, " of ");
			write_cards(rules, faces_of_kinds(rules, group->cards), " or ", out);
		}
	}
}

/* ---- the tables ---- */

#define SAY(in, row, no, every, other) \
	[ROW_##in##_##row].none = no, [ROW_##in##_##row].all = every, [ROW_##in##_##row].some = other,
#define SAY_WORD(in, row, spelling, sentence) [ROW_##in##_##row].word[in##_##row##_##spelling] = sentence,
#define GIVEN(in, row, other_in, other) \
	[ROW_##in##_##row].is_given = "", [ROW_##in##_##row].given = ROW_##other_in##_##other,
#define EQUAL(in, row, other_in, other, sentence) \
	[ROW_##in##_##row].equal = sentence, [ROW_##in##_##row].equal_to = ROW_##other_in##_##other,
#define BESIDE(in, row, other_in, other, sentence) \
	[ROW_##in##_##row].beside = sentence, [ROW_##in##_##row].beside_of = ROW_##other_in##_##other,
#define WITH_WORD(in, row, spelling, other, other_spelling, sentence) \
	[ROW_##in##_##row].with = sentence, [ROW_##in##_##row].with_word = in##_##row##_##spelling, \
	[ROW_##in##_##row].with_of = ROW_##in##_##other, \
	[ROW_##in##_##row].with_other = in##_##other##_##other_spelling,
#define MORE(in, row, other_in, other, sentence) \
	[ROW_##in##_##row].more = sentence, [ROW_##in##_##row].more_of = ROW_##other_in##_##other,
#define SHARED(in, row, sentence) [ROW_##in##_##row].shared = sentence,
#define NEGATIVE(in, row, sentence) [ROW_##in##_##row].negative = sentence,
#define INSTEAD(in, row, sentence) [ROW_##in##_##row].instead = sentence,
#define INSTEAD_WITH(in, row, other, other_spelling, sentence)                                          \
	[ROW_##in##_##row].instead_with = sentence, [ROW_##in##_##row].instead_of = ROW_##in##_##other, \
	[ROW_##in##_##row].instead_other = in##_##other##_##other_spelling,
#define APART(in, row, spelling, words) [ROW_##in##_##row].apart[in##_##row##_##spelling] = words,
#define UNSET(in, row, sentence) [ROW_##in##_##row].unset = sentence,
#define STATED(in, row, sentence) [ROW_##in##_##row].set = sentence,
#define VERB(in, row, words) [ROW_##in##_##row].verb = words,
#define VERB_WORD(in, row, spelling, words) [ROW_##in##_##row].verb_of[in##_##row##_##spelling] = words,
#define REACHED(in, row, fact, sentence) \
	[ROW_##in##_##row].reached = sentence, [ROW_##in##_##row].reached_by = FACT_##fact,
const struct wording wordings[ROW_COUNT] = {
#include "rules/wordings.def"
};

#define FLAG(id, yes, no) [FACT_##id] = { .so = yes, .not_so = no },
#define COUNT(id, any, zero, compared, number, one) \
	[FACT_##id] = { .some = any, .none = zero, .counted = compared, .noun = number, .each = one },
#define EITHER(id, of_others, compared) [FACT_##id].either = compared, [FACT_##id].other = FACT_##of_others,
#define ORDINAL(id) [FACT_##id].ordinal = true,
#define NTH(id, noun) [FACT_##id].nth = noun,
#define STEP(id, words) [FACT_##id].step = words,
const struct fact_wording fact_wordings[FACT_COUNT] = {
#include "rules/wordings.def"
};

#define LESS(id, taken_away, compared, number) { FACT_##id, FACT_##taken_away, compared, number },
static const struct less_wording less_wordings[] = {
#include "rules/wordings.def"
};

const struct less_wording *less_wording_of(enum fact_id fact, enum fact_id less)
{
	for (size_t i = 0; i < sizeof less_wordings / sizeof *less_wordings; i++)
		if (less_wordings[i].fact == fact && less_wordings[i].less == less)
			return &less_wordings[i];
	return NULL;
}

#define SEVERAL(id, any, zero, compared, number, one) \
	[FACT_##id] = { .some = any, .none = zero, .counted = compared, .noun = number, .each = one },
static const struct fact_wording of_several_wordings[FACT_COUNT] = {
#include "rules/wordings.def"
};

#define PERSONAL(id, any, zero, compared, number, one) \
	[FACT_##id] = { .some = any, .none = zero, .counted = compared, .noun = number, .each = one },
static const struct fact_wording personal_wordings[FACT_COUNT] = {
#include "rules/wordings.def"
};

#define FROM_HAND(id, any, zero, compared, number, one) \
	[FACT_##id] = { .some = any, .none = zero, .counted = compared, .noun = number, .each = one },
static const struct fact_wording from_hand_wordings[FACT_COUNT] = {
#include "rules/wordings.def"
};

/* True if a side may have several melds of a rank. */
static bool melds_come_again(const struct rules *rules)
{
	bool again = false;

	for (int i = 0; i < rules->meld_count; i++)
		again = again || rules->form[i].comes_again;
	return again;
}

const struct fact_wording *fact_wording_of(const struct rules *rules, enum fact_id fact)
{
	if (of_several_wordings[fact].counted != NULL && melds_come_again(rules))
		return &of_several_wordings[fact];
	if (personal_wordings[fact].counted != NULL && totals_are_personal(rules))
		return &personal_wordings[fact];
	if (from_hand_wordings[fact].counted != NULL && rules->initial_meld.top_card != initial_meld_top_card_counts)
		return &from_hand_wordings[fact];
	return &fact_wordings[fact];
}

/* What stands in brackets in what is said of a fact, and what a card says instead. */
static const struct {
	const char *sheet, *card[2]; /* with partners, and alone */
} voiced[] = {
#define VOICED(sheet, partner, alone) { sheet, { partner, alone } },
#include "rules/wordings.def"
};

#define LEAD(group, sentence) [GROUP_##group] = sentence,
const char *const wording_leads[GROUP_COUNT] = {
#include "rules/wordings.def"
};

#define LEAD_ALONE(group, sentence) [GROUP_##group] = sentence,
const char *const wording_leads_alone[GROUP_COUNT] = {
#include "rules/wordings.def"
};

#define NOUN(group, one, many) [GROUP_##group] = one,
const char *const wording_nouns[GROUP_COUNT] = {
#include "rules/wordings.def"
};

#define NOUN(group, one, many) [GROUP_##group] = many,
const char *const wording_nouns_of_many[GROUP_COUNT] = {
#include "rules/wordings.def"
};

#define SUBJECT(group, words) [GROUP_##group] = words,
const char *const wording_subjects[GROUP_COUNT] = {
#include "rules/wordings.def"
};

#define ONLY(group, words) [GROUP_##group] = words,
const char *const wording_only[GROUP_COUNT] = {
#include "rules/wordings.def"
};

#define BARE(group) [GROUP_##group] = true,
const bool wording_is_bare[GROUP_COUNT] = {
#include "rules/wordings.def"
};

/* ---- filling in ---- */

void number_write(int64_t number, struct text *out)
{
	if (number < 0) {
		text_add(out, "-");
		number = -number;
	}
	if (number < 1000) {
		text_add_number(out, number);
		return;
	}
	number_write(number / 1000, out);
	text_format(out, ",%03d", (int)(number % 1000));
}

/* What stands before a title that names one of them and has no article. */
static const char *kind_of(int group)
{
	return group == GROUP_class ? "meld called " : group == GROUP_canasta ? "canasta called " : "case of ";
}

/* Where the noun of a title ends that "s" is added to: what canastas are called, "meld", or the last of two words: "black book". */
static const char *end_of_noun(const struct rules *rules, const char *words, int group, struct text *out)
{
	struct text noun = { 0 };
	const char *at;
	size_t length;

	if (group == GROUP_canasta)
		noun_of_canasta(rules, &noun);
	else
		text_add(&noun, "meld");
	at = strstr(words, text_read(&noun));
	length = noun.length;
	text_end(&noun, out);
	if (at != NULL)
		return at + length;
	at = strchr(words, ' ');
	return at != NULL && strchr(at + 1, ' ') == NULL ? words + strlen(words) : NULL;
}

/* Writes the title without its article, as of several: "canastas of sevens". False if it is not plain how that is said. */
static bool write_plural(const struct rules *rules, const char *title, int group, struct text *out)
{
	const char *words = title + article_length(title), *behind = end_of_noun(rules, words, group, out);
	char first[2] = "";

	if (behind == NULL || words == title || (*behind != '\0' && *behind != ' ') || strchr(words, ',') != NULL ||
	    strstr(behind, " that ") != NULL || behind[-1] == 's')
		return false;
	first[0] = small_letter(words[0]);
	text_add(out, first);
	text_add_bytes(out, words + 1, (size_t)(behind - words) - 1);
	text_format(out, "s%s", behind);
	return true;
}

/* A title as part of a sentence; [how] is ' ' for all of it, 'q' for that in quotes, '0' for none of them, '1' without its
 * article, '2' as of several. One that would not read on its own is set in quotes in any case. */
static void fill_title(const struct holes *holes, char how, struct text *out)
{
	struct text title = { 0 };
	const char *words, *quote;
	char first[2] = "";
	size_t article;

	wording_title(holes->rules, holes->group, holes->item, &title);
	words = text_read(&title);
	if (how == '2') {
		if (!write_plural(holes->rules, words, holes->group, out)) {
			club_say(holes->rules, holes->group == GROUP_canasta ? "canastas" : "melds", out);
			text_format(out, " of the kind \"%c%s\"", small_letter(words[0]), words[0] != '\0' ? words + 1 : "");
		}
		text_end(&title, out);
		return;
	}
	article = article_length(words);
	quote = strchr(words, ',') != NULL || how == 'q' || (how != ' ' && article == 0) ? "\"" : "";
	text_format(out, "%s%s", how == '0' ? "no " : how == '1' && article == 0 ? kind_of(holes->group) : "", quote);
	if (how == '0' || how == '1')
		words += article;
	first[0] = small_letter(words[0]);
	text_format(out, "%s%s%s", first, words[0] != '\0' ? words + 1 : "", quote);
	text_end(&title, out);
}

/* What was done and when; [how] is ' ' for both, '1' for what was done, '2' for when. */
static void fill_deed(const struct holes *holes, char how, struct text *out)
{
	static const char *const deeds[] = {
#define DEED(id, ends, phrase, words) words,
#include "rules/deeds.def"
	};
	static const char *const periods[] = {
#define PERIOD(id, phrase, words) words,
#include "rules/deeds.def"
	};

	enum deed deed = (enum deed)(holes->item / PERIODS);
	bool once = deed_ends_the_deal(deed); /* whenever it was */

	if (how != '2')
		wording_fill(holes, deeds[deed], out);
	text_add(out, how == ' ' && !once ? " " : "");
	if (how != '1' && !once)
		wording_fill(holes, periods[holes->item % PERIODS], out);
}

/* The title, or several: "a natural canasta or a mixed canasta", "natural canastas and mixed canastas together". */
static void fill_titles(const struct holes *holes, char how, struct text *out)
{
	struct holes one = *holes;

	fill_title(&one, how, out);
	for (const struct ir *other = holes->others; other != NULL; other = other->next) {
		text_add(out, other->next != NULL ? ", " : how == '2' ? " and " : " or ");
		one.item = other->item;
		fill_title(&one, how, out);
	}
	text_add(out, how == '2' && holes->others != NULL ? " together" : "");
}

/* Writes the half of {first|second} that fits; [at] stands behind the brace. Returns where the sentence goes on. */
static const char *fill_choice(const struct holes *holes, const char *at, struct text *out)
{
	size_t length = strcspn(at, "}"), first = strcspn(at, "|");
	struct text half = { 0 };

	if (holes->half == HALF_NEITHER) {
		if (text_last(out) == ' ')
			out->bytes[--out->length] = '\0';
	} else {
		if (holes->half == HALF_FIRST)
			text_add_bytes(&half, at, first);
		else
			text_add_bytes(&half, at + first + 1, length - first - 1);
		wording_fill(holes, text_read(&half), out);
	}
	text_end(&half, out);
	return at + length + (at[length] == '}');
}

/* Makes the word "no" at the end "none" before words that name no card: "none of the rank". */
static void say_none(const char *words, struct text *out)
{
	static const char no[] = "no ";
	size_t length = sizeof no - 1;
	bool ends = out->length >= length && strcmp(out->bytes + out->length - length, no) == 0;

	if (strncmp(words, "of ", 3) == 0 && ends &&
	    (out->length == length || strchr(" |", out->bytes[out->length - length - 1]) != NULL)) {
		out->bytes[--out->length] = '\0';
		text_add(out, "ne ");
	}
}

/* Writes what stands in brackets, as the voice has it; [at] stands behind the bracket. Returns where the sentence goes on. */
static const char *fill_voiced(const struct holes *holes, const char *at, struct text *out)
{
	size_t length = strcspn(at, "]");
	struct text said = { 0 };

	text_add_bytes(&said, at, length);
	for (size_t i = 0; i < sizeof voiced / sizeof *voiced && holes->voice != VOICE_SHEET; i++)
		if (strlen(voiced[i].sheet) == length && strncmp(voiced[i].sheet, at, length) == 0) {
			text_clear(&said);
			text_add(&said, voiced[i].card[holes->voice == VOICE_ALONE]);
			break;
		}
	say_none(text_read(&said), out);
	wording_fill(holes, text_read(&said), out);
	text_end(&said, out);
	return at + length + (at[length] == ']');
}

/* "Only when" and "unless", never "only unless"; at the beginning "not when". "Raised by 15" and "raised as follows". */
static void fill_value(const struct holes *holes, struct text *out)
{
	static const struct {
		const char *dropped, *before;
	} words[] = { { "only ", "unless" }, { "by ", "as follows" } };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		size_t length = strlen(words[i].dropped), begin = strlen(words[i].before);
		if (strncmp(holes->value, words[i].before, begin) != 0 || out->length < length ||
		    strcmp(out->bytes + out->length - length, words[i].dropped) != 0)
			continue;
		out->bytes[out->length -= length] = '\0';
		if (out->length == 0) {
			text_format(out, "not when%s", holes->value + begin);
			return;
		}
	}
	text_add(out, holes->value);
}

void wording_fill(const struct holes *holes, const char *sentence, struct text *out)
{
	while (*sentence != '\0') {
		size_t length = strcspn(sentence, "#@${[");
		char hole = sentence[length], how;
		club_words_write(holes->rules, sentence, length, out);
		if (hole == '\0')
			return;
		sentence += length + 1;
		how = *sentence;
		if (hole == '{' || hole == '[') {
			sentence = (hole == '{' ? fill_choice : fill_voiced)(holes, sentence, out);
			continue;
		}
		if (hole == '$' && holes->group == HOLES_OF_DEED)
			fill_deed(holes, how == '1' || how == '2' ? how : ' ', out);
		else if (hole == '$')
			fill_titles(holes, how != '\0' && strchr("012q", how) != NULL ? how : ' ', out);
		else if (how == 'a' || (hole == '@' && how == '1'))
			cards_say_one(holes->rules, holes->faces, how == 'a', out);
		else if (hole == '@')
			cards_say(holes->rules, holes->faces, out);
		else
			fill_value(holes, out);
		sentence += (hole == '$' && how != '\0' && strchr("012q", how) != NULL) ||
		            (hole != '$' && how == 'a') || (hole == '@' && how == '1');
	}
}

/* ---- items ---- */

void wording_title(const struct rules *rules, int group, int item, struct text *out)
{
	const char *title = rules_item_title(rules, group, item);
	const char *name = rules_item_name(rules, group, item);

	if (title != NULL)
		text_add(out, title);
	else
		name_in_words(name, out);
}

void wording_item(const struct rules *rules, int group, int item, struct text *out)
{
	struct text title = { 0 };

	if (!groups[group].is_list || item < 0) {
		const char *heading = groups[group].heading;
		text_format(out, "%c%s", small_letter(heading[0]), heading + 1);
		return;
	}
	wording_title(rules, group, item, &title);
	club_say(rules, wording_nouns[group] != NULL ? wording_nouns[group] : groups[group].name, out);
	text_format(out, " \"%s\"", text_read(&title));
	text_end(&title, out);
}

void wording_removed(const struct removed_item *removed, struct text *out)
{
	const char *noun = wording_nouns[removed->group];

	text_format(out, "%s \"", noun != NULL ? noun : groups[removed->group].name);
	if (removed->title != NULL)
		text_add(out, removed->title);
	else
		name_in_words(removed->name, out);
	text_add(out, "\"");
}

/* ---- values ---- */

/* What is known of a value when it is said. */
struct said {
	enum { SAID_NONE, SAID_ALL, SAID_SOME, SAID_WORD } is;
	int word; /* its place among the words of the row */
	struct holes holes;
};

/* How a value is said. */
struct manner {
	const char *above;        /* "as follows", in place of what a table shows; NULL: all of it */
	bool divided;             /* a condition in lines */
	const struct ir *without; /* a part of conditions that is said elsewhere, or NULL */
};

static bool composition_is_empty(struct composition cards)
{
	return cards.naturals + cards.wilds + cards.alike == 0;
}

static void say_number(int32_t number, struct said *said, struct text *out)
{
	number_write(number, out);
	said->is = number == 0 ? SAID_NONE : SAID_SOME;
	said->holes.half = half_for(number);
}

/* True if the cards are asked for their rank. */
static bool is_of_ranks(enum row_id row)
{
	return row == ROW_meld_ranks || row == ROW_canasta_ranks;
}

static void say_cards(const struct rules *rules, enum row_id row, cardset kinds, struct said *said, struct text *out)
{
	bool gives_role = row == ROW_cards_wild || row == ROW_bonus_cards;
	cardset faces = faces_of_kinds(rules, kinds);
	cardset all = faces_of_kinds(rules, rules->all);

	said->is = faces == 0 ? SAID_NONE : (all & ~faces) == 0 ? SAID_ALL : SAID_SOME;
	said->holes.faces = faces;
	said->holes.half = half_for(cards_ranks(faces));
	if (is_of_ranks(row) && said->is == SAID_ALL)
		text_add(out, "any rank");
	else if (said->is == SAID_SOME && !gives_role &&
	         cards_say_but(rules, faces, all, is_of_ranks(row) ? "any rank" : "all cards", out))
		said->holes.half = HALF_NEITHER;
	else
		cards_say(gives_role ? NULL : rules, faces, out);
	if (gives_role)
		said->holes.rules = NULL; /* for #a too */
}

static void say_formula(const struct rules *rules, enum row_id row, const struct ir *ir, bool divided,
                        struct said *said, struct text *out)
{
	bool constant = ir->kind == IR_NUMBER;

	if (row == ROW_define_when) {
		term_explain(rules, VOICE_SHEET, said->holes.item, divided, out);
		said->is = !constant ? SAID_SOME : ir->number != 0 ? SAID_ALL : SAID_NONE;
	} else if (rows[row].type == TYPE_CONDITION) {
		bool behind_only = wordings[row].some != NULL && strstr(wordings[row].some, "only #") != NULL;
		if (divided)
			condition_divide(rules, ir, behind_only, out);
		else if (rows[row].facts == FACTS_MELD)
			condition_of_meld(rules, VOICE_SHEET, ir, out);
		else
			condition_say(rules, ir, wording_is_bare[rows[row].in], behind_only, out);
		said->is = !constant ? SAID_SOME : ir->number != 0 ? SAID_ALL : SAID_NONE;
	} else if (rows[row].type == TYPE_BOUNDS) {
		bounds_say(rules, ir, out);
		said->is = constant ? SAID_NONE : SAID_SOME;
	} else if (constant)
		say_number(ir->number, said, out);
	else
		amount_say(rules, ir, out);
}

/* The part of the condition of a line of the score that its points say: "for each canasta after the first". NULL if there is none. */
static const struct ir *said_by_points(const struct rules *rules, int item, const struct ir *when)
{
	const struct ir *points = rules->score[item].points->ir, *fact;
	int32_t free;

	points = points->kind == IR_NEGATIVE ? points->first : points;
	fact = points->kind == IR_PRODUCT ? fact_beyond(points->first->next, &free) : NULL;
	for (const struct ir *part = when->kind == IR_ALL ? when->first : when; part != NULL && fact != NULL;
	     part = when->kind == IR_ALL ? part->next : NULL)
		if (is_first_beyond(part, fact, free))
			return part;
	return NULL;
}

bool counts_beyond(const struct rules *rules, int item)
{
	return said_by_points(rules, item, rules->score[item].when->ir) != NULL;
}

static void say_expression(const struct rules *rules, enum row_id row, int item, const struct manner *manner,
                           struct said *said, struct text *out)
{
	formula held = rules_formula(rules, row, item);
	struct arena *arena = arena_new();
	const struct ir *ir = arena != NULL && held != NULL ? ir_settled(rules, held->ir, arena) : NULL;
	const struct ir *without = manner->without;

	if (ir != NULL && row == ROW_score_points && counts_beyond(rules, item))
		ir = ir_settled_beyond(rules, held->ir, arena);
	if (ir != NULL && row == ROW_score_when)
		without = said_by_points(rules, item, ir);
	if (ir != NULL && without != NULL && rows[row].type == TYPE_CONDITION)
		ir = condition_without(rules, ir, without, arena);
	if (ir != NULL)
		say_formula(rules, row, ir, manner->divided, said, out);
	else
		out->failed = 1;
	arena_free(arena);
}

static bool any_score_is_kept(const struct rules *rules)
{
	bool any = false;

	for (int i = 0; i < rules->score_count; i++)
		any = any || rules->score[i].special == score_special_kept;
	return any;
}

/* Writes the value alone, and sets [said] to what it is like. */
static void say_value(const struct rules *rules, enum row_id row, int item, const struct manner *manner,
                      struct said *said, struct text *out)
{
	const void *place = rules_value(rules, row, item);
	const char *text;
	size_t length;

	*said = (struct said){ .is = SAID_SOME,
		               .holes = { .rules = rules, .half = HALF_NEITHER, .group = rows[row].in, .item = item } };
	switch (rows[row].type) {
	case TYPE_NUMBER: say_number(*(const int32_t *)place, said, out); break;
	case TYPE_WORD:
		said->is = SAID_WORD;
		said->word = *(const int32_t *)place;
		text = rules_word(row, said->word, &length);
		word_in_words(text, length, out);
		if (rows[row].in == GROUP_take)
			said->holes.half = composition_is_empty(rules->pile.take[item].hand) ? HALF_FIRST : HALF_SECOND;
		if (rows[row].in == GROUP_meld)
			said->holes.half = form_is_wild(&rules->form[item]) ? HALF_FIRST : HALF_SECOND;
		if (rows[row].in == GROUP_ban)
			said->holes.half = ban_spares_who_goes_out(rules, item) ? HALF_SECOND : HALF_FIRST;
		if (rows[row].in == GROUP_special)
			said->holes.half = any_score_is_kept(rules) ? HALF_FIRST : HALF_SECOND;
		if (rows[row].in == GROUP_score)
			said->holes.half = totals_are_personal(rules) ? HALF_FIRST : HALF_SECOND;
		if (rows[row].in == GROUP_reserve || rows[row].in == GROUP_going_out || rows[row].in == GROUP_talon)
			said->holes.half = rules->turn.discard != turn_discard_never ? HALF_FIRST : HALF_SECOND;
		if (rows[row].in == GROUP_stock_end || row == ROW_talon_taken)
			said->holes.half = rules->turn.discard == turn_discard_required ? HALF_FIRST : HALF_SECOND;
		if (row == ROW_reserve_of)
			said->holes.half = rules->reserve.number == 1 ? HALF_FIRST : HALF_SECOND;
		if (row == ROW_deal_turned_again)
			said->holes.half = rules->deal.start_pile <= 1 ? HALF_FIRST : HALF_SECOND;
		break;
	case TYPE_CARDS: say_cards(rules, row, *(const cardset *)place, said, out); break;
	case TYPE_POINTS: {
		/* "50 (jokers), 20 (twos and aces), ..." */
		for (int points = INT32_MAX; (points = points_below(rules, points)) != INT32_MIN;) {
			text_add(out, out->length > 0 ? ", " : "");
			number_write(points, out);
			text_add(out, " (");
			cards_say(NULL, points_faces(rules, points), out);
			text_add(out, ")");
		}
	} break;
	case TYPE_AMOUNT:
	case TYPE_BOUNDS:
	case TYPE_CONDITION:
		say_expression(rules, row, item, manner, said, out);
		if (row == ROW_game_ends)
			said->holes.half = rules->game.tie == game_tie_another_deal ? HALF_FIRST : HALF_SECOND;
		break;
	case TYPE_COMPOSITION:
		composition_say(place, out);
		said->is = out->length == 0 ? SAID_NONE : SAID_SOME;
		break;
	case TYPE_PATTERN: pattern_say(rules, place, out); break;
	case TYPE_TEXT:
		text = *(const char *const *)place;
		said->is = text == NULL ? SAID_NONE : SAID_SOME;
		text_add(out, text != NULL ? text : "");
		break;
	}
}

void wording_value(const struct rules *rules, enum row_id row, int item, struct text *out)
{
	struct text value = { 0 };
	struct said said;

	say_value(rules, row, item, &(struct manner){ .above = NULL }, &said, &value);
	text_add(out, value.length > 0 ? text_read(&value) : "nothing");
	text_end(&value, out);
}

/* ---- sentences ---- */

const char *wording_instead_words(const struct rules *rules, enum row_id row, int item)
{
	const struct wording *wording = &wordings[row];

	return wording->instead_with != NULL &&
	                       *(const int32_t *)rules_value(rules, wording->instead_of, item) == wording->instead_other
	               ? wording->instead_with
	               : wording->instead;
}

/* True if another setting calls for another sentence. */
static bool is_beside(const struct rules *rules, enum row_id row, int item)
{
	enum row_id other = wordings[row].beside_of;

	return wordings[row].beside != NULL &&
	       !canonical_is_default(rules, other, rows[other].in == rows[row].in ? item : 0);
}

bool wording_is_idle(const struct rules *rules, enum row_id row)
{
	return (wordings[row].is_given != NULL && canonical_is_default(rules, wordings[row].given, 0)) ||
	       (is_beside(rules, row, 0) && wordings[row].beside[0] == '\0');
}

bool wording_rests_on(enum row_id row, enum row_id other)
{
	const struct wording *wording = &wordings[row];

	return (wording->is_given != NULL && wording->given == other) ||
	       (wording->beside != NULL && wording->beside[0] == '\0' && wording->beside_of == other);
}

bool wording_is_equal(const struct rules *rules, enum row_id row)
{
	const struct wording *wording = &wordings[row];

	return wording->equal != NULL && *(const int32_t *)rules_value(rules, row, 0) ==
	                                         *(const int32_t *)rules_value(rules, wording->equal_to, 0);
}

/* The sentence that the value of a setting that is not idle calls for, or that another setting puts in its place; "" if there
 * is nothing to say. */
static const char *sentence_for(const struct rules *rules, enum row_id row, int item, const struct said *said)
{
	const struct wording *wording = &wordings[row];
	const char *sentence;

	if (wording_is_equal(rules, row))
		sentence = wording->equal;
	else if (wording->with != NULL && said->is == SAID_WORD && said->word == wording->with_word &&
	         *(const int32_t *)rules_value(rules, wording->with_of, item) == wording->with_other)
		sentence = wording->with;
	else if (row == ROW_take_onto && said->word == take_onto_new_or_own_meld && !take_begins_melds(rules, item))
		sentence = wording->word[take_onto_own_meld]; /* no new one is made of such cards */
	else
		sentence = said->is == SAID_NONE   ? wording->none
		           : said->is == SAID_ALL  ? wording->all
		           : said->is == SAID_SOME ? wording->some
		                                   : wording->word[said->word];
	if (sentence[0] != '\0' && wording->shared != NULL && rules_share_reserves(rules))
		return wording->shared;
	if (sentence[0] != '\0' && wording->more != NULL &&
	    *(const int32_t *)rules_value(rules, wording->more_of, 0) > 1)
		return wording->more;
	return sentence[0] != '\0' && said->is != SAID_NONE && is_beside(rules, row, item) ? wording->beside : sentence;
}

/* What stands in place of a value that a table below shows. */
static void say_above(const struct rules *rules, enum row_id row, int item, const char *above, struct text *value)
{
	formula held = rules_formula(rules, row, item);
	struct arena *arena = arena_new();
	const struct ir *ir = arena != NULL && held != NULL ? ir_settled(rules, held->ir, arena) : NULL;
	bool ladder = ir != NULL && ir->kind == IR_LADDER && rows[row].type == TYPE_AMOUNT;
	struct step_of_two steps[STEPS_OF_TWO];

	if (ladder || rows[row].type == TYPE_POINTS) {
		text_clear(value);
		text_add(value, above);
	}
	if (ladder && ladder_of_two(rules, ir, arena, steps) == 0) {
		text_add(value, ", by ");
		ladder_say_key(rules, ir, value);
	}
	value->failed |= held != NULL && ir == NULL;
	arena_free(arena);
}

/* Writes the number in place of the value of a setting that holds once its fact has reached it. False of any other setting. */
static bool say_reached(const struct rules *rules, enum row_id row, int item, struct text *value)
{
	const struct ir *ir = wordings[row].reached != NULL ? rules_formula(rules, row, item)->ir : NULL;

	if (ir == NULL || ir->kind != IR_AT_LEAST || !ir_is_fact(ir->first, wordings[row].reached_by) ||
	    ir->first->next->kind != IR_NUMBER)
		return false;
	text_clear(value);
	number_write(ir->first->next->number, value);
	return true;
}

/* Writes the bans with this number that give way, in quotes; returns how many there are. */
static int say_bans_of_order(const struct rules *rules, int order, const char *before, struct text *out)
{
	int count = 0;

	for (int i = 0; i < rules->discard.ban_count; i++) {
		const struct in_ban *ban = &rules->discard.ban[i];
		if (ban->gives_way == ban_gives_way_never || ban_is_for_who_goes_out(rules, i) || ban->order != order)
			continue;
		text_format(out, "%s\"", count++ == 0 ? before : " or ");
		wording_title(rules, GROUP_ban, i, out);
		text_add(out, "\"");
	}
	return count;
}

/* Writes in place of the number of a ban those that give way before it: "One" or "Another", then under "A third". False of any other
 * setting. */
static bool say_order(const struct rules *rules, enum row_id row, int item, struct text *value)
{
	if (row != ROW_ban_order)
		return false;
	text_clear(value);
	for (int order = rows[row].low; order < rules->discard.ban[item].order; order++)
		say_bans_of_order(rules, order, value->length > 0 ? ", then under " : "", value);
	return true;
}

/* True if a setting matters only where somebody has a partner, or several, and nobody has. */
static bool lacks_partners(const struct rules *rules, enum row_id row)
{
	static const enum need needs[] = { NEED_PARTNER, NEED_PARTNERS };

	for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
		if ((rows[row].needs >> needs[i] & 1) != 0 && what_is_missing(rules, needs[i], 0) != NULL)
			return true;
	return false;
}

/* In place of what a discard may be in going out, where a ban is on every last card. */
static const char LAST_IS_MELDED[] = "A player who goes out has to meld her last card.";

/* True if there is nothing to say of a setting, whatever its value is. */
static bool clause_is_idle(const struct rules *rules, enum row_id row, int item)
{
	return wording_is_idle(rules, row) || (row == ROW_initial_meld_top_card && !pile_may_open(rules)) ||
	       (row == ROW_meld_naturals && form_is_wild(&rules->form[item])) || /* "wild cards alone" */
	       lacks_partners(rules, row) ||
	       (groups[rows[row].in].is_list && canonical_is_default(rules, row, item) &&
	        setting_is_dead(rules, row, item) != NULL); /* nobody states it, and it cannot matter */
}

static bool say_clause(const struct rules *rules, enum row_id row, int item, const struct manner *manner,
                       struct text *out)
{
	struct text value = { 0 }, clause = { 0 };
	struct said said;
	const char *sentence;
	bool any, failed = false;

	if (clause_is_idle(rules, row, item))
		return false;
	say_value(rules, row, item, manner, &said, &value);
	if (manner->above)
		say_above(rules, row, item, manner->above, &value);
	sentence = say_reached(rules, row, item, &value)                            ? wordings[row].reached
	           : row == ROW_going_out_discard && last_card_is_melded(rules) ? LAST_IS_MELDED
	                                                                        : sentence_for(rules, row, item, &said);
	if (say_order(rules, row, item, &value) && value.length == 0)
		sentence = "";
	said.holes.value = text_read(&value);
	if (wordings[row].negative != NULL && value.length > 0 && value.bytes[0] == '-' &&
	    strchr(value.bytes + 1, '-') == NULL) {
		sentence = wordings[row].negative;
		said.holes.value++;
	}
	wording_fill(&said.holes, sentence, &clause);
	if (clause.length == 0 && wordings[row].instead != NULL && rules_cell(rules, row, item)->inherited != NULL &&
	    stated_above(row, rules_cell(rules, row, item), parent_height(rules), &failed))
		club_say(rules, wording_instead_words(rules, row, item), &clause);
	any = clause.length > 0;
	text_add(out, text_read(&clause));
	out->failed |= failed;
	text_end(&value, out);
	text_end(&clause, out);
	return any;
}

void lines_as_sentences(const char *lines, struct text *out)
{
	for (size_t length = strcspn(lines, "\n");; length = strcspn(lines, "\n")) {
		text_add_bytes(out, lines, length);
		lines += length;
		if (*lines++ == '\0')
			return;
		if (*lines != '\0')
			text_format(out, "%s %c", text_last(out) == '.' ? "" : ".",
			            capital_letter(*lines++));
	}
}

const char wording_as_follows[] = "as follows";

/* A clause or sentence, in several sentences where it is too long. */
static bool divide_clause(const struct rules *rules, enum row_id row, int item, const char *above, struct text *out)
{
	struct text clause = { 0 };
	struct manner manner = { .above = above };
	bool any = say_clause(rules, row, item, &manner, &clause);

	if (clause.length > SENTENCE_MOST) {
		text_clear(&clause);
		manner.divided = true;
		say_clause(rules, row, item, &manner, &clause);
	}
	lines_as_sentences(text_read(&clause), out);
	text_end(&clause, out);
	return any;
}

bool wording_clause(const struct rules *rules, enum row_id row, int item, struct text *out)
{
	return divide_clause(rules, row, item, NULL, out);
}

bool wording_clause_whole(const struct rules *rules, enum row_id row, int item, struct text *out)
{
	return say_clause(rules, row, item, &(struct manner){ .above = NULL }, out);
}

bool wording_clause_above(const struct rules *rules, enum row_id row, int item, struct text *out)
{
	return divide_clause(rules, row, item, wording_as_follows, out);
}

const char *wording_unit(enum row_id row)
{
	return strstr(wordings[row].some, "|cards}") != NULL ? "cards" : "points";
}

/* What connects a clause to the one before it: "100 points when the side went out; also beside a special hand". */
static const char *joint_of(const char *before, const char *clause)
{
	if (before[0] == '\0')
		return "";
	if (strncmp(clause, "when ", 5) == 0)
		return strchr(before, ',') != NULL ? ", " : " ";
	return strncmp(clause, "unless ", 7) == 0 ? ", " : "; ";
}

/* Writes what is said of a meld, with alternatives that need no verb: "7 cards, either with no wild cards or of wild cards alone". After
 * other alternatives they keep it: "7 cards and is either of one class or of another, and either it is of wild cards alone or has none". */
static void write_alternatives(const char *clause, struct text *out)
{
	static const char has[] = " and either it has ", is[] = " and either it is ";
	const char *first = strstr(clause, has), *other;
	bool with = first != NULL;
	size_t length = with ? strlen(has) : strlen(is);

	first = with ? first : strstr(clause, is);
	other = first != NULL ? strstr(first, with ? " or is " : " or has ") : NULL;
	if (other == NULL || (first > clause && first[-1] == ',')) {
		text_add(out, clause);
		return;
	}
	text_add_bytes(out, clause, (size_t)(first - clause));
	text_add(out, with ? ", either with " : ", either ");
	text_add_bytes(out, first + length, (size_t)(other - first) - length);
	text_format(out, "%s%s", with ? " or " : " or with ", other + strlen(with ? " or is " : " or has "));
}

void clause_of_meld(enum row_id row, const char *clause, struct text *out)
{
	static const char has[] = "when it has ", is[] = "when it is ", and_has[] = " and has ", and_is[] = " and is ",
			  then_has[] = ", has ", no[] = "no ";
	const char *more;

	if (rows[row].facts == FACTS_MELD && strncmp(clause, has, strlen(has)) == 0) {
		clause += strlen(has);
		more = strstr(clause, and_is);
		if (more != NULL && strchr(clause, ',') == NULL && strstr(clause, " or ") == NULL &&
		    strstr(more + strlen(and_is), " and ") == NULL) {
			text_format(out, "%s, with ", more + strlen(and_is));
			text_add_bytes(out, clause, (size_t)(more - clause));
			return;
		}
	} else if (rows[row].facts == FACTS_MELD && strncmp(clause, is, strlen(is)) == 0) {
		clause += strlen(is);
		more = strstr(clause, then_has);
		more = more != NULL ? more : strstr(clause, and_has);
		if (more != NULL) {
			text_add_bytes(out, clause, (size_t)(more - clause));
			text_add(out, strncmp(clause, no, strlen(no)) == 0 ? " and " : ", with ");
			clause = more + (more[0] == ',' ? strlen(then_has) : strlen(and_has));
		}
	}
	if (rows[row].facts == FACTS_MELD)
		write_alternatives(clause, out);
	else
		text_add(out, clause);
}

/* True if a title names one of what a clause names: "A wild card" of wild cards. */
static bool is_one_of(const char *title, const char *clause)
{
	size_t article = strncmp(title, "A ", 2) == 0 ? 2 : strncmp(title, "An ", 3) == 0 ? 3 : 0,
	       length = strlen(title + article);

	return article > 0 && strncmp(title + article, clause, length) == 0 && strcmp(clause + length, "s") == 0;
}

bool wording_says_title(const struct rules *rules, int group, int item, const char *clause)
{
	const char *title = rules_item_title(rules, group, item);

	clause += strncmp(clause, "when ", 5) == 0 ? 5 : 0;
	if (title == NULL || title[0] == '\0' || clause[0] == '\0')
		return false;
	return strcmp(title + 1, clause + 1) == 0 || is_one_of(title, clause);
}

/* True if [clause] only repeats the title of its item: "Black threes: black threes". */
static bool is_its_title(const struct rules *rules, int group, int item, const char *clause)
{
	return !wording_is_bare[group] && strncmp(clause, "when ", 5) != 0 &&
	       wording_says_title(rules, group, item, clause);
}

/* Writes one clause of an item without its full stop; false if there is nothing to say but its title. */
static bool item_clause(const struct rules *rules, enum row_id row, int item, const struct manner *manner,
                        struct text *out)
{
	struct text clause = { 0 };
	bool any = say_clause(rules, row, item, manner, &clause) &&
	           !is_its_title(rules, rows[row].in, item, text_read(&clause));

	if (any && text_last(&clause) == '.')
		clause.bytes[--clause.length] = '\0';
	if (any)
		clause_of_meld(row, text_read(&clause), out);
	text_end(&clause, out);
	return any;
}

enum {
	SHORT_CLAUSE = 50, /* characters of what stands behind the title of an item whose clauses are divided */
	FIRST_MOST =
		195 /* and of all that stands there, with clauses that go on from it: "sevens when the pile is empty" */
};

/* True if the line goes on from the one before it: "or when ..." */
static bool goes_on(const char *line)
{
	return strncmp(line, "but not when ", 13) == 0 || strncmp(line, "nor when ", 9) == 0 ||
	       strncmp(line, "or when ", 8) == 0;
}

/* Adds a line to [rest], which has a subject and its verb, or says of an exception what does not hold; [nor]: other exceptions follow. What
 * goes on from the first line goes on in words of its own. */
static void place_rest(enum row_id row, const char *line, bool nor, struct text *rest)
{
	static const char unless[] = "unless ", when[] = "when ", but[] = "but not when ", or_when[] = "or when ",
			  nor_when[] = "nor when ";
	const char *verb = wordings[row].verb;
	bool only = strncmp(line, when, sizeof when - 1) == 0;
	size_t skipped = strncmp(line, unless, sizeof unless - 1) == 0 ? 0 : strcspn(line, " "); /* "allowed unless" */
	const char *excepted = line + skipped + (line[skipped] == ' ');
	bool excepts = strncmp(excepted, unless, sizeof unless - 1) == 0 && (nor || excepted == line);

	if (strncmp(line, nor_when, sizeof nor_when - 1) == 0)
		text_format(rest, "\n%s", line);
	else if (strncmp(line, but, sizeof but - 1) == 0)
		text_format(rest, "\nnot when %s", line + sizeof but - 1);
	else if (strncmp(line, or_when, sizeof or_when - 1) == 0 && verb != NULL && verb[0] != '\0')
		text_format(rest, "\nit %s also when %s", verb, line + sizeof or_when - 1);
	else if (verb != NULL && (verb[0] != '\0' || strncmp(line, "may ", 4) == 0) && !(excepts && nor))
		text_format(rest, "\nit %s%s%s%s", verb, verb[0] != '\0' ? " " : "", only ? "only " : "", line);
	else if (excepts)
		text_format(rest, "\nnot when %s", excepted + sizeof unless - 1);
	else
		text_format(rest, "\n%s%s", only ? "only " : "", line);
}

/* Puts a line of a clause into the first line, if it is short or goes on from that, or else adds it to [rest]; what goes on from a line
 * there stays behind it. */
static void place_line(enum row_id row, const char *line, size_t length, struct text *first, struct text *rest)
{
	static const char nor[] = "\nnor when ";
	struct text words = { 0 };
	const char *joint;

	text_add_bytes(&words, line, length);
	joint = joint_of(text_read(first), text_read(&words));
	if (rest->length > 0 && goes_on(text_read(&words))) {
		text_capital(&words);
		text_format(rest, ". %s", text_read(&words));
	} else if (first->length == 0 || ((length <= SHORT_CLAUSE || joint[0] != ';') && first->length + length <= FIRST_MOST))
		text_format(first, "%s%s", joint, text_read(&words));
	else
		place_rest(row, text_read(&words), strncmp(line + length, nor, sizeof nor - 1) == 0, rest);
	text_end(&words, first);
}

/* Writes what holds of all ways in which a meld grows: "neither begun nor added to when the rank is dead". */
static void write_shared(const struct rules *rules, const struct ir *shared, struct text *out)
{
	static const char unless[] = "unless ";
	struct text words = { 0 };

	condition_say(rules, shared, false, true, &words);
	if (strncmp(text_read(&words), unless, sizeof unless - 1) == 0)
		text_format(out, "neither begun nor added to when %s", text_read(&words) + sizeof unless - 1);
	else
		text_format(out, "begun and added to only %s", text_read(&words));
	text_end(&words, out);
}

/* A clause of an item that is divided if it is too long for itself, behind what its settings share, if [row] is the first of them. */
static void add_lines_of(const struct rules *rules, enum row_id row, int item, struct manner manner, bool divide,
                         struct text *out)
{
	struct text clause = { 0 };

	if (row == ROW_meld_begun && manner.without != NULL)
		write_shared(rules, manner.without, out);
	if (item_clause(rules, row, item, &manner, &clause) && divide && clause.length > SENTENCE_MOST) {
		text_clear(&clause);
		manner.divided = true;
		item_clause(rules, row, item, &manner, &clause);
	}
	if (clause.length > 0)
		text_format(out, "%s%s", out->length > 0 ? "\n" : "", text_read(&clause));
	text_end(&clause, out);
}

/* Adds the lines of a clause to those of its item: to [whole], which has them all, or, if the item is [divided], to one of the others. */
static void add_lines(enum row_id row, const char *lines, bool divided, struct text *whole, struct text *first,
                      struct text *rest)
{
	for (const char *line = lines; *line != '\0'; line += *line == '\n') {
		size_t length = strcspn(line, "\n");
		if (divided)
			place_line(row, line, length, first, rest);
		else {
			text_add(whole, joint_of(text_read(whole), line));
			text_add_bytes(whole, line, length);
		}
		line += length;
	}
}

void wording_lines(const struct rules *rules, int group, int item, const char *above, const bool *without,
                   struct text *out)
{
	struct text whole = { 0 }, first = { 0 }, rest = { 0 }, lines[ROW_COUNT] = { { 0 } };
	struct arena *arena = arena_new();
	struct manner manner = { .above = above };

	if (arena != NULL && group == GROUP_meld)
		manner.without = shared_part(rules, item, arena);
	for (int row = -1; row_next(group, &row);)
		if (without == NULL || !without[row]) {
			add_lines_of(rules, (enum row_id)row, item, manner, false, &lines[row]);
			add_lines((enum row_id)row, text_read(&lines[row]), false, &whole, &first, &rest);
		}
	for (int row = -1; row_next(group, &row);) {
		if (whole.length > SENTENCE_MOST && lines[row].length > SENTENCE_MOST) {
			text_clear(&lines[row]);
			add_lines_of(rules, (enum row_id)row, item, manner, true, &lines[row]);
		}
		if (whole.length > SENTENCE_MOST)
			add_lines((enum row_id)row, text_read(&lines[row]), true, &whole, &first, &rest);
		text_end(&lines[row], out);
	}
	if (first.length > 0)
		text_format(out, "%s%s", text_read(&first), text_read(&rest));
	else
		text_add(out, text_read(&whole));
	out->failed |= arena == NULL || arena_failed(arena);
	arena_free(arena);
	text_end(&whole, out);
	text_end(&first, out);
	text_end(&rest, out);
}

void wording_clauses(const struct rules *rules, int group, int item, const bool *without, struct text *out)
{
	struct text lines = { 0 };

	wording_lines(rules, group, item, NULL, without, &lines);
	lines_as_sentences(text_read(&lines), out);
	text_end(&lines, out);
}

void wording_add_clause(const struct rules *rules, enum row_id row, int item, struct text *out)
{
	struct text clause = { 0 };

	if (item_clause(rules, row, item, &(struct manner){ .above = NULL }, &clause))
		text_format(out, "%s%s", out->length > 0 ? "; " : "", text_read(&clause));
	text_end(&clause, out);
}

void wording_capital(const char *words, struct text *out)
{
	if (words[0] != '\0')
		text_format(out, "%c%s", capital_letter(words[0]), words + 1);
}

/* wording.c -- settings in sentences: the table of wordings.def, which of its sentences a setting calls for, and the value that
 * goes into it; cards, seats, sides and items in words. */

#include <stdlib.h>
#include <string.h>
#include "game/game.h"
#include "grammar/arena.h"
#include "grammar/text.h"
#include "reports/wording.h"
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
	text_add(out, article ? "a " : "");
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

/* "1 natural card of its rank and 1 wild card" */
static void composition_say(const struct composition *composition, struct text *out)
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
		text_add(out, " of ");
		cards_say(rules, faces_of_kinds(rules, group->cards), out);
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
#define INSTEAD(in, row, sentence) [ROW_##in##_##row].instead = sentence,
const struct wording wordings[ROW_COUNT] = {
#include "rules/wordings.def"
};

#define FLAG(id, yes, no) [FACT_##id] = { .so = yes, .not_so = no },
#define COUNT(id, any, zero, compared, number, one) \
	[FACT_##id] = { .some = any, .none = zero, .counted = compared, .noun = number, .each = one },
const struct fact_wording fact_wordings[FACT_COUNT] = {
#include "rules/wordings.def"
};

#define SEVERAL(id, any, zero, compared, number, one) \
	[FACT_##id] = { .some = any, .none = zero, .counted = compared, .noun = number, .each = one },
static const struct fact_wording of_several_wordings[FACT_COUNT] = {
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
	return melds_come_again(rules) && of_several_wordings[fact].counted != NULL ? &of_several_wordings[fact]
	                                                                            : &fact_wordings[fact];
}

#define LEAD(group, sentence) [GROUP_##group] = sentence,
const char *const wording_leads[GROUP_COUNT] = {
#include "rules/wordings.def"
};

#define NOUN(group, words) [GROUP_##group] = words,
const char *const wording_nouns[GROUP_COUNT] = {
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
		text_add_number(out, (long)number);
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

/* Writes the title without its article, as of several: "canastas of sevens". False if it is not plain how that is said. */
static bool write_plural(const char *title, int group, struct text *out)
{
	const char *noun = group == GROUP_canasta ? "canasta" : "meld", *words = title + article_length(title);
	const char *at = strstr(words, noun), *behind = at != NULL ? at + strlen(noun) : NULL;
	char first[2] = "";

	if (at == NULL || words == title || (*behind != '\0' && *behind != ' ') || strchr(words, ',') != NULL ||
	    strstr(behind, " that ") != NULL)
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
		if (!write_plural(words, holes->group, out))
			text_format(out, "%s of the kind \"%c%s\"",
			            holes->group == GROUP_canasta ? "canastas" : "melds", small_letter(words[0]),
			            words[0] != '\0' ? words + 1 : "");
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

/* The title, or several: "a natural canasta" or "a mixed canasta". */
static void fill_titles(const struct holes *holes, char how, struct text *out)
{
	struct holes one = *holes;

	fill_title(&one, how, out);
	for (const struct ir *other = holes->others; other != NULL; other = other->next) {
		text_add(out, other->next != NULL ? ", " : " or ");
		one.item = other->item;
		fill_title(&one, how, out);
	}
}

/* Writes the half of {one|many} that fits; [at] stands behind the brace. Returns where the sentence goes on. */
static const char *fill_choice(const struct holes *holes, const char *at, struct text *out)
{
	size_t length = strcspn(at, "}"), first = strcspn(at, "|");
	struct text half = { 0 };

	if (holes->number == SAID_PLAIN) {
		if (out->length > 0 && out->bytes[out->length - 1] == ' ')
			out->bytes[--out->length] = '\0';
	} else {
		if (holes->number == SAID_ONE)
			text_add_bytes(&half, at, first);
		else
			text_add_bytes(&half, at + first + 1, length - first - 1);
		wording_fill(holes, text_read(&half), out);
	}
	text_end(&half, out);
	return at + length + (at[length] == '}');
}

/* "only when" and "unless", never "only unless". */
static void fill_value(const struct holes *holes, struct text *out)
{
	static const char only[] = "only ";
	size_t length = sizeof only - 1;

	if (strncmp(holes->value, "unless", 6) == 0 && out->length >= length &&
	    strcmp(out->bytes + out->length - length, only) == 0)
		out->bytes[out->length -= length] = '\0';
	text_add(out, holes->value);
}

void wording_fill(const struct holes *holes, const char *sentence, struct text *out)
{
	while (*sentence != '\0') {
		size_t length = strcspn(sentence, "#@${");
		char hole = sentence[length], how;
		text_add_bytes(out, sentence, length);
		if (hole == '\0')
			return;
		sentence += length + 1;
		how = *sentence;
		if (hole == '{') {
			sentence = fill_choice(holes, sentence, out);
			continue;
		}
		if (hole == '$')
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
	text_format(out, "%s \"%s\"", wording_nouns[group] != NULL ? wording_nouns[group] : groups[group].name,
	            text_read(&title));
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

static void say_number(int32_t number, struct said *said, struct text *out)
{
	number_write(number, out);
	said->is = number == 0 ? SAID_NONE : SAID_SOME;
	said->holes.number = said_number(number);
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
	said->holes.number = said_number(cards_ranks(faces));
	if (is_of_ranks(row) && said->is == SAID_ALL)
		text_add(out, "any rank");
	else if (said->is == SAID_SOME && !gives_role &&
	         cards_say_but(rules, faces, all, is_of_ranks(row) ? "any rank" : "all cards", out))
		said->holes.number = SAID_PLAIN;
	else
		cards_say(gives_role ? NULL : rules, faces, out);
	if (gives_role)
		said->holes.rules = NULL; /* for #a too */
}

static void say_formula(const struct rules *rules, enum row_id row, const struct ir *ir, struct said *said,
                        struct text *out)
{
	bool constant = ir->kind == IR_NUMBER;

	if (rows[row].type == TYPE_CONDITION) {
		bool behind_only = wordings[row].some != NULL && strstr(wordings[row].some, "only #") != NULL;
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

static void say_expression(const struct rules *rules, enum row_id row, int item, struct said *said, struct text *out)
{
	formula held = rules_formula(rules, row, item);
	struct arena *arena = arena_new();
	const struct ir *ir = arena != NULL && held != NULL ? ir_settled(rules, held->ir, arena) : NULL;

	if (ir != NULL)
		say_formula(rules, row, ir, said, out);
	else
		out->failed = 1;
	arena_free(arena);
}

/* Writes the value alone, and sets [said] to what it is like. */
static void say_value(const struct rules *rules, enum row_id row, int item, struct said *said, struct text *out)
{
	const void *place = rules_value(rules, row, item);
	const char *text;
	size_t length;

	*said = (struct said){ .is = SAID_SOME,
		               .holes = { .rules = rules, .number = SAID_PLAIN, .group = rows[row].in, .item = item } };
	switch (rows[row].type) {
	case TYPE_NUMBER: say_number(*(const int32_t *)place, said, out); break;
	case TYPE_WORD:
		said->is = SAID_WORD;
		said->word = *(const int32_t *)place;
		text = rules_word(row, said->word, &length);
		word_in_words(text, length, out);
		if (rows[row].in == GROUP_meld)
			said->holes.number = form_is_wild(&rules->form[item]) ? SAID_ONE : SAID_MANY;
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
	case TYPE_CONDITION: say_expression(rules, row, item, said, out); break;
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

	say_value(rules, row, item, &said, &value);
	text_add(out, value.length > 0 ? text_read(&value) : "nothing");
	text_end(&value, out);
}

/* ---- sentences ---- */

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

/* The sentence that the value of a setting that is not idle calls for, or that another setting puts in its place; "" if there
 * is nothing to say. */
static const char *sentence_for(const struct rules *rules, enum row_id row, int item, const struct said *said)
{
	const struct wording *wording = &wordings[row];
	const char *sentence;

	if (wording->equal != NULL &&
	    *(const int32_t *)rules_value(rules, row, 0) == *(const int32_t *)rules_value(rules, wording->equal_to, 0))
		sentence = wording->equal;
	else
		sentence = said->is == SAID_NONE   ? wording->none
		           : said->is == SAID_ALL  ? wording->all
		           : said->is == SAID_SOME ? wording->some
		                                   : wording->word[said->word];
	return sentence[0] != '\0' && is_beside(rules, row, item) ? wording->beside : sentence;
}

/* What stands in place of a value that a table below shows. */
static void say_above(const struct rules *rules, enum row_id row, int item, struct text *value)
{
	formula held = rules_formula(rules, row, item);
	struct arena *arena = arena_new();
	const struct ir *ir = arena != NULL && held != NULL ? ir_settled(rules, held->ir, arena) : NULL;
	bool ladder = ir != NULL && ir->kind == IR_LADDER && rows[row].type == TYPE_AMOUNT;

	if (ladder || rows[row].type == TYPE_POINTS) {
		text_clear(value);
		text_add(value, "as follows");
	}
	if (ladder) {
		text_add(value, ", by ");
		ladder_say_key(rules, ir, value);
	}
	value->failed |= held != NULL && ir == NULL;
	arena_free(arena);
}

static bool say_clause(const struct rules *rules, enum row_id row, int item, bool above, struct text *out)
{
	struct text value = { 0 }, clause = { 0 };
	struct said said;
	bool any, failed = false;
	bool idle = wording_is_idle(rules, row) ||
	            (groups[rows[row].in].is_list && canonical_is_default(rules, row, item) &&
	             setting_is_dead(rules, row, item) != NULL); /* nobody states it, and it cannot matter */

	say_value(rules, row, item, &said, &value);
	if (above)
		say_above(rules, row, item, &value);
	said.holes.value = text_read(&value);
	wording_fill(&said.holes, idle ? "" : sentence_for(rules, row, item, &said), &clause);
	if (clause.length == 0 && wordings[row].instead != NULL && !idle &&
	    rules_cell(rules, row, item)->inherited != NULL &&
	    stated_above(row, rules_cell(rules, row, item), parent_height(rules), &failed))
		text_add(&clause, wordings[row].instead);
	any = clause.length > 0;
	text_add(out, text_read(&clause));
	out->failed |= failed;
	text_end(&value, out);
	text_end(&clause, out);
	return any;
}

bool wording_clause(const struct rules *rules, enum row_id row, int item, struct text *out)
{
	return say_clause(rules, row, item, false, out);
}

bool wording_clause_above(const struct rules *rules, enum row_id row, int item, struct text *out)
{
	return say_clause(rules, row, item, true, out);
}

const char *wording_unit(enum row_id row)
{
	return strstr(wordings[row].some, "|cards}") != NULL ? "cards" : "points";
}

void wording_add_clause(const struct rules *rules, enum row_id row, int item, struct text *out)
{
	struct text clause = { 0 };

	if (wording_clause(rules, row, item, &clause)) {
		text_add(out, out->length > 0 ? "; " : "");
		text_add_bytes(out, text_read(&clause),
		               clause.length - (clause.length > 0 && clause.bytes[clause.length - 1] == '.'));
	}
	text_end(&clause, out);
}

void wording_clauses(const struct rules *rules, int group, int item, struct text *out)
{
	for (int row = 0; row < ROW_COUNT; row++)
		if (rows[row].in == group)
			wording_add_clause(rules, (enum row_id)row, item, out);
}

void wording_capital(const char *words, struct text *out)
{
	if (words[0] != '\0')
		text_format(out, "%c%s", capital_letter(words[0]), words + 1);
}

bool wording_sentence(const struct rules *rules, enum row_id row, int item, struct text *out)
{
	struct text clause = { 0 }, subject = { 0 };
	bool any = wording_clause(rules, row, item, &clause);
	const char *words = text_read(&clause);

	if (any && groups[rows[row].in].is_list) {
		wording_item(rules, rows[row].in, item, &subject);
		wording_capital(text_read(&subject), out);
		text_format(out, ": %s%s", words, clause.length > 0 && words[clause.length - 1] == '.' ? "" : ".");
	} else if (any)
		text_add(out, words);
	text_end(&clause, out);
	text_end(&subject, out);
	return any;
}

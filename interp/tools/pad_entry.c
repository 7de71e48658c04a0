/* pad_entry.c -- lines of a score pad are parsed as people type them: in any case, with the names of items in rules files or
 * their titles on the sheet, the number before or after them, a colon after the name of a side. */
#define _POSIX_C_SOURCE 200809L

#include "tools/pad_entry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "game/question.h"
#include "grammar/source.h"
#include "grammar/text.h"
#include "notation/act_text.h"
#include "notation/lexer.h"
#include "reports/wording.h"

enum { WORDS = 400, POINTS_MOST = 1000000, TIMES_MOST = 99, NAME_BYTES = 4 * PAD_NAME_MAX };

/* A line being read. */
struct reading {
	const struct pad *pad;
	const struct rules *rules;
	struct pad_entry *entry;
	struct game before; /* the game before the deal */
	char text[PAD_LINE_MAX * 3 + 1];
	const char *word[WORDS + 1];
	int count, at;
	/* what this line has said, so that nothing is said twice in it */
	uint32_t canastas[SIDES_MAX], events[SIDES_MAX], points[SIDES_MAX];
	bool ended, alone, laid[SIDES_MAX], total[SIDES_MAX];
	struct text *why;
};

/* ---- words ---- */

static bool fail(struct reading *at, const char *sentence)
{
	if (at->why->length == 0)
		text_add(at->why, sentence);
	return false;
}

static bool is_digit(char letter)
{
	return letter >= '0' && letter <= '9';
}

/* True for the comma in 1,250, which has exactly three digits after it, or more such commas. */
static bool parts_thousands(const char *line, const char *comma)
{
	return comma > line && is_digit(comma[-1]) && strspn(comma + 1, "0123456789") == 3;
}

/* The number of bytes of a minus sign that is none of ASCII; 0 if there is none. */
static size_t minus_at(const char *from)
{
	return strncmp(from, "−", 3) == 0 || strncmp(from, "–", 3) == 0 ? 3 : 0;
}

/* Copies the line with each comma and semicolon as a word of its own. */
static void part_signs(const char *line, char *to)
{
	for (const char *from = line; *from != '\0'; from++) {
		if (*from == ',' && parts_thousands(line, from))
			continue;
		if (*from == ',' || *from == ';')
			*to++ = ' ', *to++ = *from, *to++ = ' ';
		else if (minus_at(from) > 0 && is_digit(from[3]))
			*to++ = '-', from += 2;
		else if (*from == ':' && (from[1] == ' ' || from[1] == '\0'))
			*to++ = ' ';
		else
			*to++ = (char)(*from == '\t' || *from == '\r' || *from == '\n' ? ' ' : *from);
	}
	*to = '\0';
}

static bool cut(struct reading *at, const char *line)
{
	enum source_fault fault;

	if (strlen(line) > PAD_LINE_MAX)
		return fail(at, "that line is too long");
	if (text_plain(line, strlen(line), &fault) < strlen(line)) {
		text_format(at->why, "character %zu is not plain text in UTF-8",
		            text_width(line, text_plain(line, strlen(line), &fault)) + 1);
		return false;
	}
	part_signs(line, at->text);
	for (char *rest = NULL, *word = strtok_r(at->text, " ", &rest); word != NULL;
	     word = strtok_r(NULL, " ", &rest)) {
		if (at->count == WORDS)
			return fail(at, "that line is too long");
		at->word[at->count++] = word;
	}
	return at->count > 0 ? true : fail(at, "no act is named");
}

static const char *next_word(const struct reading *at)
{
	return at->at < at->count ? at->word[at->at] : "";
}

static bool is_end(const struct reading *at, int place)
{
	return place >= at->count || strcmp(at->word[place], ",") == 0 || strcmp(at->word[place], ";") == 0;
}

static bool item_ends(const struct reading *at)
{
	return is_end(at, at->at);
}

/* How many words from place [from] on spell [phrase], in which a blank and _ are one; 0 if they do not. */
static int words_of(const struct reading *at, int from, const char *phrase)
{
	int place = from;
	const char *word = place < at->count ? at->word[place] : "";

	if (*phrase == '\0' || *word == '\0')
		return 0;
	for (; *phrase != '\0'; phrase++) {
		bool blank = *phrase == ' ' || *phrase == '_';
		if (blank && *word == '\0' && place + 1 < at->count)
			word = at->word[++place];
		else if (small_letter(*word) == small_letter(*phrase) || (blank && *word == '_'))
			word++;
		else
			return 0;
	}
	return *word == '\0' ? place + 1 - from : 0;
}

static bool accept(struct reading *at, const char *phrase)
{
	int words = words_of(at, at->at, phrase);

	at->at += words;
	return words > 0;
}

/* True for a whole number, however large. */
static bool is_number(const char *word)
{
	word += *word == '+' || *word == '-';
	return *word != '\0' && strspn(word, "0123456789") == strlen(word);
}

/* A whole number with a sign, of at most [most]. */
static bool accept_number(struct reading *at, int32_t most, int32_t *number)
{
	const char *word = next_word(at);
	long value = strtol(word, NULL, 10);

	if (!is_number(word) || value > most || value < -most)
		return false;
	*number = (int32_t)value;
	at->at++;
	return true;
}

/* Fails with [before], the next word or the end of the line, and [after]. */
static bool fail_word(struct reading *at, const char *before, const char *after)
{
	if (at->at < at->count)
		text_format(at->why, "%s`%s`%s", before, next_word(at), after);
	else
		text_format(at->why, "%sthe end of the line%s", before, after);
	return false;
}

/* Fails because the next word is no number up to [most]: it is too large, or no number at all, as [after] says. */
static bool fail_number(struct reading *at, int32_t most, const char *after)
{
	if (!is_number(next_word(at)))
		return fail_word(at, "", after);
	text_format(at->why, "`%s` is too large: %d is the most", next_word(at), (int)most);
	return false;
}

/* Reads a number from 0 to [most]; false, with a sentence that ends with [after], if the next word is none. */
static bool read_count(struct reading *at, int32_t most, const char *after, int32_t *number)
{
	if (next_word(at)[0] == '-')
		return fail_word(at, "", after);
	return accept_number(at, most, number) || fail_number(at, most, after);
}

static bool fail_points(struct reading *at)
{
	return item_ends(at) ? fail_word(at, "points are missing before ", "")
	                     : fail_number(at, POINTS_MOST, " is not a number of points");
}

/* ---- sides and players ---- */

/* Takes the longer of two phrases: [*words] is the number of words of the longest one so far, [*found] what it means. */
static void prefer(const struct reading *at, const char *phrase, int meaning, int *words, int *found)
{
	int long_ = words_of(at, at->at, phrase);

	if (long_ > *words) {
		*words = long_;
		*found = meaning;
	}
}

/* The side that the next words name: as it is called, as one of its players is, also one who sits out, or as it would be without a name.
 * [*words] is their number; -1 if they name none. */
static int side_next(const struct reading *at, int *words)
{
	const struct pad_names *names = at->pad->now->names;
	int side = -1;

	*words = 0;
	for (int i = 0; i < at->rules->table.sides; i++)
		prefer(at, names->side[i], i, words, &side);
	for (int player = 0; player < at->rules->table.players && *words == 0; player++)
		if (names->player[player] != NULL)
			prefer(at, names->player[player], player % at->rules->table.sides, words, &side);
	for (int i = 0; i < at->rules->table.sides && *words == 0; i++) {
		char plain[PAD_PLAIN_NAME];
		struct text seats = { 0 };
		pad_plain_name(at->rules, i, plain);
		prefer(at, plain, i, words, &side);
		side_name(at->rules, i, &seats);
		prefer(at, text_read(&seats), i, words, &side);
		text_free(&seats);
	}
	for (int player = 0; player < at->rules->table.players && *words == 0; player++)
		prefer(at, seat_name(at->rules, player), player % at->rules->table.sides, words, &side);
	return side;
}

/* The seat of the player whom the next words name, to the end of the line; -1 if they name none. */
static int seat_next(const struct reading *at)
{
	for (int seat = 0; seat < at->rules->seats; seat++) {
		int player = at->before.player[seat];
		if (words_of(at, at->at, pad_player(at->pad, player)) == at->count - at->at ||
		    words_of(at, at->at, seat_name(at->rules, player)) == at->count - at->at)
			return seat;
	}
	return -1;
}

static bool read_dealer(struct reading *at, uint8_t *dealer)
{
	int seat = at->at < at->count ? seat_next(at) : -1;

	if (seat >= 0) {
		*dealer = (uint8_t)seat;
		return true;
	}
	text_add(at->why, at->at < at->count ? "`" : "nobody was named");
	for (int i = at->at; i < at->count; i++)
		text_format(at->why, "%s%s", at->word[i], i + 1 < at->count ? " " : "` is not a player");
	text_add(at->why, "; there are");
	for (int i = 0; i < at->rules->seats; i++)
		text_format(at->why, "%s %s", i > 0 ? "," : "", pad_player(at->pad, at->before.player[i]));
	return false;
}

/* ---- the items of a side ---- */

/* Lays [number] more cards of [kind] before a side. False if the deck has fewer for all sides together. */
static bool lay(struct reading *at, int side, int kind, int32_t number)
{
	const struct kind *card = &at->rules->kind[kind];
	int64_t laid = number;

	for (int other = 0; other < at->rules->table.sides; other++)
		laid += (int64_t)cards_count(&at->entry->said.side[other].laid, kind);
	if (laid > card->copies) {
		text_format(at->why, "that makes %d of `%s` laid by all sides together, and the deck has %d (`deck`)",
		            (int)laid, card->name, (int)card->copies);
		return false;
	}
	while (number-- > 0)
		cards_add(&at->entry->said.side[side].laid, kind);
	return true;
}

/* The kind of card that the next words name, [*used] of them; -1 if they name none. */
static int card_next(const struct reading *at, int *used)
{
	struct line line;
	char words[80];
	int kind;

	snprintf(words, sizeof words, "%.38s %.38s", next_word(at), at->at + 1 < at->count ? at->word[at->at + 1] : "");
	if (!line_cut(&line, words, strlen(words), LINE_OF_FILE) || line.count == 0)
		return -1;
	kind = card_parse(at->rules, NULL, &line, 0, used, NULL);
	return words[line.word[*used - 1].to] <= ' ' ? kind : -1; /* else the word goes on */
}

/* `laid red 3 red 3`, or a number where there is one kind of bonus card. */
static bool read_laid(struct reading *at, int side)
{
	cardset bonus = at->rules->bonus.cards;
	int32_t number;

	if (!at->laid[side])
		at->entry->said.side[side].laid = (struct cards){ 0 };
	at->laid[side] = true;
	if (bonus != 0 && (bonus & (bonus - 1)) == 0 && accept_number(at, POINTS_MOST, &number)) {
		if (number < 0)
			return fail(at, "the number of cards that are laid out cannot be below zero");
		return lay(at, side, __builtin_ctzll(bonus), number);
	}
	while (!item_ends(at)) {
		int used, kind = card_next(at, &used);
		if (kind < 0 || !(bonus >> kind & 1))
			return fail_word(at, "", " is not a bonus card");
		if (!lay(at, side, kind, 1))
			return false;
		at->at += used;
	}
	return true;
}

/* The deal ends by what a side does. What an earlier entry of it says of its end does not count any more. */
static bool end_once(struct reading *at, uint8_t out, int special, int side)
{
	struct pad_deal *said = &at->entry->said;

	if (at->ended)
		return fail(at, "the deal has ended once already");
	at->ended = true;
	said->out = out;
	said->special = (uint8_t)special;
	said->special_of = (uint8_t)side;
	return true;
}

static bool read_special(struct reading *at, int side)
{
	int words = 0, special = -1;

	for (int i = 0; i < at->rules->special_count; i++) {
		prefer(at, rules_item_name(at->rules, GROUP_special, i), i, &words, &special);
		if (rules_item_title(at->rules, GROUP_special, i) != NULL)
			prefer(at, rules_item_title(at->rules, GROUP_special, i), i, &words, &special);
	}
	if (special < 0)
		return fail_word(at, "", " is not a special hand of this game");
	at->at += words;
	return end_once(at, NOBODY, 1 + special, side);
}

/* True if the deal is on the pad, and one played alone in it. */
static bool had_one_alone(const struct reading *at)
{
	return at->entry->verb == PAD_REPLACE && at->pad->now->deal[at->entry->deal]->one_alone;
}

static bool read_alone(struct reading *at, int side)
{
	if (!totals_are_personal(at->rules))
		return fail(at, "no player is alone against partners in this game");
	if (!at->before.one_alone && !had_one_alone(at))
		return fail(at, "in this deal nobody has partners: everybody plays alone");
	if (at->alone)
		return fail(at, "another player has been entered as playing alone");
	at->entry->said.alone = (uint8_t)side;
	at->entry->said.one_alone = true;
	return at->alone = true;
}

static bool read_canastas(struct reading *at, int side, int canasta)
{
	struct pad_side *said = &at->entry->said.side[side];
	int32_t number = 1, others = 0;

	if (at->canastas[side] >> canasta & 1)
		return fail(at, "the same kind of canasta is entered twice for a side");
	at->canastas[side] |= UINT32_C(1) << canasta;
	if (!item_ends(at) && !read_count(at, MELDS_MAX, " is not a number of canastas", &number))
		return false;
	for (int i = 0; i < at->rules->canasta_count; i++)
		others += i != canasta ? said->canastas_of[i] : 0;
	if (others + number > MELDS_MAX)
		return fail(at, "no side has so many canastas");
	said->canastas_of[canasta] = (uint8_t)number;
	return true;
}

static bool read_event(struct reading *at, int side, int event)
{
	const bool of_deal = at->rules->event[event].per == event_per_deal;
	int32_t number = 1;

	if (!of_deal && (at->events[side] >> event & 1))
		return fail(at, "the same event is entered twice for a side");
	at->events[side] |= UINT32_C(1) << event;
	if (!item_ends(at) && !read_count(at, TIMES_MOST, " is not a number of times", &number))
		return false;
	if (!of_deal)
		at->entry->said.side[side].events[event] = (uint8_t)number;
	else if (number > 0)
		at->entry->said.events |= UINT32_C(1) << event;
	else
		at->entry->said.events &= ~(UINT32_C(1) << event);
	return true;
}

/* Points that stand for a line of the score. */
static bool read_points(struct reading *at, int side, int score)
{
	struct pad_side *said = &at->entry->said.side[side];
	const char sign = next_word(at)[0];

	if (at->points[side] >> score & 1)
		return fail(at, "the same line of the score is entered twice for a side");
	at->points[side] |= UINT32_C(1) << score;
	if (!accept_number(at, POINTS_MOST, &said->points[score]))
		return fail_points(at);
	said->is_given[score] = true;
	said->is_signed[score] = sign == '-' || sign == '+';
	return true;
}

/* ---- which item ---- */

static const int LISTS[] = { GROUP_canasta, GROUP_event, GROUP_score };
static const char *const OWN[] = { "out", "went out", "laid", "special", "alone", "played alone" };
enum own { OWN_OUT, OWN_WENT_OUT, OWN_LAID, OWN_SPECIAL, OWN_ALONE, OWN_PLAYED_ALONE, OWN_COUNT, ITEMS_OF_LIST = 100 };

/* The item that the next words name: one of enum own, or its place in a list behind ITEMS_OF_LIST times 1 + that of the list.
 * [*words] is their number; -1 if they name none. */
static int item_next(const struct reading *at, int *words)
{
	int found = -1;

	*words = 0;
	for (int i = 0; i < OWN_COUNT; i++)
		prefer(at, OWN[i], i, words, &found);
	for (int list = 0; list < 3; list++)
		for (int i = 0; i < rules_item_count(at->rules, LISTS[list]); i++) {
			const char *title = rules_item_title(at->rules, LISTS[list], i);
			const int item = ITEMS_OF_LIST * (1 + list) + i;
			prefer(at, rules_item_name(at->rules, LISTS[list], i), item, words, &found);
			if (title != NULL)
				prefer(at, title, item, words, &found);
		}
	for (int i = 0; i < at->rules->canasta_count; i++) {
		struct text kind = { 0 };
		kind_of_canasta_in_words(at->rules, i, false, &kind);
		prefer(at, text_read(&kind), ITEMS_OF_LIST + i, words, &found);
		text_add(&kind, "s");
		prefer(at, text_read(&kind), ITEMS_OF_LIST + i, words, &found);
		text_free(&kind);
	}
	return found;
}

static bool fail_item(struct reading *at)
{
	const char *words[LIST_ITEMS_MAX * 3 + OWN_COUNT], *near;
	int count = 0;

	for (int i = 0; i < (totals_are_personal(at->rules) ? OWN_COUNT : OWN_ALONE); i++)
		words[count++] = OWN[i];
	for (size_t list = 0; list < 3; list++)
		for (int i = 0; i < rules_item_count(at->rules, LISTS[list]); i++)
			words[count++] = rules_item_name(at->rules, LISTS[list], i);
	near = word_nearest(next_word(at), words, count);
	if (item_ends(at))
		return fail_word(at, "points, or what was made, are missing before ", "");
	if (is_number(next_word(at)) && strcmp(at->word[at->at - 1], "no") != 0)
		return fail_number(at, POINTS_MOST, ""); /* it would be a total if it were not too large */
	fail_word(at, "", " is not scored in this game; ");
	if (near != NULL)
		text_format(at->why, "did you mean `%s`?", near);
	else
		text_add(at->why, "`help` lists what is");
	return false;
}

static bool read_item_named(struct reading *at, int side, int item)
{
	switch (item) {
	case OWN_OUT:
	case OWN_WENT_OUT: return end_once(at, (uint8_t)side, 0, side);
	case OWN_LAID: return read_laid(at, side);
	case OWN_SPECIAL: return read_special(at, side);
	case OWN_ALONE:
	case OWN_PLAYED_ALONE: return read_alone(at, side);
	default: break;
	}
	switch (item / ITEMS_OF_LIST) {
	case 1: return read_canastas(at, side, item % ITEMS_OF_LIST);
	case 2: return read_event(at, side, item % ITEMS_OF_LIST);
	default: return read_points(at, side, item % ITEMS_OF_LIST);
	}
}

/* Takes an item away that an earlier entry of the deal has: `no out`. */
static void drop_item(struct reading *at, int side, int item)
{
	struct pad_deal *said = &at->entry->said;
	const int place = item % ITEMS_OF_LIST;

	switch (item / ITEMS_OF_LIST) {
	case 1: said->side[side].canastas_of[place] = 0; return;
	case 2:
		said->side[side].events[place] = 0;
		said->events &= ~(UINT32_C(1) << place);
		return;
	case 3:
		said->side[side].points[place] = 0;
		said->side[side].is_given[place] = said->side[side].is_signed[place] = false;
		return;
	default: break;
	}
	if ((item == OWN_OUT || item == OWN_WENT_OUT) && said->out == side)
		said->out = NOBODY;
	if (item == OWN_SPECIAL && said->special_of == side)
		said->special = 0;
	if ((item == OWN_ALONE || item == OWN_PLAYED_ALONE) && said->alone == side)
		said->alone = NOBODY;
	if (item == OWN_ALONE || item == OWN_PLAYED_ALONE)
		said->one_alone = at->before.one_alone && said->one_alone;
	if (item == OWN_LAID)
		said->side[side].laid = (struct cards){ 0 };
}

/* Puts a number that stands before its item, as in `340 melded`, after it. */
static void turn_round(struct reading *at)
{
	const char *number = next_word(at);
	int end = at->at + 1;

	if (!is_number(number) || is_end(at, end) || is_number(at->word[end]))
		return;
	for (; !is_end(at, end); end++)
		at->word[end - 1] = at->word[end];
	at->word[end - 1] = number;
}

/* A side of which the total alone is known. */
static bool read_total(struct reading *at, int side)
{
	struct pad_side *said = &at->entry->said.side[side];
	struct pad_deal *deal = &at->entry->said;
	int32_t total;

	if (!accept_number(at, POINTS_MOST, &total))
		return false;
	*said = (struct pad_side){ .bare = true, .total = total };
	at->total[side] = true;
	if (deal->out == side && !at->ended)
		deal->out = NOBODY;
	if (deal->special_of == side && !at->ended)
		deal->special = 0;
	return true;
}

static bool read_item(struct reading *at, int side)
{
	struct pad_side *said = &at->entry->said.side[side];
	int words, item;
	bool no;

	turn_round(at);
	if (read_total(at, side))
		return true;
	if (said->bare && !at->total[side]) /* items take the place of the total that was entered before */
		*said = (struct pad_side){ .bare = false };
	item = item_next(at, &words);
	no = item < 0 && accept(at, "no");
	if (no)
		item = item_next(at, &words);
	if (item < 0)
		return fail_item(at);
	at->at += words;
	if (!no)
		return read_item_named(at, side, item);
	drop_item(at, side, item);
	return true;
}

static bool read_side(struct reading *at, bool *seen)
{
	int words, side = side_next(at, &words), items = 0;

	if (side < 0)
		return fail_word(at, "", " is not a side");
	if (seen[side])
		return fail_word(at, "", " stands in this line already");
	seen[side] = true;
	at->at += words;
	do {
		if (!read_item(at, side))
			return false;
		items++;
		if (!item_ends(at))
			return fail_word(at, "a comma is missing before ", "");
	} while (accept(at, ","));
	return !at->total[side] || items == 1 ? true : fail(at, "a total stands alone: nothing can be added to it");
}

static bool read_sides(struct reading *at)
{
	bool seen[SIDES_MAX] = { false };
	const struct pad_deal *said = &at->entry->said;

	do
		if (!read_side(at, seen))
			return false;
	while (accept(at, ";") && at->at < at->count);
	if (at->at < at->count)
		return fail_word(at, "a semicolon is missing before ", "");
	if (said->one_alone && said->alone == NOBODY && said->out != NOBODY &&
	    at->rules->table.alone == table_alone_first_to_take_up_a_reserve)
		return fail(at, "`alone` has to say who played alone: the first to take up a reserve");
	return true;
}

/* ---- deals ---- */

/* Begins deal number [deal] as one of which nothing is known yet. */
static void begin_deal(struct reading *at, enum pad_verb verb, int deal)
{
	struct pad_deal *said = &at->entry->said;

	at->entry->verb = verb;
	at->entry->deal = deal;
	pad_before(at->pad, deal, &at->before);
	*said = (struct pad_deal){
		.out = NOBODY, .alone = NOBODY, .dealer = NOBODY, .one_alone = at->before.one_alone
	};
}

static bool fail_full(struct reading *at)
{
	return at->pad->now->deals == PAD_DEALS_MAX && !fail(at, "the pad is full");
}

/* A deal that follows those on the pad. */
static bool read_new_deal(struct reading *at)
{
	const struct pad_version *now = at->pad->now;
	int words, winner, number = 0;
	bool over;

	begin_deal(at, PAD_DEAL, now->deals);
	at->entry->said.dealer = now->dealer;
	pad_counted(at->pad, &over, &winner);
	if (over)
		return fail(at, "the game is over: `undo` takes the last entry back");
	if (accept(at, "deal") && side_next(at, &words) < 0 && accept_number(at, POINTS_MOST, &number) &&
	    number != now->start_deals + now->deals + 1) {
		text_format(at->why, "deal %d comes next; an earlier one is changed with `correct`",
		            now->start_deals + now->deals + 1);
		return false;
	}
	return !fail_full(at) && read_sides(at);
}

/* Reads the number of a deal on the pad. */
static bool read_number(struct reading *at, int *deal)
{
	const struct pad_version *now = at->pad->now;
	int32_t number;

	accept(at, "deal");
	if (!accept_number(at, POINTS_MOST, &number))
		return fail_word(at, "the number of a deal is missing before ", "");
	*deal = number - 1 - now->start_deals;
	if (*deal >= 0 && *deal < now->deals)
		return true;
	if (now->deals == 0)
		return fail(at, "no deal is on the pad yet");
	text_format(at->why, "there is no deal %d: the last one is deal %d", (int)number,
	            now->start_deals + now->deals);
	return false;
}

/* `correct 2 us melded 340`: whatever is not named stays as it was. */
static bool read_correction(struct reading *at)
{
	int deal;

	if (!read_number(at, &deal))
		return false;
	accept(at, ",");
	begin_deal(at, PAD_REPLACE, deal);
	at->entry->said = *at->pad->now->deal[deal];
	if (at->at == at->count)
		return fail(at, "what is it to be? as in: correct 2 us melded 340");
	return accept(at, "dealer") ? read_dealer(at, &at->entry->said.dealer) : read_sides(at);
}

static bool read_replacement(struct reading *at)
{
	int deal;

	if (!read_number(at, &deal))
		return false;
	accept(at, ",");
	begin_deal(at, PAD_REPLACE, deal);
	at->entry->said.dealer = at->pad->now->deal[deal]->dealer;
	at->entry->said.one_alone = at->before.one_alone && had_one_alone(at);
	return read_sides(at);
}

static bool read_insertion(struct reading *at)
{
	int deal;

	if (fail_full(at) || !read_number(at, &deal))
		return false;
	accept(at, ",");
	begin_deal(at, PAD_INSERT, deal);
	return read_sides(at);
}

static bool read_removal(struct reading *at)
{
	at->entry->verb = PAD_REMOVE;
	if (!read_number(at, &at->entry->deal))
		return false;
	return at->at == at->count ? true : fail(at, "nothing follows the number of the deal");
}

/* `start us 500; them 300`, or `start deal 3; us ...`. */
static bool read_start(struct reading *at)
{
	bool seen[SIDES_MAX] = { false };
	int32_t number;

	at->entry->verb = PAD_START;
	if (accept(at, "deal")) {
		if (!accept_number(at, PAD_DEALS_MAX, &number))
			return fail_number(at, PAD_DEALS_MAX, " is not the number of a deal");
		if (number < 1)
			return fail(at, "deals are counted from 1");
		at->entry->start_deals = number - 1;
		if (!accept(at, ";"))
			accept(at, ",");
	}
	while (at->at < at->count) {
		int words, side = side_next(at, &words);
		if (side < 0)
			return fail_word(at, "", " is not a side");
		if (seen[side])
			return fail_word(at, "", " stands in this line already");
		seen[side] = true;
		at->at += words;
		if (!accept_number(at, POINTS_MOST, &at->entry->start[side]))
			return fail_points(at);
		if (!accept(at, ";"))
			accept(at, ",");
	}
	return true;
}

/* ---- names ---- */

/* Puts the words up to [end] together as a name, with blanks between them. */
static void add_name(struct reading *at, int end, char **to)
{
	struct pad_entry *entry = at->entry;

	if (entry->names < PLAYERS_MAX)
		entry->name[entry->names] = *to;
	entry->names++;
	for (; at->at < end; at->at++) {
		size_t length = strlen(at->word[at->at]);
		memcpy(*to, at->word[at->at], length);
		*to += length;
		*(*to)++ = ' ';
	}
	(*to)[-1] = '\0';
}

static bool is_and(const char *word)
{
	return strcmp(word, "and") == 0 || strcmp(word, "&") == 0 || strcmp(word, "+") == 0;
}

/* Cuts the words that are left into names: at the commas and at the last `and` of a list, or each word alone. */
static bool cut_names(struct reading *at)
{
	char *to = at->entry->text;
	const int first = at->at;
	bool commas = false;

	for (int i = at->at; i < at->count; i++)
		commas = commas || is_end(at, i);
	at->entry->names = 0;
	while (at->at < at->count) {
		int end = at->at + 1;
		while (commas && !is_end(at, end))
			end++;
		if (is_end(at, at->at))
			return fail(at, "a name is missing between two commas");
		if (!commas && is_and(at->word[at->at]) && at->at > first) {
			at->at++;
			continue;
		}
		add_name(at, end, &to);
		at->at += at->at < at->count && is_end(at, at->at);
	}
	return true;
}

/* Where there is one name less than there are sides or players, the last one is two with `and` between them. */
static void part_last_name(struct pad_entry *entry, int sides, int players)
{
	char *last, *and;

	if (entry->names < 1 || entry->names >= PLAYERS_MAX ||
	    (entry->names + 1 != sides && entry->names + 1 != players))
		return;
	last = entry->text + (entry->name[entry->names - 1] - entry->text);
	and = strstr(last, " and ");
	if (and == NULL || and[5] == '\0')
		return;
	*and = '\0';
	entry->name[entry->names++] = and+5;
}

/* True if [name] is [other], or begins with it and a blank, whatever the case; a blank and _ are one. */
static bool begins_with(const char *name, const char *other)
{
	for (; *other != '\0'; name++, other++) {
		char one = *name == '_' ? ' ' : small_letter(*name), two = *other == '_' ? ' ' : small_letter(*other);
		if (one != two)
			return false;
	}
	return *name == '\0' || *name == ' ' || *name == '_';
}

/* Why name number [i] of the entry cannot be one; NULL if it can. */
static const char *name_fault(const struct pad_entry *entry, int i)
{
	static const char *const taken[] = { "deal", "undo",    "dealer",  "names",  "name",   "rules", "show", "help",
		                             "quit", "correct", "replace", "insert", "remove", "start", "yes",  "no" };
	const char *name = entry->name[i];

	for (size_t word = 0; word < sizeof taken / sizeof *taken; word++)
		if (begins_with(name, taken[word]))
			return "cannot be a name: it begins with a word of the pad";
	for (int other = 0; other < entry->names; other++)
		if (other != i && begins_with(name, entry->name[other]))
			return "cannot be a name: it is another one, or begins with it";
	if (text_width(name, strlen(name)) > PAD_NAME_MAX)
		return "is too long for a name: 40 characters are the most";
	return strpbrk(name, "#") != NULL ? "cannot be a name: it has a # in it" : NULL;
}

static bool read_names(struct reading *at)
{
	const int sides = at->rules->table.sides, players = at->rules->table.players;
	struct pad_entry *entry = at->entry;

	entry->verb = PAD_NAMES;
	if (!cut_names(at))
		return false;
	part_last_name(entry, sides, players);
	if (entry->names != sides && entry->names != players) {
		text_format(at->why, "there are %d sides", sides);
		if (players != sides)
			text_format(at->why, " and %d players", players);
		text_add(at->why, entry->names == 0 ? ": the names are missing" : ", ");
		if (entry->names > 0)
			text_format(at->why, "not %d; put commas between names of several words", entry->names);
		return false;
	}
	for (int i = 0; i < entry->names && !at->pad->first_kind; i++)
		if (name_fault(entry, i) != NULL) {
			text_format(at->why, "`%s` %s", entry->name[i], name_fault(entry, i));
			return false;
		}
	return true;
}

/* ---- lines ---- */

static bool read_undo(struct reading *at)
{
	at->entry->verb = PAD_UNDO;
	if (at->at < at->count)
		return fail(at, "nothing follows `undo`");
	return at->pad->now->previous != NULL ? true : fail(at, "there is no entry to take back");
}

bool pad_parse(const struct pad *pad, const char *line, struct pad_entry *entry, struct text *why)
{
	struct reading reading = { .pad = pad, .rules = pad->rules, .entry = entry, .why = why }, *at = &reading;
	int words;

	memset(entry, 0, sizeof *entry);
	if (!cut(at, line))
		return false;
	pad_before(pad, pad->now->deals, &at->before);
	if (pad->first_kind && side_next(at, &words) >= 0)
		return read_new_deal(at);
	if (accept(at, "undo"))
		return read_undo(at);
	if (accept(at, "dealer")) {
		entry->verb = PAD_DEALER;
		return read_dealer(at, &entry->dealer);
	}
	if (accept(at, "names") || accept(at, "name"))
		return read_names(at);
	if (accept(at, "start"))
		return read_start(at);
	if (accept(at, "correct"))
		return read_correction(at);
	if (accept(at, "replace"))
		return read_replacement(at);
	if (accept(at, "insert"))
		return read_insertion(at);
	if (accept(at, "remove"))
		return read_removal(at);
	return read_new_deal(at);
}

/* ---- writing ---- */

/* The items of a side, one after the other. */
struct items {
	struct text *out;
	int count;
};

static struct text *add_item(struct items *items, const char *name)
{
	text_format(items->out, "%s%s", items->count++ > 0 ? ", " : " ", name);
	return items->out;
}

static void write_counts(struct items *items, const struct rules *rules, int group, const uint8_t *count)
{
	for (int i = 0; i < rules_item_count(rules, group); i++)
		if (count[i] > 0)
			text_format(add_item(items, rules_item_name(rules, group, i)), " %d", count[i]);
}

static void write_laid(struct items *items, const struct rules *rules, const struct cards *laid)
{
	struct text *out = items->out;

	if (cards_kinds(laid) == 0)
		return;
	add_item(items, "laid");
	for (int kind = 0; kind < rules->kinds; kind++)
		for (int i = cards_count(laid, kind); i > 0; i--)
			text_format(out, " %s", rules->kind[kind].name);
}

static void write_points(struct items *items, const struct rules *rules, const struct pad_side *side)
{
	for (int score = 0; score < rules->score_count; score++)
		if (side->is_given[score])
			text_format(add_item(items, rules->score[score].name), side->is_signed[score] ? " %+d" : " %d",
			            (int)side->points[score]);
}

/* What is said of side [account]; events of the deal stand with the first. */
static int write_side(const struct rules *rules, const struct pad_deal *said, int account, bool first, struct text *out)
{
	const struct pad_side *side = &said->side[account];
	struct items items = { out, 0 };

	if (side->bare) {
		text_format(out, " %d", (int)side->total);
		return 1;
	}
	write_counts(&items, rules, GROUP_canasta, side->canastas_of);
	write_points(&items, rules, side);
	write_laid(&items, rules, &side->laid);
	write_counts(&items, rules, GROUP_event, side->events);
	for (int event = 0; event < rules->event_count && first; event++)
		if (said->events >> event & 1)
			add_item(&items, rules->event[event].name);
	if (said->out == account)
		add_item(&items, "out");
	if (said->special > 0 && said->special_of == account)
		text_format(add_item(&items, "special"), " %s",
		            rules_item_name(rules, GROUP_special, said->special - 1));
	if (said->alone == account)
		add_item(&items, "alone");
	return items.count;
}

/* The side with which events of the deal are written: the first one of which not only a total is known. */
static int first_with_items(const struct rules *rules, const struct pad_deal *said)
{
	int account = 0;

	while (account < rules->table.sides && said->side[account].bare)
		account++;
	return account;
}

void pad_deal_write(const struct pad *pad, const struct pad_deal *said, struct text *out)
{
	const int first = first_with_items(pad->rules, said);
	bool any = false;

	for (int account = 0; account < pad->rules->table.sides; account++) {
		struct text items = { 0 };
		if (write_side(pad->rules, said, account, account == first, &items) > 0) {
			text_format(out, "%s%s%s", any ? "; " : "", pad->now->names->side[account], text_read(&items));
			any = true;
		}
		text_end(&items, out);
	}
	if (!any) /* a total of 0 would be another thing */
		text_format(out, "%s %s 0", pad->now->names->side[0],
		            pad->rules->score_count > 0 ? pad->rules->score[0].name : "");
}

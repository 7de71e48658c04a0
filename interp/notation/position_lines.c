/* position_lines.c -- the lines of a position: a row of LINES for each kind, with what parses it. With the first line
 * that does or asks something the position is finished and play begins. */
#include "notation/position_text.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include "game/state.h"
#include "grammar/text.h"
#include "grammar/tree.h"
#include "notation/act_text.h"
#include "rules/library.h"
#include "rules/options.h"

/* ---- cards and their number ---- */

/* Reports that the line names more cards than there are. */
static void refuse_number(struct position_parser *at, int named, int all)
{
	position_cannot(at, at->statement, MESSAGE_MORE_THAN_SIZE, named, named == 1 ? " is" : "s are",
	                all == 1 ? "is" : "are", all);
}

/* Parses the cards of one heap, which has [*count] already. [size] is where the number of its cards is kept, 0 where it is not known;
 * NULL if each card has to be named. */
static bool read_heap(struct position_parser *at, enum claim_about about, int who, int count, uint16_t *size,
                      struct heap *heap)
{
	const struct statement *line = at->statement;

	if (!position_cards(at, heap))
		return false;
	if (heap->size > 0 && size == NULL) {
		position_wants(at, line, MESSAGE_WANTS_CARDS);
		return false;
	}
	if (!position_parser_claim(at, about, who, heap->size != 0 || heap->cards.count > 0))
		return false;
	if (heap->size > DECK_MAX)
		position_cannot(at, line, MESSAGE_TOO_FEW_FOR_SIZE);
	else if (heap->size > 0 && position_parser_claim(at, about + 1, who, heap->size))
		*size = (uint16_t)heap->size;
	count += heap->cards.count;
	if (!at->faulty && ((size != NULL && *size > 0 && count > *size) || (heap->size == 0 && count > 0)))
		refuse_number(at, count, heap->size == 0 ? 0 : *size);
	return !at->faulty;
}

/* ---- hands ---- */

static void read_hand(struct position_parser *at)
{
	const char *head = at->statement->head;
	int seat = strcmp(head, "hand") == 0 ? at->me : position_seat(&at->position.game, at->me, head);
	struct heap heap;

	if (seat < 0)
		return position_wants(at, at->statement, MESSAGE_WANTS_SEAT_HERE);
	if (!read_heap(at, ABOUT_HAND, seat, at->position.game.seat[seat].size, &at->position.hand_size[seat], &heap))
		return;
	if (at->sizes_refused && heap.size > 0)
		return position_cannot(at, at->statement, MESSAGE_SIZE_IS_NOT_ENOUGH);
	at->position.hand_given[seat] = true;
	for (int i = 0; i < heap.cards.count; i++)
		position_to_hand(&at->position, seat, heap.cards.kind[i]);
}

/* ---- melds ---- */

/* The limit of kind [form] that the cards break, -1 if they are one. */
static int limit_broken(const struct rules *rules, int form, const struct meld_cards *cards)
{
	bool none = cards->naturals + cards->wilds == 0;
	int row;

	if (!none && !cards_are_of_form(rules, form, cards))
		return ROW_meld_ranks;
	row = rules_limit_broken(rules, form, cards->naturals, cards->wilds);
	return row < 0 && !none && !meld_kinds_fit(rules, form, cards) ? ROW_meld_kinds : row;
}

/* The kind of meld of such cards that comes nearest to so many of them; -1 if there is none. */
static int form_nearest(const struct rules *rules, const struct meld_cards *cards)
{
	int nearest = -1, least = DECK_MAX + 1;

	for (int i = 0; i < rules->meld_count; i++) {
		int misses = form_distance(&rules->form[i], cards->naturals, cards->wilds, true);
		if (cards_are_of_form(rules, i, cards) && misses < least)
			nearest = i, least = misses;
	}
	return nearest;
}

/* Reports that the cards are no meld, or none of kind [form] if one was named, with the rule that they break. */
static void refuse_meld(struct position_parser *at, const struct meld_cards *cards, bool one_rank, int form,
                        struct span span)
{
	struct diags *diags = &at->library->diags;
	struct diag *diag = diag_add(diags, DIAG_RULING_MELD, span);
	const struct rules *rules = at->rules;
	struct text path = { 0 };
	int broken;

	at->faulty = true;
	if (!one_rank)
		diag_hint(diags, diag, MESSAGE_OF_ONE_RANK);
	if (form < 0)
		form = one_rank && cards->naturals > 0 ? form_nearest(rules, cards) : -1;
	if (form < 0 || !one_rank)
		return;
	broken = limit_broken(rules, form, cards);
	if (broken >= 0) {
		rules_path(rules, (enum row_id)broken, form, &path);
		diag_hint(diags, diag, MESSAGE_RULE_IS, text_read(&path));
	}
	position_text_end(at, &path);
}

/* Reports that no kind of meld has this name, and names the one that was meant, or all there are. */
static void unknown_form(struct position_parser *at)
{
	const char *names[LIST_ITEMS_MAX], *near;
	struct diags *diags = &at->library->diags;
	struct span span =
		line_is_at_end(&at->line) ? at->statement->span : position_words_span(at, at->line.at, at->line.at);
	struct diag *diag = diag_add(diags, DIAG_RULING_WANTS, span, "as", MESSAGE_WANTS_FORM);
	struct text all = { 0 };

	at->faulty = true;
	for (int i = 0; i < at->rules->meld_count; i++) {
		names[i] = at->rules->meld[i].name;
		text_format(&all, "%s`%s`", i > 0 ? ", " : "", names[i]);
	}
	near = word_nearest(line_word(&at->line), names, at->rules->meld_count);
	if (near != NULL)
		diag_hint(diags, diag, MESSAGE_HINT, near);
	else
		diag_hint(diags, diag, MESSAGE_FORMS_THERE_ARE, text_read(&all));
	position_text_end(at, &all);
}

/* Reads the name of an item of [group] and moves past it; -1 if no item is named. */
static int accept_item(struct position_parser *at, int group)
{
	for (int i = 0; i < rules_item_count(at->rules, group); i++)
		if (strcasecmp(line_word(&at->line), rules_item_name(at->rules, group, i)) == 0) {
			at->line.at++;
			return i;
		}
	return -1;
}

/* The cards of one meld and, behind `as`, what it was begun as. */
static void read_meld(struct position_parser *at, int side)
{
	struct line *line = &at->line;
	struct meld_cards cards;
	struct row_of_cards row = { 0 };
	int first = line->at, form = -1;
	bool one_rank;
	struct span span;

	while (!line_is_at_end(line) && !line_is(line, ",") && !name_is_said(at->rules, line)) {
		int word = line->at, kind = position_parser_card(at);
		if (!position_reserve(at, kind, word))
			return;
		row_add(&row, kind);
	}
	if (name_is_said(at->rules, line) && line_accept(line, "as") && (form = accept_item(at, GROUP_meld)) < 0)
		return unknown_form(at);
	one_rank = cards_lie_as_meld(at->rules, form, row.kind, row.count, &cards);
	span = position_words_span(at, first, line->at - 1);
	if (!line_is(line, ",") && !position_parser_ends(at))
		return;
	if (!one_rank || !position_meld(&at->position, side, &cards, form))
		refuse_meld(at, &cards, one_rank, form, span);
}

static void read_melds(struct position_parser *at)
{
	int seat = position_accept_side(at), side;
	bool nothing;

	if (seat < 0)
		return position_wants(at, at->statement, MESSAGE_WANTS_SIDE);
	side = at->position.game.seat[seat].side;
	nothing = line_accept(&at->line, "nothing");
	if (!position_parser_claim(at, ABOUT_MELDS, side, !nothing))
		return;
	if (nothing) {
		position_parser_ends(at);
		return;
	}
	do
		read_meld(at, side);
	while (!at->faulty && line_accept(&at->line, ","));
}

static void read_laid(struct position_parser *at)
{
	const struct statement *line = at->statement;
	int seat = position_accept_side(at);
	struct heap heap;

	if (seat < 0)
		return position_wants(at, line, MESSAGE_WANTS_SIDE);
	if (!read_heap(at, ABOUT_LAID, seat, 0, NULL, &heap))
		return;
	for (int i = 0; i < heap.cards.count; i++)
		if (at->rules->bonus.cards >> heap.cards.kind[i] & 1)
			cards_add(&at->position.game.seat[seat].laid, heap.cards.kind[i]);
		else
			position_cannot(at, line, MESSAGE_NO_BONUS_CARD, at->rules->kind[heap.cards.kind[i]].name);
}

static void read_opened(struct position_parser *at)
{
	int seat = position_accept_side(at), side;

	if (seat < 0)
		return position_wants(at, at->statement, MESSAGE_WANTS_SIDE);
	side = at->position.game.seat[seat].side;
	if (position_parser_ends(at) && position_parser_claim(at, ABOUT_OPENED, side, 1) &&
	    !at->position.game.side[side].opened)
		open_side(&at->position.game, side);
}

/* ---- heaps ---- */

static void read_pile(struct position_parser *at)
{
	struct heap heap;

	if (read_heap(at, ABOUT_PILE, 0, at->position.game.pile_size, NULL, &heap))
		for (int i = 0; i < heap.cards.count; i++)
			position_to_pile(&at->position, heap.cards.kind[i]);
}

/* The kinds named in the line, none of which is taken out of the deck. */
static cardset read_kinds(struct position_parser *at)
{
	cardset kinds = 0;

	while (!line_is_at_end(&at->line) && !at->faulty) {
		if (line_accept(&at->line, ","))
			continue;
		int kind = position_parser_card(at);
		if (kind >= 0)
			kinds |= UINT64_C(1) << kind;
	}
	return kinds;
}

static void read_started(struct position_parser *at)
{
	at->position.game.pile_starts |= read_kinds(at);
}

/* Takes one card of [kind] out of [named] from place [from] on; false if there is none. */
static bool strike_out(struct row_of_cards *named, int from, int kind)
{
	for (int i = from; i < named->count; i++)
		if (named->kind[i] == kind) {
			named->kind[i] = named->kind[--named->count];
			return true;
		}
	return false;
}

/* Adds cards that come next to [row]. One that a later line draws by its name is the card that was kept for that line. */
static bool read_next(struct position_parser *at, struct row_of_cards *row, struct heap *heap)
{
	struct row_of_cards kept = at->position.drawn, named;
	bool well;

	at->position.drawn.count = 0;
	for (int i = 0; i < kept.count; i++)
		at->position.left[kept.kind[i]]++;
	well = position_cards(at, heap);
	named = heap->cards;
	for (int i = 0; i < kept.count; i++)
		if (!strike_out(&named, 0, kept.kind[i]) && position_take(&at->position, kept.kind[i]))
			row_add(&at->position.drawn, kept.kind[i]);
	for (int i = 0; i < heap->cards.count; i++)
		row_add(row, heap->cards.kind[i]);
	return well;
}

static void read_stock(struct position_parser *at)
{
	struct position *position = &at->position;
	bool only, empty = line_accept(&at->line, "empty");
	struct heap heap = { .size = 0 };
	int count;

	only = !empty && line_accept(&at->line, "only");
	if (empty ? !position_parser_ends(at) : !read_next(at, &position->stock, &heap))
		return;
	empty = heap.size == 0;
	if (!position_parser_claim(at, ABOUT_STOCK, 0, empty ? 0 : only ? 1 : 2))
		return;
	position->stock_ends = empty || only;
	if (only && heap.size > 0)
		return position_cannot(at, at->statement, MESSAGE_ONLY_IS_SIZE);
	if (heap.size > DECK_MAX)
		return position_cannot(at, at->statement, MESSAGE_TOO_FEW_FOR_SIZE);
	if (heap.size > 0 && position_parser_claim(at, ABOUT_STOCK_SIZE, 0, heap.size))
		position->stock_size = (uint16_t)heap.size;
	count = position->stock.count + position->drawn.count;
	if (position->stock_size > 0 && count > position->stock_size)
		refuse_number(at, count, position->stock_size);
}

/* True if cards may lie face down before a player: a talon, or a reserve that was taken up for a last card discarded. */
static bool has_talons(const struct rules *rules)
{
	bool reserves = rules->reserve.cards > 0 && rules->reserve.taken_up == reserve_taken_up_with_an_empty_hand &&
	                rules->reserve.after_discard == reserve_after_discard_in_the_next_turn;
	int32_t cards;

	return reserves || !formula_is_constant(rules->talon.cards, &cards) || cards > 0;
}

/* talon player 4, 5, 6: cards that lie face down before a player. */
static void read_talon(struct position_parser *at)
{
	struct position *position = &at->position;
	struct heap heap;
	int seat;

	if (!has_talons(at->rules))
		return position_cannot(at, at->statement, MESSAGE_NO_TALONS);
	seat = position_accept_seat(at);
	if (seat < 0)
		return position_wants_seat(at, "", ", and cards");
	if (read_heap(at, ABOUT_TALON, seat, position->game.seat[seat].talon, &position->talon_size[seat], &heap))
		for (int i = 0; i < heap.cards.count; i++)
			position_to_talon(position, seat, heap.cards.kind[i]);
}

/* The place of the reserve that a line is about whose owner has the first at [place]. The first line is about the first of them, as if
 * the others were taken up, and each further line about the next one. */
static int reserve_described(struct position_parser *at, int place)
{
	int owners = rules_reserve_owners(at->rules), places = rules_reserves(at->rules);

	if (!at->claim[ABOUT_RESERVE][place].made)
		for (int other = place + owners; other < places; other += owners)
			at->position.no_reserve[other] = true;
	while (at->claim[ABOUT_RESERVE][place].made && place + owners < places)
		place += owners;
	return place;
}

/* The most cards of the reserve at [place], or of one that comes after it and may be the first that is left. */
static int most_in_reserve(const struct game *game, int place)
{
	int most = 0;

	for (; place < rules_reserves(game->rules); place += rules_reserve_owners(game->rules))
		most = reserve_dealt(game, place) > most ? reserve_dealt(game, place) : most;
	return most;
}

/* reserve us nothing, reserve left 4 5 6: what lies there as a reserve of a side or of a player. */
static void read_reserve(struct position_parser *at)
{
	struct position *position = &at->position;
	bool of_side = at->rules->reserve.of == reserve_of_side;
	struct heap heap;
	int seat, place, most;

	if (at->rules->reserve.cards == 0)
		return position_cannot(at, at->statement, MESSAGE_NO_RESERVES);
	seat = of_side ? position_accept_side(at) : position_accept_seat(at);
	if (seat < 0 && of_side)
		return position_wants(at, at->statement, MESSAGE_WANTS_SIDE);
	if (seat < 0)
		return position_wants_seat(at, "", ", and cards");
	place = reserve_described(at, reserve_of(&position->game, seat) % rules_reserve_owners(at->rules));
	if (!read_heap(at, ABOUT_RESERVE, place, position->game.reserve_size[place], &position->reserve_size[place],
	               &heap))
		return;
	position->no_reserve[place] = heap.size == 0;
	position->reserve_given[place] = true;
	for (int i = 0; i < heap.cards.count; i++) {
		cards_add(&position->game.reserve[place], heap.cards.kind[i]);
		position->game.reserve_size[place]++;
	}
	most = most_in_reserve(&position->game, place);
	if (position->game.reserve_size[place] > most)
		refuse_number(at, position->game.reserve_size[place], most);
}

static void read_aside(struct position_parser *at)
{
	struct row_of_cards *aside = &at->position.aside;
	const struct statement *line = at->statement;
	int most = at->rules->talon.set_aside;
	struct heap heap;

	if (!read_heap(at, ABOUT_ASIDE, 0, aside->count, &at->position.aside_size, &heap))
		return;
	at->position.no_aside |= heap.size == 0;
	for (int i = 0; i < heap.cards.count; i++)
		row_add(aside, heap.cards.kind[i]);
	if (most == 0 && (aside->count > 0 || heap.size > 0))
		position_cannot(at, line, MESSAGE_NOTHING_ASIDE);
	else if (aside->count > most || at->position.aside_size > most)
		position_cannot(at, line, MESSAGE_NO_ASIDE, most);
}

/* ---- what went before ---- */

/* Works out again whether a player plays alone in this deal. If that changes, reserves that were read before are an error: they belong
 * to other sides. */
static void read_alone_anew(struct position_parser *at)
{
	struct game *game = &at->position.game;
	bool before = game->one_alone, late = game->alone != NOBODY;

	settle_alone(game);
	if (game->one_alone == before)
		return;
	for (int place = 0; place < RESERVES_MAX; place++)
		late = late || at->claim[ABOUT_RESERVE][place].made;
	if (late)
		position_cannot(at, at->statement, MESSAGE_STANDS_LATE);
}

static void read_score(struct position_parser *at)
{
	int32_t number;
	int account;

	if (!position_parser_score(at, MESSAGE_WANTS_SCORE, &account, &number) || !position_parser_ends(at) ||
	    !position_parser_claim(at, ABOUT_SCORE, account, number))
		return;
	at->position.game.side[account].score = number;
	at->position.game.best = number > at->position.game.best ? number : at->position.game.best;
	read_alone_anew(at);
}

/* best total 1200: the highest total of any side after an earlier deal; no total that is said is higher. */
static void read_best(struct position_parser *at)
{
	int32_t number;

	if (!line_accept(&at->line, "total") || !line_accept_number(&at->line, &number) || number < 0)
		return position_wants(at, at->statement, MESSAGE_WANTS_BEST);
	if (!position_parser_ends(at) || !position_parser_claim(at, ABOUT_BEST, 0, number))
		return;
	at->position.game.best = number > at->position.game.best ? number : at->position.game.best;
	read_alone_anew(at);
}

/* deal number 3: it is the third deal of the game. */
static void read_number(struct position_parser *at)
{
	int32_t number;

	if (!line_accept(&at->line, "number") || !line_accept_number(&at->line, &number) || number < 1)
		position_wants(at, at->statement, MESSAGE_WANTS_DEAL_NUMBER);
	else if (position_parser_ends(at) && position_parser_claim(at, ABOUT_NUMBER, 0, number)) {
		at->position.game.deal = (uint32_t)number - 1;
		read_alone_anew(at);
	}
}

/* True if the line is nothing but [word]. */
static bool read_word(struct position_parser *at, const char *word, const char *wanted)
{
	if (line_accept(&at->line, word))
		return position_parser_ends(at);
	position_wants(at, at->statement, wanted);
	return false;
}

static void read_melded(struct position_parser *at)
{
	if (read_word(at, "before", MESSAGE_WANTS_BEFORE) && position_parser_claim(at, ABOUT_FIRST, 0, 1))
		position_parser_claim(at, ABOUT_MELDED, at->me, 1);
}

/* completed before: the player has completed a canasta in an earlier turn. */
static void read_completed(struct position_parser *at)
{
	if (read_word(at, "before", MESSAGE_WANTS_BEFORE) && position_parser_claim(at, ABOUT_FIRST, 0, 1) &&
	    position_parser_claim(at, ABOUT_MELDED, at->me, 1))
		at->position.game.seat[at->me].canastas = 1;
}

/* asked before: the player has put her question to the partner in an earlier turn. */
static void read_asked(struct position_parser *at)
{
	if (!read_word(at, "before", MESSAGE_WANTS_BEFORE) || !position_parser_claim(at, ABOUT_FIRST, 0, 1))
		return;
	if (at->rules->going_out.ask == going_out_ask_never)
		position_cannot(at, at->statement, MESSAGE_NOBODY_ASKS);
	else
		position_parser_claim(at, ABOUT_ASKED, at->me, 1);
}

/* first turn: nobody has had a turn in this deal. */
static void read_first(struct position_parser *at)
{
	if (read_word(at, "turn", MESSAGE_WANTS_TURN))
		position_parser_claim(at, ABOUT_FIRST, 0, 0);
}

/* round of turns 2: everybody has had one turn in this deal. */
static void read_round(struct position_parser *at)
{
	int32_t number;

	if (!line_accept(&at->line, "of") || !line_accept(&at->line, "turns") ||
	    !line_accept_number(&at->line, &number) || number < 1 || number > ROUNDS_MAX)
		position_wants(at, at->statement, MESSAGE_WANTS_ROUND);
	else if (position_parser_ends(at) && position_parser_claim(at, ABOUT_ROUND, 0, number) && number > 1)
		position_parser_claim(at, ABOUT_FIRST, 0, 1);
}

/* True if a number comes next with [one] or [many] behind it: "1 turn", "2 turns". Otherwise [*number] and the place stay as they are. */
static bool read_count(struct line *line, const char *one, const char *many, int32_t *number)
{
	int at = line->at;
	int32_t said;

	if (line_accept_number(line, &said) && said >= 1 && said <= ROUNDS_MAX && line_accept(line, said == 1 ? one : many)) {
		*number = said;
		return true;
	}
	line->at = at;
	return false;
}

/* The deed that comes next, -1 for none. */
static int accept_deed(struct line *line)
{
	int from = line->at;

	for (int deed = 0; deed < DEEDS; deed++) {
		const char *phrase = deed_phrases[deed];
		bool said = true;
		for (line->at = from; *phrase != '\0' && said; phrase += strspn(phrase, " ")) {
			char word[20];
			size_t length = strcspn(phrase, " ");
			snprintf(word, sizeof word, "%.*s", (int)length, phrase);
			line_accept(line, "the");
			said = line_accept(line, word);
			phrase += length;
		}
		if (said)
			return deed;
	}
	line->at = from;
	return -1;
}

/* earlier left took the pile 2 times, 3 turns ago: the player on the left took the pile in two turns of this deal, but not in her latest
 * one. */
static void read_earlier(struct position_parser *at)
{
	struct past *past;
	int seat = position_accept_seat(at), deed = seat >= 0 ? accept_deed(&at->line) : -1;
	int32_t times = 1, ago = 1;

	if (seat < 0)
		return position_wants_seat(at, "", "");
	if (deed < 0 || deed_ends_the_deal((enum deed)deed))
		return position_wants(at, at->statement, MESSAGE_WANTS_DEED);
	if (read_count(&at->line, "time", "times", &times))
		line_accept(&at->line, ",");
	if (read_count(&at->line, "turn", "turns", &ago) && !line_accept(&at->line, "ago"))
		return position_wants(at, at->statement, MESSAGE_WANTS_DEED);
	past = &at->position.game.past[seat];
	if (deed == DEED_opening && times > 1)
		return position_cannot(at, at->statement, MESSAGE_OPENS_ONCE);
	if (deed == DEED_asking && at->rules->going_out.ask == going_out_ask_never)
		return position_cannot(at, at->statement, MESSAGE_NOBODY_ASKS);
	if (deed == DEED_taking_up && at->rules->reserve.cards == 0)
		return position_cannot(at, at->statement, MESSAGE_NO_RESERVES);
	if (!position_parser_ends(at) || !position_parser_claim(at, ABOUT_FIRST, 0, 1) ||
	    !position_parser_claim(at, (enum claim_about)(ABOUT_PAST + deed), seat, times * (ROUNDS_MAX + 1) + ago))
		return;
	past->turns[deed] = (uint8_t)lesser(times, UINT8_MAX);
	past->latest = (uint8_t)(past->latest | (ago == 1) << deed);
}

/* The one player of whom [about] may be true; -1, with a finding, for nobody or if another line names another. */
static int read_player(struct position_parser *at, enum claim_about about)
{
	int seat = position_accept_seat(at);

	if (seat < 0)
		position_wants_seat(at, "", "");
	return seat >= 0 && position_parser_ends(at) && position_parser_claim(at, about, 0, seat) ? seat : -1;
}

/* alone left: that player has taken the pile and plays alone. What is melded before is joined. */
static void read_alone(struct position_parser *at)
{
	int seat = read_player(at, ABOUT_ALONE);

	if (seat < 0)
		return;
	if (at->rules->table.alone != table_alone_nobody && !at->position.game.one_alone)
		position_cannot(at, at->statement, MESSAGE_NOBODY_ALONE_NOW);
	else if (!at->position.game.one_alone)
		position_cannot(at, at->statement, MESSAGE_NOBODY_ALONE);
	else
		play_alone(&at->position.game, seat);
}

static void read_dealer(struct position_parser *at)
{
	int seat = read_player(at, ABOUT_DEALER);

	if (seat >= 0)
		at->position.game.dealer = (uint8_t)seat;
}

/* event exact_deal, or of a side: event short us 2 */
static void read_event(struct position_parser *at)
{
	int event = accept_item(at, GROUP_event), seat = 0, side = 0;
	int32_t times = 1;

	if (event < 0)
		return position_wants(at, at->statement, MESSAGE_WANTS_EVENT);
	if (at->rules->event[event].per == event_per_side) {
		seat = position_accept_side(at);
		if (seat < 0)
			return position_wants(at, at->statement, MESSAGE_WANTS_EVENT_SIDE);
		side = at->position.game.seat[seat].side;
		line_accept_number(&at->line, &times);
	}
	if (!line_is_at_end(&at->line) || times < 0 || times > UINT8_MAX)
		return position_wants(at, at->statement, MESSAGE_WANTS_EVENT_TIMES);
	while (times-- > 0)
		game_record_event(&at->position.game, event, side);
}

/* ---- a deal laid card by card ---- */

static void read_dealing(struct position_parser *at)
{
	struct position *position = &at->position;
	const struct rules *rules = at->rules;
	const char *head = at->statement->head;
	struct row_of_cards *dealt = &position->dealt[position->game.turn.seat];
	struct row_of_cards *row = strcmp(head, "dealt") == 0   ? dealt
	                           : strcmp(head, "start") == 0 ? &position->start
	                                                        : &position->next;
	struct heap heap;

	position->stacked = true;
	if (!read_next(at, row, &heap))
		return;
	if (heap.size >= 0)
		position_wants(at, at->statement, MESSAGE_WANTS_CARDS);
	else if (dealt->count > rules->deal.hand)
		position_cannot(at, at->statement, MESSAGE_HAND_IS_SMALLER, (int)rules->deal.hand);
	else if (row == &position->start && rules->deal.start_pile == 0)
		position_cannot(at, at->statement, MESSAGE_NO_START_CARD);
}

/* ---- options ---- */

int position_options(struct library *library, const struct statement *lines, const char **with, int room)
{
	char most[40];
	int count = 0;

	snprintf(most, sizeof most, MESSAGE_OPTIONS_MOST, POSITION_OPTIONS_MAX);
	for (const struct statement *line = lines; line != NULL; line = line->next) {
		if (line->kind != STATEMENT_RULE || strcmp(line->head, "with") != 0)
			continue;
		for (const struct expr *name = line->value; name != NULL; name = name->next) {
			if (count == room) {
				diag_add(&library->diags, DIAG_RULING_WANTS, name->span, line->head, most);
				return count;
			}
			with[count++] = option_said(name, library->arena);
		}
	}
	return count;
}

/* Options are settled before the rules are built. */
static void read_options(struct position_parser *at)
{
	const struct statement *line = at->statement;
	const struct expr *more = line->when != NULL ? line->when : line->unless != NULL ? line->unless : line->by;

	if (more != NULL)
		position_fault(at, DIAG_RULING_SURPLUS, more->span, "");
}

/* ---- the kinds of lines ---- */

/* What a line speaks of. The line describes the table, or how the cards are dealt one by one: lines of both contradict each other.
 * Those of any time may also come when the position is finished: an event may happen in the middle of a deal. */
enum line_part { OF_TABLE, OF_DEAL, OF_BOTH, OF_ANY_TIME };

static const struct line_kind {
	const char *head;
	void (*read)(struct position_parser *at);
	enum line_part part;
} LINES[] = {
	{ "alone", read_alone, OF_TABLE },
	{ "hand", read_hand, OF_TABLE },
	{ "partner", read_hand, OF_TABLE },
	{ "left", read_hand, OF_TABLE },
	{ "right", read_hand, OF_TABLE },
	{ "second_left", read_hand, OF_TABLE },
	{ "opposite", read_hand, OF_TABLE },
	{ "second_right", read_hand, OF_TABLE },
	{ "third_left", read_hand, OF_TABLE },
	{ "third_right", read_hand, OF_TABLE },
	{ "melds", read_melds, OF_TABLE },
	{ "opened", read_opened, OF_TABLE },
	{ "pile", read_pile, OF_TABLE },
	{ "started", read_started, OF_TABLE },
	{ "stock", read_stock, OF_TABLE },
	{ "aside", read_aside, OF_BOTH },
	{ "laid", read_laid, OF_TABLE },
	{ "talon", read_talon, OF_TABLE },
	{ "reserve", read_reserve, OF_TABLE },
	{ "dealer", read_dealer, OF_BOTH },
	{ "deal", read_number, OF_BOTH },
	{ "first", read_first, OF_TABLE },
	{ "round", read_round, OF_TABLE },
	{ "melded", read_melded, OF_TABLE },
	{ "completed", read_completed, OF_TABLE },
	{ "asked", read_asked, OF_TABLE },
	{ "earlier", read_earlier, OF_TABLE },
	{ "event", read_event, OF_ANY_TIME },
	{ "score", read_score, OF_BOTH },
	{ "best", read_best, OF_BOTH },
	{ "dealt", read_dealing, OF_DEAL },
	{ "start", read_dealing, OF_DEAL },
	{ "next", read_dealing, OF_DEAL },
	{ "with", read_options, OF_ANY_TIME },
};

enum { LINE_COUNT = sizeof LINES / sizeof *LINES };

_Static_assert((int)LINE_COUNT <= (int)POSITION_WORDS_MAX, "position_words() has room for all");

int position_words(const char **words)
{
	for (int i = 0; i < LINE_COUNT; i++)
		words[i] = LINES[i].head;
	return LINE_COUNT;
}

/* The kind of line that begins with [head], NULL for none. */
static const struct line_kind *line_kind(const char *head)
{
	for (int i = 0; i < LINE_COUNT; i++)
		if (strcmp(LINES[i].head, head) == 0)
			return &LINES[i];
	return NULL;
}

static bool is_one_of(const char *head, const char *const *heads)
{
	while (*heads != NULL && strcmp(*heads, head) != 0)
		heads++;
	return *heads != NULL;
}

static bool has_head(const struct statement *line, const char *const *heads)
{
	return line->kind == STATEMENT_RULE && is_one_of(line->head, heads);
}

bool position_is_line(const char *words)
{
	static const char *const others[] = { "do", "ended", NULL };
	struct line line;

	(void)line_cut(&line, words, strlen(words), LINE_OF_FILE); /* of a line that is too long the first words are enough */
	if (line.count == 0)
		return true;
	if (line_accept(&line, verb_word(ACT_TALON))) /* `talon left 4 5 6` describes one, `talon` takes one */
		return !line_is_at_end(&line) && !line_is(&line, ",") && !line_is(&line, ";");
	return line_kind(line_word(&line)) != NULL || is_one_of(line_word(&line), others);
}

/* ---- a whole position ---- */

/* False, with a finding, if there are more lines than a position has. */
static bool are_few(struct position_parser *at)
{
	int count = 0;

	for (int i = 0; i < at->parts; i++)
		for (const struct statement *line = at->part[i]; line != NULL; line = line->next)
			if (count++ == POSITION_LINES_MAX) {
				diag_add(&at->library->diags, DIAG_RULING_LINES, line->span, POSITION_LINES_MAX);
				at->faulty = true;
				return false;
			}
	return true;
}

/* Looks ahead: cards that a later line draws by name have to be in the stock then, and a deal that ends before anything is done in it is
 * over from the beginning. */
static void look_ahead(struct position_parser *at, const char *act)
{
	static const char *const acts[] = { "do", "allow", "refuse", NULL }, *const ends[] = { "ended", NULL };
	struct draws draws = { { 0 }, { 0 } };
	bool played = false;

	for (int i = 0; i < at->parts; i++)
		for (const struct statement *line = at->part[i]; line != NULL; line = line->next)
			if (has_head(line, acts)) {
				position_count_line(at, line, &draws);
				played = true;
			} else if (has_head(line, ends) && !played)
				at->position.over = true;
	if (act != NULL)
		position_count_typed(at, act, &draws);
	for (int kind = 0; kind < at->rules->kinds; kind++)
		while (draws.most[kind]-- > 0 && position_take(&at->position, kind))
			row_add(&at->position.drawn, kind);
}

void position_parser_begin(struct position_parser *at, struct library *library, struct rules *rules,
                           const struct statement *const *part, int parts, const char *act)
{
	memset(at, 0, offsetof(struct position_parser, line));
	at->line.count = 0;
	at->library = library;
	at->rules = rules;
	at->part = part;
	at->parts = parts;
	position_begin(&at->position, rules, 0);
	if (are_few(at))
		look_ahead(at, act);
}

/* True, with a finding, if the position is finished: [line] would count for some things and not for others. */
static bool comes_late(struct position_parser *at, const struct statement *line)
{
	struct diags *diags = &at->library->diags;
	struct diag *diag;

	if (!at->playing)
		return false;
	diag = diag_add(diags, DIAG_RULING_LATE, line->span, line->head);
	if (at->finished.source != 0)
		diag_other(diags, diag, at->finished, MESSAGE_DONE_BEFORE);
	at->faulty = true;
	return true;
}

/* False, with a finding, if [line], which was cut, cannot stand beside those above it. */
static bool fits_in(struct position_parser *at, const struct statement *line, enum line_part part)
{
	if (part == OF_ANY_TIME)
		return true;
	if (!position_parser_claim(at, ABOUT_SEED, 0, 1) || comes_late(at, line))
		return false;
	if (part == OF_BOTH || position_parser_claim(at, ABOUT_DEAL, 0, part == OF_DEAL))
		return true;
	diag_hint(&at->library->diags, at->library->diags.last,
	          "`start` and `dealt` describe the beginning of a deal, lines such as `hand` and `pile` a later turn");
	return false;
}

bool position_parser_line(struct position_parser *at, const struct statement *line)
{
	const struct line_kind *kind = line->kind == STATEMENT_RULE ? line_kind(line->head) : NULL;

	if (kind == NULL)
		return false;
	if (position_parser_cut(at, line, false) && fits_in(at, line, kind->part))
		kind->read(at);
	return true;
}

/* The first line that begins with [head] is parsed again; NULL if there is none. */
static const struct statement *line_again(struct position_parser *at, const char *head)
{
	for (int i = 0; i < at->parts; i++)
		for (const struct statement *line = at->part[i]; line != NULL; line = line->next)
			if (line->kind == STATEMENT_RULE && strcmp(line->head, head) == 0)
				return position_parser_cut(at, line, false) ? line : NULL;
	return NULL;
}

/* How many of the start cards that were named are turned up before the pile stands, or the cards go back into the stock. */
static int start_cards_turned(const struct rules *rules, const struct row_of_cards *start)
{
	int limit = rules->deal.turn_again_limit, again = 0, well = 0, i = 0;

	for (; i < start->count && well < rules->deal.start_pile; i++) {
		if (!(rules->deal.turn_again >> start->kind[i] & 1))
			well++;
		else if (limit > 0 && again++ == limit)
			return i + 1;
	}
	return i;
}

static void check_start(struct position_parser *at)
{
	const struct row_of_cards *start = &at->position.start;
	int turned = start_cards_turned(at->rules, start);
	const struct statement *line = turned < start->count ? line_again(at, "start") : NULL;

	if (line != NULL)
		position_cannot(at, line, MESSAGE_NOT_TURNED_UP, at->rules->kind[start->kind[turned]].name);
}

bool position_parser_finish(struct position_parser *at, struct span span)
{
	if (at->playing || at->faulty)
		return !at->faulty;
	/* The cards of lines `started` have to lie in the pile. */
	cardset missing = at->position.game.pile_starts & ~at->position.game.pile_kinds;
	const struct statement *line = missing != 0 ? line_again(at, "started") : NULL;
	if (line != NULL)
		position_cannot(at, line, MESSAGE_NOT_IN_PILE, at->rules->kind[__builtin_ctzll(missing)].name);
	check_start(at);
	if (!at->faulty && !at->position.stacked)
		position_settle_past(at);
	at->playing = true;
	at->finished = span;
	if (!at->faulty && !position_finish(&at->position)) {
		const int left = at->position.game.stock_size; /* 0 if other cards were too few before */
		const struct statement *stock = left > 0 ? line_again(at, "stock") : NULL;
		if (stock != NULL)
			position_cannot(at, stock, MESSAGE_STOCK_AT_MOST, left, left == 1 ? " is" : "s are");
		else
			position_fault(at, DIAG_RULING_DEAL, span, "");
	}
	if (at->position.stacked)
		at->me = at->position.game.turn.seat;
	return !at->faulty;
}

/* Reports a citation or remark behind a line: they belong to a rule or a ruling. */
static void refuse_note(struct position_parser *at, const struct note *note)
{
	struct diags *diags = &at->library->diags;
	const char *words = at->library->sources.source[note->span.source - 1].text + note->span.from;
	char word[40];

	snprintf(word, sizeof word, "%.*s", (int)strcspn(words, " \t\n\""), words);
	diag_hint(diags, diag_add(diags, DIAG_POSITION_WORD, note->span, word), MESSAGE_REMARK);
	at->faulty = true;
}

/* The line that a word which begins none may be meant for, or NULL. */
static const char *line_meant(const char *head)
{
	static const struct {
		const char *head, *line;
	} meant[] = {
		{ "us", "melds us ..." },
		{ "them", "melds them ..." },
		{ "meld", "melds us ..." },
		{ "canasta", "melds us ..." },
		{ "canastas", "melds us ..." },
		{ "table", "melds us ..." },
		{ "discard", "pile ..." },
		{ "discards", "pile ..." },
		{ "top", "pile ..." },
		{ "cards", "hand ..." },
		{ "my", "hand ..." },
		{ "me", "hand ..." },
		{ "player", "hand ..." },
		{ "scores", "score us ..." },
		{ "total", "score us ..." },
		{ "points", "score us ..." },
		{ "red", "laid us red 3" },
		{ "bonus", "laid us red 3" },
		{ "frozen", "pile ..." },
		{ "illegal", "refuse ..." },
		{ "refused", "refuse ..." },
		{ "forbidden", "refuse ..." },
		{ "forbid", "refuse ..." },
		{ "deny", "refuse ..." },
		{ "legal", "allow ..." },
		{ "ok", "allow ..." },
		{ "allowed", "allow ..." },
		{ "may", "allow ..." },
		{ "can", "allow ..." },
		{ "reason", "refuse ... because ..." },
		{ "because", "refuse ... because ..." },
		{ "why", "refuse ... because ..." },
		{ "act", "do ..." },
		{ "play", "do ..." },
		{ "turn", "do ..." },
		{ "result", "expect ..." },
		{ "check", "expect ..." },
		{ "assert", "expect ..." },
	};

	for (size_t i = 0; i < sizeof meant / sizeof *meant; i++)
		if (strcmp(meant[i].head, head) == 0)
			return meant[i].line;
	return NULL;
}

/* True if acts begin with the word. */
static bool is_act_verb(const char *word)
{
	for (int verb = 0; verb < VERBS; verb++)
		if (strcmp(verb_word((enum verb)verb), word) == 0)
			return true;
	return false;
}

bool position_hint_line(struct diags *diags, struct diag *diag, const char *head)
{
	const char *meant = line_meant(head);

	if (meant != NULL && is_act_verb(head))
		diag_hint(diags, diag, "write `%s` for what lies there, `do %s ...` for what has been done", meant,
		          head);
	else if (meant != NULL)
		diag_hint(diags, diag, MESSAGE_SAY_LINE, meant);
	else if (is_act_verb(head))
		diag_hint(diags, diag, "what has been done is written behind `do`, as in `do %s`", head);
	return meant != NULL || is_act_verb(head);
}

void position_parser_any_line(struct position_parser *at, const struct statement *line)
{
	bool rule = line->kind == STATEMENT_RULE;

	if (line->notes != NULL)
		refuse_note(at, line->notes);
	else if (position_parser_line(at, line))
		return;
	else if (rule && strcmp(line->head, "do") == 0) {
		if (position_parser_finish(at, line->span))
			position_do(at, line);
	} else if (rule && strcmp(line->head, "ended") == 0) {
		if (position_parser_finish(at, line->span))
			position_parser_end(at, line);
	} else {
		const char *words[POSITION_WORDS_MAX], *near;
		struct diags *diags = &at->library->diags;
		struct diag *diag =
			diag_add(diags, DIAG_POSITION_WORD, line->head_span, line->head != NULL ? line->head : "this");
		at->faulty = true;
		near = line->head != NULL ? word_nearest(line->head, words, position_words(words)) : NULL;
		if (line->head != NULL && position_hint_line(diags, diag, line->head))
			return;
		if (near != NULL)
			diag_hint(diags, diag, MESSAGE_HINT, near);
	}
}

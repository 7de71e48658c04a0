/* act_names.c -- parses what a clause names: cards, a meld of the side, an item of the rules. */
#include "notation/act_parser.h"

#include <string.h>
#include <strings.h>
#include "grammar/text.h"
#include "notation/lexer.h"

void named_cards_add(const struct rules *rules, struct named_cards *cards, int kind)
{
	cards->row[lesser(cards->count++, 2 * MELD_CARDS_MAX)] = (uint8_t)kind;
	for (int i = 0; i < rules->wild_kinds; i++)
		if (rules->wild_kind[i] == kind) {
			cards->wild[i]++;
			cards->wilds++;
			return;
		}
	if (cards->naturals == 0 || !rules->sequences)
		cards->kind = kind;
	cards->in_row = cards->in_row || rules->lead[kind] != rules->lead[cards->kind];
	cards->natural[lesser(cards->naturals++, MELD_CARDS_MAX)] = (uint8_t)kind;
}

/* True if a card can belong to the same meld as those named before it. */
static bool belongs(const struct rules *rules, const struct named_cards *cards, int kind)
{
	int suit = rules->kind[cards->kind].suit;
	bool row = rules->sequences && rules->kind[kind].suit == suit;

	if (cards->in_row) /* the card that begins the longest sequence ends it, too: from ace to ace */
		return row && (rules->lead[kind] != rules->lead[cards->kind] ||
		               (cards->count == SEQUENCE_PLACES - 1 && kind == rules->in_order[suit][SEQUENCE_PLACES]));
	return rules->lead[kind] == rules->lead[cards->kind] || (cards->naturals == 1 && row);
}

int parser_read_card(struct act_parser *at)
{
	int used, kind = card_parse(at->game.rules, &at->game, at->line, at->line->at, &used,
	                            at->failed ? NULL : at->why);

	at->failed = at->failed || kind < 0;
	at->line->at += used;
	return kind;
}

int parser_next_natural(const struct act_parser *at)
{
	const struct line *line = at->line;
	int used, kind;

	for (int i = line->at; i < line->count && strcmp(line->word[i].text, ";") != 0; i += used) {
		kind = card_parse(at->game.rules, &at->game, line, i, &used, NULL);
		if (kind >= 0 && !(at->game.rules->cards.wild >> kind & 1))
			return kind;
	}
	return -1;
}

/* True if the cards for one meld are complete: the next card is of another rank, or a comma ends them. */
static bool cards_end(struct act_parser *at, const struct named_cards *cards)
{
	int kind, used;

	if (line_accept(at->line, ",")) {
		kind = parser_next_natural(at);
		return line_clause_ends(at->line) || (at->game.rules->sequences && cards->in_row) || kind < 0 ||
		       cards->kind < 0 || at->game.rules->lead[kind] != at->game.rules->lead[cards->kind];
	}
	kind = card_parse(at->game.rules, &at->game, at->line, at->line->at, &used, NULL);
	return kind >= 0 && cards->kind >= 0 && !(at->game.rules->cards.wild >> kind & 1) &&
	       !belongs(at->game.rules, cards, kind);
}

struct named_cards parser_read_cards(struct act_parser *at)
{
	struct named_cards cards = { .kind = -1 };

	while (!at->failed && !line_clause_ends(at->line) && !line_is(at->line, "to") && !line_is(at->line, "under") &&
	       !name_is_said(at->game.rules, at->line)) {
		int kind;
		if (line_skip_filler(at->line))
			continue;
		if (cards.naturals + cards.wilds > 0 && cards_end(at, &cards))
			break;
		kind = parser_read_card(at);
		if (kind >= 0)
			named_cards_add(at->game.rules, &cards, kind);
	}
	if (cards.naturals > MELD_CARDS_MAX || cards.wilds > MELD_CARDS_MAX)
		parser_fail(at, MESSAGE_TOO_MANY_CARDS);
	return cards;
}

int parser_read_item(struct act_parser *at, int group)
{
	const char *names[LIST_ITEMS_MAX], *near;
	int count = rules_item_count(at->game.rules, group);
	struct text word = { 0 };

	for (int i = 0; i < count; i++) {
		names[i] = rules_item_name(at->game.rules, group, i);
		if (strcasecmp(line_word(at->line), names[i]) == 0) {
			at->line->at++;
			return i;
		}
	}
	if (at->failed)
		return -1;
	at->failed = true;
	near = word_nearest(line_word(at->line), names, count);
	line_quote(at->line, at->line->at, &word);
	text_format(at->why, MESSAGE_NO_ITEM,
	            group == GROUP_special ? "special hand"
	            : group == GROUP_take  ? "way of taking the pile"
	                                   : "kind of meld",
	            text_read(&word));
	text_end(&word, at->why);
	if (near != NULL)
		text_format(at->why, MESSAGE_DID_YOU_MEAN, near);
	return -1;
}

int parser_read_name(struct act_parser *at, int group)
{
	return name_is_said(at->game.rules, at->line) && line_accept(at->line, "as") ? parser_read_item(at, group) : -1;
}

/* The sequence of the side with these cards in this order, of kind [form] if that is not -1, after number [after]; NOBODY if there is
 * none. */
static int sequence_as_written(const struct act_parser *at, const struct row_of_cards *row, int form, int after)
{
	const struct side *side = own_side(&at->game);
	struct meld_cards cards;

	for (int i = after + 1; i < side->melds; i++)
		if (side->meld[i].cards.sequence > 0 && (form < 0 || side->meld[i].form == form) &&
		    cards_lie_as_meld(at->game.rules, side->meld[i].form, row->kind, row->count, &cards) &&
		    memcmp(&side->meld[i].cards, &cards, sizeof cards) == 0)
			return i;
	return NOBODY;
}

/* The meld of the side with these cards, of kind [form] if that is not -1, after number [after] if that is not -1; NOBODY if there is
 * none. */
static int meld_with_cards(const struct act_parser *at, const struct row_of_cards *row, int form, int after)
{
	const struct side *side = own_side(&at->game);
	struct cards cards = { 0 };
	int written = sequence_as_written(at, row, form, after);

	if (written != NOBODY)
		return written;
	for (int i = 0; i < row->count; i++)
		cards_add(&cards, row->kind[i]);
	for (int i = after + 1; i < side->melds; i++) {
		struct cards there = cards_of_meld(at->game.rules, &side->meld[i].cards);
		if (cards_equal(&cards, &there) && (form < 0 || side->meld[i].form == form))
			return i;
	}
	return NOBODY;
}

int parser_read_named_meld(struct act_parser *at, int after)
{
	const struct rules *rules = at->game.rules;
	const struct side *side = own_side(&at->game);
	struct row_of_cards row = { 0 };
	int used, rank = rank_parse(rules, at->line, at->line->at, &used), found, form;
	/* a rank such as 7, whose cards have other names */
	if (rank >= 0 && rules->mates[rank] != UINT64_C(1) << rank) {
		at->line->at += used;
		return side->melded >> rank & 1 ? side->meld_of[rank] : NOBODY;
	}
	while (!at->failed && !line_clause_ends(at->line) && !line_is(at->line, ",") && !line_is(at->line, "to") &&
	       !name_is_said(rules, at->line)) {
		int kind = line_skip_filler(at->line) ? -1 : parser_read_card(at);
		if (kind >= 0 && row.count < DECK_MAX)
			row_add(&row, kind);
	}
	form = parser_read_name(at, GROUP_meld);
	if (at->failed)
		return -1;
	found = meld_with_cards(at, &row, form, after);
	if (row.count != 1 || found != NOBODY || form >= 0)
		return found;
	for (int i = 0; i < side->melds; i++)
		if (side->meld[i].cards.sequence > 0 && (meld_kinds(rules, &side->meld[i].cards) >> row.kind[0] & 1))
			found = found == NOBODY ? i : NOBODY - 1;
	if (found == NOBODY && (side->melded >> row.kind[0] & 1))
		return side->meld_of[row.kind[0]];
	if (found == NOBODY - 1) {
		parser_fail(at, MESSAGE_WHICH_MELD_MEANT);
		return -1;
	}
	return found;
}

/* Reads the cards of a meld where all are of one rank or wild, and a side has at most one unfinished meld of it: the meld with these
 * cards or, if none has just these, that of their rank. NOBODY if there is none, -1 if no card can be read. Several cards before another
 * `to` are more to be added: `add 2 to K, 2 2 to 7` may be written without the comma. */
static int read_meld_of_rank(struct act_parser *at)
{
	const struct rules *rules = at->game.rules;
	const struct side *side = own_side(&at->game);
	struct row_of_cards row = { 0 };
	int kind = parser_read_card(at), first = at->line->at, rank = -1, found, used;

	if (kind < 0)
		return -1;
	row_add(&row, kind);
	if (!(rules->cards.wild >> kind & 1))
		rank = rules->lead[kind];
	while (!line_clause_ends(at->line) && row.count < DECK_MAX) {
		kind = card_parse(rules, &at->game, at->line, at->line->at, &used, NULL);
		if (kind < 0 || (!(rules->cards.wild >> kind & 1) && rank >= 0 && rules->lead[kind] != rank))
			break;
		if (!(rules->cards.wild >> kind & 1))
			rank = rules->lead[kind];
		row_add(&row, kind);
		at->line->at += used;
	}
	if (line_is(at->line, "to") || line_is(at->line, "under")) {
		at->line->at = first;
		row.count = 1;
		rank = rules->cards.wild >> row.kind[0] & 1 ? -1 : rules->lead[row.kind[0]];
	}
	found = row.count > 1 ? meld_with_cards(at, &row, -1, -1) : NOBODY;
	kind = rank >= 0 ? rank : rules->wild_kind[0];
	return found != NOBODY ? found : side->melded >> kind & 1 ? side->meld_of[kind] : NOBODY;
}

int parser_read_meld_meant(struct act_parser *at)
{
	const struct side *side = own_side(&at->game);
	int wild = at->game.rules->wild_kind[0];

	if (!line_accept(at->line, "to") && !line_accept(at->line, "under"))
		return -1;
	line_skip_filler(at->line);
	if (line_accept(at->line, "wild") || line_accept(at->line, "wilds"))
		return side->melded >> wild & 1 ? side->meld_of[wild] : NOBODY;
	return at->game.rules->named_melds ? parser_read_named_meld(at, -1) : read_meld_of_rank(at);
}
